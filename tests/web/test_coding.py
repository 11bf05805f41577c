"""Messages to plain data and back."""

from __future__ import annotations

import json
import math
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.web import messages
from zermelo.web.coding import BadMessage, from_json, plain, read, read_query, to_json
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
}


def made(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type of messages."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is list:
        return st.lists(made(inner[0]), max_size=2)
    if origin is dict:
        return st.dictionaries(PLAIN[str], made(inner[1]), max_size=2)
    if origin is not None:
        return st.one_of([made(each) for each in inner])
    return st.builds(hint, **{name: made(each) for name, each in get_type_hints(hint).items()})


@settings(max_examples=15)
@given(st.data())
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_message_comes_back(kind: Any, data: Any) -> None:
    message = data.draw(made(kind))
    assert read(kind, from_json(to_json(message))) == message


@given(st.sampled_from(KINDS), JSON)
def test_any_data_is_a_message_or_refused(kind: Any, data: Any) -> None:
    try:
        found = read(kind, data)
    except BadMessage:
        return
    assert isinstance(found, kind)


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (AskMove, {"move": "e4"}, "'revision' is missing"),
        (AskMove, {"move": 4, "revision": 1}, "move: expected text, not 4"),
        (AskMove, {"move": "e4", "revision": True}, "revision: expected a whole number"),
        (AskMove, {"move": "e4", "revision": 1, "x": 2}, "no field 'x'"),
        (AskMove, [], "expected an object, not a list"),
        (AskPlay, {"game": "othello", "sides": ["a", 3]}, "sides: expected text"),
        (AskPlay, {"game": "o", "sides": [], "clock": {"kind": "sand", "seconds": 1}}, "kind: expected one of"),
        (AskPosition, {"game": "x" * 3 + "\ud800"}, "not Unicode"),
        (AskTrace, {"cap": 2**70}, "too large"),
    ],
)
def test_what_is_wrong_is_named(kind: Any, data: Any, words: str) -> None:
    with pytest.raises(BadMessage, match=words):
        read(kind, data)


def test_infinities_are_words_and_nan_is_not_json() -> None:
    score = Score(math.inf, "exact", "∞", True, 0, 1.0)
    assert json.loads(to_json(score))["value"] == "inf"
    assert read(Score, plain(score)).value == "inf"
    with pytest.raises(BadMessage, match="not JSON"):
        from_json(b'{"value": NaN}')
    with pytest.raises(BadMessage, match="nested too deeply"):
        from_json(b"[" * 100_000 + b"]" * 100_000)


def test_queries_hold_numbers_as_text() -> None:
    ask = read_query(AskAnalysis, {"game": "othello", "best": "3", "seconds": "1.5", "depth": "", "moves": "f5 d6"})
    assert (ask.best, ask.seconds, ask.depth, ask.moves) == (3, 1.5, None, "f5 d6")
    for wrong in ("three", "1e999", "nan", "1_0", "٣", "1.5"):
        with pytest.raises(BadMessage, match="best: expected a whole number"):
            read_query(AskAnalysis, {"game": "othello", "best": wrong})
    assert read_query(AskTrace, {"table": "true"}).table is True


def test_the_messages_of_boards_are_those_of_scenes() -> None:
    from dataclasses import fields

    from zermelo import scene

    for name in ("Spot", "Piece", "Choice", "Label", "Scene"):
        ours, theirs = getattr(messages, name), getattr(scene, name)
        assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]


@settings(max_examples=15)
@given(st.data())
@pytest.mark.parametrize("kind", [messages.PlayGame, messages.Thinking, messages.TournamentTable])
def test_the_quick_way_writes_the_same(kind: Any, data: Any) -> None:
    message = data.draw(made(kind))
    slow = json.dumps(plain(message), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    assert to_json(message) == slow
