"""Commands that list and measure: games, experiment, check, bench, completion."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.arguments import GAME_OPTIONS, JSON, GameName, Words, find
from zermelo.cli.failures import DONE, NO, BadUse, asked
from zermelo.cli.output import data, emit, note, show_table
from zermelo.errors import MissingExtra
from zermelo.load import make

if TYPE_CHECKING:
    from zermelo.experiments import Branching, Evaluated, Growth


@click.command()
@JSON
def games(as_json: bool) -> int:
    """List the built-in games and their options."""
    from zermelo.games import all_games

    found = all_games()
    if as_json:
        emit("games", games=[described(game) for game in found.values()])
        return DONE
    show_table(("name", "game", "what it is"), [(game.name, game.title, game.summary) for game in found.values()])
    rows = [
        (game.name, name, str(option.default), "|".join(option.words) or f"{option.low} … {option.high}", option.help)
        for game in found.values()
        for name, option in game.options.items()
    ]
    show_table(("game", "option", "usual", "values", "meaning"), rows)
    note("options are written connect4:width=6,height=5 or -o width=6; games of yours module:Class or file.py:Class")
    return DONE


def described(game: Any) -> dict[str, Any]:
    options = {name: vars(option) for name, option in game.options.items()}
    info = {name: value for name, value in game.start().info.items() if name != "name"}
    return {"name": game.name, "title": game.title, "summary": game.summary, "options": options, "info": info}


@click.group(no_args_is_help=True)
def experiment() -> None:
    """Measurements that show what theory says."""


PLOT = click.option(
    "--plot", "file", type=click.Path(dir_okay=False), help="Also draw it into a file (.svg, .png, .pdf)."
)


def depth_list(text: str) -> list[int]:
    """`1-8` or `1,2,4` as numbers."""
    found: list[int] = []
    try:
        for part in text.split(","):
            low, _, high = part.partition("-")
            found += range(int(low), int(high or low) + 1)
    except ValueError:
        raise BadUse(f"--depths {text}: expected numbers such as 1-8 or 1,2,4") from None
    if not found or not 1 <= min(found) <= max(found) <= 100:
        raise BadUse(f"--depths {text}: depths lie between 1 and 100")
    return found


@experiment.command()
@click.option(
    "--branching", type=click.IntRange(2, 100), default=6, show_default=True, help="Moves at every node of the tree."
)
@click.option("--depths", default="1-8", show_default=True, help="Depths to measure.")
@click.option("--samples", type=click.IntRange(1, 1000), default=8, show_default=True, help="Trees to average over.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--most-nodes", type=int, default=3_000_000, show_default=True, help="Leave out searches larger than this."
)
@PLOT
@JSON
def branching(
    branching: int, depths: str, samples: int, seed: int, most_nodes: int, file: str | None, as_json: bool
) -> int:
    """The growth of node counts: minimax b^m, alpha-beta between b^(m/2) and b^(3m/4) (S3.3)."""
    drawing = ready_to_draw(file)
    from zermelo.experiments import branching as measure

    with asked():
        found = measure(branching, depth_list(depths), samples, seed, most_nodes=most_nodes, told=note)
    if drawing is not None:
        draw_growth(found, drawing, str(file))
    if as_json:
        data(found.to_json())
        return DONE
    show_table(("nodes by depth", *map(str, found.depths)), [points_row(each, found.depths) for each in found.growths])
    show_table(
        ("theory", *map(str, found.depths)),
        [(name, *(round(y) for _, y in curve)) for name, curve in found.curves().items()],
    )
    show_table(
        FITTED,
        [fitted(each) for each in found.growths],
        f"growth on uniform trees, b = {found.branching}: as b^(exponent · m); times deeper than minimax",
    )
    show_table(("Connect Four", *FITTED[1:3], FITTED[-1], "depth", "nodes"), [real_row(each) for each in found.games])
    data(growth_picture(found))
    return DONE


FITTED = ("search", "per ply", "exponent", "theory", "times deeper")


def points_row(growth: Growth, depths: Iterable[int]) -> tuple[object, ...]:
    points = dict(growth.points)
    return growth.name, *(None if depth not in points else round(points[depth]) for depth in depths)


def fitted(growth: Growth) -> tuple[object, ...]:
    return growth.name, round(growth.factor, 2), round(growth.exponent, 3), growth.theory, round(growth.deeper, 2)


def real_row(growth: Growth) -> tuple[object, ...]:
    depth, nodes = growth.points[-1]
    return growth.name, round(growth.factor, 2), round(growth.exponent, 3), round(growth.deeper, 2), depth, round(nodes)


def growth_picture(found: Branching) -> str:
    from zermelo.view.plot import plot

    measured = {each.name: each.points for each in found.growths}
    return plot(measured | found.curves(), title="nodes, logarithmic, by depth", x_label="depth", marks="●■▲◆1¾½")


def ready_to_draw(file: str | None) -> Any:
    """matplotlib's pyplot if a file is wanted; says what is missing before anything is measured."""
    if file is None:
        return None
    if Path(file).suffix not in (".svg", ".png", ".pdf"):
        raise BadUse(f"--plot {file}: the name must end in .svg, .png or .pdf")
    if not Path(file).absolute().parent.is_dir():
        raise BadUse(f"--plot {file}: there is no folder {Path(file).parent}")
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("--plot needs matplotlib, the extra `plot`: pip install 'zermelo[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def draw_growth(found: Branching, pyplot: Any, file: str) -> None:
    figure, axes = pyplot.subplots(figsize=(8, 5.5))
    for name, curve in found.curves().items():
        axes.plot(*zip(*curve, strict=True), linestyle=":", color="gray")
        axes.annotate(name, curve[-1], color="gray")
    for each in found.growths:
        axes.plot(*zip(*each.points, strict=True), marker="o", label=f"{each.name}: {each.factor:.2f} per ply")
    axes.set(yscale="log", xlabel="depth m", ylabel="nodes", title=f"Growth on uniform trees, b = {found.branching}")
    save(figure, axes, pyplot, file)


def save(figure: Any, axes: Any, pyplot: Any, file: str) -> None:
    axes.legend()
    figure.tight_layout()
    figure.savefig(file)
    pyplot.close(figure)
    note(f"drawn: {file}")


@experiment.command()
@click.option(
    "--positions", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Solved positions to try."
)
@click.option("--depths", default="1,2,4,6,8,12", show_default=True, help="Depths to measure.")
@click.option("--stones", type=click.IntRange(0, 24), default=16, show_default=True, help="Stones on the 6 x 5 board.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@PLOT
@JSON
def evaluation(positions: int, depths: str, stones: int, seed: int, file: str | None, as_json: bool) -> int:
    """What a better evaluation is worth: the deeper the search, the less its quality matters (S1.6)."""
    drawing = ready_to_draw(file)
    from zermelo.experiments import evaluation as measure

    with asked():
        found = measure(positions, depth_list(depths), seed, stones, told=note)
    if drawing is not None:
        draw_shares(found, drawing, str(file))
    if as_json:
        data(found.to_json())
        return DONE
    shown = sorted({each.depth for each in found.shares})
    for title, value in (
        ("moves that keep the exact value, in %, by depth", lambda each: round(100 * each.kept)),
        ("nodes per move", lambda each: round(each.nodes)),
        ("milliseconds per move", lambda each: f"{1000 * each.seconds:.2f}"),
    ):
        rows = [
            (name, *(value(each) for each in found.shares if each.features == i))
            for i, name in enumerate(found.evaluations)
        ]
        show_table(("evaluation", *map(str, shown)), rows, title)
    leads = [found.lead(depth) for depth in shown]
    rows = [
        ("lead", *(f"{100 * lead:+.0f}" for lead, _ in leads)),
        ("± error", *(f"{100 * error:.0f}" for _, error in leads)),
    ]
    show_table(("by depth", *map(str, shown)), rows, "lead of the best evaluation over none, in points")
    return DONE


def draw_shares(found: Evaluated, pyplot: Any, file: str) -> None:
    figure, axes = pyplot.subplots(figsize=(8, 5.5))
    for i, name in enumerate(found.evaluations):
        own = [each for each in found.shares if each.features == i]
        axes.plot([each.depth for each in own], [100 * each.kept for each in own], marker="o", label=name)
    axes.set(xlabel="depth", ylabel="moves that keep the value, %", title="The deeper, the less the quality matters")
    save(figure, axes, pyplot, file)


@click.command()
@click.argument("game", type=GameName())
@GAME_OPTIONS
@click.option("--games", "count", type=click.IntRange(1), default=300, show_default=True, help="Random games to play.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@JSON
def check(game: str, options: tuple[str, ...], moves: str, count: int, seed: int, as_json: bool) -> int:
    """Check that a game of yours keeps the laws every game must keep. Exit code 1 if it does not."""
    from zermelo.check import check_game

    kind, chosen = find(game, options)
    with asked():
        subject = make(kind, chosen) if isinstance(kind, type) else kind
        report = check_game(subject, games=count, seed=seed)
    if as_json:
        emit("check", game=game, ok=report.ok, checked=list(report.lines), problems=list(report.problems))
    else:
        for line in report.lines:
            data(f"  {line}")
        for problem in report.problems:
            data(f"✗ {problem}")
        data(f"{game}: {'all is well' if report.ok else f'{len(report.problems)} problem(s)'}")
    return DONE if report.ok else NO


@click.command()
@click.option("--signature", is_flag=True, help="Only node counts, the same on every machine.")
@JSON
def bench(signature: bool, as_json: bool) -> int:
    """A short fixed set of searches: nodes, and nodes per second."""
    from zermelo.cli.bench import runs

    found = list(runs())
    per_game: dict[str, int] = {}
    for run in found:
        per_game[run.game] = per_game.get(run.game, 0) + run.nodes
    total = sum(per_game.values())
    if as_json:
        times = {} if signature else {"runs": [vars(run) for run in found]}
        emit("bench", signature=total, games=per_game, **times)
    elif signature:
        for name, nodes in per_game.items():
            data(f"{name} {nodes}")
        data(str(total))
    else:
        rows = [
            (run.game, run.search, run.nodes, f"{run.seconds:.3f}", round(run.nodes / max(run.seconds, 1e-9)))
            for run in found
        ]
        show_table(("game", "search", "nodes", "seconds", "nodes/s"), rows)
        data(f"signature {total}")
    return DONE


@click.command()
@click.argument("shell", type=Words("shell", ("bash", "zsh", "fish")))
def completion(shell: str) -> int:
    """Print the script that teaches a shell to complete commands, games and methods.

    For bash: eval "$(zermelo completion bash)", for example in ~/.bashrc.
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    context = click.get_current_context().find_root()
    if kind is None:
        raise BadUse(f"no completion for {shell}")
    data(kind(context.command, {}, "zermelo", "_ZERMELO_COMPLETE").source())
    return DONE
