// Sets of cards as bits, and the words for seats, suits and ranks.
//
//      63 … 48        47 … 32        31 … 16        15 … 0        the bits of a set
//      clubs          diamonds       hearts         spades
//                                                   12 = ace … 0 = deuce; the three bits above stay 0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zermelo::bridge {

using Cards = std::uint64_t;

// Seats clockwise: north, east, south, west. A seat's side is its lowest bit: 0 north-south, 1 east-west.
inline constexpr int SEATS = 4;
inline constexpr int SUITS = 4;
inline constexpr int RANKS = 13;
inline constexpr int NOTRUMP = 4;  // the fifth strain, after spades, hearts, diamonds and clubs

inline constexpr Cards SUIT = 0x1fff;
inline constexpr Cards DECK = SUIT | SUIT << 16 | SUIT << 32 | SUIT << 48;

using Hands = std::array<Cards, SEATS>;

constexpr Cards suit_cards(int suit) { return SUIT << (16 * suit); }
constexpr Cards card_bit(int card) { return Cards{1} << card; }
constexpr int suit_of(int card) { return card >> 4; }
constexpr int rank_of(int card) { return card & 15; }
constexpr int highest(Cards cards) { return 63 - std::countl_zero(cards); }
constexpr int lowest(Cards cards) { return std::countr_zero(cards); }
constexpr Cards lowest_bit(Cards cards) { return cards & (~cards + 1); }
constexpr int count(Cards cards) { return std::popcount(cards); }
constexpr int next_seat(int seat) { return (seat + 1) & 3; }
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
