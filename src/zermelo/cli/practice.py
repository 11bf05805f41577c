"""Commands to practise with: problems and sheets (practice), and a search of one's own (check-search)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zermelo.cli.arguments import JSON, Words, open_tree
from zermelo.cli.failures import DONE, FAILED, NO, BadUse, asked
from zermelo.cli.output import data, emit, note
from zermelo.load import load_object
from zermelo.query import Cut, Fail
from zermelo.result import number

if TYPE_CHECKING:
    from zermelo.practice import Problem

CUT = click.option(
    "--cut", type=Words("cut", (">=", ">")), default=">=", show_default=True, help="When a value cuts off."
)
SEED = click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random problems.")


@click.command()
@click.argument("tree", required=False, metavar="[TREE]")
@click.option("--depth", type=int, default=4, show_default=True, help="Of a new problem.")
@click.option("--branching", type=int, default=2, show_default=True, help="Of a new problem.")
@click.option("--prunings", type=int, default=4, show_default=True, help="Cut-off edges of a new problem.")
@SEED
@CUT
@click.option("--sheet", metavar="FILE", help="Write a printable page of problems, with the answers at the end.")
@click.option("--problems", "count", type=click.IntRange(1, 100), default=4, show_default=True, help="On the sheet.")
@click.option("--no-key", is_flag=True, help="A sheet without the answers.")
@click.option("--open", "opened", is_flag=True, help="Open the sheet in the browser.")
@click.option("--answers", is_flag=True, help="Show the answers, with reasons.")
@click.option("--move", metavar="EDGE", help="Check this answer: the best first move.")
@click.option("--value", type=float, help="Check this answer: its value.")
@click.option(
    "--pruned",
    metavar="EDGES",
    help='Check this answer: the edges never examined, "E-8 E-9" or none.',
)
@JSON
def practice(
    tree: str | None,
    depth: int,
    branching: int,
    prunings: int,
    seed: int,
    cut: Cut,
    sheet: str | None,
    count: int,
    no_key: bool,
    opened: bool,
    answers: bool,
    move: str | None,
    value: float | None,
    pruned: str | None,
    as_json: bool,
) -> int:
    """Practise alpha-beta: a problem, its answers, yours checked with reasons, or printable sheets.

    Without options one problem is shown. Give your answers with --move, --value and --pruned (exit code 1 if one
    is wrong). TREE is a tree of your own instead of a new problem.
    """
    from zermelo.practice.problem import problem, problem_of, problems

    with asked():
        if sheet is not None or opened:
            chosen = (
                [problem_of(open_tree(tree), cut)]
                if tree
                else problems(count, depth, branching, prunings, seed=seed, cut=cut)
            )
            return write_sheet(chosen, sheet, not no_key, opened)
        one = problem_of(open_tree(tree), cut) if tree else problem(depth, branching, prunings, seed=seed, cut=cut)
        if move is not None or value is not None or pruned is not None:
            return checked(one, move, value, pruned, as_json)
    if as_json:
        emit(
            "problem",
            tree=one.root.text,
            cut=one.cut,
            best=one.best,
            value=one.value,
            pruned=list(one.pruned),
            unexamined=list(one.unexamined),
        )
    elif answers:
        show_answers(one)
    else:
        show_problem(one)
    return DONE


def show_problem(problem: Problem) -> None:
    from zermelo.practice.sheet import convention
    from zermelo.view.text import tree

    data(problem.root.text)
    data(tree(problem.root))
    data(convention(problem))
    data("Which first move is best, what is it worth, and which edges are never examined?")
    note("--answers shows them; --move, --value and --pruned check yours; --sheet FILE prints a class set")


def show_answers(problem: Problem) -> None:
    from zermelo.practice.sheet import convention, sentence
    from zermelo.view.text import tree

    data(problem.root.text)
    data(tree(problem.root, problem.walk.trace))
    data(convention(problem))
    data(f"best first move {problem.best}, value {number(problem.value)}")
    data(f"never examined: {' '.join(problem.unexamined) or 'none'}")
    for name in problem.pruned:
        data(f"- {sentence(problem, name)}")


def checked(problem: Problem, move: str | None, value: float | None, pruned: str | None, as_json: bool) -> int:
    from zermelo.practice.answers import Answers, check_answers

    none = pruned is not None and pruned.strip().lower() in ("", "none")
    marked = None if pruned is None else [] if none else re.split(r"[\s,;]+", pruned.strip(" ,;"))
    found = check_answers(problem, Answers(move, value, {}, marked))
    if as_json:
        emit("answers", right=not found, mistakes=[vars(each) for each in found])
    elif found:
        for each in found:
            data(str(each))
    else:
        data("All is right.")
    return NO if found else DONE


def write_sheet(problems: list[Problem], file: str | None, key: bool, opened: bool) -> int:
    from zermelo.practice.sheet import sheet
    from zermelo.view.explorer import open_page

    page = sheet(problems, key=key)
    if file is not None:
        Path(file).write_text(page, encoding="utf-8")
        note(f"wrote {file}: {len(problems)} problem{'s' * (len(problems) > 1)}")
    if opened:
        note(f"opened {open_page(page, 'practice')}")
    return DONE


@click.command("check-search")
@click.argument("name", metavar="FILE.py:FUNCTION")
@CUT
@click.option("--fail", type=Words("fail", ("soft", "hard")), help="Check what is returned outside a window, too.")
@click.option("--lists", is_flag=True, help="The function takes nested lists of numbers.")
@click.option("--trees", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How many to try.")
@click.option("--seconds", type=float, default=5.0, show_default=True, help="For one tree.")
@SEED
@click.option("--html", metavar="FILE", help="Write the explorer at the first difference.")
@click.option("--open", "opened", is_flag=True, help="Open it in the browser.")
@JSON
def check_search(
    name: str,
    cut: Cut,
    fail: Fail | None,
    lists: bool,
    trees: int,
    seconds: float,
    seed: int,
    html: str | None,
    opened: bool,
    as_json: bool,
) -> int:
    """Compare an alpha-beta of your own with the reference: value, move, and every node that is visited.

    FUNCTION takes a tree first (nodes with `children`, `is_leaf`, `value`, `is_max`), and if it wants them `depth`,
    `alpha`, `beta`, `maximizing`; it returns the value for MAX, or (value, move). Exit code 1 if something differs, 3
    if it fails.
    """
    from zermelo.practice import check_search as check

    if not seconds > 0:
        raise BadUse("--seconds must be above 0")
    with asked():
        search = load_object(name)
        if not callable(search):
            raise BadUse(f"{name} is not a function")
        found = check(
            search,
            cut=cut,
            fail=fail,
            form="lists" if lists else "node",
            trees=trees,
            seed=seed,
            seconds=seconds,
        )
    if as_json:
        emit(
            "search check",
            passed=found.passed,
            trees=found.trees,
            difference=found.kind,
            said=found.said,
            tree=found.tree,
            step=found.step,
        )
    else:
        data(str(found))
    if not found.passed and html is not None:
        Path(html).write_text(found.page(), encoding="utf-8")
        note(f"wrote {html}")
    if not found.passed and opened:
        note(f"opened {found.open()}")
    return DONE if found.passed else FAILED if found.kind in ("exception", "endless") else NO
