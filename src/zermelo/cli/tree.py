"""Commands that draw trees: tree and practice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from zermelo.cli.arguments import (
    GAME_OPTIONS,
    JSON,
    LIMITS,
    METHOD,
    OPEN_CARDS,
    TREE,
    GameName,
    Words,
    features_of,
    limit_of,
    open_state,
    open_tree,
    together,
)
from zermelo.cli.failures import DONE, BadUse, asked
from zermelo.cli.output import data, emit, note, result_fields
from zermelo.game import State
from zermelo.query import Cut, Fail
from zermelo.result import many
from zermelo.view.walk import MOST_NODES, Walk, walk

USUAL_DEPTH = 2  # of a game that is too large to be drawn whole
STDOUT = "-"

FILES = together(
    click.option("--svg", metavar="FILE", help="Draw it as SVG (- for standard output)."),
    click.option("--png", metavar="FILE", help="Draw it as PNG (needs the extra `png` or rsvg-convert)."),
    click.option("--dot", metavar="FILE", help="Write it for Graphviz."),
    click.option("--html", metavar="FILE", help="Write the explorer: one page that works offline."),
    click.option("--open", "opened", is_flag=True, help="Open the explorer in the browser."),
)
CONVENTION = together(
    click.option("--method", type=METHOD, help="How to search it: alphabeta, unless it has chance nodes."),
    click.option(
        "--cut", type=Words("cut", (">=", ">")), default=">=", show_default=True, help="When a value cuts off."
    ),
    click.option(
        "--fail",
        type=Words("fail", ("soft", "hard")),
        default="soft",
        show_default=True,
        help="May values leave the window?",
    ),
    click.option(
        "--order",
        default="given",
        show_default=True,
        metavar="ORDER",
        help="Of children: given, reversed, best, worst, random; in games as -f order=.",
    ),
    click.option(
        "-f",
        "--feature",
        "features",
        multiple=True,
        metavar="NAME=VALUE",
        help="Change one feature of the method: table=yes …",
    ),
)
PROBLEM = together(
    click.option("--branching", type=int, default=2, show_default=True, help="Of a practice tree."),
    click.option("--prunings", type=int, default=4, show_default=True, help="Cut-off edges of a practice tree."),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random."),
)


@click.command()
@click.argument("game", required=False, metavar="[TREE|GAME]", type=GameName())
@GAME_OPTIONS
@click.option("--position", metavar="TEXT", help="Of a game: where to begin.")
@LIMITS
@CONVENTION
@OPEN_CARDS
@click.option(
    "--turn", type=Words("turn", ("max", "min", "chance")), default="max", show_default=True, help="Who moves first."
)
@click.option("--plain", is_flag=True, help="Only the tree, without a search.")
@click.option("--practice", is_flag=True, help="A new practice problem with its answers (--seed for another one).")
@PROBLEM
@FILES
@click.option("--most", type=click.IntRange(1, 100_000), default=400, show_default=True, help="Nodes to draw.")
@JSON
def tree(
    game: str | None,
    options: tuple[str, ...],
    moves: str,
    position: str | None,
    depth: float | None,
    seconds: float | None,
    nodes: float | None,
    method: str | None,
    cut: Cut,
    fail: Fail,
    order: str,
    features: tuple[str, ...],
    open_cards: bool,
    turn: str,
    plain: bool,
    practice: bool,
    branching: int,
    prunings: int,
    seed: int,
    svg: str | None,
    png: str | None,
    dot: str | None,
    html: str | None,
    opened: bool,
    most: int,
    as_json: bool,
) -> int:
    """Draw a game tree and what a search does in it.

    TREE is text such as "[[9,8,7],[6,5,4],[3,2,1]]", or a game: `zermelo tree tictactoe --depth 2`. ▲ is MAX
    to move, ▼ MIN, ◆ chance; ≥ and ≤ mark values that are only bounds, ✂ edges that were pruned. Edges of a tree are
    numbered level by level.
    """
    root = (
        practice_root(branching, 4 if depth is None else depth, prunings, seed)
        if practice
        else given_root(game, position, options, moves, turn)
    )
    wanted = {"svg": svg, "png": png, "dot": dot, "html": html}
    if plain:
        return show_plain(root, wanted, opened, most)
    limit = limit_of(None if practice else depth, seconds, None if nodes is None else nodes)
    if limit.none and not root.info.small:
        limit = limit_of(USUAL_DEPTH, None, None)
        note(f"searching {USUAL_DEPTH} plies deep (--depth, --seconds or --nodes say otherwise)")
    opened_cards = {"open_cards": True} if open_cards else {}
    with asked():
        found = walk(
            root,
            method=method,
            cut=cut,
            fail=fail,
            order=order,
            depth=limit.depth,
            nodes=limit.nodes,
            seconds=limit.seconds,
            seed=seed,
            cap=MOST_NODES,
            **features_of(features) | opened_cards,
        )
        written = write(wanted, makers(found, most)) | opened_page(found, opened)
    if as_json:
        emit(
            "tree",
            tree=root.text,
            result=result_fields(found.result),
            pruned=pruned_names(found),
            trace=json.loads(found.trace.to_json()),
        )
    elif not written:
        show(found)
    return DONE


def given_root(game: str | None, position: str | None, options: tuple[str, ...], moves: str, turn: str) -> State:
    if game is None:
        raise BadUse('give a tree such as "[[9,8,7],[6,5,4],[3,2,1]]" or a game, or --practice')
    if TREE.match(game) and position is None and not moves:
        return open_tree(game, turn)
    if turn != "max":
        raise BadUse("--turn is for a tree given in full")
    return open_state(game, position, options, moves)


def practice_root(branching: int, depth: float, prunings: int, seed: int) -> State:
    from zermelo.games.tree.game import practice_tree

    if not (1 <= branching <= 10 and 1 <= depth <= 12 and branching**depth <= 5000):
        raise BadUse("a practice tree has branching 1 to 10, depth 1 to 12 and at most 5000 leaves")
    with asked():
        return practice_tree(int(depth), branching, prunings, seed=seed).root


def makers(found: Walk | State, most: int) -> dict[str, Callable[[], str | bytes]]:
    """How each form is made."""
    from zermelo.view.dot import dot
    from zermelo.view.explorer import explorer_page
    from zermelo.view.png import png
    from zermelo.view.tree_svg import tree_svg

    def page() -> str:
        if isinstance(found, State):
            raise BadUse("the explorer shows a search: leave out --plain")
        return explorer_page(found)

    return {
        "svg": lambda: tree_svg(found, most),
        "png": lambda: png(tree_svg(found, most)),
        "dot": lambda: dot(found, most),
        "html": page,
    }


def write(wanted: dict[str, str | None], make: dict[str, Callable[[], str | bytes]]) -> dict[str, object]:
    """Writes the forms that are wanted, each where it is wanted; gives what was written."""
    written: dict[str, object] = {}
    for form, file in wanted.items():
        if file is None:
            continue
        made = make[form]()
        if file == STDOUT and isinstance(made, str):
            data(made.rstrip("\n"))
        else:
            Path(file).write_bytes(made.encode() if isinstance(made, str) else made)
            note(f"wrote {file}")
        written[form] = file
    return written


def opened_page(found: Walk, opened: bool) -> dict[str, object]:
    if not opened:
        return {}
    from zermelo.view.explorer import explorer_page, open_page

    file = open_page(explorer_page(found), "explorer")
    note(f"opened {file}")
    return {"open": file}


def show_plain(root: State, wanted: dict[str, str | None], opened: bool, most: int) -> int:
    from zermelo.view import text as view

    if opened:
        raise BadUse("the explorer shows a search: leave out --plain")
    if not write(wanted, makers(root, most)):
        data(view.tree(root))
    return DONE


def show(found: Walk) -> None:
    from zermelo.view import text as view
    from zermelo.view.outline import convention

    data(found.state.text)
    data(view.tree(found.searched, found.trace, found.names))
    result = found.result
    move = found.name((result.move,)) if result.move is not None else "none"
    data(f"best move {move}, value {result.score}; {many(result.nodes, 'node')}")
    data(f"pruned: {' '.join(pruned_names(found)) or 'nothing'}")
    data(convention(found))


def pruned_names(found: Walk) -> list[str]:
    return [found.name(path) for path in found.trace.pruned_paths()]
