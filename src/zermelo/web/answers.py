"""Positions, scores and searches as messages."""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from msgspec import structs

from zermelo.game import CHANCE, BuiltIn, Game, Info, Option, State, dealt
from zermelo.kinds import able, usual_walk
from zermelo.match.game import only
from zermelo.methods import METHODS
from zermelo.players.levels import levels_of
from zermelo.result import SYMBOLS, Result, number
from zermelo.result import Line as FoundLine
from zermelo.result import Score as FoundScore
from zermelo.review import JUDGED_WIDTH
from zermelo.scene import Scene as Drawing
from zermelo.scene import best_of
from zermelo.types import Move, named
from zermelo.view.scene import scene_after, scene_of
from zermelo.web import messages as said
from zermelo.web.catalogue import Course

HIDDEN = "a hidden move"  # in place of a move that the viewer did not see
FIRST = 0
SAMPLE_MOVES = 6  # into a user's game, for its picture
MOST_LINE = 100  # moves of a line that are sent
FIGURES, JUDGED_FIGURES = 4, 2  # after the point; fewer for a judgement that no points stand behind
SCALE = 3.0  # of judgements on the bar: points that look like much are so many times the width of a judgement


def card(spec: str, state: State, own: bool = False) -> said.GameCard:
    """A game, by its first position."""
    game, info = state.game, state.info
    options = game.options if isinstance(game, BuiltIn) else {}
    abstract = bool(named(game, "abstract"))
    why_not = "It is a tree of numbers: open it in the explorer." if abstract else ""
    return said.GameCard(
        spec,
        game.title or game.label,
        game.summary if isinstance(game, BuiltIn) else own_summary(game),
        [option(name, each) for name, each in options.items()],
        list(info.players),
        kind(info),
        info.small,
        info.evaluates,
        bool(named(game, "scene")),
        not why_not,
        why_not,
        sorted(levels_of(game)),
        formats(game),
        own,
        sorted(able(info, METHODS)),
        usual_walk(info),
        isinstance(game, BuiltIn) and game.deal is not None,
        game.rules if isinstance(game, BuiltIn) else "",
        game.measure if isinstance(game, BuiltIn) else "",
        bar_width(info),
        game.notations if isinstance(game, BuiltIn) else "",
        isinstance(game, BuiltIn) and bool(game.solver_view),
    )


def own_summary(game: Game) -> str:
    """The first line of the class's own docstring."""
    words = (type(game).__doc__ or "").strip().splitlines() if "__doc__" in vars(type(game)) else []
    return words[0][:200] if words else "your game"


def formats(game: BuiltIn | Game) -> list[str]:
    own = named(game, "write_games")
    return ["json", "txt", *(own if isinstance(own, Mapping) else ())]


def option(name: str, given: Option) -> said.GameOption:
    return said.GameOption(name, given.default, given.low, given.high, list(given.words), given.help)


def kind(info: Info) -> said.GameKind:
    return said.GameKind(info.chance, info.hidden, info.zero_sum, info.payoffs == "points", info.first_player_view)


def views(spec: str, course: Course) -> list[said.Position]:
    """What each player has seen of the last position, in a game of imperfect information; elsewhere nothing."""
    info = course.state.info
    return [seen(spec, course, player) for player in range(len(info.players))] if info.hidden else []


def seen(spec: str, course: Course, viewer: int) -> said.Position:
    """The last position as a player has seen it: made from the player's view and nothing else, until it is over."""
    state = course.state
    drawing = end_scene(state, viewer) if state.is_over else scene_of(state, viewer)
    moves = [str(state.name(move)) for move in state.moves()] if state.turn == viewer else []
    steps = zip(course.names, pairwise(course.states), strict=False)
    played = [name if before.turn == viewer else learned(before, after, viewer) for name, (before, after) in steps]
    return said.Position(
        spec,
        state.game.title or state.game.label,
        state.view(viewer),
        state.turn,
        list(state.info.players),
        scene(drawing),
        moves,
        over(state, drawing.caption),
        drawing.caption,
        "",
        played,
    )


def end_scene(state: State, viewer: int) -> Drawing:
    """Everything at the end, with the viewer still on the same side of the table."""
    draw = state.game.open_scene if isinstance(state.game, BuiltIn) else None
    whole = scene_of(state)
    return whole if draw is None else replace(draw(state, viewer), caption=whole.caption, choices=())


def learned(before: State, after: State, viewer: int) -> str:
    """What a player saw of a move: as the game says it in words, else the word that their own view grew by."""
    old, new = before.view(viewer), after.view(viewer)
    game = before.game
    if isinstance(game, BuiltIn) and game.heard is not None:
        return game.heard(old, new)
    words = new[len(old) :].split() if before.info.view_grows and new.startswith(old) else []
    return words[0] if words and words[0].isalnum() else HIDDEN


def position(spec: str, course: Course) -> said.Position:
    """The last position of a course."""
    state, names = course.state, course.names
    drawing = scene_of(state)
    made = [i for i, before in enumerate(course.states[:-1]) if before.turn != CHANCE]
    if names and made:
        before = course.states[made[-1]]
        drawing = scene_after(before, move_called(before, names[made[-1]]), state)
    return said.Position(
        spec,
        state.game.title or state.game.label,
        state.text,
        state.turn,
        list(state.info.players),
        scene(drawing),
        [str(state.name(move)) for move in state.moves()],
        over(state, drawing.caption),
        drawing.caption,
        course.states[0].text,
        list(names),
    )


def move_called(state: State, name: str) -> Move:
    found: Move = next(move for move in state.moves() if str(state.name(move)) == name)
    return found


def spots(drawing: Drawing) -> list[said.Spot]:
    return [
        said.Spot(each.name, each.x, each.y, each.piece, each.note, each.count, each.tall, each.wide)
        for each in drawing.spots
    ]


def areas(drawing: Drawing) -> list[said.Area]:
    return [
        said.Area(each.x, each.y, each.width, each.height, each.look, each.text)  # type: ignore[arg-type]
        for each in drawing.areas
    ]


def labels(drawing: Drawing) -> list[said.Label]:
    return [said.Label(each.x, each.y, each.text) for each in drawing.labels]


def layout(drawing: Drawing | None) -> said.Layout | None:
    if drawing is None:
        return None
    return said.Layout(drawing.width, drawing.height, spots(drawing), labels(drawing), areas(drawing))


def scene(drawing: Drawing) -> said.Scene:
    return said.Scene(
        drawing.width,
        drawing.height,
        drawing.board,  # type: ignore[arg-type]
        spots(drawing),
        {
            key: said.Piece(each.name, each.shape, each.side, each.text, each.outline, each.lines)  # type: ignore[arg-type]
            for key, each in drawing.pieces.items()
        },
        [said.Choice(str(each.move), list(each.spots), each.piece) for each in drawing.choices],
        labels(drawing),
        dict(drawing.marks),
        drawing.text,
        drawing.caption,
        areas(drawing),
        [list(each) for each in drawing.links],
        drawing.todo,
        layout(drawing.narrow),
    )


def picture(state: State, moves: str = "") -> said.Scene:
    """A position some moves on (`e4; e5`), as the first player sees it, to be shown and not to be played on."""
    course = Course([state], [])
    for name in filter(None, map(str.strip, moves.split(";"))):
        course.add(name)
    state = course.state
    drawing = scene_of(state, FIRST if state.info.hidden and not state.is_over else None)
    return scene(replace(drawing, choices=()))


def small(drawn: said.Scene) -> said.Scene:
    """A picture that is only ever drawn small: in one layout."""
    return structs.replace(drawn, narrow=None)


def sample(state: State) -> said.Scene:
    """What the game looks like while it is played: as it says, or after a few moves drawn at random."""
    state = dealt(state, 1)
    if isinstance(state.game, BuiltIn):
        return small(picture(state, state.game.sample))
    draw = random.Random(1)
    for _ in range(SAMPLE_MOVES):
        after = state.play(draw.choice(state.moves())) if not state.is_over else state
        if after.is_over:
            break
        state = after
    return small(picture(state))


def rules(spec: str, state: State) -> said.Rules:
    """The page of a game: its folder's rules.md, or what the class of a user says of itself."""
    game = state.game
    title, summary = game.title or game.label, card(spec, state).summary
    if not isinstance(game, BuiltIn):
        about = inspect.cleandoc(type(game).__doc__ or "") if "__doc__" in vars(type(game)) else ""
        shown = [said.Illustration("A position of the game.", sample(state))]
        return said.Rules(spec, title, summary, paragraphs(about), [], shown)
    lines = dealt(state, 1)
    pictures = [said.Illustration(caption, picture(lines, moves)) for caption, moves in game.illustrations]
    page = f"/api/pages/{game.name}" if game.page else ""
    return said.Rules(spec, title, summary, paragraphs(game.rules), paragraphs(game.moving), pictures, page)


def paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]


def over(state: State, sentence: str) -> said.Over | None:
    if not state.is_over:
        return None
    payoffs = [state.payoff(player) for player in range(len(state.info.players))]
    return said.Over(only(best_of(payoffs)), payoffs, sentence)


def score(given: FoundScore, info: Info) -> said.Score:
    return said.Score(given.value, given.bound, score_text(given, info), given.proved, given.player, bar(given, info))


def score_text(given: FoundScore, info: Info) -> str:
    """As people read it: a sign where both players may be ahead, a real minus, no more figures than say something."""
    if given.outcome is not None:
        return str(given)
    judged = not given.proved and info.payoffs != "points"
    short = round(given.value, JUDGED_FIGURES if judged else FIGURES) or given.value
    plus = "+" if short > 0 and not info.first_player_view else ""
    spread = "" if given.error is None or math.isinf(given.error) else f" ± {given.error:.2g}"
    return SYMBOLS[given.bound] + plus + number(short).replace("-", "−") + spread


def bar(given: FoundScore, info: Info) -> float:
    """-1, player 0 has lost, to 1, player 0 has won; of more than two without partners, the player of the score."""
    seen = given.for_player(0) if len(info.players) == 2 or info.sides else given
    if seen.outcome is not None:
        return {"win": 1.0, "draw": 0.0, "loss": -1.0}[seen.outcome]
    return math.tanh(seen.value / bar_width(info))


def bar_width(info: Info) -> float:
    return JUDGED_WIDTH * info.unit * (SCALE if info.payoffs == "points" else 1.0)


def line(state: State, given: FoundLine) -> said.Line:
    shown = [str(move) for move in line_names(state, given.line[:MOST_LINE])]
    return said.Line(str(state.name(given.move)), score(given.score, state.info), shown)


def line_names(state: State, moves: Sequence[Move]) -> list[str]:
    """The names of moves that follow each other; a line that cannot be played ends there."""
    names = []
    for move in moves:
        names.append(str(state.name(move)))
        state = state.play(move)
    return names


def thinking(state: State, result: Result, final: bool, best: int = 1) -> said.Thinking:
    """A search with its `best` lines; what chance may do is listed in full."""
    found = result.lines
    if not found and result.move is not None and result.score is not None:
        found = (FoundLine(result.move, result.score, result.line),)
    shown = len(found) if state.turn == CHANCE else min(best, len(found))  # never what is known by a bound only
    lines = [line(state, each) for each in (*found, *result.others)]
    worth = None if result.score is None else score(result.score, state.info)
    return said.Thinking(
        worth,
        result.depth,
        result.deepest,
        result.samples,
        result.nodes,
        result.seconds,
        lines[:shown],
        lines[shown:],
        result.solved,
        final,
        result.stopped if final else "",
        result.method,
        result.confidence,
    )
