// The skill of Battleship: hits.
#pragma once

#include "game.hpp"

namespace zermelo {

// How much of the other's fleet was hit: with open cards and one move ahead, a shot is worth the chance that it hits.
template <>
struct Skill<battleship::Position> {
  static double value(const battleship::Position& p, int player) {
    return static_cast<double>(p.hits[player] - p.hits[1 - player]) / p.rules->total;
  }
};

}  // namespace zermelo
