"""Grading: each submission is built, checked and played with. Whatever a program does, the others are graded too.

What a student did and what happened to the grader are kept apart: a failure of ours is reported as such, costs no
points, and is tried again the next time.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from zermelo.files import write_whole
from zermelo.game import State, position_like
from zermelo.grade.assignment import Assignment, Phase
from zermelo.grade.building import NotRunnable, built, copied, files_in, isolation_of, removed
from zermelo.grade.report import class_page, gradescope, student_page
from zermelo.match.game import Record, play
from zermelo.match.job import read_as
from zermelo.players.isolation import Isolation
from zermelo.players.player import Left
from zermelo.players.protocols.compliance import Compliance, check_program
from zermelo.players.protocols.course_player import CoursePlayer
from zermelo.players.protocols.external import External
from zermelo.players.protocols.python_player import PythonPlayer
from zermelo.players.spec import player_named

FORMAT = 1
ERROR_LINES = 12  # of standard error, for a report
ATTEMPTS = 2  # at a game that fails because of us
# What a game shows of a program.
VERDICTS = {
    "crash": "the program ended or was ended in the middle of the game",
    "time-out": "it did not answer in time",
    "illegal move": "it made a move that the rules do not allow",
    "bad protocol": "it wrote something that is no move, or at the wrong time",
}
FAULTS = {
    "disconnected": "crash",
    "failed": "crash",
    "time": "time-out",
    "illegal move": "illegal move",
    "too much output": "bad protocol",
}
NO_MOVE = re.compile(r"is illegal: expected|when it was not its turn")

Tell = Callable[[str], object]


class GraderFailed(Exception):
    """Something of ours went wrong."""


@dataclass(frozen=True)
class GradedGame:
    """One game: its verdict is won, drawn, lost, or a fault of the program (VERDICTS)."""

    phase: str
    opponent: str
    color: str
    verdict: str
    points: float
    most: float
    reason: str = ""
    errors: str = ""  # the last lines of the program's standard error
    moves: str = ""
    board: str = ""


@dataclass
class Grade:
    """What one submission got. `failure` is the grader's own, and then nothing else counts."""

    name: str
    digest: str
    most: float
    points: float = 0.0
    command: str = ""
    trouble: str = ""  # why it could not be built or started
    compliance: Compliance | None = None
    compliance_points: float = 0.0
    compliance_most: float = 0.0
    games: list[GradedGame] = field(default_factory=list)
    protected: tuple[str, ...] = ()
    failure: str = ""

    @property
    def verdicts(self) -> list[str]:
        """The faults that showed, each once."""
        if self.trouble:
            return ["not runnable"]
        return list(dict.fromkeys(game.verdict for game in self.games if game.verdict in VERDICTS))

    def summary(self) -> dict[str, object]:
        """One line of a class."""
        return {
            "name": self.name,
            "points": self.points,
            "most": self.most,
            "verdicts": self.verdicts,
            "failure": self.failure,
        }

    def to_json(self) -> str:
        fields = {"format": FORMAT, "kind": "grade", **asdict(self), "verdicts": self.verdicts}
        return json.dumps(fields, ensure_ascii=False, indent=1)

    @staticmethod
    def from_json(text: str) -> Grade:
        return read_as(Grade, json.loads(text))


def submissions_in(folder: Path) -> list[Path]:
    """Each folder or file is a student's."""
    found = sorted(each for each in folder.iterdir() if not each.name.startswith((".", "__")))
    if not found:
        raise ValueError(f"{folder}: no submissions in there")
    return found


def grade(
    assignment: Assignment, submissions: list[Path], out: Path, *, jobs: int = 1, tell: Tell = lambda text: None
) -> list[Grade]:
    """Grades every submission that has not been graded yet, writes the reports, and gives all grades."""
    out.mkdir(parents=True, exist_ok=True)
    hide = {str(out.resolve())} | {str(each.resolve().parent) for each in submissions if len(submissions) > 1}
    hide |= {str((Path(assignment.folder) / each).resolve()) for each in assignment.hide}
    copies = Path(tempfile.mkdtemp(prefix="zermelo-grade-")).resolve()  # of all: nobody sees another's
    hide.add(str(copies))

    def graded_one(numbered: tuple[int, Path]) -> Grade:
        number, submission = numbered
        place = Place(out / names[submission], copies / str(number), tuple(sorted(hide)))
        return one(assignment, submission, names[submission], place, tell)

    names = names_of(submissions)
    try:
        with ThreadPoolExecutor(jobs) as pool:
            grades = list(pool.map(graded_one, enumerate(submissions)))
    finally:
        removed(copies)
    write_whole(out / "class.json", class_json(assignment, grades).encode())
    write_whole(out / "class.html", class_page(assignment, grades).encode())
    return grades


@dataclass(frozen=True)
class Place:
    """Where a submission is graded: the folder of its reports, the folder of its copy, and what its programs do not
    see."""

    out: Path
    copy: Path
    hide: tuple[str, ...]


def names_of(submissions: list[Path]) -> dict[Path, str]:
    """A file is called by its name without the ending, if that is its alone."""
    short = [each.stem if each.is_file() else each.name for each in submissions]
    return {each: name if short.count(name) == 1 else each.name for each, name in zip(submissions, short, strict=True)}


def class_json(assignment: Assignment, grades: list[Grade]) -> str:
    students = [each.summary() for each in grades]
    fields = {"format": FORMAT, "kind": "class", "title": assignment.title, "most": assignment.most}
    return json.dumps({**fields, "students": students}, ensure_ascii=False, indent=1)


def one(assignment: Assignment, submission: Path, name: str, place: Place, tell: Tell) -> Grade:
    """Grades one submission, or finds that it has been graded. Never raises what concerns only this one."""
    grade, out = Grade(name, "", assignment.most), place.out
    out.mkdir(parents=True, exist_ok=True)
    try:
        grade.digest = digest(assignment, submission)
        if (done := finished(out / "report.json", grade.digest)) is not None:
            tell(f"{done.name}: {done.points:g} of {done.most:g} (graded before)")
            return done
        write_results(out, Grade(grade.name, "", assignment.most, failure="the grading was broken off"))
        place.copy.mkdir()
        graded(assignment, submission, place.copy / "work", place.hide, grade)
    except Exception as error:
        grade.failure = (
            f"{type(error).__name__}: {error}" if not isinstance(error, (GraderFailed, Left)) else str(error)
        )
        (out / "grader-error.txt").write_text(traceback.format_exc(), encoding="utf-8")
    removed(place.copy)
    write_results(out, grade)
    write_whole(out / "report.html", student_page(assignment, grade).encode())
    write_whole(out / "report.json", grade.to_json().encode())
    tell(f"{grade.name}: " + (f"the grader failed: {grade.failure}" if grade.failure else summary(grade)))
    return grade


def summary(grade: Grade) -> str:
    faults = f" ({', '.join(grade.verdicts)})" if grade.verdicts else ""
    return f"{grade.points:g} of {grade.most:g}{faults}"


def write_results(out: Path, grade: Grade) -> None:
    write_whole(out / "results.json", json.dumps(gradescope(grade), ensure_ascii=False, indent=1).encode())


def digest(assignment: Assignment, submission: Path) -> str:
    """A fingerprint of the assignment and of every file of the submission."""
    found = hashlib.sha256(assignment.text.encode())
    try:
        files = files_in(submission)
    except NotRunnable as trouble:  # it is not read at all
        found.update(f"{trouble}\0{submission.lstat().st_mtime_ns}".encode())
        return found.hexdigest()
    for file in files:
        found.update(f"{file.relative_to(submission)}\0".encode("utf-8", "surrogateescape"))
        if file.is_symlink():
            found.update(os.fsencode(file.readlink()))
        elif file.is_file():
            with file.open("rb") as opened:
                while part := opened.read(1 << 20):
                    found.update(part)
    return found.hexdigest()


def finished(report: Path, wanted: str) -> Grade | None:
    """The grade that a report holds, if it is about the same files and the grader had not failed."""
    try:
        grade = Grade.from_json(report.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return grade if grade.digest == wanted and not grade.failure else None


def graded(assignment: Assignment, submission: Path, work: Path, hide: tuple[str, ...], grade: Grade) -> None:
    """Fills in the grade."""
    state = assignment.start()
    try:
        copied(submission, work)
        command, top = built(assignment, work, hide)
    except NotRunnable as trouble:
        grade.trouble = str(trouble)
        grade.compliance_most = assignment.compliance_points
        return
    grade.command = " ".join(part.replace(f"{top}/", "") for part in command)
    sandbox = isolation_of(assignment, work, hide)
    if assignment.compliance_points:
        seconds = assignment.compliance_seconds
        found = check_program(command, state, seconds=seconds, isolation=sandbox, folder=str(top))
        grade.protected, grade.compliance = found.protected, without_paths(found, top)
        grade.compliance_most = assignment.compliance_points
        grade.compliance_points = compliance_points(found, assignment.compliance_points)
    for phase in assignment.phases:
        for opponent, color in pairings(phase):
            student = student_from(assignment, command, phase, sandbox, top)
            grade.games.append(one_game(state, phase, student, opponent, color, top))
    grade.points = grade.compliance_points + sum(game.points for game in grade.games)


def student_from(assignment: Assignment, command: list[str], phase: Phase, sandbox: Isolation, top: Path) -> External:
    """What the student has handed in, as a player."""
    if assignment.handed_in_class:
        return PythonPlayer(command[0], phase.limit, name="the program", isolation=sandbox, folder=str(top))
    return CoursePlayer(command, phase.limit, name="the program", isolation=sandbox, folder=str(top))


def without_paths(found: Compliance, work: Path) -> Compliance:
    """The same without the folder in which it happened to run."""
    text = json.dumps(asdict(found), ensure_ascii=False)
    return read_as(Compliance, json.loads(text.replace(json.dumps(f"{work}/", ensure_ascii=False)[1:-1], "")))


def compliance_points(found: Compliance, most: float) -> float:
    """All if nothing is wrong, else a share for each step that is right; at most half then."""
    if found.ok:
        return most
    right = sum(step.status == "ok" for step in found.steps)
    return round(most / 2 * right / len(found.steps), 1)


def pairings(phase: Phase) -> Iterator[tuple[str, int]]:
    """(opponent, the student's colour)."""
    for opponent in phase.opponents:
        for number in range(phase.games):
            yield opponent, number % 2


def one_game(state: State, phase: Phase, student: External, opponent: str, color: int, top: Path) -> GradedGame:
    """Plays and judges a game; GraderFailed if it cannot be played for reasons of ours."""
    reason = ""
    for _ in range(ATTEMPTS):
        other = player_named(opponent)
        record = play(state, [student, other] if color == 0 else [other, student])
        at_fault = 1 - record.winner if record.winner is not None and record.ending not in ("rules", "resign") else None
        if record.ending != "aborted" and at_fault != 1 - color:
            return judged(state, record, phase, opponent, color, top)
        reason = record.reason
    raise GraderFailed(f"the game against {opponent} could not be played: {reason}")


def judged(state: State, record: Record, phase: Phase, opponent: str, color: int, top: Path) -> GradedGame:
    names = tuple(state.info.players)
    verdict = FAULTS.get(record.ending) if record.winner == 1 - color else None
    if verdict == "illegal move" and NO_MOVE.search(record.reason):
        verdict = "bad protocol"
    points = {None: phase.draw, color: phase.win, 1 - color: phase.loss}[record.winner] if verdict is None else 0.0
    result = verdict or {None: "drawn", color: "won", 1 - color: "lost"}[record.winner]
    errors = "\n".join(record.messages[color].splitlines()[-ERROR_LINES:]).replace(f"{top}/", "")
    moves = " ".join(played.move for played in record.moves)
    return GradedGame(
        phase.name,
        opponent,
        names[color],
        result,
        points,
        phase.win,
        record.reason,
        errors if verdict else "",
        moves,
        drawn(state, record) if verdict else "",
    )


def drawn(state: State, record: Record) -> str:
    from zermelo.view.text import board

    return board(position_like(state, record.final))
