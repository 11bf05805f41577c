// What a Connect Four player knows: cells that would complete a four, cells that still can, and the exact solver.
#pragma once

#include "core/deepen.hpp"
#include "game.hpp"
#include "solver.hpp"

namespace zermelo {

namespace connect4 {

// This thread's solver, emptied: its memory is kept from one search to the next.
template <class Size>
Solver<Size>& cold_solver(const Size& size, double megabytes) {
  thread_local std::unique_ptr<Solver<Size>> kept;
  thread_local std::array<double, 3> made_for{};
  const std::array<double, 3> wanted{static_cast<double>(size.width), static_cast<double>(size.height), megabytes};
  if (!kept || made_for != wanted) {
    kept.reset();
    kept = std::make_unique<Solver<Size>>(size, static_cast<std::size_t>(megabytes * 1024 * 1024));
    made_for = wanted;
  }
  kept->forget();
  return *kept;
}

}  // namespace connect4

template <class Size>
struct Skill<connect4::Board<Size>> {
  using Board = connect4::Board<Size>;
  using Move = typename Board::Move;
  using Bits = connect4::Bits;

  // Open threats count most, and those low on the board more; then stones near the middle.
  static double value(const Board& b, int player) {
    const Bits theirs = b.mask ^ b.mine;
    const double mover = side(b, b.mine) - side(b, theirs);
    return player == b.mover() ? mover : -mover;
  }

  // The player's stones, then the other's, by their bits.
  static void features(const Board& b, int player, FeatureList& out) {
    const Bits mine = player == b.mover() ? b.mine : b.mask ^ b.mine;
    const auto bits = static_cast<std::uint32_t>(b.size().width * b.size().stride);
    for (Bits left = b.mask; left; left &= left - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
      out.push_back(mine >> at & 1 ? at : at + bits);
    }
  }

  static int move_index(const Board&, Move move) { return static_cast<int>(move); }

  // Wins and blocks are noisy; moves that make threats come first, then the middle.
  struct Judge {
    explicit Judge(const Board& board)
        : b(board),
          wins(connect4::winning_squares(b.size(), b.mine) | connect4::winning_squares(b.size(), b.mask ^ b.mine)) {}
    bool noisy(Move move) const { return wins & b.cell(move); }
    float prior(Move move) const {
      const int threats = std::popcount(connect4::winning_squares(b.size(), b.mine | b.cell(move)) & ~b.mask);
      return static_cast<float>(16 * threats - std::abs(2 * move - (b.size().width - 1)));
    }
    const Board& b;
    Bits wins;
  };

  // About how many nodes the solver needs: 0.7 times as many with every stone.
  static double solver_nodes(const Board& b) { return 1e8 * std::pow(0.7, 42 - b.plies_left()); }

  static void solve(const Board& board, Watch& watch, std::size_t best, double megabytes, std::vector<Found>& found) {
    Root root(board, watch, megabytes);
    if (best == 1)
      found = root.one();
    else
      found = root.all();
  }

 private:
  static double side(const Board& b, Bits stones) {
    double sum = 8.0 * std::popcount(connect4::winning_squares(b.size(), stones) & ~b.mask);
    for (const Bits ring : b.rules->inner) sum += std::popcount(stones & ring);
    return sum;
  }

  // The solver's scores turned into values of root moves.
  class Root {
   public:
    Root(const Board& board, Watch& watch, double megabytes)
        : board_(board), watch_(watch), solver_(connect4::cold_solver(board.size(), megabytes)) {}

    // The best move and its line.
    std::vector<Found> one() {
      const int score = board_score(board_);
      Found best{move_for(board_, score), value(board_, score), Bound::exact, true, {}};
      best.line = line(static_cast<Move>(best.move), score);
      std::vector<Found> found{best};
      for (const Move move : columns(board_))
        if (move != best.move) found.push_back({move, best.value, Bound::upper, true, {move}});
      return found;
    }

    // Every move's value.
    std::vector<Found> all() {
      std::vector<Found> found;
      for (const Move move : columns(board_)) {
        const int score = -board_score(board_.play(move));
        found.push_back({move, value(board_, score), Bound::exact, true, line(move, score)});
      }
      best_first(found);
      return found;
    }

   private:
    static std::vector<Move> columns(const Board& b) {
      MoveList<Move> list;
      b.moves(list);
      std::vector<Move> result;
      for (std::size_t i = 0; i < list.size(); ++i) result.push_back(list[i].move);
      const Judge judge(b);
      std::stable_sort(result.begin(), result.end(), [&](Move x, Move y) { return judge.prior(x) > judge.prior(y); });
      return result;
    }

    // For the side to move; a lost (or full) board included.
    int board_score(const Board& b) {
      if (b.won) return -connect4::win_score(b.size().cells, b.stones() - 1);
      return b.turn() == OVER ? 0 : solver_.score(b.mine, b.mask, watch_);
    }

    double value(const Board& b, int score) const {
      if (score == 0) return 0;
      const double sure = WIN - connect4::plies_to_end(b.size().cells, b.stones(), score);
      return score > 0 ? sure : -sure;
    }

    // A move that keeps the known score.
    Move move_for(const Board& b, int score) {
      const std::vector<Move> all = columns(b);
      for (const Move move : all) {
        const Board child = b.play(move);
        const int reply = child.turn() == OVER ? board_score(child)
                                               : solver_.solve(child.mine, child.mask, -score, -score + 1, watch_);
        if (reply <= -score) return move;
      }
      return all.front();
    }

    std::vector<AnyMove> line(Move first, int score) {
      std::vector<AnyMove> moves{first};
      const std::uint64_t enough = watch_.nodes + watch_.nodes / 4 + 1000;
      Board at = board_.play(first);
      for (score = -score; at.turn() != OVER && watch_.nodes < enough; score = -score) {
        const Move next = move_for(at, score);
        moves.push_back(next);
        at = at.play(next);
      }
      return moves;
    }

    const Board board_;
    Watch& watch_;
    connect4::Solver<Size>& solver_;
  };
};

// Boards of other sizes are for trying out: they do without.
template <>
inline constexpr bool COMPILED_BARE<connect4::Board<connect4::AnySize>> = false;

}  // namespace zermelo
