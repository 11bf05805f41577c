// What a Connect Four player knows: cells that would complete a four, cells that still can, and the exact solver.
#pragma once

#include "core/deepen.hpp"
#include "game.hpp"
#include "openings.hpp"
#include "solver.hpp"

namespace zermelo {

namespace connect4 {

// Who wins the first positions of the usual board, once it is loaded.
inline std::atomic<const Openings*>& openings() {
  static std::atomic<const Openings*> loaded{nullptr};
  return loaded;
}

// -1, 0 or 1 for the side to move, where the table knows.
template <class Size>
std::optional<int> known_sign(const Board<Size>& b) {
  if constexpr (std::is_same_v<Size, Fixed<7, 6>>)
    if (const Openings* table = openings().load()) return table->sign(b.mine, b.mask);
  return {};
}

// Whether the table has a place for what the moves of a position lead to.
template <class Size>
bool in_openings(const Board<Size>& b) {
  return std::is_same_v<Size, Fixed<7, 6>> && openings().load() && b.stones() < Openings::MOST;
}

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

  // Where the solver is tried it mostly needs a tenth of the time; where it needs more, no evaluation is to be trusted.
  static constexpr double SOLVER_SHARE = 0.9;
  // About how many nodes the solver needs to know who wins: some 0.62 times as many with every stone, and half of them
  // where the table may know some of the moves.
  static double solver_nodes(const Board& b) {
    if (connect4::known_sign(b)) return 1e4;
    return (connect4::in_openings(b) ? 1.25e6 : 2.5e6) * std::pow(0.62, 38 - b.plies_left());
  }
  // And how soon.
  static double exact_nodes(const Board& b) { return 2e7 * std::pow(0.7, 42 - b.plies_left()); }

  // Who wins, then how soon if there is time for that.
  static void solve(const Board& board, Watch& watch, std::size_t best, double megabytes, std::vector<Found>& found) {
    Root root(board, watch, megabytes);
    found = best == 1 ? root.one_sign() : root.all_signs();
    if (!within(watch.control().limits, exact_nodes(board))) return;
    try {
      found = best == 1 ? root.one() : root.all();
    } catch (const Stopped&) {
    }
  }

 private:
  // Whether it is worth a try to search so many nodes.
  static bool within(const Limits& limits, double nodes) {
    const double seconds = limits.soft > 0 ? limits.soft : limits.hard;
    return (limits.nodes == 0 || nodes <= static_cast<double>(limits.nodes)) &&
           (seconds <= 0 || nodes <= seconds * SOLVER_SPEED);
  }

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

    // A move that keeps what the position is worth.
    std::vector<Found> one_sign() {
      const int worth = sign(board_);
      const std::vector<Move> all = columns(board_);
      const auto keeps = [&](Move move) { return worth < 0 || !at_least(board_.play(move), 1 - worth); };
      const Move best = *std::find_if(all.begin(), all.end() - 1, keeps);
      std::vector<Found> found{{best, static_cast<double>(worth), Bound::exact, true, {best}}};
      for (const Move move : all)
        if (move != best) found.push_back({move, static_cast<double>(worth), Bound::upper, true, {move}});
      return found;
    }

    // What every move is worth.
    std::vector<Found> all_signs() {
      std::vector<Found> found;
      for (const Move move : columns(board_))
        found.push_back({move, static_cast<double>(-sign(board_.play(move))), Bound::exact, true, {move}});
      best_first(found);
      return found;
    }

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

    // Who wins: -1, 0 or 1 for the side to move.
    int sign(const Board& b) {
      if (b.turn() == OVER) return b.won ? -1 : 0;
      if (const auto known = connect4::known_sign(b)) return *known;
      // The likelier answer first: whoever began mostly wins.
      if (b.mover() == 0) return at_least(b, 1) ? 1 : at_least(b, 0) ? 0 : -1;
      return !at_least(b, 0) ? -1 : at_least(b, 1) ? 1 : 0;
    }

    // Whether the side to move is sure of `worth`, 0 or 1.
    bool at_least(const Board& b, int worth) {
      if (b.turn() == OVER) return !b.won && worth == 0;
      if (const auto known = connect4::known_sign(b)) return *known >= worth;
      if (connect4::in_openings(b)) return by_moves(b, worth);
      return solver_.solve(b.mine, b.mask, worth - 1, worth, watch_) >= worth;
    }

    // The same where the table may know moves of a position that it does not know: those are asked first.
    bool by_moves(const Board& b, int worth) {
      std::vector<Board> unknown;
      for (const Move move : columns(b)) {
        const Board child = b.play(move);
        const auto known = child.won ? std::optional(-1) : connect4::known_sign(child);
        if (known && -*known >= worth) return true;
        if (!known) unknown.push_back(child);
      }
      return std::any_of(unknown.begin(), unknown.end(),
                         [&](const Board& child) { return !at_least(child, 1 - worth); });
    }

    // For the side to move; a lost (or full) board included.
    int board_score(const Board& b) {
      if (b.won) return -connect4::win_score(b.size().cells, b.stones() - 1);
      if (b.turn() == OVER) return 0;
      const int low = solver_.min_score(b.mask), high = solver_.max_score(b.mask), worth = sign(b);
      return worth == 0 ? 0 : solver_.solve(b.mine, b.mask, worth > 0 ? 0 : low, worth > 0 ? high : 0, watch_);
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
