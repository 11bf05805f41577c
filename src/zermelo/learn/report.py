"""What a run of learning came to, as one page of HTML with its plots inside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from zermelo.learn.duel import Duel
from zermelo.learn.run import Learned
from zermelo.version import __version__
from zermelo.view.chart import Series, chart

STYLE = """
:root { color-scheme: light dark; }
body { font-family: sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; } .plots { display: flex; flex-wrap: wrap; gap: 1rem; }
"""


def report(learned: Learned) -> str:
    """The page: weights, matches, generations with loss and calibration, the recipe."""
    parts = [
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(learned.game)}: learned weights</title>",
        f"<style>{STYLE}</style><h1>{escape(learned.game)}: learned weights</h1>",
        table(("feature", "weight"), [(name, f"{weight:g}") for name, weight in learned.named.items()]),
        "<h2>Matches</h2>",
        table(
            ("new against", "score", "± error", "games", "won", "drawn", "lost", "kept"),
            [match_row(*each) for each in matches(learned)],
        ),
        '<div class="plots">',
        match_chart(learned),
        "</div>",
    ]
    for each in learned.generations:
        parts += [
            f"<h2>Generation {each.number}</h2><p>{each.positions} positions, {each.exact} of them with their true "
            "value.</p><div class='plots'>",
            *each.fit.charts(),
            "</div>",
        ]
    settings = [(name, str(value)) for name, value in learned.recipe.plain().items() if value not in ("", {}, [])]
    parts += ["<h2>Recipe</h2>", table(("setting", "value"), settings), f"<p>Zermelo {__version__}</p></html>"]
    return "\n".join(parts) + "\n"


def matches(learned: Learned) -> list[tuple[str, Duel, str]]:
    names = ["no weights", *(f"generation {each.number}" for each in learned.generations if each.kept)]
    told, before = [], 0
    for each in learned.generations:
        told.append((f"{names[before]} (by generation {each.number})", each.duel, "yes" if each.kept else "no"))
        before += each.kept
    if learned.against_hand is not None:
        told.append(("weights set by hand", learned.against_hand, ""))
    return told


def match_row(name: str, duel: Duel, kept: str) -> tuple[str, ...]:
    shares = f"{100 * duel.score:.1f} %", f"{100 * duel.error:.1f}"
    return (name, *shares, *map(str, (duel.games, duel.wins, duel.draws, duel.losses)), kept)


def match_chart(learned: Learned) -> str:
    found = [duel for _, duel, _ in matches(learned)]
    scores = [(float(i + 1), 100 * duel.score) for i, duel in enumerate(found)]
    return chart(
        {
            "score": Series(scores, line=False, errors=[100 * duel.error for duel in found]),
            "equal": Series([(1.0, 50.0), (float(len(found)), 50.0)], marks=False, dashed=True),
        },
        title="Matches, in the order of the table", x_label="match", y_label="points of the new weights, %",
    )  # fmt: skip


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "\n".join(["<table>", row(head, "th"), *(row(each, "td") for each in rows), "</table>"])
