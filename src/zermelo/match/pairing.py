"""Who meets whom: round robin, gauntlet, Swiss, knock-out. The same results always lead to the same pairings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zermelo.match.matching import Friends, find_partner, partners

TIE_BREAKS = 3  # more pairs of games for a drawn match of a knock-out; then the one that was named earlier goes on

Met = Collection[tuple[int, int]]  # pairs, the smaller number first
Points = Mapping[str, tuple[float, float]]  # a task's id to the points of its two players


@dataclass(frozen=True)
class Task:
    """A game to play: its round, the two engines by their numbers in playing order, which of the openings."""

    round: int
    first: int
    second: int
    opening: int

    @property
    def pair(self) -> str:
        """The pair of games it belongs to."""
        low, high = sorted((self.first, self.second))
        return f"{self.round}/{low + 1}-{high + 1}/{self.opening + 1}"

    @property
    def id(self) -> str:
        return f"{self.pair}/{'a' if self.first < self.second else 'b'}"


def both_colours(number: int, one: int, other: int, openings: Sequence[int]) -> list[Task]:
    return [Task(number, *sides, opening) for opening in openings for sides in ((one, other), (other, one))]


def stages(format: str, count: int, pairs: int, rounds: int, points: Points) -> Iterator[list[Task]]:
    """Lists of games that can be played side by side. A list is given when `points` has all games of those before."""
    if format == "gauntlet":
        yield all_pairings([(0, other) for other in range(1, count)], pairs)
    elif format == "round robin":
        yield all_pairings(list(combinations(range(count), 2)), pairs)
    elif format == "swiss":
        yield from swiss(count, pairs, rounds or max(1, (count - 1).bit_length()) + 1, points)
    else:
        yield from knock_out(count, pairs, points)


def all_pairings(meetings: Sequence[tuple[int, int]], pairs: int) -> list[Task]:
    """Every pairing's first opening, then every pairing's second …: the table is fair at any moment."""
    return [
        task for opening in range(pairs) for one, other in meetings for task in both_colours(1, one, other, [opening])
    ]


def most_tasks(format: str, count: int, pairs: int, rounds: int) -> int:
    """How many games there are; at least, in a knock-out with drawn matches."""
    if format == "round robin":
        return count * (count - 1) * pairs
    if format == "swiss":
        return (rounds or max(1, (count - 1).bit_length()) + 1) * (count // 2) * 2 * pairs
    return (count - 1) * 2 * pairs


def match_points(tasks: Sequence[Task], one: int, points: Points) -> float:
    """What an engine has scored in these games."""
    return sum(points[task.id][task.second == one] for task in tasks if one in (task.first, task.second))


def swiss(count: int, pairs: int, rounds: int, points: Points) -> Iterator[list[Task]]:
    """Each round those with equal points meet, nobody twice while that can be; an odd one out gets a round's points."""
    scores, met, rested = [0.0] * count, set[tuple[int, int]](), set[int]()
    for number in range(1, rounds + 1):
        order = sorted(range(count), key=lambda each: (-scores[each], each))
        if count % 2:
            resting = next(each for each in reversed(order) if each not in rested or len(rested) == count)
            rested.add(resting)
            scores[resting] += 2 * pairs
            order.remove(resting)
        chosen = paired(order, met) or paired_again(order, met)
        met |= {(min(pair), max(pair)) for pair in chosen}
        tasks = [task for opening in range(pairs) for pair in chosen for task in both_colours(number, *pair, [opening])]
        yield tasks
        for each in order:
            scores[each] += match_points(tasks, each, points)


def paired(order: Sequence[int], met: Met) -> list[tuple[int, int]] | None:
    """The first with the nearest it has not met such that the others can be paired too, and so on; None if none can."""
    friends = unmet(order, met)
    partner = partners(order, friends)
    if len(partner) < len(order):
        return None
    left, found = list(order), list[tuple[int, int]]()
    while left:
        first = left[0]
        for other in friends[first]:
            after = without(first, other, friends, partner)
            if after is not None:
                friends, partner = after
                break
        found.append((first, other))
        left = [each for each in left if each not in (first, other)]
    return found


def unmet(order: Sequence[int], met: Met) -> Friends:
    """Whom each has not met, the nearest first."""
    places = {each: place for place, each in enumerate(order)}
    return {
        each: sorted(
            (other for other in order if other != each and (min(each, other), max(each, other)) not in met),
            key=lambda other: abs(places[other] - places[each]),
        )
        for each in order
    }


def without(
    one: int, other: int, friends: Friends, partner: Mapping[int, int]
) -> tuple[Friends, dict[int, int]] | None:
    """The friends and a partner for everybody but these two, who meet; None if somebody would be left over."""
    left = {each: [friend for friend in theirs if friend not in (one, other)] for each, theirs in friends.items()}
    del left[one], left[other]
    rest = {each: mate for each, mate in partner.items() if not {each, mate} & {one, other}}
    alone = [partner[each] for each in (one, other) if partner[each] not in (one, other)]
    return (left, rest) if not alone or find_partner(alone[0], left, rest) else None


def paired_again(order: Sequence[int], met: Met) -> list[tuple[int, int]]:
    """With as few as can be that have met before."""
    partner = partners(order, unmet(order, met))
    alone = [each for each in order if each not in partner]
    partner |= dict(zip(alone[::2], alone[1::2], strict=True))
    places = {each: place for place, each in enumerate(order)}
    return sorted(
        ((one, other) for one, other in partner.items() if places[one] < places[other]),
        key=lambda pair: places[pair[0]],
    )


def knock_out(count: int, pairs: int, points: Points) -> Iterator[list[Task]]:
    """The first named meets the last; who has more points goes on. Places that are left free go to the first named."""
    size = 1 << (count - 1).bit_length()
    bracket: list[int | None] = [seed if seed < count else None for seed in seeding(size)]
    number = 0
    while len(bracket) > 1:
        number += 1
        matches = list(zip(bracket[::2], bracket[1::2], strict=True))
        real = [(one, other) for one, other in matches if one is not None and other is not None]
        played = {pair: both_colours(number, *pair, range(pairs)) for pair in real}
        yield [task for tasks in played.values() for task in tasks]
        for extra in range(TIE_BREAKS):
            level = [
                pair
                for pair in real
                if match_points(played[pair], pair[0], points) == match_points(played[pair], pair[1], points)
            ]
            more = {pair: both_colours(number, *pair, [pairs + extra]) for pair in level}
            if more:
                yield [task for tasks in more.values() for task in tasks]
            for pair, tasks in more.items():
                played[pair] = played[pair] + tasks
        bracket = [winner(one, other, played, points) for one, other in matches]


def winner(
    one: int | None, other: int | None, played: Mapping[tuple[int, int], list[Task]], points: Points
) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    tasks = played[one, other]
    ahead = match_points(tasks, one, points) - match_points(tasks, other, points)
    return min(one, other) if ahead == 0 else one if ahead > 0 else other


def seeding(size: int) -> list[int]:
    """The bracket in which the first two can meet only at the end: 0 3 1 2 for four."""
    order = [0]
    while len(order) < size:
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return order
