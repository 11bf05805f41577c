"""What the match runner costs: games per second with a durable record, and the time between two moves of a program.

    python bench/matches.py

The program plays the first free square of tic-tac-toe and takes no time for it. Beside the runner, the same lines go
through a bare pipe to the same program.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import zermelo
from zermelo.match.setup import setup_from
from zermelo.match.tournament import Tournament
from zermelo.players.protocols.course_player import CoursePlayer

ENGINE = """
import sys
free = [c + r for r in "123" for c in "abc"]
def say():
    print(free.pop(0), flush=True)
if sys.stdin.readline().strip().lower() == "x":
    say()
for line in sys.stdin:
    if line.strip() not in free:
        continue
    free.remove(line.strip())
    if free:
        say()
"""


def games_per_second(first: str, second: str, pairs: int = 500, workers: int = 2) -> float:
    """Everything counts: starting the workers, playing, writing, syncing."""
    engines = [{"name": f"{side} {player}", "player": player} for side, player in enumerate((first, second))]
    setup = setup_from({"game": "tictactoe", "pairs": pairs, "engine": engines})
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with Tournament(setup, Path(folder) / "record") as tournament:
            assert tournament.run(workers)
        return 2 * pairs / (time.perf_counter() - began)


def last_free(state: zermelo.State) -> str:
    return str(state.moves()[-1])


def move_seconds(file: Path, games: int = 40) -> list[float]:
    """From asking the program to having its move, but for its first move, for which it starts."""
    found = []
    for _ in range(games):
        record = zermelo.play(zermelo.start("tictactoe"), [CoursePlayer([sys.executable, str(file)]), last_free])
        assert record.ending == "rules", record.reason
        found += [each.seconds for each in record.moves if each.player == 0][1:]
    return found


def pipe_seconds(file: Path, games: int = 40) -> list[float]:
    """The same program and the same lines, by `subprocess` alone."""
    found = []
    for _ in range(games):
        command = [sys.executable, str(file)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write("x\n")
            child.stdout.readline()
            for line in ("c3", "b3", "a3"):
                began = time.perf_counter()
                child.stdin.write(line + "\n")
                child.stdout.readline()
                found.append(time.perf_counter() - began)
            child.stdin.close()
    return found


def main() -> None:
    for players in (("random", "naive"), ("auto", "naive"), ("auto", "auto")):
        print(f"{' - '.join(players):16} {games_per_second(*players):6.0f} games/s, 2 workers, every game on the disk")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "engine.py"
        file.write_text(ENGINE)
        runner, pipe = median(move_seconds(file)), median(pipe_seconds(file))
    print(
        f"a move of a program: {1e3 * runner:.3f} ms by the runner, {1e3 * pipe:.3f} ms through a bare pipe (medians)"
    )
    print(f"the runner adds {1e3 * (runner - pipe):.3f} ms")


if __name__ == "__main__":
    main()
