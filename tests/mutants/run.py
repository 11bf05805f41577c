"""Puts one-line mistakes into copies of the sources, and says which of them the tests notice.

    python tests/mutants/run.py python            the mistakes of python.toml
    python tests/mutants/run.py native            those of native.toml: one core holds all, each behind a switch
    python tests/mutants/run.py native 3 17       some of them by their numbers, from 1
    python tests/mutants/run.py native --jobs 16  several at a time
    python tests/mutants/run.py native --core DIR the core with the switches is built in DIR, or is there already

A mistake is caught if one of the tests named for its part of the sources (tests.toml) fails; without any mistake
all of them must pass. The lists were chosen from the sources alone; CONTRIBUTING.md says how many are caught.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SECONDS = 1200  # for the tests of one mistake

SWITCH = """#pragma once
#ifndef ZERMELO_SWITCH
#define ZERMELO_SWITCH
#include <cstdlib>
namespace zermelo {
inline const int MUTANT = std::getenv("ZERMELO_MUTANT") ? std::atoi(std::getenv("ZERMELO_MUTANT")) : 0;
}
#endif
"""


@dataclass(frozen=True)
class Mutant:
    """A line of a source, what stands there instead, and what that would mean."""

    number: int
    file: str
    old: str
    new: str
    why: str

    @property
    def tests(self) -> list[str]:
        known: dict[str, list[str]] = read("tests")
        best = max((part for part in known if self.file.startswith(part)), key=len)
        return [str(ROOT / "tests" / each) for each in known[best]]

    def put_into(self, sources: Path, text: str) -> None:
        file = sources / self.file
        before = file.read_text(encoding="utf-8")
        if before.count(self.old) != 1:
            raise SystemExit(f"{self.number}: {self.file} has {before.count(self.old)} times {self.old!r}")
        file.write_text(before.replace(self.old, text), encoding="utf-8")


def read(name: str) -> dict[str, list[Any]]:
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def listed(kind: str) -> list[Mutant]:
    return [Mutant(number, **each) for number, each in enumerate(read(kind)["mutant"], 1)]


def copied(folder: Path) -> Path:
    """The sources in a folder, with the core as it is built."""
    shutil.copytree(ROOT / "src" / "zermelo", folder / "src" / "zermelo", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "src" / "zermelo"


def switched(each: Mutant) -> str:
    """C++ that is the old or the new line, as the environment says."""
    chosen = f"MUTANT == {each.number}"
    for pattern in (
        r"(.*?\breturn )(.*);(.*)",
        r"((?:const )?[\w:<>]+ \w+ = )(.*);(.*)",
        r"(if \()(.*)(\)(?: \{)?)",
        r"()(.*)(\))",
    ):
        old, new = (re.fullmatch(pattern, text) for text in (each.old, each.new))
        if old and new and (old[1], old[3]) == (new[1], new[3]):
            end = ";" if ";" in pattern else ""
            return f"{old[1]}({chosen} ? ({new[2]}) : ({old[2]})){end}{old[3]}"
    return f"if ({chosen}) {{\n{each.new}\n}} else {{\n{each.old}\n}}"


def built(folder: Path, mutants: Sequence[Mutant]) -> Path:
    """A copy of the sources whose core holds all these mistakes."""
    sources = copied(folder)
    for each in mutants:
        each.put_into(sources, switched(each))
    for module in sources.glob("_core*.so"):
        module.unlink()
    for head in {each.file for each in mutants}:
        text = (sources / head).read_text(encoding="utf-8").replace("#pragma once\n", SWITCH, 1)
        (sources / head).write_text(
            text.replace("constexpr int plies_to_end", "inline int plies_to_end"), encoding="utf-8"
        )
    lists = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    (folder / "CMakeLists.txt").write_text(lists.replace(" -O3 ", " -O1 ").replace("-Werror", "-w"), encoding="utf-8")
    options = [f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release", "-G", "Ninja"]
    for command in (["cmake", "-S", folder, "-B", folder / "build", *options], ["ninja", "-C", folder / "build"]):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stdout[-6000:] + done.stderr[-3000:])
    for module in (folder / "build").glob("_core*.so"):
        shutil.copy(module, sources)
    caught, how = noticed(sources, mutants[0].tests)
    if caught:
        raise SystemExit(f"the tests fail without any mistake: {how}")
    return sources


def noticed(sources: Path, tests: Sequence[str], number: int = 0) -> tuple[bool, str]:
    """Whether a test fails, and which."""
    environment = dict(os.environ, PYTHONPATH=str(sources.parent), ZERMELO_MUTANT=str(number))
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *tests]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True, "never ends"
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode not in (0, 1, 2) and not failed:
        return True, f"the process ended ({done.returncode}): {done.stdout[-300:]}"
    return bool(failed), failed[0] if failed else ""


def one_python(each: Mutant) -> tuple[bool, str]:
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        sources = copied(Path(folder))
        each.put_into(sources, each.new)
        return noticed(sources, each.tests)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=["python", "native"])
    parser.add_argument("numbers", nargs="*", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--core", type=Path)
    given = parser.parse_args(words)
    mutants = listed(given.kind)
    chosen = [each for each in mutants if not given.numbers or each.number in given.numbers]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(given.jobs) as pool:
        if given.kind == "native":
            place = given.core or Path(folder)
            ready = place / "src" / "zermelo"
            sources = ready if list(ready.glob("_core*.so")) else built(place, mutants)
            found = pool.map(lambda each: noticed(sources, each.tests, each.number), chosen)
        else:
            found = pool.map(one_python, chosen)
        survived = 0
        for each, (caught, how) in zip(chosen, found, strict=True):
            survived += not caught
            print(f"{each.number:3} {'caught  ' if caught else 'SURVIVED'} {each.file}: {each.why}  {how}", flush=True)
    print(f"{len(chosen) - survived} of {len(chosen)} caught")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
