"""What a run of learning came to, as one page of HTML with its plots inside."""

from __future__ import annotations

import html

from zermelo.learn.duel import Duel
from zermelo.learn.run import Learned
from zermelo.view.chart import Series, chart
from zermelo.view.page import page, plots, table


def report(learned: Learned) -> str:
    """The page: weights, matches, generations with loss and calibration, the recipe."""
    weights = [(name, f"{weight:g}") for name, weight in learned.named.items()]
    parts = [
        table(("feature", "weight"), weights) if weights else f"<p>{html.escape(learned.model)}</p>",
        "<h2>Matches</h2>",
        table(
            ("new against", "score", "± error", "games", "won", "drawn", "lost", "kept"),
            [match_row(*each) for each in matches(learned)],
        ),
        plots(match_chart(learned)),
    ]
    for each in learned.generations:
        parts += [
            f"<h2>Generation {each.number}</h2><p>{each.positions} positions, {each.exact} of them with their true "
            "value.</p>",
            plots(*each.fit.charts()),
        ]
    settings = [(name, str(value)) for name, value in learned.recipe.plain().items() if value not in ("", {}, [])]
    parts += ["<h2>Recipe</h2>", table(("setting", "value"), settings)]
    return page(f"{learned.game}: learned {'network' if learned.recipe.model == 'network' else 'weights'}", parts)


def matches(learned: Learned) -> list[tuple[str, Duel, str]]:
    begin = learned.recipe.begin
    first = {"own": "the game's own evaluation", "none": "no weights"}.get(begin, begin)
    names = [first, *(f"generation {each.number}" for each in learned.generations if each.kept)]
    rows, before = [], 0
    for each in learned.generations:
        rows.append((f"{names[before]} (by generation {each.number})", each.duel, "yes" if each.kept else "no"))
        before += each.kept
    if learned.against_hand is not None:
        hand = "the game's own evaluation" if learned.recipe.model == "network" else "weights set by hand"
        rows.append((hand, learned.against_hand, ""))
    return rows


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
        title="Matches, in the order of the table",
        x_label="match",
        y_label="points of the new weights, %",
    )
