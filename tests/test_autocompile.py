"""A game in plain Python is compiled while it is played on time, and nobody notices but by its strength."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import zermelo
from zermelo import autocompile
from zermelo.autocompile import Stage, Twin, twin_of
from zermelo.errors import GameError
from zermelo.limits import Limit
from zermelo.load import load_object
from zermelo.players import Searcher

pytest.importorskip("numba")

WAIT_SECONDS = 200.0  # for a compiler on a busy machine

PLAIN = """
    import zermelo

    class Steps(zermelo.Game):
        initial = (0, 0, 0)
        max_plies = 400
        repetition = 3

        def turn(self, s):
            return zermelo.OVER if s[0] >= 40 else s[2]

        def moves(self, s):
            for step in range(1, 4):
                yield step

        def play(self, s, move):
            return s[0] + move, (s[1] * 5 + move) % 1009, 1 - s[2]

        def payoff(self, s, player):
            return 1 if (player == s[2]) == (s[1] % 2 == 1) else -1

        def evaluate(self, s, player):
            return (s[1] % 17 - 8) * (1 if player == s[2] else -1)

    class Worded(Steps):
        def evaluate(self, s, player):
            return len(f"{s[0]:>{s[1] % 7}}")

    class Never(Steps):
        compiled = False

    class Letters(Steps):
        initial = "abc"
"""


@pytest.fixture(autouse=True)
def switched_on(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_COMPILE", "yes")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "numba"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "steps.py"
    path.write_text(textwrap.dedent(PLAIN))
    return path


def game_in(file: Path, name: str = "Steps") -> zermelo.Game:
    kind = load_object(f"{file}:{name}")
    assert isinstance(kind, type)
    game = kind()
    assert isinstance(game, zermelo.Game)
    return game


def twin(game: zermelo.Game) -> Twin:
    return autocompile._twins[game]


def settled(game: zermelo.Game, player: Searcher) -> Stage:
    """Plays until it is decided whether the game runs compiled."""
    state, before = zermelo.start(game), time.monotonic()
    while time.monotonic() < before + WAIT_SECONDS:
        assert player(state) in state.moves()
        if twin(game).stage in (Stage.READY, Stage.PLAIN):
            break
        state = state.play(player.result.move)
        state = zermelo.start(game) if state.turn == zermelo.OVER else state
    return twin(game).stage


def test_it_is_compiled_while_it_is_played(file: Path) -> None:
    game, player = game_in(file), Searcher("auto", Limit(seconds=0.02))
    state = zermelo.start(game)
    past = state.play(1).play(2)
    by_nodes = zermelo.search(past, nodes=500)
    plain = zermelo.search(past, depth=6)
    assert game not in autocompile._twins  # nodes and depth: as everywhere
    assert settled(game, player) is Stage.READY
    found = twin_of(game)
    assert found is not None
    assert found.game is not None
    assert (found.game.compiled, game.compiled) == (True, False)
    assert found.position(past).game is found.game
    # The same search, by its values and names; the moves are the game's own.
    quick = zermelo.search(found.position(past), depth=6)
    assert (quick.score, quick.move, quick.line, quick.nodes) == (plain.score, plain.move, plain.line, plain.nodes)
    answer = zermelo.search(past, seconds=0.02, history=(state, state.play(1)))
    assert answer.move in past.moves()
    another = game_in(file)  # the same file, read again
    assert twin_of(another) is not None
    loaded_anew(file)
    file.write_text(file.read_text().replace("% 1009", "% 1013"))
    changed = game_in(file)
    assert twin_of(changed) is None
    again = zermelo.search(past, nodes=500)
    assert (again.move, again.score, again.nodes) == (by_nodes.move, by_nodes.score, by_nodes.nodes)


def loaded_anew(file: Path) -> None:
    """In another process a player that is asked before its first game has the code from then on."""
    program = f"""
        import zermelo
        from zermelo import autocompile
        from zermelo.load import load_object
        game = load_object({f"{file}:Steps"!r})()
        zermelo.Searcher("auto", zermelo.Limit(depth=3)).check(zermelo.start(game))
        print(game in autocompile._twins)
        zermelo.Searcher("auto", zermelo.Limit(seconds=1)).check(zermelo.start(game))
        print(autocompile._twins[game].stage.name)
    """
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=WAIT_SECONDS
    )
    assert found.stdout == "False\nREADY\n", found.stderr


def test_where_compiled_code_fails_plain_python_answers(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_in(file)
    state = zermelo.start(game)
    ready = autocompile._twins[game] = Twin()
    ready.stage = Stage.READY

    def fails(state: zermelo.State) -> zermelo.State:
        raise GameError("a number grew beyond 64 bits")

    monkeypatch.setattr(ready, "position", fails)
    assert zermelo.search(state, seconds=0.01).move in state.moves()
    assert ready.stage is Stage.PLAIN


def test_a_game_that_cannot_be_compiled_stays_plain(file: Path) -> None:
    game = game_in(file, "Worded")
    assert settled(game, Searcher("auto", Limit(seconds=0.02))) is Stage.PLAIN


@pytest.mark.parametrize("name", ["Never", "Letters"])
def test_what_is_not_even_tried(file: Path, name: str) -> None:
    game = game_in(file, name)
    assert twin_of(game) is None
    assert (twin(game).stage, twin(game).child) == (Stage.PLAIN, None)


def test_it_can_be_switched_off(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_COMPILE", "no")
    game = game_in(file)
    for _ in range(3):
        assert twin_of(game) is None
    assert twin(game).stage is Stage.PLAIN


def test_a_killed_compiler_changes_nothing(file: Path) -> None:
    file.write_text(file.read_text().replace("% 1009", "% 1019"))  # a game that no other test has compiled
    game = game_in(file)
    assert [twin_of(game), twin_of(game)] == [None, None]
    child = twin(game).child
    assert child is not None
    child.kill()
    child.wait()
    assert settled(game, Searcher("auto", Limit(seconds=0.02))) is Stage.PLAIN


def test_the_compiler_ends_with_the_program(file: Path) -> None:
    """Also with one that is killed: nothing goes on working for nobody."""
    file.write_text(file.read_text().replace("% 1009", "% 1021"))
    program = f"""
        import sys, time
        from zermelo import autocompile
        from zermelo.load import load_object
        game = load_object({f"{file}:Steps"!r})()
        autocompile.twin_of(game), autocompile.twin_of(game)
        print(autocompile._twins[game].child.pid, flush=True)
        time.sleep(1000)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        compiler = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
    before = time.monotonic()
    while running(compiler) and time.monotonic() < before + WAIT_SECONDS:
        time.sleep(0.05)
    assert not running(compiler)


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split(") ")[1][0] not in "ZX"
    except OSError:
        return False


def test_a_class_of_the_program_itself_is_left_alone(tmp_path: Path) -> None:
    """Another process would have to run the program again to find it."""
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(PLAIN)
        + textwrap.dedent("""
            from zermelo import autocompile
            game = Steps()
            print([autocompile.twin_of(game) for _ in range(3)], autocompile._twins[game].stage.name)
        """)
    )
    found = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=WAIT_SECONDS, env=os.environ
    )
    assert found.stdout == "[None, None, None] PLAIN\n"
