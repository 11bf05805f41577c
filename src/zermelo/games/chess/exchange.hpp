// What the captures on one square are worth, if both sides take there as long as it pays and with the cheapest piece first.
#pragma once

#include <algorithm>

#include "game.hpp"

namespace zermelo::chess {

// In hundredths of a pawn: only differences of exchanges matter here, not the finer values of the evaluation.
inline constexpr std::array<int, 7> WORTH{100, 320, 330, 500, 980, 20000, 0};

class Exchange {
 public:
  // For the side that makes the move.
  static int gain(const Position& p, Move move) {
    if (how_of(move) == CASTLING) return 0;
    return Exchange(p, to_of(move)).begun_by(move);
  }

 private:
  Exchange(const Position& p, int square) : p_(p), square_(square), occupied_(p.occupied()) {}

  int begun_by(Move move) {
    const int becomes = promoted_to(move);
    occupied_ ^= bit(from_of(move));
    if (how_of(move) == EN_PASSANT) occupied_ ^= bit(square_ ^ 8);
    occupied_ |= bit(square_);
    int gained = WORTH[at(taken_of(move))];
    if (becomes != NOTHING) gained += WORTH[at(becomes)] - WORTH[PAWN];
    const int standing = WORTH[at(becomes != NOTHING ? becomes : piece_of(move))];
    attackers_ = p_.attackers(square_, 0, occupied_) | p_.attackers(square_, 1, occupied_);
    return gained - answer(1 - p_.mover, standing);
  }

  // What the side gains by taking what stands there, or nothing by leaving it.
  int answer(int side, int standing) {
    const u64 own = attackers_ & occupied_ & p_.sides[at(side)];
    if (!own) return 0;
    int kind = PAWN;
    while (!(own & p_.kinds[at(kind)])) ++kind;
    if (kind == KING && attackers_ & occupied_ & p_.sides[at(1 - side)]) return 0;  // it would be taken
    occupied_ ^= bit(first(own & p_.kinds[at(kind)]));
    if (kind == PAWN || kind == BISHOP || kind == QUEEN)
      attackers_ |= bishop_attacks(square_, occupied_) & (p_.kinds[BISHOP] | p_.kinds[QUEEN]);
    if (kind == ROOK || kind == QUEEN)
      attackers_ |= rook_attacks(square_, occupied_) & (p_.kinds[ROOK] | p_.kinds[QUEEN]);
    return std::max(0, standing - answer(1 - side, WORTH[at(kind)]));
  }

  const Position& p_;
  int square_;
  u64 occupied_, attackers_ = 0;
};

}  // namespace zermelo::chess
