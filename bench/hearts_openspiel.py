"""Hearts against OpenSpiel's (pip install open_spiel): the same random games by both, every position compared.

    python bench/hearts_openspiel.py [GAMES] [SEED]

Whose turn it is, the legal cards and the points at the end. OpenSpiel is set so that the queen of spades does not break
hearts; cards to pass are chosen in any order there, so of those only the hand is compared.
"""

from __future__ import annotations

import random
import sys

import pyspiel

import zermelo

RULES = "hearts(qs_breaks_hearts=False)"
PASSINGS = ("hold", "left", "across", "right")


def number(card: str) -> int:
    """OpenSpiel's number of a card: suits C D H S within each rank."""
    return 4 * "23456789TJQKA".index(card[1]) + "CDHS".index(card[0])


def begun(game: pyspiel.Game, ours: zermelo.State, passing: int) -> pyspiel.State:
    """The same deal there, card by card round the table."""
    theirs = game.new_initial_state()
    theirs.apply_action(passing)
    hands = [
        [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]
        for hand in ours.text[2:].split(" ")[:4]
    ]
    for i in range(52):
        theirs.apply_action(number(hands[i % 4][i // 4]))
    return theirs


def compared(game: pyspiel.Game, seed: int, rng: random.Random) -> int:
    passing = rng.randrange(4)
    ours = zermelo.start("hearts", seed=seed, passing=PASSINGS[passing])
    theirs, plies = begun(game, ours, passing), 0
    while not ours.is_over:
        legal = {number(card) for card in ours.moves()}
        is_passing = passing != 0 and plies < 12
        assert ours.turn == theirs.current_player(), ours.text
        assert legal <= set(theirs.legal_actions()) if is_passing else legal == set(theirs.legal_actions()), ours.text
        card = rng.choice(ours.moves())
        ours, plies = ours.play(card), plies + 1
        theirs.apply_action(number(card))
    assert theirs.is_terminal(), ours.text
    points = [26 - each for each in theirs.returns()]
    assert [sum(points) / 4 - each for each in points] == [ours.payoff(player) for player in range(4)], ours.text
    return plies + 1


def main() -> None:
    games, seed = (int(each) for each in (*sys.argv[1:], *("1000", "1")[len(sys.argv) - 1 :]))
    game, rng = pyspiel.load_game(RULES), random.Random(seed)
    positions = sum(compared(game, rng.randrange(2**60), rng) for _ in range(games))
    print(f"{games:,} games, {positions:,} positions: all equal (OpenSpiel {RULES})")


if __name__ == "__main__":
    main()
