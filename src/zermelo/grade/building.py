"""From the files of a submission to a command that runs: what to build, and what to start."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from zermelo.grade.assignment import Assignment
from zermelo.players.isolation import STRANGER, Isolation
from zermelo.players.player import Forfeit
from zermelo.players.protocols.child_process import Program, check_command
from zermelo.players.protocols.python_player import check_text

NAMES = ("engine", "player", "student", "main", "agent", "bot")  # and the game's
MOST_BYTES, MOST_FILES, MOST_DEPTH = 200_000_000, 20_000, 50  # of a submission
MOST_SOURCE = 1_000_000  # bytes of a source that are searched for the main program
BUILD_FILE_MB, BUILD_MB = 512, 1024  # that a build writes: of a file, and with what was there
KEPT_LINES = 40  # of what a build prints
MAIN = "public static void main"


class NotRunnable(Exception):
    """The submission cannot be built or started: the student's affair, in words."""


def files_in(submission: Path) -> list[Path]:
    """Everything in a submission, a folder or a file, in order; NotRunnable if it is more than one may hand in."""
    found: list[Path] = []
    total, waiting = 0, [(submission, 0)]
    while waiting:
        path, depth = waiting.pop()
        status = path.lstat()
        kind = stat.S_IFMT(status.st_mode)
        if kind not in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK):
            raise NotRunnable(f"{path.name} is neither a file nor a folder")
        total += status.st_size if kind == stat.S_IFREG else 0
        found.append(path)
        if total > MOST_BYTES or len(found) > MOST_FILES:
            much = f"more than {MOST_FILES:,} files" if total <= MOST_BYTES else f"more than {MOST_BYTES / 1e6:,.0f} MB"
            raise NotRunnable(f"it is too big: {much}")
        if kind == stat.S_IFDIR:
            if depth > MOST_DEPTH:
                raise NotRunnable(f"its folders are nested more than {MOST_DEPTH} deep")
            waiting += [(each, depth + 1) for each in path.iterdir()]
    return sorted(found)


def copied(submission: Path, work: Path) -> None:
    """Copies a submission, a folder or a file, to where it is built and run. Links stay links."""
    files_in(submission)
    if submission.is_dir():
        shutil.copytree(submission, work, symlinks=True)
    else:
        work.mkdir()
        shutil.copy2(submission, work)


def removed(folder: Path) -> None:
    """Removes a working copy, whatever a build has made of it: `rm` follows folders as deep as they go."""
    for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
        subprocess.run([*command, "--", str(folder)], check=False, capture_output=True)


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
        written_mb=BUILD_MB if build else 0,
    )


def inside(path: str, folders: tuple[str, ...]) -> bool:
    return any(Path(path).resolve().is_relative_to(folder) for folder in folders)


def built(assignment: Assignment, work: Path, hide: tuple[str, ...]) -> tuple[list[str], Path]:
    """Builds what is in the folder; (the command that runs it, the folder to run it in). NotRunnable says why not.
    Where a class is handed in, the command is its text alone."""
    top = the_folder(work)
    build = assignment.build or usual_build(top)
    if build:
        run_build(shlex.split(build), top, isolation_of(assignment, work, hide, build=True), assignment.build_seconds)
    if assignment.handed_in_class:
        try:
            check_text(assignment.handed_in_class, str(top))
        except ValueError as error:
            raise NotRunnable(f"{error}: the folder holds {listed(top)}") from None
        return [assignment.handed_in_class], top
    words = shlex.split(assignment.run) if assignment.run else usual_run(top, assignment.game)
    command = located(words, top)
    try:
        check_command(command)
    except ValueError as error:
        raise NotRunnable(str(error).replace(f"{top}/", "")) from None
    return command, top


def the_folder(work: Path) -> Path:
    """Where the files are: the folder itself, or the only folder in it."""
    for _ in range(MOST_DEPTH):
        inside = [each for each in work.iterdir() if not each.name.startswith((".", "__"))]
        if len(inside) != 1 or not inside[0].is_dir() or inside[0].is_symlink():
            break
        work = inside[0]
    return work


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
    java = [file for file in with_ending(top, ".java") if MAIN in beginning(file)]
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


def beginning(file: Path) -> str:
    with file.open("rb") as opened:
        return opened.read(MOST_SOURCE).decode("utf-8", "replace")


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
