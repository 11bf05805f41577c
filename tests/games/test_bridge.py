"""Bridge as a game: rules, text, what each seat sees, deals that fit, scores, Monte Carlo, PBN."""

from __future__ import annotations

import contextlib
import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.errors import IllegalMove, ParseError
from zermelo.games.bridge import game as bridge
from zermelo.games.bridge import pbn

DEAL = "N:J63.KQJ852.53.J3 AKQT4.AT6.9.K976 752.74.KT764.AT8 98.93.AQJ82.Q542"


def random_play(state: zermelo.State, cards: int, rng: random.Random) -> zermelo.State:
    for _ in range(cards):
        if state.turn == zermelo.OVER:
            break
        state = state.play(rng.choice(state.moves()))
    return state


def test_declarer_decides_for_dummy() -> None:
    state = bridge.position(DEAL, "4HE")
    assert (state.turn, state.moves()[0]) == (2, "S7")  # south leads against east
    state = state.play("S2")
    assert state.turn == 1  # west is dummy: east decides
    assert state.moves() == ["S9", "S8"]
    assert state.play("S8").turn == 0


def test_ten_is_read_in_both_ways() -> None:
    state = bridge.position(DEAL, "4HN").play("SA")
    assert bridge.position(DEAL, "4HN").play("s10").text.endswith(": ST")
    with pytest.raises(IllegalMove, match="not legal here; legal: S7 S5 S2"):
        state.play("H4")


def test_payoffs_are_tricks_or_the_score() -> None:
    rng = random.Random(1)
    for contract in ("NTS", "4HE", "7SXXN"):
        state = random_play(bridge.position(DEAL, contract, "ew"), 52, rng)
        payoffs = [state.payoff(p) for p in range(4)]
        assert payoffs[0] == payoffs[2] == -payoffs[1] == -payoffs[3]
        if contract == "NTS":
            assert payoffs[0] % 2 == 1
            assert abs(payoffs[0]) <= 13


SCORES = [
    ("1NT", 7, False, 90),
    ("1NT", 7, True, 90),
    ("3NT", 9, False, 400),
    ("3NT", 9, True, 600),
    ("4H", 10, True, 620),
    ("4S", 11, False, 450),
    ("5C", 11, False, 400),
    ("2D", 8, False, 90),
    ("2D", 10, True, 130),
    ("6S", 12, False, 980),
    ("6NT", 12, True, 1440),
    ("7NT", 13, True, 2220),
    ("7C", 13, False, 1440),
    ("2HX", 8, False, 470),
    ("2HX", 9, True, 870),
    ("1CX", 7, False, 140),
    ("1NTXX", 7, False, 560),
    ("4H", 9, False, -50),
    ("4H", 9, True, -100),
    ("4HX", 9, False, -100),
    ("4HX", 8, False, -300),
    ("4HX", 7, False, -500),
    ("4HX", 6, False, -800),
    ("4HX", 9, True, -200),
    ("4HX", 8, True, -500),
    ("4HXX", 8, True, -1000),
    ("7NTXX", 0, True, -7600),
    ("7NTXX", 13, True, 2980),
]


@pytest.mark.parametrize(("contract", "tricks", "vulnerable", "points"), SCORES)
def test_scores(contract: str, tricks: int, vulnerable: bool, points: int) -> None:
    assert bridge.score(contract, tricks, vulnerable) == points


def test_a_view_shows_the_own_hand_and_dummy_after_the_lead() -> None:
    state = bridge.position(DEAL, "4HE")
    north, east, south, west = (hand for hand in DEAL[2:].split())
    assert [state.view(p).count(".") for p in range(4)] == [3] * 4
    state = state.play("S2")
    for player, own in enumerate((north, east, south)):
        view = state.view(player)
        assert own in view
        assert west in view
        assert sum(hand in view for hand in (north, east, south)) == 1


def test_samples_keep_the_view_and_the_voids() -> None:
    rng = random.Random(5)
    for number in range(25):
        contract = rng.choice(("3NTS", "4HE", "6SN", "DW"))
        state = random_play(bridge.position(bridge.deal(number), contract), rng.randrange(50), rng)
        for player in range(4):
            for seed in range(4):
                other = state.sample(player, seed)
                assert other.view(player) == state.view(player)
                assert other == state.sample(player, seed)
                assert zermelo.start("bridge", other.text) == other  # the play is legal with these hands too


def test_dummy_is_unknown_until_the_first_card_is_led() -> None:
    state = bridge.position(bridge.deal(1), "3NTS")

    def dummies(at: zermelo.State) -> set[str]:
        return {at.sample(3, seed).text[2:].split(" ")[0] for seed in range(8)}

    assert state.turn == 3
    assert len(dummies(state)) > 1
    assert len(dummies(state.play(state.moves()[0]))) == 1


def test_samples_keep_what_the_bidding_told() -> None:
    constraints = {"W": "12-14 hcp, S>=4, H<=2", "E": "0-8 hcp, C=3"}
    state = bridge.position(bridge.deal(3, constraints=constraints), "3NTN", constraints=constraints)
    for seed in range(50):
        hands = state.sample(0, seed).text[2:].split(" ")[:4]
        west, east = hands[3], hands[1]
        assert 12 <= points(west) <= 14
        assert len(west.split(".")[0]) >= 4
        assert len(west.split(".")[1]) <= 2
        assert points(east) <= 8
        assert len(east.split(".")[3]) == 3


def points(hand: str) -> int:
    return sum(" JQKA".find(card) for card in hand if card in "JQKA")


@pytest.mark.parametrize("played", [1, 2, 5, 6])
def test_samples_are_even_over_all_worlds(played: int) -> None:
    state = random_play(bridge.position("N:AQ.32.. KJ.54.. T9.76.. 87.98..", "NTS"), played, random.Random(played))
    for player in range(4):
        worlds = state.worlds(player)
        assert all(math.isclose(chance, 1 / len(worlds)) for _, chance in worlds)
        draws = 40 * len(worlds) if len(worlds) < 60 else 4000
        seen = Counter(state.sample(player, seed).text for seed in range(draws))
        assert set(seen) <= {world.text for world, _ in worlds}
        expected = draws / len(worlds)
        if expected >= 8:
            chi = sum((seen[world.text] - expected) ** 2 / expected for world, _ in worlds)
            assert chi < len(worlds) + 5 * math.sqrt(2 * len(worlds)) + 5


def test_limits_count_worlds() -> None:
    deal = "N:AQ.32.. KJ.54.. T9.76.. 87.98.."
    free = bridge.position(deal, "NTS").play("S8")
    told = bridge.position(deal, "NTS", constraints={"E": "S=2, 3-9 hcp"}).play("S8")
    kept = [world for world, _ in free.worlds(2) if fits_east(world)]
    assert kept
    assert len(told.worlds(2)) == len(kept)


def fits_east(world: zermelo.State) -> bool:
    east = world.text[2:].split(" ")[1]
    return len(east.split(".")[0]) == 2 and 3 <= points(east) <= 9


def test_too_many_worlds_to_list() -> None:
    with pytest.raises(zermelo.GameError, match="too large to list"):
        bridge.position(DEAL, "NTS").worlds(0)


def test_impossible_limits() -> None:
    with pytest.raises(zermelo.GameError, match="no deal"):
        bridge.deal(0, constraints={"N": "S>=7", "E": "S>=7"})
    with pytest.raises(ParseError):
        bridge.deal(0, constraints={"N": "S>5"})
    with pytest.raises(ValueError, match="no seat"):
        bridge.deal(0, constraints={"X": "S>=5"})


def test_montecarlo_is_the_same_with_any_number_of_threads() -> None:
    state = random_play(bridge.position(bridge.deal(4), "3NTS"), 26, random.Random(2))
    one = bridge.montecarlo(state, worlds=24, seed=3)
    assert one == bridge.montecarlo(state, worlds=24, seed=3, threads=3)
    assert {each.card for each in one.cards} == set(state.moves())
    assert one.worlds <= 24


def test_montecarlo_comes_to_the_average_over_all_worlds() -> None:
    state = bridge.position("N:AQ3.K32.. KJ2.A54.. T96.Q76.. 874.J98..", "NTS").play("S8")
    worlds = state.worlds(state.turn)
    totals: Counter[str] = Counter()
    for world, chance in worlds:
        for ranked in bridge.rank_cards(world):
            for card in ranked.cards:
                totals[card] += chance * ranked.tricks  # type: ignore[assignment]
    verdict = bridge.montecarlo(state, worlds=1000, seed=1, sure=1e9)
    assert verdict.worlds == 1000
    for each in verdict.cards:
        assert abs(each.mean - totals[each.card]) <= 3.5 * each.error + 1e-9
    assert [each.mean for each in verdict.cards] == sorted((each.mean for each in verdict.cards), reverse=True)


def test_the_general_search_over_all_worlds_finds_the_same_averages() -> None:
    state = zermelo.start("bridge", "N:AQ.3.. KJ.4.. T9.7.. 87.9.. NTS none : S8")
    found = {
        line.move: line.score.value for line in zermelo.search(state, method="weighted", depth=99, best="all").lines
    }
    verdict = bridge.montecarlo(state, worlds=2000, seed=5, sure=1e9)
    for each in verdict.cards:
        assert abs(2 * each.mean - 3 - found[each.card]) <= 7 * each.error


def test_montecarlo_stops_when_decided_and_on_time() -> None:
    ending = bridge.position("N:A2... KQ... 43... 65...", "NTW")  # north leads; the ace first or last, all the same
    assert bridge.montecarlo(ending, worlds=64).worlds <= 64
    state = bridge.position(bridge.deal(4), "3NTS")
    verdict = bridge.montecarlo(state, worlds=10**6, seconds=0.2)
    assert verdict.stopped == "seconds"
    forced = bridge.position("N:A... K... 4... 6...", "NTW")
    assert bridge.montecarlo(forced).stopped == "forced"


def test_contracts_are_not_mixed_up_with_numbers_of_cards() -> None:
    """Thirteen cards at no trumps without a level, and one card at 3NT."""
    short = bridge.position("N:A... K... 4... 6...", "3NTW")
    whole = bridge.position(DEAL, "NTS")
    assert [state.text.split(" ")[4] for state in (short, whole)] == ["3NTW", "NTS"]
    for one, other in (("1CS", "CS"), ("2HS", "HS"), ("3SS", "SS")):
        one_card = bridge.position("N:A... K... 4... 6...", one)
        assert (one_card.text.split(" ")[4], one_card.info.max_plies) == (one, 4)
        thirteen = bridge.position(DEAL, other)
        assert (thirteen.text.split(" ")[4], thirteen.info.max_plies) == (other, 52)


def test_montecarlo_refuses_nonsense() -> None:
    state = bridge.position(DEAL, "NTS")
    for options in ({"worlds": 0}, {"threads": 0}, {"aim": "fun"}, {"aim": "make"}, {"memory_mb": 0}):
        with pytest.raises(ValueError, match="|".join(options)):
            bridge.montecarlo(state, **options)  # type: ignore[arg-type]


def test_opening_leads() -> None:
    verdict = bridge.leads("KQJT9.32.432.432", "3NTS", constraints={"S": "15-17 hcp"}, worlds=24, seed=2, aim="tricks")
    assert verdict.card in ("SK", "SQ", "SJ", "ST", "S9")
    assert 0 < verdict.cards[0].mean < 13


def test_boards_go_through_pbn() -> None:
    state = random_play(bridge.position(DEAL, "4HXE", "both"), 52, random.Random(3))
    cards = tuple(state.text.split(" : ")[1].split())
    for length in (52, 30, 5, 0):
        board = pbn.Board(
            DEAL, "4HX", "E", "both", cards[:length], "N Pass 1S Pass 4H X AP", {"Event": 'a "b"', "Board": "7"}
        )
        text = pbn.write_pbn([board, board])
        assert pbn.read_pbn(text) == [board, board]
        assert board.state().text.split(" : ")[-1].split()[:length] == list(cards[:length])


PBN = """% PBN 2.1
[Event "Example"]
[Board "1"]
[Dealer "N"]
[Vulnerable "NS"] ; a comment
[Deal "E:AKQT4.AT6.9.K976 752.74.KT764.AT8 98.93.AQJ82.Q542 J63.KQJ852.53.J3"]
[Declarer "E"]
[Contract "2S"]
[Auction "N"]
2H X Pass 3D {natural}
Pass 3S AP
[Play "S"]
H7 H3 HQ HA
S2 S8 S3 SA
*
"""


def test_pbn_from_elsewhere() -> None:
    (board,) = pbn.read_pbn(PBN)
    assert board.vulnerable == "ns"
    assert board.play == ("H7", "H3", "HQ", "HA", "SA", "S2", "S8", "S3")
    assert board.tags["Dealer"] == "N"
    assert board.auction == "N 2H X Pass 3D Pass 3S AP"


def test_boards_without_an_empty_line_between_them() -> None:
    """A tag that the board has already begins another; so does, after the `*` of a section, a board's first tag."""
    ten = "".join(PBN.replace("% PBN 2.1\n", "").replace('Board "1"', f'Board "{number}"') for number in range(10))
    boards = pbn.read_pbn(ten)
    assert [board.tags["Board"] for board in boards] == [str(number) for number in range(10)]
    assert boards == pbn.read_pbn(ten.replace("[Event", "\n[Event"))
    assert len({board.play for board in boards}) == 1
    # The second has an Event where the first has none.
    both = pbn.read_pbn(PBN.replace('[Event "Example"]\n', "") + PBN.replace("% PBN 2.1\n", ""))
    assert [board.tags.get("Event") for board in both] == [None, "Example"]


def test_a_faulty_board_is_named_and_the_others_are_kept() -> None:
    one = PBN.replace("% PBN 2.1\n", "")
    bad = one.replace('Board "1"', 'Board "2"').replace("2S", "9S")
    boards, faulty = pbn.read_boards(one + bad + one.replace('Board "1"', 'Board "3"'))
    assert [board.tags["Board"] for board in boards] == ["1", "3"]
    assert [str(error) for error in faulty] == ["board 2 (line 15): contract '9S' is not one"]
    with pytest.raises(ParseError, match=r"board 2 \(line 15\): contract '9S' is not one"):
        pbn.read_pbn(one + bad)


@pytest.mark.parametrize(
    "text",
    ['[Deal "N:x"', '[Deal "N:.."]\n[Contract "8H"]', '[Deal "x"]\n[Vulnerable "me"]', '[Deal "x"]\n[Declarer "Q"]'],
)
def test_bad_pbn(text: str) -> None:
    with pytest.raises(ParseError):
        pbn.read_pbn(text)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='[]"{};%NESW:AKQJT98.\n *-Dealpyontrc 234', max_size=200))
def test_pbn_of_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(ParseError):
        pbn.read_pbn(text)
