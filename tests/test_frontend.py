"""The browser app's own parts: its types hold, and its laws are kept on trees and searches made here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.games.tree.game import edges, random_tree
from zermelo.load import load_object
from zermelo.reasons import sentences, tally
from zermelo.view.pack import value_text
from zermelo.view.walk import walk

ROOT = Path(__file__).parents[1]
BAD = ROOT / "src" / "zermelo" / "games" / "tree" / "bad.txt"
SEARCHES: dict[str, dict[str, Any]] = {
    "minimax": {"method": "minimax"},
    "soft": {},
    "hard": {"fail": "hard"},
    "strict": {"cut": ">"},
    "strict-hard": {"cut": ">", "fail": "hard"},
    "reversed": {"order": "reversed"},
    "best": {"order": "best"},
    "scout": {"method": "scout"},
    "mtd": {"method": "mtd"},
    "table": {"method": "alphabeta+table"},
}
TREES = (
    "[[9,8,7],[6,5,4],[3,2,1]]",
    "[[-5,4,1],[-6,-4,-2],[6,-3,-6]]",
    "min[[5,6],[5,4],[7,5]]",
    "[max[1,7],max[6,5]]",
    "[left:[1,2],right:[3.5,inf]]",
    "[[[[8,7],[5,9]],[[6,4],[3,8]]],[[[9,6],[2,7]],[[3,5],[1,9]]]]",
)
CHANCE = "[chance[0.25:1,0.75:[2,3]],min[4,5]]"


@pytest.fixture(scope="module")
def frontend() -> Path:
    """The folder of the front end with its packages: where they are installed, or a copy for which npm fetches them."""
    own = ROOT / "frontend"
    if (own / "node_modules" / "vitest").exists():
        return own
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is missing: the app's own tests need Node.js")
    copy = ROOT / "build" / "frontend"
    shutil.copytree(own, copy, dirs_exist_ok=True)
    if not (copy / "node_modules" / "vitest").exists():
        done = subprocess.run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=copy, capture_output=True)
        if done.returncode:
            pytest.skip("npm does not reach its registry: the app's own tests need its packages")
    return copy


def run(folder: Path, *command: str, **environment: str) -> None:
    done = subprocess.run(
        ["npx", "--no-install", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_types(frontend: Path) -> None:
    run(frontend, "tsc", "--noEmit")


def test_parts(frontend: Path, tmp_path: Path) -> None:
    cases = [make_case(tmp_path, name, tree, asked) for tree in all_trees() for name, asked in SEARCHES.items()]
    start = zermelo.start("tictactoe")
    for name, asked in {"ttt": {"depth": 3}, "deep": {"method": "deepening", "depth": 4}}.items():
        cases.append(make_case(tmp_path, name, start, asked))
    chess: Any = load_object(f"{ROOT / 'examples' / 'minichess.py'}:MiniChess")
    for state, depth in ((zermelo.start("connect4"), 6), (zermelo.start(chess), 4)):
        cases.append(make_case(tmp_path, "selective", state, {"method": "auto", "depth": depth}))
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    texts = [*all_trees(), zermelo.tree(CHANCE)]
    described = [
        {"text": str(each.text), "edges": [edge.name for edge in edges(each)], "value": value_of(each)}
        for each in texts
    ]
    (tmp_path / "trees.json").write_text(json.dumps(described).replace("Infinity", "1e999"))
    lines = BAD.read_text().splitlines()
    (tmp_path / "bad.json").write_text(json.dumps([line for line in lines if is_shape(line)]))
    run(frontend, "vitest", "run", ZERMELO_CASES=str(tmp_path))


def is_shape(text: str) -> bool:
    """Wrong in its brackets, numbers or edges; the sums of odds and doubled labels are the server's to find."""
    return text.strip() != "" and not any(word in text for word in ("a:1,a:2", "chance", "0.", "1:", "{"))


def all_trees() -> list[Any]:
    drawn = [
        random_tree(depth, branching, range(-5, 6), seed)
        for seed, (depth, branching) in enumerate([(2, 3), (3, 2), (3, 3), (4, 2), (5, 2)])
    ]
    return [*map(zermelo.tree, TREES), *drawn]


def value_of(tree: Any) -> float | None:
    if tree.info.chance:
        return None
    return zermelo.search(tree, method="minimax").score.for_player(0).value


def make_case(folder: Path, name: str, state: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """A recorded search in a file, and what is to be found in it."""
    found = walk(state, **asked)
    number = len(list(folder.glob("*.ztr")))
    (folder / f"{name}-{number}.ztr").write_bytes(found.packed)
    trace = found.trace
    tree = name not in ("ttt", "deep", "selective")
    roots = [row for row in range(trace.size) if trace.column("parent")[row] < 0]
    return {
        "file": f"{name}-{number}.ztr",
        "tree": tree,
        "nodes": len(trace.visited()),
        "cutoffs": 10**9,
        "value": trace.column("value")[roots[-1]],
        "never": never(found) if tree else [],
        "method": found.result.method,
        "why": [sentences(node, partial(value_text, info=state.info)) for node in trace],
        "tally": tally(trace),
    }


def never(found: Any) -> list[str]:
    """The edges that were cut off, and all below them, in the order of their numbers."""
    names = found.names
    paths = [tuple(map(str, path)) for path in found.trace.pruned_paths()]
    if names is not None:  # the children were searched in another order than they are drawn in
        paths = [tuple(names[path[: i + 1]] for i in range(len(path))) for path in found.trace.pruned_paths()]
    seen = {tuple(map(str, found.trace.path(node.index))) for node in found.trace.visited()} if names is None else set()
    cut = [path for path in paths if path not in seen]  # Scout may leave out in a test what it visits later
    return [each.name for each in edges(found.state) if any(each.path[: len(path)] == path for path in cut)]
