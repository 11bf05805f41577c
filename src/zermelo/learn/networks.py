"""Learning a network by self-play, from nothing but the rules and what the game's `features` say is true.

The first games are played by searches that know of nothing but won and lost positions. Each position gets its label
from what came later: going back from the result, the search's value of every position counts for 1 - `outcome`, what
came after it for the rest (TD(λ): R. S. Sutton 1988; of values of searches: J. Baxter, A. Tridgell, L. Weaver 1998). A
value that is proved counts alone, and so does the value before a move that was random.
"""

from __future__ import annotations

import base64
import binascii
import math
import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, Unpack, runtime_checkable

from zermelo import game as rules
from zermelo.autocompile import GAMES, PLIES, compiled_form, may_compile
from zermelo.compiled import check_compiled
from zermelo.errors import GameError
from zermelo.game import Move, State
from zermelo.learn.fitting import Fitted, Weights, calibrated, numpy
from zermelo.learn.learner import Turn, play_game
from zermelo.learn.recipe import Recipe
from zermelo.learn.samples import Seen, counted, pack, positions_of
from zermelo.learn.training import NumpyTrainer, Parameters, Positions, Schedule, beginning, trained, values_of
from zermelo.limits import Limit
from zermelo.match.job import read_as
from zermelo.network import Network, read
from zermelo.players import Searcher
from zermelo.query import SearchOptions
from zermelo.result import Result
from zermelo.search import run

if TYPE_CHECKING:
    from zermelo.learn.fitting import Numbers

NONE, OWN = "none", "own"  # instead of a network: no evaluation, and the game's own
SCALE = 4.0  # units of the game that a logit is worth
LANES = 16  # hidden values that a processor handles at once
FEW_FEATURES, SMALL_HIDDEN, USUAL_HIDDEN = 64, 16, 32


class Labelled(NamedTuple):
    """A position to learn from: its label, for the mover, and whether that is exact."""

    state: State
    label: float
    exact: bool


@runtime_checkable
class Mirror(Protocol):
    """A game in Python that knows the mirror images of a state: others that are worth the same to the same mover."""

    def symmetries(self, state: object, /) -> Iterable[object]: ...
    def features(self, state: object, player: int, /) -> Iterable[int]: ...


class Brief(Searcher):
    """A player that finds its move and its value, and no more."""

    def look(self, state: State, **more: Unpack[SearchOptions]) -> Result:
        query, table = self.query(state), self._memory(state)
        return run(state, (query if table is None else query.replace(table=table)).replace(**more), brief=True)


class NetworkLearner:
    """The weights of a network, as text (zermelo.learn.learner.Learner)."""

    names: list[str]

    def __init__(self, start: State, recipe: Recipe) -> None:
        self.start, self.recipe, self.names = fastest(start), recipe, []
        self.feature_count = start.info.feature_count
        if not start.info.sees_features:
            raise ValueError(f"{start.game.label} has no features(state, player) and feature_count for a network")
        if recipe.hidden % LANES:
            raise ValueError(f"recipe: hidden={recipe.hidden}: must be a multiple of {LANES}")
        self.logistic = start.info.payoffs == "outcome"
        self.scale = recipe.scale or SCALE * start.info.unit
        self.noisy, self.mirror = noisy_of(start, recipe.noisy == "skip"), mirror_of(start)
        self._networks: dict[str, Network] = {}
        self._begin = recipe.begin if recipe.begin in (NONE, OWN) else text_of(first_network(start, recipe.begin))
        self.player(self.none(), 0).check(start)  # refuses games that cannot be searched
        self.seen(Labelled(start, 0.0, False), random.Random(0))

    @property
    def source(self) -> str:
        return "" if self.recipe.game else "a game"

    def none(self) -> str:
        return self._begin

    def by_hand(self) -> Weights | None:
        return OWN if self.start.info.evaluates else None

    def player(self, weights: Weights, seed: int) -> Searcher:
        return self.searcher(weights, self.recipe.match_limit, seed)

    def searcher(self, weights: Weights, limit: Limit, seed: int) -> Searcher:
        """A player that searches with this network."""
        if weights == OWN:
            return Brief("auto", limit, book=False, seed=seed)
        judge: Network | Literal["none"] = "none" if weights == NONE else self.network(weights)
        return Brief("auto", limit, eval=judge, book=False, seed=seed)

    def network(self, weights: Weights) -> Network:
        """The network of this text; the last ones stay ready."""
        text = str(weights)
        if text not in self._networks:
            while len(self._networks) > 1:
                self._networks.pop(next(iter(self._networks)))
            self._networks[text] = network_from(text)
        return self._networks[text]

    # --- self-play ---

    def self_play(self, weights: Weights, seed: int) -> str:
        player = self.searcher(weights, self.recipe.play_limit, seed)
        knows = weights != NONE
        rng = random.Random(seed)
        turns, final = play_game(self.start, player, self.recipe, rng, always=knows)
        if final is None and not self.logistic:
            return pack([])
        found = self.labelled(turns, final or 0.0, knows)
        return pack([seen for each in found for seen in self.seen(each, rng)])

    def labelled(self, turns: Sequence[Turn], outcome: float, knows: bool) -> list[Labelled]:
        """Labels from the end backwards. `knows`: whether the values of the searches say anything."""
        found = list[Labelled]()
        later, whose = self.label(outcome), 0  # what came later, for this player
        for state, result, at_random in reversed(turns):
            if state.turn != whose:
                later, whose = self.turned(later), state.turn
            score = None if result is None or result.score is None else result.score.for_player(whose)
            exact = score is not None and score.proved and score.exact
            if score is not None and exact:
                later = self.label(score.value)
            elif score is not None and knows:
                share = 0.0 if at_random else self.recipe.outcome
                later = share * later + (1 - share) * self.valued(score.value)
            if result is not None and not self.noisy(state, result.move):
                found.append(Labelled(state, later, exact))
        return found[::-1]

    def seen(self, labelled: Labelled, rng: random.Random) -> list[Seen]:
        """A position as the network sees it, and some of its mirror images, if the game says what they are."""
        state, label, exact = labelled
        sides = state.turn, 1 - state.turn
        mover, other = (tuple(state.features(side)) for side in sides)
        found = [Seen(mover, other, label, exact)]
        if self.mirror is not None:
            images = list(self.mirror.symmetries(state.data))
            for image in rng.sample(images, min(len(images), self.recipe.images - 1)):
                # The plain methods: to make a position of compiled code takes longer than to search one.
                mover, other = (tuple(sorted(self.mirror.features(image, side))) for side in sides)
                found.append(Seen(mover, other, label, exact))
        return found

    def label(self, payoff: float) -> float:
        """What is learned: points, or the chance to win."""
        return (1 + (payoff > 0) - (payoff < 0)) / 2 if self.logistic else payoff

    def turned(self, label: float) -> float:
        """The same for the other player."""
        return 1 - label if self.logistic else -label

    def valued(self, value: float) -> float:
        """A value of the search as a label."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, value / self.scale)))) if self.logistic else value

    # --- training ---

    def counted(self, games: Sequence[object]) -> tuple[int, int]:
        return counted(read_as(list[str], games))

    def fit(self, games: Sequence[object], seed: int, seconds: float = math.inf) -> Fitted:
        """A network trained from its random beginning on."""
        positions = positions_of(read_as(list[str], games), self.feature_count, self.recipe.hold_out)
        scale = self.scale if self.logistic else float(positions.labels.std()) or 1.0
        if not self.logistic:
            positions.labels[:] /= scale
        active = float((positions.mover < self.feature_count).sum(axis=1).mean())
        first = beginning(self.feature_count, self.recipe.hidden or usual_hidden(self.feature_count), active, seed)
        schedule = Schedule(self.recipe.epochs, self.recipe.batch, self.recipe.rate, seconds, seed)
        found = trained(positions, first, schedule, logistic=self.logistic)
        network = network_of(self.start.game.label, found.parameters, scale)
        predicted, true = predictions(positions, NumpyTrainer(found.parameters, self.logistic))
        factor = 1 if self.logistic else scale
        groups = calibrated(factor * predicted, factor * true)
        return Fitted(text_of(network), 0.0, found.losses, groups, self.logistic)


def fastest(start: State) -> State:
    """The same position of the compiled form of a game in plain Python, if there is one and it does the same."""
    if not isinstance(start.game, rules.Game) or start.game.compiled or not may_compile(start.game):
        return start
    form = compiled_form(start.game)
    try:
        same = check_compiled(form, GAMES, plies=PLIES) is None
    except GameError:  # what cannot be compiled
        return start
    return form.start(start.data) if same else start


def usual_hidden(feature_count: int) -> int:
    """Enough for what there is to know, and no more: every value costs time in each position."""
    return SMALL_HIDDEN if feature_count <= FEW_FEATURES else USUAL_HIDDEN


def predictions(positions: Positions, trainer: NumpyTrainer) -> tuple[Numbers, Numbers]:
    """What is predicted for the held-out positions (for all, if none are), and what came true."""
    np = numpy()
    some = positions.only(positions.held if positions.held.any() else ~positions.held)
    values = values_of(trainer, some)
    return (1 / (1 + np.exp(-values)) if trainer.logistic else values), some.labels.astype(float)


def noisy_of(start: State, skip: bool) -> Callable[[State, Move], bool]:
    """Whether a position, with its best move, is left out: what is at stake there is for a search to say."""
    if not skip or not start.info.sees_noise:
        return lambda state, move: False
    return lambda state, move: state.noisy(move)


def mirror_of(start: State) -> Mirror | None:
    """The game, if it knows mirror images."""
    return start.game if isinstance(start.game, Mirror) else None


def network_of(game: str, parameters: Parameters, scale: float) -> Network:
    """What was trained, in whole numbers."""
    w1, b1, w2, b2 = (each.tolist() for each in parameters.all)
    return Network.from_floats(game, w1, b1, w2, b2[0], scale)


def first_network(start: State, file: str) -> Network:
    """The network of a file, which plays the first games; ValueError if it is none of this game."""
    try:
        network = Network.load(file)
    except OSError as error:
        raise ValueError(f"recipe: begin={file}: {error.strerror}") from None
    network.check(start)
    return network


def text_of(network: Network) -> str:
    return base64.b64encode(network.data).decode()


def network_from(text: str) -> Network:
    """The network of `text_of`; ValueError if it is none."""
    try:
        return read(base64.b64decode(text, validate=True))
    except binascii.Error as error:
        raise ValueError(f"not a network: {error}") from None
