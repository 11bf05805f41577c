"""`zermelo grade`: the programs of a class, graded."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zermelo.cli.arguments import JSON
from zermelo.cli.failures import DONE, FAILED, BadUse, asked
from zermelo.cli.output import data, emit, note, show_table

if TYPE_CHECKING:
    from zermelo.grade.run import Grade


@click.command()
@click.argument("assignment", metavar="ASSIGNMENT.toml", default="assignment.toml")
@click.argument("submissions", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--init", is_flag=True, help="Write a starter assignment, and end.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the reports go; ASSIGNMENT-results if not given.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Submissions at a time.")
@click.option(
    "--gradescope",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="SUBMISSIONS is one submission; write its results.json here, whatever happens.",
)
@JSON
def grade(
    assignment: str,
    submissions: Path | None,
    init: bool,
    out: Path | None,
    jobs: int,
    gradescope: Path | None,
    as_json: bool,
) -> int:
    """Grade programs: build each, check its protocol, play the phases of the assignment, write reports.

    SUBMISSIONS holds a folder or a file for each student. Programs run in a sandbox (docs/isolation.md). What has been
    graded is not graded again unless the submission or the assignment has changed, so that the same command goes on
    after an interruption. Exit code 3 if the grader itself failed somewhere.

    \b
      zermelo grade --init                            writes assignment.toml
      zermelo grade assignment.toml submissions/      reports in assignment-results/
      zermelo grade assignment.toml /autograder/submission --gradescope /autograder/results/results.json
    """
    if init:
        return write_starter(Path(assignment))
    if submissions is None:
        raise BadUse("say where the submissions are: zermelo grade ASSIGNMENT.toml submissions/ (or --init to begin)")
    if gradescope is not None:
        write_placeholder(gradescope)
    grades = graded(assignment, submissions, out, jobs, alone=gradescope is not None)
    if gradescope is not None:
        (place,) = [place_of(assignment, out) / each.name for each in grades]
        gradescope.write_bytes((place / "results.json").read_bytes())
    tell(grades, place_of(assignment, out), as_json)
    return FAILED if any(each.failure for each in grades) else DONE


def write_starter(file: Path) -> int:
    from zermelo.grade.assignment import starter

    if file.exists():
        raise BadUse(f"{file} is there already; another name: zermelo grade --init NAME.toml")
    with asked():
        text = starter()
    file.write_text(text, encoding="utf-8")
    note(f"{file} is written; edit it, then: zermelo grade {file} submissions/")
    return DONE


def write_placeholder(file: Path) -> None:
    """What is found there if we do not live to write more."""
    from zermelo.grade.report import NOT_YOURS

    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"score": 0, "output": NOT_YOURS, "tests": []}), encoding="utf-8")


def place_of(assignment: str, out: Path | None) -> Path:
    return out or Path(f"{Path(assignment).with_suffix('')}-results")


def graded(assignment: str, submissions: Path, out: Path | None, jobs: int, alone: bool) -> list[Grade]:
    from zermelo.grade.assignment import read_assignment
    from zermelo.grade.run import grade as grade_all
    from zermelo.grade.run import submissions_in

    with asked():
        wanted = read_assignment(assignment)
        found = [submissions] if alone or submissions.is_file() else submissions_in(submissions)
    try:
        return grade_all(wanted, found, place_of(assignment, out), jobs=jobs, tell=note)
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            note("what is graded is kept; the same command goes on")
        raise


def tell(grades: list[Grade], out: Path, as_json: bool) -> None:
    if as_json:
        emit("grades", students=[each.summary() for each in grades], out=str(out))
        return
    rows = [
        (
            each.name,
            "" if each.failure else f"{each.points:g}",
            f"{each.most:g}",
            f"the grader failed: {each.failure}" if each.failure else ", ".join(each.verdicts),
        )
        for each in grades
    ]
    show_table(("student", "points", "of", "faults"), rows)
    data(f"reports: {out / 'class.html'}, and a folder for each student")
