// The skill of Stratego: what the men are worth, and that they go forward.
#pragma once

#include "game.hpp"

namespace zermelo {

template <>
struct Skill<stratego::Position> {
  static double value(const stratego::Position& p, int player) {
    constexpr std::array<double, stratego::KINDS> WORTH{0, 3, 5, 2, 5, 3, 4, 6, 9, 13, 20, 30, 0};
    double sum = 0;
    for (int square = 0; square < p.rules->width * p.rules->height; ++square) {
      const stratego::Cell cell = p.cells[stratego::index(square)];
      if (!stratego::is_man(cell)) continue;
      const int row = square / p.rules->width, side = stratego::side_of(cell);
      const int forward = side == 0 ? row : p.rules->height - 1 - row;
      const bool shown = cell & stratego::SHOWN;
      double worth = WORTH[stratego::index(stratego::kind_of(cell))] * (shown ? 0.9 : 1.0);
      if (cell & stratego::MOVED) worth += 0.05 * forward;
      sum += side == player ? worth : -worth;
    }
    return sum / 200;
  }
};

}  // namespace zermelo
