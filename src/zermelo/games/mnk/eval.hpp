// What an m,n,k player knows: e(p), the lines still open for one side minus those open for the other (S4.8).
#pragma once

#include "game.hpp"

namespace zermelo {

namespace mnk {

// Whether the mover loses at once unless it wins or answers.
inline bool threatened(const Position& p) {
  const auto own = static_cast<std::size_t>(p.mover);
  for (const Cells line : p.rules->lines) {
    const Cells missing = line & ~p.stones[1 - own];
    if ((missing & (missing - 1)) == 0 && !(missing & p.stones[own])) return true;
  }
  return false;
}

// The cells where something happens at once: those that complete a line of either side and, if the mover has nothing to
// answer and lines are of four or more, those that leave one cell missing in a line of the mover's.
struct Threats {
  explicit Threats(const Position& p) {
    const auto own = static_cast<std::size_t>(p.mover);
    const Cells mine = p.stones[own], yours = p.stones[1 - own];
    Cells makes = 0, blocks = 0;
    for (const Cells line : p.rules->lines) {
      const Cells open = line & ~(mine | yours);
      const Cells less = open & (open - 1);
      if (less == 0) {
        if ((line & mine) == 0) blocks |= open;
        if ((line & yours) == 0) noisy |= open;
      } else if ((less & (less - 1)) == 0 && (line & yours) == 0) {
        makes |= open;
      }
    }
    noisy |= blocks;
    if (blocks == 0 && p.rules->k >= 4) noisy |= makes;
  }
  Cells noisy = 0;
};

}  // namespace mnk

template <>
inline constexpr bool SMALL<mnk::Position> = true;

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

  static int move_index(const Position&, Position::Move move) { return move; }

  // Wins and blocks are noisy and, where a line is long enough to matter, moves that threaten to complete one; cells on many
  // lines come first.
  struct Judge {
    explicit Judge(const Position& position) : p(position), threats(position) {}
    bool noisy(Position::Move move) const { return threats.noisy & mnk::cell(move); }
    float prior(Position::Move move) const {
      return static_cast<float>(p.rules->first_through(move + 1) - p.rules->first_through(move));
    }
    const Position& p;
    mnk::Threats threats;
  };

  // Whoever is threatened has to answer.
  static bool stand_pat(const Position& p) { return !mnk::threatened(p); }
};

}  // namespace zermelo
