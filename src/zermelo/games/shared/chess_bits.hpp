// Squares, sets of squares, and what pieces attack.
//
//   a square is 8 · rank + file:   a1 = 0, b1 = 1 … h1 = 7, a2 = 8 … h8 = 63;  a set of squares has their bits
//
// Sliding pieces: with BMI2 a table by the squares that matter (PEXT); otherwise ray by ray, which also fills the table.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace zermelo::chess {

using u64 = std::uint64_t;

enum Kind : int { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NOTHING };

inline constexpr int NOWHERE = 64;
inline constexpr u64 FILE_A = 0x0101010101010101ULL, FILE_H = FILE_A << 7, RANK_1 = 0xff;
inline constexpr u64 LIGHT = 0x55aa55aa55aa55aaULL;

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
constexpr u64 bit(int square) { return u64{1} << square; }
constexpr int first(u64 set) { return std::countr_zero(set); }
constexpr int file_of(int square) { return square & 7; }
constexpr int rank_of(int square) { return square >> 3; }
constexpr u64 rank_bits(int rank) { return RANK_1 << (8 * rank); }
constexpr bool several(u64 set) { return (set & (set - 1)) != 0; }

constexpr u64 east(u64 set) { return (set & ~FILE_H) << 1; }
constexpr u64 west(u64 set) { return (set & ~FILE_A) >> 1; }
// One rank forward as side 0 (white) or 1 sees it.
constexpr u64 forward(u64 set, int side) { return side == 0 ? set << 8 : set >> 8; }
constexpr u64 pawn_attacks(u64 pawns, int side) { return forward(east(pawns) | west(pawns), side); }

using Squares = std::array<u64, 64>;

namespace making {

struct Step {
  int file, rank;
};
inline constexpr std::array<Step, 8> RAYS{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

constexpr u64 from_step(int square, Step step) {
  const int file = file_of(square) + step.file, rank = rank_of(square) + step.rank;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : bit(8 * rank + file);
}

template <std::size_t N>
constexpr Squares leaps(const std::array<Step, N>& steps) {
  Squares all{};
  for (int square = 0; square < 64; ++square)
    for (const Step step : steps) all[at(square)] |= from_step(square, step);
  return all;
}

constexpr std::array<Squares, 8> rays() {
  std::array<Squares, 8> all{};
  for (std::size_t direction = 0; direction < 8; ++direction)
    for (int square = 0; square < 64; ++square)
      for (u64 here = from_step(square, RAYS[direction]); here; here = from_step(first(here), RAYS[direction]))
        all[direction][at(square)] |= here;
  return all;
}

}  // namespace making

inline constexpr Squares KNIGHT_MOVES = making::leaps(
    std::array<making::Step, 8>{{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}});
inline constexpr Squares KING_MOVES = making::leaps(making::RAYS);
inline constexpr std::array<Squares, 8> RAYS = making::rays();  // four along ranks and files, then four diagonals

inline constexpr Squares LINES = [] {  // rank and file through a square, on an empty board
  Squares all{};
  for (std::size_t square = 0; square < 64; ++square)
    for (std::size_t direction = 0; direction < 4; ++direction) all[square] |= RAYS[direction][square];
  return all;
}();
inline constexpr Squares DIAGONALS = [] {
  Squares all{};
  for (std::size_t square = 0; square < 64; ++square)
    for (std::size_t direction = 4; direction < 8; ++direction) all[square] |= RAYS[direction][square];
  return all;
}();

// The squares between two on one line; none if they are not on one.
inline constexpr std::array<Squares, 64> BETWEEN = [] {
  std::array<Squares, 64> all{};
  for (std::size_t direction = 0; direction < 8; ++direction)
    for (std::size_t from = 0; from < 64; ++from)
      for (u64 left = RAYS[direction][from]; left; left &= left - 1) {
        const std::size_t to = at(first(left));
        all[from][to] = RAYS[direction][from] & ~RAYS[direction][to] & ~bit(first(left));
      }
  return all;
}();

// One ray up to and including the first piece on it.
inline u64 along(std::size_t direction, int square, u64 occupied) {
  const u64 ray = RAYS[direction][at(square)];
  const u64 hit = ray & occupied;
  if (!hit) return ray;
  const bool upwards = direction == 0 || direction == 1 || direction == 4 || direction == 7;
  const int stop = upwards ? std::countr_zero(hit) : 63 - std::countl_zero(hit);
  return ray & ~RAYS[direction][at(stop)];
}

// By walking along the rays: for any processor.
struct ByRays {
  static u64 rook(int square, u64 occupied) {
    return along(0, square, occupied) | along(1, square, occupied) | along(2, square, occupied) |
           along(3, square, occupied);
  }
  static u64 bishop(int square, u64 occupied) {
    return along(4, square, occupied) | along(5, square, occupied) | along(6, square, occupied) |
           along(7, square, occupied);
  }
};

#if defined(__BMI2__)
// By looking up the squares that can stand in the way. The table is filled before the first position is made.
struct ByTable {
  struct Place {
    u64 matters;
    std::uint32_t start;
  };
  static constexpr std::size_t SIZE = 102400 + 5248;
  static inline std::array<u64, SIZE> table{};
  static inline std::array<Place, 64> rooks{}, bishops{};

  static u64 find(const Place& place, u64 occupied) { return table[place.start + _pext_u64(occupied, place.matters)]; }
  static u64 rook(int square, u64 occupied) { return find(rooks[at(square)], occupied); }
  static u64 bishop(int square, u64 occupied) { return find(bishops[at(square)], occupied); }

  static void fill() {
    std::uint32_t next = 0;
    for (int square = 0; square < 64; ++square) {
      u64 edges = 0;
      if (rank_of(square) != 0) edges |= rank_bits(0);
      if (rank_of(square) != 7) edges |= rank_bits(7);
      if (file_of(square) != 0) edges |= FILE_A;
      if (file_of(square) != 7) edges |= FILE_H;
      rooks[at(square)] = {LINES[at(square)] & ~edges, next};
      next = fill(rooks[at(square)], square, ByRays::rook);
      bishops[at(square)] = {DIAGONALS[at(square)] & ~edges, next};
      next = fill(bishops[at(square)], square, ByRays::bishop);
    }
  }

 private:
  // Every set of pieces in the way, in the order of their places.
  static std::uint32_t fill(const Place& place, int square, u64 (*attacks)(int, u64)) {
    std::uint32_t next = place.start;
    u64 set = 0;
    do {
      table[next++] = attacks(square, set);
      set = (set - place.matters) & place.matters;
    } while (set);
    return next;
  }
};
using Sliding = ByTable;
#else
using Sliding = ByRays;
#endif

// Makes what is not known when the program is compiled; positions are made after that.
inline void make_tables() {
#if defined(__BMI2__)
  static std::once_flag once;
  std::call_once(once, [] { ByTable::fill(); });
#endif
}

inline u64 rook_attacks(int square, u64 occupied) { return Sliding::rook(square, occupied); }
inline u64 bishop_attacks(int square, u64 occupied) { return Sliding::bishop(square, occupied); }

}  // namespace zermelo::chess
