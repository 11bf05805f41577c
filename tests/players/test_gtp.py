"""GTP 2: commands one by one, whole games as controllers play them, and engines as players."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import pytest
from sessions import Session, fed

import zermelo
from costs import SOON_SECONDS, Cost
from zermelo import Limit, Searcher, player_from
from zermelo.games.othello.protocols.gtp import Gtp, Timing
from zermelo.games.othello.sgf import read_sgf

RHINO = shutil.which("gtp-rhino") or shutil.which("gtp-rhino", path="/usr/games")
ENGINE = f"{sys.executable} -m zermelo engine othello --protocol gtp --depth 2"
MIDDLE = "GM[2]SZ[8]AB[d5][e4]AW[d4][e5]"
WHITE_MUST_PASS = "-XXXXXXX" + "XXXXXXXX" * 6 + "XXXXXOO- O"  # then black has h8
SHORTEST = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]  # the shortest game: white is wiped out


class Talk:
    """A GTP engine in this process."""

    def __init__(self, limit: Limit | None = None) -> None:
        self.told: list[str] = []
        self.server = Gtp(Searcher(limit=limit or Limit(depth=2)), tell=self.told.append)

    def __call__(self, *lines: str) -> str:
        """What it answers to the last of these lines."""
        for line in lines:
            before = len(self.told)
            assert self.server.obey(line)
        assert len(self.told) <= before + 1
        return self.told[-1] if len(self.told) > before else ""


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_about_itself(talk: Talk) -> None:
    assert talk("protocol_version") == "= 2\n"
    assert talk("name") == "= Zermelo\n"
    assert talk("version") == f"= {zermelo.__version__}\n"
    assert talk("list_games") == "= Othello\n"
    assert talk("set_game Othello") == "=\n"
    assert talk("set_game Go") == "? unsupported game\n"
    commands = talk("list_commands").removeprefix("= ").split()
    assert len(commands) == len(set(commands)) >= 28
    for command in commands:
        assert talk(f"known_command {command}") == "= true\n"
    assert talk("known_command fly") == talk("known_command") == "= false\n"


def test_numbers_comments_and_control_characters(talk: Talk) -> None:
    assert talk("17 name") == "=17 Zermelo\n"
    assert talk("0 fly") == "?0 unknown command\n"
    assert talk("5") == "?5 unknown command\n"
    assert talk("  name\t # what is it?") == "= Zermelo\n"
    assert talk("na\x01me\r\x7f") == "= Zermelo\n"
    for nothing in ("", "   ", "# name", "\t\x00"):
        assert talk(nothing) == ""
    assert talk("NAME") == "? unknown command\n"


def test_moves_and_the_board(talk: Talk) -> None:
    assert talk("boardsize 8") == talk("clear_board") == talk("komi 6.5") == "=\n"
    assert talk("boardsize 19") == "? unacceptable size\n"
    assert talk("boardsize") == "? boardsize not an integer\n"
    assert talk("komi x") == talk("komi nan") == "? komi not a float\n"
    assert talk("play b F5") == talk("play WHITE d6") == talk("play Black c3") == "=\n"
    assert "white to move\n  a b c d e f g h\n1 " in talk("showboard")
    for bad in ("play", "play b", "play b i9", "play b d33", "play red d3", "play b d3 now", "play b resign"):
        assert talk(bad) == "? syntax error\n"
    for illegal in ("play w a1", "play w d6", "play w pass"):
        assert talk(illegal) == "? illegal move\n"
    assert str(talk.server.state) == str(zermelo.start("othello", "f5d6c3"))
    assert [talk("undo") for _ in range(4)] == ["=\n"] * 3 + ["? cannot undo\n"]
    assert str(talk.server.state) == str(zermelo.start("othello"))


def test_several_moves_at_once(talk: Talk) -> None:
    assert talk("gogui-play_sequence b f5 w d6 b c3") == "=\n"
    assert talk("gogui-play_sequence w d3 b a1") == "? illegal move\n"
    assert talk("gogui-play_sequence w d3 b") == "? syntax error\n"
    assert str(talk.server.state) == str(zermelo.start("othello", "f5d6c3"))
    assert talk("gg-undo 4") == "? cannot undo\n"
    assert talk("gg-undo 3") == "=\n"
    assert talk("gogui-play_sequence") == "=\n"


def test_a_move_is_found_and_played_or_only_found(talk: Talk) -> None:
    found = talk("reg_genmove b")
    assert str(talk.server.state) == str(zermelo.start("othello"))
    assert talk("genmove b") == found
    assert str(talk.server.state) == str(zermelo.start("othello").play(found[2:4].lower()))
    assert talk("genmove") == talk("genmove x") == talk("genmove b w") == "? syntax error\n"


def test_either_colour_may_be_asked_for(talk: Talk) -> None:
    """Consecutive moves of one colour are nothing special to GTP."""
    move = talk("reg_genmove w")[2:4].lower()
    assert move in zermelo.start("othello", zermelo.start("othello").text[:-1] + "O").moves()
    assert talk("play b f5", "play w d6", "play w a1") == "? illegal move\n"
    turned = zermelo.start("othello", zermelo.start("othello", "f5d6").text[:-1] + "O")
    assert talk(f"play w {turned.moves()[0]}") == "=\n"
    assert talk.server.state == turned.play(turned.moves()[0])
    assert talk("gogui-rules_side_to_move") == "= black\n"


def test_passes(talk: Talk) -> None:
    state = zermelo.start("othello", WHITE_MUST_PASS)
    talk.server.path = [state]
    assert talk("gogui-rules_legal_moves") == "= pass\n"
    assert talk("play w h8") == "? illegal move\n"
    assert talk("genmove w") == "= pass\n"
    assert talk.server.state == state.play("pass")
    assert talk("undo", "play w pass") == "=\n"
    assert talk.server.state == state.play("pass")
    assert talk("play b pass") == "? illegal move\n"
    assert talk("undo", "genmove b") == "= H8\n"  # the pass goes without saying
    assert talk("undo") == "=\n"
    assert talk.server.state == state
    assert talk("play b h8") == "=\n"
    assert talk.server.state == state.play("pass").play("h8")


def test_after_the_end_there_are_only_passes(talk: Talk) -> None:
    for i, move in enumerate(SHORTEST):
        assert talk(f"play {'bw'[i % 2]} {move}") == "=\n"
    assert talk("final_score") == "= B+64\n"
    assert talk("gogui-rules_final_result") == "= Black wins by 64 discs\n"
    assert talk("gogui-rules_legal_moves") == "=\n"
    assert talk("genmove w") == talk("genmove b") == "= pass\n"
    assert talk("play w pass") == "=\n"
    assert talk("play w a1") == "? illegal move\n"
    assert talk("gg-undo 4") == "=\n"
    assert talk("final_score") == "? cannot score\n"
    assert talk("gogui-rules_final_result") == "= unknown\n"


def test_the_rules_for_gogui(talk: Talk) -> None:
    assert talk("gogui-rules_game_id") == "= Othello\n"
    assert talk("gogui-rules_board_size") == "= 8\n"
    assert talk("gogui-rules_side_to_move") == "= black\n"
    assert talk("gogui-rules_legal_moves") == "= D3 C4 F5 E6\n"
    empty = ". . . . . . . .\n"
    board = "= " + empty * 3 + ". . . X O . . .\n. . . O X . . .\n" + empty * 3
    assert talk("gogui-rules_board") == board  # row 8 first: A1 is the lower left corner of Go boards
    assert talk("final_status_list alive") == "= D4 E4 D5 E5\n"
    assert talk("final_status_list dead") == talk("final_status_list seki") == "=\n"
    assert talk("final_status_list") == "? syntax error\n"


# --- time ---


def test_time_settings_are_obeyed() -> None:
    talk = Talk(Limit(seconds=60.0))
    assert talk("time_settings 2 0 0") == "=\n"
    cost = Cost()
    assert talk("genmove b").startswith("= ")
    assert cost.seconds < 1.9
    assert talk("time_left w 1 1", "time_left w 0 0") == "=\n"
    cost = Cost()
    talk("genmove w")
    assert cost.seconds <= SOON_SECONDS
    for bad in ("", " 1 2", " x 0 0", " -1 0 0", " 1e999 0 0", " 1 nan 1", " 1 1 x"):
        assert talk(f"time_settings{bad}") == "? syntax error\n"
    for bad in ("", " b 1", " red 1 0", " b -1 0", " b 1 -1", " b 1 0 0"):
        assert talk(f"time_left{bad}") == "? syntax error\n"


def test_no_limits_means_our_own() -> None:
    talk = Talk(Limit(depth=1))
    for none in ("time_settings 0 1 0", "time_settings 0 0 0"):
        assert talk("time_settings 100 0 0", none) == "=\n"
        assert talk.server.searcher.limit == Limit(depth=1)
        assert talk.server.times is None


def test_periods_of_time() -> None:
    timing = Timing(10.0, 6.0, 3)
    assert timing.clock().seconds <= 10
    timing.spend(9.5)
    assert timing.clock().moves_to_go == 3  # almost in its first period
    timing.spend(1.5)
    assert (timing.left, timing.stones_left) == (5.0, 2)
    timing.spend(1.0)
    timing.spend(1.0)
    assert (timing.left, timing.stones_left) == (6.0, 3)
    absolute = Timing(1.0)
    absolute.spend(5.0)
    assert 0 < absolute.clock().seconds < 0.1


# --- files ---


def test_games_are_loaded(talk: Talk, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[2]SZ[8]PB[me];B[f5];W[fd](;B[e3]C[a \\] b])(;B[c3]))")
    assert read_sgf(file.read_text()).moves == ("f5", "f4", "e3")
    assert talk(f"loadsgf {file}") == "=\n"
    assert str(talk.server.state) == str(zermelo.start("othello", "f5f4e3"))
    assert talk(f"loadsgf {file} 2") == "=\n"
    assert str(talk.server.state) == str(zermelo.start("othello", "f5"))
    file.write_text("(;GM[Othello]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[F5]W[D6];)")
    assert talk(f"loadsgf {file}", "undo") == "=\n"
    assert str(talk.server.state) == str(zermelo.start("othello", "f5"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        "(;",
        "(;GM[1])",
        "(;GM[2]SZ[19])",
        "(;B[zz])",
        "(;B[a1])",
        "(;B[f5];B[d6])",
        "(;W[f5])",
        "(;x)",
        "(;AB[a1]AW[a2])",
        "(;B[f5]AB[a1])",
        "B[f5]",
        "(;GM[2",
        "(;AB[d4][e4]AW[d5])",
    ],
)
def test_bad_files_are_refused(talk: Talk, tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    assert talk("play b f5", f"loadsgf {file}").startswith("? cannot load file")
    assert str(talk.server.state) == str(zermelo.start("othello", "f5"))


def test_files_that_are_none(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * 2_000_000)
    for name in ("nothing", ".", "large"):
        assert talk(f"loadsgf {tmp_path}/{name}") == "? cannot load file\n"
    assert talk("loadsgf /dev/zero") == "? cannot load file\n"
    assert talk("loadsgf") == "? syntax error\n"


def test_positions_are_set_up_by_files() -> None:
    game = read_sgf(f"(;{MIDDLE}PL[W])")
    assert game.start == zermelo.start("othello").text[:-1] + "O"


# --- whole games ---


def ask(session: Session, command: str) -> str:
    session.say(command)
    lines = [session.line()]
    while lines[-1]:
        lines.append(session.line())
    assert lines[0].startswith("="), f"{command}: {lines}"
    return "\n".join(lines[:-1])[1:].strip()


def test_two_engines_as_a_controller_plays_them() -> None:
    """Like gogui-twogtp: genmove here, play there, until both pass; both boards are asked all the time."""
    rng = random.Random(3)
    with (
        Session("othello", "--protocol", "gtp", "--depth", "1") as one,
        Session("othello", "--protocol", "gtp", "--nodes", "100") as other,
    ):
        engines, state, passes, passed = [one, other], zermelo.start("othello"), 0, 0
        for engine in engines:
            for command in ("boardsize 8", "clear_board", "komi 0"):
                ask(engine, command)
        turn = 0
        while passes < 2:
            color = ("black", "white")[turn]
            if rng.random() < 0.4 and not state.is_over:  # an opening by chance, for variety
                vertex = rng.choice(state.moves())
                ask(engines[turn], f"play {color} {vertex}")
            else:
                vertex = ask(engines[turn], f"genmove {color}").lower()
            ask(engines[1 - turn], f"play {color[0]} {vertex}")
            state = state if state.is_over else state.play(vertex)
            passes = passes + 1 if vertex == "pass" else 0
            passed += vertex == "pass"
            turn = 1 - turn
            for engine in engines:
                assert ask(engine, "gogui-rules_legal_moves").lower().split() == state.moves()
        assert state.is_over
        lead = state.payoff(0)
        expected = "0" if not lead else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"
        assert [ask(engine, "final_score") for engine in engines] == [expected] * 2
        assert passed >= 2
        for engine in engines:
            ask(engine, "quit")
            assert engine.line() == ""


def test_a_controller_that_never_mentions_passes() -> None:
    """As Quarry does: whoever cannot move is skipped without a word."""
    skipped = 0
    with Session("othello", "--protocol", "gtp", "--depth", "1") as engine:
        for seed in range(4):
            rng, state = random.Random(seed), zermelo.start("othello")
            ask(engine, "clear_board")
            while not state.is_over:
                if state.moves() == ["pass"]:
                    skipped += 1
                elif state.turn == seed % 2:
                    state = state.play(ask(engine, f"genmove {'bw'[state.turn]}").lower())
                    continue
                else:
                    move = rng.choice(state.moves())
                    ask(engine, f"play {'bw'[state.turn]} {move}")
                    state = state.play(move)
                    continue
                state = state.play("pass")
            assert ask(engine, "showboard").startswith("game over")
    assert skipped


def test_a_script_is_answered_to_its_end() -> None:
    code, out, err = fed(b"1 genmove b\n2 genmove w\n3 genmove b", "othello", "--protocol", "gtp", "--depth", "2")
    assert (code, err) == (0, "")
    assert [part[:3] for part in out.split("\n\n")] == ["=1 ", "=2 ", "=3 ", ""]


def test_a_search_can_be_interrupted() -> None:
    with Session("othello", "--protocol", "gtp", "--seconds", "60", "--no-book") as engine:
        engine.say("genmove b")
        assert engine.silent(0.7)
        cost = Cost(engine.child.pid)
        engine.say("# interrupt")
        assert engine.line().startswith("= ")
        assert cost.seconds <= SOON_SECONDS
        assert engine.line() == ""
        assert ask(engine, "name") == "Zermelo"


# --- engines as players ---


def test_our_engine_as_a_player() -> None:
    start = zermelo.start("othello", "f5d6c3d3c4")
    for players in (
        [player_from(f"gtp:{ENGINE}"), zermelo.Random(2)],
        [zermelo.Random(2), player_from(f"gtp:{ENGINE}")],
    ):
        record = zermelo.play(start, players)
        assert (record.ending, record.reason) == ("rules", "")


def test_moves_can_be_taken_back_from_it() -> None:
    player = player_from(f"gtp:{ENGINE}")
    start = zermelo.start("othello")
    first = player(start)
    path = [start, start.play(first)]
    reply = path[1].moves()[0]
    after = path[1].play(reply)
    player.follow([*path, after], [first, reply])
    second = player(after)
    player.follow([start, start.play("f5"), start.play("f5").play("d6")], ["f5", "d6"])
    assert player(start.play("f5").play("d6")) in start.play("f5").play("d6").moves()
    assert second in after.moves()
    player.close()


FAKE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    print({"genmove": ANSWER, "list_commands": "= play\\n"}.get(word, "=") + "\\n", flush=True)
"""


@pytest.mark.parametrize(
    ("answer", "ending", "reason"),
    [
        ("'= A1'", "illegal move", "is illegal: it turns no disc"),
        ("'? I am tired'", "failed", "refused 'genmove black': I am tired"),
        ("'= resign'", "resign", "resigned"),
        ("'hello'", "failed", "which is no GTP"),
        ("exit()", "disconnected", "ended with exit code 0"),
        ("'= d3'", "rules", ""),
    ],
)
def test_answers_of_engines(tmp_path: Path, answer: str, ending: str, reason: str) -> None:
    (tmp_path / "fake.py").write_text(FAKE.replace("ANSWER", f"word == 'genmove' and {answer}"))
    player = player_from(f"gtp:seconds=60:{tmp_path}/fake.py")
    state = zermelo.start("othello")
    if ending == "rules":
        assert player(state) == "d3"
        player.close()
        return
    record = zermelo.play(state, [player, zermelo.Random()])
    assert (record.ending, record.winner) == (ending, 1)
    assert reason in record.reason


def test_engines_that_cannot_begin_elsewhere_say_so(tmp_path: Path) -> None:
    (tmp_path / "fake.py").write_text(FAKE.replace("ANSWER", "'= d3'"))
    record = zermelo.play(zermelo.start("othello", "f5"), [zermelo.Random(), player_from(f"gtp:{tmp_path}/fake.py")])
    assert (record.ending, "no command to set up" in record.reason) == ("aborted", True)
    record = zermelo.play(zermelo.start("connect4"), [player_from(f"gtp:{tmp_path}/fake.py"), zermelo.Random()])
    assert (record.ending, "plays Othello, not" in record.reason) == ("aborted", True)


@pytest.mark.skipif(RHINO is None, reason="gtp-rhino (Debian's grhino) is not installed")
@pytest.mark.parametrize("seed", range(6))
def test_against_rhino(seed: int) -> None:
    """Another engine agrees on the rules from the beginning and from elsewhere, passes included."""
    rng, state = random.Random(seed), zermelo.start("othello")
    for _ in range(4 * (seed // 2)):
        state = state.play(rng.choice(state.moves()))
    players = [player_from(f"gtp:seconds=20:{RHINO} -l 1"), zermelo.Random(seed)]
    record = zermelo.play(state, players[:: 1 - 2 * (seed % 2)])
    assert (record.ending, record.reason) == ("rules", "")
