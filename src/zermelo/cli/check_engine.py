"""`zermelo check-engine`: does a program speak the course's protocol, or UCI, and what is wrong if not."""

from __future__ import annotations

import shlex
from dataclasses import asdict

import click

from zermelo.cli.arguments import JSON, GameName, open_state
from zermelo.cli.failures import DONE, NO, BadUse, Failed, asked
from zermelo.cli.output import data, emit, note
from zermelo.games import assignment_game
from zermelo.players.isolation import OWN, STRANGER
from zermelo.players.player import Left
from zermelo.players.spec import is_protocol

CHECKED = ("cmd", "uci")


@click.command("check-engine")
@click.argument("engine", metavar="cmd:COMMAND|uci:COMMAND")
@click.option("--game", type=GameName(), help="The game it plays; if not given, the one of the starter assignment.")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=5.0, show_default=True, help="For each move.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the moves played against it.")
@click.option("--trust", is_flag=True, help="Run it without a sandbox.")
@JSON
def check_engine(engine: str, game: str | None, seconds: float, seed: int, trust: bool, as_json: bool) -> int:
    """Check step by step whether a program speaks the course's protocol, or UCI.

    Plays a game as black and one as white with it and says in words what is wrong and how to put it right. Exit code 0
    if all is well, 1 if there is a fault, 3 if the program could not be tried. docs/engines.md shows how to write one.

    \b
      zermelo check-engine cmd:./student.py
      zermelo check-engine "cmd:java -cp build Student {color}" --seconds 2
      zermelo check-engine uci:./engine --game connect4
    """
    from zermelo.players.protocols.child_process import check_command
    from zermelo.players.protocols.compliance import check_program
    from zermelo.players.protocols.uci_compliance import check_uci

    protocol, command = command_of(engine)
    with asked():
        check_command(command)
    state = open_state(game or usual_game(), None, ())
    isolation = OWN if trust else STRANGER
    try:
        check = check_uci if protocol == "uci" else check_program
        found = check(command, state, seconds=seconds, isolation=isolation, seed=seed)
    except Left as left:
        raise Failed(f"the program could not be tried: {left}") from left
    if as_json:
        emit("compliance", ok=found.ok, **asdict(found))
        return DONE if found.ok else NO
    data(str(found))
    if found.talk:
        data("\nthe talk before the first fault (> to the program, < from it):")
        data("\n".join(f"  {line}" for line in found.talk))
    data(f"\n{'All is well.' if found.ok else 'The program does not keep the protocol (docs/protocols.md).'}")
    if not trust and not found.protected:
        note("note: this system has no sandbox for it; the program could use network and files (docs/isolation.md)")
    return DONE if found.ok else NO


def usual_game() -> str:
    game = assignment_game()
    if game is None:
        raise BadUse("say which game it plays: --game")
    return game.name


def command_of(engine: str) -> tuple[str, list[str]]:
    """The protocol and the words of `cmd:COMMAND` or `uci:COMMAND`; a command alone speaks the course's protocol."""
    head, _, rest = engine.partition(":")
    if head not in CHECKED and is_protocol(head):
        raise BadUse(f"{head}: is another protocol; the check is for the course's, cmd:COMMAND, and for uci:COMMAND")
    try:
        return (head, shlex.split(rest)) if head in CHECKED else ("cmd", shlex.split(engine))
    except ValueError as error:
        raise BadUse(f"{engine!r}: {error}") from None
