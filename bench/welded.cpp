// Searches written by hand for one game each, with nothing general in them: what the generic core is measured against.
// They visit the same nodes in the same order as the core's minimax and alpha-beta, and give the value and the move.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace {

using Bits = std::uint64_t;
constexpr int INFINITE = 1000;


namespace connect4 {

constexpr Bits BOTTOM = 0x0000'0408'1020'4081, BOARD = BOTTOM * 63;

bool four(Bits stones) {
  Bits two = stones & stones >> 7;
  if (two & two >> 14) return true;
  two = stones & stones >> 6;
  if (two & two >> 12) return true;
  two = stones & stones >> 8;
  if (two & two >> 16) return true;
  two = stones & stones >> 1;
  return two & two >> 2;
}

struct Search {
  std::uint64_t nodes = 0;
  int root_move = -1;

  // The value for the side to move; `mine` are its stones.
  template <bool Prune, bool Root = false>
  int visit(Bits mine, Bits mask, int depth, int alpha, int beta) {
    ++nodes;
    if constexpr (!Root) {
      if (four(mine ^ mask)) return -1;
      if (mask == BOARD || depth == 0) return 0;
    }
    int best = -INFINITE;
    for (int column = 0; column < 7; ++column) {
      const Bits stone = (mask + BOTTOM) & (Bits{63} << (7 * column));
      if (!stone) continue;
      const int value = -visit<Prune>(mine ^ mask, mask | stone, depth - 1, -beta, -alpha);
      if (value > best) {
        best = value;
        if constexpr (Root) root_move = column;
      }
      if constexpr (Prune) {
        if (best >= beta) break;
        alpha = std::max(alpha, best);
      }
    }
    return best;
  }
};

}  // namespace connect4

namespace tictactoe {

// The lines through each cell, without the cell itself.
constexpr std::array<std::array<unsigned, 4>, 9> THROUGH = [] {
  constexpr unsigned lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
  std::array<std::array<unsigned, 4>, 9> through{};
  for (unsigned cell = 0; cell < 9; ++cell) {
    unsigned count = 0;
    for (const unsigned line : lines)
      if (line >> cell & 1) through[cell][count++] = line;
    for (; count < 4; ++count) through[cell][count] = ~0u;
  }
  return through;
}();

struct Search {
  std::uint64_t nodes = 0;
  int root_move = -1;

  template <bool Prune, bool Root = false>
  int visit(unsigned mine, unsigned theirs, bool lost, int alpha, int beta) {
    ++nodes;
    if (lost) return -1;
    unsigned free = 0777 & ~(mine | theirs);
    if (!free) return 0;
    int best = -INFINITE;
    for (; free; free &= free - 1) {
      const auto cell = static_cast<unsigned>(std::countr_zero(free));
      const unsigned own = mine | 1u << cell;
      bool won = false;
      for (const unsigned line : THROUGH[cell]) won |= (own & line) == line;
      const int value = -visit<Prune>(theirs, own, won, -beta, -alpha);
      if (value > best) {
        best = value;
        if constexpr (Root) root_move = static_cast<int>(cell);
      }
      if constexpr (Prune) {
        if (best >= beta) break;
        alpha = std::max(alpha, best);
      }
    }
    return best;
  }
};

}  // namespace tictactoe

template <class Search>
int report(const Search& search, int value, std::uint64_t* nodes, int* move) {
  *nodes = search.nodes;
  *move = search.root_move;
  return value;
}

}  // namespace

extern "C" {

int connect4_alphabeta(int depth, std::uint64_t* nodes, int* move) {
  connect4::Search search;
  const int value = search.visit<true, true>(0, 0, depth, -INFINITE, INFINITE);
  return report(search, value, nodes, move);
}

int connect4_minimax(int depth, std::uint64_t* nodes, int* move) {
  connect4::Search search;
  const int value = search.visit<false, true>(0, 0, depth, -INFINITE, INFINITE);
  return report(search, value, nodes, move);
}

int tictactoe_alphabeta(int, std::uint64_t* nodes, int* move) {
  tictactoe::Search search;
  const int value = search.visit<true, true>(0, 0, false, -INFINITE, INFINITE);
  return report(search, value, nodes, move);
}

int tictactoe_minimax(int, std::uint64_t* nodes, int* move) {
  tictactoe::Search search;
  const int value = search.visit<false, true>(0, 0, false, -INFINITE, INFINITE);
  return report(search, value, nodes, move);
}
}
