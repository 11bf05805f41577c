"""What a selective search did is said in the same words everywhere, with a sign, a colour and a count."""

from __future__ import annotations

import random
import re

import pytest

import zermelo
from zermelo import State, search, start
from zermelo.reasons import COUNTS, DEEDS, EFFECTS, ENTERED, LEFT_OUT, REASONS, deeds_of, sentences, tally
from zermelo.result import number
from zermelo.view.outline import outline
from zermelo.view.pack import unpack
from zermelo.view.paint import INKS
from zermelo.view.text import MOST_LINES, tree
from zermelo.view.tree_svg import HUES, tree_svg
from zermelo.view.walk import Walk, walk

# Without searches on the side, which are counted but not recorded.
RECORDED = {"null_move": False, "probcut": False, "singular": False, "razoring": False}


def position(game: str, plies: int, seed: int) -> State:
    rng, state = random.Random(seed), start(game)
    for _ in range(plies):
        if not state.is_over:
            state = state.play(rng.choice(state.moves()))
    return state


def selective(seed: int = 0, **asked: bool) -> Walk:
    return walk(position("connect4", 4, seed), method="auto", depth=6, solver=False, **asked)


def test_every_reason_has_a_sentence_a_sign_a_colour_and_a_legend() -> None:
    known = {each.reason for each in DEEDS}
    assert known == set(REASONS)
    for reason in REASONS[1:]:
        assert ENTERED[REASONS.index(reason)] or LEFT_OUT[REASONS.index(reason)]
    for deed in DEEDS[1:]:
        assert deed.sentence, deed
        assert deed.sign, deed
        assert EFFECTS[deed.effect].legend, deed
        assert HUES[EFFECTS[deed.effect].hue] in INKS
        assert deed.count in COUNTS or deed.effect == "searched again"
    assert len({(deed.sign, deed.effect, deed.sentence) for deed in DEEDS}) == len(DEEDS)
    counted = vars(zermelo.search(start("tictactoe"), depth=1).counts)
    assert set(COUNTS) <= counted.keys()


@pytest.mark.parametrize("seed", range(6))
def test_what_is_recorded_is_what_is_counted(seed: int) -> None:
    """Each thing that the statistics count stands at one node, and each node that has a reason says it."""
    for game, plies, depth in (("connect4", 4 + seed, 5), ("othello", 3 + seed, 4), ("tictactoe", seed % 3, 9)):
        state = position(game, plies, seed)
        asked = {"method": "scout+table", "engine": False, **dict.fromkeys(SWITCHES, True), **RECORDED}
        asked["extensions"] = game != "connect4"  # whose threats follow one another
        found = search(state, depth=depth, trace=True, **asked)
        assert found.trace is not None
        counts = vars(found.counts)
        assert tally(found.trace) == {name: counts[name] for name in COUNTS}
        for node in found.trace:
            assert len(deeds_of(node)) == bool(node.reason) + bool(node.shift) + bool(node.at_node)
            for said in sentences(node, number):
                assert not re.search(r"[{}]|  |= $|at ,|value ,", said), said
                assert (said.startswith("not searched")) == (node.kind == "pruned")


SWITCHES = ("quiescence", "extensions", "reductions", "late_pruning", "futility", "reverse_futility", "correction")


def test_the_numbers_are_those_of_the_node() -> None:
    trace = selective().trace
    for node in trace:
        parent = trace[node.parent] if node.parent >= 0 else None
        if node.reason == "late move" and node.kind != "pruned":
            assert parent is not None
            assert f"depth {node.depth} instead of {parent.depth + parent.shift - 1}" in node.why
            assert node.depth - node.change == parent.depth + parent.shift - 1
        if node.reason == "futile":  # what it might reach does not pass what the mover has
            assert node.judged is not None
            assert node.judged <= node.alpha if node.mover == 0 else node.judged >= node.beta
        if node.at_node in ("far above beta", "stood pat"):
            assert node.judged is not None
            assert node.judged >= node.beta if node.turn == 0 else node.judged <= node.alpha
        if node.reason == "fail high":
            before = max(i for i in range(node.index) if trace[i].parent == node.parent)
            reduced = next(i for i in range(before, 0, -1) if trace[i].parent == node.parent and trace[i].change < 0)
            assert trace[reduced].move == node.move
            assert node.depth == trace[reduced].depth - trace[reduced].change
            assert node.research


def test_a_side_search_leaves_no_reason_behind() -> None:
    """What was planned inside a search on the side is not said of the next node that is recorded."""
    for seed in range(4):
        trace = walk(position("connect4", 3, seed), method="auto", depth=7, solver=False).trace
        for node in trace:
            if node.research:
                assert node.reason in ("", "fail high")
            if node.parent >= 0 and node.reason and node.kind != "pruned":
                assert trace[node.parent].depth > 0


def test_text_drawing_and_page_say_the_same() -> None:
    found = selective()
    lines = tree(found.state, found.trace).splitlines()
    for node, line in zip(found.trace, lines[:MOST_LINES], strict=False):
        assert line.endswith("  " + "; ".join(sentences(node, number))) or not node.why
    drawn = outline(found, 10**6)
    signs = {effect for twig in drawn.twigs for _, effect in twig.signs}
    assert {"reduced", "left out", "left", "quiescence"} <= signs
    picture = tree_svg(found, 10**6)
    for effect in signs:
        assert EFFECTS[effect].legend in re.sub(r"</text>\s*<text[^>]*>", " ", picture)
    assert picture.count("<title>") == sum(bool(twig.why) for twig in drawn.twigs)
    counts = vars(found.result.counts)
    header, columns = unpack(found.packed)
    assert {each["name"]: each["total"] for each in header["selective"]["counts"]} == {n: counts[n] for n in COUNTS}
    for i, node in enumerate(found.trace):
        planned, here = columns["deed"][i], columns["here"][i]
        shifted = node.shift and (header["selective"]["deeper"] if node.shift > 0 else header["selective"]["shallower"])
        packed = [header["selective"]["deeds"][each]["sentence"] for each in (planned, shifted, here) if each]
        assert packed == [deed.sentence for deed, _ in deeds_of(node)]


def test_other_searches_are_packed_without_it() -> None:
    header, columns = unpack(walk(start("tictactoe"), depth=3).packed)
    assert header["selective"] is None
    assert not columns.keys() & {"deed", "here", "change", "shift", "judged"}
