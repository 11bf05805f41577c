"""Pattern tables: which weight a board looks up, fits on records with known weights, and the file that ships them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo.games.othello import weights as shipped
from zermelo.games.othello.learn import patterns as tables
from zermelo.native import core

np = pytest.importorskip("numpy")

SOURCE = Path(tables.__file__)
HORIZONTAL, VERTICAL, SWAPPED = 1, 2, 4


@pytest.fixture(scope="module")
def patterns() -> tables.Patterns:
    return tables.shipped()


def boards(count: int, discs: range, seed: int = 1) -> Any:
    """Records of boards with discs anywhere; both sides have about half."""
    rng = np.random.default_rng(seed)
    records = np.zeros(count, tables.RECORD)
    for record in records:
        places = rng.permutation(64)[: rng.integers(discs.start, discs.stop)]
        for place in places:
            record["me" if rng.random() < 0.5 else "opp"] |= np.uint64(1 << int(place))
    return records


def turned(board: int, symmetry: int) -> int:
    return sum(1 << shipped.turned(square, symmetry) for square in range(64) if board >> square & 1)


def test_families_are_those_of_the_engine() -> None:
    if not hasattr(core, "othello_patterns"):
        pytest.skip("the core has no patterns")
    assert shipped.families() == core.othello_patterns()


def test_there_are_fifty_places(patterns: tables.Patterns) -> None:
    assert [len(family) for family in shipped.families()] == [4, 4, 4, 8, 4, 4, 4, 2, 4, 4, 4, 4]
    assert len(patterns.places) == 50
    assert patterns.size == 226_314


def test_mirrored_patterns_share_a_weight() -> None:
    corner = shipped.ties([0, 1, 2, 8, 9, 10, 16, 17, 18])
    power = [3**i for i in range(9)]
    assert corner[2 * power[1]] == corner[2 * power[3]]  # b1 and a2
    assert corner[2 * power[1]] != corner[2 * power[2]]
    assert max(corner) + 1 == (3**9 + 3**6) // 2  # three squares lie on the mirror
    block = shipped.ties([0, 1, 2, 3, 4, 8, 9, 10, 11, 12])
    assert block == list(range(3**10))


def test_looking_up_is_what_the_definition_says(patterns: tables.Patterns) -> None:
    """Digits own 0, empty 1, opponent's 2; summed up square by square."""
    rng = np.random.default_rng(2)
    entries = patterns.spread(rng.normal(size=patterns.count))
    records = boards(20, range(4, 64))
    values = tables.NumpyRows(patterns, records).values(patterns.gather(entries))
    for record, value in zip(records, values, strict=True):
        total, offset = 0.0, 0
        for family in shipped.families():
            for squares in family:
                digit = [1 - (int(record["me"]) >> s & 1) + (int(record["opp"]) >> s & 1) for s in squares]
                total += entries[offset + sum(d * 3**i for i, d in enumerate(digit))]
            offset += 3 ** len(family[0])
        assert value == pytest.approx(total, abs=1e-4)


@pytest.mark.parametrize("symmetry", [HORIZONTAL, VERTICAL, SWAPPED, HORIZONTAL | SWAPPED, 7])
def test_symmetric_boards_have_one_value(patterns: tables.Patterns, symmetry: int) -> None:
    weights = np.random.default_rng(3).normal(size=patterns.count)
    records = boards(10, range(4, 64))
    images = records.copy()
    for image in images:
        for side in ("me", "opp"):
            image[side] = turned(int(image[side]), symmetry)
    here, there = (tables.NumpyRows(patterns, each).values(weights) for each in (records, images))
    assert here == pytest.approx(there, abs=1e-4)


def labelled(patterns: tables.Patterns, count: int, noise: float) -> Any:
    """Records whose scores come from known weights of three families, and some noise."""
    rng = np.random.default_rng(4)
    truth = np.zeros(patterns.count)
    small = patterns.tied[-3240:]  # the short diagonals
    truth[small] = rng.normal(size=len(small)) * 2
    records = boards(count, range(30, 34))
    values = tables.NumpyRows(patterns, records).values(truth)
    records["score"] = np.clip(np.rint(values + rng.normal(size=count) * noise), -64, 64)
    return records


def test_the_fit_finds_what_made_the_scores(patterns: tables.Patterns) -> None:
    records = labelled(patterns, 6000, noise=2)
    data = tables.Data.of([records], hold_every=2)
    assert sum(map(len, data.held)) > 1000
    found = tables.fit(patterns, data, stages=[13, 14])
    for each in found.metrics:
        assert each["rmse"] < 0.8 * each["spread"]
        assert 0.8 < each["slope"] < 1.6  # few records: the ridge pulls
    values = tables.evaluate(patterns, found.weights, records)
    assert np.corrcoef(values, records["score"])[0, 1] > 0.8


def test_rare_weights_stay_where_they_began(patterns: tables.Patterns) -> None:
    records = labelled(patterns, 200, noise=2)
    start = np.full((tables.STAGES, patterns.size), 0.25)
    found = tables.fit(patterns, tables.Data.of([records], 2), start=start, stages=[13])
    rows = tables.NumpyRows(patterns, records)
    unseen = patterns.spread(rows.seen()) == 0
    assert unseen.mean() > 0.5
    assert (found.weights[13][unseen] == 0.25).all()
    assert (found.weights[13][~unseen] != 0.25).any()
    assert (found.weights[12] == 0.25).all()


def test_back_ends_agree(patterns: tables.Patterns) -> None:
    pytest.importorskip("torch")
    data = tables.Data.of([labelled(patterns, 3000, noise=2)], 2)
    settings = tables.Settings(steps=8)
    plain = tables.fit(patterns, data, stages=[13, 14], settings=settings)
    other = tables.fit(patterns, data, stages=[13, 14], settings=settings, backend=tables.backend_named("cpu"))
    again = tables.fit(patterns, data, stages=[13, 14], settings=settings, backend=tables.backend_named("cpu"))
    assert np.abs(plain.weights - other.weights).max() < 0.01
    assert (other.weights == again.weights).all()


def test_runs_of_records_are_held_out_whole() -> None:
    records = np.zeros(3 * tables.RUN, tables.RECORD)
    records["me"] = 15
    records["score"] = np.arange(len(records)) // tables.RUN
    data = tables.Data.of([records], 3)
    assert set(data.held[0]["score"]) == {2}
    assert set(data.fit[0]["score"]) == {0, 1}


def test_a_script_fits(tmp_path: Path, patterns: tables.Patterns) -> None:
    """Where nothing is installed but NumPy: by its path alone."""
    labelled(patterns, 5000, noise=2).tofile(tmp_path / "a.rec")
    command = [
        sys.executable,
        str(SOURCE),
        "a.rec",
        "--weights",
        "w.i16",
        "--metrics",
        "w.json",
        "--hold-every",
        "2",
        "--stages",
        "13-14",
        "--device",
        "numpy",
        "--step",
        "4",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    words = np.fromfile(tmp_path / "w.i16", "<i2")
    assert len(words) == tables.STAGES * patterns.size
    assert (words % 4 == 0).all()
    assert (tables.read_words(tmp_path / "w.i16", patterns)[13] != 0).any()
    plies = np.zeros(shipped.PLIES, "<i2")
    assert shipped.unpack(shipped.pack(words.tobytes() + plies.tobytes(), step=4))[: 2 * len(words)] == words.tobytes()
    told = json.loads((tmp_path / "w.json").read_text())
    assert [each["stage"] for each in told["stages"]] == [13, 14]
    assert told["stages"][0]["rmse"] < told["stages"][0]["spread"]


@pytest.mark.parametrize(
    ("data", "trouble"),
    [(b"x" * 21, "not whole records"), (b"\xff" * 20, "two discs on one square")],
)
def test_bad_records_are_refused(tmp_path: Path, data: bytes, trouble: str) -> None:
    (tmp_path / "bad.rec").write_bytes(data)
    with pytest.raises(ValueError, match=trouble):
        tables.read_records(tmp_path / "bad.rec")


@pytest.fixture(scope="module")
def packed(patterns: tables.Patterns) -> tuple[bytes, bytes]:
    """Weights and the file that holds them."""
    rng = np.random.default_rng(5)
    weights = np.zeros((tables.STAGES, patterns.count), "<i2")
    seen = rng.random(patterns.count) < 0.05
    weights[:, seen] = rng.integers(-500, 500, seen.sum())
    plies = rng.integers(-50, 50, shipped.PLIES).astype("<i2")
    words = patterns.spread(weights).astype("<i2").tobytes() + plies.tobytes()
    return words, shipped.pack(words)


def test_weights_come_back(packed: tuple[bytes, bytes]) -> None:
    words, file = packed
    assert shipped.unpack(file) == words
    assert len(file) < len(words) / 10


@pytest.mark.parametrize("place", [0, 4, 5, 6, 8, 20, 60, 1000, -1])
def test_changed_weights_are_refused(packed: tuple[bytes, bytes], place: int) -> None:
    changed = bytearray(packed[1])
    changed[place] ^= 1
    with pytest.raises(ValueError, match=r"^my\.bin: "):
        shipped.unpack(bytes(changed), source="my.bin")


@pytest.mark.parametrize("length", [0, 3, 40, 500])
def test_cut_weights_are_refused(packed: tuple[bytes, bytes], length: int) -> None:
    with pytest.raises(ValueError, match=r"^my\.bin: "):
        shipped.unpack(packed[1][:length], source="my.bin")


def test_weights_with_more_behind_them_are_refused(packed: tuple[bytes, bytes]) -> None:
    with pytest.raises(ValueError, match="changed or damaged"):
        shipped.unpack(packed[1] + b"x")


def test_untied_weights_cannot_be_packed(packed: tuple[bytes, bytes]) -> None:
    words = bytearray(packed[0])
    words[2 * 3] ^= 64  # b1 alone, not a2
    with pytest.raises(ValueError, match="mirrored"):
        shipped.pack(bytes(words))
