"""Endgame tables of checkers: known counts, values that follow from the slow rules, endings that are won."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
import slow_checkers as slow

import zermelo
from zermelo import EndgameTable, Result, State, endgames, search
from zermelo.games import find_game
from zermelo.players import player_from

# Positions with both sides present, by pieces: won, lost and drawn for the side to move. An independent generator found
# them, which was itself compared with a published database.
COUNTS = {2: (716, 402, 2370), 3: (100_250, 87_305, 8_477), 4: (2_574_304, 1_917_090, 1_717_922)}
FIVE = (71_334_772, 56_993_144, 11_122_892)
START = zermelo.start("checkers")


@pytest.fixture(scope="module")
def four() -> EndgameTable:
    return endgames(START, pieces=4)


@pytest.fixture(scope="module")
def five() -> EndgameTable:
    return endgames(START, pieces=5, memory_mb=200)


def counted(table: EndgameTable) -> dict[int, tuple[int, int, int]]:
    sums = Counter[tuple[int, str]]()
    for part, tally in zip(table.planned, table.tallies, strict=True):
        for name in ("wins", "losses", "draws"):
            sums[part.pieces, name] += getattr(tally, name)
    pieces = {part.pieces for part in table.planned}
    return {each: (sums[each, "wins"], sums[each, "losses"], sums[each, "draws"]) for each in pieces}


def random_position(rng: random.Random, pieces: int) -> tuple[slow.Board, str]:
    """So many pieces anywhere, both colours, sometimes with few kings and sometimes with many."""
    squares = list(slow.NUMBERS)
    kings = rng.random()
    while True:
        sides = "bw" + "".join(rng.choices("bw", k=pieces - 2))
        board: slow.Board = {}
        for at, side in zip(rng.sample(squares, pieces), sides, strict=True):
            king = rng.random() < kings or at[0] == (7 if side == "b" else 0)
            board[at] = side.upper() if king else side
        return board, rng.choice("bw")


def test_counts(four: EndgameTable) -> None:
    assert counted(four) == COUNTS
    assert four.tally.longest == 109


def follows(table: EndgameTable, board: slow.Board, side: str) -> None:
    """The value and distance of a position are those that its moves by the slow rules come to."""
    other = "w" if side == "b" else "b"
    if not slow.names(board, side):
        return
    state = zermelo.start("checkers", slow.text(board, side))
    wins, losses, draws = list[int](), list[int](), 0
    for path in slow.names(board, side).values():
        after = slow.play(board, path)
        if not slow.names(after, other):
            wins.append(1)  # it has no pieces, or none that can move
            continue
        child = zermelo.start("checkers", slow.text(after, other))
        value, plies = table.value(child), table.distance(child)
        if value == 0:
            draws += 1
        else:
            assert plies is not None
            (wins if value == -1 else losses).append(plies + 1)
    found = (table.value(state), table.distance(state))
    if wins:
        assert found == (1, min(wins)), state.text
    elif draws:
        assert found == (0, None), state.text
    else:
        assert found == (-1, max(losses)), state.text


def test_values_follow_from_the_slow_rules(four: EndgameTable) -> None:
    rng = random.Random(4)
    for _ in range(1500):
        follows(four, *random_position(rng, rng.randint(2, 4)))


def test_the_table_of_the_game_is_the_one_that_is_made(four: EndgameTable) -> None:
    game = find_game("checkers")
    held = EndgameTable.load(game.folder / game.endgames)
    assert (held.check, held.complete, len(held)) == (four.check, True, len(four))
    assert counted(held) == COUNTS
    assert (game.folder / game.endgames).stat().st_size < 1_600_000


def test_a_table_comes_back_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "three"
    made = endgames(START, pieces=3, file=file)
    read = EndgameTable.load(file)
    assert counted(read) == counted(made)
    for text in ("B:WK32:BK1,K2", "W:WK32:BK1,K2", "B:W21,22:B12"):
        state = zermelo.start("checkers", text)
        assert (read.value(state), read.distance(state)) == (made.value(state), made.distance(state))


def test_a_player_takes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "three"
    endgames(START, pieces=3, file=file)
    player = player_from(f"auto:nodes=200,endgames={file}")
    state = zermelo.start("checkers", "B:WK32:BK14,K18")
    assert player(state) in state.moves()
    assert isinstance(player.result, Result)
    assert player.result.score is not None
    assert player.result.score.outcome == "win"
    with pytest.raises(ValueError, match="endgames='nowhere': No such file"):
        player_from("auto:endgames=nowhere")(state)


def won_positions(table: EndgameTable, seed: int, pieces: int, number: int) -> list[State]:
    """Positions of so many pieces or fewer that are won for whoever moves, without a capture at once."""
    rng, found = random.Random(seed), list[State]()
    while len(found) < number:
        board, side = random_position(rng, rng.randint(3, pieces))
        state = zermelo.start("checkers", slow.text(board, side))
        if not state.is_over and table.value(state) == 1 and "x" not in state.moves()[0]:
            found.append(state)
    return found


def play_out(state: State, table: EndgameTable, nodes: int) -> float:
    """A search that has the table against the table's longest defence: what the search comes to."""
    winner = state.turn
    while not state.is_over:
        found = search(state, endgames=table, nodes=nodes).move if state.turn == winner else table.best(state)
        state = state.play(found)
    return state.payoff(winner)


def test_won_endings_are_won(four: EndgameTable) -> None:
    for state in won_positions(four, 9, 4, 25):
        assert play_out(state, four, 300) == 1, state.text


def test_a_win_that_comes_too_late_is_not_sure(four: EndgameTable) -> None:
    """Two kings against one in the middle win in so many plies; with fewer left before the draw nothing is claimed."""
    early = zermelo.start("checkers", "B:WK32:BK14,K18")
    plies = four.distance(early)
    assert plies is not None
    for quiet, outcome in ((0, "win"), (80 - plies, "win"), (81 - plies, None)):
        state = zermelo.start("checkers", f"{early.text}:H{quiet}")
        score = search(state, method="alphabeta", endgames=four, depth=1).score
        assert score is not None
        assert score.outcome == outcome, quiet


@pytest.mark.slow
def test_counts_of_five_pieces(five: EndgameTable) -> None:
    assert counted(five) == COUNTS | {5: FIVE}
    assert five.tally.longest == 162


@pytest.mark.slow
def test_values_of_five_pieces_follow_from_the_slow_rules(five: EndgameTable) -> None:
    rng = random.Random(5)
    for _ in range(20_000):
        follows(five, *random_position(rng, 5))


@pytest.mark.slow
def test_every_won_ending_of_five_pieces_is_won(five: EndgameTable) -> None:
    for state in won_positions(five, 14, 5, 2000):
        assert play_out(state, five, 300) == 1, state.text
