"""A rule sheet as a game. Roles that have no choice move along; two roles with a choice at once choose unseen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from zermelo.adaptors.gdl.grounding import check_relations, ground
from zermelo.adaptors.gdl.kif import name_of, read_rules, shown
from zermelo.adaptors.gdl.network import Network
from zermelo.errors import GameError, ParseError
from zermelo.game import OVER, Game

TRIED = 20  # random games that are played to see of what kind a game is
LONGEST = 1000  # plies
Choices: TypeAlias = list[dict[str, int]]  # for each role, its legal moves by name, each with the bit of doing it


class Sheet:
    """What a rule sheet says of positions, which are whole numbers: a bit for each fact that is true."""

    def __init__(self, text: str) -> None:
        rules = read_rules(text)
        check_relations(rules)
        grounded, facts = ground(rules)
        self.network = net = Network(grounded)
        self.roles = [shown(rule.head[1]) for rule in rules if isinstance(rule.head, tuple) and rule.head[0] == "role"]
        seat = {role: player for player, role in enumerate(self.roles)}
        self.facts: dict[str, int] = {}
        self.next: list[tuple[int, int]] = []
        self.legal: Choices = [{} for _ in self.roles]
        self.does: dict[int, int] = {}
        self.goals: list[list[tuple[int, int]]] = [[] for _ in self.roles]
        self.initial = 0
        for atom in sorted(facts.all, key=shown):
            name, bit = name_of(atom), net.of(atom)
            if not isinstance(atom, tuple):
                continue
            if name == "true" and bit:
                self.facts[shown(atom[1])] = bit
            elif name == "next" and net.of(("true", *atom[1:])):
                self.next.append((bit, net.of(("true", *atom[1:]))))
            elif name == "init":
                self.initial |= net.of(("true", *atom[1:]))
            elif name == "legal":
                self.legal[seat[shown(atom[1])]][shown(atom[2])] = bit
                self.does[bit] = net.of(("does", *atom[1:]))
            elif name == "goal":
                self.goals[seat[shown(atom[1])]].append((bit, goal_value(shown(atom[2]))))
        self.terminal = net.of("terminal")
        self.closed = lru_cache(maxsize=10_000)(net.close)

    def over(self, bits: int) -> bool:
        return bool(self.closed(bits) & self.terminal)

    def choices(self, bits: int) -> Choices:
        """The legal moves of every role, GameError if one has none."""
        closed = self.closed(bits)
        found = [{move: self.does[bit] for move, bit in legal.items() if closed & bit} for legal in self.legal]
        if not all(found):
            raise GameError(f"{self.roles[found.index({})]} has no legal move in {self.written(bits)}")
        return found

    def after(self, bits: int, done: int) -> int:
        """The position after these moves, given by their bits."""
        closed = self.network.close_moves(self.closed(bits) | done)
        return sum(true for bit, true in self.next if closed & bit)

    def goal(self, bits: int, player: int) -> int:
        closed = self.closed(bits)
        return next((value for bit, value in self.goals[player] if closed & bit), 0)

    def written(self, bits: int) -> str:
        return " ".join(fact for fact, bit in self.facts.items() if bits & bit) or "-"

    def read(self, text: str) -> int:
        bits = 0
        for word in [] if text == "-" else text.split(" "):
            if word not in self.facts or bits & self.facts[word]:
                raise ParseError(f"{word!r} is not a fact of this game, or stands there twice", text, text.find(word))
            bits |= self.facts[word]
        if self.written(bits) != text:
            raise ParseError("the facts are not in their order", text, 0)
        try:
            if not self.over(bits):
                self.choices(bits)
        except GameError as error:
            raise ParseError(str(error), text, 0) from None
        return bits


@lru_cache(maxsize=16)
def sheet_of(text: str) -> Sheet:
    """The sheet of a text, read once: copies of a game share it."""
    return Sheet(text)


def goal_value(text: str) -> int:
    if not text.isdigit() or not 0 <= int(text) <= 100:
        raise GameError(f"a goal is worth {text}: expected 0 to 100")
    return int(text)


def mover(choices: Choices) -> int:
    """Whose move it is where at most one role has a choice; who has none but a real move goes before who waits."""
    free = [player for player, legal in enumerate(choices) if len(legal) > 1]
    busy = [player for player, legal in enumerate(choices) if next(iter(legal)) != "noop"]
    return (free or busy or [0])[0]


class GdlGame(Game):
    """A game of turns. Payoffs of two roles whose goals add up to 100 are -1 to 1; otherwise goals as they are."""

    payoffs = "points"
    max_plies = LONGEST

    def __init__(self, text: str, title: str = "") -> None:
        self.rules_text, self.sheet = text, sheet_of(text)
        self.declare(title, *kind_of(self.sheet))

    def declare(self, title: str, balanced: bool) -> None:
        declared = vars(self)
        declared["title"] = title or "GDL"
        declared["players"] = tuple(self.sheet.roles)
        declared["zero_sum"] = balanced
        declared["low"], declared["high"] = (-1.0, 1.0) if balanced else (0.0, 100.0)
        declared["initial"] = self.sheet.initial

    def turn(self, state: int) -> int:
        return OVER if self.sheet.over(state) else mover(self.sheet.choices(state))

    def moves(self, state: int) -> Iterator[str]:
        choices = self.sheet.choices(state)
        yield from choices[mover(choices)]

    def play(self, state: int, move: str) -> int:
        choices = self.sheet.choices(state)
        player, done = mover(choices), 0
        for role, legal in enumerate(choices):
            if role != player and len(legal) > 1:
                raise GameError(
                    f"{self.label}: two roles have a choice in {self.text(state)}: read it with unseen=True"
                )
            done |= legal[move] if role == player else next(iter(legal.values()))
        return self.sheet.after(state, done)

    def payoff(self, state: int, player: int) -> float:
        goal = self.sheet.goal(state, player)
        if not self.zero_sum:
            return float(goal)
        if goal + self.sheet.goal(state, 1 - player) != 100:
            raise GameError(f"{self.label}: the goals in {self.text(state)} do not add up to 100, as those before did")
        return (goal - 50) / 50

    def text(self, state: int) -> str:
        return self.sheet.written(state)

    def parse(self, text: str) -> int:
        return self.sheet.read(text)

    def __reduce__(self) -> tuple[type[GdlGame], tuple[str, str]]:
        return type(self), (self.rules_text, self.label)


Unseen: TypeAlias = tuple[int, tuple[tuple[str, ...], ...], tuple[str, ...]]


class UnseenGdlGame(Game):
    """A game in which roles choose at the same time. A state is the position, all moves so far, and what was chosen
    already, which nobody else sees until all have."""

    payoffs = "points"
    hidden = True
    max_plies = LONGEST

    def __init__(self, text: str, title: str = "") -> None:
        self.rules_text, self.sheet = text, sheet_of(text)
        GdlGame.declare(self, title, *kind_of(self.sheet))  # type: ignore[arg-type]
        vars(self)["initial"] = (self.sheet.initial, (), ())

    def turn(self, state: Unseen) -> int:
        bits, _, chosen = state
        return OVER if self.sheet.over(bits) else len(chosen)

    def moves(self, state: Unseen) -> Iterator[str]:
        bits, _, chosen = state
        yield from self.sheet.choices(bits)[len(chosen)]

    def play(self, state: Unseen, move: str) -> Unseen:
        bits, history, chosen = state
        chosen = (*chosen, move)
        if len(chosen) < len(self.sheet.roles):
            return bits, history, chosen
        choices = self.sheet.choices(bits)
        done = sum(choices[player][each] for player, each in enumerate(chosen))
        return self.sheet.after(bits, done), (*history, chosen), ()

    def payoff(self, state: Unseen, player: int) -> float:
        return GdlGame.payoff(self, state[0], player)  # type: ignore[arg-type]

    def view(self, state: Unseen, player: int) -> str:
        _, history, chosen = state
        own = chosen[player] if player < len(chosen) else "?"
        return f"{' '.join('/'.join(each) for each in history)} {own}"

    def text(self, state: Unseen) -> str:
        return " ".join(["/".join(each) for each in (*state[1], state[2]) if each]) or "-"

    def __reduce__(self) -> tuple[type[UnseenGdlGame], tuple[str, str]]:
        return type(self), (self.rules_text, self.label)


def kind_of(sheet: Sheet) -> tuple[bool]:
    """Whether the goals of two roles add up to 100, as far as random games show."""
    return (len(sheet.roles) == 2 and all(a + b == 100 for a, b in ends(sheet)),)


def ends(sheet: Sheet) -> Iterator[tuple[int, int]]:
    rng = random.Random(0)
    for _ in range(TRIED):
        bits = sheet.initial
        for _ in range(LONGEST):
            if sheet.over(bits):
                yield sheet.goal(bits, 0), sheet.goal(bits, 1)
                break
            bits = sheet.after(bits, sum(rng.choice(list(legal.values())) for legal in sheet.choices(bits)))


def moves_together(sheet: Sheet) -> bool:
    """Whether two roles have a choice at once somewhere, as far as random games show."""
    rng = random.Random(0)
    for _ in range(TRIED):
        bits = sheet.initial
        for _ in range(LONGEST):
            if sheet.over(bits):
                break
            choices = sheet.choices(bits)
            if sum(len(legal) > 1 for legal in choices) > 1:
                return True
            bits = sheet.after(bits, sum(rng.choice(list(legal.values())) for legal in choices))
    return False


def gdl(text: str, title: str = "", unseen: bool | None = None) -> Game:
    """The game of a rule sheet. `unseen` says that roles may choose at the same time; None: as random games show."""
    if unseen is None:
        unseen = moves_together(sheet_of(text))
    return UnseenGdlGame(text, title) if unseen else GdlGame(text, title)
