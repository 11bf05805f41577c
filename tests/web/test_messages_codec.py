"""The messages of the pages to JSON and back."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.codec import BadData, from_json, from_plain, from_query, plain, to_json
from zermelo.types import Number
from zermelo.web import messages
from zermelo.web.messages import AskAnalysis, AskMove, AskPlay, AskPosition, AskTrace, Score
from zermelo.web.typescript import shown

KINDS = list(shown())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


PLAIN = {
    str: st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    float: st.floats(allow_nan=False, allow_infinity=False),
    int: st.integers(-(2**53), 2**53),
    bool: st.booleans(),
    type(None): st.none(),
    Number: st.floats(allow_nan=False),
}


@cache
def made(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type of messages."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Annotated:
        return made(inner[0])
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is list:
        return st.lists(made(inner[0]), max_size=2)
    if origin is dict:
        return st.dictionaries(PLAIN[str], made(inner[1]), max_size=2)
    if origin is not None:
        return st.one_of([made(each) for each in inner])
    return st.builds(hint, **{name: made(each) for name, each in get_type_hints(hint, include_extras=True).items()})


@settings(max_examples=15)
@given(st.data())
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_message_comes_back(kind: Any, data: Any) -> None:
    message = data.draw(made(kind))
    assert from_json(to_json(message), kind) == message
    assert from_plain(plain(message), kind) == message


@given(st.sampled_from(KINDS), JSON)
def test_any_data_is_a_message_or_refused(kind: Any, data: Any) -> None:
    try:
        found = from_plain(data, kind)
    except BadData:
        return
    assert isinstance(found, kind)


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (AskMove, {"move": "e4"}, "missing required field revision"),
        (AskMove, {"move": 4, "revision": 1}, "^move: expected str, got int$"),
        (AskMove, {"move": "e4", "revision": True}, "^revision: expected int, got bool$"),
        (AskMove, {"move": "e4", "revision": 1, "x": 2}, "unknown field x"),
        (AskMove, [], "expected object, got array"),
        (AskPlay, {"game": "othello", "sides": ["a", 3]}, r"^sides\[1\]: expected str, got int$"),
        (AskPlay, {"game": "o", "sides": [], "clock": {"kind": "x", "seconds": 1}}, "^clock.kind: invalid enum value"),
        (AskTrace, {"cap": 2**70}, "^cap: expected int <= "),
    ],
)
def test_what_is_wrong_is_named(kind: Any, data: Any, words: str) -> None:
    with pytest.raises(BadData, match=words):
        from_plain(data, kind)
    with pytest.raises(BadData, match=words):
        from_json(json.dumps(data), kind)


def test_infinities_are_words_and_nan_is_not_json() -> None:
    score = Score(math.inf, "exact", "∞", True, 0, 1.0)
    assert json.loads(to_json(score))["value"] == "Infinity"
    assert from_plain(plain(score), Score) == score
    with pytest.raises(BadData, match="not JSON"):
        from_json(b'{"value": NaN}', Score)
    with pytest.raises(BadData, match="not JSON"):
        from_json(b'{"game": "\\ud800"}', AskPosition)
    with pytest.raises(BadData, match="nested too deeply"):
        from_json(b"[" * 100_000 + b"]" * 100_000, object)
    with pytest.raises(ValueError, match="nan"):
        to_json(Score(math.nan, "exact", "", True, 0, 1.0))


def test_anything_is_read_where_anything_is_declared() -> None:
    assert from_json(b'{"a": [1, null], "b": {"c": "x"}}', dict[str, object]) == {"a": [1, None], "b": {"c": "x"}}
    with pytest.raises(BadData, match=r"^\[\.\.\.\]: expected int"):
        from_json(b'{"a": "x"}', dict[str, int])


def test_queries_hold_numbers_as_text() -> None:
    query = {"game": "othello", "best": "3", "seconds": "1.5", "depth": "", "moves": "f5 d6"}
    ask = from_query(query, AskAnalysis)
    assert (ask.best, ask.seconds, ask.depth, ask.moves) == (3, 1.5, None, "f5 d6")
    for wrong in ("three", "1e999", "nan", "1_0", "٣", "1.5"):
        with pytest.raises(BadData, match=r"^best: (expected int|number out of range)"):
            from_query({"game": "othello", "best": wrong}, AskAnalysis)
    for wrong in ("nan", "inf", "-Infinity", "1e999"):
        with pytest.raises(BadData, match=r"^seconds: "):
            from_query({"game": "othello", "seconds": wrong}, AskAnalysis)
    assert from_query({"table": "true"}, AskTrace).table is True


def test_the_messages_of_boards_are_those_of_scenes() -> None:
    from dataclasses import fields

    import msgspec

    from zermelo import scene

    for name in ("Spot", "Piece", "Choice", "Label", "Scene"):
        ours, theirs = getattr(messages, name), getattr(scene, name)
        assert [each.name for each in msgspec.structs.fields(ours)] == [each.name for each in fields(theirs)]


@settings(max_examples=15)
@given(st.data())
@pytest.mark.parametrize("kind", [messages.PlayGame, messages.Thinking, messages.TournamentTable])
def test_the_quick_way_writes_the_same(kind: Any, data: Any) -> None:
    message = data.draw(made(kind))
    assert to_json(message) == to_json(plain(message))
