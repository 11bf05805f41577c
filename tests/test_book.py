"""Opening books: they grow to the same end however they are made, say what they know, and are refused when damaged."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.book import Book, Entry, Growth, grow, own_book, read_book, write_book
from zermelo.book.book import key_of, moves_of, representative
from zermelo.book.file import score_of, text_of
from zermelo.book.grow import ROUND, Tree
from zermelo.cli.commands import run
from zermelo.players import Searcher, player_from
from zermelo.result import Score

SMALL = Growth(depth=4, width=3, plies=12)


class Twice(zermelo.Game):
    """Six picks of 0 to 2, each player two in a row; the first wants a large sum. Its text has several lines."""

    initial = ()
    payoffs = "points"

    def turn(self, state):  # type: ignore[no-untyped-def]
        return len(state) // 2 % 2 if len(state) < 6 else zermelo.OVER

    def moves(self, state):  # type: ignore[no-untyped-def]
        yield from range(3)

    def play(self, state, move):  # type: ignore[no-untyped-def]
        return (*state, move)

    def payoff(self, state, player):  # type: ignore[no-untyped-def]
        return (sum(state) - 6) * (1 if player == 0 else -1)

    def text(self, state):  # type: ignore[no-untyped-def]
        return "picks\n\t" + "".join(map(str, state)) + "\\"


class Circle(zermelo.Game):
    """Positions come back."""

    initial = 0
    repetition = 3

    def turn(self, state):  # type: ignore[no-untyped-def]
        return state % 2

    def moves(self, state):  # type: ignore[no-untyped-def]
        yield 1

    def play(self, state, move):  # type: ignore[no-untyped-def]
        return (state + move) % 4

    def payoff(self, state, player):  # type: ignore[no-untyped-def]
        return 0


@pytest.fixture(scope="module")
def othello() -> Book:
    book = Book("othello", SMALL)
    grow(book, zermelo.start("othello"), 150)
    return book


@pytest.fixture
def file(othello: Book, tmp_path: Path) -> Path:
    write_book(othello, tmp_path / "book.txt")
    return tmp_path / "book.txt"


def some_games(count: int, plies: int) -> list[zermelo.State]:
    """Positions after random moves."""
    found = []
    for seed in range(count):
        rng, state = random.Random(seed), zermelo.start("othello")
        for _ in range(plies):
            state = state.play(rng.choice(state.moves()))
        found.append(state)
    return found


def told_back(book: Book, state: zermelo.State) -> int:
    """Checks that every value is the best of what the book has behind it; says how many such values there were."""
    tree, found = Tree(book, state), 0
    for key, links in tree.links.items():
        scores = [score for _, score in book.entries[key].moves]
        assert scores == sorted(scores, reverse=True)
        for name, link in links.items():
            if link.key in book.entries:
                found += 1
                sign = 1 if link.again else -1
                assert dict(book.entries[key].moves)[name].value == sign * book.entries[link.key].best.value
    return found


def test_values_are_told_back(othello: Book) -> None:
    assert told_back(othello, zermelo.start("othello")) >= len(othello) - 1
    assert all(1 <= len(entry.moves) <= SMALL.width for entry in othello.entries.values())


def test_leaves_are_what_a_search_says(othello: Book) -> None:
    tree = Tree(othello, zermelo.start("othello"))
    key = next(key for key, links in tree.links.items() if not any(link.key in tree.links for link in links.values()))
    result = zermelo.search(tree.states[key], depth=SMALL.depth, best=SMALL.width)
    assert [(move, score.value) for move, score in othello.entries[key].moves] == [
        (each.move, round(each.score.value, 2)) for each in result.lines
    ]


def test_the_same_book_in_one_run_or_in_many_and_with_workers(othello: Book, tmp_path: Path) -> None:
    state, file = zermelo.start("othello"), tmp_path / "book.txt"
    write_book(Book("othello", SMALL), file)
    while len(book := read_book(file)) < len(othello):
        grow(book, state, min(50, len(othello) - len(book)), workers=1 + len(book) % 2)
        write_book(book, file)
    assert book == othello


def test_broken_off_between_rounds_it_is_in_order(othello: Book) -> None:
    class Enough(Exception):
        pass

    def stop(book: Book, added: int) -> None:
        if added > 60:
            raise Enough

    book, state = Book("othello", SMALL), zermelo.start("othello")
    with pytest.raises(Enough):
        grow(book, state, 1000, progress=stop)
    assert 60 < len(book) <= 60 + ROUND
    told_back(book, state)
    grow(book, state, len(othello) - len(book))
    assert book == othello


def test_mirror_images_are_one_position(othello: Book) -> None:
    start = zermelo.start("othello")
    assert len(othello.entries[key_of(start)].moves) == 1, "all four moves are the same"
    lines = othello.lines(start)
    assert {each.move for each in lines} == {"d3", "c4", "f5", "e6"}
    assert len({each.score for each in lines}) == 1
    for state in [start.play(move) for move in start.moves()]:
        here = othello.lines(state)
        assert [each.score for each in here] == [each.score for each in othello.lines(start.play("f5"))]
        for each in here:
            after = state
            for move in each.line:
                after = after.play(move)  # raises if a move is not legal here


def test_lines_agree_with_their_entries(othello: Book) -> None:
    known = [state for state in some_games(300, 3) if key_of(state) in othello.entries]
    assert len(known) > 20
    for state in known:
        entry = othello.entries[key_of(state)]
        lines = othello.lines(state)
        assert {each.score.value for each in lines} == {score.value for _, score in entry.moves}
        assert lines[0].score.value == entry.best.value
        assert lines[0].score.player == state.turn


def test_a_book_answers_only_if_it_knows_what_follows() -> None:
    state = zermelo.start("othello")
    book = Book("othello", SMALL)
    grow(book, state, 1)
    assert len(book) == 1
    assert book.lines(state)
    assert book.answer(state) is None
    grow(book, state, 1)
    assert book.answer(state) is not None
    assert book.answer(state.play("f5")) is None


def test_a_move_that_turns_out_badly_gives_way() -> None:
    state = zermelo.start("othello").play("f5")
    kept, (first, second, *_) = representative(state), moves_of(representative(state))
    book = Book("othello", SMALL, {key_of(state): Entry(4, ((first, Score(5.0)), (second, Score(2.0))))})
    after = kept.play(first)
    book.entries[key_of(after)] = Entry(4, ((next(iter(moves_of(representative(after)))), Score(9.0)),))
    Tree(book, state)
    assert book.entries[key_of(state)].moves == ((second, Score(2.0)), (first, Score(-9.0)))
    assert book.answer(state) is None, "nothing is known behind the second move"


def test_a_sides_own_losses_keep_a_line_out_the_longest() -> None:
    """What may follow is looked for from each side: the other may err, oneself hardly does."""
    state = zermelo.start("othello").play("d3")
    first, second = list(moves_of(representative(state)))[:2]
    # A made-up value of each move: the second loses one disc against the first.
    book = Book("othello", SMALL, {key_of(state): Entry(4, ((first, Score(3.0)), (second, Score(2.0))))})
    tree = Tree(book, state)
    own, others = (sorted(cost - 1.0 for cost, _ in tree._open(side)) for side in (state.turn, 1 - state.turn))
    assert others[0] == 0 < others[1]
    assert own == [8 * each for each in others]


def test_tic_tac_toe_is_solved_by_a_book() -> None:
    """Searches of two plies, told back: what counts as proved is true, and the beginning is among it."""
    state = zermelo.start("tictactoe")
    book = Book("tictactoe", Growth(depth=2, width=9, plies=9))
    assert grow(book, state, 10_000) == len(book) > 100
    tree = Tree(book, state)
    proved = [key for key in tree.links if tree.is_proved(key)]
    assert key_of(state) in proved
    assert len(proved) > 50
    for key in proved:
        score = zermelo.solve(tree.states[key]).score
        assert score is not None
        assert book.entries[key].best.outcome == score.outcome


def test_outcomes_and_their_distance_are_told_back(tmp_path: Path) -> None:
    state = zermelo.start("connect4", width=4, height=4)
    book = Book(state.game.label, Growth(depth=20, width=4, plies=20))
    grow(book, state, 40)
    won = zermelo.start("connect4", "..../..../OOO./XXX.", width=4, height=4)
    found = Book(state.game.label, book.growth)
    grow(found, won, 5)
    assert found.lines(won)[0].score.outcome == "win"
    write_book(found, tmp_path / "b")
    assert read_book(tmp_path / "b", state.game.label) == found


def test_players_that_move_twice_and_texts_of_several_lines(tmp_path: Path) -> None:
    state = zermelo.start(Twice)
    book = Book("Twice", Growth(depth=2, width=3, plies=10))
    grow(book, state, 400)
    assert told_back(book, state) > 100
    assert book.lines(state)[0].score == Score(2.0, proved=True)
    write_book(book, tmp_path / "b")
    assert read_book(tmp_path / "b") == book
    assert book.lines(state)[0].move == 2
    assert isinstance(book.lines(state)[0].move, int)
    player = Searcher(book=book)
    assert player(state) == 2
    assert player.result is not None
    assert player.result.stopped == "book"


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(0.5), "0.5"),
        (Score(-12.0), "-12"),
        (Score(1.25), "1.25"),
        (Score(0.0), "0"),
        (Score(4.0, proved=True), "4!"),
        (Score(1.0, proved=True, outcome="win", plies=13), "win13!"),
        (Score(-1.0, proved=True, outcome="loss", plies=8), "loss8!"),
        (Score(0.0, proved=True, outcome="draw"), "draw!"),
        (Score(0.0, outcome="draw"), "draw"),
    ],
)
def test_values_as_text(score: Score, text: str) -> None:
    assert text_of(score) == text
    assert score_of(text) == score


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "win-1", "1!!", "wins", "--1"])
def test_what_is_no_value(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        score_of(text)


def test_a_damaged_file_is_refused(othello: Book, file: Path) -> None:
    good = file.read_bytes()
    rng = random.Random(1)
    for case in range(300):
        bad = bytearray(good)
        at = rng.randrange(len(bad))
        if case % 3 == 0:
            del bad[at:]
        elif case % 3 == 1:
            bad[at] = (bad[at] + rng.randrange(1, 256)) % 256
        else:
            bad.insert(at, rng.randrange(256))
        file.write_bytes(bad)
        with pytest.raises(ValueError, match="not a book, or damaged"):
            read_book(file)
    file.write_bytes(good)
    assert read_book(file, "othello") == othello


def test_what_is_no_book(tmp_path: Path, file: Path) -> None:
    with pytest.raises(ValueError, match="a folder"):
        read_book(tmp_path)
    with pytest.raises(ValueError, match="a book of othello, not of connect4"):
        read_book(file, "connect4")
    with pytest.raises(FileNotFoundError):
        read_book(tmp_path / "none")
    for content in (b"", b"\x00\xff", b"zermelo book 1\n", b"zermelo book 2\n" * 9, b"zermelo book 1\n" * 9):
        (tmp_path / "b").write_bytes(content)
        with pytest.raises(ValueError, match="not a book, or damaged"):
            read_book(tmp_path / "b")


def test_a_file_is_replaced_whole(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def broken(*names: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(OSError, match="no space"):
        write_book(Book("othello", SMALL), file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": -1},
        {"depth": 0},
        {"depth": True},
        {"width": 0},
        {"plies": 0},
        {"nodes": -5},
        {"patience": 0},
        {"patience": float("nan")},
        {"depth": 1.5},
    ],
)
def test_settings_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Growth(**wrong)


def test_what_cannot_grow() -> None:
    with pytest.raises(ValueError, match="positions=0"):
        grow(Book("othello"), zermelo.start("othello"), 0)
    with pytest.raises(ValueError, match="cannot grow by positions of connect4"):
        grow(Book("othello"), zermelo.start("connect4"), 5)
    with pytest.raises(ValueError, match="positions can come back"):
        grow(Book("Circle"), zermelo.start(Circle), 5)
    with pytest.raises(ValueError, match="one process"):
        grow(Book("Twice"), zermelo.start(Twice), 5, workers=2)
    with pytest.raises(ValueError, match="was it made for other rules"):
        grow(
            Book("Twice", entries={key_of(zermelo.start(Twice)): Entry(3, (("7", Score(0)),))}), zermelo.start(Twice), 5
        )


# Players


def stopped(player: Searcher, state: zermelo.State) -> str:
    player(state)
    assert player.result is not None
    return player.result.stopped


@pytest.mark.parametrize(
    ("player", "uses"),
    [
        (Searcher(), True),
        (Searcher(limit=zermelo.Limit(seconds=0.01)), True),
        (Searcher(limit=zermelo.Limit(clock=zermelo.Clock(1.0)), threads=2, seed=5), True),
        (Searcher(level=9), True),
        (Searcher(level=8), False),
        (Searcher(level=1), False),
        (Searcher(limit=zermelo.Limit(depth=3)), False),
        (Searcher(limit=zermelo.Limit(nodes=500)), False),
        (Searcher("alphabeta", zermelo.Limit(seconds=0.01)), False),
        (Searcher(limit=zermelo.Limit(seconds=0.01), eval="none"), False),
        (Searcher(limit=zermelo.Limit(seconds=0.01), book=False), False),
        (Searcher(limit=zermelo.Limit(depth=3), book=True), True),
        (Searcher(level=1, book=True), True),
        (player_from("auto:seconds=0.01"), True),
        (player_from("auto:seconds=0.01,book=no"), False),
        (player_from("alphabeta:depth=2,book=yes"), True),
        (player_from("level:3"), False),
    ],
)
def test_who_plays_by_the_book(player: Searcher, uses: bool) -> None:
    assert (stopped(player, zermelo.start("othello")) == "book") == uses


def test_analysis_never_uses_the_book() -> None:
    state = zermelo.start("othello")
    assert zermelo.search(state, depth=3).stopped != "book"
    assert Searcher(limit=zermelo.Limit(nodes=100), book=True).look(state).stopped != "book"
    review = zermelo.review(state, ["f5", "d6"], player=Searcher(limit=zermelo.Limit(seconds=0.01)))
    assert all(each.depth for each in review.moves)


def test_a_book_of_ones_own(othello: Book, file: Path) -> None:
    state = zermelo.start("othello")
    player = player_from(f"alphabeta:depth=1,book={file}")
    assert isinstance(player, Searcher)
    assert stopped(player, state) == "book"
    assert player.result is not None
    best = othello.lines(state)[0]
    assert (player.result.score, player.result.depth, player.result.nodes) == (best.score, SMALL.depth, 0)
    assert player.result.line in [each.line for each in othello.lines(state)]
    assert zermelo.Result.from_json(player.result.to_json()) == player.result
    with pytest.raises(ValueError, match="does not help in connect4"):
        player.check(zermelo.start("connect4"))


def test_a_variant_does_not_get_the_usual_book() -> None:
    usual, other = zermelo.start("othello"), zermelo.start("othello", weights=0)
    assert own_book(usual.game) is not None
    assert own_book(other.game) is None
    assert own_book(zermelo.start("connect4").game) is None
    assert own_book(zermelo.start(Twice).game) is None


def test_equal_moves_are_chosen_by_the_seed(othello: Book) -> None:
    def opening(seed: int) -> tuple[str, ...]:
        player, state = Searcher(book=othello, seed=seed), zermelo.start("othello")
        return tuple(str(player(state)) for _ in range(5))

    assert opening(3) == opening(3)
    assert len({opening(seed) for seed in range(10)}) > 5
    assert {move for seed in range(10) for move in opening(seed)} == {"d3", "c4", "f5", "e6"}
    assert othello.answer(zermelo.start("othello")) == othello.answer(zermelo.start("othello"))


def test_worse_moves_are_never_chosen(othello: Book) -> None:
    state = zermelo.start("othello").play("f5")
    best, rng = othello.lines(state)[0].score.value, random.Random(2)
    for _ in range(50):
        answer = othello.answer(state, rng)
        assert answer is not None
        assert answer.score is not None
        assert answer.score.value >= best - 0.5


# The book that Othello comes with


def test_othellos_book() -> None:
    state = zermelo.start("othello")
    book = own_book(state.game)
    assert book is not None
    file = Path(zermelo.__file__).parent / "games" / "othello" / "book.txt"
    assert file.stat().st_size <= 1_000_000
    tree = Tree(book, state)  # raises if a move is not legal
    assert len(tree.links) == len(book) >= 300, "all of it can be reached"
    told_back(book, state)
    assert {len(book.lines(state.play("f5").play(move))) > 0 for move in ("d6", "f6", "f4")} == {True}


# Command line


def test_growing_and_showing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "mine.txt")
    grown = ["book", "grow", "othello", "--file", file, "--positions", "30"]
    assert run([*grown, "--empty", "--depth", "3", "--width", "2"]) == 0
    assert "of them new" in capsys.readouterr().out
    first = read_book(file)
    assert (first.growth.depth, first.growth.width) == (3, 2)
    assert run([*grown, "--moves", "f5 f6", "--nodes", "300"]) == 0
    assert (read_book(file).growth.depth, read_book(file).growth.nodes) == (0, 300)
    assert set(first.entries) < set(read_book(file).entries)
    capsys.readouterr()
    assert run(["book", "show", "othello", "--file", file]) == 0
    assert "d3" in capsys.readouterr().out
    assert run(["book", "show", "othello", "--file", file, "--json"]) == 0
    assert '"kind": "book"' in capsys.readouterr().out
    assert run(["book", "show", "othello", "--moves", "f5 d6 c7"]) == 1
    assert "does not know" in capsys.readouterr().out
    assert (
        run(["book", "grow", "othello", "--file", str(tmp_path / "copy.txt"), "--positions", "1", "--depth", "2"]) == 0
    )
    own = own_book(zermelo.start("othello").game)
    assert own is not None
    assert len(read_book(tmp_path / "copy.txt")) > len(own), "it begins with the game's own"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("book show connect4", "comes without a book"),
        ("book show othello --file {dir}/none", "No such file"),
        ("book show othello --file {dir}", "a folder"),
        ("book show connect4 --file {file}", "a book of othello"),
        ("book grow othello --file {dir}/no/where", "no folder"),
        ("book grow othello --file {file} --empty", "exists"),
        ("book grow othello --file {dir}/b --positions 0", "positions=0"),
        ("book grow othello --file {dir}/b --depth 0", "need a limit"),
        ("book grow othello --file {dir}/b --width 0", "width=0"),
        ("book grow othello", "--file"),
        ("play othello --book {dir}/none", "No such file"),
        ("play othello --book {file} --no-book", "contradict"),
        ("play connect4 --start opponent --book {file}", "does not help in connect4"),
        ("engine othello --book {dir}", "a folder"),
        ("engine connect4 --book {file}", "does not help in connect4"),
    ],
)
def test_wrong_use_is_told(
    command: str, said: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command.format(file=file, dir=tmp_path).split()) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "b").exists()


def test_games_with_and_without_the_book(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = ["--me", "auto:seconds=0.001", "--against", "auto:seconds=0.001", "--start", "me"]
    assert run(["play", "othello", *players, "--book", str(file)]) == 0
    assert "; book)" in capsys.readouterr().out
    assert run(["play", "othello", *players, "--no-book"]) == 0
    assert "; book)" not in capsys.readouterr().out
