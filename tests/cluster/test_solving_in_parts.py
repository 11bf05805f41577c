"""Solving in parts: the same value as one search, by processes too; on Ray where it is installed."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.cluster.solving import solve_in_parts
from zermelo.match.pool import Pool


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("tictactoe", None),
        ("connect4:width=4,height=4", None),
        ("connect4:width=5,height=4", None),
        ("mnk:m=4,n=3,k=3", None),
    ],
)
def test_the_same_value_as_one_search(game: str, position: str | None) -> None:
    name, _, rest = game.partition(":")
    options = {key: int(value) for key, _, value in (each.partition("=") for each in rest.split(",") if each)}
    whole = zermelo.solve(zermelo.start(name, position, **options))
    assert whole.score is not None
    found = solve_in_parts(game, position, plies=2)
    assert found.value == whole.score.for_player(0).value
    assert found.parts > 1


def test_by_worker_processes() -> None:
    found = solve_in_parts("tictactoe", plies=1, executor=lambda job: Pool(job, 2))
    assert (found.value, found.parts) == (0.0, 9)


def test_games_of_another_kind_are_refused() -> None:
    for game in ("chess", "backgammon", "kuhn"):
        with pytest.raises(ValueError, match="cannot be solved in parts"):
            solve_in_parts(game)


@pytest.mark.slow
def test_on_ray() -> None:
    pytest.importorskip("ray", reason="the extra `cluster` is not installed: Ray is missing")
    from zermelo.cluster.ray_pool import RayPool

    found = solve_in_parts("connect4:width=4,height=4", plies=2, executor=lambda job: RayPool(job, 2, None))
    assert found.value == 0.0
