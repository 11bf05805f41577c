// What the programs of this folder share: the usual board, a position of it, a search without limits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "games/connect4/solver.hpp"

namespace zermelo::connect4 {

using Size = Fixed<7, 6>;
constexpr Size SIZE{};

struct Count {
  std::uint64_t nodes = 0;
  void check() {}
};

struct Stones {
  Bits mine, mask;
  bool wins_now() const { return possible_moves(SIZE, mask) & winning_squares(SIZE, mine); }
  Stones mirror() const { return {mirrored(SIZE, mine), mirrored(SIZE, mask)}; }
  // The same for mirror images, and for nothing else.
  Bits key() const {
    const Stones image = mirror();
    return std::min(mine + mask, image.mine + image.mask);
  }
  // How far the stones lie from the middle column, all together.
  int from_middle() const {
    int sum = 0;
    for (Bits rest = mask; rest; rest &= rest - 1)
      sum += std::abs(std::countr_zero(rest) / SIZE.stride - SIZE.width / 2);
    return sum;
  }
  // Calls `visit` with every position that a move leads to, unless it wins.
  template <class Visit>
  void children(Visit visit) const {
    for (Bits rest = possible_moves(SIZE, mask); rest; rest &= rest - 1) {
      const Bits move = rest & (~rest + 1);
      if (!has_four(SIZE, mine | move)) visit(Stones{mask ^ mine, mask | move});
    }
  }
};

}  // namespace zermelo::connect4
