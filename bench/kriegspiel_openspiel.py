"""Kriegspiel beside OpenSpiel's: the same random tries in both, and what the umpires say of them.

    python bench/kriegspiel_openspiel.py [GAMES] [SEED]      needs open_spiel

Prints how many tries were made, and every kind of difference with how often it was met and a game that shows it.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter

import pyspiel

import zermelo

CHECKS = {"file", "rank", "long", "short", "knight"}


def words_of(message: str) -> set[str]:
    """OpenSpiel's announcement in the words of our views."""
    words = set()
    if taken := re.search(r"(Pawn|Piece) at ([a-h][1-8]) captured", message):
        words.add(f"{taken[1].lower()}@{taken[2]}")
    if tries := re.search(r"(\d+) pawn tr", message):
        words.add(f"tries{tries[1]}")
    return words | {word for word in CHECKS if re.search(rf"\b{word}\b", message, re.IGNORECASE)}


def difference(ours: set[str], theirs: set[str]) -> str:
    """What kind of difference it is, where it is of a known kind."""
    counts = [sum(int(word[5:]) for word in words if word.startswith("tries")) for words in (ours, theirs)]
    rest = [{word for word in words if not word.startswith("tries")} for words in (ours, theirs)]
    if rest[0] == rest[1] and counts[1] > counts[0] and (counts[1] - counts[0]) % 3 == 0:
        return "a capture that promotes counts as four pawn tries"
    if rest[0] - CHECKS == rest[1] and counts[0] == counts[1]:
        return "checks are not announced"
    if rest[0] - CHECKS == rest[1] and counts[1] > counts[0] and (counts[1] - counts[0]) % 3 == 0:
        return "checks are not announced, and a capture that promotes counts as four pawn tries"
    return f"{sorted(ours)} / {sorted(theirs)}"


def one_game(rng: random.Random, differences: Counter[str], shown: dict[str, str]) -> int:
    state = zermelo.start("kriegspiel")
    other = pyspiel.load_game("kriegspiel(threefold_repetition=False,50_move_rule=False)").new_initial_state()
    count = 0

    def differ(kind: str) -> None:
        differences[kind] += 1
        shown.setdefault(kind, state.text)

    while not state.is_over and not other.is_terminal():
        player = other.current_player()
        actions = {other.action_to_string(player, each): each for each in other.legal_actions()}
        if player != 1 - state.turn:
            differ("another player is to move")
            return count
        move = rng.choice(state.moves())
        if move not in actions:
            differ("a try that OpenSpiel does not know")
            return count
        before, mover = state.view(state.turn), state.turn
        state = state.play(move)
        other.apply_action(actions[move])
        count += 1
        said = state.view(mover)[len(before) :].strip()
        message = other.observation_string(0).split("\n")[-1]
        if said.endswith("-") != message.startswith("Illegal"):
            differ(f"refused here or there: {said} / {message}")
            return count
        ours = set(said.partition(":")[2].split(",")) - {"", "mate", "stalemate", "dead", "waited", "plies"}
        if not said.endswith("-") and not state.is_over and ours != words_of(message):
            passed = any(word.startswith("pawn@") and word[5:] != move[2:4] for word in ours)
            differ("en passant is not announced" if passed else difference(ours, words_of(message)))
    if state.is_over != other.is_terminal():
        differ(
            "ended here only: " + re.split("[:,]", state.view(0).strip())[-1] if state.is_over else "ended there only"
        )
    elif state.payoff(0) != other.returns()[1]:
        differ(f"ended with {state.payoff(0)} / {other.returns()[1]}")
    return count


def main(games: int = 100, seed: int = 0) -> None:
    rng, differences, shown = random.Random(seed), Counter[str](), dict[str, str]()
    tries = sum(one_game(rng, differences, shown) for _ in range(games))
    print(f"{games} games, {tries} tries")
    for kind, count in differences.most_common():
        print(f"{count:6}  {kind}\n        {shown[kind][-200:]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
