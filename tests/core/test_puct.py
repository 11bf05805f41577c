"""Tree search by a policy and a value (puct): what it finds, what it calls certain, and what it promises beside."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import pytest

import zermelo
from zermelo import OVER, Network, Result, State, search, start
from zermelo.network import read

if TYPE_CHECKING:
    from typing import Unpack

    from zermelo.query import SearchOptions

WAYS: tuple[SearchOptions, ...] = (
    {},
    {"gumbel": "root"},
    {"gumbel": "full"},
    {"eval": "none"},
    {"order": "eval"},
    {"decisive": False},
    {"threads": 2},
)


class Bandit(zermelo.Game):
    """One of eight moves is worth 0.9, the others -0.5; before they are followed, it looks the other way round."""

    initial: ClassVar[tuple[int, ...]] = ()
    payoffs = "points"
    low, high = -1.0, 1.0
    max_plies = 3

    def turn(self, state: tuple[int, ...]) -> int:
        return OVER if len(state) == 3 else len(state) % 2

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [0, 1] if state else list(range(8))

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def payoff(self, state: tuple[int, ...], player: int) -> float:
        worth = 0.9 if state[0] == 5 else -0.5
        return worth if player == 0 else -worth

    def evaluate(self, state: tuple[int, ...], player: int) -> float:
        if len(state) > 1:
            return self.payoff(state, player)
        looks = 0.0 if not state else -0.2 if state[0] == 5 else 0.1
        return looks if player == 0 else -looks


class Corridor(zermelo.Game):
    """Both may step to and fro for ever; whoever steps beyond the end wins, and a position that came back is a draw."""

    initial = (0, 0)
    max_plies = 60
    repetition = 2

    def turn(self, state: tuple[int, int]) -> int:
        return OVER if abs(state[0]) == 3 else state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1, -1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, 1 - state[1]

    def payoff(self, state: tuple[int, int], player: int) -> int:
        return 1 if (state[0] > 0) == (player == 0) else -1


class Three(Bandit):
    players = ("a", "b", "c")


def puct(state: State, way: SearchOptions | None = None, **options: Unpack[SearchOptions]) -> Result:
    asked: SearchOptions = {**(way or {}), **options, "method": "puct"}
    return search(state, **asked)


def random_positions(state: State, count: int, most: int) -> list[State]:
    rng, found = random.Random(3), list[State]()
    while len(found) < count:
        at = state
        for _ in range(rng.randint(0, most)):
            if not at.is_over:
                at = at.play(rng.choice(at.moves()))
        if not at.is_over:
            found.append(at)
    return found


def check_promises(state: State, result: Result) -> None:
    """What holds whatever was searched: legal lines, a policy, and nothing exact that is not proved."""
    assert math.isclose(sum(share for _, share in result.policy), 1, rel_tol=1e-6)
    assert {move for move, _ in result.policy} <= set(state.moves())
    assert result.score is None or result.score.proved or result.score.bound == "about"
    for line in result.lines:
        assert line.score.proved or line.score.bound == "about"
        at = state
        for move in line.line:
            assert move in at.moves()
            at = at.play(move)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_win_is_found_and_proved(way: SearchOptions) -> None:
    state = start("tictactoe", "XX./OO./...")
    result = puct(state, way, nodes=5_000)
    assert (result.move, result.solved, result.stopped) == ("c1", True, "solved")
    assert result.score is not None
    assert (result.score.proved, result.score.outcome) == (True, "win")
    assert result.policy == (("c1", 1.0),)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_what_it_proves_is_the_solution(way: SearchOptions) -> None:
    """Each move's value, too; most positions are proved, and what is not is no claim."""
    positions, proved = random_positions(start("tictactoe"), 40, 6), 0
    for seed, state in enumerate(positions):
        wanted = {line.move: line.score for line in search(state, method="minimax", best="all").lines}
        result = puct(state, way, nodes=4_000, seed=seed)
        check_promises(state, result)
        proved += result.solved
        if result.solved:
            assert result.score is not None
            assert result.score.outcome == max(wanted.values()).outcome
            assert wanted[result.move].outcome == result.score.outcome
        for line in result.lines:
            assert not line.score.proved or line.score.outcome == wanted[line.move].outcome
    assert proved >= 30


def test_a_deep_win_is_found_where_the_solver_finds_it() -> None:
    for state in random_positions(start("connect4", width=5, height=4), 12, 10):
        solved = zermelo.solve(state)
        result = puct(state, nodes=60_000, seed=1)
        check_promises(state, result)
        assert solved.score is not None
        if result.solved:
            assert result.score is not None
            assert result.score.outcome == solved.score.outcome
        elif solved.score.outcome == "win":
            assert puct(state.play(result.move), nodes=60_000).score is not None


def test_positions_that_come_back_are_draws() -> None:
    """Nobody gets beyond the end of the corridor against the other's will; a search that did not see repetition would
    walk to and fro for ever."""
    state = start(Corridor)
    for way in WAYS[:3]:
        result = puct(state, way, nodes=3_000)
        check_promises(state, result)
        assert result.score is not None
        assert abs(result.score.value) < 0.5
    won = puct(start(Corridor, (2, 0)), nodes=100)
    assert won.score is not None
    assert (won.move, won.score.outcome) == (1, "win")
    solved = zermelo.solve(state)
    assert solved.score is not None
    full = puct(state, nodes=20_000)
    assert not full.solved or full.score == solved.score


def test_values_correct_a_policy_that_is_wrong() -> None:
    """The best move looks worst and is last in the policy; visits find it, and the improved policy prefers it."""
    for way in WAYS[:3]:
        result = puct(start(Bandit), way, nodes=600, order="eval", considered=0, noise=0.0)
        assert result.move == 5
        assert result.policy[0][0] == 5
        assert result.policy[0][1] > 0.5
        assert result.score is not None
        assert 0.5 < result.score.value <= 0.9


def test_only_considered_moves_are_tried() -> None:
    state = start("connect4")
    for considered in (2, 3, 4):
        for seed in range(5):
            result = puct(state, nodes=200, gumbel="root", considered=considered, seed=seed)
            tried = [line for line in result.lines if line.visits]
            assert len(tried) == considered
            assert result.move in {line.move for line in tried}
            assert len(result.policy) == 7  # the others have a value that is thought likely
    plain = [puct(state, nodes=60, gumbel="root", considered=1, noise=0.0, seed=seed).move for seed in range(5)]
    assert set(plain) == {"4"}  # the policy's own choice
    drawn = {puct(state, nodes=60, gumbel="root", considered=1, seed=seed).move for seed in range(20)}
    assert len(drawn) > 2


def test_sequential_halving() -> None:
    """Half of the moves get a third of the visits each time: 8 moves, 3 parts."""
    result = puct(start(Bandit), nodes=240, gumbel="root", considered=8, order="given", seed=1)
    visits = sorted(line.visits for line in result.lines)
    assert all(8 <= each <= 12 for each in visits[:4])
    assert all(26 <= each <= 34 for each in visits[4:6])
    assert all(60 <= each <= 76 for each in visits[6:])
    assert result.move == 5


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_same_seed_gives_the_same_answer(way: SearchOptions) -> None:
    state = start("connect4").play("4").play("3")
    for nodes in (1, 10, 500, 5_000):
        one, two = (puct(state, way, nodes=nodes, seed=5) for _ in range(2))
        assert one == two
        assert one.nodes <= nodes
        assert one.move in state.moves()
        check_promises(state, one)
    assert one.nodes == 5_000
    assert sum(line.visits for line in one.lines) == one.samples
    assert one.counts.evaluations + one.counts.playouts > 0


def test_without_an_evaluation_games_are_played_out() -> None:
    state = start("connect4")
    judged, played = puct(state, nodes=3_000), puct(state, nodes=3_000, eval="none")
    assert (judged.counts.playouts, played.counts.evaluations) == (0, 0)
    assert judged.counts.evaluations > 2_000
    assert 100 < played.counts.playouts < 400
    assert played.note == "averages of games played out at random from a growing tree"
    other = puct(state, nodes=3_000, eval="none", seed=1)
    assert other.lines != played.lines


def test_an_evaluation_of_the_users() -> None:
    """A player who likes the left edge goes there; infinities are as good as won."""
    state = start("connect4")

    def left(state: State, player: int) -> float:
        own = state.text.count("X" if player == 0 else "O")
        return math.inf if own and state.text.split("/")[-1][0] in "Xx" and player == 0 else 0.0

    result = puct(state, nodes=300, eval=left)
    assert all(math.isfinite(line.score.value) for line in result.lines)
    assert puct(state, nodes=200, eval=lambda state, player: 0.0).move == "4"


def test_infinities() -> None:
    """A tree may hold them: averages do not break, and what loses everything is not played."""
    for way in WAYS:
        result = puct(start("tree", "[[inf,3],[-inf,5],[1,[2,inf]]]"), way, nodes=500)
        assert result.move != "E-2", way
        assert all(not math.isnan(line.score.value) for line in result.lines)
        assert puct(start("tree", "[[-inf,-inf],[inf,inf]]"), way, nodes=50).move == "E-2"


def test_dice() -> None:
    """Averages tend to the expectation, and nothing is called certain."""
    root = zermelo.tree("[chance[0.5:1,0.5:5],chance[0.25:9,0.75:1],2]")
    result = puct(root, nodes=20_000)
    assert not result.solved
    values = {line.move: line.score for line in result.lines}
    for score in values.values():
        assert score.error is not None
        assert not score.proved
    assert abs(max(score.value for score in values.values()) - 3) < 0.3
    with pytest.raises(ValueError, match="nobody decides here"):
        puct(zermelo.tree("chance[0.5:1,0.5:2]"), nodes=10)


def test_limits() -> None:
    state = start("connect4")
    with pytest.raises(ValueError, match="puct needs nodes"):
        puct(state, depth=3)
    shallow = puct(state, nodes=2_000, depth=2)
    assert shallow.deepest == 2
    stopped = puct(state, nodes=500, cutoff=lambda state, ply: ply >= 3)
    assert stopped.deepest == 3
    small = puct(state, nodes=20_000, memory_mb=0.001)
    assert small.move in state.moves()
    one = zermelo.Stop()
    one.set()
    assert puct(state, nodes=100_000, stop=one).stopped == "cancelled"
    clock = puct(state, clock=zermelo.Clock(1.0))
    assert clock.stopped == "seconds"


def test_what_is_found_is_reported_on_the_way() -> None:
    state = start("connect4")
    met: list[Result] = []
    result = puct(state, nodes=3_000, seed=5, progress=met.append)
    assert [each.samples for each in met] == [256 << i for i in range(len(met))]
    assert replace(result, seconds=0.0) == replace(puct(state, nodes=3_000, seed=5), seconds=0.0)


def test_what_it_cannot_search() -> None:
    for game in ("hearts", "liars_dice"):
        with pytest.raises(ValueError, match=f"puct cannot search {game}: it hides information"):
            puct(start(game), nodes=10)
    with pytest.raises(ValueError, match="puct cannot search Three: it has 3 players"):
        puct(start(Three), nodes=10)
    wrongs: tuple[SearchOptions, ...] = ({"considered": -1}, {"c_puct": -0.5}, {"squash": 0.0})
    for wrong in wrongs:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            puct(start("tictactoe"), wrong, nodes=10)


# --- networks ---


class Steps(zermelo.Game):
    """Six steps, each to one of four sides; whoever made more steps to side 3 wins, the second if both made as many."""

    initial: ClassVar[tuple[int, ...]] = ()
    max_plies = 6
    feature_count = 24
    move_count = 4

    def turn(self, state: tuple[int, ...]) -> int:
        return OVER if len(state) == 6 else len(state) % 2

    def moves(self, state: tuple[int, ...]) -> range:
        return range(4)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def payoff(self, state: tuple[int, ...], player: int) -> int:
        first = state[::2].count(3) > state[1::2].count(3)
        return 1 if first == (player == 0) else -1

    def features(self, state: tuple[int, ...], player: int) -> list[int]:
        return [4 * i + step for i, step in enumerate(state)]

    def move_index(self, state: tuple[int, ...], move: int) -> int:
        return 3 - move


def policy_network(state: State, seed: int = 0) -> Network:
    """Random weights, policy and all."""
    rng, info = random.Random(seed), state.info

    def some(count: int, most: float) -> list[float]:
        return [rng.uniform(-most, most) for _ in range(count)]

    w1, policy = [some(16, 0.5) for _ in range(info.feature_count)], [some(32, 1.9) for _ in range(info.move_count)]
    return Network.from_floats(state.game.label, w1, some(16, 1), some(32, 1), 0.1, 50.0, policy)


def likes(state: State, index: int, much: float) -> Network:
    """All positions are even, and one move looks better than the others."""
    info = state.info
    rows = [[much / 32] * 32 if i == index else [0.0] * 32 for i in range(info.move_count)]
    w1 = [[0.0] * 16 for _ in range(info.feature_count)]
    return Network.from_floats(state.game.label, w1, [1.0] * 16, [0.0] * 32, 0.0, 50.0, rows)


@pytest.mark.parametrize("game", ["connect4", Steps])
def test_a_policy_is_its_reference(game: object) -> None:
    for seed, state in enumerate(random_positions(start(game), 10, 5)):
        network = policy_network(state, seed)
        sides = state.features(state.turn), state.features(1 - state.turn)
        wanted = {move: network.reference_logit(*sides, state.move_index(move)) for move in state.moves()}
        assert network.logits(state) == wanted
        assert len(set(wanted.values())) > 1
        again = read(network._content() + bytes.fromhex(network.digest))
        assert again == network
        assert again.logits(state) == wanted


@pytest.mark.parametrize("game", ["connect4", Steps])
def test_a_policy_says_what_is_tried(game: object) -> None:
    state = start(game).play(start(game).moves()[0])
    moves = state.moves()
    for move in (moves[0], moves[-1]):
        network = likes(state, state.move_index(move), 3.0)
        result = puct(state, nodes=40, eval=network, decisive=False)
        share = math.exp(3) / (math.exp(3) + len(moves) - 1)
        assert result.move == move
        assert result.lines[0].visits > 0.8 * share * 40
        assert result.counts.evaluations > 0
        one = puct(state, nodes=3, eval=network, gumbel="root", considered=1, noise=0.0)
        assert one.move == move
        assert math.isclose(dict(one.policy)[move], share, rel_tol=0.01)  # all values are equal: the policy as it was
    flat = puct(state, nodes=41, eval=likes(state, 0, 0.0), decisive=False)
    assert max(line.visits for line in flat.lines) <= 41 / len(moves) + 2


def test_a_network_judges_as_its_function_does() -> None:
    """The core's own accumulators, and the same network called as a function: the same search."""
    state = start("connect4").play("4")
    network = policy_network(state)
    plain = replace(network, moves=0, policy=b"")
    own = puct(state, nodes=500, eval=plain, order="given")
    unit = state.info.unit
    called = puct(state, nodes=500, eval=lambda s, p: plain(s, p), order="given", squash=2 * plain.scale / unit)
    assert [(line.move, line.visits) for line in own.lines] == [(line.move, line.visits) for line in called.lines]
    with_policy = puct(state, nodes=500, eval=network, order="given")
    assert with_policy.lines != own.lines


def test_policies_that_do_not_fit() -> None:
    state = start(Steps)
    network = likes(state, 0, 1.0)
    connect4 = start("connect4")
    foreign = replace(likes(connect4, 0, 1.0), moves=4, policy=network.policy)
    with pytest.raises(ValueError, match="policy knows 4 moves, connect4 has 7"):
        puct(connect4, nodes=10, eval=foreign)
    with pytest.raises(ValueError, match="the network has no policy"):
        replace(network, moves=0, policy=b"").logits(state)
    with pytest.raises(ValueError, match="policy holds"):
        likes(state, 0, 100.0)
    with pytest.raises(ValueError, match="each row has as many numbers as w2"):
        Network.from_floats("x", [[0.0] * 16], [0.0] * 16, [0.0] * 32, 0.0, 1.0, [[0.0] * 16])

    class Beyond(Steps):
        def move_index(self, state: tuple[int, ...], move: int) -> int:
            return 4

    class Unnumbered(Steps):
        move_count = 0

    with pytest.raises(zermelo.GameError, match=r"returned 4: expected a whole number from 0 to 3 \(move_count\)"):
        start(Beyond).move_index(0)
    with pytest.raises(zermelo.GameError, match="belong together"):
        start(Unnumbered)
    with pytest.raises(zermelo.GameError, match="does not number its moves"):
        start(Bandit).move_index(0)


# --- what the tree promises, here and in mcts ---


class Fork(zermelo.Game):
    """A draw at once, or six more moves of the same player, of which one sequence wins and all others lose."""

    initial = ""
    max_plies = 7

    def turn(self, state: str) -> int:
        return OVER if state == "=" or len(state) == 7 else 0

    def moves(self, state: str) -> str:
        return "ab" if state else "=+"

    def play(self, state: str, move: str) -> str:
        return state + move

    def payoff(self, state: str, player: int) -> int:
        return 0 if state == "=" else (1 if state == "+aabaab" else -1) * (1 if player == 0 else -1)


class Trap(zermelo.Game):
    """Whatever the first does, the second can win at once, or lose at once."""

    initial: ClassVar[tuple[int, ...]] = ()
    max_plies = 2

    def turn(self, state: tuple[int, ...]) -> int:
        return OVER if len(state) == 2 else len(state)

    def moves(self, state: tuple[int, ...]) -> range:
        return range(2) if state else range(6)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def payoff(self, state: tuple[int, ...], player: int) -> int:
        return 1 if state[1] == player else -1


@pytest.mark.parametrize("method", ["mcts", "puct"])
def test_a_certain_draw_does_not_prove_the_position(method: str) -> None:
    """Another move may win: the position's score is proved only if every move's is, or one wins."""
    for nodes in (20, 50, 100, 200, 400, 20_000):
        result = search(start(Fork), method=method, nodes=nodes, decisive=True)
        assert result.score is not None
        assert not result.score.proved or result.score.outcome == "win", (nodes, result)
    assert method == "mcts" or (result.score and result.score.outcome == "win")


@pytest.mark.parametrize("method", ["mcts", "puct"])
@pytest.mark.parametrize("decisive", [False, True])
def test_a_full_tree_proves_nothing_wrong(method: str, decisive: bool) -> None:
    """Where there was no room for a child, the end of a game beyond the tree was taken for the node's own."""
    for seed in range(5):
        result = search(start(Trap), method=method, nodes=200, seed=seed, memory_mb=0.0004, decisive=decisive)
        assert all(line.score.outcome != "win" for line in result.lines)
    whole = search(start(Trap), method=method, nodes=2_000, decisive=decisive)
    assert whole.score is not None
    assert whole.score.outcome == "loss"


def test_mcts_sees_a_win_among_open_moves() -> None:
    """A reply that wins settles a node, whatever stands before it in the tree."""
    result = search(start("tictactoe", "XO./.X./..."), method="mcts", nodes=500)
    assert result.solved
