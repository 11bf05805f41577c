"""equilibrium(state, …): how both players should mix, found by minimising regret or exactly."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from zermelo.equilibrium.best_responses import MOST_NODES, check_kind
from zermelo.equilibrium.linear_program import linear_program
from zermelo.equilibrium.plans import plan_of, policy_of
from zermelo.equilibrium.strategy import Equilibrium
from zermelo.errors import GameError, did_you_mean
from zermelo.game import OVER, State
from zermelo.limits import positive
from zermelo.native import core
from zermelo.search import Stop
from zermelo.validate import shown, typed

METHODS = {
    "cfr": "counterfactual regret minimisation",
    "cfr+": "the same with regrets that never fall below 0 and later strategies weighing more",
    "dcfr": "the same with earlier regrets and strategies fading",
    "mccfr": "the same on sampled lines of play, for games too large to be written out",
    "exact": "linear programming over sequences of moves",
}
FADE = (1.5, 0.0, 2.0)  # of gains, losses and strategies: Brown and Sandholm's choice
MOST_PLACES = 2_000_000  # met by sampling
USUAL_ITERATIONS = 1000
ENDLESS = 2**62
FIRST_CHUNK, SAMPLED_CHUNK = 8, 1000  # iterations before the result is first measured
LONGEST_CHUNK = 0.25  # seconds between two measurements

Progress: TypeAlias = Callable[[Equilibrium], object]


@typed
def equilibrium(
    state: State,
    *,
    method: str = "dcfr",
    iterations: int | None = None,
    seconds: float | None = None,
    exploitability: float | None = None,
    seed: int = 0,
    max_nodes: int = MOST_NODES,
    progress: Callable[[Equilibrium], object] | None = None,
    stop: Stop | None = None,
) -> Equilibrium:
    """Strategies of both players, from a position on.

    It ends after `iterations`, after `seconds`, or when `exploitability` is reached; without a limit after 1000
    iterations. `method` is one of METHODS; `exact` ends by itself and needs SciPy. `progress` is called now and then
    with what has been found. Begin where the game does: from a later position on, everybody knows how it came about.
    """
    check(state, method, iterations, seconds, exploitability, max_nodes, seed)
    began = time.monotonic()
    if iterations is None and seconds is None and exploitability is None:
        iterations = USUAL_ITERATIONS
    limit = Until(iterations, seconds, exploitability, began)
    if method == "mccfr":
        return sampled(state, limit, seed, progress, stop, max_nodes)
    form = core.sequences(state, max_nodes)
    if method == "exact":
        return described(state, form, "exact", linear_program(form), 0, "solved", began)
    return minimised(state, form, method, limit, progress, stop)


def check(
    state: object, method: str, iterations: object, seconds: object, target: object, max_nodes: object, seed: object
) -> None:
    if not isinstance(state, State):
        raise TypeError(f"equilibrium: expected a State, not {type(state).__name__}")
    if method not in METHODS:
        raise ValueError(
            f"unknown method {shown(method)}{did_you_mean(method, METHODS)} (methods: {', '.join(METHODS)})"
        )
    check_kind(state)
    if state.turn == OVER:
        raise ValueError("equilibrium: the game is over")
    for name, value in (("iterations", iterations), ("max_nodes", max_nodes)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise ValueError(f"{name}={shown(value)}: must be a whole number >= 1")
    for name, value in (("seconds", seconds), ("exploitability", target)):
        if value is not None:
            positive(name, value)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"seed={shown(seed)}: must be a whole number >= 0")
    if method == "mccfr" and iterations is None and seconds is None:
        raise ValueError("mccfr has no end of its own: give iterations= or seconds=")
    if method == "exact" and not (iterations is None and seconds is None and target is None):
        raise ValueError("exact ends by itself: it has no limits")


@dataclass(frozen=True)
class Until:
    """When to stop: whichever comes first."""

    iterations: int | None
    seconds: float | None
    exploitability: float | None
    began: float

    @property
    def core_seconds(self) -> float:
        """What is left of the time, as the core reads it: 0 for no limit."""
        return 0.0 if self.seconds is None else max(1e-9, self.began + self.seconds - time.monotonic())

    def iterations_left(self, done: int) -> int:
        return ENDLESS if self.iterations is None else self.iterations - done

    def ended(self, found: Equilibrium) -> str:
        """Why it is over with what has been found; nothing if it is not."""
        if found.stopped != "iterations":
            return found.stopped
        if self.iterations_left(found.iterations) <= 0:
            return "iterations"
        reached = found.exploitability is not None and found.exploitability <= (self.exploitability or -1.0)
        return "exploitability" if reached else ""


def minimised(
    state: State, form: core.Sequences, method: str, limit: Until, progress: Progress | None, stop: Stop | None
) -> Equilibrium:
    """Regret minimisation until a limit, measured after 8, 24, 56 … iterations."""
    run = core.Regret(form, method, FADE)
    chunk = FIRST_CHUNK
    while True:
        began = time.monotonic()
        why = run.run(min(chunk, limit.iterations_left(run.iterations)), limit.core_seconds, stop)
        found = described(state, form, method, (run.average(0), run.average(1)), run.iterations, why, limit.began)
        if progress is not None:
            progress(found)
        if ended := limit.ended(found):
            return replace(found, stopped=ended)
        chunk = chunk * 2 if time.monotonic() - began < LONGEST_CHUNK else chunk


def described(
    state: State, form: core.Sequences, method: str, plans: tuple[bytes, bytes], iterations: int, why: str, began: float
) -> Equilibrium:
    responses = form.best_response(0, plans[1])[0], form.best_response(1, plans[0])[0]
    return Equilibrium(
        state.game.label,
        state.text,
        method,
        (policy_of(form, 0, plans[0]), policy_of(form, 1, plans[1])),
        form.expected(*plans),
        max(0.0, sum(responses) / 2),
        iterations,
        form.nodes,
        why,
        seconds=time.monotonic() - began,
    )


def sampled(
    state: State, limit: Until, seed: int, progress: Progress | None, stop: Stop | None, max_nodes: int
) -> Equilibrium:
    """Regret minimisation on sampled lines of play; measured in between only on request."""
    run = core.sampled_regret(state, seed, MOST_PLACES)
    chunk = ENDLESS if progress is None and limit.exploitability is None else SAMPLED_CHUNK
    while True:
        why = run.run(min(chunk, limit.iterations_left(run.iterations)), limit.core_seconds, stop)
        found = measured(state, run, why, seed, limit, max_nodes)
        if progress is not None:
            progress(found)
        if ended := limit.ended(found):
            return replace(found, stopped=ended)
        chunk *= 2


def measured(state: State, run: core.SampledRegret, why: str, seed: int, limit: Until, max_nodes: int) -> Equilibrium:
    """What sampling found; its quality if the game can be written out after all."""
    policies = run.policy(0), run.policy(1)
    value = error = None
    try:
        form = core.sequences(state, max_nodes)
    except GameError:
        form = None
    if form is not None:
        plans = plan_of(form, 0, policies[0]), plan_of(form, 1, policies[1])
        value = form.expected(*plans)
        error = max(0.0, (form.best_response(0, plans[1])[0] + form.best_response(1, plans[0])[0]) / 2)
    return Equilibrium(
        state.game.label,
        state.text,
        "mccfr",
        policies,
        value,
        error,
        run.iterations,
        form.nodes if form else 0,
        why,
        seed,
        time.monotonic() - limit.began,
    )
