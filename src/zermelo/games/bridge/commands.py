"""`zermelo bridge`: what every declarer can make, and par."""

from __future__ import annotations

from pathlib import Path

import click

from zermelo.cli.arguments import JSON, Words
from zermelo.cli.failures import DONE, BadUse, asked
from zermelo.cli.output import data, emit, note
from zermelo.errors import ParseError
from zermelo.games.bridge.game import par, position, table
from zermelo.games.bridge.par import SEATS, VULNERABLE, Par
from zermelo.games.bridge.pbn import Board, read_boards


@click.group()
def bridge() -> None:
    """Bridge: what every declarer can make, and par.

    Cards in the middle of the play are ranked by `zermelo analyze bridge POSITION --best all`, with --open-cards if
    everybody sees all hands.
    """


@bridge.command("table")
@click.argument("deal", metavar="DEAL|FILE")
@click.option(
    "--vulnerable", type=Words("vulnerability", VULNERABLE), help="none, ns, ew or both; a file says it for each board."
)
@click.option("--dealer", type=Words("seat", SEATS), help="N, E, S or W.")
@click.option("--seconds", type=float, default=0.0, help="Give up on a deal after this time.")
@JSON
def table_command(deal: str, vulnerable: str | None, dealer: str | None, seconds: float, as_json: bool) -> int:
    """Tricks of every declarer in every strain with all cards open, and par.

    DEAL is such as "N:AKQ2.J5.T98.7643 … … …", FILE one of boards in PBN. Boards that cannot be
    read are named, and left out.
    """
    found: list[dict[str, object]] = []
    boards, faulty = boards_of(deal)
    for board in boards:
        wanted = vulnerable or board.vulnerable, dealer or board.tags.get("Dealer", "N").upper()
        try:
            state = position(board.deal)
            if wanted[1] not in SEATS:
                raise ParseError(f"dealer {wanted[1]!r} is not N, E, S or W")
        except ParseError as error:
            if len(boards) == 1 and not faulty:
                raise
            faulty.append(f"board {board.tags.get('Board', '?')}: {error}")
            continue
        try:
            made = table(state, seconds=seconds)
        except TimeoutError:
            raise BadUse(f"{seconds:g} seconds were not enough for {board.deal}") from None
        with asked():
            best = par(made, *wanted) if made.length == 13 else None
        if not as_json:
            tell(board, str(made), best)
        found.append(
            {
                "board": board.tags.get("Board"),
                "deal": board.deal,
                "vulnerable": wanted[0],
                "dealer": wanted[1],
                "tricks": {strain: dict(row) for strain, row in made.tricks.items()},
                "par": best and {"score": best.score, "contracts": [str(each) for each in best.contracts]},
            }
        )
    if as_json:
        emit("tables", boards=found, faulty=faulty)
    for each in faulty:
        note(f"not read: {each}")
    return DONE


def boards_of(deal: str) -> tuple[list[Board], list[str]]:
    """The deal as the only board, or those of a file, with what is wrong with those that cannot be read."""
    if deal[1:2] == ":":
        return [Board(deal)], []
    try:
        boards, faulty = read_boards(Path(deal).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise BadUse(f"{deal} is neither a deal (N:… … … …) nor a file that can be read: {error.strerror}") from error
    if not boards:
        raise BadUse(f"{deal} holds no boards" + "".join(f"; {each}" for each in faulty))
    return boards, [str(each) for each in faulty]


def tell(board: Board, made: str, best: Par | None) -> None:
    if "Board" in board.tags:
        data(f"board {board.tags['Board']}: {board.deal}")
    data(made)
    data(f"par {best}\n" if best else "")
