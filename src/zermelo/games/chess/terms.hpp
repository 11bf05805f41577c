// What the evaluation counts: pieces on squares, mobility, pawns, threats, the kings. Each term has a weight for the
// middlegame and one for the endgame (weights.hpp, fitted on games of its own), mixed by how many pieces are left. A
// position's value is a sum of counts times weights and nothing else, so that the weights can be fitted.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "game.hpp"
#include "weights.hpp"

namespace zermelo::chess {

namespace terms {

inline constexpr std::array<int, 6> PHASE{0, 1, 1, 2, 4, 0};
inline constexpr int FULL_PHASE = 24;
inline constexpr std::array<int, 6> PRESSURE{0, 8, 7, 11, 18, 0};  // of a piece on a square beside the other's king

constexpr u64 beside(u64 set) { return east(set) | west(set); }
constexpr u64 ahead(u64 set, int side) {  // every square in front
  for (int step = 0; step < 3; ++step) set |= side == 0 ? set << (8 << step) : set >> (8 << step);
  return set;
}
inline int distance(int one, int other) {
  return std::max(std::abs(file_of(one) - file_of(other)), std::abs(rank_of(one) - rank_of(other)));
}

}  // namespace terms

// Hears every count: for fitting. The evaluation itself keeps none.
struct NoCounts {
  static void count(int, int) {}
};

template <class Counts = NoCounts>
class Evaluation {
 public:
  explicit Evaluation(const Position& position, Counts counts = {}) : p(position), all(p.occupied()), counts_(counts) {}

  // For white, in hundredths of a pawn.
  int value() {
    for (const int side : {0, 1}) prepare(side);
    half<0>();
    half<1>();
    rest<0>();
    rest<1>();
    return mixed(sums_[0] - sums_[1]);
  }

  // What the sums are mixed by: the share of the middlegame, and how much of the endgame's advantage is real.
  int phase() const { return std::min(phase_, terms::FULL_PHASE); }
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

 private:
  int mixed(Score sum) const {
    const int end = sum.end * scale(sum.end > 0 ? 0 : 1) / 16;
    return (sum.middle * phase() + end * (terms::FULL_PHASE - phase())) / terms::FULL_PHASE;
  }

  template <int Side>
  void add(int term, int times = 1) {
    sums_[Side] += WEIGHTS[at(term)] * times;
    counts_.count(term, Side == 0 ? times : -times);
  }

  static constexpr int seen(int side, int square) { return side == 0 ? square : square ^ 56; }

  void prepare(int side) {
    const u64 own = p.pieces(side, PAWN);
    const int king = p.king(side);
    pawn_attacks_[at(side)] = chess::pawn_attacks(own, side);
    attacked_[at(side)] = pawn_attacks_[at(side)] | KING_MOVES[at(king)];
    twice_[at(side)] = pawn_attacks_[at(side)] & KING_MOVES[at(king)];
    zone_[at(side)] = KING_MOVES[at(king)] | bit(king);
    front_[at(side)] = terms::ahead(own | pawn_attacks_[at(side)], side);
  }

  // The pieces one by one.
  template <int Side>
  void half() {
    const u64 own = p.sides[Side];
    for (u64 left = own & p.kinds[PAWN]; left; left &= left - 1) add<Side>(SQUARES + seen(Side, first(left)));
    add<Side>(SQUARES + 64 * KING + seen(Side, p.king(Side)));
    const u64 area = ~((own & (p.kinds[PAWN] | p.kinds[KING])) | pawn_attacks_[1 - Side]);
    pieces<Side, KNIGHT>(area);
    pieces<Side, BISHOP>(area);
    pieces<Side, ROOK>(area);
    pieces<Side, QUEEN>(area);
    if (several(p.pieces(Side, BISHOP))) add<Side>(BISHOP_PAIR);
  }

  template <int Side, int Kind>
  void pieces(u64 area) {
    for (u64 left = p.pieces(Side, Kind); left; left &= left - 1) {
      const int square = first(left);
      add<Side>(SQUARES + 64 * Kind + seen(Side, square));
      phase_ += terms::PHASE[Kind];
      u64 reach = reached<Side, Kind>(square);
      if ((p.pins_straight | p.pins_diagonal) & bit(square) && p.mover == Side)
        reach &= Kind == KNIGHT ? 0 : p.pins_straight & bit(square) ? p.pins_straight : p.pins_diagonal;
      twice_[Side] |= attacked_[Side] & reach;
      attacked_[Side] |= reach;
      by_kind_[Side][Kind] |= reach;
      add<Side>(mobility(Kind) + std::popcount(reach & area));
      if (const u64 near = reach & zone_[1 - Side]) {
        pressure_[Side] += terms::PRESSURE[Kind] * std::popcount(near);
        ++attackers_[Side];
      }
      if constexpr (Kind == ROOK) rook<Side>(square);
      if constexpr (Kind == KNIGHT || Kind == BISHOP) minor<Side, Kind>(square);
    }
  }
  static constexpr int mobility(int kind) {
    return kind == KNIGHT   ? KNIGHT_MOBILITY
           : kind == BISHOP ? BISHOP_MOBILITY
           : kind == ROOK   ? ROOK_MOBILITY
                            : QUEEN_MOBILITY;
  }

  // Through pieces that move the same way.
  template <int Side, int Kind>
  u64 reached(int square) const {
    const u64 queens = p.kinds[QUEEN];
    if constexpr (Kind == KNIGHT) return KNIGHT_MOVES[at(square)];
    if constexpr (Kind == BISHOP) return bishop_attacks(square, all ^ queens);
    if constexpr (Kind == ROOK) return rook_attacks(square, all ^ queens ^ (p.pieces(Side, ROOK) & ~bit(square)));
    return rook_attacks(square, all) | bishop_attacks(square, all);
  }

  template <int Side>
  void rook(int square) {
    const u64 file = FILE_A << file_of(square);
    if (!(file & p.pieces(Side, PAWN))) add<Side>(file & p.kinds[PAWN] ? HALF_OPEN_FILE : OPEN_FILE);
  }

  template <int Side, int Kind>
  void minor(int square) {
    constexpr int other = 1 - Side;
    const u64 here = bit(square);
    const int rank = rank_of(seen(Side, square));
    if (rank >= 3 && rank <= 5 && !(here & terms::ahead(pawn_attacks_[other], other)))
      add<Side>(OUTPOST + 2 * (Kind == BISHOP) + (here & pawn_attacks_[Side] ? 1 : 0));
    if (forward(here, Side) & p.kinds[PAWN]) add<Side>(BEHIND_PAWN + (Kind == BISHOP));
    if constexpr (Kind == BISHOP) {
      const u64 colour = here & LIGHT ? LIGHT : ~LIGHT;
      add<Side>(PAWNS_ON_COLOUR, std::popcount(p.pieces(Side, PAWN) & colour));
    }
    add<Side>(FROM_KING + 8 * (Kind == BISHOP) + terms::distance(square, p.king(Side)));
  }

  // What needs to know what both sides attack.
  template <int Side>
  void rest() {
    pawns<Side>();
    threats<Side>();
    attack<Side>();
    shelter<Side>();
  }

  template <int Side>
  void pawns() {
    constexpr int other = 1 - Side;
    const u64 own = p.pieces(Side, PAWN), others = p.pieces(other, PAWN);
    for (u64 left = own; left; left &= left - 1) {
      const int square = first(left), rank = rank_of(seen(Side, square)),
                side = std::min(file_of(square), 7 - file_of(square));
      const u64 here = bit(square), file = FILE_A << file_of(square), neighbours = terms::beside(file) & own;
      const u64 before = terms::ahead(forward(here, Side), Side);
      if (!neighbours)
        add<Side>(ISOLATED + side + (before & others ? 0 : 4));
      else if (!(neighbours & terms::ahead(terms::beside(here), other)) && forward(here, Side) & pawn_attacks_[other])
        add<Side>(BACKWARD + (before & others ? 0 : 1));
      if (before & own) add<Side>(DOUBLED + (neighbours ? 0 : 1));
      if (terms::beside(here) & own) add<Side>(BESIDE + rank);
      if (here & pawn_attacks_[Side]) add<Side>(GUARDED + rank);
      if (!(here & front_[other]) && !(before & own))
        passed<Side>(square, rank, here, before);
      else if (!(before & p.kinds[PAWN]))
        add<Side>(CANDIDATE + rank);
    }
  }

  template <int Side>
  void passed(int square, int rank, u64 here, u64 before) {
    constexpr int other = 1 - Side;
    add<Side>(PASSED + rank);
    const int stop = Side == 0 ? square + 8 : square - 8;
    if (bit(stop) & all)
      add<Side>(PASSED_BLOCKED + rank);
    else if (!(before & attacked_[other]))
      add<Side>(PASSED_FREE + rank);
    else if (!(bit(stop) & attacked_[other]))
      add<Side>(PASSED_STEP + rank);
    if (here & attacked_[Side]) add<Side>(PASSED_HELD + rank);
    if (bit(stop) & attacked_[Side]) add<Side>(PASSED_LED + rank);
    const int weight = std::max(0, rank - 2);
    if (weight == 0) return;
    add<Side>(PASSED_OWN_KING + terms::distance(p.king(Side), stop), weight);
    add<Side>(PASSED_OTHER_KING + terms::distance(p.king(other), stop), weight);
  }

  template <int Side>
  void threats() {
    constexpr int other = 1 - Side;
    const u64 them = p.sides[other], pawns = p.kinds[PAWN];
    const u64 safe_pawns = p.pieces(Side, PAWN) & (attacked_[Side] | ~attacked_[other]);
    const u64 by_pawns = chess::pawn_attacks(safe_pawns, Side) & them;
    const u64 steps = forward(p.pieces(Side, PAWN), Side) & ~all;
    const u64 pushed = (steps | (forward(steps & rank_bits(Side == 0 ? 2 : 5), Side) & ~all)) & ~pawn_attacks_[other] &
                       (attacked_[Side] | ~attacked_[other]);
    const u64 by_push = chess::pawn_attacks(pushed, Side) & them & ~pawns & ~by_pawns;
    const u64 weak = ~(pawn_attacks_[other] | (twice_[other] & ~twice_[Side]));
    for (int kind = KNIGHT; kind <= QUEEN; ++kind) {
      const u64 victims = them & p.kinds[at(kind)];
      if (!victims) continue;
      add<Side>(PAWN_THREAT + kind, std::popcount(by_pawns & victims));
      add<Side>(KNIGHT_THREAT + kind, std::popcount(by_kind_[Side][KNIGHT] & victims));
      add<Side>(BISHOP_THREAT + kind, std::popcount(by_kind_[Side][BISHOP] & victims));
      add<Side>(ROOK_THREAT + kind, std::popcount(by_kind_[Side][ROOK] & victims & (kind == QUEEN ? ~u64{0} : weak)));
    }
    add<Side>(PUSH_THREAT, std::popcount(by_push));
    const u64 minors = by_kind_[Side][KNIGHT] | by_kind_[Side][BISHOP];
    add<Side>(KNIGHT_THREAT, std::popcount(minors & weak & them & pawns));
    add<Side>(ROOK_THREAT, std::popcount(by_kind_[Side][ROOK] & weak & them & pawns));
    add<Side>(KING_THREAT, std::popcount(KING_MOVES[at(p.king(Side))] & them & ~attacked_[other]));
    add<Side>(LOOSE, std::popcount(attacked_[Side] & them & ~pawns & ~attacked_[other]));
    add<Side>(LOOSE + 1, std::popcount(attacked_[Side] & them & pawns & ~attacked_[other]));
    add<Side>(RESTRICTED, std::popcount(attacked_[Side] & attacked_[other] & weak & ~them));
  }

  // Several pieces near a king are worth more than the sum of each.
  template <int Side>
  void attack() {
    constexpr int other = 1 - Side;
    if (attackers_[Side] == 0 || (attackers_[Side] < 2 && !p.pieces(Side, QUEEN))) return;
    const int king = p.king(other);
    const u64 undefended = ~attacked_[other] | (twice_[Side] & ~twice_[other] & (KING_MOVES[at(king)]));
    const u64 safe = ~p.sides[Side] & undefended;
    const u64 straights = rook_attacks(king, all) & safe, diagonals = bishop_attacks(king, all) & safe;
    int pressure = pressure_[Side];
    pressure += 16 * std::popcount(straights & by_kind_[Side][ROOK]);
    pressure += 16 * std::popcount((straights | diagonals) & by_kind_[Side][QUEEN]);
    pressure += 9 * std::popcount(diagonals & by_kind_[Side][BISHOP]);
    pressure += 16 * std::popcount(KNIGHT_MOVES[at(king)] & safe & by_kind_[Side][KNIGHT]);
    pressure += 5 * std::popcount(zone_[other] & attacked_[Side] & undefended);
    pressure = pressure * std::min(attackers_[Side] + 1, 5) / 5;
    const int which = std::min(pressure / 8, 31);
    add<Side>((p.pieces(Side, QUEEN) ? DANGER : QUEENLESS_DANGER) + which);
  }

  // Pawns before one's own king, and those of the other that come near it.
  template <int Side>
  void shelter() {
    const int king = p.king(Side), from = std::clamp(file_of(king), 1, 6) - 1;
    const u64 front = terms::ahead(bit(king) | terms::beside(bit(king)), Side);
    for (int file = from; file < from + 3; ++file) {
      const u64 column = (FILE_A << file) & (front | (FILE_A << file & terms::ahead(rank_bits(rank_of(king)), Side)));
      const u64 own = p.pieces(Side, PAWN) & column, others = p.pieces(1 - Side, PAWN) & column;
      const int at_king = file == file_of(king) ? 8 : 0;
      add<Side>(SHIELD + at_king + (own ? rank_distance(king, nearest<Side>(own)) : 7));
      const bool blocked = own && others && nearest<Side>(others) == nearest<Side>(own) + (Side == 0 ? 8 : -8);
      add<Side>((blocked ? STORM_BLOCKED : STORM) + (others ? rank_distance(king, nearest<Side>(others)) : 7));
    }
  }
  template <int Side>
  static int nearest(u64 set) {
    return Side == 0 ? first(set) : 63 - std::countl_zero(set);
  }
  static int rank_distance(int one, int other) { return std::abs(rank_of(one) - rank_of(other)); }

  int officers(int side) const {
    constexpr std::array<int, 6> worth{0, 310, 325, 520, 980, 0};
    int sum = 0;
    for (int kind = KNIGHT; kind <= QUEEN; ++kind) sum += worth[at(kind)] * std::popcount(p.pieces(side, kind));
    return sum;
  }

  const Position& p;
  const u64 all;
  Counts counts_;
  std::array<Score, 2> sums_{};
  int phase_ = 0;
  std::array<u64, 2> pawn_attacks_{}, attacked_{}, twice_{}, zone_{}, front_{};
  std::array<std::array<u64, 6>, 2> by_kind_{};
  std::array<int, 2> pressure_{}, attackers_{};
};

}  // namespace zermelo::chess
