"""`zermelo poker`: a spot of hold'em solved, as a 13×13 grid, a table or JSON."""

from __future__ import annotations

from collections.abc import Sequence

import click

from zermelo.cli.arguments import JSON, Number, Words
from zermelo.cli.failures import DONE, BadUse, asked
from zermelo.cli.output import data, emit, in_colour, note, show_table
from zermelo.games.holdem.ranges import grid_kinds
from zermelo.games.holdem.spot import MEGABYTE, USUAL_MEMORY, USUAL_TARGET, Solution, Spot, solve
from zermelo.games.holdem.spot_node import PLAYERS, Cell, SpotNode

QUIET = ("fold", "check", "call")
SHOWN = ("bets", "value", "equity", "weight")


@click.command()
@click.argument("board", metavar="BOARD")
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.option("--pot", type=float, default=100.0, show_default=True, help="Chips in the pot.")
@click.option("--stack", type=float, default=200.0, show_default=True, help="Chips that each player has left.")
@click.option("--bets", default="50%,100%", show_default=True, help='Sizes: "50%,all-in", "turn 50%; river 75%".')
@click.option("--raises", default="100%", show_default=True, help='The same for raises; also "3x".')
@click.option("--most-bets", type=int, default=3, show_default=True, help="Bets and raises a street.")
@click.option("--all-in", type=float, default=0.67, show_default=True, help="Of what is left, as all-in.")
@click.option("--percent", type=float, default=USUAL_TARGET, show_default=True, help="Stop at this exploitability.")
@click.option("--seconds", type=float, help="Stop after this time.")
@click.option("--iterations", type=Number("iterations"), metavar="N", help="Stop after this many.")
@click.option("--bits", type=Words("size", ("16", "32")), default="32", show_default=True, help="16: half the memory.")
@click.option("--memory-mb", type=float, default=float(USUAL_MEMORY), show_default=True, help="Refuse what takes more.")
@click.option("--line", default="", metavar="LINE", help='What has happened: "check, bet 50, call, 2h".')
@click.option("--player", type=Words("player", PLAYERS), help="Whose hands to show; usually who is to act.")
@click.option("--show", "shown", default="bets", show_default=True, help="bets, value, equity, weight, or an action.")
@click.option("--csv", "as_csv", is_flag=True, help="A row for every hand instead of the grid.")
@JSON
def poker(
    board: str,
    first: str,
    second: str,
    pot: float,
    stack: float,
    bets: str,
    raises: str,
    most_bets: int,
    all_in: float,
    percent: float,
    seconds: float | None,
    iterations: float | None,
    bits: str,
    memory_mb: float,
    line: str,
    player: str | None,
    shown: str,
    as_csv: bool,
    as_json: bool,
) -> int:
    """Solve a spot of no-limit hold'em: a board, and a range for each player.

    BOARD is three to five cards ("Ks Td 7h"); FIRST and SECOND are ranges such as "AA,AKs:0.5,QJs+,22-66" or "any". The
    first player speaks first. Shown is how often each kind of hand bets or raises, in percent.
    """
    with asked():
        spot = Spot(board, first, second, pot, stack, bets, raises, most_bets, all_in)
        note(size_of(spot, int(bits)))
        found = solve(
            spot,
            percent=percent,
            seconds=seconds,
            iterations=None if iterations is None else int(iterations),
            bits=int(bits),
            memory_mb=memory_mb,
        )
        node = found.node(line)
    who = PLAYERS.index(player) if player else node.player
    if shown not in (*SHOWN, *node.actions):
        raise BadUse(f"--show {shown}: it can be {', '.join((*SHOWN, *node.actions))}")
    if as_json:
        tell_json(found, node, who)
    elif as_csv:
        data(node.csv(who).rstrip())
    else:
        tell(found, node, who, shown)
    return DONE


def size_of(spot: Spot, bits: int) -> str:
    """What solving will take, told before it begins."""
    hands = " × ".join(f"{len(spot.core.hands(player)):,}" for player in (0, 1))
    boards = spot.core.boards[-1]
    return (
        f"{hands} hands, {spot.core.nodes:,} lines of bets, {boards:,} board{'s' * (boards > 1)}: "
        f"{spot.memory(bits) / MEGABYTE:,.1f} MB"
    )


def tell_json(found: Solution, node: SpotNode, who: int) -> None:
    emit(
        "spot",
        board=node.board,
        line=node.line,
        node=node.kind,
        player=PLAYERS[who],
        pot=node.pot,
        actions=node.actions,
        exploitability=found.exploitability,
        percent=found.percent,
        iterations=found.iterations,
        stopped=found.stopped,
        seconds=found.seconds,
        memory=found.memory,
        hands=node.table(who),
    )


def tell(found: Solution, node: SpotNode, who: int, shown: str) -> None:
    data(str(found))
    after = f" after {node.line}" if node.line else ""
    data(f"{' '.join(node.board)}, pot {node.pot:g}{after}: {PLAYERS[who]}, {meaning(shown)}\n")
    if who != node.player and shown not in SHOWN[1:]:
        shown = "weight"
    for row in drawn(node, who, shown):
        data(row)
    summary = node.summary(who)
    rows: list[Sequence[object]] = [(name, f"{100 * share:.1f}") for name, share in summary.shares.items()]
    if rows:
        data()
        show_table(("action", "percent"), rows)
    data(f"{PLAYERS[who]} takes {summary.value:.2f} of the pot; equity {100 * summary.equity:.1f} %")


def meaning(shown: str) -> str:
    return {
        "bets": "bets or raises in percent",
        "value": "chips out of the pot",
        "equity": "equity in percent",
        "weight": "hands still held",
    }.get(shown, f"{shown} in percent")


def drawn(node: SpotNode, who: int, shown: str) -> list[str]:
    """The grid, a line a row; kinds of hands that are not here are dots."""
    cells = node.cells(who)
    return [
        "  ".join(
            painted(f"{kind:<3}{number(cells[kind], shown):>5}", cells[kind], shown)
            if kind in cells
            else f"{'·':<3}{'':>5}"
            for kind in row
        ).rstrip()
        for row in grid_kinds()
    ]


def number(cell: Cell, shown: str) -> str:
    if shown == "value":
        return f"{cell.value:.1f}" if abs(cell.value) < 100 else f"{cell.value:.0f}"
    if shown == "weight":
        return f"{cell.hands:.1f}"
    return f"{100 * part(cell, shown):.0f}"


def part(cell: Cell, shown: str) -> float:
    """A share from 0 to 1: equity, or how often an action (any bet) is chosen."""
    if shown == "equity":
        return cell.equity
    return sum(
        share for name, share in cell.shares.items() if (name not in QUIET if shown == "bets" else name == shown)
    )


def painted(text: str, cell: Cell, shown: str) -> str:
    if not in_colour() or shown in ("value", "weight"):
        return text
    share = part(cell, shown)
    return click.style(text, fg="red" if share > 2 / 3 else "yellow" if share > 1 / 3 else None, bold=share > 1 / 3)
