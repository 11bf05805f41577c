"""A second, slow way to play a rule sheet: every question is proved anew from the rules, backwards, as Prolog does.

It shares the reading of KIF with the package and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from zermelo.adaptors.gdl.kif import Literal, Rule, Term, name_of, read_rules, shown

Binding = dict[str, Term]


class SlowGdl:
    def __init__(self, text: str) -> None:
        self.rules: dict[str, list[Rule]] = {}
        for rule in read_rules(text):
            self.rules.setdefault(name_of(rule.head), []).append(rule)
        self.fresh = count()
        self.facts: frozenset[Term] = frozenset()
        self.done: tuple[Term, ...] = ()
        self.roles = [each for (_, each) in self.every(("role", "?r"))]
        self.initial = frozenset(fact for (_, fact) in self.every(("init", "?f")))

    def every(self, goal: Term) -> list[Term]:
        return list(dict.fromkeys(filled(goal, found) for found in self.prove(goal, {}, ())))

    def at(self, facts: frozenset[Term], done: tuple[Term, ...] = ()) -> SlowGdl:
        self.facts, self.done = facts, done
        return self

    def legal(self, facts: frozenset[Term], role: Term) -> set[Term]:
        return {each[2] for each in self.at(facts).every(("legal", role, "?m"))}

    def over(self, facts: frozenset[Term]) -> bool:
        return bool(self.at(facts).every("terminal"))

    def goal(self, facts: frozenset[Term], role: Term) -> int:
        return int(next((each[2] for each in self.at(facts).every(("goal", role, "?v"))), "0"))

    def after(self, facts: frozenset[Term], moves: dict[Term, Term]) -> frozenset[Term]:
        done = tuple(("does", role, move) for role, move in moves.items())
        return frozenset(fact for (_, fact) in self.at(facts, done).every(("next", "?f")))

    def prove(self, goal: Term, binding: Binding, path: tuple[Term, ...]) -> Iterator[Binding]:
        goal = filled(goal, binding)
        name = name_of(goal)
        if name in ("true", "does"):
            known = [("true", each) for each in self.facts] if name == "true" else list(self.done)
            yield from (found for fact in known if (found := unify(goal, fact, binding)) is not None)
            return
        if goal in path:
            return  # its own proof may not rest on it
        for rule in self.rules.get(name, ()):
            mark = f"_{next(self.fresh)}"
            found = unify(renamed(rule.head, mark), goal, {})
            if found is not None:
                for each in self.prove_all(list(rule.body), mark, found, (*path, goal)):
                    full = unify(goal, filled(renamed(rule.head, mark), each), binding)
                    if full is not None:
                        yield full

    def prove_all(self, body: list[Literal], mark: str, binding: Binding, path: tuple[Term, ...]) -> Iterator[Binding]:
        if not body:
            yield binding
            return
        at = next((i for i, each in enumerate(body) if is_ready(each, mark, binding)), 0)
        each, rest = body[at], body[:at] + body[at + 1 :]
        atom = filled(renamed(each.atom, mark), binding)
        if name_of(atom) in ("distinct", "="):
            if (atom[1] == atom[2]) == (atom[0] == "="):
                yield from self.prove_all(rest, mark, binding, path)
        elif not each.holds:
            if next(self.prove(atom, {}, ()), None) is None:
                yield from self.prove_all(rest, mark, binding, path)
        else:
            for found in self.prove(atom, binding, path):
                yield from self.prove_all(rest, mark, found, path)


def is_ready(literal: Literal, mark: str, binding: Binding) -> bool:
    if literal.holds and name_of(literal.atom) not in ("distinct", "="):
        return True
    return not has_variable(filled(renamed(literal.atom, mark), binding))


def has_variable(term: Term) -> bool:
    return term.startswith("?") if isinstance(term, str) else any(map(has_variable, term))


def renamed(term: Term, mark: str) -> Term:
    if isinstance(term, str):
        return term + mark if term.startswith("?") else term
    return tuple(renamed(each, mark) for each in term)


def filled(term: Term, binding: Binding) -> Term:
    if isinstance(term, str):
        return filled(binding[term], binding) if term in binding else term
    return tuple(filled(each, binding) for each in term)


def unify(one: Term, other: Term, binding: Binding) -> Binding | None:
    one, other = filled(one, binding), filled(other, binding)
    if one == other:
        return binding
    for a, b in ((one, other), (other, one)):
        if isinstance(a, str) and a.startswith("?"):
            return {**binding, a: b}
    if isinstance(one, str) or isinstance(other, str) or len(one) != len(other):
        return None
    found: Binding | None = binding
    for a, b in zip(one, other, strict=True):
        found = unify(a, b, found)
        if found is None:
            return None
    return found


__all__ = ["SlowGdl", "shown"]
