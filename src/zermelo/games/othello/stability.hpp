// Discs that can never be turned again: they bound what the other side can still reach.
#pragma once

#include <vector>

#include "bits.hpp"

namespace zermelo::othello {

inline constexpr u64 COLUMN_A = 0x0101010101010101ULL, COLUMN_H = COLUMN_A << 7;
inline constexpr u64 ROW_1 = 0xffULL, ROW_8 = ROW_1 << 56;
inline constexpr u64 CORNERS = 0x8100000000000081ULL;

// The squares of a column as a byte, row 1 lowest.
inline constexpr unsigned column_byte(u64 squares, int column) {
  return static_cast<unsigned>(((squares >> column & COLUMN_A) * 0x0102040810204080ULL) >> 56);
}

// For each way an edge can be filled, which of its own discs no play along that edge can turn.
class StableEdges {
 public:
  StableEdges() : table_(65536) {
    for (unsigned own = 0; own < 256; ++own)
      for (unsigned other = 0; other < 256; ++other)
        if (!(own & other)) fill(own, other);
  }
  unsigned operator()(unsigned own, unsigned other) const { return table_[own << 8 | other]; }

 private:
  // Stable is what stays own after any disc of either side on any empty square, and whatever follows.
  unsigned fill(unsigned own, unsigned other) {
    unsigned char& known = table_[own << 8 | other];
    if (known != 0 || own == 0) return known;
    unsigned stable = own;
    for (unsigned x = 0; x < 8; ++x) {
      const unsigned here = 1u << x;
      if ((own | other) & here) continue;
      const unsigned mine = turned(x, own, other), theirs = turned(x, other, own);
      stable &= fill(own | here | mine, other & ~mine);
      if (stable == 0) break;
      stable &= fill(own & ~theirs, other | here | theirs);
      if (stable == 0) break;
    }
    known = static_cast<unsigned char>(stable);
    return stable;
  }
  static unsigned turned(unsigned x, unsigned own, unsigned other) {
    unsigned all = 0;
    for (const int step : {-1, 1}) {
      unsigned run = 0;
      int at = static_cast<int>(x) + step;
      for (; at >= 0 && at < 8 && (other >> at & 1); at += step) run |= 1u << at;
      if (at >= 0 && at < 8 && (own >> at & 1)) all |= run;
    }
    return all;
  }
  std::vector<unsigned char> table_;
};

inline const StableEdges STABLE_EDGES;

// A byte spread over the a-column, bit 0 at the top.
inline constexpr std::array<u64, 256> AS_COLUMN = [] {
  std::array<u64, 256> columns{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (int row = 0; row < 8; ++row)
      if (byte >> row & 1) columns[byte] |= bit(8 * row);
  return columns;
}();

// Full lines in the four directions.
struct FullLines {
  u64 across, along, falling, rising;
};

inline FullLines full_lines(u64 discs) {
  FullLines full;
  u64 rows = discs & discs >> 4;
  rows &= rows >> 2;
  rows &= rows >> 1;
  full.across = (rows & COLUMN_A) * 255;
  u64 columns = discs & std::rotr(discs, 32);
  columns &= std::rotr(columns, 16);
  full.along = columns & std::rotr(columns, 8);
  // Diagonals: squares beyond the border count as full.
  u64 l7 = discs, r7 = discs, l9 = discs, r9 = discs;
  l7 &= 0xff01010101010101ULL | l7 >> 7, r7 &= 0x80808080808080ffULL | r7 << 7;
  l7 &= 0xffff030303030303ULL | l7 >> 14, r7 &= 0xc0c0c0c0c0c0ffffULL | r7 << 14;
  l7 &= 0xffffffff0f0f0f0fULL | l7 >> 28, r7 &= 0xf0f0f0f0ffffffffULL | r7 << 28;
  l9 &= 0xff80808080808080ULL | l9 >> 9, r9 &= 0x01010101010101ffULL | r9 << 9;
  l9 &= 0xffffc0c0c0c0c0c0ULL | l9 >> 18, r9 &= 0x030303030303ffffULL | r9 << 18;
  l9 &= 0xfffffffff0f0f0f0ULL | l9 >> 36, r9 &= 0x0f0f0f0fffffffffULL | r9 << 36;
  full.rising = l7 & r7;
  full.falling = l9 & r9;
  return full;
}

// How many of `own` are stable for certain: edges exactly; inside, a disc whose every line is full or rests on a stable
// neighbour of its colour.
inline int stable_discs(u64 own, u64 other) {
  u64 stable = STABLE_EDGES(own & 0xff, other & 0xff);
  stable |= static_cast<u64>(STABLE_EDGES(static_cast<unsigned>(own >> 56), static_cast<unsigned>(other >> 56))) << 56;
  stable |= AS_COLUMN[STABLE_EDGES(column_byte(own, 0), column_byte(other, 0))];
  stable |= AS_COLUMN[STABLE_EDGES(column_byte(own, 7), column_byte(other, 7))] << 7;
  const FullLines full = full_lines(own | other);
  const u64 inside = own & 0x007e7e7e7e7e7e00ULL;
  stable |= inside & full.across & full.along & full.rising & full.falling;
  for (u64 before = 0; stable != before;) {
    before = stable;
    const u64 across = stable >> 1 | stable << 1 | full.across;
    const u64 along = stable >> 8 | stable << 8 | full.along;
    const u64 rising = stable >> 7 | stable << 7 | full.rising;
    const u64 falling = stable >> 9 | stable << 9 | full.falling;
    stable |= inside & across & along & rising & falling;
  }
  return count(stable);
}

}  // namespace zermelo::othello
