"""A UCI engine as a player: `uci:seconds=1:COMMAND`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType

from zermelo.ending import Ending
from zermelo.errors import ParseError
from zermelo.game import State
from zermelo.players.human import names_of
from zermelo.players.player import Forfeit, Left
from zermelo.players.protocols.external import START_SECONDS, External, is_initial
from zermelo.players.protocols.server import shown
from zermelo.players.protocols.uci import NO_MOVE, NULL_MOVE, dialect, move_named, variant_name, word_of

THINK_MS = 1000  # for a move, if nothing else is said
KEPT_WORDS = ("depth", "cp", "mate", "nodes")  # of what it says about a move


class UciPlayer(External):
    """An engine that speaks UCI, for any game. It gets the whole game before each move, and its time: `depth`,
    `seconds` for a move or its own side of a `clock`; a second a move if there is no limit at all. `wanted` are its
    options, by their names."""

    wanted: Mapping[str, object] = MappingProxyType({})

    def begin(self, first: State, player: int) -> None:
        if "\n" in first.text:
            raise Left(f"{self.name} cannot read a position of several lines")
        program = self.start(color=str(first.info.players[player]))
        self.deadline = time.monotonic() + START_SECONDS
        self.first, self.spoken = first, list[str]()
        self.options: dict[str, str] = {}
        program.send("uci")
        while (line := program.line(self.deadline).strip()) != "uciok":
            self.learn(line)
        self.choose_game(variant_name(first))
        own = dialect(first)
        self.shuffled = own is not None and own.shuffled(first)
        if self.shuffled:
            self.set_option("UCI_Chess960", True)
        for name, value in self.wanted.items():
            self.set_option(name, value)
        program.send("ucinewgame")
        self.synchronize()
        self.start_clock()

    def learn(self, line: str) -> None:
        """`option name Hash type spin default 16 …`"""
        words = line.split()
        if words[:2] == ["option", "name"] and "type" in words:
            at = words.index("type")
            self.options[" ".join(words[2:at]).lower()] = " ".join(words[at + 1 :])

    def choose_game(self, name: str) -> None:
        """An engine that knows several games says so; one of chess alone gives itself away."""
        offered = self.options.get("uci_variant", "").split(" var ")[1:]
        if name in (each.strip() for each in offered):
            self.running().send(f"setoption name UCI_Variant value {name}")
        elif offered:
            raise Left(f"{self.name} plays {', '.join(shown(each, 30) for each in offered[:20])}, not {name}")
        elif "uci_chess960" in self.options and name != "chess":
            raise Left(f"{self.name} plays chess, not {name}")

    def set_option(self, name: str, value: object) -> None:
        if name.lower() not in self.options:
            known = ", ".join(sorted(shown(each, 40) for each in self.options)[:40])
            raise Left(f"{self.name} has no option {name!r} (options: {known or 'none'})")
        self.running().send(f"setoption name {name} value {str(value).lower() if isinstance(value, bool) else value}")

    def synchronize(self) -> None:
        """Waits until the engine has done all that it was asked; it must have no move to say then."""
        self.running().send("isready")
        while (line := self.running().line(self.deadline).strip()) != "readyok":
            if line.startswith("bestmove"):
                raise Forfeit(Ending.ILLEGAL_MOVE, f"{self.name} said {shown(line)!r} when it was not its turn")

    def tell(self, state: State, move: str) -> None:
        """All moves are sent with the next question."""
        self.spoken.append(word_of(state, move, self.shuffled))

    def answer(self, state: State) -> str:
        program = self.running()
        place = "startpos" if is_initial(self.first) else f"fen {self.first.text}"
        program.send(" ".join(["position", place, *(["moves", *self.spoken] if self.spoken else [])]))
        self.synchronize()
        program.send(f"go {self.limits(state.turn)}")
        self.comment = ""
        while True:
            word, *words = program.line(self.deadline).split() or [""]
            if word == "info":
                self.comment = remark(words) or self.comment
            elif word == "bestmove":
                return self.name_of(state, words[0] if words else NO_MOVE)

    def limits(self, player: int) -> str:
        """What it may use for this move, in its words. Only its own clock is known here."""
        words = [] if self.limit.depth is None else [f"depth {int(min(self.limit.depth, 1000))}"]
        if self.clock is not None:
            side = "wb"[player]
            left, more = (max(1, int(1000 * each)) for each in (self.clock.seconds, self.clock.increment))
            words += [f"{side}time {left}", f"{side}inc {more if self.clock.increment else 0}"]
        elif self.limit.seconds is not None:
            words += [f"movetime {max(1, int(1000 * self.limit.seconds))}"]
        return " ".join(words) or f"movetime {THINK_MS}"

    def name_of(self, state: State, word: str) -> str:
        """The name of the move that it answers with; the word itself if there is no such move."""
        names = list(names_of(state))
        if word in (NULL_MOVE, NO_MOVE) and len(names) == 1:
            return self.remember(state, names[0])
        try:
            return self.remember(state, str(state.name(move_named(state, word))))
        except ParseError:
            return word

    def remember(self, state: State, name: str) -> str:
        self.spoken.append(word_of(state, name, self.shuffled))
        return name


def remark(words: list[str]) -> str:
    """What an engine says of its move, short: `depth 12 cp 34 nodes 5000`."""
    if "score" not in words or "string" in words:
        return ""
    found = [
        f"{name} {shown(words[words.index(name) + 1], 20)}"
        for name in KEPT_WORDS
        if name in words and words.index(name) + 1 < len(words)
    ]
    return " ".join(found)
