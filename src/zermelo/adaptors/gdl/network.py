"""Ground rules as bits: each fact is a bit of one whole number, a rule a mask that must be there and one that must not.

Rules are put in an order in which every fact is worked out before it is asked for; rules that depend on one another
(connected stones) are repeated until nothing changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from zermelo.adaptors.gdl.grounding import Ground
from zermelo.adaptors.gdl.kif import Term, name_of

Step = tuple[bool, tuple[tuple[int, int, int], ...]]  # whether to repeat; (what it gives, must hold, must not)


class Network:
    """`close(bits)` adds everything that follows from facts that are true, `close_moves(bits)` what follows besides
    from the moves that are done."""

    def __init__(self, rules: Sequence[Ground]) -> None:
        self.bit: dict[Term, int] = {}
        for rule in rules:
            for atom in (rule.head, *rule.needs, *rule.bars):
                self.bit.setdefault(atom, 1 << len(self.bit))
        late = after_moves(rules)
        self.early_steps = self.steps([rule for rule in rules if rule.head not in late])
        self.late_steps = self.steps([rule for rule in rules if rule.head in late])

    def of(self, atom: Term) -> int:
        """The bit of an atom; none if no rule mentions it."""
        return self.bit.get(atom, 0)

    def steps(self, rules: Sequence[Ground]) -> list[Step]:
        by_head: dict[Term, list[Ground]] = defaultdict(list)
        for rule in rules:
            by_head[rule.head].append(rule)
        found: list[Step] = []
        for group in components(by_head):
            masks = [
                (self.bit[head], self.mask(rule.needs), self.mask(rule.bars))
                for head in group
                for rule in by_head[head]
            ]
            repeated = len(group) > 1 or any(head in rule.needs for head in group for rule in by_head[head])
            found.append((repeated, tuple(masks)))
        return joined(found)

    def mask(self, atoms: Iterable[Term]) -> int:
        return sum(self.bit[atom] for atom in set(atoms))

    def close(self, bits: int) -> int:
        return run(self.early_steps, bits)

    def close_moves(self, bits: int) -> int:
        return run(self.late_steps, bits)


def run(steps: Sequence[Step], bits: int) -> int:
    for repeated, masks in steps:
        before = -1
        while before != bits:
            before = bits
            for gives, needs, bars in masks:
                if bits & needs == needs and not bits & bars:
                    bits |= gives
            if not repeated:
                break
    return bits


def joined(steps: list[Step]) -> list[Step]:
    """Steps that need no repeating, one after another, as one."""
    found: list[Step] = []
    for repeated, masks in steps:
        if found and not repeated and not found[-1][0]:
            found[-1] = (False, found[-1][1] + masks)
        else:
            found.append((repeated, masks))
    return found


def after_moves(rules: Sequence[Ground]) -> set[Term]:
    """Facts that depend on what is done."""
    users: dict[Term, list[Term]] = defaultdict(list)
    waiting: list[Term] = []
    for rule in rules:
        for atom in (*rule.needs, *rule.bars):
            users[atom].append(rule.head)
            if name_of(atom) == "does":
                waiting.append(rule.head)
    waiting += [rule.head for rule in rules if name_of(rule.head) == "next"]
    found: set[Term] = set()
    while waiting:
        atom = waiting.pop()
        if atom not in found:
            found.add(atom)
            waiting += users[atom]
    return found


def components(by_head: dict[Term, list[Ground]]) -> list[list[Term]]:
    """Heads in groups that depend on each other, the groups in an order of dependence (Tarjan 1972)."""
    below = {
        head: [atom for rule in rules for atom in (*rule.needs, *rule.bars) if atom in by_head]
        for head, rules in by_head.items()
    }
    number: dict[Term, int] = {}
    low: dict[Term, int] = {}
    path: list[Term] = []
    on_path: set[Term] = set()
    groups: list[list[Term]] = []
    for root in by_head:
        work = [(root, 0)] if root not in number else []
        while work:
            atom, at = work.pop()
            if at == 0:
                number[atom] = low[atom] = len(number)
                path.append(atom)
                on_path.add(atom)
            else:
                low[atom] = min(low[atom], low[below[atom][at - 1]])
            while at < len(below[atom]) and below[atom][at] in number:
                if below[atom][at] in on_path:
                    low[atom] = min(low[atom], number[below[atom][at]])
                at += 1
            if at < len(below[atom]):
                work += [(atom, at + 1), (below[atom][at], 0)]
            elif low[atom] == number[atom]:
                group = path[path.index(atom) :]
                del path[path.index(atom) :]
                on_path.difference_update(group)
                groups.append(group)
    return groups
