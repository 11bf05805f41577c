"""The laws every game must keep, each a small function that yields a sentence for whatever breaks it."""

from __future__ import annotations

import ast
import copy
import math
import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar, cast

from zermelo.compiled import check_compiled
from zermelo.errors import GameError, IllegalMove, ParseError
from zermelo.facts import check_facts
from zermelo.game import CHANCE, OVER, Game, Info, Move, State, built_in, own_game
from zermelo.result import Result
from zermelo.search import search
from zermelo.types import call, optional

if TYPE_CHECKING:
    from zermelo.check import Check
    from zermelo.query import SearchOptions

T = TypeVar("T")
Law = Callable[..., Iterator[str]]  # of a Check and what it is tried on
ODD_MOVES: tuple[Move, ...] = ("", "no such move", "-1", None, -(10**9), 3.5, "\x00", (), "é💥", b"1")
JUNK = "\x00\n\t /\\.,:;-+_()[]{}'\"XOxo0123456789eEinfa\x7fé中💥"


def show(state: State) -> str:
    text = repr(state)
    return text if len(text) <= 160 else text[:160] + "…"


# --- laws on the methods of a game written in Python: the core asks each state once, these ask twice ---


def law_pure(check: Check, state: State) -> Iterator[str]:
    game, data = own_game(check.game), state.data
    twin = copied(data)
    if twin is not data and (twin != data or hash(twin) != hash(data)):
        yield f"a copy of the state {data!r} is not equal to it, or hashes otherwise: states are compared by content"
        return
    before = repr(twin)
    yield from twice(game, "turn", twin, before)
    if state.turn == OVER:
        for player in check.players:
            yield from twice(game, "payoff", twin, before, player)
        return
    first, second = (list(islice(cast(Iterable[Move], call(game, "moves", twin)), 60_000)) for _ in range(2))
    for hook in ("repetition_key", "table_key"):
        if optional(game, hook) is not None:
            yield from twice(game, hook, twin, before)
    if first != second:
        yield f"moves({before}) gave {first!r}, then {second!r}: the same moves in the same order are needed"
    if optional(game, "features") is not None:
        for player in check.players:
            one, two = (set(cast(Iterable[int], call(game, "features", twin, player))) for _ in range(2))
            if one != two:
                yield f"features({before}, {player}) gave {one!r}, then {two!r}: they must depend on the state alone"
    yield from changed("moves", before, twin)
    for move in check.some(first):
        yield from twice(game, "play", twin, before, move)


def copied(data: T) -> T:
    try:
        return copy.deepcopy(data)
    except Exception:
        return data


def twice(game: Game, method: str, data: object, before: str, *arguments: object) -> Iterator[str]:
    """The same call has the same answer and leaves the state alone."""
    written = f"{method}({', '.join([before, *map(repr, arguments)])})"
    first = copied(call(game, method, data, *arguments))
    yield from changed(written, before, data)
    second = call(game, method, data, *arguments)
    if first != second and not (first != first and second != second):
        yield f"{written} gave {first!r}, then {second!r}: methods must depend on their arguments alone"


def changed(call: str, before: str, data: object) -> Iterator[str]:
    if repr(data) != before:
        yield f"{call} changed the state it was given into {data!r}: a move makes a new state"


# --- laws on every position ---


def law_moves(check: Check, state: State) -> Iterator[str]:
    turn, moves = state.turn, state.moves()
    if turn not in (*check.players, OVER) and not (turn == CHANCE and check.info.chance):
        yield f"at {show(state)}: turn is {turn}, which the game does not declare"
    if (turn == OVER) != (moves == []) or state.is_over != (turn == OVER):
        yield f"at {show(state)}: turn is {turn}, yet there are {len(moves)} moves"
    if len(set(moves)) != len(moves):
        yield f"at {show(state)}: a move is listed twice in {moves}"
    if moves != state.moves():
        yield f"at {show(state)}: asked twice, the moves differ"
    check.turns.add(turn)
    check.pool.update(dict.fromkeys(moves))


def law_names(check: Check, state: State) -> Iterator[str]:
    moves = state.moves()
    names = [state.name(move) for move in moves]
    if len(set(names)) != len(names):
        twin = next(name for name in names if names.count(name) > 1)
        yield f"at {show(state)}: two moves are called {twin!r}"
        return
    for move, name in check.some(list(zip(moves, names, strict=True))):
        if not isinstance(name, str) or not name.strip() or name != name.strip():
            yield f"at {show(state)}: move {move!r} is called {name!r}"
        elif name not in moves and state.play(name) != state.play(move):
            yield f"at {show(state)}: the name {name!r} of move {move!r} reads back as another move"


def law_play(check: Check, state: State) -> Iterator[str]:
    before = (state.text, state.key, state.turn, state.moves())
    for move in check.some(state.moves()):
        child = state.play(move)
        if (state.text, state.key, state.turn, state.moves()) != before:
            yield f"at {show(state)}: playing {move!r} changed the position it was played on"
            return
        if child != state.play(move):
            yield f"at {show(state)}: playing {move!r} twice gives different positions"
        if child == state:
            yield f"at {show(state)}: playing {move!r} changes nothing, so the game need never end"


def law_text(check: Check, state: State) -> Iterator[str]:
    text = state.text
    again = check.read(text)
    if not check.same(again, state):
        yield f"the text {text!r} is read back as {again.text!r}"
    elif (again.turn, again.moves()) != (state.turn, state.moves()):
        yield f"the text {text!r} is read back with turn {again.turn} and moves {again.moves()}"
    elif again.is_over and payoffs(check, again) != payoffs(check, state):
        yield f"the text {text!r} is read back with payoff {again.payoff(0)} instead of {state.payoff(0)}"


def payoffs(check: Check, state: State) -> list[float]:
    return [state.payoff(player) for player in check.players]


def reads_text(check: Check) -> bool:
    """A game in Python need not read what it writes: only if it says how, or writes plain values."""
    if not check.plain or optional(check.game, "parse"):
        return True
    if optional(check.game, "text"):
        return False
    try:
        return bool(ast.literal_eval(repr(check.root.data)) == check.root.data)
    except (ValueError, SyntaxError):
        return False


def law_key(check: Check, state: State) -> Iterator[str]:
    text, key = state.text, state.key
    for other in check.met:
        if (other == state) != (other.text == text) or (other == state and hash(other) != hash(state)):
            yield f"{other.text!r} and {text!r} are {'equal' if other == state else 'different'}, or hash otherwise"
    check.remember(state)
    known = check.texts.setdefault(key, text)
    if known != text and (check.plain or check.read(known) != state):
        yield f"{known!r} and {text!r} have the same key"
    if check.keys.setdefault(text, key) != key and not check.plain:
        yield f"{text!r} has had two different keys"


def law_repetition_key(check: Check, state: State) -> Iterator[str]:
    """What counts as the same position goes on in the same way, unless what the key leaves out has ended the game."""
    other = alike(check, "repetition_key", state, state.repetition_key)
    yield from same_choice("repetition_key", state, other)
    if other is None or over(state, other) or state.moves() != other.moves():
        return
    for move in check.some(state.moves()):
        one, two = state.play(move), other.play(move)
        if not over(one, two) and one.repetition_key != two.repetition_key:
            yield (
                f"{other.text!r} and {state.text!r} have the same repetition_key, but after {move!r} the keys are "
                f"{two.repetition_key!r} and {one.repetition_key!r}"
            )


def law_table_key(check: Check, state: State) -> Iterator[str]:
    yield from same_choice("table_key", state, alike(check, "table_key", state, state.table_key))


def alike(check: Check, hook: str, state: State, key: object) -> State | None:
    """A position met before that has the same key, if there is one; later ones are compared with this one."""
    known = check.keyed.get((hook, key))
    check.keyed[hook, key] = state
    return known


def over(*states: State) -> bool:
    return any(state.is_over for state in states)


def same_choice(hook: str, state: State, other: State | None) -> Iterator[str]:
    if other is None or over(state, other):
        return
    if (state.turn, state.moves()) != (other.turn, other.moves()):
        yield f"{other.text!r} and {state.text!r} have the same {hook}, but another turn or other moves"


def law_illegal(check: Check, state: State) -> Iterator[str]:
    legal = state.moves()
    known = {*legal, *(state.name(move) for move in legal)}
    for kind in (check.pool, ODD_MOVES):
        illegal = [move for move in kind if move not in known]
        for move in check.rng.sample(illegal, min(3, len(illegal))):
            yield from refused(state, move)


def refused(state: State, move: Move) -> Iterator[str]:
    try:
        state.play(move)
    except IllegalMove:
        return
    except Exception as error:
        yield f"at {show(state)}: the illegal move {move!r} raised {type(error).__name__}, not IllegalMove"
    else:
        if isinstance(state.game, Game) or state.name(move) not in state.moves():  # not just another way to write one
            yield f"at {show(state)}: the move {move!r} is not among the legal ones, yet it can be played"


def law_odds(check: Check, state: State) -> Iterator[str]:
    if state.turn != CHANCE:
        return
    odds = [state.odds(move) for move in state.moves()]
    if not all(0 < each <= 1 for each in odds):
        yield f"at {show(state)}: probabilities {odds} do not lie between 0 and 1"
    elif abs(math.fsum(odds) - 1) > 1e-9:
        yield f"at {show(state)}: the probabilities add up to {math.fsum(odds)}"


def law_payoff(check: Check, state: State) -> Iterator[str]:
    found, sides = payoffs(check, state), check.info.sides
    listed = " and ".join(map(str, found))
    if state.turn != OVER:
        if any(found):
            yield f"at {show(state)}: the game goes on, yet the payoffs are {listed}"
        return
    if any(each != each for each in found):
        yield f"at {show(state)}: the payoffs are {listed}"
    elif check.info.zero_sum and not cancel(found):
        yield f"at {show(state)}: the payoffs {listed} do not cancel, but the game is declared zero-sum"
    elif any(found[player] != found[sides.index(side)] for player, side in enumerate(sides)):
        yield f"at {show(state)}: partners share a payoff, but the payoffs are {listed} (sides {sides})"
    elif not check.info.low <= found[0] <= check.info.high:
        low, high = check.info.low, check.info.high
        yield f"at {show(state)}: player 0 wins {found[0]}, outside {low:g} to {high:g}{range_words(check.info)}"
    check.amounts.update(abs(each) for each in found if each)
    if check.info.payoffs == "outcome" and len(found) == 2 and len(check.amounts) > 1:
        yield (
            f"at {show(state)}: games are won by different amounts {sorted(check.amounts)}, but searches of a game "
            'of outcome only ask who wins: declare payoffs = "points"'
        )


def range_words(info: Info) -> str:
    """Where the range of payoffs comes from: what the game says of itself, or what its kind of payoffs means."""
    if info.payoffs == "outcome" and (info.low, info.high) == (-1.0, 1.0):
        return ', the range of win, draw and loss (declare payoffs = "points", or low and high)'
    return ", which the game declares (low, high)"


def cancel(payoffs: list[float]) -> bool:
    """Sums to nothing; for two players to the last bit, infinities included."""
    if len(payoffs) == 2:
        return payoffs[0] == -payoffs[1]
    return abs(math.fsum(payoffs)) <= 1e-9 * max(1.0, *map(abs, payoffs))


def law_evaluate(check: Check, state: State) -> Iterator[str]:
    if state.turn == OVER:
        return
    found = [state.evaluate(player) for player in check.players]
    if not all(map(math.isfinite, found)):
        listed = " and ".join(map(str, found))
        yield f"at {show(state)}: the evaluation is {listed}; an unfinished position needs finite numbers"
    if len(found) != 2:
        return
    first, second = found
    if check.info.zero_sum and not math.isclose(first, -second, rel_tol=1e-9, abs_tol=1e-9):
        yield f"at {show(state)}: the evaluations {first} for player 0 and {second} for player 1 do not cancel"


def law_features(check: Check, state: State) -> Iterator[str]:
    """What the core refuses (out of range, twice) is a problem by itself; equal positions have equal features."""
    count = check.info.feature_count
    again = check.read(state.text) if reads_text(check) else state
    for player in check.players:
        found = state.features(player)
        if any(not 0 <= each < count for each in found) or len(set(found)) != len(found):
            yield f"at {show(state)}: features {found} for player {player}: each below {count}, and once"
        if again.features(player) != found:
            yield f"at {show(state)}: features {found} for player {player}, but {again.features(player)} asked again"
    if check.info.indexes_moves and state.turn >= 0:
        indices = [state.move_index(move) for move in state.moves()]
        if any(not 0 <= each < check.info.move_count for each in indices) or len(set(indices)) != len(indices):
            yield f"at {show(state)}: moves have the numbers {indices}: each below {check.info.move_count}, and once"


# --- laws of games of imperfect information ---


def law_copy(check: Check, state: State) -> Iterator[str]:
    """What is sent to another process or kept in a file arrives as the same position."""
    again = pickle.loads(pickle.dumps(state))
    if again != state or hash(again) != hash(state):
        yield f"a copy of {show(state)} by pickle is {show(again)}, or hashes otherwise"
    elif (again.text, again.turn, again.moves()) != (state.text, state.turn, state.moves()):
        yield f"a copy of {show(state)} by pickle has the text {again.text!r}, another turn or other moves"
    elif any(again.view(player) != state.view(player) for player in check.players):
        yield f"a copy of {show(state)} by pickle looks different to a player"


def can_be_pickled(game: object) -> bool:
    """Python finds a class again by its name: one that was made inside a function has none."""
    try:
        pickle.dumps(game)
    except Exception:
        return False
    return True


def law_view(check: Check, state: State) -> Iterator[str]:
    """Views that are equal stay equal: what a player may do and get is seen, and nothing seen is forgotten."""
    for player in check.players:
        view = state.view(player)
        if view != state.view(player):
            yield f"at {show(state)}: asked twice, player {player} sees different things"
        moves = state.moves() if state.turn == player else None
        known = check.seen.setdefault((player, state.turn, view), (moves, state.text))
        if known[0] != moves:
            yield f"player {player} sees {view!r} in {known[1]} and in {state.text}, but the legal moves differ"


def law_recall(check: Check, path: list[Move], seen: list[State]) -> Iterator[str]:
    """A view holds what the player saw and did at their own last turn, and so all that came before."""
    for player in check.players:
        before: tuple[str, Move] | None = None
        for i, state in enumerate(seen):
            view = f"{state.turn} {state.view(player)}"
            known = check.recalled.setdefault((player, view), before)
            if i and check.info.view_grows and not state.view(player).startswith(seen[i - 1].view(player)):
                yield f"at {show(state)}: player {player} sees {view!r}, which does not begin with what it saw before"
            if known != before and state.turn != OVER:
                yield f"at {show(state)}: player {player} sees {view!r} and no longer knows {before!r} from {known!r}"
            if state.turn == player and i < len(path):  # a check that has seen enough breaks off its last game
                before = view, path[i]


def law_worlds(check: Check, state: State) -> Iterator[str]:
    for player in check.players:
        try:
            worlds = state.worlds(player)
        except GameError as error:
            if "too large" in str(error):
                continue
            raise
        total = math.fsum(chance for _, chance in worlds)
        if not all(chance > 0 for _, chance in worlds) or abs(total - 1) > 1e-9:
            yield f"at {show(state)}: the probabilities of what player {player} thinks possible add up to {total}"
        if all(world != state for world, _ in worlds):
            yield f"at {show(state)}: player {player} does not think the position itself possible"
        if len({world for world, _ in worlds}) != len(worlds):
            yield f"at {show(state)}: player {player} gets the same position twice"
        for world, _ in check.some(worlds):
            yield from same_to(player, state, world, "worlds")


def law_sample(check: Check, state: State) -> Iterator[str]:
    for player in check.players:
        seed = check.rng.randrange(2**32)
        try:
            world = state.sample(player, seed)
        except GameError as error:
            if "too large" in str(error):
                continue
            raise
        if world != state.sample(player, seed):
            yield f"at {show(state)}: the same seed gives different samples"
        yield from same_to(player, state, world, "sample")


def same_to(player: int, state: State, world: State, method: str) -> Iterator[str]:
    """A view does not change when only hidden facts change."""
    if world.view(player) != state.view(player):
        yield f"at {show(state)}: {method} gives {world.text}, which looks different to player {player}"
    elif world.turn != state.turn or (state.turn == player and world.moves() != state.moves()):
        yield f"at {show(state)}: {method} gives {world.text}, with another turn or other moves for player {player}"


# --- laws that cost more: on some positions ---


def law_canonical(check: Check, state: State) -> Iterator[str]:
    image = state.canonical()
    if image.canonical() != image:
        yield f"at {show(state)}: the representative {image.text} has another representative, {image.canonical().text}"
    if (image.turn, len(image.moves())) != (state.turn, len(state.moves())):
        yield f"at {show(state)}: {image.text} has another turn or number of moves"
        return
    if state.turn == OVER:
        if image.payoff(0) != state.payoff(0):
            yield f"at {show(state)}: {image.text} has another payoff"
        return
    if reached(state) != reached(image):
        yield f"at {show(state)}: {image.text} is no mirror image: other positions follow it"
    searches: list[SearchOptions] = [{"method": "minimax"}, {"method": "alphabeta"}]
    for asked in searches:
        if outcome(state, asked) != outcome(image, asked):
            yield f"at {show(state)}: {image.text} has another value"


def reached(state: State) -> list[str]:
    """The classes of positions one move away."""
    return sorted(state.play(move).canonical().text for move in state.moves())


def outcome(state: State, asked: SearchOptions) -> float | None:
    """What a small search, without any judgement, says for the player to move."""
    score = small_search(state, asked).score
    return None if score is None else score.value


def small_search(state: State, asked: SearchOptions) -> Result:
    small: SearchOptions = {"depth": small_depth(state), "eval": "none"}
    return search(state, **(small | asked))


def small_depth(state: State) -> int:
    """Deep enough to meet other positions, small enough for any game."""
    width, room = max(2, len(state.moves())), 400 if isinstance(state.game, Game) else 4_000
    if state.info.chance:
        return 2 if width <= 30 else 1  # every decision brings a roll with it
    return max(1, min(6, int(math.log(room) / math.log(width))))


def law_search(check: Check, state: State) -> Iterator[str]:
    """Equal positions must have equal futures, or a table would mix them up."""
    if state.turn == OVER:
        return
    plain = "expectiminimax" if check.info.chance else "minimax"
    wanted = outcome(state, {"method": plain})
    mixed = check.info.chance and not small_search(state, {"method": plain}).solved
    for asked in SEARCHES[plain]:
        tabled = asked.get("table") or asked["method"].endswith("+table")
        if tabled and (mixed or check.info.table_keyed):
            continue  # dice bring positions back at other depths, and keys that leave something out other positions
        found = outcome(state, asked)
        if not close(found, wanted):
            others = f"{asked['method']} {found}"
            yield f"at {show(state)}: {plain} gives {wanted}, {others}: are states equal that should not be?"


SMALL_TABLE: SearchOptions = {"memory_mb": 0.5, "table": True}
SEARCHES: dict[str, list[SearchOptions]] = {
    "minimax": [
        {"method": "alphabeta"},
        {"method": "minimax+table", "memory_mb": 0.5},
        {"method": "scout+table", "memory_mb": 0.5},
    ],
    "expectiminimax": [
        {"method": "expectiminimax+star1"},
        {"method": "expectiminimax+star2", "table": False, "order": "given"},
        {"method": "expectiminimax+star2", **SMALL_TABLE},
        {"method": "expectiminimax", **SMALL_TABLE},
    ],
}


def close(one: float | None, other: float | None) -> bool:
    """Equal; sums of probabilities up to rounding."""
    return one == other or (one is not None and other is not None and math.isclose(one, other, abs_tol=1e-9))


def law_solver(check: Check, state: State) -> Iterator[str]:
    """A game's own solver knows the rules a second time: both must say the same."""
    if state.turn == OVER or state.plies_left > 8:
        return
    wanted: SearchOptions = {"depth": math.inf, "memory_mb": 0.5, "open_cards": True}
    plain = search(state, **(wanted | {"method": "alphabeta+table", "quick": True})).score
    own = search(state, **(wanted | {"method": "auto", "solver": True})).score
    if own != plain:
        yield f"at {show(state)}: the solver says {own}, plain search {plain}"


def law_engine(check: Check, state: State) -> Iterator[str]:
    """A game's own search makes the promises of all the others: the same answer twice, lines that can be played,
    and near the end the values of plain search."""
    if state.turn == OVER:
        return
    first, second = (search(state, nodes=1_000, memory_mb=0.5) for _ in range(2))
    if first != second:
        yield f"at {show(state)}: asked twice, its own search says {first} and {second}"
    for line in (*first.lines, *first.others):
        if not can_be_played(state, line.line) or line.line[0] != line.move:
            yield f"at {show(state)}: its own search gives {line.move} the line {' '.join(map(str, line.line))}"
    if state.plies_left > 12:
        return
    plain = search(state, method="alphabeta+table", depth=math.inf, best="all", memory_mb=0.5)
    own = search(state, depth=math.inf, best="all", memory_mb=0.5)
    values, wanted = ({line.move: line.score for line in result.lines} for result in (own, plain))
    if values != wanted or not own.solved:
        yield f"at {show(state)}: its own search says {values}, plain search {wanted}"


def can_be_played(state: State, line: tuple[Move, ...]) -> bool:
    try:
        for move in line:
            state = state.play(move)
    except IllegalMove:
        return False
    return bool(line)


def law_fuzz(check: Check, state: State) -> Iterator[str]:
    for text in (*(mutated(state.text, check.rng) for _ in range(4)), noise(check.rng)):
        try:
            again = check.read(text)
            if not check.same(check.read(again.text), again):
                yield f"{text!r} is read as {again.text!r}, which is read as something else"
        except ParseError:
            continue
        except GameError as error:
            if check.plain and not optional(check.game, "parse"):
                continue  # any Python value can be given as a state; the methods then complain
            yield f"the text {text!r} raised GameError: {error}"
        except Exception as error:
            yield f"the text {text!r} raised {type(error).__name__} instead of ParseError: {error}"


def mutated(text: str, rng: random.Random) -> str:
    letters = list(text[:2000])
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(letters))
        edit = rng.randrange(4)
        if edit == 0:
            letters[at:at] = rng.choice(JUNK)
        elif edit == 1:
            del letters[at : at + rng.randint(1, 3)]
        elif edit == 2 and at < len(letters):
            letters[at] = rng.choice(JUNK)
        elif letters:
            letters[at:at] = letters[: rng.randint(1, len(letters))]
    return "".join(letters)


def noise(rng: random.Random) -> str:
    raw = rng.randbytes(rng.randint(0, 60))
    return raw.decode(rng.choice(("latin-1", "utf-8")), errors="replace")


# --- laws on whole games, and once at the end ---


def law_end(check: Check, seen: list[State]) -> Iterator[str]:
    for played, state in enumerate(seen):
        left = len(seen) - 1 - played
        if state.plies_left < left:
            yield f"at {show(state)}: plies_left is {state.plies_left}, but {left} moves followed"
    if not (check.info.repetition or check.info.chance) and len(set(seen)) < len(seen):
        back = next(state for i, state in enumerate(seen) if state in seen[:i])
        yield f"the position {show(back)} came back: declare repetition, or games need never end"


def law_endless(check: Check, state: State) -> Iterator[str]:
    yield f"at {show(state)}: not over after max_plies = {check.info.max_plies} moves"


def law_replay(check: Check, path: list[Move], seen: list[State]) -> Iterator[str]:
    state = check.root
    for move, before in zip(path, seen[1:], strict=True):
        state = state.play(move)
        if state != before or hash(state) != hash(before) or state.text != before.text:
            yield f"the moves {path} lead to {state.text}, at first they led to {before.text}"
            return


def law_bad(check: Check) -> Iterator[str]:
    for text in built_in(check.game).bad:
        try:
            state = check.read(text)
        except ParseError:
            continue
        yield f"{text!r} is read as {state.text!r}"


def law_facts(check: Check) -> Iterator[str]:
    for fact, wrong in check_facts(built_in(check.game)):
        if wrong:
            yield f"{fact}: {wrong}"


def law_chance(check: Check) -> Iterator[str]:
    if CHANCE not in check.turns:
        yield "the game declares chance = True, but it was never CHANCE's turn"


def law_compiled(check: Check) -> Iterator[str]:
    wrong = check_compiled(own_game(check.game), seed=check.rng.randrange(2**32))
    if wrong:
        yield wrong


EVERYWHERE: dict[str, Law] = {
    "names": law_names,
    "play": law_play,
    "text": law_text,
    "key": law_key,
    "repetition_key": law_repetition_key,
    "table_key": law_table_key,
    "illegal": law_illegal,
    "odds": law_odds,
    "payoff": law_payoff,
    "evaluate": law_evaluate,
    "features": law_features,
    "view": law_view,
}
SOMETIMES: dict[str, Law] = {
    "canonical": law_canonical,
    "search": law_search,
    "solver": law_solver,
    "copy": law_copy,
    "engine": law_engine,
    "fuzz": law_fuzz,
    "worlds": law_worlds,
    "sample": law_sample,
}
AT_THE_END: dict[str, Law] = {
    "chance": law_chance,
    "bad": law_bad,
    "facts": law_facts,
    "compiled": law_compiled,
}
SENTENCES = {
    "pure": "methods are pure functions of plain states",
    "moves": "a game is over exactly when there are no moves, and moves are distinct and ordered",
    "names": "names are unique among the legal moves and read back",
    "play": "playing a move leaves the position alone",
    "text": "texts are read back as the same position",
    "key": "equal positions, and only they, have the same key",
    "repetition_key": "what counts as the same position has the same player to move, the same moves and goes on alike",
    "table_key": "positions that share an entry of a table have the same player to move and the same moves",
    "illegal": "illegal moves are refused",
    "odds": "probabilities add up to 1",
    "payoff": "payoffs come at the end and fit the declared kind",
    "evaluate": "evaluations are finite numbers that fit the declared kind",
    "features": "features are numbers below feature_count, each once, and the same for equal positions",
    "view": "what a player sees decides what the player may do",
    "recall": "nothing that was seen is forgotten",
    "worlds": "the positions a player thinks possible look the same, hold the true one and have probabilities",
    "sample": "a sampled position looks the same to the player",
    "copy": "a copy by pickle is equal",
    "canonical": "the representative of mirror images keeps the value",
    "search": "all searches agree",
    "solver": "the game's own solver agrees with plain search",
    "engine": "the game's own search keeps what a search promises",
    "fuzz": "damaged texts are refused with ParseError",
    "end": "games end within max_plies and positions do not come back",
    "replay": "the same moves lead to equal positions",
    "chance": "declared chance nodes are there",
    "bad": "the texts of bad.txt are refused",
    "facts": "the facts of known.toml hold",
    "compiled": "the compiled game is the same as the plain one",
}
