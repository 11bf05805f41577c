"""Traces as bytes: nothing is lost, the facts of the curriculum can be read from them, broken bytes are refused."""

from __future__ import annotations

import json
import math

import pytest

import zermelo
from zermelo.errors import ParseError
from zermelo.view.pack import pack, short, unpack, value_text
from zermelo.view.walk import walk

SLIDES = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]


def number(value):
    return float(value) if isinstance(value, str) else value


def rows(data):
    """The rows of packed bytes, told as zermelo.trace tells them."""
    header, columns = unpack(data)
    for i in range(header["size"]):
        state = columns["state"][i]
        move = columns["move"][i]
        yield {
            "parent": columns["parent"][i],
            "enter": columns["enter"][i],
            "leave": columns["leave"][i],
            "depth": columns["depth"][i],
            "turn": columns["turn"][i],
            "iteration": columns["iteration"][i],
            "move": header["moves"][move] if move < len(header["moves"]) else None,
            **{name: number(header["values"][columns[name][i]]["value"]) for name in ("alpha", "beta", "value")},
            "kind": header["kinds"][state & 7],
            "bound": header["bounds"][state >> 3 & 3],
            "cut": header["cuts"][state >> 5 & 3],
            "null_window": bool(state >> 7 & 1),
            "research": bool(state >> 8 & 1),
        }


SEARCHES = [
    (zermelo.tree(SLIDES), {}),
    (zermelo.tree([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3, math.inf]]]), {"method": "scout"}),
    (zermelo.start("tictactoe", "X.O/.O./XXO"), {"method": "minimax"}),
    (zermelo.start("tictactoe"), {"method": "auto"}),
    (zermelo.start("connect4"), {"method": "deepening", "depth": 4}),
    (zermelo.start("othello"), {"method": "scout+table", "depth": 3}),
    (zermelo.start("tictactoe"), {"method": "minimax", "depth": 4, "nodes": 500}),
]


@pytest.mark.parametrize(("state", "options"), SEARCHES, ids=lambda each: str(each)[:30])
def test_nothing_is_lost(state, options):
    found = zermelo.search(state, trace=True, **options)
    told = list(rows(pack(found, state)))
    assert len(told) == len(found.trace)
    for row, node in zip(told, found.trace, strict=True):
        value = row.pop("value")
        assert node.value is None or value == node.value
        move = row.pop("move")
        assert move == (None if node.move is None else str(node.move))
        for name, each in row.items():
            assert each == getattr(node, name), name


def test_the_header():
    state = zermelo.start("connect4", "44")
    found = zermelo.search(state, depth=3, method="alphabeta", trace=True)
    header, columns = unpack(pack(found, state, options={"depth": 3, "far": math.inf, "odd": (1,)}))
    assert header["position"] == state.text
    assert header["title"] == "Connect Four"
    assert header["sides"] == ["X", "O"]
    assert header["result"]["move"] == found.move
    assert header["result"]["nodes"] == found.nodes
    assert header["result"]["line"] == list(found.line)
    assert header["options"] == {"depth": 3, "far": "Infinity", "odd": "(1,)"}
    assert header["tree"] is None
    assert all(each["offset"] % 8 == 0 for each in header["columns"])
    assert [each["name"] for each in header["columns"]] == list(columns)
    assert header["columns"][3]["type"] == "u16"


def test_size_of_a_node():
    state = zermelo.start("tictactoe")
    assert len(pack(zermelo.search(state, method="alphabeta", trace=True), state)) / 28_000 < 28


def test_edges_are_numbered_level_by_level():
    header, _ = unpack(walk(zermelo.tree(SLIDES)).packed)
    assert header["edges"]["E-1"] == 1
    assert header["edges"]["E-3 E-12"] == 12
    assert json.loads(header["tree"]) == SLIDES


def pruned(data):
    return [row["move"] for row in rows(data) if row["kind"] == "pruned"]


def test_facts_of_the_slides():
    assert pruned(walk(zermelo.tree(SLIDES)).packed) == ["E-8", "E-9", "E-11", "E-12"]  # S4.6
    assert unpack(walk(zermelo.tree(SLIDES)).packed)[0]["result"]["value"] == 7
    other = walk(zermelo.tree([[-5, 4, 1], [-6, -4, -2], [6, -3, -6]]))  # S0.3
    assert unpack(other.packed)[0]["result"]["value"] == -5
    assert pruned(other.packed) == ["E-8", "E-9"]


def test_orders_keep_the_names_of_edges():
    root = zermelo.tree(SLIDES)
    turned = walk(root, order="reversed")
    header, _ = unpack(turned.packed)
    assert header["result"]["line"] == ["E-1", "E-6"]
    assert header["tree"] == root.text
    assert header["edges"]["E-3 E-12"] == 12
    assert [row["move"] for row in rows(turned.packed)][1:5] == ["E-3", "E-12", "E-11", "E-10"]
    assert pruned(walk(root, order="worst").packed) == []
    best = [row["move"] for row in rows(walk(root, order="best").packed)]
    assert best[1:3] == ["E-1", "E-6"]


def test_chance_and_labels_survive_another_order():
    root = zermelo.tree("[A:[1,2],B:chance[0.25:3,0.75:[4,5]],6]")
    from zermelo.games.tree.game import reordered

    new, names = reordered(root, "reversed")
    assert new.text.startswith("max[6,chance[0.25:3,0.75:") or new.text.startswith("[6,")
    assert set(names.values()) >= {"A", "B", "E-3"}
    assert {names[("E-1",)], names[("E-2",)], names[("E-3",)]} == {"A", "B", "E-3"}


@pytest.mark.parametrize(
    ("state", "order"),
    [(zermelo.tree(SLIDES), "killers"), (zermelo.tree(SLIDES), "up"), (zermelo.start("tictactoe"), "reversed")],
)
def test_orders_that_are_none(state, order):
    with pytest.raises(ValueError, match="order="):
        walk(state, order=order)


def test_conventions():
    tied = zermelo.tree([[3, 5], [3, 9]])
    assert pruned(walk(tied, cut=">=").packed) == ["E-6"]
    assert pruned(walk(tied, cut=">").packed) == []
    hard = list(rows(walk(zermelo.tree(SLIDES), fail="hard").packed))
    assert next(row["value"] for row in hard if row["move"] == "E-2") == 7
    with pytest.raises(ValueError, match='cut=">"'):
        walk(tied, cut=">", method="scout")
    with pytest.raises(ValueError, match="no limit"):
        walk(zermelo.start("othello"))


def test_values_as_text():
    points, outcome = zermelo.start("tree").info, zermelo.start("tictactoe").info
    assert [value_text(each, points) for each in (7.0, -5.0, -math.inf, math.inf, 0.25)] == [
        "7",
        "−5",
        "−∞",
        "+∞",
        "0.25",
    ]
    assert value_text(math.nextafter(12.0, 99), points) == "12+"
    assert value_text(math.nextafter(12.0, 0), points) == "12−"
    assert [value_text(math.nextafter(0.0, each), points) for each in (1, -1)] == ["0+", "0−"]
    assert value_text(1 / 3, points) == "0.3333"
    win = zermelo.native.core.WIN
    assert [value_text(each, outcome) for each in (win - 3, 4 - win)] == ["win in 3", "loss in 4"]
    assert [short(each) for each in (3.0, 0.5, math.inf, -math.inf)] == [3, 0.5, math.inf, -math.inf]


class Named(zermelo.Game):
    initial = 0

    def turn(self, state):
        return zermelo.OVER if state >= 3 else state % 2

    def moves(self, state):
        yield from (1, 2)

    def play(self, state, move):
        return state + move

    def payoff(self, state, player):
        return 1 if player == state % 2 else -1

    def name(self, state, move):
        return f"{state}+{move}"


def test_own_names_of_moves():
    header, _ = unpack(walk(zermelo.start(Named), depth=9, method="minimax").packed)
    assert set(header["moves"]) == {"0+1", "0+2", "1+1", "1+2", "2+1", "2+2"}
    assert header["result"]["move"].startswith("0+")


def test_a_search_without_a_trace():
    state = zermelo.tree(SLIDES)
    with pytest.raises(ValueError, match="trace=True"):
        pack(zermelo.search(state), state)


@pytest.mark.parametrize(
    "data", [b"", b"ZTR1", b"ZTR2" + bytes(20), b"ZTR1\xff\xff\xff\xff{}", b"ZTR1\x02\0\0\0{}      "]
)
def test_bytes_that_are_none(data):
    with pytest.raises(ParseError, match="packed trace"):
        unpack(data)


def test_bytes_that_are_cut_off():
    data = walk(zermelo.tree(SLIDES)).packed
    with pytest.raises(ParseError, match="packed trace"):
        unpack(data[:-40])


@pytest.mark.parametrize(
    ("game", "method", "hides"),
    [
        ("connect4", "alphabeta", False),
        ("backgammon", "expectiminimax+star1", False),
        ("bridge", "alphabeta", True),
        ("hearts", "paranoid", True),
        ("leduc", "expectiminimax+star1", True),
    ],
)
def test_the_usual_method_records_every_kind_of_game(game, method, hides):
    found = walk(zermelo.start(game), depth=2, nodes=2_000)
    assert (found.options["method"], found.trace.size > 5) == (method, True)
    assert (found.options.get("open_cards") is True) == hides
    assert unpack(found.packed)[0]["options"].get("open_cards", False) == hides


@pytest.mark.parametrize(("game", "method"), [("tictactoe", "mcts"), ("hearts", "maxn"), ("hearts", "auto")])
def test_methods_without_a_record_say_so(game, method):
    with pytest.raises(ValueError, match="keeps no record of its steps"):
        walk(zermelo.start(game), method=method, nodes=100, depth=None if method == "mcts" else 2)
