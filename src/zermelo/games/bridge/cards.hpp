// What bridge asks of sets of cards: partners, trumps, runs of equal cards.
#pragma once

#include "games/shared/cards.hpp"

namespace zermelo::bridge {

using namespace cards;

inline constexpr int NOTRUMP = 4;  // the fifth strain, after spades, hearts, diamonds and clubs

// A seat's side is its lowest bit: 0 north-south, 1 east-west.
constexpr int partner_of(int seat) { return seat ^ 2; }

// The cards of one suit as thirteen bits, and back.
constexpr unsigned ranks_in(Cards cards, int suit) { return static_cast<unsigned>(cards >> (16 * suit)) & SUIT; }

// Of `mine`, the lowest card of every run of equals: cards between which nobody else has one left. `gone` are the cards
// of earlier tricks. Adding a bit just above each card carries over the gone cards to the next card that is left.
constexpr Cards run_bottoms(Cards mine, Cards gone) { return mine & ~(gone + (mine << 1)); }

// All of `mine` in the run that begins with the single card `bottom`.
constexpr Cards run_of(Cards bottom, Cards mine, Cards gone) {
  const Cards fill = mine | gone;
  return ((fill + bottom) ^ fill) & mine;
}

// Does card `a` beat `b`, the best card so far? A card of another suit wins only as a trump.
constexpr bool beats(int a, int b, int trump) { return suit_of(a) == suit_of(b) ? a > b : suit_of(a) == trump; }

}  // namespace zermelo::bridge
