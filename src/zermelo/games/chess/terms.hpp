// The hand-made evaluation: material, squares, mobility, pawns, king safety, each for the middlegame and for the endgame,
// mixed by how many pieces are left. All numbers are hundredths of a pawn.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "game.hpp"

namespace zermelo::chess {

// A value in the middlegame and one in the endgame.
struct Score {
  int middle = 0, end = 0;
  constexpr Score operator+(Score other) const { return {middle + other.middle, end + other.end}; }
  constexpr Score operator-(Score other) const { return {middle - other.middle, end - other.end}; }
  constexpr Score operator*(int times) const { return {middle * times, end * times}; }
  constexpr Score& operator+=(Score other) { return *this = *this + other; }
  constexpr Score& operator-=(Score other) { return *this = *this - other; }
};

namespace terms {

inline constexpr std::array<Score, 6> MATERIAL{{{88, 112}, {335, 305}, {348, 325}, {478, 540}, {1010, 985}, {0, 0}}};
inline constexpr std::array<int, 6> PHASE{0, 1, 1, 2, 4, 0};
inline constexpr int FULL_PHASE = 24;

inline constexpr Score BISHOP_PAIR{26, 48}, OPEN_FILE{27, 8}, HALF_OPEN_FILE{12, 8}, SEVENTH{8, 18};
inline constexpr Score ISOLATED{-11, -13}, DOUBLED{-9, -19}, BACKWARD{-8, -9}, BESIDE{7, 5}, GUARDED{11, 7};
inline constexpr Score BY_PAWN{48, 40}, MINOR_ON_MAJOR{28, 26}, LOOSE{12, 16};
inline constexpr std::array<Score, 6> MOBILITY{{{0, 0}, {5, 5}, {5, 6}, {3, 6}, {2, 5}, {0, 0}}};
inline constexpr std::array<int, 6> USUAL{0, 4, 6, 7, 13, 0};  // squares that count as average mobility
inline constexpr std::array<Score, 8> PASSED{
    {{0, 0}, {2, 10}, {4, 16}, {10, 34}, {34, 64}, {68, 112}, {112, 178}, {0, 0}}};
inline constexpr std::array<int, 6> PRESSURE{0, 8, 7, 11, 18, 0};  // of a piece on a square beside the other's king
inline constexpr int SHIELD = 13, STORM = 6, OPEN_KING = 22;

// A piece on its square, ranks counted from its own side.
constexpr Score on_square(int kind, int file, int rank) {
  const int side = std::min(file, 7 - file), depth = std::min(rank, 7 - rank);  // 0 at the edge, 3 in the middle
  switch (kind) {
    case PAWN: {
      const int middle = side == 3 ? 12 : side == 2 ? 5 : 0;
      return {rank >= 2 ? middle + 3 * (rank - 2) : -middle / 2, 3 * (rank - 1)};
    }
    case KNIGHT:
      return {-34 + 9 * side + 8 * depth + (rank >= 3 && rank <= 5 ? 8 : 0), -30 + 8 * side + 7 * depth};
    case BISHOP:
      return {-12 + 4 * side + 4 * depth + (file == rank || file == 7 - rank ? 6 : 0), -12 + 4 * side + 4 * depth};
    case ROOK:
      return {-8 + 5 * side, rank >= 3 ? 4 : -2};
    case QUEEN:
      return {-4 + 2 * side + (rank >= 1 ? 2 : 0), -22 + 7 * side + 7 * depth};
    default:
      return {(rank == 0 ? 22 - 12 * side + (side == 0 ? -6 : 0) : -14 * std::min(rank, 4)) - (side >= 2 ? 10 : 0),
              -36 + 11 * side + 11 * depth + 2 * rank};
  }
}

inline constexpr std::array<std::array<Score, 64>, 6> SQUARES = [] {
  std::array<std::array<Score, 64>, 6> all{};
  for (int kind = PAWN; kind <= KING; ++kind)
    for (int square = 0; square < 64; ++square)
      all[at(kind)][at(square)] = MATERIAL[at(kind)] + on_square(kind, file_of(square), rank_of(square));
  return all;
}();

constexpr u64 beside(u64 set) { return east(set) | west(set); }
constexpr u64 ahead(u64 set, int side) {  // every square in front
  for (int step = 0; step < 3; ++step) set |= side == 0 ? set << (8 << step) : set >> (8 << step);
  return set;
}
inline int distance(int one, int other) {
  return std::max(std::abs(file_of(one) - file_of(other)), std::abs(rank_of(one) - rank_of(other)));
}

}  // namespace terms

class Evaluation {
 public:
  explicit Evaluation(const Position& position) : p(position), all(p.occupied()) {}

  // For white.
  int value() {
    for (const int side : {0, 1}) pawn_sets(side);
    Score sum = pieces(0) - pieces(1);
    sum += pawns(0) - pawns(1);
    sum += threats(0) - threats(1);
    sum.middle += attack(0) - attack(1);
    sum.middle += shelter(0) - shelter(1);
    const int phase = std::min(phase_, terms::FULL_PHASE);
    const int end = sum.end * scale(sum.end > 0 ? 0 : 1) / 16;
    return (sum.middle * phase + end * (terms::FULL_PHASE - phase)) / terms::FULL_PHASE;
  }

 private:
  void pawn_sets(int side) {
    const u64 own = p.pieces(side, PAWN);
    pawn_attacks_[at(side)] = chess::pawn_attacks(own, side);
    attacked_[at(side)] = pawn_attacks_[at(side)] | KING_MOVES[at(p.king(side))];
    zone_[at(side)] = KING_MOVES[at(p.king(side))] | bit(p.king(side));
  }

  // Material, squares, mobility, and what the pieces do near the other's king.
  Score pieces(int side) {
    Score sum;
    const u64 own = p.sides[at(side)], files = ~(own | pawn_attacks_[at(1 - side)]);
    for (int kind = PAWN; kind <= KING; ++kind)
      for (u64 left = p.pieces(side, kind); left; left &= left - 1) {
        const int square = first(left);
        sum += terms::SQUARES[at(kind)][at(side == 0 ? square : square ^ 56)];
        phase_ += terms::PHASE[at(kind)];
        if (kind == PAWN || kind == KING) continue;
        const u64 reach = reached(kind, square, side);
        attacked_[at(side)] |= reach;
        by_kind_[at(side)][at(kind)] |= reach;
        sum += terms::MOBILITY[at(kind)] * (std::popcount(reach & files) - terms::USUAL[at(kind)]);
        if (const u64 near = reach & zone_[at(1 - side)]) {
          pressure_[at(side)] += terms::PRESSURE[at(kind)] * std::popcount(near);
          ++attackers_[at(side)];
        }
        if (kind == ROOK) sum += rook(square, side);
      }
    if (several(p.pieces(side, BISHOP))) sum += terms::BISHOP_PAIR;
    return sum;
  }

  // Through pieces that move the same way.
  u64 reached(int kind, int square, int side) const {
    const u64 queens = p.pieces(side, QUEEN);
    switch (kind) {
      case KNIGHT:
        return KNIGHT_MOVES[at(square)];
      case BISHOP:
        return bishop_attacks(square, all ^ queens);
      case ROOK:
        return rook_attacks(square, all ^ queens ^ p.pieces(side, ROOK) ^ bit(square));
      default:
        return rook_attacks(square, all) | bishop_attacks(square, all);
    }
  }

  Score rook(int square, int side) const {
    const u64 file = FILE_A << file_of(square);
    Score sum;
    if (!(file & p.pieces(side, PAWN))) sum += file & p.kinds[PAWN] ? terms::HALF_OPEN_FILE : terms::OPEN_FILE;
    if (rank_of(square) == (side == 0 ? 6 : 1)) sum += terms::SEVENTH;
    return sum;
  }

  Score pawns(int side) const {
    Score sum;
    const u64 own = p.pieces(side, PAWN), other = p.pieces(1 - side, PAWN);
    const u64 other_front = terms::ahead(other | chess::pawn_attacks(other, 1 - side), 1 - side);
    for (u64 left = own; left; left &= left - 1) {
      const int square = first(left), rank = side == 0 ? rank_of(square) : 7 - rank_of(square);
      const u64 here = bit(square), file = FILE_A << file_of(square), neighbours = terms::beside(file) & own;
      if (!neighbours)
        sum += terms::ISOLATED;
      else if (!(neighbours & terms::ahead(terms::beside(here), 1 - side)) &&
               forward(here, side) & pawn_attacks_[at(1 - side)])
        sum += terms::BACKWARD;
      if (terms::ahead(forward(here, side), side) & own) sum += terms::DOUBLED;
      if (terms::beside(here) & own) sum += terms::BESIDE;
      if (here & pawn_attacks_[at(side)]) sum += terms::GUARDED;
      if (!(here & other_front) && !(terms::ahead(forward(here, side), side) & own)) sum += passed(square, rank, side);
    }
    return sum;
  }

  Score passed(int square, int rank, int side) const {
    Score sum = terms::PASSED[at(rank)];
    const int stop = side == 0 ? square + 8 : square - 8;
    const int weight = std::max(0, rank - 2);
    sum.end += weight * (5 * terms::distance(p.king(1 - side), stop) - 3 * terms::distance(p.king(side), stop));
    if (bit(stop) & p.sides[at(1 - side)])
      sum = {sum.middle / 2, sum.end / 2};
    else if (!(bit(stop) & attacked_[at(1 - side)]))
      sum += Score{2, 6} * weight;
    return sum;
  }

  Score threats(int side) const {
    const u64 other = p.sides[at(1 - side)], officers = other & ~p.kinds[PAWN] & ~p.kinds[KING];
    const u64 majors = p.straight(1 - side);
    Score sum = terms::BY_PAWN * std::popcount(pawn_attacks_[at(side)] & officers);
    sum += terms::MINOR_ON_MAJOR * std::popcount((by_kind_[at(side)][KNIGHT] | by_kind_[at(side)][BISHOP]) & majors);
    sum += terms::LOOSE * std::popcount(attacked_[at(side)] & other & ~p.kinds[KING] & ~attacked_[at(1 - side)]);
    return sum;
  }

  // Several pieces near a king are worth more than the sum of each.
  int attack(int side) const {
    if (attackers_[at(side)] < 2 && !p.pieces(side, QUEEN)) return 0;
    const int king = p.king(1 - side);
    const u64 safe = ~p.sides[at(side)] & ~attacked_[at(1 - side)];
    const u64 straights = rook_attacks(king, all) & safe, diagonals = bishop_attacks(king, all) & safe;
    int pressure = pressure_[at(side)];
    pressure += 16 * std::popcount(straights & by_kind_[at(side)][ROOK]);
    pressure += 16 * std::popcount((straights | diagonals) & by_kind_[at(side)][QUEEN]);
    pressure += 9 * std::popcount(diagonals & by_kind_[at(side)][BISHOP]);
    pressure += 16 * std::popcount(KNIGHT_MOVES[at(king)] & safe & by_kind_[at(side)][KNIGHT]);
    pressure += 5 * std::popcount(zone_[at(1 - side)] & attacked_[at(side)] & ~attacked_[at(1 - side)]);
    pressure = pressure * std::min(attackers_[at(side)] + 1, 5) / 5;
    return std::min(pressure * pressure / 60, 500);
  }

  // Pawns before one's own king, and those of the other that come near it.
  int shelter(int side) const {
    const int king = p.king(side), from = std::clamp(file_of(king), 1, 6) - 1;
    int sum = 0;
    for (int file = from; file < from + 3; ++file) {
      const u64 column = FILE_A << file, front = terms::ahead(bit(king) | terms::beside(bit(king)), side) & column;
      const u64 own = p.pieces(side, PAWN) & front, other = p.pieces(1 - side, PAWN) & front;
      if (own)
        sum += terms::SHIELD * std::max(0, 3 - terms::distance(king, nearest(own, side)));
      else
        sum -= file == file_of(king) ? terms::OPEN_KING : terms::OPEN_KING / 2;
      if (other) sum -= terms::STORM * std::max(0, 5 - rank_distance(king, nearest(other, side)));
    }
    return sum;
  }
  static int nearest(u64 set, int side) { return side == 0 ? first(set) : 63 - std::countl_zero(set); }
  static int rank_distance(int one, int other) { return std::abs(rank_of(one) - rank_of(other)); }

  // How much of an endgame's advantage is real, in sixteenths: little without pawns, half with bishops that never meet.
  int scale(int stronger) const {
    const u64 own = p.sides[at(stronger)];
    if (!(own & p.kinds[PAWN])) {
      const int more = officers(stronger) - officers(1 - stronger);
      if (more < 400) return officers(stronger) < 400 ? 0 : 4;
    }
    const u64 others = p.kinds[KNIGHT] | p.kinds[ROOK] | p.kinds[QUEEN];
    const u64 bishops = p.kinds[BISHOP];
    if (!others && std::popcount(bishops) == 2 && bishops & own && bishops & ~own && bishops & LIGHT &&
        bishops & ~LIGHT)
      return 8;
    return 16;
  }
  int officers(int side) const {
    constexpr std::array<int, 6> worth{0, 310, 325, 520, 980, 0};
    int sum = 0;
    for (int kind = KNIGHT; kind <= QUEEN; ++kind) sum += worth[at(kind)] * std::popcount(p.pieces(side, kind));
    return sum;
  }

  const Position& p;
  const u64 all;
  int phase_ = 0;
  std::array<u64, 2> pawn_attacks_{}, attacked_{}, zone_{};
  std::array<std::array<u64, 6>, 2> by_kind_{};
  std::array<int, 2> pressure_{}, attackers_{};
};

}  // namespace zermelo::chess
