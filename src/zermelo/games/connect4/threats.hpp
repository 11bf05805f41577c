// Connect Four on bitboards: sizes, lines of four, scores, and what zugzwang alone decides.
//
// A column is height + 1 bits, bottom row first; its top bit is a sentinel that is always empty, so that no line of
// four runs from one column into the next. The 7 x 6 board:
//
//      6 13 20 27 34 41 48   <- sentinels
//      5 12 19 26 33 40 47
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42
//
// `mine` holds the stones of the side to move, `mask` those of both sides. Nothing here has state.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace zermelo::connect4 {

using Bits = std::uint64_t;

// The constants of a board of `width` x `height` cells, width * (height + 1) <= 64.
struct AnySize {
  static constexpr int max_width = 32;
  int width, height, cells, stride;
  Bits bottom = 0;                // the lowest cell of every column
  Bits board = 0;                 // every cell, no sentinel
  Bits top_rows = 0;              // the top row and every second row below it
  std::array<int, 4> directions;  // distance between neighbours on a line: |, \, -, /

  constexpr AnySize(int width_, int height_)
      : width(width_),
        height(height_),
        cells(width_ * height_),
        stride(height_ + 1),
        // A board narrower than four has vertical lines only; shifts stay below 64 for all others.
        directions(width_ < 4 ? std::array{1, 1, 1, 1} : std::array{1, height_, height_ + 1, height_ + 2}) {
    for (int column = 0; column < width; ++column) {
      bottom |= Bits{1} << (column * stride);
      for (int row = 0; row < height; ++row) {
        board |= Bits{1} << (column * stride + row);
        if ((height - row) % 2 == 1) top_rows |= Bits{1} << (column * stride + row);
      }
    }
  }
};

// The same names, all known to the compiler.
template <int W, int H>
struct Fixed {
  static constexpr AnySize any{W, H};
  static constexpr int max_width = W, width = W, height = H, cells = any.cells, stride = any.stride;
  static constexpr Bits bottom = any.bottom, board = any.board, top_rows = any.top_rows;
  static constexpr std::array<int, 4> directions = any.directions;
};

// A formula over `stones` and their neighbours `up` and `down` a line, taken along all four directions and merged:
// with AVX2 side by side in one register, elsewhere one after the other.
#ifdef __AVX2__
struct Line {
  __m256i bits, distance;
  Line operator&(Line other) const { return {_mm256_and_si256(bits, other.bits), distance}; }
  Line operator|(Line other) const { return {_mm256_or_si256(bits, other.bits), distance}; }
  template <int steps>
  __m256i times() const {
    if constexpr (steps == 1)
      return distance;
    else
      return _mm256_add_epi64(times<steps - 1>(), distance);
  }
  template <int steps>
  Line up() const {
    return {_mm256_sllv_epi64(bits, times<steps>()), distance};
  }
  template <int steps>
  Line down() const {
    return {_mm256_srlv_epi64(bits, times<steps>()), distance};
  }
  bool any() const { return !_mm256_testz_si256(bits, bits); }
  Bits merged() const {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1));
    return static_cast<Bits>(_mm_cvtsi128_si64(half) | _mm_extract_epi64(half, 1));
  }
};

template <class Size, class Formula>
Line along_lines(const Size& size, Bits stones, Formula formula) {
  const auto& d = size.directions;
  const __m256i all = _mm256_set1_epi64x(static_cast<long long>(stones));
  return formula(Line{all, _mm256_setr_epi64x(d[0], d[1], d[2], d[3])});
}
#else
struct Line {
  Bits bits;
  int distance;
  Line operator&(Line other) const { return {bits & other.bits, distance}; }
  Line operator|(Line other) const { return {bits | other.bits, distance}; }
  template <int steps>
  Line up() const {
    return {bits << (distance * steps), distance};
  }
  template <int steps>
  Line down() const {
    return {bits >> (distance * steps), distance};
  }
  bool any() const { return bits != 0; }
  Bits merged() const { return bits; }
};

template <class Size, class Formula>
Line along_lines(const Size& size, Bits stones, Formula formula) {
  const auto& d = size.directions;
  return (formula(Line{stones, d[0]}) | formula(Line{stones, d[1]})) |
         (formula(Line{stones, d[2]}) | formula(Line{stones, d[3]}));
}
#endif

// Whether `stones` contains four in a line.
template <class Size>
bool has_four(const Size& size, Bits stones) {
  return along_lines(size, stones,
                     [](Line all) {
                       const Line pairs = all & all.down<1>();
                       return pairs & pairs.down<2>();
                     })
      .any();
}

// Every cell, empty or not, playable or not, that makes four in a line with three of `stones`.
template <class Size>
[[gnu::always_inline]] inline Bits winning_squares(const Size& size, Bits stones) {
  const Line fours = along_lines(size, stones, [](Line all) {
    const Line above = all.up<1>(), below = all.down<1>();
    const Line two_above = above & all.up<2>(), two_below = below & all.down<2>();
    return (two_above & (all.up<3>() | below)) | (two_below & (all.down<3>() | above));
  });
  return fours.merged() & size.board;
}

// The cells where a stone may be dropped.
template <class Size>
Bits possible_moves(const Size& size, Bits mask) {
  return (mask + size.bottom) & size.board;
}

// The cells of `column`, sentinel left out.
template <class Size>
Bits column_cells(const Size& size, int column) {
  return ((Bits{1} << size.height) - 1) << (column * size.stride);
}

// The columns in opposite order, sentinel bits included.
template <class Size>
Bits mirrored(const Size& size, Bits bits) {
  Bits result = 0;
  for (int left = 0, right = (size.width - 1) * size.stride; right >= 0; left += size.stride, right -= size.stride)
    result |= (bits >> left & ((Bits{2} << size.height) - 1)) << right;
  return result;
}

// In each column the lowest cell of `cells` and all above it.
template <class Size>
Bits with_all_above(const Size& size, Bits cells) {
  // Per column, 2^height - x turns over every bit above the lowest one of x.
  const Bits sentinels = size.bottom << size.height;
  return (((sentinels - cells) ^ cells) | cells) & size.board;
}

// Scores. A win scores one more than the stones the winner would still have had to play: half of those left, for
// the side that drops the winning stone on a board of `stones`. A loss is the winner's score with a minus, a draw 0.
constexpr int win_score(int cells, int stones) { return (cells + 1 - stones) / 2; }
constexpr int max_score(int cells, int stones) { return win_score(cells, stones); }
constexpr int min_score(int cells, int stones) { return -win_score(cells, stones + 1); }

// Plies from a board of `stones` and this exact score to the end of the game, the last one included.
constexpr int plies_to_end(int cells, int stones, int score) {
  if (score == 0) return cells - stones;
  const int even = score > 0 ? 1 : 0;  // the winner's stone is an odd number of plies away if the winner is to move
  const int plies = cells + 2 - stones - 2 * (score > 0 ? score : -score);
  return plies % 2 == even ? plies : plies - 1;
}

// The score of the side to move when the game ends `plies` from now with a win; the opposite of `plies_to_end`.
constexpr int score_of_plies(int cells, int stones, int plies) {
  const int score = win_score(cells, stones + plies - 1);
  return plies % 2 == 1 ? score : -score;
}

}  // namespace zermelo::connect4
