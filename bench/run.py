"""Runs the benchmarks and prints one table: `python bench/run.py [names …] [--quick] [--json FILE]`.

The peers and zermelo are installed into an environment of their own, bench/.venv, made on first use. Each benchmark is
a file here and runs in a process of its own; `python bench/NAME.py` runs one alone in the environment at hand.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

from measure import Row, row_from, table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ENVIRONMENT = HERE / ".venv"
NAMES = [
    "connect4_solver",
    "tictactoe",
    "python_games",
    "compiled_games",
    "welded",
    "import_time",
    "othello_perft",
    "othello_ffo",
]


def main() -> int:
    options = arguments()
    if options.sets:
        os.environ["ZERMELO_CONNECT4_SETS"] = str(Path(options.sets).resolve())
    python = prepare(options.path)
    rows: list[Row] = []
    failed = []
    for name in options.names or NAMES:
        print(f"{name} …", file=sys.stderr)
        try:
            rows.extend(run(python, name, options))
        except subprocess.CalledProcessError:
            failed.append(name)
    print(table(rows))
    missed = [row for row in rows if row.met is False]
    print(f"\n{machine()}\n{sum(row.met is True for row in rows)} targets met, {len(missed)} missed")
    if options.json:
        write(Path(options.json), rows)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], help="which; without any, all")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and positions: a first look")
    parser.add_argument("--json", metavar="FILE", help="write the rows there, too")
    parser.add_argument("--sets", metavar="FOLDER", help="the Connect Four sets (or ZERMELO_CONNECT4_SETS)")
    parser.add_argument("--path", metavar="FOLDER", help="use a zermelo that is built there instead of installing one")
    return parser.parse_args()


def prepare(path: str | None) -> Path:
    """The environment's Python, with the peers and zermelo installed."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    requirements = HERE / "requirements.txt"
    install("peers", requirements.read_text(), ["-r", str(requirements)])
    if path:
        os.environ["PYTHONPATH"] = str(Path(path).resolve())
        install("what zermelo needs", "", ["click>=8.1", "rich>=13"])
    else:
        install("zermelo", sources(), [f"{ROOT}[jit]"])
    return python


def install(what: str, contents: str, packages: list[str]) -> None:
    """By pip, unless that was done before with the same contents."""
    stamp, digest = ENVIRONMENT / f"{what.split()[-1]}.stamp", hashlib.sha256(contents.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    print(f"installing {what} …", file=sys.stderr)
    command = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "--quiet", *packages]
    subprocess.run(command, check=True)
    stamp.write_text(digest)


def sources() -> str:
    """Everything zermelo is built from, in one text."""
    files = [ROOT / "CMakeLists.txt", ROOT / "pyproject.toml", *sorted((ROOT / "src").rglob("*.[chp]*"))]
    kept = (file for file in files if file.suffix in {".txt", ".toml", ".py", ".cpp", ".hpp"})
    return "".join(file.read_text(encoding="utf-8") for file in kept)


def run(python: Path, name: str, options: argparse.Namespace) -> Iterator[Row]:
    command = [str(python), str(HERE / f"{name}.py"), "--jsonl", *(["--quick"] if options.quick else [])]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return (row_from(json.loads(line)) for line in done.stdout.splitlines())


def machine() -> str:
    """The processor and the versions, without names of people or places."""
    model = "unknown processor"
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores; Python {platform.python_version()}; {compiler()}"


def compiler() -> str:
    command = [os.environ.get("CXX", "g++"), "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def write(file: Path, rows: list[Row]) -> None:
    data = {"version": 1, "machine": machine(), "rows": [row.as_json() for row in rows]}
    file.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
