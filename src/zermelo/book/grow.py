"""Growing a book, for any game in which positions do not come back.

Drop-out expansion (T. R. Lincke, Strategies for the automatic construction of opening books, 2000), once for each side:
a side searches its own moves that lose nothing and whatever the other may try, and the line that is the shortest
and costs the least is followed first. What is found is backed up through all positions before it (negamax), so that a
move which turns out badly gives way to the next one.

A position's search depends on nothing but the position and the settings, and positions are taken in rounds of fixed
size: the same settings give the same book, in one run or in many, and with any number of workers.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from zermelo.book.book import Book, Entry, Growth, key_of, loss, moves_of, representative
from zermelo.game import BuiltIn, State
from zermelo.games import start
from zermelo.result import Score
from zermelo.search import search
from zermelo.validate import shown, typed

ROUND = 16  # positions searched before their values are backed up
STRICT = 8.0  # how much more a side's own losses count than those of the other

Progress = Callable[[Book, int], object]
Job = tuple[str, dict[str, int | str], str, Growth]

MOST_WORKERS = 256  # processes


@typed
def grow(
    book: Book, state: State, positions: int, *, workers: int = 1, progress: Progress = lambda book, added: None
) -> int:
    """Adds about this many positions that follow `state`, in whole rounds, and says how many it added: fewer if all
    lines have reached their greatest length.

    `progress(book, added)` is called after every round; the book is then in order and may be written.
    """
    check(book, state, positions, workers)
    tree, added = Tree(book, state), 0
    with lookers(workers) as look:
        while added < positions and (chosen := tree.next_positions()):
            found = look([tree.states[key] for key in chosen], book.growth)
            tree.add(dict(zip(chosen, found, strict=True)))
            added += len(chosen)
            progress(book, added)
    return added


@contextmanager
def lookers(workers: int) -> Iterator[Callable[[list[State], Growth], list[Entry]]]:
    """What searches several positions: this process, or others."""
    if workers == 1:
        yield lambda states, growth: [looked_at(each, growth) for each in states]
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers) as pool:
        yield lambda states, growth: list(
            pool.map(looked_at_there, [(each.game.name, each.game.chosen, each.text, growth) for each in states])
        )


def check(book: Book, state: State, positions: int, workers: int) -> None:
    for name, value in (("positions", positions), ("workers", workers)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"{name}={shown(value)}: must be a whole number >= 1")
    if workers > MOST_WORKERS:
        raise ValueError(f"workers={workers}: at most {MOST_WORKERS}")
    if book.game != state.game.label:
        raise ValueError(f"a book of {book.game} cannot grow by positions of {state.game.label}")
    if state.info.repetition:
        raise ValueError(f"{state.game.label}: positions can come back, which a book cannot hold")
    if workers > 1 and not isinstance(state.game, BuiltIn):
        raise ValueError("workers: a game of your own grows its book in one process")
    if state.is_over:
        raise ValueError("the game is over here: nothing can follow")


def looked_at(state: State, growth: Growth) -> Entry:
    """What a search says about a position. Of moves that are mirror images of each other one is kept."""
    after = {move: key_of(state.play(move)) for move in state.moves()}
    images = len(after) - len(set(after.values()))
    result = search(
        state, depth=growth.depth or None, nodes=growth.nodes or None, best=min(len(after), growth.width + images)
    )
    if not result.lines:  # too few nodes for any answer
        result = search(state, depth=1, best=min(len(after), growth.width + images))
    moves: dict[str, tuple[str, Score]] = {}
    for each in result.lines:
        moves.setdefault(after[each.move], (str(state.name(each.move)), rounded(each.score.for_player(state.turn))))
    return Entry(result.depth, tuple(moves.values())[: growth.width])


def looked_at_there(job: Job) -> Entry:
    """The same in another process, to which positions are sent as text."""
    game, options, text, growth = job
    return looked_at(start(game, text, **options), growth)


def rounded(score: Score) -> Score:
    """As it is written in the file, so that a book read back grows like one that was never written."""
    return replace(score, value=round(score.value, 2) + 0.0, player=0)


class Link(NamedTuple):
    """Where a move leads, and whether the same player moves again there."""

    key: str
    again: bool


class Tree:
    """The part of a book that follows one position: a graph, as different moves may lead to one position."""

    def __init__(self, book: Book, state: State) -> None:
        self.book, self.root = book, key_of(state)
        self.states = {self.root: representative(state)}
        self.links: dict[str, dict[str, Link]] = {}  # of positions in the book: by the names of their moves
        self.complete: set[str] = set()  # those of which all moves are in the book
        waiting = [self.root]
        while waiting:
            key = waiting.pop()
            if key in book.entries and key not in self.links:
                self._link(key)
                waiting.extend(each.key for each in self.links[key].values())
        self.tell_back()

    def _link(self, key: str) -> None:
        state, links = self.states[key], dict[str, Link]()
        named = moves_of(state)
        for name, _ in self.book.entries[key].moves:
            if name not in named:
                raise ValueError(
                    f"the book's move {shown(name)} is not legal in {state.text}: was it made for other rules?"
                )
            after = state.play(named[name])
            links[name] = Link(key_of(after), after.turn == state.turn)
            self.states.setdefault(links[name].key, representative(after))
        self.links[key] = links
        if len(links) >= len(named) or {each.key for each in links.values()} >= {
            key_of(state.play(move)) for move in named.values()
        }:
            self.complete.add(key)

    def add(self, found: dict[str, Entry]) -> None:
        self.book.entries |= found
        for key in found:
            self._link(key)
        self.tell_back()

    def tell_back(self) -> None:
        """Values all moves by what is known behind them."""
        for key in self._last_first():
            entry = self.book.entries[key]
            valued = [(name, self._value(self.links[key][name], score)) for name, score in entry.moves]
            valued.sort(key=lambda pair: pair[1], reverse=True)  # equal moves keep their order
            self.book.entries[key] = replace(entry, moves=tuple(valued))

    def _value(self, link: Link, score: Score) -> Score:
        if link.key not in self.links:
            return score
        there = self.book.entries[link.key].best
        here = there if link.again else replace(there.for_player(1), player=0)
        plies = None if here.plies is None else here.plies + 1
        return replace(here, plies=plies, proved=self.is_proved(link.key))

    def is_proved(self, key: str) -> bool:
        """Whether the best move's value is that of the position: it wins, or there are no others that may be better."""
        entry = self.book.entries[key]
        known = key in self.complete and all(score.proved for _, score in entry.moves)
        return entry.best.proved and (entry.best.outcome == "win" or known)

    def _last_first(self) -> Iterator[str]:
        """The positions of the book, each after all those that follow it."""
        waiting, seen = [(self.root, False)], set[str]()
        while waiting:
            key, followed = waiting.pop()
            if followed:
                yield key
            elif key in self.links and key not in seen:
                seen.add(key)
                waiting.append((key, True))
                waiting.extend((link.key, False) for link in self.links[key].values())

    def next_positions(self) -> list[str]:
        """A round of positions to search; none when all lines are long enough."""
        if self.root not in self.links:
            return [self.root]
        costs: dict[str, float] = {}
        for side in (0, 1):
            for cost, key in self._open(side):
                costs[key] = min(cost, costs.get(key, cost))
        return sorted(costs, key=lambda key: (costs[key], key))[:ROUND]

    def _open(self, side: int) -> Iterator[tuple[float, str]]:
        """(cost, position) for the first positions beyond the book, the cheapest first, enough for a round.

        The cost of a line is its length and what its moves lose, those of `side` counting most (Dijkstra 1959).
        """
        patience, found, seen = self.book.growth.patience, 0, set[str]()
        waiting = [(0.0, self.root, 0)]
        while waiting and found < ROUND:
            cost, key, plies = heapq.heappop(waiting)
            if key in seen:
                continue
            seen.add(key)
            if key not in self.links:
                found += 1
                yield cost, key
                continue
            state, entry = self.states[key], self.book.entries[key]
            each_unit = patience * (STRICT if state.turn == side else 1.0)
            for name, score in entry.moves:
                after = self.links[key][name].key
                if plies < self.book.growth.plies and not self.states[after].is_over and not score.proved:
                    step = 1.0 + each_unit * loss(entry.best, score, state)
                    heapq.heappush(waiting, (cost + step, after, plies + 1))
