"""The page of solved spots: a form, the 13×13 grid of what every hand does, its values, and a row for every hand.

It is plain HTML without scripts: what is asked stands in the address, so that a spot can be kept and sent.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from zermelo.errors import IllegalMove, ParseError, TooLarge
from zermelo.games.holdem.ranges import grid_kinds
from zermelo.games.holdem.spot import MEGABYTE, Solution, Spot, solve
from zermelo.games.holdem.spot_node import PLAYERS, Cell, SpotNode
from zermelo.native import core

USUAL = {
    "board": "Ks Td 7h 4c 2s",
    "first": "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+",
    "second": "22-TT,A2s-AJs,K9s+,Q9s+,J9s+,T9s,98s,87s,AJo-ATo,KJo+,QJo",
    "pot": "100",
    "stack": "200",
    "bets": "50%,100%",
    "raises": "100%",
    "most_bets": "3",
    "percent": "0.3",
}
LABELS = {
    "board": "Board",
    "first": "Range of the first player",
    "second": "Range of the second player",
    "pot": "Pot",
    "stack": "Stack",
    "bets": "Bets",
    "raises": "Raises",
    "most_bets": "Bets a street",
    "percent": "Target, % of pot",
}
SHOWN = {
    "strategy": "bets and raises in %",
    "value": "chips out of the pot",
    "equity": "equity in %",
    "weight": "hands",
}
QUIET = ("fold", "check", "call")
MOST_KEPT = 4

kept: OrderedDict[Spot, Solution] = OrderedDict()
lock = threading.Lock()


def page(fields: Mapping[str, str], seconds: float, memory_mb: float, stop: core.Stop) -> tuple[str, bytes]:
    """The kind of what is answered to a form, and its bytes: the page, or the rows of hands as CSV or JSON."""
    asked = {name: fields.get(name, usual).strip() for name, usual in USUAL.items()}
    try:
        if not fields:
            return html(asked, "<p>Fill in a spot and solve it.</p>")
        found = solved(asked, seconds, memory_mb, stop)
        with lock:
            node = found.node(fields.get("line", ""))
        who = PLAYERS.index(fields["player"]) if fields.get("player") in PLAYERS else node.player
        if fields.get("format") == "csv":
            return "text/csv; charset=utf-8", node.csv(who).encode()
        if fields.get("format") == "json":
            return "application/json", node.json(who).encode()
        return html(asked, "".join(drawn(found, node, who, asked, fields.get("show", "strategy"))))
    except (ParseError, IllegalMove, TooLarge, ValueError) as error:
        return html(asked, f'<p role="alert" class="bad">{escape(str(error))}</p>')


def solved(asked: Mapping[str, str], seconds: float, memory_mb: float, stop: core.Stop) -> Solution:
    """The spot, solved now or a while ago."""
    spot = Spot(
        asked["board"],
        asked["first"],
        asked["second"],
        number(asked, "pot"),
        number(asked, "stack"),
        asked["bets"],
        asked["raises"],
        int(number(asked, "most_bets")),
    )
    percent = number(asked, "percent")
    with lock:
        found = kept.get(spot)
    if found is None or (found.percent or 100.0) > percent:
        found = solve(spot, percent=percent, seconds=seconds, memory_mb=memory_mb, bits=16, stop=stop)
    with lock:
        kept[spot] = found
        kept.move_to_end(spot)
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
    return found


def number(asked: Mapping[str, str], name: str) -> float:
    try:
        return float(asked[name])
    except ValueError:
        raise ValueError(f"{LABELS[name]}: {asked[name]!r} is no number") from None


def html(asked: Mapping[str, str], content: str) -> tuple[str, bytes]:
    folder = Path(__file__).parent
    form = "".join(
        f'<label class="{name}">{escape(LABELS[name])}<input name="{name}" value="{escape(value)}"></label>'
        for name, value in asked.items()
    )
    text = (folder / "page.html").read_text(encoding="utf-8")
    return "text/html; charset=utf-8", text.replace("{form}", form).replace("{content}", content).encode()


def drawn(found: Solution, node: SpotNode, who: int, asked: Mapping[str, str], show: str) -> Iterator[str]:
    """Everything below the form."""
    show = show if show in SHOWN else "strategy"
    base = {**asked, "show": show}
    left = "not measured" if found.percent is None else f"{found.percent:.3f} % of the pot"
    yield (
        f"<p>Exploitability {left} after {found.iterations:,} iterations; {found.memory / MEGABYTE:.1f} MB; "
        f"{'ended by the time limit' if found.stopped == 'seconds' else 'done'}.</p>"
    )
    yield f"<h2>{escape(' '.join(node.board))} · pot {node.pot:g}</h2>{way(node, base)}"
    yield from going_on(node, base)
    summary = node.summary(who)
    yield f"<h2>The {PLAYERS[who]} player’s hands: {SHOWN[show]}</h2>"
    yield (
        f"<p>Takes {summary.value:.2f} chips out of the pot on average; equity {100 * summary.equity:.1f} %; "
        f"{summary.hands:.1f} hands.</p>"
    )
    here = base | {"line": node.line, "player": PLAYERS[who]}
    views = [link(here | {"show": each}, each, each == show) for each in SHOWN]
    views.append(link(here | {"player": PLAYERS[1 - who]}, f"the {PLAYERS[1 - who]} player", False))
    yield f'<nav class="views">{" ".join(views)}</nav>'
    yield grid(node, who, show)
    yield (
        f'<p>Every hand: <a href="?{query(here | {"format": "csv"})}" download="spot.csv">CSV</a> '
        f'<a href="?{query(here | {"format": "json"})}" download="spot.json">JSON</a></p>'
    )
    yield table(node, who)


def query(fields: Mapping[str, str]) -> str:
    return escape(urlencode(fields))


def link(fields: Mapping[str, str], text: str, current: bool) -> str:
    mark = ' aria-current="true"' if current else ""
    return f'<a href="?{query(fields)}"{mark}>{escape(text)}</a>'


def way(node: SpotNode, base: Mapping[str, str]) -> str:
    """The line as links back to its parts."""
    words = [each for each in node.line.split(", ") if each]
    parts = [
        link({**base, "line": ", ".join(words[:i])}, words[i - 1] if i else "start", False) for i in range(len(words))
    ]
    return f'<nav class="way">{" › ".join([*parts, escape(words[-1]) if words else "start"])}</nav>'


def going_on(node: SpotNode, base: Mapping[str, str]) -> Iterator[str]:
    """What may come next: actions with how often, or cards."""
    if node.kind == "chance":
        cards = (link({**base, "line": f"{node.line}, {each}"}, each, False) for each in node.cards)
        yield f'<nav class="cards">The next card: {" ".join(cards)}</nav>'
        return
    if node.kind != "decision":
        yield f"<p>The hand ends here: {node.kind}.</p>"
        return
    rows = "".join(
        f'<tr><td><span class="key" style="background:{colour(i, node)}"></span>'
        f"{link({**base, 'line': f'{node.line}, {name}'.removeprefix(', ')}, name, False)}</td>"
        f"<td>{100 * share:.1f} %</td></tr>"
        for i, (name, share) in enumerate(node.summary().shares.items())
    )
    yield f'<table class="actions"><caption>The {PLAYERS[node.player]} player</caption>{rows}</table>'


def colour(action: int, node: SpotNode) -> str:
    """Of an action in the grid: quiet ones cold, bets the warmer the larger."""
    name = node.actions[action]
    if name in QUIET:
        return {"fold": "var(--fold)", "check": "var(--check)", "call": "var(--check)"}[name]
    loud = [each for each in node.actions if each not in QUIET]
    return f"var(--bet{min(3, 1 + loud.index(name))})"


def grid(node: SpotNode, who: int, show: str) -> str:
    cells = node.cells(who)
    most = max((abs(each.value) for each in cells.values()), default=1.0) or 1.0
    rows = "".join(
        f"<tr>{''.join(cell(kind, cells.get(kind), node, show, most) for kind in row)}</tr>" for row in grid_kinds()
    )
    return f'<div class="wide"><table class="grid">{rows}</table></div>'


def cell(kind: str, found: Cell | None, node: SpotNode, show: str, most: float) -> str:
    if found is None:
        return f'<td class="none">{kind}</td>'
    if show == "strategy" and found.shares:
        said = ", ".join(f"{name} {100 * share:.0f} %" for name, share in found.shares.items())
        loud = sum(share for name, share in found.shares.items() if name not in QUIET)
        text, back = f"{100 * loud:.0f}", stripes(found, node)
    else:
        text, share = {
            "value": (
                f"{round(found.value) or 0}" if most >= 100 else f"{round(found.value, 1) or 0.0}",
                max(0.0, found.value) / most,
            ),
            "equity": (f"{100 * found.equity:.0f}", found.equity),
        }.get(show, (f"{found.hands:.1f}", min(1.0, found.hands / 12)))
        said = f"{SHOWN.get(show, 'hands')}: {text}"
        back = f"color-mix(in srgb, var(--bet1) {100 * share:.0f}%, var(--paper))"
    said += f"; value {found.value:.2f}, equity {100 * found.equity:.0f} %, hands {found.hands:.1f}"
    return f'<td style="background:{back}" title="{escape(kind)}: {escape(said)}">{kind}<b>{text}</b></td>'


def stripes(found: Cell, node: SpotNode) -> str:
    """The shares of the actions side by side, the loudest first."""
    at, parts = 0.0, list[str]()
    for i in reversed(range(len(node.actions))):
        share = 100 * found.shares[node.actions[i]]
        parts.append(f"{colour(i, node)} {at:.0f}% {at + share:.0f}%")
        at += share
    return f"linear-gradient(to right, {', '.join(parts)})"


def table(node: SpotNode, who: int) -> str:
    rows = sorted(node.rows(who), key=lambda row: -row.value)
    names = list(rows[0].shares) if rows else []
    head = "".join(f"<th>{escape(each)}</th>" for each in ("hand", "weight", "equity", "value", *names))
    body = "".join(
        f"<tr><td>{row.hand}</td><td>{row.weight:.3f}</td><td>{row.equity:.3f}</td><td>{row.value:.2f}</td>"
        + "".join(f"<td>{row.shares[each]:.3f}</td>" for each in names)
        + "</tr>"
        for row in rows
    )
    rows_table = f'<table class="rows"><tr>{head}</tr>{body}</table>'
    return f'<details><summary>All {len(rows)} hands</summary><div class="wide">{rows_table}</div></details>'
