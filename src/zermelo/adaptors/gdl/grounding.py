"""From rules with variables to rules without: every instance that any position of the game could use.

Facts that may ever hold are found by a fixed point that takes every move to be possible and every `not` about changing
facts to hold: more than can happen, never less. Relations that no position changes are settled first, with their
negations, and vanish from the rules.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from zermelo.adaptors.gdl.kif import Literal, Rule, Term, compares, is_variable, name_of, shown
from zermelo.errors import GameError

MOST_FACTS = 200_000
Binding = dict[str, Term]


@dataclass(frozen=True)
class Ground:
    """A rule without variables: if all of `needs` and none of `bars` hold, so does `head`."""

    head: Term
    needs: tuple[Term, ...]
    bars: tuple[Term, ...]


def unify(pattern: Term, fact: Term, binding: Binding) -> Binding | None:
    """What the variables of the pattern must be for it to be the fact; None if they cannot."""
    if isinstance(pattern, str):
        if not is_variable(pattern):
            return binding if pattern == fact else None
        if pattern in binding:
            return binding if binding[pattern] == fact else None
        return {**binding, pattern: fact}
    if not isinstance(fact, tuple) or len(pattern) != len(fact):
        return None
    for part, given in zip(pattern, fact, strict=True):
        found = unify(part, given, binding)
        if found is None:
            return None
        binding = found
    return binding


def filled(term: Term, binding: Mapping[str, Term]) -> Term:
    if isinstance(term, str):
        return binding.get(term, term)
    return tuple(filled(part, binding) for part in term)


class Facts:
    """Known facts, found by relation and by what stands in one of its places."""

    def __init__(self) -> None:
        self.all: set[Term] = set()
        self.by_name: dict[str, list[Term]] = defaultdict(list)
        self.by_place: dict[tuple[str, int, Term], list[Term]] = defaultdict(list)

    def add(self, fact: Term) -> bool:
        if fact in self.all:
            return False
        if len(self.all) >= MOST_FACTS:
            raise GameError(f"the rule sheet has more than {MOST_FACTS} facts")
        self.all.add(fact)
        self.by_name[index_of(fact)].append(fact)
        for place, part in enumerate(parts_of(fact)):
            self.by_place[index_of(fact), place, part].append(fact)
        return True

    def like(self, pattern: Term) -> list[Term]:
        """Facts that the pattern might be: the shortest list that an index has."""
        name, best = index_of(pattern), None
        for place, part in enumerate(parts_of(pattern)):
            if not has_variable(part):
                found = self.by_place.get((name, place, part), [])
                best = found if best is None or len(found) < len(best) else best
        return self.by_name.get(name, []) if best is None else best


def index_of(atom: Term) -> str:
    """The relation, with the function inside for `true(cell(…))`, `next`, `does`."""
    name = name_of(atom)
    if name in ("true", "next", "init") and isinstance(atom, tuple) and not is_variable(atom[1]):
        return f"{name} {name_of(atom[1])}"
    return name


def parts_of(atom: Term) -> tuple[Term, ...]:
    if isinstance(atom, str):
        return ()
    inner = atom[1]
    if name_of(atom) in ("true", "next", "init") and isinstance(inner, tuple):
        return inner[1:]
    return atom[1:]


def has_variable(term: Term) -> bool:
    return is_variable(term) if isinstance(term, str) else any(map(has_variable, term))


def changing(rules: Iterable[Rule]) -> set[str]:
    """Relations that depend on the position or on the moves."""
    found = {"true", "does"}
    rules = list(rules)
    while True:
        more = {name_of(r.head) for r in rules if any(name_of(each.atom) in found for each in r.body)} - found
        if not more:
            return found
        found |= more


def bindings(body: list[Literal], facts: Facts, binding: Binding, settled: set[str]) -> Iterator[Binding]:
    """All ways to fill the variables of a body from known facts; `not` counts only of settled relations."""
    if not body:
        yield binding
        return
    ready = next((i for i, each in enumerate(body) if decides(each, binding)), None)
    if ready is not None:
        each = body[ready]
        if not refused(each, facts, binding, settled):
            yield from bindings(body[:ready] + body[ready + 1 :], facts, binding, settled)
        return
    patterns = [(len(facts.like(filled(each.atom, binding))), i) for i, each in enumerate(body) if asks(each)]
    _, i = min(patterns)
    pattern = filled(body[i].atom, binding)
    for fact in list(facts.like(pattern)):
        found = unify(pattern, fact, binding)
        if found is not None:
            yield from bindings(body[:i] + body[i + 1 :], facts, found, settled)


def asks(literal: Literal) -> bool:
    return literal.holds and not compares(literal.atom)


def decides(literal: Literal, binding: Binding) -> bool:
    """A comparison or a negation whose variables are all known."""
    return not asks(literal) and not has_variable(filled(literal.atom, binding))


def refused(literal: Literal, facts: Facts, binding: Binding, settled: set[str]) -> bool:
    atom = filled(literal.atom, binding)
    if compares(atom):
        assert isinstance(atom, tuple)
        return (atom[1] == atom[2]) != (atom[0] == "=")
    return name_of(atom) in settled and atom in facts.all


def layers(rules: list[Rule]) -> list[set[str]]:
    """The relations of these rules in an order in which each negation is about an earlier layer."""
    names = {name_of(rule.head) for rule in rules}
    level = dict.fromkeys(names, 0)
    for _ in range(len(names) + 1):
        changed = False
        for rule in rules:
            head = name_of(rule.head)
            for each in rule.body:
                below = name_of(each.atom)
                if below in level and level[head] < level[below] + (not each.holds):
                    level[head], changed = level[below] + (not each.holds), True
        if not changed:
            return [{name for name in names if level[name] == at} for at in range(max(level.values(), default=0) + 1)]
    raise GameError("a relation of the rule sheet depends on its own negation")


def derive(rules: list[Rule], facts: Facts, settled: set[str], new: Iterable[Term]) -> None:
    """Everything that follows, by an agenda: each new fact is tried in every place that could ask for it."""
    waiting = deque(new)
    for rule in rules:
        if not any(map(asks, rule.body)):
            for binding in bindings(list(rule.body), facts, {}, settled):
                note(filled(rule.head, binding), facts, waiting)
    users: dict[str, list[tuple[Rule, int]]] = defaultdict(list)
    for rule in rules:
        for i, each in enumerate(rule.body):
            if asks(each):
                users[name_of(each.atom)].append((rule, i))
    while waiting:
        fact = waiting.popleft()
        for rule, i in users.get(name_of(fact), ()):
            begun = unify(rule.body[i].atom, fact, {})
            if begun is not None:
                rest = [each for j, each in enumerate(rule.body) if j != i]
                for binding in list(bindings(rest, facts, begun, settled)):
                    note(filled(rule.head, binding), facts, waiting)


def note(fact: Term, facts: Facts, waiting: deque[Term]) -> None:
    """A new fact; what holds next may be true later, what is legal may be done."""
    for each in (fact, *follows(fact)):
        if facts.add(each):
            waiting.append(each)


def follows(fact: Term) -> list[Term]:
    if isinstance(fact, str):
        return []
    if fact[0] in ("next", "init"):
        return [("true", *fact[1:])]
    return [("does", *fact[1:])] if fact[0] == "legal" else []


def settle(rules: list[Rule], facts: Facts) -> set[str]:
    """Relations that never change, worked out; returns their names."""
    moving = changing(rules)
    still = [rule for rule in rules if name_of(rule.head) not in moving]
    settled: set[str] = set()
    for names in layers(still):
        derive([rule for rule in still if name_of(rule.head) in names], facts, settled, list(facts.all))
        settled |= names
    return settled - {"init", "legal", "next"}


def ground(rules: list[Rule]) -> tuple[list[Ground], Facts]:
    """The rules without variables, and all facts there may be."""
    facts = Facts()
    settled = settle(rules, facts)
    moving = [rule for rule in rules if name_of(rule.head) not in settled]
    derive(moving, facts, settled, list(facts.all))
    found = dict.fromkeys(instance for rule in moving for instance in instances(rule, facts, settled))
    return list(found), facts


def instances(rule: Rule, facts: Facts, settled: set[str]) -> Iterator[Ground]:
    for binding in bindings(list(rule.body), facts, {}, settled):
        kept = [
            (filled(each.atom, binding), each.holds)
            for each in rule.body
            if not compares(each.atom) and name_of(each.atom) not in settled
        ]
        needs = tuple(atom for atom, holds in kept if holds)
        bars = tuple(atom for atom, holds in kept if not holds and atom in facts.all)
        yield Ground(filled(rule.head, binding), needs, bars)


def check_relations(rules: list[Rule]) -> None:
    """GameError if the sheet lacks what every game has."""
    heads = {name_of(rule.head) for rule in rules}
    for name in ("role", "init", "legal", "next", "terminal", "goal"):
        if name not in heads:
            raise GameError(f"the rule sheet says nothing about {name!r}")
    for rule in rules:
        if name_of(rule.head) in ("true", "does", "distinct"):
            raise GameError(f"{shown(rule.head)} cannot be the head of a rule")
