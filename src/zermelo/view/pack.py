"""A traced search as bytes: everything that an explorer of it needs, in about 26 bytes a node (32 to 40, selective).

    ZTR1 | u32 length of the header | header, JSON | columns, one after the other

Numbers are little-endian; the header and every column are padded to a multiple of 8 bytes. Values stand once in the
header, each with its text, and the columns hold their places there. All of them are MAX's (player 0's).
"""

from __future__ import annotations

import json
import math
import struct
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from zermelo.codec import to_json
from zermelo.errors import ParseError
from zermelo.game import CHANCE, Game, Info, State
from zermelo.games.tree.game import edges, is_tree
from zermelo.methods import SWITCHES
from zermelo.native import core
from zermelo.reasons import COUNTS, DEEDS, DEEPER, EFFECTS, ENTERED, LEFT_OUT, SHALLOWER, is_selective
from zermelo.result import Result, number
from zermelo.trace import BOUNDS, CUTS, KINDS, Trace
from zermelo.types import Move, optional
from zermelo.view.mini import MOST_NODES, boards_of, is_pictured

MAGIC, FORMAT = b"ZTR1", 1
CODES = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "f32": "f"}
MOST_EDGES = 20_000  # numbered in the header
MOST_NAMED = 50_000  # nodes whose moves a user's `name` is asked for

# From the path of moves to a node, the name of its last move: for trees whose children were put in another order.
Told = TypeVar("Told")
Columns = dict[str, tuple[str, "array[int] | array[float]"]]  # name to type and numbers
Names = Mapping[tuple[Move, ...], str]


def pack(
    found: Result | Trace,
    state: State,
    *,
    options: Mapping[str, object] | None = None,
    searched: State | None = None,
    names: Names | None = None,
) -> bytes:
    """The bytes of a search of `state` that was made with `trace=`. `options` are what was asked for, as shown.

    `searched` and `names` are for a tree that was searched in another order than it is written in.
    """
    trace = found if isinstance(found, Trace) else found.trace
    if trace is None:
        raise ValueError("there is no trace: search with trace=True")
    info = state.info
    selective = is_selective(trace)
    judged = {each for each in trace.column("judged") if not math.isnan(each)} if selective else set()
    values = sorted({*trace.column("alpha"), *trace.column("beta"), *trace.column("value"), *judged})
    moves = move_names(trace, searched or state, names)
    columns = columns_of(trace, values, moves)
    if selective:
        columns |= selective_columns(trace, values)
    if info.chance:
        columns["odds"] = "f32", array("f", odds_of(trace, searched or state))
    explicit = is_tree(state)
    pictured = is_pictured(state)
    boards = boards_of(positions(trace, searched or state)) if pictured and trace.size <= MOST_NODES else None
    if boards is not None:
        columns["board"] = "u16", array("H", boards[0])
    header = {
        "format": FORMAT,
        "size": trace.size,
        "capped": trace.capped,
        "game": state.game.label,
        "title": state.game.title or state.game.label,
        "position": str(state.text),
        "sides": list(map(str, info.players)),
        "first_player_view": info.first_player_view,
        "chance": bool(info.chance),
        "method": found.method if isinstance(found, Result) else "",
        "options": plain(options or {}),
        "values": [{"value": short(each), "text": value_text(each, info)} for each in values],
        "moves": moves[1],
        "kinds": KINDS,
        "bounds": BOUNDS,
        "cuts": CUTS,
        "result": result_fields(found, searched or state, names) if isinstance(found, Result) else None,
        "tree": str(state.text) if explicit else None,
        "edges": edge_numbers(state) if explicit else None,
        "pictured": pictured,
        "boards": None if boards is None else boards[1],
        "selective": selective_tables(found) if selective else None,
        "switches": [] if explicit else [{"name": name, "summary": each.meaning} for name, each in SWITCHES.items()],
    }
    return written(header, columns)


def columns_of(trace: Trace, values: list[float], moves: tuple[list[int], list[str]]) -> Columns:
    """Name to (type, numbers); each type is the smallest that holds them all."""
    place = {value: i for i, value in enumerate(values)}.__getitem__
    wide = "u16" if len(values) < 2**16 else "u32"
    depth, iteration = trace.column("depth"), trace.column("iteration")
    small = not trace.size or (min(depth) >= -(2**15) and max(depth) < 2**15)
    few = not trace.size or max(iteration) < 2**8
    shape = {
        "parent": ("i32", trace.column("parent")),
        "enter": ("i32", trace.column("enter")),
        "leave": ("i32", trace.column("leave")),
        "alpha": (wide, map(place, trace.column("alpha"))),
        "beta": (wide, map(place, trace.column("beta"))),
        "value": (wide, map(place, trace.column("value"))),
        "move": ("u16" if len(moves[1]) < 2**16 - 1 else "u32", moves[0]),
        "depth": ("i16" if small else "i32", depth),
        "turn": ("i8", trace.column("turn")),
        "iteration": ("u8" if few else "u16", iteration),
        "state": ("u16", states(trace)),
    }
    return {name: (kind, array(CODES[kind], numbers)) for name, (kind, numbers) in shape.items()}


def selective_columns(trace: Trace, values: list[float]) -> Columns:
    """What was done on the way to a node (`deed`, `change`) and at it (`here`, `shift`), and its static value."""
    pruned, repetition = KINDS.index("pruned"), KINDS.index("repetition")
    kinds = trace.column("kind")
    place = {value: i for i, value in enumerate(values)}
    wide, none = ("u16", 2**16 - 1) if len(values) < 2**16 - 1 else ("u32", 2**32 - 1)
    told = zip(kinds, trace.column("reason"), strict=True)
    deeds = array("B", ((LEFT_OUT if kind == pruned else ENTERED)[reason] for kind, reason in told))
    told = zip(kinds, trace.column("at_node"), strict=True)
    here = array("B", (0 if kind == repetition else ENTERED[reason] for kind, reason in told))
    return {
        "deed": ("u8", deeds),
        "here": ("u8", here),
        "change": ("i8", array("b", trace.column("change"))),
        "shift": ("i8", array("b", trace.column("shift"))),
        "judged": (wide, array(CODES[wide], (place.get(each, none) for each in trace.column("judged")))),
    }


def selective_tables(found: Result | Trace) -> dict[str, object]:
    """What the numbers of `selective_columns` mean, and what was counted in the whole search."""
    counts = vars(found.counts) if isinstance(found, Result) else {}
    return {
        "deeds": [{"legend": each.legend, **vars(each)} for each in DEEDS],
        "effects": {name: vars(each) for name, each in EFFECTS.items()},
        "deeper": DEEPER,
        "shallower": SHALLOWER,
        "counts": [{"name": name, "words": words, "total": counts.get(name)} for name, words in COUNTS.items()],
    }


def states(trace: Trace) -> Iterable[int]:
    """kind | bound << 3 | cut << 5 | null window << 7 | research << 8"""
    parts = (trace.column(name) for name in ("kind", "bound", "cut", "null_window", "research"))
    return (
        kind | bound << 3 | cut << 5 | null << 7 | again << 8
        for kind, bound, cut, null, again in zip(*parts, strict=True)
    )


def move_names(trace: Trace, state: State, names: Names | None) -> tuple[list[int], list[str]]:
    """(each node's place in the list of moves, the list); the root has none: the largest number."""
    if names is not None:
        texts: list[str | None] = [
            names[trace.path(i)] if trace.moves[i] is not None else None for i in range(trace.size)
        ]
    elif names_moves(state) and trace.size <= MOST_NAMED:
        texts = along(trace, state, lambda before, move: str(before.name(move)))
    else:
        texts = [None if move is None else str(move) for move in trace.moves]
    known = {text: i for i, text in enumerate(dict.fromkeys(text for text in texts if text is not None))}
    none = 2**16 - 1 if len(known) < 2**16 - 1 else 2**32 - 1
    return [none if text is None else known[text] for text in texts], list(known)


def names_moves(state: State) -> bool:
    """Whether it is a user's game with a `name` for its moves."""
    return isinstance(state.game, Game) and optional(state.game, "name") is not None


def positions(trace: Trace, state: State) -> list[State]:
    """The position of every node."""
    found: list[State] = []
    for parent, move in zip(trace.column("parent"), trace.moves, strict=True):
        found.append(state if parent < 0 else found[parent].play(move))
    return found


def along(trace: Trace, state: State, tell: Callable[[State, Move], Told]) -> list[Told | None]:
    """For every node what `tell` says of the position before it and the move to it; None for roots."""
    states: dict[int, State] = {}
    found: list[Told | None] = []
    for i, (parent, move) in enumerate(zip(trace.column("parent"), trace.moves, strict=True)):
        if parent < 0:
            states[i] = state
            found.append(None)
            continue
        found.append(tell(states[parent], move))
        states[i] = states[parent].play(move)
    return found


def odds_of(trace: Trace, state: State) -> list[float]:
    """The probability of the move to each node; 1 where nothing is left to chance."""
    found = along(trace, state, lambda before, move: before.odds(move) if before.turn == CHANCE else 1.0)
    return [1.0 if each is None else each for each in found]


def value_text(value: float, info: Info) -> str:
    """A value as people write it, for MAX: 7, −∞, `win at 3` plies from the root; 12+ and 12− are 12's neighbours."""
    for other, sign in ((math.nextafter(value, -math.inf), "+"), (math.nextafter(value, math.inf), "−")):
        if not value or math.isinf(value):
            continue
        whole = other.is_integer() and not value.is_integer()
        if not other or whole or len(repr(other)) + 8 < len(repr(value)):
            return value_text(other + 0.0, info) + sign
    if info.payoffs == "outcome" and math.isfinite(value) and abs(value) >= core.WIN / 2**16:
        return f"{'win' if value > 0 else 'loss'} in {core.WIN - abs(value):g}"
    return signed(value)


def signed(value: float) -> str:
    """With a real minus sign."""
    return "+∞" if value == math.inf else number(value).replace("-", "−")


def short(value: float) -> float:
    """A whole number without a point."""
    return int(value) if math.isfinite(value) and value == int(value) and abs(value) < 2**53 else value


def line_names(line: tuple[Move, ...], state: State, names: Names | None) -> list[str]:
    if names is not None:
        return [names[line[: i + 1]] for i in range(len(line))]
    found = []
    for move in line:
        found.append(str(state.name(move)))
        state = state.play(move)
    return found


def result_fields(result: Result, state: State, names: Names | None) -> dict[str, object]:
    counts, score = result.counts, result.score
    line = line_names(result.line, state, names)
    return {
        "move": line[0] if line else None,
        "score": None if score is None else str(score).replace("-", "−"),
        "value": None if score is None else short(score.for_player(0).value),
        "bound": None if score is None else score.for_player(0).bound,
        "line": line,
        "nodes": result.nodes,
        "evaluations": counts.evaluations,
        "cutoffs": counts.cutoffs,
        "table_hits": counts.table_hits,
        "researches": counts.researches,
        "depth": result.depth,
        "solved": result.solved,
        "seconds": result.seconds,
    }


def edge_numbers(state: State) -> dict[str, int]:
    """The edges of an explicit tree by the moves that lead over them, numbered level by level."""
    return {" ".join(each.path): each.number for each in edges(state)[:MOST_EDGES]}


def plain(options: Mapping[str, object]) -> dict[str, object]:
    """What was asked for, as JSON can say it."""
    ready = {name: short(each) if isinstance(each, float) else each for name, each in options.items()}
    return {
        name: each if each is None or isinstance(each, (bool, int, float, str)) else str(each)
        for name, each in ready.items()
    }


def written(header: dict[str, object], columns: Columns) -> bytes:
    bodies = []
    offset, listed = 0, []
    for name, (kind, numbers) in columns.items():
        if sys.byteorder == "big":
            numbers.byteswap()
        listed.append({"name": name, "type": kind, "offset": offset})
        bodies.append(padded(numbers.tobytes()))
        offset += len(bodies[-1])
    text = to_json(header | {"columns": listed})
    return b"".join([padded(MAGIC + struct.pack("<I", len(text)) + text), *bodies])


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 8)


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """(header, columns by name) of packed bytes; ParseError if they are none."""
    if data[:4] != MAGIC or len(data) < 8:
        raise ParseError("not a packed trace: it does not begin with ZTR1")
    (length,) = struct.unpack_from("<I", data, 4)
    try:
        header = json.loads(data[8 : 8 + length])
        begin = 8 + length + -(8 + length) % 8
        columns = {}
        for each in header["columns"]:
            numbers = array(CODES[each["type"]])
            size = header["size"] * numbers.itemsize
            body = data[begin + each["offset"] : begin + each["offset"] + size]
            if len(body) < size:
                raise ParseError("the packed trace is cut off")
            numbers.frombytes(body)
            if sys.byteorder == "big":
                numbers.byteswap()
            columns[each["name"]] = numbers
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError(f"not a packed trace: {error}") from error
    return header, columns
