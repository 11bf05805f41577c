"""A board as data: what lies where, what can be clicked for which move. Text, SVG, notebook and browser draw it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from zermelo.native import core
from zermelo.types import Move
from zermelo.validate import shown, typed

BOARDS = ("squares", "checkered", "holes", "lines", "points", "table", "water", "hexes", "nodes", "plain")
SHAPES = (
    *("disc", "ring", "cross", "card", "back", "die", "cube", "chips"),
    *("hit", "miss", "tile", "water", "figure", "text"),
)
LOOKS = ("felt", "wood", "mat", "place", "ship", "wreck", "bubble", "words")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPTY = ".-_ "
MARGIN = 0.35  # how far from the board's edge its labels stand


@dataclass(frozen=True)
class Spot:
    """A place of the board; (x, y) is its centre in squares, y counted downwards. `note` is small text drawn in it.

    `count` pieces may lie on it, if it is `tall` one upon another: from its upper end down, or with a negative number
    of squares from its lower end up; if it is `wide`, from its left end or from its right one. Where they have no
    room, the last shows how many there are.
    """

    name: str
    x: float
    y: float
    piece: str = ""
    note: str = ""
    count: int = 1
    tall: float = 1
    wide: float = 1

    @property
    def along(self) -> float:
        """How long it is, in the direction in which its pieces lie: negative from the far end."""
        return self.wide if abs(self.wide) > abs(self.tall) else self.tall

    @property
    def stack(self) -> list[tuple[float, float]]:
        """Where its pieces are drawn; where the first would be, if there is none."""
        room = abs(self.along)
        step = 1 if self.along > 0 else -1
        shown = max(1, min(self.count, int(room)))
        places = [step * (i + 0.5 - room / 2) for i in range(shown)]
        across = abs(self.wide) > abs(self.tall)
        return [(self.x + each, self.y) if across else (self.x, self.y + each) for each in places]

    @property
    def more(self) -> bool:
        """More pieces than can be shown singly."""
        return self.count > int(abs(self.along))


@dataclass(frozen=True)
class Piece:
    """What may lie on a spot. `name` is said aloud; a piece of the shape `text` shows `text`.

    The text of a `card` is what is printed on it (`10♥`), of a `back` how many cards lie there, of a `die` its pips, of
    a `cube` its number, of `chips` how many they are (zermelo.tabletop makes these). `hit` and `miss` are what a shot
    did. A `tile` is a block in its side's colour with its text or its lines on it, with neither its back; `water` fills
    its square. A `figure` is drawn as the game says: an outline and lines inside it, as SVG paths in hundredths of a
    square around the middle. A `disc` on a checkered board may have lines inside, too.
    """

    name: str
    shape: str = "text"
    side: int | None = None
    text: str = ""
    outline: str = ""
    lines: str = ""


@dataclass(frozen=True)
class Choice:
    """How a move is made: click its spot, or its spots in order (from, to), or a button if it has none.

    The first choice of a move says where its mark and its value are drawn; more choices of the same move are more
    places to click. Where several moves are made by the same clicks, one is asked for, by its name and the `piece` (a
    key of the scene's pieces) that it leaves there. A button whose choice has a `piece` shows it and has its name.
    """

    move: Move
    spots: tuple[str, ...] = ()
    piece: str = ""


@dataclass(frozen=True)
class Label:
    """Text beside the board, such as the letter of a column."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Area:
    """A part of the ground; (x, y) is its centre. `felt`, `wood` and a lighter `mat` lie under everything; a `place` is
    the outline of a card that may come; a `ship` lies along its longer side, a `wreck` is one that was sunk; a `bubble`
    holds what somebody said, `words` are text without a frame. `text` is written in it, in several lines if it must."""

    x: float
    y: float
    width: float
    height: float
    look: str
    text: str = ""


@dataclass(frozen=True)
class Scene:
    """What a position looks like.

    `board` says what lies under the pieces: `squares` of felt, light and dark ones in turn (`checkered`), `holes`,
    `lines` between cells, `points` (backgammon's, under long spots; other spots are bare), a `table`, `water`, `hexes`
    (pointing upwards, in rows 0.87 apart, each half a square aside of the last), `nodes` (round places with `links`
    between them, pairs of names), or nothing (`plain`). `areas` lie on it, the first lowest. A scene without spots is
    its `text`, in letters of equal width; where both are given, terminals show the text. `marks` are spots to point
    out: `last`, `win`, `check`. The `caption` is one sentence on the position, `todo` what the player to move is asked
    for: `place your destroyer (2)`. `narrow` is the same scene, with spots of the same names, as it is laid out where
    there is no room for this one.
    """

    width: float = 0
    height: float = 0
    board: str = "plain"
    spots: tuple[Spot, ...] = ()
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    caption: str = ""
    areas: tuple[Area, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    todo: str = ""
    narrow: Scene | None = None

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON, with these names; moves must be text by then."""
        plain = asdict(replace(self, pieces={}, marks={}, narrow=None))
        pieces = {key: asdict(piece) for key, piece in self.pieces.items()}
        narrow = self.narrow and self.narrow.to_dict()
        return plain | {"pieces": pieces, "marks": dict(self.marks), "narrow": narrow}

    def spot(self, name: str) -> Spot:
        """The spot of this name; ValueError if there is none."""
        for each in self.spots:
            if each.name == name:
                return each
        raise ValueError(f"the scene has no spot {shown(name)}")

    def marked(self, spots: Iterable[str], mark: str) -> Scene:
        """The same scene with these spots pointed out."""
        return replace(self, marks={**self.marks, **dict.fromkeys(spots, mark)})

    def places(self, move: Move) -> tuple[str, ...]:
        """The spots where a move is drawn: those of its first choice."""
        return next((each.spots for each in self.choices if each.move == move), ())

    def __str__(self) -> str:
        """The board in letters of equal width."""
        return self.text or drawn(self)


def drawn(scene: Scene) -> str:
    """Spots and labels in rows and columns, one for each height and each width at which something stands.

    An empty spot shows its note, `+` if it can be moved to and others cannot, else a point.
    """
    hints = hinted(scene)
    cells: dict[tuple[float, float], str] = {(each.x, each.y): each.text for each in scene.labels}
    for spot in scene.spots:
        letters = spot.piece or spot.note or ("+" if spot.name in hints else ".")
        cells[(spot.x, spot.y)] = letters
    columns = sorted({x for x, _ in cells})
    widths = [max(len(text) for (at, _), text in cells.items() if at == x) for x in columns]
    lines = (
        " ".join(cells.get((x, y), "").rjust(width) for x, width in zip(columns, widths, strict=True))
        for y in sorted({y for _, y in cells})
    )
    return "\n".join(line.rstrip() for line in lines)


def hinted(scene: Scene) -> set[str]:
    """Empty spots that are the one place to click for a move, unless all empty spots are."""
    places: dict[Move, list[tuple[str, ...]]] = {}
    for choice in scene.choices:
        places.setdefault(choice.move, []).append(choice.spots)
    found = {spots[0] for (spots, *more) in places.values() if len(spots) == 1 and not more}
    empty = {spot.name for spot in scene.spots if not spot.piece}
    return set() if found >= empty else found & empty


STONES = {
    "X": Piece("X", "cross", 0),
    "x": Piece("x", "cross", 0),
    "#": Piece("black stone", "disc", 0),
    "O": Piece("O", "ring", 1),
    "o": Piece("o", "ring", 1),
    "*": Piece("black disc", "disc", 0),
}


@typed
def grid(
    rows: str | Sequence[str],
    moves: Mapping[Move, object] | Iterable[Move] = (),
    *,
    pieces: Mapping[str, Piece | str] | None = None,
    board: str = "squares",
    names: str = "a1",
    numbered: bool = False,
    labels: bool = True,
    marks: Mapping[str, str] | None = None,
    caption: str = "",
    todo: str = "",
) -> Scene:
    """The scene of a board of characters: `grid(["X.O", ".O.", "..X"], moves={0: "b1"})`.

    `rows` are texts, or one text with lines; `.`, `-`, `_` and spaces are empty squares, other characters are pieces.
    `pieces` says what the characters stand for: a Piece, or the name to say aloud. `moves` gives for each move its
    square, or its squares in order, by name (`"b1"`) or counted from 0 along the rows; moves that are squares by name
    may be given as they are. Names count rows from the top (`a1`) or from the bottom (`names="a1 up"`). `numbered`
    writes the numbers 1, 2, … into empty squares. `todo` is what the player to move is asked for.
    """
    lines = rows.splitlines() if isinstance(rows, str) else list(rows)
    width = len(lines[0]) if lines else 0
    if not width or any(len(line) != width for line in lines):
        raise ValueError(f"grid: needs rows of one length, not {shown(lines)}")
    up = {"a1": False, "a1 up": True}.get(names)
    if up is None:
        raise ValueError(f'grid: names={shown(names)}: expected "a1" or "a1 up"')
    ranks = [str(len(lines) - y if up else y + 1) for y in range(len(lines))]
    spots = tuple(
        Spot(
            column_name(x) + ranks[y],
            x + 0.5,
            y + 0.5,
            "" if letter in EMPTY else letter,
            str(y * width + x + 1) if numbered and letter in EMPTY else "",
        )
        for y, line in enumerate(lines)
        for x, letter in enumerate(line)
    )
    used = sorted({spot.piece for spot in spots} - {""} | set(pieces or {}))  # also what is still to come
    return Scene(
        width,
        len(lines),
        board,
        spots,
        {key: piece_of(key, pieces or {}) for key in used},
        tuple(choices_of(moves, spots)),
        tuple(edge_labels(width, ranks)) if labels else (),
        marks or {},
        caption=caption,
        todo=todo,
    )


def side_by_side(*scenes: Scene, gap: float = 1.0, caption: str = "", down: bool = False) -> Scene:
    """Several boards as one, from left to right, or one below the other. Their spots need different names."""
    spots: list[Spot] = []
    labels: list[Label] = []
    areas: list[Area] = []
    far = 0.0
    for each in scenes:
        dx, dy = (0.0, far) if down else (far, 0.0)
        spots += [replace(spot, x=spot.x + dx, y=spot.y + dy) for spot in each.spots]
        labels += [replace(label, x=label.x + dx, y=label.y + dy) for label in each.labels]
        areas += [replace(area, x=area.x + dx, y=area.y + dy) for area in each.areas]
        far += (each.height if down else each.width) + gap
    widths, heights = [each.width for each in scenes], [each.height for each in scenes]
    return Scene(
        max(widths) if down else far - gap,
        far - gap if down else max(heights),
        scenes[0].board,
        tuple(spots),
        {key: piece for each in scenes for key, piece in each.pieces.items()},
        tuple(choice for each in scenes for choice in each.choices),
        tuple(labels),
        {name: mark for each in scenes for name, mark in each.marks.items()},
        caption=caption,
        areas=tuple(areas),
    )


def written(text: str, moves: Iterable[Move] = ()) -> Scene:
    """A drawing in letters, and a button for each move."""
    return Scene(text=text, choices=tuple(Choice(move) for move in moves))


def piece_of(key: str, pieces: Mapping[str, Piece | str]) -> Piece:
    given = pieces.get(key)
    if isinstance(given, Piece):
        return given
    usual = STONES.get(key, Piece(key, "text", None, key))
    return replace(usual, name=given) if given else usual


def column_name(x: int) -> str:
    """a … z, aa, ab, …"""
    return LETTERS[x] if x < len(LETTERS) else column_name(x // len(LETTERS) - 1) + LETTERS[x % len(LETTERS)]


def edge_labels(width: int, ranks: Sequence[str]) -> list[Label]:
    """Letters above the board and numbers to its left."""
    above = [Label(x + 0.5, -MARGIN, column_name(x)) for x in range(width)]
    return above + [Label(-MARGIN, y + 0.5, rank) for y, rank in enumerate(ranks)]


def choices_of(moves: Mapping[Move, object] | Iterable[Move], spots: Sequence[Spot]) -> list[Choice]:
    given = moves if isinstance(moves, Mapping) else {move: move for move in moves}
    return [Choice(move, squares(where, spots)) for move, where in given.items()]


def squares(where: object, spots: Sequence[Spot]) -> tuple[str, ...]:
    """Where a move is clicked, as names of spots."""
    many = where if isinstance(where, (tuple, list)) else () if where is None else (where,)
    names = {spot.name for spot in spots}
    found = tuple(spots[each].name if isinstance(each, int) and 0 <= each < len(spots) else each for each in many)
    wrong = [each for each in found if each not in names]
    if wrong:
        raise ValueError(f"grid: {shown(wrong[0])} is no square of the board ({spots[0].name} to {spots[-1].name})")
    return found


def in_a_row(rows: Sequence[str], length: int) -> list[tuple[int, int]]:
    """The cells (x, y) of all lines of `length` equal pieces: across, down and diagonal."""
    height, width = len(rows), len(rows[0])
    found: list[tuple[int, int]] = []
    for y in range(height):
        for x in range(width):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                line = [(x + i * dx, y + i * dy) for i in range(length)]
                inside = all(0 <= a < width and 0 <= b < height for a, b in line)
                if inside and rows[y][x] not in EMPTY and {rows[b][a] for a, b in line} == {rows[y][x]}:
                    found += [cell for cell in line if cell not in found]
    return found


def caption_of(state: core.State) -> str:
    """Whose move it is, or how the game ended, in a sentence."""
    players = state.info.players
    if not state.is_over:
        return f"{upper(players[state.turn])} to move" if state.turn >= 0 else "Chance decides"
    payoffs = [state.payoff(player) for player in range(len(players))]
    if state.info.first_player_view or len(players) == 1:
        return f"The end: {payoffs[0]:g} for {players[0]}"
    if len(set(payoffs)) == 1:
        return "The game is drawn"
    if len(players) != 2:
        return upper(outcome_words(players, best_of(payoffs), payoffs))
    winner = upper(players[payoffs[0] < payoffs[1]])
    return f"{winner} wins by {abs(payoffs[0]):g}" if state.info.payoffs == "points" else f"{winner} wins"


def best_of(payoffs: Sequence[float]) -> tuple[int, ...]:
    """Who has won: all with the highest payoff, nobody if that is everybody."""
    best = tuple(player for player, payoff in enumerate(payoffs) if payoff == max(payoffs))
    return best if len(best) < len(payoffs) else ()


def outcome_words(names: Sequence[str], winners: Sequence[int], payoffs: Sequence[float] | None = None) -> str:
    """Who wins, and with payoffs what everybody gets: `N and S win: +420; E and W -420`."""
    if not winners:
        return "draw"
    verb = "win" if len(winners) > 1 else "wins"
    who = f"{listed([names[each] for each in winners])} {verb}"
    if payoffs is None:
        return who
    rest = sorted({payoff for i, payoff in enumerate(payoffs) if i not in winners}, reverse=True)
    groups = [(payoff, [name for name, own in zip(names, payoffs, strict=True) if own == payoff]) for payoff in rest]
    return f"{who}: {payoffs[winners[0]]:+g}" + "".join(f"; {listed(group)} {payoff:+g}" for payoff, group in groups)


def listed(words: Sequence[str]) -> str:
    """`N`, `N and S`, `N, E and S`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def upper(word: str) -> str:
    return word[:1].upper() + word[1:]
