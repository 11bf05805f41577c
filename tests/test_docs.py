"""README and docs are executed: every block in them runs, and prints what is shown below it.

- ```python blocks of a file run in order, in one namespace. A block that prints is followed by a ```text block that
  holds exactly what it prints. With a file's name after `python` it is a file to be made, and not run here.
- ```console blocks hold command lines after `$ ` and what they print. Those of `zermelo` are run.
- `…` on a line of its own stands for any lines. Times differ from run to run: numbers before `s`, `ms`, `M/s`, and in
  console blocks all numbers with decimals, are not compared. Blocks that need an optional package (NEEDS) are left out
  where it is missing.

`python tests/test_docs.py` writes what is printed today into the documents.
"""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import zermelo
from zermelo.methods import ORDERS, REPLACEMENTS
from zermelo.query import OPTIONS

ROOT = Path(__file__).parents[1]
FILES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("**/*.md"))]
# A match says now and then how far it is; how often depends on the machine.
PROGRESS = re.compile(r"^[\d,]+ of [\d,]+ games(?:, (?:about|at most) .* left \(.*\))?\n", re.MULTILINE)
TIME = re.compile(r"[\d.,]+ *(s|ms|M/s|k/s)\b")
FENCE = re.compile(r"^```(\S*)(.*)$")
NEEDS = {
    "zermelo.compiled": "numba",
    "openspiel": "pyspiel",
    "adaptors.pettingzoo": "pettingzoo",
    "adaptors.gymnasium": "gymnasium",
    "to_pandas": "pandas",
    "to_polars": "polars",
}
MISSING = [word for word, package in NEEDS.items() if find_spec(package) is None]
TERMINAL = {"NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}


@dataclass
class Block:
    kind: str
    rest: str
    line: int  # of the fence, from 1
    text: str
    follows: bool = False  # nothing but blank lines since the last block


def blocks(file: Path) -> Iterator[Block]:
    opened: Block | None = None
    follows = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if opened is not None and fence:
            yield opened
            opened, follows = None, True
        elif opened is not None:
            opened.text += line + "\n"
        elif fence:
            opened = Block(fence[1], fence[2].strip(), number, "", follows)
        elif line.strip():
            follows = False
    assert opened is None, f"{file.name}: the block of line {opened and opened.line} is not closed"


def python_runs(file: Path) -> Iterator[tuple[Block, str, Block | None]]:
    """Every block of Python, what it prints, and the block that shows it."""
    namespace: dict[str, Any] = {"__name__": "docs"}
    found = list(blocks(file))
    for block, after in zip(found, [*found, None][1:], strict=True):
        if block.kind != "python" or block.rest or any(word in block.text for word in MISSING):
            continue
        code = compile("\n" * block.line + block.text, str(file), "exec")
        with redirect_stdout(io.StringIO()) as printed:
            exec(code, namespace)
        yield block, printed.getvalue(), after if after and after.kind == "text" and after.follows else None


def console_runs(file: Path) -> Iterator[tuple[Block, list[tuple[str, str, str]]]]:
    """Every block of commands; each command with what is shown and what it prints (the same, if it is not run)."""
    for block in blocks(file):
        if block.kind == "console":
            yield block, [(command, shown, printed(command, shown)) for command, shown in commands(block.text)]


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command line with the lines it is shown to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def printed(command: str, shown: str) -> str:
    known = "zermelo" in command.split() and "kayles" not in command  # the game that CONTRIBUTING.md adds
    return output(command) if known else shown


def output(command: str) -> str:
    """What a command line prints, first to stdout, then to stderr; `zermelo` is the one under test."""
    script = 'zermelo() { "$PYTHON" -c "from zermelo.cli import main; main()" "$@"; }\n' + command
    environment = {**os.environ, **TERMINAL, "PYTHON": sys.executable}
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        timeout=120,
    )
    return done.stdout + PROGRESS.sub("", done.stderr)


def same(text: str, shown: str, console: bool = False) -> bool:
    pattern = re.escape(masked(shown, console)).replace("…\\\n", "…\n").replace("…\n", r"(?:.*\n)*?")
    return re.fullmatch(pattern, masked(text, console)) is not None


def masked(text: str, console: bool) -> str:
    """Without times, and in a console without the widths of columns."""
    text = re.sub(r",? \(?# [kM]/s\)?", "", TIME.sub(r"# \1", text))
    if console:
        text = re.sub(r"[ ─]+", " ", re.sub(r"\d+\.\d+", "#", text))
    lines = (line.rstrip() for line in text.split("\n"))
    return "\n".join(lines).strip("\n") + "\n"


def place(file: Path, block: Block) -> str:
    return f"{file.relative_to(ROOT)}, line {block.line}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_python_blocks(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for block, text, after in python_runs(file):
        if after is None:
            assert not text, f"{place(file, block)}: prints, but nothing is shown below it:\n{text}"
        else:
            assert same(text, after.text), f"{place(file, block)}: prints\n{text}\nbut is shown with\n{after.text}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_console_blocks(file: Path) -> None:
    for block, runs in console_runs(file):
        for command, shown, text in runs:
            assert same(text, shown, console=True), (
                f"{place(file, block)}: {command}\n{text}\nbut is shown with\n{shown}"
            )


def test_links() -> None:
    """Links between the files lead somewhere."""
    for file in FILES:
        text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for path in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if not path.startswith(("http:", "https:")):
                assert (file.parent / path).exists(), f"{file.name}: {path} is not there"


def test_pictures_are_those_of_today() -> None:
    """Each picture is what its search gives now (docs/pictures/make.py draws them again)."""
    make = run_path(str(ROOT / "docs" / "pictures" / "make.py"))
    for name, draw in make["PICTURES"].items():
        assert (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8") == draw(), name


def test_the_reference_names_everything_public() -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert [name for name in zermelo.__all__ if not re.search(rf"\b{name}\b", text)] == []
    for name in (*zermelo.METHODS, *OPTIONS, *ORDERS, *REPLACEMENTS):
        assert f"`{name}" in text, name


def rewrite(file: Path) -> None:
    """Puts what the blocks print today below them; what still holds is left as it is."""
    new: dict[int, str] = {}
    for _, text, after in python_runs(file):
        if after is not None and not same(text, after.text):
            new[after.line] = text
    for block, runs in console_runs(file):
        parts = [(command, shown if same(text, shown, console=True) else text) for command, shown, text in runs]
        new[block.line] = "".join(f"$ {command}\n" + text.strip("\n") + "\n" * bool(text) for command, text in parts)
    lines = file.read_text(encoding="utf-8").split("\n")
    for block in reversed(list(blocks(file))):
        if block.line in new:
            shown = [line.rstrip() for line in new[block.line].rstrip("\n").split("\n")]
            lines[block.line : block.line + len(block.text.splitlines())] = shown
    file.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    os.chdir(ROOT)
    for each in FILES:
        rewrite(each)
