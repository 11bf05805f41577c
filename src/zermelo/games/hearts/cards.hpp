// Sets of cards as bits, and how cards, hands and seats are written.
//
//      63 … 48        47 … 32        31 … 16        15 … 0        the bits of a set
//      clubs          diamonds       hearts         spades
//                                                   12 = ace … 0 = deuce; the three bits above stay 0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

namespace zermelo::hearts {

using Cards = std::uint64_t;

inline constexpr int SEATS = 4, SUITS = 4, RANKS = 13;
inline constexpr char SEAT_LETTERS[] = "NESW", SUIT_LETTERS[] = "SHDC", RANK_LETTERS[] = "23456789TJQKA";
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
constexpr int next_seat(int seat) { return (seat + 1) % SEATS; }

inline std::string card_text(int card) { return {SUIT_LETTERS[suit_of(card)], RANK_LETTERS[rank_of(card)]}; }

// `AKQ.J5..T987…`: spades, hearts, diamonds, clubs.
inline std::string hand_text(Cards hand) {
  std::string text;
  for (int suit = 0; suit < SUITS; ++suit) {
    for (int rank = RANKS - 1; rank >= 0; --rank)
      if (hand & card_bit(16 * suit + rank)) text += RANK_LETTERS[rank];
    if (suit < SUITS - 1) text += '.';
  }
  return text;
}

}  // namespace zermelo::hearts
