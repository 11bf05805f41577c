"""The laws on every game: the built-in ones (each must bring its facts and bad texts), variants, Python games."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from python_games import KNOWN, ConnectFour, Hop, Nim, Race, Stroll, Subtraction, TicTacToe

import zermelo
from zermelo.check import Report, check_game
from zermelo.facts import check_facts

GAMES = zermelo.all_games()
FOLDERS = Path(next(iter(zermelo.games.__path__)))
EXAMPLES = Path(__file__).parents[2] / "examples"

VARIANTS = [
    ("mnk", {"m": 4, "n": 3, "k": 3}),
    ("mnk", {"m": 3, "n": 5, "k": 2}),
    ("mnk", {"m": 1, "n": 1, "k": 1}),
    ("mnk", {"m": 4, "n": 2, "k": 1}),
    ("mnk", {"m": 6, "n": 6, "k": 4}),
    ("mnk", {"m": 8, "n": 8, "k": 3}),
    ("mnk", {"m": 1, "n": 24, "k": 3}),
    ("connect4", {"width": 4, "height": 4}),
    ("connect4", {"width": 9, "height": 5}),
    ("connect4", {"width": 5, "height": 7}),
    ("connect4", {"width": 4, "height": 1}),
    ("connect4", {"width": 1, "height": 6}),
    ("connect4", {"width": 32, "height": 1}),
    ("synthetic", {"branching": 3, "plies": 5, "meetings": 4}),
    ("synthetic", {"branching": 2, "plies": 8, "leaves": "best_first"}),
    ("synthetic", {"branching": 3, "plies": 4, "leaves": "best_last", "seed": 7}),
    ("synthetic", {"branching": 1, "plies": 1, "values": 1}),
    ("synthetic", {"branching": 200, "plies": 2}),
    ("kuhn", {"cards": 13}),
    ("rps", {"rock": 5, "scissors": 2}),
    ("blotto", {"coins": 5, "other": 4, "payoff": "difference"}),
    ("battleship", {"width": 2, "height": 2, "fleet": "one", "shots": 2}),
    ("battleship", {"width": 4, "height": 3, "fleet": "pair", "shots": 5}),
    ("kriegspiel", {"board": "3x4", "plies": 12}),
    ("stratego", {"board": "tiny", "plies": 12}),
]

TREES = [
    "[[-5,4,1],[-6,-4,-2],[6,-3,-6]]",
    "min[[1,2],3,[4,[5,6]]]",
    "[max[1,max[2,3]],min[4,min[5,6]]]",
    "[[[[[7]]]]]",
    "[left:[a:1,b:-2.5],right:[3e300,inf],-inf]",
    "chance[[1,2],[3,4]]",
    "[chance[0.25:[1,2],0.75:3],chance[[4,5],chance[6,7]]]",
    "((3)(5)((1)(2)))",
]


TRIED = 60  # random games of each; the slow run has more
FEWER = {
    "backgammon": 3,
    "battleship": 5,
    "bridge": 30,
    "checkers": 12,
    "chess": 3,
    "hearts": 10,
    "holdem": 8,
    "kriegspiel": 1,
    "othello": 40,
    "phantom": 30,
    "stratego": 1,
}  # of games that last very long
FEWER_OF_EXAMPLES = {
    "Amazons": 6,
    "Breakthrough": 12,
    "DiceTicTacToe": 20,
    "Domineering": 12,
    "Hex": 4,
    "LinesOfAction": 2,
    "MiniChess": 3,
    "Morris": 4,
    "Pig": 20,
}


def kept(report: Report, games: int) -> None:
    """All laws hold, and they were really tried."""
    assert report.ok, str(report)
    assert report.games == games
    assert report.positions >= games
    assert len(report.lines) >= 8
    assert not [line for line in report.lines if not line.startswith("kept")]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_laws(name: str) -> None:
    games = FEWER.get(name, TRIED)
    kept(check_game(name, games), games)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_brings_its_facts_and_bad_texts(name: str) -> None:
    game = GAMES[name]
    for file in ("known.toml", "bad.txt", "README.md"):
        assert (FOLDERS / name / file).is_file(), f"{name} has no {file}"
    assert len(game.bad) >= 20
    assert len(set(game.bad)) == len(game.bad)
    assert sum(len(facts) for facts in game.known.values()) >= 5
    assert {"perft", "search", "moves"} <= set(game.known)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_slow_facts(name: str) -> None:
    wrong = [(fact, trouble) for fact, trouble in check_facts(GAMES[name], slow=True) if trouble]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_laws_on_many_games(name: str) -> None:
    assert check_game(name, games=3000, seed=1).ok


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_variants(name: str, options: dict[str, object]) -> None:
    kept(check_game(name, TRIED, **options), TRIED)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_variants_in_many_games(name: str, options: dict[str, object]) -> None:
    kept(check_game(name, 1000, seed=1, **options), 1000)


@pytest.mark.parametrize("text", TREES)
def test_trees(text: str) -> None:
    kept(check_game(zermelo.start("tree", text), TRIED), TRIED)


def test_random_trees() -> None:
    for seed in range(40):
        root = zermelo.random_tree(4, (1, 2, 3), seed=seed, early=0.2, turn=("max", "min", "chance")[seed % 3])
        report = check_game(root, games=20, seed=seed)
        assert report.ok, str(report)


@pytest.mark.parametrize("game", KNOWN)
def test_python_games(game: type[zermelo.Game]) -> None:
    kept(check_game(game, TRIED), TRIED)


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_python_games_in_many_games(game: type[zermelo.Game]) -> None:
    kept(check_game(game, 1000, seed=1), 1000)


@pytest.mark.parametrize("game", KNOWN)
def test_python_games_have_the_known_counts(game: type[zermelo.Game]) -> None:
    counts = KNOWN[game]["perft"]
    assert [zermelo.count(zermelo.start(game), n) for n in range(1, len(counts) + 1)] == counts


def test_a_game_that_the_second_player_began() -> None:
    kept(check_game(zermelo.start("tictactoe", ".../.../... O"), TRIED), TRIED)


def test_a_state_is_checked_from_where_it_stands() -> None:
    state = zermelo.start("mnk", "X..../.O.../...../.....", m=5, n=4, k=4)
    report = check_game(state, games=50)
    assert report.ok
    assert report.games == 50


def test_python_and_native_games_have_the_same_tree() -> None:
    ours, native = zermelo.start(TicTacToe), zermelo.start("tictactoe")
    assert zermelo.tree_size(ours) == zermelo.tree_size(native)
    mine, board = zermelo.start(ConnectFour), zermelo.start("connect4", width=5, height=4)
    for depth in range(8):
        assert zermelo.count(mine, depth) == zermelo.count(board, depth)


def example_games() -> list[tuple[str, str]]:
    """(file, class) of every game under examples/."""
    found = []
    for file in sorted(EXAMPLES.glob("*.py")):
        source = file.read_text(encoding="utf-8")
        found += [(str(file), line.split()[1].split("(")[0]) for line in source.splitlines() if is_game(line)]
    return found


def is_game(line: str) -> bool:
    return line.startswith("class ") and ("(Game)" in line or "(zermelo.Game)" in line)


@pytest.mark.parametrize(("file", "name"), example_games(), ids=lambda x: Path(x).name)
def test_examples(file: str, name: str) -> None:
    games = FEWER_OF_EXAMPLES.get(name, TRIED)
    report = report_on(file, name, games)
    assert report.ok, str(report)
    assert report.games == games


@pytest.mark.slow
@pytest.mark.parametrize(("file", "name"), example_games(), ids=lambda x: Path(x).name)
def test_examples_in_many_games(file: str, name: str) -> None:
    assert report_on(file, name, 5 * FEWER_OF_EXAMPLES.get(name, TRIED)).ok


def report_on(file: str, name: str, games: int) -> Report:
    if "import numba" in Path(file).read_text(encoding="utf-8"):
        pytest.importorskip("numba")
    spec = importlib.util.spec_from_file_location("example_" + Path(file).stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        return check_game(getattr(module, name), games)
    except zermelo.MissingExtra:
        pytest.skip("needs the jit extra")


# --- the check itself: it finds what is wrong and survives it ---


def report_of(**methods: object) -> Report:
    return check_game(type("Broken", (Subtraction,), methods), games=30)


def a_counter():
    step = iter(range(10**9))
    return lambda: next(step)


COUNT = a_counter()


class MutableState:
    """A state with a content that can be changed, compared by content."""

    def __init__(self, left: int, mover: int) -> None:
        self.left, self.mover = left, mover

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MutableState) and (self.left, self.mover) == (other.left, other.mover)

    def __hash__(self) -> int:
        return hash((self.left, self.mover))

    def __repr__(self) -> str:
        return f"MutableState({self.left}, {self.mover})"


class Mutating(zermelo.Game):
    initial = MutableState(9, 0)

    def turn(self, state):
        return state.mover if state.left else zermelo.OVER

    def moves(self, state):
        return range(1, min(3, state.left) + 1)

    def play(self, state, move):
        state.left -= move
        return MutableState(state.left, 1 - state.mover)

    def payoff(self, state, player):
        return -1 if player == state.mover else 1


def test_a_play_that_changes_its_state_is_found() -> None:
    report = check_game(Mutating)
    assert not report.ok
    assert "changed the state it was given" in report.problems[0]


def raising(self, *arguments):
    raise RuntimeError("boom")


HOSTILE = {
    "moves raises": ({"moves": raising}, "boom"),
    "play raises": ({"play": raising}, "boom"),
    "turn raises": ({"turn": raising}, "boom"),
    "payoff raises": ({"payoff": raising}, "boom"),
    "moves in another order": (
        {"moves": lambda self, s: [1, 2, 3][:: 1 if COUNT() % 2 else -1] if s[0] >= 3 else [1]},
        "then",
    ),
    "a move twice": ({"moves": lambda self, s: [1, 1]}, "twice"),
    "endless moves": ({"moves": lambda self, s: iter(COUNT, -1)}, "then"),
    "moves is None": ({"moves": lambda self, s: None}, "None"),
    "no moves": ({"moves": lambda self, s: []}, "no moves"),
    "play is None": ({"play": lambda self, s, m: None}, "None"),
    "play gives its state": ({"play": lambda self, s, m: s}, "returned the state it was given"),
    "play gives a list": ({"play": lambda self, s, m: [s[0] - m, 1 - s[1]]}, "hash"),
    "play forgets": ({"play": lambda self, s, m: (s[0] - m, COUNT() % 2)}, "depend on their arguments"),
    "never ends": ({"play": lambda self, s, m: (s[0] + 1, 1 - s[1])}, "not over after max_plies"),
    "goes round": ({"play": lambda self, s, m: (s[0] % 5 + 1, 1 - s[1])}, ""),
    "turn is 2": ({"turn": lambda self, s: 2}, "expected 0, 1"),
    "turn is a string": ({"turn": lambda self, s: "X"}, "expected 0, 1"),
    "payoff is nan": ({"payoff": lambda self, s, p: float("nan")}, "nan"),
    "payoff is text": ({"payoff": lambda self, s, p: "won"}, "not a number"),
    "payoff for both": ({"payoff": lambda self, s, p: 1}, "do not cancel"),
    "payoff changes": ({"payoff": lambda self, s, p: COUNT()}, "then"),
    "payoff of amounts": ({"payoff": lambda self, s, p: (1 + COUNT() % 1 + s[1]) * (1 if p else -1)}, "points"),
    "same names": ({"name": lambda self, s, m: "take"}, "are called"),
    "empty names": ({"name": lambda self, s, m: " " * m}, "is called"),
    "evaluate is inf": ({"evaluate": lambda self, s, p: float("inf")}, "finite"),
    "evaluate for both": ({"evaluate": lambda self, s, p: 3.0}, "do not cancel"),
    "evaluate raises": ({"evaluate": raising}, "boom"),
    "canonical wanders": ({"canonical": lambda self, s: (max(0, s[0] - 1), s[1])}, ""),
    "canonical swaps players": ({"canonical": lambda self, s: (s[0], 0)}, ""),
    "parse raises": ({"parse": lambda self, t: {}[t], "text": lambda self, s: repr(s)}, "KeyError"),
    "parse accepts all": ({"parse": lambda self, t: (21, 0), "text": lambda self, s: repr(s)}, "read back"),
    "no odds": (
        {
            "initial": (7, 0),
            "chance": True,
            "odds": lambda self, s, m: 0.2,
            "turn": lambda self, s: -1 if s[0] else -2,
        },
        "add up",
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_wrong_is_told(case: str) -> None:
    methods, words = HOSTILE[case]
    report = report_of(**methods)
    assert not report.ok, str(report)
    assert words in " ".join(report.problems), str(report)
    assert len(report.problems) < 60


def test_states_that_cannot_be_hashed_are_told() -> None:
    class Lists(Subtraction):
        initial = [21, 0]  # noqa: RUF012

    report = check_game(Lists)
    assert "cannot be hashed" in report.problems[0]


def test_an_unfinished_class_is_told() -> None:
    class Half(zermelo.Game):
        initial = 0

    report = check_game(Half)
    assert not report.ok
    assert "has no turn" in report.problems[0]


def test_wrong_use_raises() -> None:
    with pytest.raises(ValueError, match="games=0"):
        check_game("tictactoe", games=0)
    with pytest.raises(ValueError, match="did you mean connect4"):
        check_game("conect4")


def test_the_report_reads_well() -> None:
    assert str(check_game("tictactoe", games=3)).startswith("tictactoe: keeps every law (3 random games, ")
    assert "problems" in str(report_of(moves=raising))


def test_no_law_is_left_out() -> None:
    """Every law has a sentence, and the games above try all of them but the compiled one."""
    tried = set()
    small = zermelo.start("connect4", width=4, height=2)
    for game in ("tictactoe", "othello", "kuhn", small, Race, Nim, Hop, Stroll):
        tried |= {line[8:].rsplit(" (", 1)[0] for line in check_game(game, games=5).lines}
    sentences = set(zermelo.check.SENTENCES.values())
    assert sentences - tried == {zermelo.check.SENTENCES["compiled"]}
