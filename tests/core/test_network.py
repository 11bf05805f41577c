"""Networks: the fast forms against the slow reference, in files, and in searches of every kind of game."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import pickle
import random
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import FrozenInstanceError
from pathlib import Path
from types import ModuleType

import pytest

import zermelo
from zermelo import OVER, GameError, Network, State
from zermelo.check import check_game
from zermelo.cli.commands import run
from zermelo.compiled import check_compiled
from zermelo.native import core
from zermelo.network import FIXED, FORMAT, MAGIC, packed

EXAMPLES = Path(__file__).parents[2] / "examples"
FORMS = core.network_forms()
SCALE = 400.0


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"network_{name}", EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


CLASSES = {
    name: vars(example(name))[kind]
    for name, kind in {
        "minichess": "MiniChess",
        "breakthrough": "Breakthrough",
        "hex": "Hex",
        "morris": "Morris",
        "lines_of_action": "LinesOfAction",
        "amazons": "Amazons",
    }.items()
}


def drawn(state: State, hidden: int = 16, seed: int = 0, spread: float = 0.4) -> Network:
    """A network of random weights for the game of a position."""
    rng, count = random.Random(seed), state.info.feature_count

    def some(number: int, most: float) -> list[float]:
        return [rng.uniform(-most, most) for _ in range(number)]

    w1 = [some(hidden, spread) for _ in range(count)]
    return Network.from_floats(state.game.label, w1, some(hidden, 1), some(2 * hidden, 1.9), rng.random() - 0.5, SCALE)


def positions(state: State, seed: int, plies: int = 60) -> Iterator[State]:
    """A random game."""
    rng = random.Random(seed)
    for _ in range(plies):
        if state.turn == OVER:
            return
        yield state
        state = state.play(rng.choice(state.moves()))


def slow(network: Network, state: State) -> float:
    mover = state.turn
    return network.reference(state.features(mover), state.features(1 - mover))


# --- values ---


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("hidden", [16, 48, 128])
def test_every_form_gives_the_value_of_the_reference(form: str, hidden: int) -> None:
    state = zermelo.start("mnk", m=5, n=5, k=4)
    for seed, spread in enumerate((0.4, 3, 120)):  # the last: sums that do not fit into 16 bits
        network = drawn(state, hidden, seed, spread)
        for each in list(positions(state, seed))[::4]:
            mover, other = each.features(each.turn), each.features(1 - each.turn)
            assert network.ready.value(mover, other, form) == network.reference(mover, other)


def test_plain_code_can_be_run_everywhere() -> None:
    assert FORMS[0] == "plain"


def test_the_environment_asks_for_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    state = zermelo.start("mnk", m=4, n=4, k=3)
    network = drawn(state)
    wanted = zermelo.search(state, depth=3, eval=network).score
    for form in FORMS:
        monkeypatch.setenv("ZERMELO_NETWORK", form)
        assert zermelo.search(state, depth=3, eval=network).score == wanted
    monkeypatch.setenv("ZERMELO_NETWORK", "sse9")
    with pytest.raises(ValueError, match="it can be plain, avx2 or avx512"):
        zermelo.search(state, depth=3, eval=network)


def test_the_quantised_network_is_near_the_float_model() -> None:
    rng = random.Random(1)
    w1 = [[rng.uniform(-1, 1) for _ in range(16)] for _ in range(4)]
    b1, w2 = [rng.uniform(-1, 1) for _ in range(16)], [rng.uniform(-1, 1) for _ in range(32)]
    network = Network.from_floats("nothing", w1, b1, w2, 0.25, SCALE)

    def hidden(features: list[int]) -> list[float]:
        sums = [b + sum(w1[f][i] for f in features) for i, b in enumerate(b1)]
        return [min(max(x, 0.0), 1.0) ** 2 for x in sums]

    units = hidden([0, 2]) + hidden([1])
    logit = sum(w * h for w, h in zip(w2, units, strict=True)) + 0.25
    assert network.reference([0, 2], [1]) / SCALE == pytest.approx(logit, abs=0.05)


def test_a_value_is_the_movers() -> None:
    state = zermelo.start("tictactoe").play("b2")
    network = drawn(state)
    assert network.value(state) == slow(network, state) == network(state, 1) == -network(state, 0)
    with pytest.raises(ValueError, match="the game is over"):
        network.value(zermelo.start("tictactoe", "XXX/OO./..."))


# --- accumulators ---


@pytest.mark.parametrize("name", CLASSES)
def test_values_made_from_one_another_are_those_made_from_nothing(name: str) -> None:
    start = CLASSES[name]().start()
    network, rng = drawn(start), random.Random(3)
    asked, wanted = [], []
    for seed in range(2):
        for ply, state in enumerate(positions(start, seed, 25)):
            for each in (state, state.play(rng.choice(state.moves()))):  # the node and one beside the path
                if each.turn == OVER:
                    continue
                asked.append((each.features(0), each.features(1), each.turn, ply + (each is not state)))
                wanted.append(slow(network, each))
    assert network.ready.walk(asked) == wanted


# --- searches ---

METHODS = ("minimax", "alphabeta", "scout", "auto")


def test_a_search_of_a_native_game_is_that_with_the_reference_node_for_node() -> None:
    state = zermelo.start("mnk", m=4, n=4, k=3).play("b2").play("a1")
    network = drawn(state)
    for method in METHODS:
        same_search(state, network, method, 3)


def test_a_search_of_a_plain_python_game_is_that_with_the_reference_node_for_node() -> None:
    for name, depth in (("breakthrough", 3), ("amazons", 2)):
        start = CLASSES[name]().start()
        for state in list(positions(start, 7, 10))[-1:]:
            same_search(state, drawn(state), "alphabeta", depth)
    same_search(zermelo.start(CLASSES["breakthrough"]), drawn(zermelo.start(CLASSES["breakthrough"])), "auto", 3)


def same_search(state: State, network: Network, method: str, depth: int) -> None:
    """Counts and values, with the core's network and with a function that nobody knows anything about.

    Margins go by the network's own unit, so features that prune by margins are left out.
    """

    def plain(at: State, player: int) -> float:
        value = slow(network, at)
        return value if player == at.turn else -value

    fast = zermelo.search(state, method=method, depth=depth, eval=network, best="all", selective=False)
    wanted = zermelo.search(state, method=method, depth=depth, eval=plain, best="all", selective=False)
    assert (fast.nodes, fast.counts.evaluations) == (wanted.nodes, wanted.counts.evaluations)
    assert fast.counts.evaluations > 0
    assert [(each.move, each.score) for each in fast.lines] == [(each.move, each.score) for each in wanted.lines]


def test_quiescence_and_null_moves_with_a_network_are_those_with_the_reference() -> None:
    kind = type("Unit", (CLASSES["breakthrough"],), {"unit": SCALE / 4})  # the network's own
    state = list(positions(kind().start(), 5, 14))[-1]
    network = drawn(state)

    def plain(at: State, player: int) -> float:
        value = slow(network, at)
        return value if player == at.turn else -value

    fast = zermelo.search(state, depth=4, eval=network, method="auto", quiescence=True, null_move=True)
    wanted = zermelo.search(state, depth=4, eval=plain, method="auto", quiescence=True, null_move=True)
    assert fast.counts.quiescent > 100
    assert (fast.nodes, fast.counts, fast.score) == (wanted.nodes, wanted.counts, wanted.score)


def test_errors_fitted_for_the_games_own_evaluation_are_not_the_networks() -> None:
    fitted = type("Fitted", (CLASSES["breakthrough"],), {"tuned": {"eval_error": 0.01, "depth_error": 0.01}})
    network = drawn(zermelo.start(CLASSES["breakthrough"]))
    plain = zermelo.search(zermelo.start(CLASSES["breakthrough"]), depth=4)
    assert zermelo.search(zermelo.start(fitted), depth=4).nodes != plain.nodes
    one = zermelo.search(zermelo.start(fitted), depth=4, eval=network)
    two = zermelo.search(zermelo.start(CLASSES["breakthrough"]), depth=4, eval=network)
    assert (one.nodes, one.score) == (two.nodes, two.score)


def test_depth_0_and_the_result_of_a_search() -> None:
    state = zermelo.start("mnk", m=4, n=4, k=3)
    network = drawn(state)
    result = zermelo.search(state, depth=0, eval=network)
    assert result.score is not None
    assert result.score.value == pytest.approx(network.value(state))
    traced = zermelo.search(state, depth=2, eval=network, trace=True)
    assert traced.trace is not None
    assert network.digest[:8] in str(traced.trace.asked["eval"])


def test_a_kept_table_tells_networks_apart() -> None:
    state = zermelo.start("mnk", m=4, n=4, k=3)
    one, two, table = drawn(state, seed=1), drawn(state, seed=2), zermelo.Table(4)
    search = {"method": "alphabeta+table", "depth": 3}
    first = zermelo.search(state, eval=one, table=table, **search)
    assert (
        zermelo.search(state, eval=two, table=table, **search).score == zermelo.search(state, eval=two, **search).score
    )
    copy = pickle.loads(pickle.dumps(one))
    again = zermelo.search(state, eval=copy, table=table, **search)
    assert again.score == first.score
    assert again.nodes < first.nodes


def test_threads_share_a_network() -> None:
    state = zermelo.start("mnk", m=4, n=4, k=3)
    network = drawn(state)
    one = zermelo.search(state, method="alphabeta", depth=4, eval=network)
    two = zermelo.search(state, method="alphabeta", depth=4, eval=network, threads=2)
    assert one.score == two.score


def test_players_and_maxn_take_a_network(tmp_path: Path) -> None:
    state = zermelo.start("tictactoe")
    network = drawn(state)
    network.save(tmp_path / "t.net")
    player = zermelo.player_from(f"alphabeta:depth=2,eval={tmp_path / 't.net'}")
    assert player(state) == zermelo.search(state, method="alphabeta", depth=2, eval=network).move
    with pytest.raises(ValueError, match="No such file"):
        zermelo.player_from("alphabeta:depth=2,eval=missing.net")


def test_commands_take_the_file_of_a_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, file = zermelo.start("tictactoe"), str(tmp_path / "t.net")
    network = drawn(state)
    network.save(file)
    assert run(["analyze", "tictactoe", "--method", "alphabeta", "--depth", "2", "--eval", file, "--json"]) == 0
    score = zermelo.search(state, method="alphabeta", depth=2, eval=network).score
    assert score is not None
    assert json.loads(capsys.readouterr().out)["result"]["score"]["value"] == pytest.approx(score.value)
    assert run(["review", "tictactoe", "b2 a1", "--depth", "2", "--eval", file]) == 0
    assert run(["analyze", "connect4", "--depth", "2", "--eval", file]) == 2
    assert "a network of tictactoe does not help in connect4" in capsys.readouterr().err


# --- games ---


@pytest.mark.parametrize("name", CLASSES)
def test_features_of_the_examples_keep_the_law(name: str) -> None:
    start = CLASSES[name]().start()
    for state in positions(start, 1, 20):
        for player in (0, 1):
            found = state.features(player)
            assert found == sorted(set(found))
            assert all(0 <= each < state.info.feature_count for each in found)


@pytest.mark.parametrize("game", ["tictactoe", "connect4"])
def test_native_games_see_stones(game: str) -> None:
    state = zermelo.start(game)
    assert state.features(0) == state.features(1) == []
    state = state.play(state.moves()[0])
    (own,), (other,) = state.features(0), state.features(1)
    assert other == own + state.info.feature_count // 2


def test_the_law_of_features_is_tried() -> None:
    report = check_game("tictactoe", games=1)
    assert report.ok
    assert any("features" in line for line in report.lines)


class Line(zermelo.Game):
    """Two take turns to go 1 or 2 steps; whoever comes to the end wins."""

    initial = (0, 0)
    feature_count = 12
    wrong: object = None

    def turn(self, s: tuple[int, int]) -> int:
        return OVER if s[0] >= 10 else s[1]

    def moves(self, s: tuple[int, int]) -> Iterator[int]:
        yield from (1, 2)

    def play(self, s: tuple[int, int], move: int) -> tuple[int, int]:
        return s[0] + move, 1 - s[1]

    def payoff(self, s: tuple[int, int], player: int) -> int:
        return 1 if player != s[1] else -1

    def features(self, s: tuple[int, int], player: int) -> object:
        return self.wrong if self.wrong is not None else [s[0]]


def broken(answer: object, count: int = 12) -> State:
    kind = type("Line", (Line,), {"wrong": answer, "feature_count": count})
    return zermelo.start(kind)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([3, 12], "gave 12: expected whole numbers from 0 to 11"),
        ([-1], "gave -1: expected"),
        (["a"], "gave 'a': expected"),
        ([10**30], "expected whole numbers"),
        ([1, 2, 1], "gave 1 twice"),
        (7, "returned 7, which is not a sequence"),
    ],
)
def test_wrong_features_are_named(answer: object, message: str) -> None:
    state = broken(answer)
    with pytest.raises(GameError, match=message):
        state.features(0)
    with pytest.raises(GameError, match=message):
        zermelo.search(state, depth=2, eval=drawn(zermelo.start(Line)))
    assert not check_game(state, games=1).ok


def test_features_and_their_number_belong_together() -> None:
    with pytest.raises(GameError, match="belong together"):
        broken([], 0)
    with pytest.raises(GameError, match="expected 1 to 65536"):
        broken([], 70_000)
    with pytest.raises(GameError, match="has no features"):
        zermelo.start("othello").features(0)


def test_a_network_of_another_game_is_refused() -> None:
    state = zermelo.start("tictactoe")
    for game, other, message in (
        ("connect4", drawn(state), "a network of"),
        ("othello", drawn(state), "has no features"),
        ("leduc", drawn(state), "has no features"),
    ):
        with pytest.raises(ValueError, match=message):
            zermelo.search(zermelo.start(game), depth=1, eval=other, open_cards=game == "leduc")
    few = Network.from_floats(state.game.label, [[0.0] * 16] * 3, [0.0] * 16, [0.0] * 32, 0.0, 1.0)
    with pytest.raises(ValueError, match=r"knows 3 features, .* has 18"):
        zermelo.search(state, depth=1, eval=few)


# --- compiled games ---


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSES)
def test_compiled_examples_have_the_same_features_and_searches(name: str) -> None:
    pytest.importorskip("numba")
    plain = CLASSES[name]
    kind = zermelo.compiled(type(plain.__name__, (plain,), {"__module__": plain.__module__}))
    assert check_compiled(kind(), games=3, plies=40) is None
    state = list(positions(kind().start(), 2, 8))[-1]
    network = drawn(state)
    same_search(state, network, "alphabeta", 2)
    same = zermelo.search(plain().start(state.text), method="alphabeta", depth=2, eval=network)
    fast = zermelo.search(state, method="alphabeta", depth=2, eval=network)
    assert (fast.nodes, fast.score) == (same.nodes, same.score)


def test_a_compiled_game_judges_by_a_network() -> None:
    pytest.importorskip("numba")
    kind = zermelo.compiled(type("CompiledLine", (Steps,), {"__module__": __name__}))
    state = zermelo.start(kind)
    assert state.features(1) == zermelo.start(Steps).features(1)
    same_search(state, drawn(state), "alphabeta", 3)
    with pytest.raises(GameError, match="features are whole numbers from 0 to 19"):
        zermelo.search(state, depth=8, method="minimax", eval=drawn(state))


class Steps(Line):
    """The same, in code that can be compiled; after more than eight steps its features are out of range."""

    feature_count = 20

    def features(self, s: tuple[int, int], player: int) -> Iterator[int]:
        for i in range(s[0]):
            yield i if s[1] == player else 12 + i


# --- networks as values and as files ---


def small(seed: int = 0) -> Network:
    return drawn(zermelo.start("tictactoe"), seed=seed)


def test_networks_are_values(tmp_path: Path) -> None:
    one, two = small(), small()
    assert one == two
    assert hash(one) == hash(two)
    assert one != small(1)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one.digest[:8] in repr(one)
    assert "18 features, 16 hidden" in repr(one)
    for name in ("scale", "w1"):
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, 3.0)


def test_a_file_holds_the_network(tmp_path: Path) -> None:
    file = tmp_path / "a.net"
    small().save(file)
    assert Network.load(file) == small()
    assert hashlib.sha256(file.read_bytes()[:-32]).hexdigest() == small().digest
    assert [each.name for each in tmp_path.iterdir()] == ["a.net"]


def sealed(header: bytes, numbers: bytes = b"", version: int = FORMAT) -> bytes:
    data = MAGIC + FIXED.pack(version, len(header)) + header + numbers
    return data + hashlib.sha256(data).digest()


SHAPE = b'{"game":"g","feature_count":1,"hidden":16,"scale":1.0,"b2":0}'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a network of Zermelo"),
        (b"PK\x03\x04 something else", "not a network of Zermelo"),
        (MAGIC, "cut off"),
        (sealed(SHAPE, bytes(128), 9), "a network of format 9"),
        (sealed(SHAPE, bytes(128))[:-1] + b"\0", "checksum"),
        (sealed(SHAPE, bytes(126)), "126 bytes of numbers, its shape needs 128"),
        (sealed(b"{}"), "missing required field"),
        (sealed(b"\xff\xfe"), "not a network|malformed|invalid"),
        (sealed(SHAPE.replace(b"16", b"17"), bytes(136)), "hidden is 17"),
        (sealed(SHAPE.replace(b"1.0", b"-1.0"), bytes(128)), "scale must be"),
        (sealed(SHAPE.replace(b'count":1', b'count":-1'), bytes(64)), "impossible"),
        (sealed(SHAPE.replace(b"16", b"99999999999"), b""), "impossible"),
        (sealed(SHAPE, bytes(64) + packed([200] * 32)), "w2 holds 200"),
        (MAGIC + struct.pack("<HI", FORMAT, 2**31) + bytes(40), "checksum"),
    ],
)
def test_a_broken_file_is_refused_with_its_name(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.net"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=message) as refused:
        Network.load(file)
    assert "broken.net" in str(refused.value)


def test_any_damage_to_a_file_is_noticed(tmp_path: Path) -> None:
    file, rng = tmp_path / "a.net", random.Random(0)
    small().save(file)
    whole = file.read_bytes()
    for _ in range(100):
        at = rng.randrange(len(whole))
        data = whole[:at] if rng.random() < 0.5 else whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        file.write_bytes(data)
        with pytest.raises(ValueError, match=r"a\.net: (not a network|cut off|damaged|a network of format)"):
            Network.load(file)


def model(
    w1: Sequence[Sequence[float]] = ((0.0,) * 16,),
    b1: Sequence[float] = (0.0,) * 16,
    w2: Sequence[float] = (0.0,) * 32,
    scale: float = 1.0,
) -> Network:
    return Network.from_floats("g", w1, b1, w2, 0.0, scale)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: model(w2=[2.0] * 32), "w2 holds 2.0: it must lie within ±1.98438"),
        (lambda: model(w1=[[200.0] * 16]), "w1 holds 200.0"),
        (lambda: model(b1=[float("nan")] * 16), "b1 holds nan"),
        (lambda: model(b1=[0.0] * 15), "b1 holds 15 numbers, not 16"),
        (lambda: model(w1=[[0.0] * 16, [0.0] * 15]), "rows differ in length"),
        (lambda: model(w1=[]), "feature_count is 0"),
        (lambda: model(w1=[[0.0] * 10], b1=[0.0] * 10), "hidden is 10"),
        (lambda: model(scale=0.0), "scale"),
    ],
)
def test_models_that_do_not_fit_are_refused(made: Callable[[], Network], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        made()


def test_a_game_may_bring_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = zermelo.start("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    rng = random.Random(3)
    some = [[rng.random() - 0.5 for _ in range(16)] for _ in range(768)]
    network = Network.from_floats("chess", some, [0.0] * 16, [0.5, -0.5] * 16, 0.0, 4.0)
    network.save(tmp_path / "chess.net")
    own = zermelo.search(state, nodes=500)
    assert zermelo.search(state, nodes=500, eval="own").score == own.score
    game = state.game
    monkeypatch.setitem(vars(game), "network", str(tmp_path / "chess.net"))
    assert zermelo.search(state, nodes=500).score == zermelo.search(state, nodes=500, eval=network).score != own.score
    assert zermelo.search(state, nodes=500, eval="own").score == own.score
