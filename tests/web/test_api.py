"""What the server answers: positions, analysis, comparison, trees, practice, pasted texts."""

from __future__ import annotations

import json
import math
import re
import struct
from typing import Any

import pytest
from serving import Visitor

import zermelo
import zermelo.games.bridge.game as bridge
from zermelo.methods import ALL_METHODS, SELECTIVE


def test_about_and_games(visitor: Visitor) -> None:
    about = visitor.get("/api/about")
    assert about["version"] == zermelo.__version__
    assert [each["name"] for each in about["methods"]] == list(ALL_METHODS)
    assert len(about["levels"]) == 20
    assert not about["exposed"]
    games = {each["spec"]: each for each in visitor.get("/api/games")}
    assert set(games) == set(zermelo.all_games())
    assert games["othello"]["playable"]
    assert games["othello"]["formats"] == ["json", "txt", "ggf"]
    assert not games["tree"]["playable"]
    assert games["connect4"]["options"][0]["name"] == "width"
    assert games["connect4"]["rules"].startswith("Two players, X and O, take turns dropping a stone")


def test_a_position_is_drawn_with_its_moves(visitor: Visitor) -> None:
    found = visitor.post("/api/position", game="tictactoe", moves=["5", "a1"])
    state = zermelo.start("tictactoe").play("b2").play("a1")
    assert found["text"] == state.text
    assert found["moves"] == state.moves()
    assert found["played"] == ["b2", "a1"]
    assert found["turn"] == 0
    assert len(found["scene"]["spots"]) == 9
    assert found["scene"]["marks"] == {"a1": "last"}
    again = visitor.post("/api/position", game="tictactoe", position=found["text"])
    assert again["moves"] == found["moves"]
    won = visitor.post("/api/position", game="tictactoe", moves="1 4 2 5 3")
    assert won["over"]["winner"] == 0
    assert won["moves"] == []


def test_variants_are_part_of_a_games_name(visitor: Visitor) -> None:
    assert len(visitor.post("/api/position", game="connect4:width=5,height=4")["moves"]) == 5
    status, problem = visitor.refused("/api/position", game="connect4:width=99")
    assert (status, problem["kind"]) == (400, "game options")
    status, problem = visitor.refused("/api/position", game="conect4")
    assert (status, problem["kind"]) == (404, "unknown game")
    assert "connect4" in problem["message"]


@pytest.mark.parametrize(
    ("ask", "kind", "words", "column"),
    [
        ({"game": "tictactoe", "position": "XO.X"}, "parse", "", None),
        ({"game": "tictactoe", "moves": ["5", "5"]}, "illegal move", "taken", None),
        ({"game": "othello", "moves": "f5 a1"}, "parse", "a1", 3),
        ({"game": "othello", "moves": ["f5", "d3"]}, "illegal move", "turns no disc", None),
        ({"game": "tree", "position": "[[1,2],[3,"}, "parse", "", 10),
    ],
)
def test_what_is_wrong_with_a_position_is_said(
    visitor: Visitor, ask: dict[str, Any], kind: str, words: str, column: int | None
) -> None:
    status, problem = visitor.refused("/api/position", **ask)
    assert (status, problem["kind"]) == (400, kind)
    assert words in problem["message"]
    if column is not None:
        assert problem["column"] == column


def test_cards_name_the_methods_that_can_search_the_game(visitor: Visitor) -> None:
    for card in visitor.get("/api/games"):
        game = zermelo.all_games().get(card["spec"])
        if game is None or game.abstract:
            continue
        state = zermelo.start(card["spec"])
        for method in ALL_METHODS:
            try:
                zermelo.search(state, method=method, depth=0, open_cards=False)
                able = True
            except ValueError as error:
                able = " cannot search " not in str(error) and " is not for " not in str(error)
            assert able >= (method in card["methods"]), (card["spec"], method)
        assert "auto" in card["methods"]
        assert card["usual_walk"] in ALL_METHODS


def test_analysis_tells_every_depth_and_ends(visitor: Visitor) -> None:
    with visitor.events("/api/analyse", game="connect4:width=5,height=4", best=3, depth=6) as events:
        told = list(events)
    assert [name for name, _ in told][-2:] == ["thinking", "end"]
    thoughts = [data for name, data in told if name == "thinking"]
    assert thoughts[-1]["final"]
    assert thoughts[-1]["depth"] == 6
    assert len(thoughts[-1]["lines"]) == 3
    expected = zermelo.search(zermelo.start("connect4", width=5, height=4), depth=6, best=3, stride=False)
    assert [line["move"] for line in thoughts[-1]["lines"]] == [line.move for line in expected.lines]
    assert told[-1] == ("end", {"reason": "done", "message": ""})


def test_where_dice_fall_the_average_and_every_roll_is_told(visitor: Visitor) -> None:
    moves = ["3-1", "8/5 6/5"]
    with visitor.events("/api/analyse", game="backgammon", moves=json.dumps(moves), best=1, depth=1) as events:
        thoughts = [data for name, data in events if name == "thinking"]
    state = zermelo.start("backgammon").play(moves[0]).play(moves[1])
    expected = zermelo.search(state, depth=1)
    assert expected.score is not None
    assert thoughts[-1]["score"]["value"] == pytest.approx(expected.score.value)
    assert [line["move"] for line in thoughts[-1]["lines"]] == state.moves()
    odds = [1 / 36 if roll[0] == roll[1] else 1 / 18 for roll in state.moves()]
    values = [line["score"]["value"] for line in thoughts[-1]["lines"]]
    assert sum(map(math.prod, zip(odds, values, strict=True))) == pytest.approx(expected.score.value)


def test_averages_are_told_as_such(visitor: Visitor) -> None:
    with visitor.events("/api/analyse", game="hearts", best=2, nodes=50_000) as events:
        thoughts = [data for name, data in events if name == "thinking"]
    last = thoughts[-1]
    assert (len(last["lines"]), last["score"]["bound"]) == (2, "about")
    assert last["samples"] > 500
    assert re.fullmatch(r"≈ [+−]?\d+(\.\d+)? ± \d+(\.\d+)?", last["score"]["text"])
    assert len({line["score"]["value"] for line in last["lines"] + last["others"]}) > 5


def test_analysis_refuses_before_it_begins(visitor: Visitor) -> None:
    for query, kind in (
        ({"game": "nothing"}, "unknown game"),
        ({"game": "othello", "method": "guess"}, "request"),
        ({"game": "othello", "best": 9}, "request"),
        ({"game": "kuhn", "method": "alphabeta"}, "request"),
        ({"game": "othello", "seconds": -1}, "request"),
        ({"game": "othello", "depth": "deep"}, "message"),
    ):
        answer = visitor.client.get("/api/analyse", params=query)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (404 if kind == "unknown game" else 400, kind)


def test_a_reviewed_game_has_its_mistakes(visitor: Visitor) -> None:
    with visitor.events("/api/review", game="tictactoe", moves="5 2 1 3 9") as events:
        *moves, (last, end) = events
    assert last == "end"
    moves.sort(key=lambda each: each[1]["ply"])  # they come from the last to the first
    assert [data["ply"] for _, data in moves] == [1, 2, 3, 4, 5]
    assert moves[1][1]["name"] == "blunder"
    assert end["winner"] == 0
    assert end["turned"] == 2
    assert any("turned" in sentence for sentence in end["summary"])


def test_methods_compared_have_the_same_value(visitor: Visitor) -> None:
    rows = visitor.post("/api/compare", game="tictactoe", methods=["minimax", "alphabeta", "scout+table"])["rows"]
    assert [row["score"]["text"] for row in rows] == ["draw"] * 3
    assert rows[0]["nodes"] == 549_946
    assert rows[1]["nodes"] < rows[0]["nodes"]


def header_of(data: bytes) -> Any:
    assert data[:4] == b"ZTR1"
    (length,) = struct.unpack("<I", data[4:8])
    return json.loads(data[8 : 8 + length])


def test_a_trace_is_the_search_itself(visitor: Visitor) -> None:
    tree = "[[3,12,8],[2,4,6],[14,5,2]]"
    answer = visitor.client.post("/api/trace", json={"tree": tree, "method": "alphabeta"})
    header = header_of(answer.content)
    result = zermelo.search(zermelo.tree(tree), method="alphabeta", trace=True)
    assert result.trace is not None
    assert header["size"] == len(result.trace)
    assert header["result"]["move"] == result.move
    strict = header_of(visitor.client.post("/api/trace", json={"tree": tree, "cut": ">"}).content)
    assert strict["size"] >= header["size"]
    worst = header_of(visitor.client.post("/api/trace", json={"tree": tree, "order": "worst"}).content)
    assert worst["result"]["value"] == header["result"]["value"]


def test_long_answers_are_compressed_for_whoever_reads_that(visitor: Visitor) -> None:
    packed = visitor.client.get("/api/games", headers={"accept-encoding": "gzip"})
    plain = visitor.client.get("/api/games", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert 3 * int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.json() == plain.json()
    short = visitor.client.get("/api/nothing", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in short.headers


def test_a_trace_is_as_selective_as_the_switches_say(visitor: Visitor) -> None:
    ask = {"game": "connect4", "method": "auto", "depth": 5}
    told = {}
    for switches in ("", "reductions=no", "selective=no"):
        header = header_of(visitor.client.post("/api/trace", json={**ask, "switches": switches}).content)
        told[switches] = {each["name"]: each["total"] for each in (header["selective"] or {"counts": []})["counts"]}
        assert {each["name"] for each in header["switches"]} >= {"selective", "null_move"}
    assert told[""]["reduced"] > 0
    assert told["reductions=no"]["reduced"] == 0 < told["reductions=no"]["quiescent"]
    assert told["selective=no"] == {}
    shown = visitor.get("/api/about")["switches"]
    assert {each["name"] for each in shown} == {"selective", *SELECTIVE}
    assert all(each["summary"] for each in shown)


def test_a_trace_that_cannot_be_made_is_refused(visitor: Visitor) -> None:
    for body, words in (
        ({"game": "othello"}, "no limit"),
        ({"tree": "[1,[2"}, ""),
        ({"tree": "[1,2]", "cap": 10**9}, "cap"),
        ({"tree": "[1,2]", "order": "odd"}, "order"),
        ({"tree": "[1,2]", "method": "x"}, "method"),
        ({"tree": "[1,2]", "method": "scout", "cut": ">"}, "cut"),
        ({"game": "connect4", "depth": 2, "switches": "null_mov=no"}, "null_move"),
        ({"game": "connect4", "depth": 2, "switches": "probcut"}, "name=yes"),
        ({"game": "connect4", "depth": 2, "switches": "table=yes"}, "no switch"),
        ({"tree": "[1,2]", "switches": "futility=yes"}, "needs an evaluation"),
    ):
        answer = visitor.client.post("/api/trace", json=body)
        assert answer.status_code == 400
        assert words in answer.json()["error"]["message"]


def test_trees_are_exported(visitor: Visitor) -> None:
    for form, start in (("svg", "<svg"), ("dot", "digraph"), ("json", "{"), ("text", "▲")):
        answer = visitor.client.get(f"/api/export/{form}", params={"tree": "[[3,5],[2,9]]"})
        assert answer.status_code == 200
        assert answer.text.startswith(start)
        assert "attachment" in answer.headers["content-disposition"]
        assert answer.headers["content-security-policy"] == "sandbox"
    assert visitor.client.get("/api/export/exe", params={"tree": "[1,2]"}).status_code == 404


def test_a_thumbnail_is_a_picture(visitor: Visitor) -> None:
    answer = visitor.client.get("/api/thumbnail", params={"game": "othello", "moves": "f5 d6"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_practice_problems_and_sheets(visitor: Visitor) -> None:
    found = visitor.get("/api/practice", depth=3, branching=2, prunings=2, seed=1)
    assert len(found["pruned"]) == 2
    result = zermelo.search(zermelo.tree(found["tree"]), method="alphabeta")
    assert result.move == found["best"]
    assert found == visitor.get("/api/practice", depth=3, branching=2, prunings=2, seed=1)
    page = visitor.client.get("/api/practice/sheet", params={"depth": 3, "problems": 2, "seed": 4})
    assert page.text.count("<section") == 4
    assert "script-src" not in page.headers["content-security-policy"]
    for wrong in ({"depth": 20}, {"values": "none"}, {"depth": 1, "branching": 1, "prunings": 5}, {"problems": 1000}):
        assert visitor.client.get("/api/practice", params=wrong).status_code == 400


DEAL = "N:J63.KQJ852.53.J3 AKQT4.AT6.9.K976 752.74.KT764.AT8 98.93.AQJ82.Q542"
GGF = (
    "(;GM[Othello]PC[x]PB[anna]PW[bert]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- "
    "-------- *]B[F5]W[D6];)"
)


@pytest.mark.parametrize(
    ("text", "game", "moves", "what"),
    [
        ("[[1,2],[3,4]]", "tree", [], "a tree"),
        ("((3)(5))", "tree", [], "a tree"),
        (
            '[White "First"]\n\n1. e4 {a comment} e5 (1... c5) 2. Nf3 *',
            "chess",
            ["e4", "e5", "Nf3"],
            "a game of 3 moves",
        ),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "chess", [], "a position"),
        ("f5d6c3", "othello", ["f5", "d6", "c3"], "a game of 3 moves"),
        ("F5 D6", "othello", ["f5", "d6"], "a game of 2 moves"),
        (GGF, "othello", ["f5", "d6"], "a game of 2 moves"),
        ("4 4 3", "connect4", ["4", "4", "3"], "a game of 3 moves"),
        ("4453", "connect4", ["4", "4", "5", "3"], "a game of 4 moves"),
        ("5 1 9", "tictactoe", ["b2", "a1", "c3"], "a game of 3 moves"),
        ("O../.X./...", "tictactoe", [], "a position"),
        ("---------------------------OX------XO--------------------------- X", "othello", [], "a position"),
        (
            "---------------------------OX------XO--------------------------- X; F5:+0; D6:-1;",
            "othello",
            [],
            "a position",
        ),
        ("1. f5 2. d6 3. c3", "othello", ["f5", "d6", "c3"], "a game of 3 moves"),
        (DEAL, "bridge", [], "a position"),
        (f'[Deal "{DEAL}"]', "bridge", [], "a position"),
        (
            f'[Vulnerable "NS"]\n[Deal "{DEAL}"]\n[Declarer "E"]\n[Contract "4S"]\n[Play "S"]\nD4 DA D3 D9\n',
            "bridge",
            ["D4", "DA", "D3", "D9"],
            "a game of 4 moves",
        ),
        ('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id "1";', "chess", [], "a position"),
        (
            '[GameType "21"]\n1. 11-15 23-19 2. 8-11 22-17 *',
            "checkers",
            ["11-15", "23-19", "8-11", "22-17"],
            "a game of 4 moves",
        ),
        ("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "checkers", [], "a position"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "backgammon", [], "a position"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "backgammon", [], "a position"),
        ("Position ID: 4HPwATDgc/ABMA  Match ID: cAkAAAAAAAAA", "backgammon", [], "a position"),
        ("((3 5)(2 9))", "tree", [], "a tree"),
        ("[max[1,7],max[6,5]]", "tree", [], "a tree"),
        ("[left:[1,2],right:[3,inf]]", "tree", [], "a tree"),
        ("chance[0.25:1,0.75:[2,3]]", "tree", [], "a tree"),
        ("[[9,8,7],[6,5,4],[3,2,1]] E-2", "tree", [], "a tree"),
        ('{"children": [{"value": 3}, {"value": 5}]}', "tree", [], "a tree"),
    ],
)
def test_pasted_texts_are_recognised(visitor: Visitor, text: str, game: str, moves: list[str], what: str) -> None:
    found = visitor.post("/api/paste", text=text)
    assert (found["game"], found["moves"], found["what"]) == (game, moves, what)
    assert visitor.post("/api/position", game=game, position=found["position"], moves=moves)


def test_a_games_own_solver(visitor: Visitor) -> None:
    """Bridge: the tricks of every card, the 20 results and par, by the solver's functions; other games have none."""
    state = bridge.position(DEAL, "4SE", "ns")
    found = visitor.post("/api/exact", game="bridge", position=state.text, moves=[])
    ranked = {card: each.tricks for each in bridge.rank_cards(state) for card in each.cards}
    assert {each["move"]: int(each["text"]) for each in found["moves"]} == ranked
    assert {each["move"] for each in found["moves"] if each["best"]} == {
        card for card, tricks in ranked.items() if tricks == max(ranked.values())
    }
    table = bridge.table(state).tricks
    assert found["head"] == ["Declarer", "NT", "♠", "♥", "♦", "♣"]
    assert found["rows"] == [
        [seat, *(str(table[strain][seat]) for strain in ("NT", "S", "H", "D", "C"))] for seat in "NSEW"
    ]
    assert str(bridge.par(state, "ns")).replace("-", "−") in found["note"]
    assert visitor.refused("/api/exact", game="othello", moves=[])[0] == 404


def test_a_record_is_pasted_with_its_variant(visitor: Visitor) -> None:
    state = zermelo.start("connect4", width=5, height=4)
    record = zermelo.play(state, [zermelo.Random(1), zermelo.Random(2)])
    found = visitor.post("/api/paste", text=record.to_json())
    assert found["game"] == "connect4:width=5,height=4"
    assert found["moves"] == [each.move for each in record.moves]


def test_pasted_nonsense_is_explained(visitor: Visitor) -> None:
    _, problem = visitor.refused("/api/paste", text="f5d6a1")
    assert problem["column"] == 4
    assert "Othello" in problem["message"]
    _, problem = visitor.refused("/api/paste", text="1 2 3")
    assert problem["kind"] == "several games"
    assert visitor.post("/api/paste", text="1 2 3", game="tictactoe")["game"] == "tictactoe"
    _, problem = visitor.refused("/api/paste", text="nothing of the kind")
    assert "neither" in problem["message"]
    for tried in ("a tree", "Chess (FEN, EPD and PGN)", "Bridge (PBN)", "Backgammon (XGID and GNU Backgammon's IDs)"):
        assert tried in problem["message"]
    assert visitor.refused("/api/paste", text="  ")[0] == 400
    assert visitor.refused("/api/paste", text='{"kind": "record"}')[0] == 400


def test_addresses_that_are_nothing(visitor: Visitor) -> None:
    assert visitor.client.get("/api/nothing").json()["error"]["kind"] == "no address"
    assert visitor.client.get("/api/play/none").status_code == 404
    assert visitor.client.get("/etc/passwd").status_code == 404
    assert visitor.client.get("/..%2f..%2fetc/passwd").status_code == 404
    assert visitor.client.request("PATCH", "/api/about").status_code in (404, 405)


def test_without_a_bundle_the_page_says_so(tmp_path: Any) -> None:
    from conftest import local
    from zermelo.web.app import Settings

    with local(Settings(bundle=tmp_path)) as found:
        visitor = found.visitor()
        answer = visitor.client.get("/play")
        assert answer.status_code == 503
        assert "installed without its browser app" in answer.text
        assert visitor.get("/api/about")["version"]


def test_a_game_may_have_a_page_of_its_own(visitor: Visitor) -> None:
    assert visitor.get("/api/rules", game="holdem")["page"] == "/api/pages/holdem"
    assert visitor.get("/api/rules", game="othello")["page"] == ""
    found = visitor.client.get("/api/pages/holdem", params={"first": "AA,KQ", "second": "TT,A5s"})
    assert found.status_code == 200
    assert found.headers["content-type"].startswith("text/html")
    assert "Exploitability 0." in found.text
    assert visitor.client.get("/api/pages/othello").status_code == 404
