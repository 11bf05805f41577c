"""`zermelo play`, and the menu that `zermelo` alone opens."""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Mapping, Sequence
from typing import TypeVar

import click

from zermelo.book import read_book
from zermelo.cli.arguments import BOOK, GAME, JSON, LIMITS, METHOD, Strength, Words, book_of, limit_of, open_state
from zermelo.cli.failures import DONE, BadUse, Failed, asked
from zermelo.cli.output import data, drawn_board, in_colour, note
from zermelo.ending import Ending
from zermelo.game import CHANCE, BuiltIn, State, dealt
from zermelo.match.game import Played, Record, check_seat
from zermelo.match.game import play as play_game
from zermelo.methods import ALL_METHODS
from zermelo.players import Human, Player, Searcher, player_from
from zermelo.players.levels import HIGHEST, LOWEST, NAMED, STRENGTHS
from zermelo.players.player import name_of
from zermelo.players.spec import SIMPLE
from zermelo.result import Result, many
from zermelo.scene import outcome_words

T = TypeVar("T")
LEVELS = NAMED | {str(level): f"level:{level}" for level in range(LOWEST, HIGHEST + 1)}
PLAYERS = Words("player", (*ALL_METHODS, *SIMPLE), more=True)


@click.command()
@GAME
@LIMITS
@click.option(
    "--against",
    type=PLAYERS,
    metavar="PLAYER",
    help="Who has the other seats: auto, alphabeta:depth=4, level:7, naive, random, module:Class, cmd:PROGRAM …",
)
@click.option("--level", type=Strength(), metavar="N|WORD", help=f"Its strength: {STRENGTHS}.")
@click.option("--method", type=METHOD, help="How it searches.")
@click.option(
    "--me", type=PLAYERS, default="human", metavar="PLAYER", help="Who plays for you (to watch two computers)."
)
@click.option(
    "--start", "starts", type=Words("answer", ("me", "opponent")), help="Who has the first move; asked if not given."
)
@click.option("--seat", metavar="NAME", help="Your seat, by the game's name for it (N, black …), instead of --start.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="For dice, deals, books, naive and random players."
)
@BOOK
@JSON
def play(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    depth: float | None,
    seconds: float | None,
    nodes: float | None,
    against: str | None,
    level: str | None,
    method: str | None,
    me: str,
    starts: str | None,
    seat: str | None,
    seed: int,
    book: str | None,
    no_book: bool,
    as_json: bool,
) -> int:
    """Play a game in the terminal.

    Moves are typed by their names (squares of small boards also as 1-9). Other commands: hint, undo, moves, board,
    rules, resign, quit, help. With --json the record of the game is printed, and all else goes to standard error.
    """
    state = open_state(game, position, options, moves)
    state = state if position or moves else dealt(state, seed % 2**60)
    talk = Talk(to_stderr=as_json)
    mine = chosen_player(me, seed, talk, "you")
    others = [
        opponent_of(against, level, method, (depth, seconds, nodes), seed + 2 * number)
        for number in range(len(state.info.players) - 1)
    ]
    give_book(book_of(book, no_book), mine, *others)
    others = [talk.human("opponent") if isinstance(other, Human) else other for other in others]
    record = one_game(state, mine, others, wanted_seat(state, starts, seat), talk, seed)
    if as_json:
        data(record.to_json())
    if record.ending.is_fault:
        raise Failed(record.reason)
    return DONE


def opponent_of(
    against: str | None, level: str | None, method: str | None, limits: tuple[float | None, ...], seed: int
) -> Player:
    """The player that the options describe."""
    named = [name for name, given in (("--against", against), ("--level", level), ("--method", method)) if given]
    if len(named) > 1:
        raise BadUse(f"{' and '.join(named)} contradict each other: each says who the opponent is")
    limit = limit_of(*limits)
    if limit.none or method or not named:
        if named and not method:
            return seeded(against or LEVELS[level or ""], seed)
        return Searcher(method or "auto", limit, seed=abs(seed))
    raise BadUse(f"{named[0]} says how long the opponent thinks: give it as {against or 'auto'}:depth=4 or the like")


def seeded(spec: str, seed: int) -> Player:
    """The player of a spec; naive and random take the seed of the command."""
    with asked():
        return player_from(f"{spec}:seed={seed}" if spec in ("naive", "random") else spec)


def give_book(book: str | bool | None, *players: Player) -> None:
    """Players that search use this book; None: as they would by themselves."""
    with asked():
        chosen = read_book(book) if isinstance(book, str) else book
    for player in players:
        if chosen is not None and isinstance(player, Searcher):
            player.book = chosen


def chosen_player(spec: str, seed: int, talk: Talk, name: str) -> Player:
    player = seeded(spec, seed + 1)
    return talk.human(name) if isinstance(player, Human) else player


class Talk:
    """The conversation with a person: lines in, lines out."""

    def __init__(self, to_stderr: bool = False) -> None:
        self.to_stderr = to_stderr
        self.live = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and not to_stderr
        if self.live:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401

    def tell(self, text: str = "") -> None:
        note(text) if self.to_stderr else data(text)

    def ask(self, prompt: str) -> str:
        """One line of input; EOFError at its end. Input that is not typed is shown, so that the talk can be read."""
        if self.live:
            return input(prompt)
        click.echo(prompt, nl=False, err=self.to_stderr)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        self.tell(line.rstrip("\n") if line and not sys.stdin.isatty() else "")
        if not line:
            raise EOFError
        return line

    def choose(self, question: str, words: Mapping[str, T], usual: str) -> T:
        """Asks until the answer is one of the words (or their beginning); an empty line is the usual answer."""
        while True:
            text = self.ask(f"{question} [{usual}]: ").strip().lower() or usual
            found = [word for word in words if word == text] or [word for word in words if word.startswith(text)]
            if len(found) == 1:
                return words[found[0]]
            self.tell(f"{text!r} is none of {', '.join(words)}")

    def human(self, name: str) -> Human:
        return Human(self.ask, self.tell, name=name, draw=lambda state: drawn_board(state, state.turn))


def one_game(state: State, mine: Player, others: list[Player], seat: int | None, talk: Talk, seed: int) -> Record:
    """Asks for the seat if it is not given, plays, and says how it ended."""
    with asked():
        for player in (mine, *others):
            check_seat(state, player)
            if isinstance(player, Searcher):
                player.check(state)
    seats = state.info.players
    try:
        seat = chosen_seat(state, mine, talk) if seat is None else seat
    except EOFError:
        talk.tell("the input ended before the game began")
        names, nothing = tuple(map(name_of, (mine, *others))), ("",) * len(seats)
        return Record(
            state.game.label,
            names,
            state.text,
            (),
            state.text,
            Ending.ABORTED,
            reason="the input ended",
            times=nothing,
            messages=nothing,
            seats=tuple(seats),
        )
    players = [*others[:seat], mine, *others[seat:]]
    taken = ", ".join(f"{name} is {name_of(player)}" for name, player in zip(seats, players, strict=True))
    talk.tell(f"{state.game.label}: {taken}")
    if any(isinstance(player, Human) for player in players):
        talk.tell("Say a move, or help.")
    record = play_game(state, players, watch=Board(players, seats, talk), seed=seed)
    talk.tell(last_word(record))
    return record


def wanted_seat(state: State, starts: str | None, seat: str | None) -> int | None:
    """The seat that the options name; None if they name none."""
    seats = list(state.info.players)
    if starts and seat:
        raise BadUse("--start and --seat contradict each other: each says where you play")
    if starts and len(seats) != 2:
        raise BadUse(f"--start is for two players; of {', '.join(seats)} choose one with --seat")
    if seat:
        found = [number for number, name in enumerate(seats) if name.lower() == seat.lower()]
        if not found:
            raise BadUse(f"--seat {seat}: {state.game.label} has the seats {', '.join(seats)}")
        return found[0]
    return None if not starts else first_seat(state) if starts == "me" else 1 - first_seat(state)


def first_seat(state: State) -> int:
    """Who has the first move; before dice, the first player."""
    return max(0, state.turn)


def chosen_seat(state: State, mine: Player, talk: Talk) -> int:
    """Where a person wants to play; a computer has the first move."""
    seats, first = state.info.players, first_seat(state)
    if not isinstance(mine, Human):
        return first
    if len(seats) > 2:
        words = {name.lower(): number for number, name in enumerate(seats)}
        return int(talk.choose(f"Which seat do you take ({', '.join(seats)})?", words, seats[first].lower()))
    starts = talk.choose("Do you want to start?", {"yes": True, "no": False}, "yes")
    return first if starts else len(seats) - 1 - first


class Board:
    """Shows each position, and after a computer's move what it cost. Where something is hidden, a person sees no more
    than their own view: not even the others' moves, which may be secret."""

    def __init__(self, players: list[Player], seats: Sequence[str], talk: Talk) -> None:
        self.players, self.seats, self.talk = players, seats, talk
        self.shown: tuple[str, int] | None = None  # the last view, and whose turn it was

    def __call__(self, state: State, played: Played | None) -> None:
        people = [i for i, player in enumerate(self.players) if isinstance(player, Human)]
        secret = state.info.hidden and bool(people) and not state.is_over
        if secret and len(people) > 1 and state.turn not in people:
            return  # whose view should it be?
        viewer = None if not secret else people[0] if len(people) == 1 else state.turn
        if viewer is not None and self.shown == (now := (state.view(viewer), state.turn)):
            return  # something happened that is not to be seen
        self.shown = now if viewer is not None else None
        if played is not None and not (secret and played.player != viewer):
            self.talk.tell(self.move_line(played))
        self.talk.tell()
        self.talk.tell(drawn_board(state, viewer))
        self.talk.tell()

    def move_line(self, played: Played) -> str:
        if played.player == CHANCE:
            return f"chance: {played.move}"
        player = self.players[played.player]
        who = name_of(player) if len(self.players) == 2 else f"{self.seats[played.player]} ({name_of(player)})"
        result = player.result
        cost = f"  ({result.score}; {effort(result)})" if result is not None else ""
        name = click.style(played.move, bold=True) if in_colour() else played.move
        return f"{who}: {name}{cost}"


def effort(result: Result) -> str:
    """What a move cost."""
    return "book" if result.stopped == "book" else f"{many(result.nodes, 'node')}, {result.seconds:.2f} s"


def last_word(record: Record) -> str:
    """How the game ended, in a sentence."""
    words = {Ending.RULES: "", Ending.RESIGN: "by resignation", Ending.ABORTED: record.reason}
    why = words.get(record.ending, record.ending)
    who = [f"{seat} ({name})" for seat, name in zip(record.seats, record.players, strict=True)]
    if len(who) > 2 and record.winners:
        return f"{outcome_words(who, record.winners, record.payoffs)}{f' ({record.reason})' if record.reason else ''}."
    if record.winner is not None:
        sentence = f"{who[record.winner]} {'win' if record.players[record.winner] == 'you' else 'wins'}"
    else:
        sentence = "The game was broken off" if record.ending is Ending.ABORTED else "Draw"
    two = record.payoffs if worth_telling(record) and len(who) == 2 else None
    points = f" {two[0]:g} : {two[1]:g}" if two is not None else ""
    return f"{sentence}{points}{f' ({why})' if why else ''}."


def worth_telling(record: Record) -> bool:
    """Payoffs other than win, draw and loss."""
    return record.payoffs is not None and not set(record.payoffs) <= {-1.0, 0.0, 1.0}


def menu() -> None:
    """Pick a game, a strength, who starts; play; again."""
    talk = Talk()
    with contextlib.suppress(EOFError, Quit):
        while True:
            play_from_menu(talk)
            if not talk.choose("Another game?", {"yes": True, "no": False}, "yes"):
                return


class Quit(Exception):
    """The person wants to leave the menu."""


def play_from_menu(talk: Talk) -> None:
    from zermelo.games import all_games

    offered = [game for game in all_games().values() if not game.abstract]
    talk.tell(click.style("Zermelo", bold=True) if in_colour() else "Zermelo")
    for i, game in enumerate(offered, 1):
        talk.tell(f"  {i}  {game.title:<14} {game.summary}")
    talk.tell("  q  leave        (zermelo --help shows all that can be done)")
    words: dict[str, BuiltIn | None] = {str(i): game for i, game in enumerate(offered, 1)}
    words |= {game.name: game for game in offered} | {"quit": None}
    chosen = talk.choose("Game", words, "1")
    if chosen is None:
        raise Quit
    spec = talk.choose(f"Strength ({STRENGTHS})", dict(LEVELS), "medium")
    state = dealt(chosen.start(), random.getrandbits(60))
    others = [seeded(spec, 2 * number) for number in range(len(state.info.players) - 1)]
    one_game(state, talk.human("you"), others, None, talk, 0)
