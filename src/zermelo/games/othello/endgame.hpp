// The last eleven empty squares, solved exactly by null windows: straight-line code for the last four, odd regions first,
// then the fewest replies first with a small table. A score is the disc difference for the side to move, empty squares
// counted for the winner. Every function answers whether the score is above `alpha`: a bound on the right side of it.
//
// Nodes are positions reached by a move, the last disc's included.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "stability.hpp"

namespace zermelo::othello {

inline constexpr int NO_SCORE = -127;

inline constexpr std::array<u64, 64> NEIGHBOURS = [] {
  std::array<u64, 64> all{};
  for (int square = 0; square < 64; ++square)
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy) {
        const int x = square % 8 + dx, y = square / 8 + dy;
        if ((dx || dy) && x >= 0 && x < 8 && y >= 0 && y < 8) all[static_cast<std::size_t>(square)] |= bit(8 * y + x);
      }
  return all;
}();

inline constexpr u64 QUADRANTS[4] = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                                     0xf0f0f0f000000000ULL};

// The quarters of the board with an odd number of empty squares: whoever moves there first usually moves last.
inline u64 odd_quadrants(u64 empty) {
  u64 odd = 0;
  for (const u64 quadrant : QUADRANTS) odd |= (~u64(count(empty & quadrant) & 1) + 1) & quadrant;
  return odd;
}

// Twice the discs turned when the last empty square is filled, along each of the four lines through it.
struct LastDisc {
  std::array<std::array<std::uint8_t, 256>, 8> turned{};  // by place in the line and own discs of the line
  std::array<std::array<u64, 2>, 64> diagonals{};
};

inline constexpr LastDisc LAST_DISC = [] {
  LastDisc last;
  for (int place = 0; place < 8; ++place)
    for (int own = 0; own < 256; ++own) {
      int sum = 0;
      for (int side = -1; side <= 1; side += 2) {
        int run = 0, at = place + side;
        for (; at >= 0 && at < 8 && !(own >> at & 1); at += side) ++run;
        if (at >= 0 && at < 8) sum += run;
      }
      last.turned[static_cast<std::size_t>(place)][static_cast<std::size_t>(own)] = static_cast<std::uint8_t>(2 * sum);
    }
  for (std::size_t square = 0; square < 64; ++square) {
    last.diagonals[square][0] = RAYS[square].up[2] | RAYS[square].down[2];
    last.diagonals[square][1] = RAYS[square].up[3] | RAYS[square].down[3];
  }
  return last;
}();

inline int turned_by_last(int square, u64 me) {
  const auto at = static_cast<std::size_t>(square);
  const std::size_t x = at & 7, y = at >> 3;
  const auto& by_column = LAST_DISC.turned[x];
  const auto& diagonals = LAST_DISC.diagonals[at];
  return by_column[me >> (at & 56) & 255] + LAST_DISC.turned[y][column_byte(me, static_cast<int>(x))] +
         by_column[(me & diagonals[0]) * COLUMN_A >> 56] + by_column[(me & diagonals[1]) * COLUMN_A >> 56];
}

inline u64 hash_of(u64 me, u64 opp) {
  u64 x = me * 0x9e3779b97f4a7c15ULL + std::rotl(opp, 29) * 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xff51afd7ed558ccdULL;
  return x ^ x >> 29;
}

// What a finished game is worth.
inline int final_score(u64 me, u64 opp) {
  const int mine = count(me), theirs = count(opp);
  if (mine == theirs) return 0;
  return mine > theirs ? 64 - 2 * theirs : 2 * mine - 64;
}

// One thread's memory of small endings: direct-mapped, newest wins.
class SmallTable {
 public:
  struct Entry {
    u64 key = 0;
    std::int8_t lower = -64, upper = 64;
    std::uint8_t move = 64;
  };
  SmallTable() : entries_(std::size_t{1} << BITS) {}
  Entry& operator[](u64 key) { return entries_[key >> (64 - BITS)]; }
  void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }

 private:
  static constexpr int BITS = 14;
  std::vector<Entry> entries_;
};

class Endgame {
 public:
  std::uint64_t nodes = 0;
  std::uint64_t stop_at = ~std::uint64_t{0};  // give up, with any answer, when this many nodes are counted
  bool gave_up = false;

  void forget() { table_.clear(); }

  // Any number of empty squares; meant for at most MOST of them.
  static constexpr int MOST = 11;
  int above(u64 me, u64 opp, int alpha) {
    const u64 empty = ~(me | opp);
    switch (count(empty)) {
      case 0:
        return final_score(me, opp);
      case 1:
        return one(me, alpha, first_square(empty));
      case 2: {
        const int a = first_square(empty), b = first_square(empty & (empty - 1));
        return two(me, opp, alpha, a, b);
      }
      case 3: {
        const u64 odd = empty & odd_quadrants(empty);
        return three_of(me, opp, alpha, odd, empty & ~odd);
      }
      case 4:
        return four(me, opp, alpha, empty);
      case 5:
        return few(me, opp, alpha, empty);
      default:
        return some(me, opp, alpha, empty, count(empty));
    }
  }

 private:
  int one(u64 me, int alpha, int x) {
    const int base = 2 * count(me) - 64;
    const int mine = turned_by_last(x, me);
    if (mine) return base + 2 + mine;
    if (base + 2 <= alpha) return base + 2;  // the other side's move, or nobody's, brings no more than that
    const int theirs = turned_by_last(x, ~me & ~bit(x));
    if (theirs) return base - theirs;
    return base + (base + 1 > 0 ? 2 : 0);
  }

  int two(u64 me, u64 opp, int alpha, int a, int b) {
    int best = NO_SCORE;
    if (NEIGHBOURS[at(a)] & opp)
      if (const u64 turned = flips(a, me, opp)) {
        ++nodes;
        best = -one(opp ^ turned, -alpha - 1, b);
        if (best > alpha) return best;
      }
    if (NEIGHBOURS[at(b)] & opp)
      if (const u64 turned = flips(b, me, opp)) {
        ++nodes;
        return std::max(best, -one(opp ^ turned, -alpha - 1, a));
      }
    if (best != NO_SCORE) return best;
    // A pass: the other side has the same two squares.
    int worst = -NO_SCORE;
    if (NEIGHBOURS[at(a)] & me)
      if (const u64 turned = flips(a, opp, me)) {
        ++nodes;
        worst = one(me ^ turned, alpha, b);
        if (worst <= alpha) return worst;
      }
    if (NEIGHBOURS[at(b)] & me)
      if (const u64 turned = flips(b, opp, me)) {
        ++nodes;
        return std::min(worst, one(me ^ turned, alpha, a));
      }
    return worst != -NO_SCORE ? worst : final_score(me, opp);
  }

  // `first` before `rest`: two sets of together three squares.
  int three_of(u64 me, u64 opp, int alpha, u64 first, u64 rest) {
    int x[3], n = 0;
    each_square(first, [&](int square) { x[n++] = square; });
    each_square(rest, [&](int square) { x[n++] = square; });
    return three(me, opp, alpha, x[0], x[1], x[2]);
  }

  int three(u64 me, u64 opp, int alpha, int a, int b, int c) {
    int best = NO_SCORE;
    if (NEIGHBOURS[at(a)] & opp)
      if (const u64 turned = flips(a, me, opp)) {
        ++nodes;
        best = -two(opp ^ turned, me ^ turned ^ bit(a), -alpha - 1, b, c);
        if (best > alpha) return best;
      }
    if (NEIGHBOURS[at(b)] & opp)
      if (const u64 turned = flips(b, me, opp)) {
        ++nodes;
        best = std::max(best, -two(opp ^ turned, me ^ turned ^ bit(b), -alpha - 1, a, c));
        if (best > alpha) return best;
      }
    if (NEIGHBOURS[at(c)] & opp)
      if (const u64 turned = flips(c, me, opp)) {
        ++nodes;
        return std::max(best, -two(opp ^ turned, me ^ turned ^ bit(c), -alpha - 1, a, b));
      }
    if (best != NO_SCORE) return best;
    if (!moves(opp, me)) return final_score(me, opp);
    return -three(opp, me, -alpha - 1, a, b, c);
  }

  // Alone in its quarter first; of two pairs, the partner of the square just played.
  int four(u64 me, u64 opp, int alpha, u64 empty) {
    int x[4];
    for (int& each : x) each = first_square(empty), empty &= empty - 1;
    unsigned q[4];
    for (int i = 0; i < 4; ++i) q[i] = quarter(x[i]);
    const unsigned odd = q[0] ^ q[1] ^ q[2] ^ q[3];
    if (odd == 0) {  // 2-2 or 4: partners side by side
      if (q[0] != q[1]) std::swap(x[1], x[q[0] == q[2] ? 2 : 3]);
      return four(me, opp, alpha, x[0], x[1], x[2], x[3], q[0] != q[1] || q[0] != q[2]);
    }
    // 2-1-1, 3-1 or 1-1-1-1: those alone in their quarter to the front
    unsigned twice = 0, once = 0;
    for (const unsigned each : q) twice |= once & each, once |= each;
    int front = 0;
    for (int i = 0; i < 4; ++i)
      if (!(q[i] & twice)) {
        std::swap(x[front], x[i]), std::swap(q[front], q[i]);
        ++front;
      }
    return four(me, opp, alpha, x[0], x[1], x[2], x[3], false);
  }
  static unsigned quarter(int square) { return 1u << ((square >> 5 & 1) * 2 + (square >> 2 & 1)); }

  int four(u64 me, u64 opp, int alpha, int a, int b, int c, int d, bool pairs) {
    int best = NO_SCORE;
    if (NEIGHBOURS[at(a)] & opp)
      if (const u64 turned = flips(a, me, opp)) {
        ++nodes;
        best = -three(opp ^ turned, me ^ turned ^ bit(a), -alpha - 1, b, c, d);
        if (best > alpha) return best;
      }
    if (NEIGHBOURS[at(b)] & opp)
      if (const u64 turned = flips(b, me, opp)) {
        ++nodes;
        best = std::max(best, -three(opp ^ turned, me ^ turned ^ bit(b), -alpha - 1, a, c, d));
        if (best > alpha) return best;
      }
    if (NEIGHBOURS[at(c)] & opp)
      if (const u64 turned = flips(c, me, opp)) {
        ++nodes;
        const u64 them = me ^ turned ^ bit(c);
        best = std::max(best, pairs ? -three(opp ^ turned, them, -alpha - 1, d, a, b)
                                    : -three(opp ^ turned, them, -alpha - 1, a, b, d));
        if (best > alpha) return best;
      }
    if (NEIGHBOURS[at(d)] & opp)
      if (const u64 turned = flips(d, me, opp)) {
        ++nodes;
        const u64 them = me ^ turned ^ bit(d);
        return std::max(best, pairs ? -three(opp ^ turned, them, -alpha - 1, c, a, b)
                                    : -three(opp ^ turned, them, -alpha - 1, a, b, c));
      }
    if (best != NO_SCORE) return best;
    if (!moves(opp, me)) return final_score(me, opp);
    return -four(opp, me, -alpha - 1, a, b, c, d, pairs);
  }

  // Five: legal moves in odd quarters first, nothing remembered.
  int few(u64 me, u64 opp, int alpha, u64 empty) {
    const u64 legal = moves(me, opp);
    if (!legal) {
      if (!moves(opp, me)) return final_score(me, opp);
      return -few(opp, me, -alpha - 1, empty);
    }
    if (alpha >= STABILITY_FROM[5]) {
      const int most = 64 - 2 * stable_discs(opp, me);
      if (most <= alpha) return most;
    }
    const u64 odd = odd_quadrants(empty);
    int best = NO_SCORE;
    for (const u64 part : {legal & odd, legal & ~odd})
      for (u64 set = part; set; set &= set - 1) {
        const int x = first_square(set);
        const u64 turned = flips(x, me, opp);
        ++nodes;
        best = std::max(best, -four(opp ^ turned, me ^ turned ^ bit(x), -alpha - 1, empty ^ bit(x)));
        if (best > alpha) return best;
      }
    return best;
  }

  struct Choice {
    u64 me, opp;  // after the move, for the side to move then
    int square;
  };

  // Six and more: the small table, then the fewest replies first.
  int some(u64 me, u64 opp, int alpha, u64 empty, int empties) {
    const u64 legal = moves(me, opp);
    if (!legal) {
      if (!moves(opp, me)) return final_score(me, opp);
      return -some(opp, me, -alpha - 1, empty, empties);
    }
    if (alpha >= STABILITY_FROM[empties]) {
      const int most = 64 - 2 * stable_discs(opp, me);
      if (most <= alpha) return most;
    }
    if (nodes >= stop_at) {
      gave_up = true;
      return 0;
    }
    const u64 key = hash_of(me, opp);
    SmallTable::Entry& entry = table_[key];
    int remembered = 64;
    if (entry.key == key) {
      if (entry.lower > alpha) return entry.lower;
      if (entry.upper <= alpha) return entry.upper;
      remembered = entry.move;
    }
    const u64 odd = odd_quadrants(empty);
    Choice choices[34];
    int ranks[34];  // a choice's rank above its place in the list: numbers are quicker to sort
    int n = 0;
    for (u64 set = legal; set; set &= set - 1) {
      const int x = first_square(set);
      const u64 turned = flips(x, me, opp);
      Choice& each = choices[n];
      each.me = opp ^ turned;
      each.opp = me ^ turned ^ bit(x);
      each.square = x;
      if (each.me == 0) return 64;
      const int rank = x == remembered ? 1 << 20 : rank_of(x, moves(each.me, each.opp), odd);
      ranks[n] = rank * 64 + n;
      ++n;
    }
    int best = NO_SCORE, move = 64;
    for (int i = 0; i < n; ++i) {
      int top = i;
      for (int j = i + 1; j < n; ++j)
        if (ranks[j] > ranks[top]) top = j;
      const Choice& next = choices[ranks[top] & 63];
      ranks[top] = ranks[i];
      ++nodes;
      const u64 left = empty ^ bit(next.square);
      const int score = empties > 6 ? -some(next.me, next.opp, -alpha - 1, left, empties - 1)
                                    : -few(next.me, next.opp, -alpha - 1, left);
      if (score > best) {
        best = score, move = next.square;
        if (best > alpha) break;
      }
    }
    if (gave_up) return 0;
    SmallTable::Entry& place = table_[key];
    if (place.key != key) place = {key, -64, 64, 64};
    (best > alpha ? place.lower : place.upper) = static_cast<std::int8_t>(best);
    place.move = static_cast<std::uint8_t>(move);
    return best;
  }

  static int rank_of(int square, u64 replies, u64 odd) {
    return -16 * (count(replies) + count(replies & CORNERS)) + (odd & bit(square) ? 12 : 0);
  }

  static constexpr std::size_t at(int square) { return static_cast<std::size_t>(square); }

  static constexpr int STABILITY_FROM[] = {99, 99, 99, 99, 6,  8,  10, 12, 14, 16, 20, 22, 24, 26, 28, 30,
                                           32, 34, 36, 38, 40, 40, 42, 42, 44, 44, 46, 46, 48, 48, 50, 50,
                                           52, 52, 54, 54, 56, 56, 58, 58, 60, 60, 62, 62, 62, 62, 62, 62,
                                           62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62};
  SmallTable table_;
};

}  // namespace zermelo::othello
