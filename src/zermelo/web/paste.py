"""What a pasted text is: a tree, a game, a position; of which game; and if it is none, what is wrong where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from zermelo.errors import GameError, IllegalMove, ParseError
from zermelo.game import BuiltIn, State
from zermelo.games import all_games
from zermelo.match.game import Record
from zermelo.match.game_files import Given, Recorded, read_file, read_moves
from zermelo.types import named
from zermelo.web.catalogue import Catalogue
from zermelo.web.jobs import Run, Tools, around, job
from zermelo.web.limits import Refused, too_long
from zermelo.web.messages import AskPaste, Pasted

TREE = re.compile(r"\s*(?:\w+\s*:)?\s*(max|min|chance)?\s*[\[(](?!\s*;|\s*\w+\s*\")")
RECORD = re.compile(r'\s*\{.*"kind"\s*:\s*"record"', re.DOTALL)
VARIANT = re.compile(r"(\w+)\((.*)\)")
TREE_JSON = re.compile(r'\s*\{\s*"(?:turn|label|children|value|odds)"')
NUMBERED = re.compile(r"(?:^|(?<=\s))\d+\s*(?:\.{1,3}|\))\s*")  # of moves: `1. f5 2. d6`, `1) …`
EPD = re.compile(r"\S+ [wb] \S+ \S+(?= )")
MOST_LETTERS = 1 << 17
CLOSE = 0.2  # of a text: what was read so far is worth a word


@dataclass(frozen=True)
class Trouble:
    """Why a text is not what it was tried as, and where."""

    title: str
    tried: str
    error: ParseError

    @property
    def reached(self) -> int:
        return self.error.column if self.error.text else 0


@job
def paste(tools: Tools, ask: AskPaste, run: Run) -> Pasted:
    text = ask.text.strip("\ufeff")
    if len(text) > MOST_LETTERS:
        raise too_long("text", MOST_LETTERS)
    if not text.strip():
        raise Refused(400, "paste", "There is nothing to read.")
    if ask.game is None and RECORD.match(text):
        return recorded(tools.catalogue, text)
    if ask.game == "tree" or (ask.game is None and (TREE.match(text) or TREE_JSON.match(text))):
        return Pasted("tree", tools.catalogue.begin("tree", text.strip()).text, [], "a tree", ["", ""])
    troubles: list[Trouble] = []
    specs = [ask.game] if ask.game else candidates()
    found = [each for spec in specs if (each := recognised(tools.catalogue, spec, text, troubles)) is not None]
    named = [each for each in found if not is_general(each.game)] or found
    if len(named) > 1:
        titles = [title_of(tools.catalogue, each.game) for each in named]
        raise Refused(400, "several games", f"This may be {' or '.join(titles)}: choose the game.")
    if named:
        return named[0]
    raise complaint(troubles, text, bool(ask.game))


@cache
def candidates() -> list[str]:
    """The games that a text may be of without saying so. Of games of imperfect information only a file can tell."""
    found = {name: game for name, game in all_games().items() if not game.abstract}
    return [name for name, game in found.items() if game.read_text is not None or not game.start().info.hidden]


def is_general(spec: str) -> bool:
    """Whether games with a name of their own know all that this one knows."""
    game = all_games().get(spec.partition(":")[0])
    return game is not None and game.general


def title_of(catalogue: Catalogue, spec: str) -> str:
    game, _ = catalogue.find(spec)
    return str(game.title or game.label)


def recognised(catalogue: Catalogue, spec: str, text: str, troubles: list[Trouble]) -> Pasted | None:
    """What the text is in this game; None, with the reasons noted, if it is nothing."""
    state = catalogue.begin(spec)
    title = title_of(catalogue, spec)
    for tried, reading in readings(catalogue, spec, state, text):
        try:
            return reading()
        except ParseError as error:
            troubles.append(Trouble(title, tried, error))
        except (IllegalMove, GameError, Refused) as error:
            troubles.append(Trouble(title, tried, ParseError(str(error))))
    return None


def readings(catalogue: Catalogue, spec: str, state: State, text: str) -> Iterator[tuple[str, Callable[[], Pasted]]]:
    """The ways to read a text, likeliest first."""
    if not state.info.hidden:
        yield "moves", lambda: moves(spec, state, text)
    if named(state.game, "read_games") is not None or text.lstrip().startswith("{"):
        yield "a file of games", lambda: first_game(spec, read_file(state, text.encode()))
    if isinstance(state.game, BuiltIn) and (reads := state.game.read_text) is not None:
        yield "text of another program", lambda: first_game(spec, Recorded(state, reads(text)))
    for part in positions_in(text):
        yield "a position", partial(position, catalogue, spec, part)
    plain = NUMBERED.sub(" ", text)
    if plain != text and not state.info.hidden:
        yield "moves", lambda: moves(spec, state, plain)


def position(catalogue: Catalogue, spec: str, text: str) -> Pasted:
    return Pasted(spec, catalogue.begin(spec, text).text, [], "a position", ["", ""])


def positions_in(text: str) -> Iterator[str]:
    """What of a text may be a position: all of it, what stands before a comment, the fields before what EPD adds."""
    whole = " ".join(text.split()) if "\n" in text.strip() else text.strip()
    first = re.split(r"[;,%]", whole, maxsplit=1)[0].strip()
    fields = EPD.match(whole)
    yield from dict.fromkeys(filter(None, (text.strip(), whole, first, fields[0] if fields else "")))


def moves(spec: str, state: State, text: str) -> Pasted:
    names = played(state, read_moves(state, text))
    if not names:
        raise ParseError("there is no move in it", text, 0)
    return Pasted(spec, state.text, names, counted(len(names)), ["", ""])


def played(state: State, given: tuple[object, ...]) -> list[str]:
    names = []
    for move in given:
        names.append(str(state.name(move)))
        state = state.play(move)
    return names


def counted(moves: int, games: int = 1) -> str:
    game = f"a game of {moves} move{'' if moves == 1 else 's'}"
    return game if games == 1 else f"{game}, the first of {games}"


def first_game(spec: str, games: Sequence[Given]) -> Pasted:
    if not games:
        raise ParseError("there is no game in it")
    game = games[0]
    names = played(game.start, game.moves)
    if not names and game.start.text == catalogue_start(spec):
        raise ParseError("there is no move and no position in it")
    if not names:
        what = "a position" if len(games) == 1 else f"a position, the first of {len(games)}"
        return Pasted(spec, game.start.text, [], what, [str(each) for each in game.players])
    return Pasted(spec, game.start.text, names, counted(len(names), len(games)), [str(each) for each in game.players])


@cache
def catalogue_start(spec: str) -> str:
    """The usual first position of a built-in game; nothing of others."""
    game = all_games().get(spec)
    return "" if game is None else str(game.start().text)


def recorded(catalogue: Catalogue, text: str) -> Pasted:
    """A Record, which says its game."""
    try:
        record = Record.from_json(text)
        spec = spec_of(str(record.game))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refused(400, "paste", f"Not a record of a game: {error}.") from None
    state = catalogue.begin(spec)
    return first_game(spec, read_file(state, text.strip().replace("\n", " ").encode()))


def spec_of(label: str) -> str:
    """`connect4(width=6)` as visitors write it, `connect4:width=6`."""
    found = VARIANT.fullmatch(label)
    return f"{found[1]}:{found[2].replace(' ', '')}" if found else label


def complaint(troubles: list[Trouble], text: str, one_game: bool) -> Refused:
    """The reason of the reading that came furthest, and what else was tried."""
    best = max(troubles, key=lambda each: each.reached)
    close = one_game or best.reached >= max(3, CLOSE * len(text.strip()))
    nearest = f"Read as {best.tried} of {best.title}: {best.error.reason}." if close else ""
    if one_game:
        return Refused(400, "paste", nearest, *around(best.error.text, best.error.column))
    tried = f"Tried were a tree, {forms(troubles)}."
    if close:
        return Refused(400, "paste", f"{nearest} {tried}", *around(best.error.text, best.error.column))
    return Refused(400, "paste", f"This is neither a position nor a game that is known here. {tried}", text[:200], 0)


def forms(troubles: list[Trouble]) -> str:
    """The games that were tried, each with how people write it down."""
    notes = {str(game.title): game.notations for game in all_games().values()}
    titles = list(dict.fromkeys(each.title for each in troubles))
    told = [f"{title} ({notes[title]})" if notes.get(title) else title for title in titles]
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else "".join(told)
