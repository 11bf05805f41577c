// The learned evaluation: nine blocks of 4 × 4 squares, each a table of weights looked up by the men that stand on its eight
// dark squares, and some numbers besides (kings by their squares, what can move safely, who has the move).
//
// A block's index writes its squares as digits in base three, in the order of their numbers from White's side: empty 0, a
// man of White's 1, of Black's 2. Every weight is a pair, for the full and for the empty board, between which the number
// of pieces decides. The board turned round with the colours changed over is worth the same to the other side, so weights
// are kept for one of every two blocks; turning makes the other of it (`Weights`).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game.hpp"

namespace zermelo::checkers {

inline constexpr int BLOCKS = 9, BLOCK_SQUARES = 8, BLOCK_SIZE = 6561, KEPT_BLOCKS = 5;
inline constexpr int LANES = 16;  // of a vector of indices

// The squares of a block by their numbers: rows 2 × (b / 3) to + 3, columns 2 × (b % 3) to + 3 of the board.
inline constexpr auto BLOCK_NUMBERS = [] {
  std::array<std::array<int, BLOCK_SQUARES>, BLOCKS> all{};
  for (int b = 0; b < BLOCKS; ++b) {
    std::size_t found = 0;
    for (int number = 1; number <= 32; ++number) {
      const int up = (number - 1) / 4, across = (number - 1) % 4 * 2 + (up % 2 == 0 ? 1 : 0);
      if (up - b / 3 * 2 >= 0 && up - b / 3 * 2 < 4 && across - b % 3 * 2 >= 0 && across - b % 3 * 2 < 4)
        all[static_cast<std::size_t>(b)][found++] = number;
    }
  }
  return all;
}();

using Indices = std::uint16_t __attribute__((vector_size(2 * LANES)));

// For each of the four bytes of a set of men and each of its values: what these men add to the indices of all blocks.
inline const auto& index_parts() {
  static const auto parts = [] {
    auto all = std::make_unique<std::array<std::array<Indices, 256>, 4>>();
    for (std::size_t byte = 0; byte < 4; ++byte)
      for (std::size_t value = 0; value < 256; ++value) {
        Indices sum{};
        for (std::size_t b = 0; b < BLOCKS; ++b) {
          int power = 1;
          for (const int number : BLOCK_NUMBERS[b]) {
            const auto bit = static_cast<std::size_t>(bit_of(number));
            if (bit / 8 == byte && value >> bit % 8 & 1) sum[b] = static_cast<std::uint16_t>(sum[b] + power);
            power *= 3;
          }
        }
        (*all)[byte][value] = sum;
      }
    return all;
  }();
  return *parts;
}

// What is counted besides the blocks, White's less Black's (the last two: of the side to move).
enum Counted {
  MEN,
  KINGS,
  SAFE_STEPS,
  SAFE_KINGS,
  HELD_KINGS,
  RUNNERS,
  BACK_ROW,
  ONLY_KINGS,
  TO_MOVE,
  HAS_MOVE,
  COUNTS
};

// Weights for White: pairs in one word, the full board's in the upper half. The file's order is that of the members.
struct Weights {
  static constexpr std::size_t WORDS = 2 * (COUNTS + 32 + KEPT_BLOCKS * BLOCK_SIZE);

  std::array<std::int32_t, COUNTS> counted;
  std::array<std::int32_t, 32> king;                                // on each bit, of White's; of Black's turned
  std::array<std::array<std::int32_t, BLOCK_SIZE>, BLOCKS> blocks;  // by index

  static constexpr std::int32_t pair(int full, int empty) { return full * 65536 + empty; }
  static constexpr int full(std::int32_t both) { return (both + 0x8000) >> 16; }
  static constexpr int empty(std::int32_t both) { return static_cast<std::int16_t>(both); }

  // From the words of a file: for each number first that of the full board, then that of the empty one. Kings by their
  // squares' numbers.
  explicit Weights(std::span<const std::int16_t> words) {
    std::size_t at = 0;
    const auto next = [&] {
      const std::int32_t both = pair(words[at], words[at + 1]);
      at += 2;
      return both;
    };
    for (auto& each : counted) each = next();
    for (int number = 1; number <= 32; ++number) king[static_cast<std::size_t>(bit_of(number))] = next();
    for (std::size_t b = 0; b < KEPT_BLOCKS; ++b)
      for (std::size_t i = 0; i < BLOCK_SIZE; ++i) {
        const std::int32_t both = next();
        blocks[b][i] = both;
        if (b + 1 < KEPT_BLOCKS) blocks[BLOCKS - 1 - b][turned_index(i)] = pair(-full(both), -empty(both));
      }
  }

  // The same men with the board turned round and the colours changed over: the digits in the other order, 1 for 2.
  static std::size_t turned_index(std::size_t index) {
    std::size_t out = 0;
    for (int i = 0; i < BLOCK_SQUARES; ++i) {
      const std::size_t digit = index % 3;
      out = 3 * out + (digit == 0 ? 0 : 3 - digit);
      index /= 3;
    }
    return out;
  }
};

// Those that the game comes with, once they are loaded; null before. They are never taken away again.
inline std::atomic<const Weights*> loaded_weights{nullptr};

// What can be counted of one side.
template <int Side>
struct Count {
  Squares men, kings, other, other_kings, empty;

  explicit Count(const Position& p)
      : men(p.men(Side)),
        kings(p.kings_of(Side)),
        other(p.all(1 - Side)),
        other_kings(p.kings_of(1 - Side)),
        empty(p.empty()) {}

  // Empty squares where a piece would be taken at once.
  Squares attacked() const {
    return (step<BEHIND_LEFT<Side>>(other) & back<BEHIND_LEFT<Side>>(empty)) |
           (step<BEHIND_RIGHT<Side>>(other) & back<BEHIND_RIGHT<Side>>(empty)) |
           (step<AHEAD_LEFT<Side>>(other_kings) & back<AHEAD_LEFT<Side>>(empty)) |
           (step<AHEAD_RIGHT<Side>>(other_kings) & back<AHEAD_RIGHT<Side>>(empty));
  }

  // Squares that pieces of the other can come to before a man on them has gone: where men meet nobody they run through.
  Squares runners() const {
    Squares met = other;
    for (int i = 0; i < 6; ++i) met |= step<BEHIND_LEFT<Side>>(met) | step<BEHIND_RIGHT<Side>>(met);
    return men & ~met;
  }

  void add(int sign, std::array<int, COUNTS>& out) const {
    const Squares safe = empty & ~attacked();
    out[MEN] += sign * std::popcount(men);
    out[SAFE_STEPS] += sign * std::popcount(men & (back<AHEAD_LEFT<Side>>(safe) | back<AHEAD_RIGHT<Side>>(safe)));
    out[RUNNERS] += sign * std::popcount(runners());
    out[BACK_ROW] += sign * std::popcount(men & crown_row(1 - Side));
    if (!kings) return;
    const Squares free = back<UP_LEFT>(safe) | back<UP_RIGHT>(safe) | back<DOWN_LEFT>(safe) | back<DOWN_RIGHT>(safe);
    out[KINGS] += sign * std::popcount(kings);
    out[SAFE_KINGS] += sign * std::popcount(safe & (step<UP_LEFT>(kings) | step<UP_RIGHT>(kings) |
                                                    step<DOWN_LEFT>(kings) | step<DOWN_RIGHT>(kings)));
    out[HELD_KINGS] += sign * std::popcount(kings & ~free);
    if (!other_kings) out[ONLY_KINGS] += sign;
  }
};

// Squares of every other row: with as many pieces on them as is odd, the side to move has the move (the opposition).
inline constexpr Squares SYSTEM = row(1) | row(3) | row(5) | row(7);

inline std::array<int, COUNTS> counts_of(const Position& p) {
  std::array<int, COUNTS> out{};
  Count<WHITE>(p).add(1, out);
  Count<BLACK>(p).add(-1, out);
  const int sign = p.mover == WHITE ? 1 : -1;
  const Squares all = p.pieces[0] | p.pieces[1];
  const Squares system = p.mover == WHITE ? ~SYSTEM : SYSTEM;
  out[TO_MOVE] = sign;
  out[HAS_MOVE] = std::popcount(all & system) & 1 ? sign : -sign;
  return out;
}

inline Indices indices_of(const Position& p) {
  const auto& parts = index_parts();
  const Squares white = p.men(WHITE), black = p.men(BLACK);
  const Indices ones =
      parts[0][white & 255] + parts[1][white >> 8 & 255] + parts[2][white >> 16 & 255] + parts[3][white >> 24];
  const Indices twos =
      parts[0][black & 255] + parts[1][black >> 8 & 255] + parts[2][black >> 16 & 255] + parts[3][black >> 24];
  return ones + twos + twos;
}

// What a position is worth to White, in hundredths of a man.
inline int value_by(const Weights& weights, const Position& p) {
  std::int32_t both = 0;
  const Indices indices = indices_of(p);
  for (std::size_t b = 0; b < BLOCKS; ++b) both += weights.blocks[b][indices[b]];
  const std::array<int, COUNTS> counts = counts_of(p);
  for (std::size_t i = 0; i < COUNTS; ++i) both += counts[i] * weights.counted[i];
  for (Squares left = p.kings_of(WHITE); left; left &= left - 1)
    both += weights.king[static_cast<std::size_t>(std::countr_zero(left))];
  for (Squares left = turned(p.kings_of(BLACK)); left; left &= left - 1)
    both -= weights.king[static_cast<std::size_t>(std::countr_zero(left))];
  const int pieces = std::popcount(p.pieces[0] | p.pieces[1]);
  return (Weights::full(both) * pieces + Weights::empty(both) * (24 - pieces)) / 24;
}

}  // namespace zermelo::checkers
