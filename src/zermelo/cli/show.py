"""The command that shows a position: as text, or as a picture."""

from __future__ import annotations

import json
from pathlib import Path

import click

from zermelo.cli.arguments import GAME, JSON, open_state
from zermelo.cli.failures import DONE
from zermelo.cli.output import data, drawn_board, note
from zermelo.match.game_files import read_moves
from zermelo.scene import Scene


@click.command()
@GAME
@click.option("--svg", metavar="FILE", help="Draw the board as SVG (- for standard output).")
@click.option("--png", metavar="FILE", help="Draw it as PNG (needs the extra `png` or rsvg-convert).")
@JSON
def show(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> int:
    """Show a position: the board and whose move it is. The last of --moves is marked in pictures."""
    from zermelo.view.png import png as pixels
    from zermelo.view.scene import scene_after, scene_of
    from zermelo.view.svg import board_svg

    state = open_state(game, position, options)
    scene: Scene = scene_of(state)
    for move in read_moves(state, moves):
        scene, state = scene_after(state, move), state.play(move)
    title = str(state.game.label)
    if as_json:
        data(json.dumps(scene.to_dict(), ensure_ascii=False))
    elif svg == "-":
        data(board_svg(scene, title))
    elif svg is None and png is None:
        letters = drawn_board(state)
        data(letters if letters.endswith(scene.caption) else f"{letters}\n{scene.caption}")
    if svg is not None and svg != "-":
        Path(svg).write_text(board_svg(scene, title), encoding="utf-8")
        note(f"wrote {svg}")
    if png is not None:
        Path(png).write_bytes(pixels(board_svg(scene, title)))
        note(f"wrote {png}")
    return DONE
