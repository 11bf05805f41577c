"""How strong is the general search? Matches at equal CPU time a move, each opening played with both colours.

    python bench/strength.py examples/minichess.py:MiniChess auto alphabeta --games 40
    python bench/strength.py examples/hex.py:Hex auto auto@OTHER/.venv/bin/python --games 200 --jobs 16 --out hex.jsonl
    python bench/strength.py examples/breakthrough.py:Breakthrough auto openspiel@PEERS/bin/python
    python bench/strength.py examples/breakthrough.py:Breakthrough auto auto:selective=no     # a feature switched off
    python bench/strength.py --plan plan.txt --jobs 16 --minutes 9 --out all.jsonl            # many matches at once
    python bench/strength.py --table hex.jsonl other.jsonl                                    # what was played

A player is KIND[:option=value,…][@PYTHON]: `auto` is zermelo's search with options of `search`; `alphabeta` is the
search by hand in peers_alphabeta.py; `openspiel` its MCTS. PYTHON is the interpreter of another environment, such as
one in which an earlier zermelo is installed: every player is a process of its own (strength_player.py).

Fairness: the limit is CPU time of the player's process, so that a busy machine favours nobody; only one side of a game
thinks at a time. What each side used is reported: where the means differ, the match was not at equal time. Openings are
random moves, no two alike, and none that alpha-beta to depth `--judge` holds to be decided (more than `--balance` units
of the evaluation). Each is played twice with the colours exchanged. A game not over after `--plies` moves is drawn.

Every game is a line of JSON in `--out`; a run that was interrupted goes on where it stopped. The error bar of the score
is 1.96 standard errors of the mean over pairs, the interval of Elo is that of the score. A plan has a match a line:
GAME FIRST SECOND GAMES; the matches advance together, so that a run that ends early has played some of each.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import fmean, stdev
from typing import Any

import zermelo
from zermelo.load import load_object

HERE = Path(__file__).resolve().parent


def start(game: str, compiled: bool = False) -> zermelo.State:
    """The first position of `file.py:Class` or of a built-in game."""
    if ":" not in game:
        return zermelo.start(game)
    kind: Any = load_object(game)
    if compiled:
        kind = zermelo.compiled(type(f"Fast{kind.__name__}", (kind,), {"__module__": kind.__module__}))
    return zermelo.start(kind)


def name_of(state: zermelo.State, move: Any) -> str:
    return str(state.name(move))


# --- players ---


def command(spec: str, seconds: float, compiled: bool) -> list[str]:
    """How a player's process is started."""
    wanted, _, python = spec.partition("@")
    kind, _, options = wanted.partition(":")
    more = ["--compiled"] if compiled and kind != "openspiel" else []
    words = [each for each in options.split(",") if each]
    return [python or sys.executable, str(HERE / "strength_player.py"), kind, f"--seconds={seconds}", *more, *words]


class Player:
    """A player's process and what it has used."""

    def __init__(self, spec: str, given: argparse.Namespace) -> None:
        self.command = command(spec, given.seconds, given.compiled)
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"no answer from {' '.join(self.command)}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


# --- openings ---


def even(state: zermelo.State, given: argparse.Namespace) -> bool:
    """Whether a search finds the position undecided: one whose values do not depend on the version."""
    score = zermelo.search(state, method="alphabeta+table", depth=given.judge).score
    return score is not None and not score.proved and abs(score.value) <= given.balance * state.info.unit


def openings(game: str, given: argparse.Namespace) -> Iterator[list[str]]:
    """Random moves from the start, always the same ones, no two to the same position."""
    compiled = ":" in game and given.judge > 2  # quicker, with the same values
    seen: set[str] = set()
    for seed in range(100_000):
        rng, state, names = random.Random(seed), start(game, compiled), list[str]()
        while len(names) < given.opening and not state.is_over:
            move = rng.choice(state.moves())
            names.append(name_of(state, move))
            state = state.play(move)
        if not state.is_over and state.text not in seen and even(state, given):
            seen.add(state.text)
            yield names


# --- a game ---


@dataclass(frozen=True)
class Match:
    game: str
    first: str
    second: str
    games: int


@dataclass(frozen=True)
class Pair:
    """Two games from one opening. The first player has the first move of the game, unless the colours are exchanged."""

    match: Match
    number: int
    opening: list[str]


def play(pair: Pair, exchanged: bool, given: argparse.Namespace, players: Sequence[Player]) -> dict[str, Any]:
    match, names = pair.match, list(pair.opening)
    states = list(accumulate(names, lambda state, name: state.play(name), initial=start(match.game)))
    used: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
    while (ending := ended(states, given.plies)) is None:
        state = states[-1]
        who = state.turn ^ exchanged
        legal = [name_of(state, move) for move in state.moves()]
        request = {"game": match.game, "title": state.game.label, "id": exchanged, "moves": names, "legal": legal}
        answer = players[who].ask(request)
        used[who].append(answer)
        names.append(answer["move"])
        states.append(state.play(answer["move"]))
    payoff = states[-1].payoff(0) if ending == "rules" else 0.0
    points = (1 + math.copysign(1, payoff)) / 2 if payoff else 0.5
    return {
        "game": match.game,
        "first": match.first,
        "second": match.second,
        "seconds": given.seconds,
        "pair": pair.number,
        "exchanged": exchanged,
        "points": 1 - points if exchanged else points,
        "ending": ending,
        "opening": len(pair.opening),
        "moves": names,
        "cpu": [round(fmean([each["cpu"] for each in side] or [0]), 5) for side in used],
        "depth": [mean_depth(side) for side in used],
        "nodes": [round(fmean([each["nodes"] for each in side] or [0])) for side in used],
    }


def mean_depth(side: list[dict[str, Any]]) -> float | None:
    found = [each["depth"] for each in side if each["depth"] is not None]
    return round(fmean(found), 2) if found else None


def ended(states: list[zermelo.State], plies: int) -> str | None:
    last = states[-1]
    if last.is_over:
        return "rules"
    if last.info.repetition and states.count(last) >= last.info.repetition:
        return "repetition"
    return "length" if len(states) > plies else None


# --- matches ---


def run(matches: list[Match], given: argparse.Namespace) -> None:
    """Plays what is not played yet, the first pairs of all matches first."""
    out: Path = given.out
    if out.exists() and not (text := out.read_text(encoding="utf-8")).endswith("\n"):
        out.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")  # the game that an interruption cut off
    done = {key_of(row) for row in rows_of([out])}
    waiting: SimpleQueue[Pair] = SimpleQueue()
    for pair in sorted(pairs(matches, given), key=lambda pair: pair.number):
        waiting.put(pair)
    lock, end = threading.Lock(), time.monotonic() + 60 * given.minutes

    def work() -> None:
        while time.monotonic() < end:
            try:
                pair = waiting.get_nowait()
            except Empty:
                return
            left = [side for side in (False, True) if (*key(pair.match, given), pair.number, side) not in done]
            for row in played(pair, left, given):
                with lock, out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")

    with ThreadPoolExecutor(given.jobs) as pool:
        for each in [pool.submit(work) for _ in range(given.jobs)]:
            each.result()


def pairs(matches: list[Match], given: argparse.Namespace) -> Iterator[Pair]:
    """The openings of a game are the same in all its matches."""
    for game in dict.fromkeys(match.game for match in matches):
        here = [match for match in matches if match.game == game]
        most = max(match.games for match in here) // 2
        for number, names in enumerate(islice(openings(game, given), most)):
            yield from (Pair(match, number, names) for match in here if number < match.games // 2)


def played(pair: Pair, sides: list[bool], given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The games of a pair, by processes that end with it."""
    if not sides:
        return
    with ExitStack() as stack:
        players = [Player(spec, given) for spec in (pair.match.first, pair.match.second)]
        for each in players:
            stack.callback(each.close)
        for side in sides:
            yield play(pair, side, given, players)


def key(match: Match, given: argparse.Namespace) -> tuple[str, str, str, float]:
    return match.game, match.first, match.second, given.seconds


def key_of(row: dict[str, Any]) -> tuple[str, str, str, float, int, bool]:
    return row["game"], row["first"], row["second"], row["seconds"], row["pair"], row["exchanged"]


def rows_of(files: Iterable[Path]) -> list[dict[str, Any]]:
    """The games of some files; a last line that was cut off is left out."""
    lines = [line for file in files if file.exists() for line in file.read_text("utf-8").splitlines(True)]
    return [json.loads(line) for line in lines if line.endswith("\n")]


# --- what came out ---


def elo(score: float) -> float:
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


@dataclass(frozen=True)
class Outcome:
    """A match in numbers, seen from the first player."""

    games: int
    wins: int
    draws: int
    losses: int
    score: float
    margin: float
    cpu: tuple[float, float]
    depth: tuple[str, str]

    def __str__(self) -> str:
        low, high = elo(max(0.0, self.score - self.margin)), elo(min(1.0, self.score + self.margin))
        return (
            f"{100 * self.score:.1f} % ± {100 * self.margin:.1f} of {self.games} games "
            f"(+{self.wins} ={self.draws} -{self.losses}), Elo {elo(self.score):+.0f} [{low:+.0f}, {high:+.0f}]; "
            f"CPU a move {self.cpu[0]:.3f} and {self.cpu[1]:.3f} s, depth {self.depth[0]} and {self.depth[1]}"
        )


def outcome(rows: list[dict[str, Any]]) -> Outcome:
    points = [row["points"] for row in rows]
    pairs: dict[int, list[float]] = {}
    for row in rows:
        pairs.setdefault(row["pair"], []).append(row["points"])
    means = [fmean(each) for each in pairs.values()]
    # Where all pairs are alike their spread says nothing: then one pair of the other kind is taken to be just ahead.
    spread = max(stdev(means) if len(means) > 1 else 0.5, 0.5 / math.sqrt(len(means)))
    depths = [[row["depth"][side] for row in rows if row["depth"][side] is not None] for side in (0, 1)]
    return Outcome(
        len(rows),
        points.count(1.0),
        points.count(0.5),
        points.count(0.0),
        fmean(points),
        1.96 * spread / math.sqrt(len(means)),
        (fmean(row["cpu"][0] for row in rows), fmean(row["cpu"][1] for row in rows)),
        (f"{fmean(depths[0]):.1f}" if depths[0] else "–", f"{fmean(depths[1]):.1f}" if depths[1] else "–"),
    )


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for every match in the files."""
    matches: dict[tuple[str, str, str, float], list[dict[str, Any]]] = {}
    for row in rows:
        matches.setdefault((row["game"], row["first"], row["second"], row["seconds"]), []).append(row)
    for (game, first, second, seconds), played in sorted(matches.items()):
        yield f"{Path(game).name}, {shown(first)} against {shown(second)}, {seconds:g} s: {outcome(played)}"


def shown(player: str) -> str:
    """A player without the path of its interpreter."""
    wanted, _, python = player.partition("@")
    return f"{wanted} (elsewhere)" if python and not wanted.startswith("openspiel") else wanted


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", help="file.py:Class, or a built-in game")
    parser.add_argument("first", nargs="?", default="auto")
    parser.add_argument("second", nargs="?", default="alphabeta")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1, help="CPU seconds a move")
    parser.add_argument("--opening", type=int, default=5, help="random plies")
    parser.add_argument("--balance", type=float, default=1.0, help="units of the evaluation")
    parser.add_argument("--judge", type=int, default=2, help="plies that the balance of an opening is judged by")
    parser.add_argument("--plies", type=int, default=200, help="a longer game is drawn")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time, each on one core")
    parser.add_argument("--compiled", action="store_true", help="the game compiled by Numba, for both sides")
    parser.add_argument("--out", type=Path, default=Path("strength.jsonl"))
    parser.add_argument("--minutes", type=float, default=math.inf, help="no game is begun after that")
    parser.add_argument("--plan", type=Path, help="a file with a match a line: GAME FIRST SECOND GAMES")
    parser.add_argument("--table", type=Path, nargs="+", metavar="FILE", help="only show what these files hold")
    given = parser.parse_args()
    if given.game is None and given.table is None and given.plan is None:
        parser.error("which game? or --plan FILE, or --table FILE …")
    return given


def asked(given: argparse.Namespace) -> list[Match]:
    if given.plan is None:
        return [Match(given.game, given.first, given.second, given.games)]
    lines = [line.split() for line in given.plan.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [Match(game, first, second, int(games)) for game, first, second, games in lines]


def main() -> None:
    given = arguments()
    if given.table is not None:
        print("\n".join(table(rows_of(given.table))))
        return
    matches = asked(given)
    run(matches, given)
    wanted = {key(match, given) for match in matches}
    print("\n".join(table([row for row in rows_of([given.out]) if key_of(row)[:4] in wanted])))


if __name__ == "__main__":
    main()
