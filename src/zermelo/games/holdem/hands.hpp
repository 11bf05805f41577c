// What a poker hand is worth: the best five of up to seven cards, as one number to compare.
//
// Cards are bits, thirteen for each suit, so that everything is counted for all ranks at once:
//
//   suit s:  bit 0 … 12 = 2 3 4 5 6 7 8 9 T J Q K A
//
//   value = kind << 26 | first << 13 | second      kind: 8 straight flush, 7 four, 6 full house, 5 flush, 4 straight,
//                                                  3 three, 2 two pairs, 1 pair, 0 nothing
//
// `first` and `second` are sets of ranks: those that make the kind, then those that decide between equal ones. Sets of
// the same size compare like their highest different rank, so the number compares like the hand.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace zermelo::holdem {

using Ranks = std::uint32_t;
using Value = std::uint32_t;

inline constexpr std::string_view RANKS = "23456789TJQKA", SUITS = "cdhs";

// Card 0 … 51: rank times four plus suit.
inline constexpr int rank_of(int card) { return card / 4; }
inline constexpr int suit_of(int card) { return card % 4; }
inline std::string card_name(int card) {
  return {RANKS[static_cast<std::size_t>(rank_of(card))], SUITS[static_cast<std::size_t>(suit_of(card))]};
}

// A set of cards.
struct Cards {
  std::array<Ranks, 4> suits{};

  void add(int card) { suits[static_cast<std::size_t>(suit_of(card))] |= Ranks{1} << rank_of(card); }
  bool has(int card) const { return suits[static_cast<std::size_t>(suit_of(card))] >> rank_of(card) & 1; }
};

inline Ranks highest(Ranks ranks) { return ranks ? std::bit_floor(ranks) : 0; }

inline Ranks highest(Ranks ranks, int count) {
  Ranks chosen = 0;
  for (; count > 0 && ranks; --count) {
    const Ranks top = highest(ranks);
    chosen |= top;
    ranks ^= top;
  }
  return chosen;
}

// The highest card of the best straight, as a bit; 0 if there is none. The ace also stands below the two.
inline Ranks straight(Ranks ranks) {
  const Ranks wheel = ranks << 1 | (ranks >> 12 & 1);
  return highest(wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4) << 3;
}

inline Value made(unsigned kind, Ranks first, Ranks second = 0) { return kind << 26 | first << 13 | second; }

inline Value value_of(const Cards& hand) {
  const auto [a, b, c, d] = hand.suits;
  for (const Ranks suit : hand.suits)
    if (std::popcount(suit) >= 5) {
      const Ranks top = straight(suit);
      return top ? made(8, top)
                 : made(5, highest(suit, 5));  // with a flush among seven there is no four, no full house
    }
  const Ranks all = a | b | c | d;
  const Ranks odd = a ^ b ^ c ^ d, pairs_ab = a & b, pairs_cd = c & d;
  const Ranks two_or_more = pairs_ab | pairs_cd | ((a ^ b) & (c ^ d));
  const Ranks fours = pairs_ab & pairs_cd, threes = odd & two_or_more, twos = two_or_more & ~odd & ~fours;
  if (fours) return made(7, highest(fours), highest(all & ~highest(fours)));
  if (threes) {
    const Ranks three = highest(threes), rest = (threes ^ three) | twos;
    if (rest) return made(6, three, highest(rest));
  }
  if (const Ranks top = straight(all)) return made(4, top);
  if (threes) return made(3, threes, highest(all & ~threes, 2));
  if (std::popcount(twos) >= 2) {
    const Ranks two = highest(twos, 2);
    return made(2, two, highest(all & ~two));
  }
  if (twos) return made(1, twos, highest(all & ~twos, 3));
  return made(0, highest(all, 5));
}

}  // namespace zermelo::holdem
