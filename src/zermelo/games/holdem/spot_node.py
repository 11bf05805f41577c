"""What a solved spot says after a line of bets and cards: a row for every hand, and the 13×13 grid of them."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zermelo.errors import IllegalMove, did_you_mean
from zermelo.games.holdem.ranges import card, card_name, grid_kinds, hand_name, kind_of
from zermelo.native import core

PLAYERS = ("first", "second")


@dataclass(frozen=True)
class HandRow:
    """One hand: how often it is still held here (0 to 1), what it wins without more bets (equity, 0 to 1), what it
    takes out of the pot in chips beyond what it still puts in (value), and how often it does what, with which value."""

    hand: str
    kind: str
    weight: float
    equity: float
    value: float
    shares: Mapping[str, float]
    values: Mapping[str, float]
    met: float  # hands of the other player that it can meet, by their weights


@dataclass(frozen=True)
class Cell:
    """All hands of a kind together, each by how often it is here. `hands` counts them, by their weights."""

    kind: str
    hands: float
    equity: float
    value: float
    shares: Mapping[str, float]


@dataclass(frozen=True)
class SpotNode:
    """A place in the tree of bets and cards."""

    line: str
    board: Sequence[str]
    start_pot: float
    hands: tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]
    report: core.PokerReport

    @property
    def kind(self) -> str:
        """`decision`, `chance`, `fold` or `showdown`."""
        return self.report.kind

    @property
    def player(self) -> int:
        """Who decides: 0 or 1."""
        return self.report.player

    @property
    def actions(self) -> list[str]:
        return self.report.names

    @property
    def cards(self) -> list[str]:
        """That may come here."""
        return [card_name(each) for each in self.report.cards]

    @property
    def pot(self) -> float:
        return self.start_pot + sum(self.report.put)

    def rows(self, player: int | None = None) -> list[HandRow]:
        """The hands of a player (of the one to act, if none is given) that can be held here."""
        who = self.player if player is None else player
        acts = self.kind == "decision" and who == self.player
        return list(self.rows_of(who, self.actions if acts else []))

    def rows_of(self, who: int, actions: Sequence[str]) -> Iterator[HandRow]:
        report = self.report
        reach, values, equity, met = report.reach[who], report.values[who], report.equity[who], report.met[who]
        shares, action_values = report.shares, report.action_values
        for h, (high, low) in enumerate(self.hands[who]):
            if math.isnan(values[h]):
                continue
            yield HandRow(
                hand_name(high, low),
                kind_of(high, low),
                reach[h],
                equity[h],
                values[h],
                {name: shares[a][h] for a, name in enumerate(actions)},
                {name: action_values[a][h] for a, name in enumerate(actions)},
                met[h],
            )

    def cells(self, player: int | None = None) -> dict[str, Cell]:
        """The same by kinds of hands; those that are never here are left out."""
        groups: dict[str, list[HandRow]] = {}
        for row in self.rows(player):
            if row.weight > 0:
                groups.setdefault(row.kind, []).append(row)
        return {kind: together(kind, rows) for kind, rows in groups.items()}

    def grid(self, player: int | None = None) -> list[list[Cell | None]]:
        """13 rows of 13 cells: pairs on the diagonal, one suit above it, two suits below."""
        cells = self.cells(player)
        return [[cells.get(kind) for kind in row] for row in grid_kinds()]

    def summary(self, player: int | None = None) -> Cell:
        """All hands of the range together."""
        return together("all", self.rows(player))

    def table(self, player: int | None = None) -> list[dict[str, str | float]]:
        """The rows as plain data, with a column for each action's share and for each action's value."""
        found: list[dict[str, str | float]] = []
        for row in self.rows(player):
            fields: dict[str, str | float] = {"hand": row.hand, "kind": row.kind, "weight": row.weight}
            fields |= {"equity": row.equity, "value": row.value}
            fields |= row.shares
            found.append(fields | {f"value of {name}": value for name, value in row.values.items()})
        return found

    def csv(self, player: int | None = None) -> str:
        rows = self.table(player)
        out = io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]) if rows else ["hand"], lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: rounded(value) for name, value in row.items()} for row in rows)
        return out.getvalue()

    def json(self, player: int | None = None) -> str:
        rows = [{name: rounded(value) for name, value in row.items()} for row in self.table(player)]
        return json.dumps({"line": self.line, "board": self.board, "pot": self.pot, "hands": rows})


def rounded(value: str | float) -> str | float:
    return value if isinstance(value, str) else round(value, 6)


def together(kind: str, rows: Sequence[HandRow]) -> Cell:
    """Means by how often a hand is here and meets another."""
    weight = sum(row.weight * row.met for row in rows)

    def mean(numbers: Iterator[float]) -> float:
        return sum(n * row.weight * row.met for n, row in zip(numbers, rows, strict=True)) / weight if weight else 0.0

    return Cell(
        kind,
        sum(row.weight for row in rows),
        mean(row.equity for row in rows),
        mean(row.value for row in rows),
        {name: mean(row.shares[name] for row in rows) for name in (rows[0].shares if rows else ())},
    )


def step(word: str, report: core.PokerReport, line: str, board: Sequence[str]) -> tuple[int, str]:
    """The number of an action or card, and its name; an IllegalMove says what may come instead."""
    if report.kind == "chance":
        names = [card_name(each) for each in report.cards]
        if word not in names:
            why = "is on the board already" if word in board else "is no card"
            raise IllegalMove(f"{word!r} {why}: after {', '.join(board)} another card comes, such as {names[0]}", line)
        return card(word), word
    if report.kind != "decision":
        raise IllegalMove(f"{word!r}: the hand is over here ({report.kind})", line)
    matching = [i for i, name in enumerate(report.names) if name == word] or [
        i for i, name in enumerate(report.names) if name.startswith(word)
    ]
    if len(matching) != 1:
        raise IllegalMove(
            f"{word!r} is not what {PLAYERS[report.player]} may do here{did_you_mean(word, report.names)} "
            f"({', '.join(report.names)})",
            line,
        )
    return matching[0], report.names[matching[0]]
