// The skill of Kriegspiel: men, and how likely they are to be lost to somebody who does not see them.
//
// An attacked man is seldom taken: the other does not know that it is there. But where something has just been taken the umpire
// has named the square, and pawn tries are announced: there the answer is to be feared. After a refused try the mover still has
// another, so the position is judged as if one had been made that changes nothing.
#pragma once

#include <cmath>

#include "game.hpp"

namespace zermelo::kriegspiel {

inline constexpr std::array<double, 7> WORTH{1, 3, 3.2, 5, 9.5, 0, 0};
// How likely a man is taken: usually, by a pawn, where something was just taken, by somebody with hardly anything else to do.
inline constexpr double FOUND = 0.12, FOUND_BY_PAWN = 0.7, FOUND_WHERE_TAKEN = 0.9, FOUND_BY_FEW = 1;

// What `side` stands to lose in the other's next move.
inline double at_risk(const Board& b, const Frame& f, int side) {
  double most = 0, sum = 0;
  const u64 all = b.occupied();
  const bool few = std::popcount(b.sides[at(1 - side)]) <= 2;
  for (u64 left = b.sides[at(side)] & ~b.kinds[KING]; left; left &= left - 1) {
    const int square = first(left);
    const u64 attackers_here = attackers(b, f, square, 1 - side, all);
    if (!attackers_here) continue;
    const double worth = WORTH[at(b.kind_at(square))];
    double cheapest = 100;
    for (u64 each = attackers_here; each; each &= each - 1)
      cheapest = std::min(cheapest, b.kinds[KING] & bit(first(each)) ? 50 : WORTH[at(b.kind_at(first(each)))]);
    const bool guarded = attackers(b, f, square, side, all) != 0;
    const double loss = guarded ? std::max(0.0, worth - cheapest) : worth;
    const double chance = few                    ? FOUND_BY_FEW
                          : square == b.taken_at ? FOUND_WHERE_TAKEN
                          : cheapest <= 1        ? FOUND_BY_PAWN
                                                 : FOUND;
    most = std::max(most, chance * loss);
    sum += chance * loss;
  }
  return 0.7 * most + 0.3 * sum;
}

inline double men_of(const Board& b, const Frame& f, int side) {
  double sum = 0;
  for (int kind = PAWN; kind <= QUEEN; ++kind) sum += WORTH[at(kind)] * std::popcount(b.pieces(side, kind));
  for (u64 left = b.pieces(side, PAWN); left; left &= left - 1) {
    const int rank = rank_of(first(left)), gone = side == 0 ? rank - 1 : f.height - 2 - rank;
    sum += 0.02 * gone + (gone >= f.height - 4 ? 0.1 * gone : 0);
  }
  for (u64 left = b.sides[at(side)] & (b.kinds[KNIGHT] | b.kinds[BISHOP]); left; left &= left - 1)
    if (rank_of(first(left)) == (side == 0 ? 0 : f.height - 1)) sum -= 0.15;
  return sum;
}

// How many squares the king could go to, as far as the other's men let it.
inline int room_of(const Board& b, const Frame& f, int side) {
  const u64 kings = b.pieces(side, KING);
  if (!kings) return 8;
  int room = 0;
  const u64 all = b.occupied() & ~kings;
  for (u64 left = f.inside(KING_MOVES[at(first(kings))]) & ~b.sides[at(side)]; left; left &= left - 1)
    if (!attackers(b, f, first(left), 1 - side, all)) ++room;
  return room;
}

inline int middle_distance(const Frame& f, int square) {
  const int x = 2 * file_of(square) - f.width + 1, y = 2 * rank_of(square) - f.height + 1;
  return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

// Whoever has much more drives the other's king to the edge, their king near it.
inline double hunt(const Board& b, const Frame& f, int hunter) {
  const u64 own = b.pieces(hunter, KING), other = b.pieces(1 - hunter, KING);
  if (!own || !other) return 0;
  const int x = file_of(first(own)) - file_of(first(other)), y = rank_of(first(own)) - rank_of(first(other));
  const int apart = std::max(x < 0 ? -x : x, y < 0 ? -y : y);
  return 0.1 * middle_distance(f, first(other)) - 0.15 * apart - 0.25 * room_of(b, f, 1 - hunter);
}

inline double judged(const Board& b, const Frame& f, int player) {
  bool tried = false;
  for (const u64 each : b.refused) tried = tried || each;
  const int next = tried ? 1 - b.mover : b.mover;
  std::array<double, 2> men{men_of(b, f, 0), men_of(b, f, 1)};
  double sum = men[at(player)] - men[at(1 - player)];
  const double risk = at_risk(b, f, 1 - next);
  sum += next == player ? risk : -risk;
  for (int side = 0; side < 2; ++side)
    if (men[at(side)] > men[at(1 - side)] + 3 && men[at(1 - side)] < 6)
      sum += (side == player ? 1 : -1) * hunt(b, f, side);
  return sum;
}

}  // namespace zermelo::kriegspiel

namespace zermelo {

template <>
struct Skill<kriegspiel::Position> {
  static double value(const kriegspiel::Position& p, int player) {
    // As what is to be expected of the game, so that it can be averaged with mates; against hardly anything a man more wins.
    const int least = std::min(std::popcount(p.board.sides[0]), std::popcount(p.board.sides[1]));
    return 0.9 * std::tanh(kriegspiel::judged(p.board, p.rules->frame, player) / (least <= 2 ? 4 : 12));
  }
};

}  // namespace zermelo
