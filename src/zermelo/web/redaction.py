"""Redacts games of imperfect information: what of them may leave the server while they go on."""

from __future__ import annotations

from msgspec.structs import replace

from zermelo.web.messages import PlayedMove, PlayGame


def person_of(game: PlayGame) -> int | None:
    """The person who is to move, else who moved last, else the first one; None if only computers play."""
    people = [number for number, side in enumerate(game.sides) if side.human]
    turns = [game.position.turn, *(each.player for each in reversed(game.moves)), *people]
    return next((player for player in turns if player in people), None)


def viewer_of(game: PlayGame) -> int | None:
    """Whose view the page shows. None: nothing has to be hidden."""
    return person_of(game) if game.views and game.ending is None else None


def at_the_end(game: PlayGame) -> PlayGame:
    """Everything is shown, and the table does not turn round: people keep their seats."""
    person = person_of(game)
    if person is None or not game.views or game.position.over is None:
        return game
    return replace(game, position=replace(game.position, scene=game.views[person].scene))


def seen_by_people(game: PlayGame) -> PlayGame:
    """The game as those who play it may see it: the position and the moves of others only as the view shows them, and
    nothing of what an engine thinks about its own cards."""
    viewer = viewer_of(game)
    if viewer is None:
        return replace(at_the_end(game), views=[])
    seen = game.views[viewer]
    moves = [
        each if each.player == viewer else PlayedMove(shown, each.player, each.seconds)
        for each, shown in zip(game.moves, seen.played, strict=True)
    ]
    return replace(game, views=[], position=seen, moves=moves, start="", thinking=None, hiding=True)
