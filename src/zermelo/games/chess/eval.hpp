// What a chess player knows.
#pragma once

#include "core/deepen.hpp"
#include "game.hpp"

namespace zermelo {

template <>
struct Skill<chess::Position> {
  using Position = chess::Position;

  static double value(const Position& p, int player) {
    constexpr std::array<double, 5> worth{1, 3, 3.25, 5, 9.5};
    double sum = 0;
    for (int kind = 0; kind < 5; ++kind)
      sum += worth[chess::at(kind)] * (std::popcount(p.pieces(0, kind)) - std::popcount(p.pieces(1, kind)));
    return player == 0 ? sum : -sum;
  }
};

}  // namespace zermelo
