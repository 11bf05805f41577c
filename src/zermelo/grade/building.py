"""From the files of a submission to a command that runs: what to build, and what to start."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path

from zermelo.grade.assignment import Assignment
from zermelo.players.isolation import STRANGER, Isolation
from zermelo.players.player import Forfeit
from zermelo.players.protocols.child_process import Program, check_command

NAMES = ("engine", "player", "student", "main", "agent", "bot")  # and the game's
MOST_BYTES, MOST_FILES = 200_000_000, 20_000  # of a submission
BUILD_FILE_MB = 512  # of a file that a build writes
KEPT_LINES = 40  # of what a build prints
MAIN = "public static void main"


class NotRunnable(Exception):
    """The submission cannot be built or started: the student's affair, in words."""


def copied(submission: Path, work: Path) -> None:
    """Copies a submission, a folder or a file, to where it is built and run. Links stay links."""
    if submission.is_file():
        work.mkdir()
        shutil.copy2(submission, work)
        return
    files = list(submission.rglob("*"))
    if odd := [file.name for file in files if not (file.is_file() or file.is_dir() or file.is_symlink())]:
        raise NotRunnable(f"{odd[0]} is neither a file nor a folder")
    sizes = [file.lstat().st_size for file in files]
    if sum(sizes) > MOST_BYTES or len(sizes) > MOST_FILES:
        raise NotRunnable(f"it is too big: {len(sizes):,} files, {sum(sizes) / 1e6:,.0f} MB")
    shutil.copytree(submission, work, symlinks=True)


def isolation_of(assignment: Assignment, work: Path, hide: tuple[str, ...], build: bool = False) -> Isolation:
    """A student's program sees its own folder, and not those of the others."""
    own, python = (str(work),), tuple({path for path in (sys.prefix, sys.base_prefix) if inside(path, hide)})
    return replace(
        STRANGER,
        memory_mb=assignment.memory_mb,
        processes=assignment.processes,
        hide=hide,
        show=python if build else (*python, *own),
        write=own if build else (),
        file_mb=BUILD_FILE_MB if build else STRANGER.file_mb,
    )


def inside(path: str, folders: tuple[str, ...]) -> bool:
    return any(Path(path).resolve().is_relative_to(folder) for folder in folders)


def built(assignment: Assignment, work: Path, hide: tuple[str, ...]) -> tuple[list[str], Path]:
    """Builds what is in the folder; (the command that runs it, the folder to run it in). NotRunnable says why not."""
    top = the_folder(work)
    build = assignment.build or usual_build(top)
    if build:
        run_build(shlex.split(build), top, isolation_of(assignment, work, hide, build=True), assignment.build_seconds)
    words = shlex.split(assignment.run) if assignment.run else usual_run(top, assignment.game)
    command = located(words, top)
    try:
        check_command(command)
    except ValueError as error:
        raise NotRunnable(str(error).replace(f"{top}/", "")) from None
    return command, top


def the_folder(work: Path) -> Path:
    """Where the files are: the folder itself, or the only folder in it."""
    inside = [each for each in work.iterdir() if not each.name.startswith((".", "__"))]
    return the_folder(inside[0]) if len(inside) == 1 and inside[0].is_dir() and not inside[0].is_symlink() else work


def located(words: list[str], top: Path) -> list[str]:
    """The command with the path of a file in the folder in full."""
    first = top / words[0]
    if first.is_file():
        return [str(first), *words[1:]]
    if shutil.which(words[0]) is None:
        raise NotRunnable(f"{words[0]} is not there: the folder holds {listed(top)}")
    return words


def listed(top: Path) -> str:
    names = sorted(each.name for each in top.iterdir())
    return ", ".join(names[:20]) + (" …" if len(names) > 20 else "") or "nothing"


def with_ending(top: Path, *endings: str) -> list[Path]:
    return sorted(each for each in top.iterdir() if each.suffix in endings and each.is_file())


def usual_build(top: Path) -> str:
    """How programs of the common languages are built."""
    if any((top / name).is_file() for name in ("Makefile", "makefile", "GNUmakefile")):
        return "make"
    for endings, command in (
        ((".c",), "cc -O2 -o engine {} -lm"),
        ((".cpp", ".cc", ".cxx"), "c++ -O2 -std=c++20 -o engine {}"),
        ((".java",), "javac -d . {}"),
        ((".rs",), "rustc -O -o engine {}"),
    ):
        files = with_ending(top, *endings)
        if files and not with_ending(top, ".py", ".js"):
            chosen = files if endings != (".rs",) else files[:1]
            return command.format(" ".join(shlex.quote(each.name) for each in chosen))
    return ""


def run_build(command: list[str], top: Path, isolation: Isolation, seconds: float) -> None:
    """NotRunnable with what it printed if it fails."""
    shell = ["sh", "-c", 'exec "$@" 2>&1', "build", *command]
    lines: list[str] = []
    program = Program(shell, command[0], isolation=isolation, folder=str(top))
    deadline = time.monotonic() + seconds
    try:
        while True:
            lines = [*lines, program.line(deadline)][-KEPT_LINES:]
            program.send("")  # its output is counted anew
    except Forfeit as forfeit:
        if "exit code 0" in forfeit.reason:
            return
        what = f"took more than {seconds:g} s" if forfeit.ending == "time" else forfeit.reason
        raise NotRunnable(f"`{' '.join(command)}` failed: {what}\n" + "\n".join(lines)) from None
    finally:
        program.close(at_once=True)


def usual_run(top: Path, game: str) -> list[str]:
    """How what is in the folder is started, by the names of its files."""
    java = [file for file in with_ending(top, ".java") if MAIN in file.read_text(encoding="utf-8", errors="replace")]
    if java:
        return ["java", "-cp", str(top), chosen(java, game).stem]
    if scripts := with_ending(top, ".py"):
        return [sys.executable, str(chosen(scripts, game))]
    if scripts := with_ending(top, ".js", ".mjs"):
        return ["node", str(chosen(scripts, game))]
    if jars := with_ending(top, ".jar"):
        return ["java", "-jar", str(chosen(jars, game))]
    programs = sorted(each for each in top.iterdir() if each.is_file() and os.access(each, os.X_OK))
    if programs:
        return [str(chosen(programs, game))]
    raise NotRunnable(f"no program was found: the folder holds {listed(top)}. Call it {NAMES[0]}.py or the like")


def chosen(files: list[Path], game: str) -> Path:
    """The file that is the program: the only one, or the one with a usual name or the game's."""
    if len(files) == 1:
        return files[0]
    for name in (*NAMES, game.partition(":")[0]):
        for file in files:
            if file.stem.lower() == name:
                return file
    names = ", ".join(file.name for file in files)
    raise NotRunnable(f"which of {names} is the program? Call it {NAMES[0]}{files[0].suffix}")
