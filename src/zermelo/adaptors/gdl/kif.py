"""Rule sheets as text: KIF, the prefix notation of the Game Description Language, read into terms and rules.

A term is a word or a tuple of terms, `("cell", "1", "1", "x")`; a variable is a word that begins with `?`. Words are
read in lower case. `or` is multiplied out, so that a rule is a head and a list of literals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from zermelo.errors import ParseError

Term: TypeAlias = "str | tuple[Term, ...]"
TOKEN = re.compile(r";[^\n]*|\s+|([()])|([^\s();]+)")
MOST_DEPTH = 50  # of brackets


@dataclass(frozen=True)
class Literal:
    """What a rule asks for. `distinct` and `=` compare two terms; others ask for a fact, or (`holds` False) that it
    is not one."""

    atom: Term
    holds: bool = True


@dataclass(frozen=True)
class Rule:
    head: Term
    body: tuple[Literal, ...] = ()


def is_variable(term: Term) -> bool:
    return isinstance(term, str) and term.startswith("?")


def name_of(atom: Term) -> str:
    """The relation of an atom."""
    found = atom if isinstance(atom, str) else atom[0]
    assert isinstance(found, str)
    return found


def variables(term: Term) -> set[str]:
    if isinstance(term, str):
        return {term} if is_variable(term) else set()
    return set().union(*map(variables, term)) if term else set()


def read_terms(text: str) -> list[Term]:
    """The expressions of a text; ParseError with the place if brackets do not match."""
    stack: list[list[Term]] = [[]]
    for token in TOKEN.finditer(text):
        bracket, word = token[1], token[2]
        if bracket == "(":
            stack.append([])
            if len(stack) > MOST_DEPTH:
                raise ParseError("brackets nested too deep", text[:200], min(token.start(), 199))
        elif bracket == ")":
            if len(stack) == 1:
                raise ParseError(f"unexpected ) in line {text.count(chr(10), 0, token.start()) + 1}")
            done = tuple(stack.pop())
            if not done:
                raise ParseError(f"empty brackets in line {text.count(chr(10), 0, token.start()) + 1}")
            stack[-1].append(done)
        elif word:
            stack[-1].append(word.lower())
    if len(stack) > 1:
        raise ParseError(f"{len(stack) - 1} brackets are not closed at the end")
    return stack[0]


def read_rules(text: str) -> list[Rule]:
    """The rules of a sheet; ParseError if one is not safe: every variable must be bound by a positive literal."""
    found = [rule for term in read_terms(text) for rule in rules_of(term)]
    for rule in found:
        bound = set().union(*(variables(each.atom) for each in rule.body if each.holds and not compares(each.atom)))
        asked = variables(rule.head).union(*(variables(each.atom) for each in rule.body))
        if loose := sorted(asked - bound):
            raise ParseError(f"nothing says what {loose[0]} can be in the rule of {shown(rule.head)}")
    return found


def compares(atom: Term) -> bool:
    return name_of(atom) in ("distinct", "=")


def rules_of(term: Term) -> Iterator[Rule]:
    if isinstance(term, tuple) and term[0] == "<=":
        if len(term) < 2:
            raise ParseError("a rule without a head")
        for body in alternatives(list(term[2:]), True):
            yield Rule(term[1], tuple(body))
    else:
        yield Rule(term)


def alternatives(parts: list[Term], holds: bool) -> Iterator[list[Literal]]:
    """The ways in which all of these expressions hold (or fail), each a list of literals."""
    if not parts:
        yield []
        return
    for first in ways(parts[0], holds):
        for rest in alternatives(parts[1:], holds):
            yield [*first, *rest]


def ways(term: Term, holds: bool) -> Iterator[list[Literal]]:
    name, rest = name_of(term), list(term[1:]) if isinstance(term, tuple) else []
    if name == "not":
        yield from ways(rest[0], not holds)
    elif name in ("or", "and"):
        if (name == "or") == holds:
            for each in rest:
                yield from ways(each, holds)
        else:
            yield from alternatives(rest, holds)
    elif name == "distinct" and not holds:
        yield [Literal(("=", *rest))]
    else:
        yield [Literal(term, holds)]


def shown(term: Term) -> str:
    """A term as people read it: `mark(1,1)`."""
    if isinstance(term, str):
        return term
    return f"{term[0]}({','.join(map(shown, term[1:]))})"
