"""The scene of any position: as its game says, or its text with a button for each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from zermelo.errors import GameError, raised_by_game
from zermelo.game import Game, State
from zermelo.scene import BOARDS, SHAPES, Choice, Scene, caption_of
from zermelo.types import Move, optional
from zermelo.validate import typed
from zermelo.view.found_grid import found_grid

MOST_BUTTONS = 200


@typed
def scene_of(state: State, viewer: int | None = None) -> Scene:
    """What a position looks like, with its moves as text (`state.name(move)`).

    A user's game that draws nothing shows the text of `board(state)`, or a board if its state holds rows of equal
    length, or the position's own text, and its moves as buttons. A scene that contradicts itself or the rules is a
    GameError. With a viewer, a game of imperfect information shows what that player has seen, and nothing else.
    """
    if viewer is not None and state.info.hidden:
        return seen_scene(state, viewer)
    if not isinstance(state.game, Game):
        draw = state.game.scene
        scene = plain_scene(state, state.text) if draw is None else draw(state)
        return scene if scene.caption else replace(scene, caption=caption_of(state))
    call = f"{type(state.game).__name__}.scene({state.data!r})"
    draw = optional(state.game, "scene")
    if draw is None:
        text = own_text(state)
        found = found_grid(state.data, state.moves()) if optional(state.game, "board") is None else None
        return plain_scene(state, text) if found is None else named(replace(found, text=text), state)
    try:
        scene = draw(state.data)
    except Exception as error:
        raised_by_game(call, error)
        raise
    if not isinstance(scene, Scene):
        raise GameError(f"{call} returned {type(scene).__name__}, not a Scene (zermelo.grid makes one)")
    trouble = complaint(scene, state)
    if trouble:
        raise GameError(f"{call}: {trouble}")
    return named(scene, state)


def seen_scene(state: State, viewer: int) -> Scene:
    """What a player has seen, drawn from the view alone."""
    view, game = state.view(viewer), state.game
    names = [str(state.name(move)) for move in state.moves()] if state.turn == viewer else []
    if isinstance(game, Game):
        draw = optional(game, "view_board")
        scene = Scene(text=str(draw(view, viewer)) if draw else view, choices=buttons(names))
    elif game.view_scene is None:
        scene = Scene(text=view, choices=buttons(names))
    else:
        known = f"{game.known_to_all(state)}\n" if game.known_to_all else ""
        scene = game.view_scene(game, known + view, viewer, names)
    return scene if scene.caption else replace(scene, caption=caption_of(state))


@typed
def scene_after(before: State, move: Move, now: State | None = None) -> Scene:
    """The scene after a move (and what chance did since), with the spots of that move marked as the last one's."""
    scene, name = scene_of(now or before.play(move)), str(before.name(move))
    there = {spot.name for spot in scene.spots}
    places = [spot for spot in scene_of(before).places(name) if spot in there and spot not in scene.marks]
    return scene.marked(places, "last")


def own_text(state: State) -> str:
    """What a user's `board(state)` draws; the position's text if there is none."""
    draw = optional(state.game, "board")
    if draw is None:
        return str(state.text)
    try:
        return str(draw(state.data))
    except Exception as error:
        raised_by_game(f"{type(state.game).__name__}.board({state.data!r})", error)
        raise


def plain_scene(state: State, text: str) -> Scene:
    """Text, and a button for each move; beyond a screenful of buttons moves are typed."""
    names = [str(state.name(move)) for move in state.moves()]
    return Scene(text=text, choices=buttons(names), caption=caption_of(state))


def buttons(names: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(name) for name in names[:MOST_BUTTONS])


def complaint(scene: Scene, state: State) -> str:
    """What is wrong with the scene a user's game made; nothing if all is well."""
    names = [spot.name for spot in scene.spots]
    if scene.board not in BOARDS:
        return f"board={scene.board!r}: expected one of {', '.join(BOARDS)}"
    if len(set(names)) < len(names):
        return f"two spots have the name {next(name for name in names if names.count(name) > 1)!r}"
    for spot in scene.spots:
        if spot.piece and spot.piece not in scene.pieces:
            return f"on {spot.name} lies {spot.piece!r}, which is not among the pieces"
    for key, piece in scene.pieces.items():
        if piece.shape not in SHAPES:
            return f"the piece {key!r} has the shape {piece.shape!r}: expected one of {', '.join(SHAPES)}"
    for choice in scene.choices:
        if choice.piece and choice.piece not in scene.pieces:
            return f"the choice {choice.move!r} leaves {choice.piece!r}, which is not among the pieces"
    for name in (*scene.marks, *(spot for choice in scene.choices for spot in choice.spots)):
        if name not in names:
            return f"there is no spot {name!r}"
    legal = set(state.moves())
    for choice in scene.choices:
        if choice.move not in legal:
            return f"the choice {choice.move!r} is no legal move"
    return ""


def named(scene: Scene, state: State) -> Scene:
    """The moves as text, a button for every move that nothing else makes, and a caption."""
    choices = [Choice(str(state.name(each.move)), each.spots, each.piece) for each in scene.choices]
    shown = {each.move for each in choices}
    missing = [name for name in map(str, map(state.name, state.moves())) if name not in shown]
    choices += [Choice(name) for name in missing[:MOST_BUTTONS]]
    return replace(scene, choices=tuple(choices), caption=scene.caption or caption_of(state))
