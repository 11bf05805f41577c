// What a checkers player knows.
#pragma once

#include "game.hpp"

namespace zermelo {

template <>
struct Skill<checkers::Position> {
  using Position = checkers::Position;

  struct Judge {
    explicit Judge(const Position&) {}
    bool noisy(checkers::Move move) const { return checkers::taken_by(move) != 0; }
  };
  static bool stand_pat(const Position& p) { return !p.must_take(); }
};

}  // namespace zermelo
