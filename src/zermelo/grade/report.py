"""What students and teachers read: a page each, one for the class, and Gradescope's results.json."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from zermelo.view.page import page, table

if TYPE_CHECKING:
    from zermelo.grade.assignment import Assignment
    from zermelo.grade.run import Grade, GradedGame
    from zermelo.players.protocols.compliance import Compliance

NOT_YOURS = "The grader failed. This is no fault of your program, and it has not been graded yet."


def student_page(assignment: Assignment, grade: Grade) -> str:
    title = f"{assignment.title}: {grade.name}"
    if grade.failure:
        return page(title, [f"<p>{escape(NOT_YOURS)}</p>"])
    parts = [f"<p><b>{grade.points:g} of {grade.most:g} points</b></p>"]
    if grade.trouble:
        parts += ["<h2>It could not be built or started</h2>", f"<pre>{escape(grade.trouble)}</pre>"]
        return page(title, parts)
    parts.append(f"<p>It was run as <code>{escape(grade.command)}</code>.</p>")
    if grade.compliance is not None:
        parts += compliance_part(grade)
    for phase in assignment.phases:
        games = [game for game in grade.games if game.phase == phase.name]
        parts.append(f"<h2>{escape(phase.name)}: {sum(game.points for game in games):g} of {phase.most:g}</h2>")
        rows = [(game.opponent, game.color, game.verdict, f"{game.points:g}", game.reason) for game in games]
        parts.append(table(("opponent", "colour", "result", "points", "reason"), rows, words=True))
        parts += [fault_part(game) for game in games if game.board]
    return page(title, parts)


def compliance_part(grade: Grade) -> list[str]:
    assert grade.compliance is not None
    rows = []
    for step in grade.compliance.steps:
        faults = "; ".join(f"{each.what}. To put it right: {each.fix}" for each in step.faults)
        rows.append((step.title, step.status, faults))
    head = f"<h2>The protocol: {grade.compliance_points:g} of {grade.compliance_most:g}</h2>"
    parts = [head, table(("step", "", ""), rows, words=True)]
    if grade.compliance.talk:
        talk = "\n".join(grade.compliance.talk)
        parts.append(
            f"<p>The talk before the first fault (&gt; to the program, &lt; from it):</p><pre>{escape(talk)}</pre>"
        )
    return parts


def fault_part(game: GradedGame) -> str:
    words = [f"<h3>{escape(game.verdict)} against {escape(game.opponent)} as {escape(game.color)}</h3>"]
    words.append(f"<p>{escape(game.reason)}</p><pre>{escape(game.board)}</pre><p>Moves: {escape(game.moves)}</p>")
    if game.errors:
        words.append(f"<p>The last lines of its standard error:</p><pre>{escape(game.errors)}</pre>")
    return "\n".join(words)


def class_page(assignment: Assignment, grades: Sequence[Grade]) -> str:
    done = [grade for grade in grades if not grade.failure]
    mean = sum(grade.points for grade in done) / len(done) if done else 0.0
    failed = len(grades) - len(done)
    parts = [f"<p>{len(done)} graded, {mean:.1f} of {assignment.most:g} points on average.</p>"]
    if failed:
        parts.append(
            f"<p><b>The grader failed with {failed}</b>: run it again; see grader-error.txt in their folders.</p>"
        )
    ranked = sorted(grades, key=lambda grade: (-grade.points, grade.name))
    rows = [(grade.name, *cells(assignment, grade)) for grade in ranked]
    heads = ("student", "points", "protocol", *(phase.name for phase in assignment.phases), "faults")
    return page(assignment.title, [*parts, table(heads, rows)])


def cells(assignment: Assignment, grade: Grade) -> tuple[str, ...]:
    if grade.failure:
        return ("not graded", "", *("" for _ in assignment.phases), grade.failure)
    phases = [f"{sum(game.points for game in grade.games if game.phase == each.name):g}" for each in assignment.phases]
    return (f"{grade.points:g}", f"{grade.compliance_points:g}", *phases, ", ".join(grade.verdicts))


def gradescope(grade: Grade) -> dict[str, object]:
    """Gradescope's results.json: https://gradescope-autograders.readthedocs.io/en/latest/specs/"""
    if grade.failure:
        return {"score": 0, "output": NOT_YOURS, "visibility": "visible", "tests": []}
    if grade.trouble:
        return {
            "score": 0,
            "output": f"It could not be built or started.\n{grade.trouble}",
            "visibility": "visible",
            "tests": [],
        }
    tests = []
    if grade.compliance is not None:
        tests.append(
            test("Protocol", grade.compliance_points, grade.compliance_most, compliance_text(grade.compliance))
        )
    for game in grade.games:
        text = "\n".join(filter(None, (f"{game.verdict}: {game.reason}".strip(": "), game.board, game.errors)))
        tests.append(test(f"{game.phase}, {game.opponent}, as {game.color}", game.points, game.most, text))
    return {
        "score": grade.points,
        "output": f"{grade.points:g} of {grade.most:g} points",
        "visibility": "visible",
        "tests": tests,
    }


def test(name: str, score: float, most: float, output: str) -> dict[str, object]:
    status = "passed" if score >= most else "failed"
    return {"name": name, "score": score, "max_score": most, "status": status, "output": output}


def compliance_text(compliance: Compliance) -> str:
    lines = []
    for step in compliance.steps:
        lines.append(f"{step.status:8}  {step.title}")
        lines += [f"          {each.what}\n          fix: {each.fix}" for each in step.faults]
    return "\n".join(lines)
