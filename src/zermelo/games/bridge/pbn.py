"""Portable Bridge Notation (PBN 2.1): boards in and out, with deal, contract, auction and play.

Tags that are not understood are kept and written again. The auction is passed through as text; the cards played become
the moves of a State.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State
from zermelo.games.bridge.game import SEATS, position

TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
VULNERABLE = {
    "none": "none",
    "love": "none",
    "-": "none",
    "": "none",
    "ns": "ns",
    "ew": "ew",
    "all": "both",
    "both": "both",
}
WRITTEN = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}
DEAL = re.compile(r"[NESWnesw]:\s*[AKQJTakqjt0-9.-]+(?:\s+[AKQJTakqjt0-9.-]+){3}")
FIRST = ("Event", "Site", "Date", "Board")  # tags that games begin with
LARGEST = 16_000_000  # characters of one file


@dataclass(frozen=True)
class Board:
    """One board: its deal (`N:… … … …`), contract (`4HX`; empty if passed out), declarer, and the cards in order."""

    deal: str
    contract: str = ""
    declarer: str = ""
    vulnerable: str = "none"
    play: tuple[str, ...] = ()
    auction: str = ""  # as written: the dealer, then the calls
    tags: dict[str, str] = field(default_factory=dict)  # everything else

    def state(self, constraints: dict[str, str] | None = None) -> State:
        """The position after the cards played. ValueError if no contract was reached."""
        if not self.contract or not self.declarer:
            raise ValueError("the board has no contract to play")
        return position(self.deal, self.contract + self.declarer, self.vulnerable, constraints, self.play)


def read_pbn(text: str) -> list[Board]:
    """All boards of a PBN file. ParseError says which of them makes no sense, and why."""
    boards, faulty = read_boards(text)
    if faulty:
        raise faulty[0]
    return boards


@dataclass(frozen=True)
class Play:
    """The play of a board: the position before the first card, and the cards."""

    start: str
    moves: tuple[str, ...] = ()
    players: tuple[str, str] = ("", "")


def read_text(text: str) -> list[Play]:
    """The boards of a PBN file as games, or the one of a deal alone, `N:… … … …`.

    Where no contract was reached nothing but tricks counts, without trumps, with S as declarer.
    """
    alone = DEAL.fullmatch(text.strip().strip('"'))
    boards = [Board(" ".join(alone[0].split()))] if alone else read_pbn(text)
    if not boards:
        raise ParseError('there is no deal in it: expected a tag [Deal "N:…"], or the deal alone', text, 0)
    return [play_of(board) for board in boards]


def play_of(board: Board) -> Play:
    contract = board.contract + board.declarer if board.contract and board.declarer else "NTS"
    return Play(str(position(board.deal, contract, board.vulnerable).text), board.play if contract != "NTS" else ())


def read_boards(text: str) -> tuple[list[Board], list[ParseError]]:
    """The boards of a PBN file that can be read, and what is wrong with each of the others."""
    if len(text) > LARGEST:
        raise ParseError(f"a file of {len(text)} characters; the most is {LARGEST}", text[:100], 0)
    boards: list[Board] = []
    faulty: list[ParseError] = []
    for start, lines in games(text):
        try:
            tags, sections = split_tags(lines, start, text)
            if "Deal" in tags:
                boards.append(board_of(tags, sections, text, start))
        except ParseError as error:
            faulty.append(ParseError(f"{place(lines, start, text)}: {error.reason}"))
    return boards, faulty


def place(lines: Sequence[str], start: int, text: str) -> str:
    """Which board it is, for people: its number if it has one, and the line that it begins on."""
    numbers = [match[2] for match in map(TAG.match, lines) if match and match[1] == "Board"]
    line = text.count("\n", 0, start) + 1
    return f"board {numbers[0]} (line {line})" if numbers else f"the board that begins on line {line}"


def games(text: str) -> Iterable[tuple[int, list[str]]]:
    """Lines of each game with where it starts; comments are left out.

    Games are apart by empty lines. Where these are missing, a game ends before a tag that it has already, and, after
    the `*` that ends a section, before a tag that games begin with.
    """
    at = start = 0
    lines: list[str] = []
    names: set[str] = set()
    for line in without_comments(text).split("\n"):
        tag = TAG.match(line.strip())
        another = tag and (tag[1] in names or (tag[1] in FIRST and lines and lines[-1].endswith("*")))
        if lines and (another or not line.strip()):
            yield start, lines
            lines, names = [], set()
        if line.strip():
            if not lines:
                start = at
            lines.append(line.strip())
        if tag:
            names.add(tag[1])
        at += len(line) + 1
    if lines:
        yield start, lines


def without_comments(text: str) -> str:
    """Comments in braces, from `;` and on lines that begin with `%` become spaces, so that columns stay."""

    def blank(match: re.Match[str]) -> str:
        found = match[0]
        return found if found.startswith('"') else re.sub(r"[^\n]", " ", found)

    text = text.replace("\r", " ")
    text = re.sub(r"(?m)^%.*$", lambda m: " " * len(m[0]), text)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|\{[^}]*\}|;.*', blank, text)


def split_tags(lines: Sequence[str], start: int, text: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    tags: dict[str, str] = {}
    sections: dict[str, list[str]] = {}
    latest = ""
    for line in lines:
        match = TAG.match(line)
        if match:
            latest = match[1]
            tags[latest] = re.sub(r"\\(.)", r"\1", match[2])
            line = line[match.end() :].strip()
        elif line.startswith("["):
            raise ParseError(f"a tag that cannot be read: {line[:60]}", text, start)
        if line:
            sections.setdefault(latest, []).extend(line.split())
    return tags, sections


def board_of(tags: dict[str, str], sections: dict[str, list[str]], text: str, start: int) -> Board:
    vulnerable = tags.get("Vulnerable", "None").lower()
    if vulnerable not in VULNERABLE:
        raise ParseError(f"Vulnerable {tags['Vulnerable']!r} is not None, NS, EW or All", text, start)
    declarer = tags.get("Declarer", "").lstrip("^").upper()
    contract = tags.get("Contract", "").upper().replace(" ", "")
    contract = "" if contract in ("PASS", "?", "-") else re.sub(r"N(?!T)", "NT", contract)
    if contract and not re.fullmatch(r"[1-7](NT|[SHDC])X{0,2}", contract):
        raise ParseError(f"contract {tags['Contract']!r} is not one", text, start)
    if declarer not in ("", "?", "-", *SEATS):
        raise ParseError(f"declarer {declarer!r} is not N, E, S or W", text, start)
    others = {name: value for name, value in tags.items() if name not in ("Deal", "Vulnerable", "Declarer", "Contract")}
    auction = " ".join([tags["Auction"], *sections.get("Auction", [])]) if "Auction" in tags else ""
    others.pop("Auction", None)
    board = Board(
        tags["Deal"], contract, declarer if declarer in SEATS else "", VULNERABLE[vulnerable], (), auction, others
    )
    if "Play" not in tags or not board.contract or not board.declarer:
        return board
    others.pop("Play", None)
    try:
        cards = ordered(board, tags["Play"].upper(), sections.get("Play", []))
    except IllegalMove as error:
        raise ParseError(f"the play: {error}", text, start) from error
    return Board(board.deal, contract, board.declarer, board.vulnerable, cards, auction, others)


def ordered(board: Board, first: str, tokens: Sequence[str]) -> tuple[str, ...]:
    """The columns of a play section (one for each seat, from the leader clockwise) as cards in the order of play."""
    if first not in SEATS or len(first) != 1:
        raise ParseError(f"Play {first!r} is not N, E, S or W")
    column = {seat: (SEATS.index(seat) - SEATS.index(first)) % 4 for seat in SEATS}
    cells = [token for token in tokens if token not in ("+", "!", "?", "^R") and not token.startswith(("=", "$"))]
    rows = [cells[i : i + 4] for i in range(0, len(cells) - cells.count("*"), 4)]
    state = board.state()
    cards: list[str] = []
    for row in rows:
        seat = SEATS[(SEATS.index(board.declarer) + 1) % 4] if not cards else next_leader(state)
        for i in range(4):
            at = column[SEATS[(SEATS.index(seat) + i) % 4]]
            cell = row[at].upper() if at < len(row) else "-"
            if cell in ("-", "--", "*"):
                return tuple(cards)
            state = state.play(cell)
            cards.append(state.text.split()[-1])
    return tuple(cards)


def next_leader(state: State) -> str:
    """Who leads to the next trick: the winner of the last one."""
    head, _, play = state.text.partition(" : ")
    contract, cards = head.split(" ")[4], play.split()
    trump = contract.lstrip("1234567")[0]  # N, for no trumps, is no suit
    seat = (SEATS.index(contract[-1]) + 1) % 4
    for i in range(0, len(cards) - len(cards) % 4, 4):
        seat = (seat + winner(cards[i : i + 4], trump)) % 4
    return SEATS[seat]


def winner(trick: Sequence[str], trump: str) -> int:
    """Which card of a trick wins it, from 0."""

    def strength(i: int) -> tuple[bool, bool, int]:
        return trick[i][0] == trump, trick[i][0] == trick[0][0], "23456789TJQKA".index(trick[i][1])

    return max(range(len(trick)), key=strength)


def write_pbn(boards: Iterable[Board]) -> str:
    """The boards as PBN text, in the order of the standard's mandatory tags where they are known."""
    return "\n".join(one_board(board) for board in boards)


def one_board(board: Board) -> str:
    tags = dict(board.tags)
    lines = [tag(name, tags.pop(name)) for name in ("Event", "Site", "Date", "Board") if name in tags]
    lines += [tag(name, tags.pop(name)) for name in ("West", "North", "East", "South", "Dealer") if name in tags]
    lines += [tag("Vulnerable", WRITTEN[board.vulnerable]), tag("Deal", board.deal)]
    lines += [tag(name, tags.pop(name)) for name in ("Scoring",) if name in tags]
    lines += [tag("Declarer", board.declarer), tag("Contract", written_contract(board.contract))]
    lines += [tag(name, value) for name, value in tags.items()]
    if board.auction:
        dealer, *calls = board.auction.split()
        lines += [tag("Auction", dealer), *(" ".join(calls[i : i + 4]) for i in range(0, len(calls), 4))]
    if board.play:
        lines += play_section(board)
    return "\n".join(lines) + "\n"


def written_contract(contract: str) -> str:
    return contract or "Pass"


def tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def play_section(board: Board) -> list[str]:
    """One row for each trick, one column for each seat from the opening leader on."""
    first = (SEATS.index(board.declarer) + 1) % 4
    state = position(board.deal, board.contract + board.declarer, board.vulnerable)
    lines = [tag("Play", SEATS[first])]
    for i in range(0, len(board.play), 4):
        seat = SEATS.index(next_leader(state)) if i else first
        row = ["-"] * 4
        for k, card in enumerate(board.play[i : i + 4]):
            row[(seat + k - first) % 4] = card
            state = state.play(card)
        lines.append(" ".join(row))
    return [*lines, "*"] if len(board.play) < 52 else lines
