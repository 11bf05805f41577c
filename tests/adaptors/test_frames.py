"""Data frames say what the objects say."""

from __future__ import annotations

from pathlib import Path

import pytest

import zermelo
from zermelo.adaptors.frames import columns_of, to_pandas, to_polars
from zermelo.match.setup import setup_from
from zermelo.match.standings import standings_of
from zermelo.match.tournament import Played, Tournament


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    file = Path(tmp_path_factory.mktemp("frames")) / "games.journal"
    setup = setup_from({"game": "tictactoe", "engine": [{"player": "random"}, {"player": "naive"}], "pairs": 2})
    with Tournament(setup, file) as tournament:
        tournament.run(1)
        return tournament.played()


def trace() -> zermelo.Trace:
    found = zermelo.search(zermelo.start("tictactoe"), method="alphabeta", depth=2, trace=True).trace
    assert found is not None
    return found


def test_columns_without_any_package() -> None:
    columns = columns_of(trace())
    assert columns["value"] == [node.value for node in trace()]
    record = zermelo.play(zermelo.start("tictactoe"), [zermelo.Random(1), zermelo.Random(2)])
    assert columns_of(record)["move"] == [each.move for each in record.moves]
    with pytest.raises(TypeError, match="not int"):
        columns_of(3)  # type: ignore[arg-type]


def test_pandas(played: Played) -> None:
    pytest.importorskip("pandas", reason="the extra `pandas` is not installed")
    nodes = to_pandas(trace())
    assert len(nodes) == len(trace())
    assert (nodes.kind == "pruned").sum() == sum(node.kind == "pruned" for node in trace())
    games = to_pandas(played)
    assert list(games["points_first"] + games["points_second"]) == [1.0] * 4
    table = to_pandas(standings_of(played))
    assert table.points.sum() == 4


def test_polars(played: Played) -> None:
    pytest.importorskip("polars", reason="the extra `polars` is not installed")
    nodes = to_polars(trace())
    assert nodes.height == len(trace())
    assert to_polars(played).height == 4
    assert to_polars(standings_of(played))["points"].sum() == 4


def test_a_review_as_columns() -> None:
    state = zermelo.start("tictactoe")
    moves = ["b2", "b1", "a1"]
    review = zermelo.review(state, moves, player=zermelo.Searcher("alphabeta", zermelo.Limit(depth=9)))
    columns = columns_of(review)
    assert columns["move"] == moves
    assert columns["loss"] == [each.loss for each in review.moves]
