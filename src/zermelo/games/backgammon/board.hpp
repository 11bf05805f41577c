// The men on the board and the plays of a roll: what the rules, the networks and the search all stand on.
//
// Each side counts its own points from its own side: index 0 is its 1-point, 23 its 24-point, 24 its bar. A point with index
// i of one side is the point 23 - i of the other. Side 0 is the player on roll.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace zermelo::backgammon {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

inline constexpr int BAR = 24;
inline constexpr int MEN = 15;

struct Board {
  u8 men[2][32] = {};  // 25 of each row are used; the rest stays 0

  bool operator==(const Board& other) const { return std::memcmp(men, other.men, sizeof men) == 0; }
  void swap() { std::swap_ranges(men[0], men[0] + 32, men[1]); }
  // The points with at least n men (n from 1 to 15), as bits; bit 24 is the bar.
  u32 at_least(int side, int n) const {
#if defined(__AVX2__)
    const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(men[side]));
    return static_cast<u32>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(row, _mm256_set1_epi8(static_cast<char>(n - 1)))));
#else
    u32 found = 0;
    for (int i = 0; i < 25; ++i) found |= static_cast<u32>(men[side][i] >= n) << i;
    return found;
#endif
  }
  // Men on some of the points.
  int on(int side, u32 points) const {
    int sum = 0;
    for (u32 left = at_least(side, 1) & points; left; left &= left - 1) sum += men[side][std::countr_zero(left)];
    return sum;
  }
  int on_board(int side) const {
#if defined(__AVX2__)
    const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(men[side]));
    const __m256i sums = _mm256_sad_epu8(row, _mm256_setzero_si256());
    const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<int>(_mm_extract_epi64(half, 0) + _mm_extract_epi64(half, 1));
#else
    int sum = 0;
    for (int i = 0; i < 25; ++i) sum += men[side][i];
    return sum;
#endif
  }
  int pips(int side) const {
    int sum = 0;
    for (u32 left = at_least(side, 1); left; left &= left - 1) {
      const int i = std::countr_zero(left);
      sum += (i + 1) * men[side][i];
    }
    return sum;
  }
  // The index of the hindmost man, -1 if all are off.
  int last(int side) const { return 31 - std::countl_zero(at_least(side, 1)); }
  // Some man has still to pass one of the other side.
  bool contact() const { return last(0) + last(1) > 22; }

  static Board start() {
    Board board;
    for (auto& side : board.men) side[5] = 5, side[7] = 3, side[12] = 5, side[23] = 2;
    return board;
  }
};

// How a game was won: 1, 2 for a gammon (the loser has no man off), 3 for a backgammon (and one in the winner's home board or
// on the bar). `board` is seen by the winner, who has no man left.
inline int points_won(const Board& board) {
  if (board.on_board(1) < MEN) return 1;
  return board.on(1, 0x1fc0000) ? 3 : 2;
}

// The distinct rolls, the higher die first, doubles with odds 1/36 and the others 2/36.
struct Roll {
  u8 high, low;
  int weight() const { return high == low ? 1 : 2; }
};
inline constexpr std::array<Roll, 21> ROLLS = [] {
  std::array<Roll, 21> rolls{};
  std::size_t n = 0;
  for (u8 high = 1; high <= 6; ++high)
    for (u8 low = 1; low <= high; ++low) rolls[n++] = {high, low};
  return rolls;
}();

// A play as the points its men leave, in the order they are moved: six bits for each of up to four steps, the point's
// index plus one, 0 where there is none. Bit 24: the lower die is played first (else the higher one).
using Play = u32;
inline constexpr Play LOW_FIRST = 1u << 24;
inline constexpr Play NO_PLAY = 0;
inline int source_of(Play play, int step) { return static_cast<int>(play >> (6 * step) & 63) - 1; }
inline int die_of(Play play, Roll roll, int step) {
  return ((play & LOW_FIRST) != 0) == (step % 2 == 0) ? roll.low : roll.high;
}

// Moves one man; a lone enemy man where it lands goes to the bar. True if there was one.
inline bool step(Board& board, int from, int die) {
  --board.men[0][from];
  const int to = from - die;
  if (to < 0) return false;
  ++board.men[0][to];
  if (board.men[1][23 - to] != 1) return false;
  board.men[1][23 - to] = 0;
  ++board.men[1][BAR];
  return true;
}

// Whether a man of the point `from`, where there is one, can move; `last` is the hindmost man's.
inline bool can_step(const Board& board, int from, int die, int last) {
  if (last == BAR && from != BAR) return false;
  const int to = from - die;
  if (to >= 0) return board.men[1][23 - to] < 2;
  return last < 6 && (to == -1 || from == last);
}

// The board after a play, the same side still being side 0.
inline Board played(Board board, Play play, Roll roll) {
  for (int i = 0; i < 4 && source_of(play, i) >= 0; ++i) step(board, source_of(play, i), die_of(play, roll, i));
  return board;
}

struct Outcome {
  Board board;  // seen by the player who moved
  Play play;
};

// All plays of a roll, one for each position that can be reached, in a fixed order: both dice must be played if that is
// possible, and the higher one if only one can be. No play at all leaves the board as it is.
class Plays {
 public:
  const std::vector<Outcome>& of(const Board& board, Roll roll) {
    found_.clear();
    if (roll.high == roll.low) {
      longest_ = 0;
      repeat(board, roll.high, BAR, 0, NO_PLAY);
    } else {
      mixed(board, roll);
    }
    if (found_.empty()) found_.push_back({board, NO_PLAY});
    return found_;
  }
  const std::vector<Outcome>& of_last() const { return found_; }

 private:
  // Takes the highest point from a set.
  static int next_of(u32& points) {
    const int point = 31 - std::countl_zero(points);
    points ^= 1u << point;
    return point;
  }

  // Doubles: the men are taken from the back to the front, which reaches every position exactly once.
  void repeat(const Board& board, int die, int highest, int steps, Play play) {
    const int last = board.last(0);
    bool moved = false;
    if (steps < 4)
      for (u32 left = board.at_least(0, 1) & ((2u << highest) - 1); left;) {
        const int from = next_of(left);
        if (!can_step(board, from, die, last)) continue;
        moved = true;
        Board next = board;
        step(next, from, die);
        repeat(next, die, from, steps + 1, play | static_cast<Play>(from + 1) << (6 * steps));
      }
    if (moved || steps == 0 || steps < longest_) return;
    if (steps > longest_) found_.clear();
    longest_ = steps;
    found_.push_back({board, play});
  }

  void mixed(const Board& board, Roll roll) {
    both(board, roll.high, roll.low, NO_PLAY);
    both(board, roll.low, roll.high, LOW_FIRST);
    if (!found_.empty()) return;
    single(board, roll.high, NO_PLAY);
    if (found_.empty()) single(board, roll.low, LOW_FIRST);
  }

  void both(const Board& board, int first, int second, Play order) {
    const int last = board.last(0);
    for (u32 left = board.at_least(0, 1); left;) {
      const int from = next_of(left);
      if (!can_step(board, from, first, last)) continue;
      Board middle = board;
      step(middle, from, first);
      const int behind = middle.last(0);
      for (u32 rest = middle.at_least(0, 1); rest;) {
        const int next = next_of(rest);
        if (!can_step(middle, next, second, behind)) continue;
        Board end = middle;
        step(end, next, second);
        add(end, order | static_cast<Play>(from + 1) | static_cast<Play>(next + 1) << 6);
      }
    }
  }

  void single(const Board& board, int die, Play order) {
    const int last = board.last(0);
    for (u32 left = board.at_least(0, 1); left;) {
      const int from = next_of(left);
      if (!can_step(board, from, die, last)) continue;
      Board end = board;
      step(end, from, die);
      add(end, order | static_cast<Play>(from + 1));
    }
  }

  void add(const Board& board, Play play) {
    for (const Outcome& each : found_)
      if (each.board == board) return;
    found_.push_back({board, play});
  }

  std::vector<Outcome> found_;
  int longest_ = 0;
};

}  // namespace zermelo::backgammon
