"""The report of a training: error by stage, matches, calibration, as one page of HTML with its plots inside.

    python recipes/othello/report.py FOLDER [--out report.html] [--records FILE.rec]

FOLDER is what train.py made: gen-K.json, log.txt, gen-K.i16. Calibration is drawn if there are records that the fit did
not use: those given, or else the last part of the last generation that is there (every twentieth run of records is held
out, and only those are used). Needs the package with its extra `learn`.
"""

from __future__ import annotations

import argparse
import json
import re
from html import escape
from pathlib import Path
from typing import Any

from zermelo.games.othello.learn import patterns
from zermelo.learn.fitting import calibrated, calibration_chart
from zermelo.view.chart import Series, chart

STYLE = """
:root { color-scheme: light dark; }
body { font-family: sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; } pre { overflow: auto; }
"""
DUEL = re.compile(r"gen-(\d+) against gen-\d+: (\d+) games: .*?score ([\d.]+) %")


def errors(folder: Path) -> dict[str, list[dict[str, float]]]:
    """Generation to what was measured for each stage."""
    files = {int(file.stem.rpartition("-")[2]): file for file in folder.glob("*gen-*.json")}
    return {f"gen {number}": json.loads(files[number].read_text())["stages"] for number in sorted(files)}


def error_chart(found: dict[str, list[dict[str, float]]], key: str, title: str) -> str:
    series = {
        name: Series([(2.0 * stage["stage"], stage[key]) for stage in stages if key in stage], marks=False)
        for name, stages in found.items()
    }
    return chart(series, title=title, x_label="discs played", y_label="discs")


def match_chart(log: str) -> str:
    points, bars = [], []
    for generation, games, score in DUEL.findall(log):
        points.append((float(generation), float(score)))
        bars.append(50 / float(games) ** 0.5)  # at most: a game scores 0 to 100 %
    if not points:
        return ""
    ends = [(points[0][0] - 0.5, 50.0), (points[-1][0] + 0.5, 50.0)]
    return chart(
        {"score": Series(points, line=False, errors=bars), "equal": Series(ends, marks=False, dashed=True)},
        title="Each generation against the one before",
        x_label="generation",
        y_label="points, %",
    )


def calibration(weights: Path, file: Path) -> str:
    records: Any = patterns.read_records(file)
    held = patterns.Data.of([records], patterns.Settings().hold_every).held
    shapes = patterns.shipped()
    entries = patterns.read_words(weights, shapes)
    rows = patterns.np.concatenate(held)
    groups = calibrated(patterns.evaluate(shapes, entries, rows), rows["score"])
    return calibration_chart(groups, "discs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("report.html"))
    parser.add_argument("--records", type=Path)
    given = parser.parse_args()
    found = errors(given.folder)
    logs = sorted(given.folder.glob("*log.txt"))
    log = logs[0].read_text() if logs else ""
    plots = [
        error_chart(found, "mae", "Mean absolute error on games held out"),
        error_chart(found, "rmse", "Root mean square error on games held out"),
        match_chart(log),
    ]
    weights = sorted(given.folder.glob("gen-*.i16"))
    parts = [given.records] if given.records else sorted(given.folder.glob("gen-*/part-*.rec"))
    if weights and parts:
        plots.append(calibration(weights[-1], parts[-1]))
    told = [line for line in log.splitlines() if "games " not in line or " against " in line]
    given.out.write_text(
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Othello: learned tables</title>"
        f"<style>{STYLE}</style><h1>Othello: learned tables</h1><div class='plots'>{''.join(plots)}</div>"
        f"<h2>What happened</h2><pre>{escape(chr(10).join(told))}</pre></html>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
