"""What notebooks show of positions, results, traces, games and reviews, without any widget."""

from __future__ import annotations

import base64
import re
from html import escape, unescape
from typing import Any

from zermelo.errors import GameError
from zermelo.game import State
from zermelo.games import all_games, start
from zermelo.games.tree.game import is_tree
from zermelo.match.game import Record
from zermelo.result import Result
from zermelo.trace import Trace
from zermelo.view.chart import Series, chart
from zermelo.view.page import table
from zermelo.view.svg import board_svg
from zermelo.view.tree_svg import tree_svg
from zermelo.view.walk import walk_of

MOST_IN_A_CELL = 120  # nodes of a tree
MOST_ROWS = 60


def state_svg(state: State, viewer: int | None = None) -> str:
    """A board, or what one player has seen of it; an explicit tree as a tree."""
    return tree_svg(state, MOST_IN_A_CELL) if is_tree(state) else board_svg(state, viewer=viewer)


SAID = re.compile(r"<title[^>]*>(.*?)</title>\s*<desc[^>]*>(.*?)</desc>", re.DOTALL)


def picture(svg: str) -> str:
    """A drawing as a picture with its description as alternative text, which every notebook passes on."""
    said = SAID.search(svg)
    words = f"{unescape(said[1])}. {unescape(said[2])}" if said else "drawing"
    data = base64.b64encode(svg.encode("utf-8", "replace")).decode()
    return f'<img alt="{escape(words, quote=True)}" src="data:image/svg+xml;base64,{data}" style="max-width:100%">'


def state_html(state: State) -> str:
    return picture(state_svg(state))


def trace_html(trace: Trace) -> str | None:
    drawn = trace_svg(trace)
    return None if drawn is None else picture(drawn)


def trace_svg(trace: Trace) -> str | None:
    """The tree that was searched; nothing if the position is not known."""
    return tree_svg(walk_of(trace), MOST_IN_A_CELL) if trace.state is not None else None


def result_html(result: Result) -> str:
    """The answer in a sentence, and the moves with their values and lines."""
    rows = [
        (str(each.move), str(each.score), " ".join(map(str, each.line))) for each in (*result.lines, *result.others)
    ]
    lines = table(("move", "value", "line"), rows[:MOST_ROWS], words=True, alone=True) if rows else ""
    return f"<div><p>{escape(str(result))}</p>{lines}</div>"


def record_html(record: Record) -> str:
    """A game: who, how it ended, the last position, the moves."""
    moves = " ".join(each.move for each in record.moves)
    reason = f"<p>{escape(record.reason)}</p>" if record.reason else ""
    return f"<div><p>{escape(str(record))}</p>{reason}{last_board(record)}<p>{escape(moves)}</p></div>"


def last_board(record: Record) -> str:
    """The final position of a built-in game; of others its text."""
    found = re.fullmatch(r"(\w+)(?:\((.*)\))?", record.game)
    if found is None or found[1] not in all_games():
        return f"<pre>{escape(record.final)}</pre>"
    options: dict[str, int | str] = {}
    for part in filter(None, (found[2] or "").split(", ")):
        name, _, value = part.partition("=")
        options[name] = int(value) if value.lstrip("-").isdigit() else value
    try:
        return state_svg(start(found[1], record.final, **options))
    except (ValueError, TypeError, GameError):
        return f"<pre>{escape(record.final)}</pre>"


def review_html(review: Any) -> str:
    """What happened, how the value went, and the moves that deserve a name."""
    said = "".join(f"<p>{escape(each)}</p>" for each in review.summary())
    course = [(float(each.ply), review._worth(each.after)) for each in review.moves]
    drawn = chart(
        {f"for {review.sides[0]}": Series(course, marks=len(course) < 40)},
        title="The value of the game",
        x_label="move",
        y_label="value",
    )
    rows = [
        (str(each.ply), review.sides[each.player], each.move, each.name, str(each.after), each.best, str(each.before))
        for each in review.mistakes
    ]
    head = ("move", "by", "played", "", "value", "best", "value")
    return f"<div>{said}{drawn}{table(head, rows, words=True, alone=True) if rows else ''}</div>"
