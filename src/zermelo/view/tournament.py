"""A tournament as one page of HTML: standings, who beat whom, plots, what went wrong; fit to be handed to a class."""

from __future__ import annotations

from html import escape

from zermelo.errors import GameError, ParseError
from zermelo.game import position_like
from zermelo.match.clocks import time_words
from zermelo.match.game import Record
from zermelo.match.standings import HEADS, Standings, standings_of
from zermelo.match.tournament import Played, points_in, whole_pairs
from zermelo.view.chart import Series, chart
from zermelo.view.page import page, plots, table
from zermelo.view.text import board

MOST_FAULTS = 40  # shown with their boards
MOST_OPENINGS = 100


def tournament_page(played: Played) -> str:
    """The page."""
    found = standings_of(played)
    title = f"{played.setup.game}: {played.setup.format} of {len(played.setup.engines)} engines"
    parts = [facts(played), "<h2>Standings</h2>", standings(found), plots(*drawings(played, found))]
    if found.match is not None:
        parts += ["<h2>The match</h2>", f"<p>{escape(match_words(found))}</p>"]
    else:
        parts += ["<h2>Who beat whom</h2>", cross(found), f"<p>{repeated_words(found)}</p>"]
    if len(found.openings) > 1:
        rows = [(name, *map(str, counts)) for name, *counts in found.openings[:MOST_OPENINGS]]
        parts += ["<h2>Openings</h2>", table(("opening", "first player won", "drawn", "second player won"), rows)]
    parts += ["<h2>How games ended</h2>", table(("ending", "games"), [(k, str(v)) for k, v in found.endings.items()])]
    return page(title, [*parts, *faults(played)])


def facts(played: Played) -> str:
    setup = played.setup
    limits = [setup.limit(number) for number in range(len(setup.engines))]
    times = {time_words(each) if each else "no clock" for each in limits}
    openings = setup.openings if isinstance(setup.openings, str) else f"{len(setup.openings)} given"
    rows = [
        ("games", str(len(played.games))),
        ("pairs of games for each pairing", str(setup.pairs)),
        ("time", ", ".join(sorted(times))),
        ("openings", openings),
        ("seed", str(setup.seed)),
        *((engine.name, engine.player) for engine in setup.engines if engine.name != engine.player),
    ]
    return table(("", ""), rows, words=True)


def standings(found: Standings) -> str:
    return table(("engine", "place", *HEADS), [(row.name, str(row.place), *row.cells) for row in found.rows])


def cross(found: Standings) -> str:
    names = [row.name for row in found.rows]
    rows = []
    for me in names:
        cells = (found.cross[me].get(other) for other in names)
        rows.append((me, *(f"{each[0]:g}/{each[1]}" if each else "" for each in cells)))
    return table(("points / games", *names), rows)


def repeated_words(found: Standings) -> str:
    """What was counted once, if anything."""
    if not found.repeated:
        return ""
    pairs, verb = ("pair", "repeats") if found.repeated == 1 else ("pairs", "repeat")
    return f" {found.repeated} {pairs} {verb} an earlier one move by move: such pairs are counted once here."


def match_words(found: Standings) -> str:
    """The match in a sentence or two."""
    assert found.match is not None
    counts = ", ".join(map(str, found.match.counts))
    words = f"The first engine: {found.match}. Pairs of games with 0, ½, 1, 1½ and 2 points: {counts}."
    words += repeated_words(found)
    if found.llr is not None:
        verdicts = {"elo0": "the lower hypothesis is accepted", "elo1": "the higher hypothesis is accepted"}
        words += f" SPRT: log-likelihood ratio {found.llr:.2f}, {verdicts.get(found.verdict or '', 'not decided')}."
    return words


def drawings(played: Played, found: Standings) -> list[str]:
    points = [(float(number), row.elo) for number, row in enumerate(found.rows, 1)]
    elo = chart(
        {"Elo": Series(points, line=False, errors=[row.error for row in found.rows])},
        title="Strength, with error bars of 95 %",
        x_label="engine, in the order of the table",
        y_label="Elo",
    )
    return [elo, match_course(played)] if found.match is not None else [elo]


def match_course(played: Played) -> str:
    """The first engine's share of the points as the match went on; the test's ratio if there is one."""
    pairs = [points_in(pair, 0) for pair in whole_pairs(played.games)]
    if played.setup.sprt is None:
        total, line = 0.0, []
        for number, points in enumerate(pairs, 1):
            total += points
            line.append((float(number), 50 * total / number))
        even = [(1.0, 50.0), (float(max(len(pairs), 1)), 50.0)]
        return chart(
            {"score": Series(line, marks=len(line) < 30), "even": Series(even, marks=False, dashed=True)},
            title="The match as it went",
            x_label="pairs of games",
            y_label="points of the first engine, %",
        )
    counts, line, step = [0] * 5, [], max(1, len(pairs) // 300)
    for number, points in enumerate(pairs, 1):
        counts[round(2 * points)] += 1
        if number % step == 0 or number == len(pairs):
            line.append((float(number), played.setup.sprt.llr(counts)))
    low, high = played.setup.sprt.bounds
    far = float(max(len(pairs), 1))
    return chart(
        {
            "ratio": Series(line, marks=False),
            "bounds": Series([(1.0, high), (far, high)], marks=False, dashed=True),
            "": Series([(1.0, low), (far, low)], marks=False, dashed=True),
        },
        title="The sequential test",
        x_label="pairs of games",
        y_label="log-likelihood ratio",
    )


def faults(played: Played) -> list[str]:
    """Games lost by not doing one's part, with the board and the program's last words."""
    wrong = [game for game in played.games if game.ending.is_fault or not game.scored]
    if not wrong:
        return []
    parts = ["<h2>What went wrong</h2>"]
    for game in wrong[:MOST_FAULTS]:
        record = game.record
        names = " – ".join(map(escape, record.players))
        parts.append(f"<h3>Game {game.task.id}: {names}: {escape(record.ending)}</h3>")
        parts.append(f"<p>{escape(record.reason)}</p><pre>{escape(final_board(played, record))}</pre>")
        parts += [f"<pre>{escape(words)}</pre>" for words in map(last_lines, record.messages) if words]
    if len(wrong) > MOST_FAULTS:
        parts.append(f"<p>… and {len(wrong) - MOST_FAULTS} more.</p>")
    return parts


def last_lines(messages: str, most: int = 12) -> str:
    return "\n".join(messages.strip().splitlines()[-most:])


def final_board(played: Played, record: Record) -> str:
    """The last position, drawn if it can be; a record may be read where the game itself is not."""
    try:
        with played.setup.inside():
            state = played.setup.start()
            return board(position_like(state, record.final))
    except (ParseError, GameError, ValueError, TypeError, OSError):
        return record.final
