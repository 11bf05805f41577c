// What an m,n,k player knows: e(p), the lines still open for one side minus those open for the other (S4.8).
#pragma once

#include "game.hpp"

namespace zermelo {

template <>
struct Skill<mnk::Position> {
  using Position = mnk::Position;

  // A decided game is worth plus or minus infinity, as the textbook has it; searches score those by themselves.
  static double value(const Position& p, int player) {
    if (p.winner >= 0) return p.payoff(player) * std::numeric_limits<double>::infinity();
    const mnk::Cells mine = p.stones[static_cast<std::size_t>(player)],
                     yours = p.stones[static_cast<std::size_t>(1 - player)];
    int open = 0;
    for (const mnk::Cells line : p.rules->lines) open += ((line & yours) == 0) - ((line & mine) == 0);
    return open;
  }

  // The player's stones, then the other's.
  static void features(const Position& p, int player, FeatureList& out) {
    const int cells = p.rules->m * p.rules->n;
    for (const int side : {player, 1 - player})
      for (mnk::Cells left = p.stones[static_cast<std::size_t>(side)]; left; left &= left - 1)
        out.push_back(static_cast<std::uint32_t>(std::countr_zero(left) + (side == player ? 0 : cells)));
  }

  // Wins and blocks are noisy; cells on many lines come first.
  struct Judge {
    explicit Judge(const Position& position) : p(position) {}
    bool noisy(Position::Move move) const { return p.completes(p.stones[0], move) || p.completes(p.stones[1], move); }
    float prior(Position::Move move) const {
      return static_cast<float>(p.rules->first_through(move + 1) - p.rules->first_through(move));
    }
    const Position& p;
  };
};

}  // namespace zermelo
