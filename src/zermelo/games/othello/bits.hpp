// Move generation and flips on two 64-bit words: bit 0 is a1, bit 7 h1, bit 63 h8. `me` is the side to move.
//
// Three forms of the same two functions: for any machine, for AVX2 and for AVX-512; Bits is the best one this file is
// compiled for. Each works along all lines through the board at once, a lane for a direction.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace zermelo::othello {

using u64 = std::uint64_t;

inline constexpr u64 bit(int square) { return u64{1} << square; }
inline int first_square(u64 squares) { return std::countr_zero(squares); }
inline int count(u64 squares) { return std::popcount(squares); }

// Calls work(square) for every square in turn, a1 first.
template <class Work>
inline void each_square(u64 squares, Work work) {
  for (; squares; squares &= squares - 1) work(first_square(squares));
}

// The lines from every square to the border: four towards h8 (higher bits), four towards a1.
struct Rays {
  alignas(64) u64 up[4];
  u64 down[4];
};

inline constexpr std::array<Rays, 64> RAYS = [] {
  constexpr int across[4] = {1, 0, 1, -1}, along[4] = {0, 1, 1, 1};
  std::array<Rays, 64> rays{};
  for (int square = 0; square < 64; ++square)
    for (int line = 0; line < 4; ++line)
      for (int side = 1; side >= -1; side -= 2) {
        u64 ray = 0;
        int x = square % 8 + side * across[line], y = square / 8 + side * along[line];
        for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += side * across[line], y += side * along[line])
          ray |= bit(8 * y + x);
        (side > 0 ? rays[square].up : rays[square].down)[line] = ray;
      }
  return rays;
}();

inline constexpr u64 INNER_COLUMNS = 0x7e7e7e7e7e7e7e7eULL;
inline constexpr u64 INNER_ROWS = 0x00ffffffffffff00ULL;

struct Portable {
  static u64 moves(u64 me, u64 opp) {
    u64 found = 0;
    const u64 sides = opp & INNER_COLUMNS;
    found |= line<1>(me, sides) | line<8>(me, opp) | line<9>(me, sides) | line<7>(me, sides);
    return found & ~(me | opp);
  }

  static u64 flips(int square, u64 me, u64 opp) {
    const Rays& rays = RAYS[static_cast<std::size_t>(square)];
    u64 turned = 0;
    for (int i = 0; i < 4; ++i) {
      const u64 up = rays.up[i], down = rays.down[i];
      const u64 above = ((opp | ~up) + 1) & up & me;  // the carry runs through opp to the first other square
      turned |= (above - (above != 0)) & up;
      const u64 others = down & ~opp;
      const u64 below = others ? (bit(63) >> std::countl_zero(others)) & me : 0;
      turned |= (~below + 1) << 1 & down;
    }
    return turned;
  }

 private:
  // Both ends of all lines with this step: runs of opp next to me, filled in steps of 1, 2 and 2.
  template <int step>
  static u64 line(u64 me, u64 opp) {
    u64 up = opp & (me << step), down = opp & (me >> step);
    up |= opp & (up << step), down |= opp & (down >> step);
    const u64 pairs_up = opp & (opp << step), pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step), down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step), down |= pairs_down & (down >> 2 * step);
    return up << step | down >> step;
  }
};

#if defined(__AVX2__)
struct Avx2 {
  static u64 moves(u64 me, u64 opp) {
    const __m256i steps = _mm256_set_epi64x(7, 9, 8, 1), steps2 = _mm256_slli_epi64(steps, 1);
    const __m256i inner = _mm256_set_epi64x(INNER_COLUMNS, INNER_COLUMNS, -1, INNER_COLUMNS);
    const __m256i own = broadcast(me), other = _mm256_and_si256(broadcast(opp), inner);
    __m256i up = _mm256_and_si256(other, _mm256_sllv_epi64(own, steps));
    __m256i down = _mm256_and_si256(other, _mm256_srlv_epi64(own, steps));
    up = _mm256_or_si256(up, _mm256_and_si256(other, _mm256_sllv_epi64(up, steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(other, _mm256_srlv_epi64(down, steps)));
    const __m256i pairs_up = _mm256_and_si256(other, _mm256_sllv_epi64(other, steps));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, steps);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, steps2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, steps2)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, steps2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, steps2)));
    const __m256i found = _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
    return any_lane(found) & ~(me | opp);
  }

  static u64 flips(int square, u64 me, u64 opp) {
    const Rays& rays = RAYS[static_cast<std::size_t>(square)];
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
    const __m256i own = broadcast(me), other = broadcast(opp), zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi64x(-1);
    // Upwards: adding one carries through opp to the first other square.
    const __m256i reached = _mm256_sub_epi64(_mm256_or_si256(other, _mm256_xor_si256(up, ones)), ones);
    const __m256i above = _mm256_and_si256(_mm256_and_si256(reached, up), own);
    __m256i turned = _mm256_and_si256(_mm256_add_epi64(above, ones), up);
    turned = _mm256_andnot_si256(_mm256_cmpeq_epi64(above, zero), turned);
    // Downwards: everything from the first other square on is filled along the line.
    const __m256i steps = _mm256_set_epi64x(7, 9, 8, 1), steps2 = _mm256_slli_epi64(steps, 1);
    __m256i filled = _mm256_andnot_si256(other, down);
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, steps));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, steps2));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, _mm256_slli_epi64(steps, 2)));
    const __m256i below = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(filled, steps), filled), own);
    const __m256i run = _mm256_andnot_si256(filled, down);
    turned = _mm256_or_si256(turned, _mm256_andnot_si256(_mm256_cmpeq_epi64(_mm256_and_si256(below, down), zero), run));
    return any_lane(turned);
  }

  static __m256i broadcast(u64 word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
  static u64 any_lane(__m256i lanes) {
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<u64>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
  }
};
#endif

#if defined(__AVX512VL__) && defined(__AVX512CD__) && defined(__AVX512DQ__)
#define ZERMELO_OTHELLO_AVX512
struct Avx512 {
  // Eight lanes, one for each direction; a rotation is a shift because runs of opp never reach the border they leave by.
  static u64 moves(u64 me, u64 opp) {
    const __m512i steps = _mm512_set_epi64(1, 8, 9, 7, 63, 56, 55, 57);
    const __m512i steps2 = _mm512_set_epi64(2, 16, 18, 14, 62, 48, 46, 50);
    const long long both = INNER_COLUMNS & INNER_ROWS, rows = INNER_ROWS, columns = INNER_COLUMNS;
    const __m512i inner = _mm512_set_epi64(columns, rows, both, both, columns, rows, both, both);
    const __m512i other = _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(opp)), inner);
    __m512i run = _mm512_and_si512(other, _mm512_rolv_epi64(_mm512_set1_epi64(static_cast<long long>(me)), steps));
    run = _mm512_ternarylogic_epi64(run, other, _mm512_rolv_epi64(run, steps), 0xf8);  // run | (other & moved)
    const __m512i pairs = _mm512_and_si512(other, _mm512_rolv_epi64(other, steps));
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, steps2), 0xf8);
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, steps2), 0xf8);
    const __m512i found = _mm512_rolv_epi64(run, steps);
    return Avx2::any_lane(_mm256_or_si256(_mm512_castsi512_si256(found), _mm512_extracti64x4_epi64(found, 1))) &
           ~(me | opp);
  }

  static u64 flips(int square, u64 me, u64 opp) {
    const Rays& rays = RAYS[static_cast<std::size_t>(square)];
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
    const __m256i own = Avx2::broadcast(me), other = Avx2::broadcast(opp), ones = _mm256_set1_epi64x(-1);
    // Upwards: the lowest square that is not opp's, if it is mine.
    const __m256i reached = _mm256_sub_epi64(_mm256_ternarylogic_epi64(other, up, up, 0xf3), ones);  // other | ~up
    const __m256i above = _mm256_ternarylogic_epi64(reached, up, own, 0x80);
    const __m256i low = _mm256_maskz_add_epi64(_mm256_test_epi64_mask(above, above), above, ones);
    // Downwards: the highest one.
    const __m256i zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(other, down));
    const __m256i below =
        _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(static_cast<long long>(bit(63))), zeros), own);
    const __m256i high = _mm256_slli_epi64(_mm256_sub_epi64(_mm256_setzero_si256(), below), 1);
    return Avx2::any_lane(_mm256_ternarylogic_epi64(_mm256_and_si256(low, up), high, down, 0xf8));
  }
};
using Bits = Avx512;
#elif defined(__AVX2__)
using Bits = Avx2;
#else
using Bits = Portable;
#endif

inline u64 moves(u64 me, u64 opp) { return Bits::moves(me, opp); }
inline u64 flips(int square, u64 me, u64 opp) { return Bits::flips(square, me, opp); }

}  // namespace zermelo::othello
