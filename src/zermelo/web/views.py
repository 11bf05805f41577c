"""Games that hide something: what of them leaves the server while they go on."""

from __future__ import annotations

from dataclasses import replace

from zermelo.web.answers import HIDDEN
from zermelo.web.messages import PlayedMove, PlayGame


def viewer_of(game: PlayGame) -> int | None:
    """Whose view the page shows: the person's, of two the one's who is to move. None: nothing has to be hidden."""
    people = [number for number, side in enumerate(game.sides) if side.human]
    if not game.views or not people or game.ending is not None:
        return None
    return people[0] if len(people) == 1 else max(0, game.position.turn)


def seen_by_people(game: PlayGame) -> PlayGame:
    """The game as those who play it may see it: the position and the moves of others only as the view tells them, and
    nothing of what an engine thinks about its own cards."""
    viewer = viewer_of(game)
    if viewer is None:
        return replace(game, views=[])
    moves = [each if each.player == viewer else PlayedMove(HIDDEN, each.player, each.seconds) for each in game.moves]
    return replace(game, views=[], position=game.views[viewer], moves=moves, start="", thinking=None, hiding=True)
