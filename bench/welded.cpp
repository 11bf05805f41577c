// Searches written by hand for one game each, with nothing general in them: what the generic core is measured against.
// They visit the same nodes in the same order as the core's minimax and alpha-beta, and give the value and the move.
//
// Twice each: bare, and with the duties that a search people use has as well (Duties): it keeps the best line, and it
// checks a flag and a limit of nodes, so that it can be stopped.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace {

using Bits = std::uint64_t;
constexpr int INFINITE = 1000;

// What a search has to do besides searching.
struct Duties {
  static constexpr int LONGEST = 64;
  std::uint64_t nodes = 0, next_look = 1024;
  volatile bool stop = false;
  std::array<int, LONGEST + 1> size{};
  std::array<std::array<std::uint8_t, LONGEST>, LONGEST + 1> line{};

  void enter(int ply) {
    if (nodes == next_look) look();
    ++nodes;
    size[static_cast<unsigned>(ply)] = 0;
  }
  [[gnu::noinline]] void look() {
    if (stop) throw 1;
    next_look = nodes + 1024;
  }
  void keep(int ply, int move) {
    const auto here = static_cast<unsigned>(ply);
    line[here][0] = static_cast<std::uint8_t>(move);
    std::copy_n(line[here + 1].begin(), size[here + 1], line[here].begin() + 1);
    size[here] = size[here + 1] + 1;
  }
};

// Nothing but the count.
struct Bare {
  std::uint64_t nodes = 0;
  void enter(int) { ++nodes; }
  void keep(int, int) {}
};

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

template <class Work>
struct Search : Work {
  int root_move = -1;

  // The value for the side to move; `mine` are its stones.
  template <bool Prune, bool Root = false>
  int visit(Bits mine, Bits mask, int depth, int ply, int alpha, int beta) {
    this->enter(ply);
    if constexpr (!Root) {
      if (four(mine ^ mask)) return -1;
      if (mask == BOARD || depth == 0) return 0;
    }
    int best = -INFINITE;
    for (int column = 0; column < 7; ++column) {
      const Bits stone = (mask + BOTTOM) & (Bits{63} << (7 * column));
      if (!stone) continue;
      const int value = -this->template visit<Prune>(mine ^ mask, mask | stone, depth - 1, ply + 1, -beta, -alpha);
      if (value > best) {
        best = value;
        if (!Prune || value > alpha) this->keep(ply, column);
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

template <class Work>
struct Search : Work {
  int root_move = -1;

  template <bool Prune, bool Root = false>
  int visit(unsigned mine, unsigned theirs, bool lost, int ply, int alpha, int beta) {
    this->enter(ply);
    if (lost) return -1;
    unsigned free = 0777 & ~(mine | theirs);
    if (!free) return 0;
    int best = -INFINITE;
    for (; free; free &= free - 1) {
      const auto cell = static_cast<unsigned>(std::countr_zero(free));
      const unsigned own = mine | 1u << cell;
      bool won = false;
      for (const unsigned line : THROUGH[cell]) won |= (own & line) == line;
      const int value = -this->template visit<Prune>(theirs, own, won, ply + 1, -beta, -alpha);
      if (value > best) {
        best = value;
        if (!Prune || value > alpha) this->keep(ply, static_cast<int>(cell));
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

template <class Work, bool Prune>
int run_connect4(int depth, std::uint64_t* nodes, int* move) {
  connect4::Search<Work> search;
  const int value = search.template visit<Prune, true>(0, 0, depth, 0, -INFINITE, INFINITE);
  *nodes = search.nodes;
  *move = search.root_move;
  return value;
}

template <class Work, bool Prune>
int run_tictactoe(std::uint64_t* nodes, int* move) {
  tictactoe::Search<Work> search;
  const int value = search.template visit<Prune, true>(0, 0, false, 0, -INFINITE, INFINITE);
  *nodes = search.nodes;
  *move = search.root_move;
  return value;
}

}  // namespace

extern "C" {

int connect4_alphabeta(int depth, std::uint64_t* nodes, int* move) {
  return run_connect4<Bare, true>(depth, nodes, move);
}
int connect4_minimax(int depth, std::uint64_t* nodes, int* move) {
  return run_connect4<Bare, false>(depth, nodes, move);
}
int tictactoe_alphabeta(int, std::uint64_t* nodes, int* move) { return run_tictactoe<Bare, true>(nodes, move); }
int tictactoe_minimax(int, std::uint64_t* nodes, int* move) { return run_tictactoe<Bare, false>(nodes, move); }

int connect4_alphabeta_duties(int depth, std::uint64_t* nodes, int* move) {
  return run_connect4<Duties, true>(depth, nodes, move);
}
int connect4_minimax_duties(int depth, std::uint64_t* nodes, int* move) {
  return run_connect4<Duties, false>(depth, nodes, move);
}
int tictactoe_alphabeta_duties(int, std::uint64_t* nodes, int* move) {
  return run_tictactoe<Duties, true>(nodes, move);
}
int tictactoe_minimax_duties(int, std::uint64_t* nodes, int* move) { return run_tictactoe<Duties, false>(nodes, move); }
}
