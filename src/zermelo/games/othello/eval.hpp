// What an Othello player knows: the learned evaluation, an opinion of moves, and a whole search of its own.
#pragma once

#include "core/deepen.hpp"
#include "game.hpp"
#include "root.hpp"

namespace zermelo {

namespace othello {

// The squares around a set, diagonals included.
constexpr u64 around(u64 b) {
  const u64 across = (b & 0x7f7f7f7f7f7f7f7fULL) << 1 | (b & 0xfefefefefefefefeULL) >> 1;
  const u64 row = b | across;
  return across | row << 8 | row >> 8;
}

// Weights in use, by slot; slot 0 holds those the game comes with. What is loaded is never moved or freed, since positions
// and searches go on using it.
inline constexpr std::size_t SLOTS = 16;
inline std::array<std::atomic<const Weights*>, SLOTS>& weight_slots() {
  static std::array<std::atomic<const Weights*>, SLOTS> slots{};
  return slots;
}
inline const Weights& weights_of(const Board& board) {
  static const Weights nothing;
  const Weights* loaded = weight_slots()[board.slot].load(std::memory_order_acquire);
  return loaded ? *loaded : nothing;
}

}  // namespace othello

template <>
struct Skill<othello::Board> {
  using Board = othello::Board;
  using Move = Board::Move;
  using u64 = othello::u64;

  // In discs.
  [[gnu::noinline]] static double value(const Board& b, int player) {
    const double mover = othello::weights_of(b).sum(othello::Indices::of(b.me, b.opp), b.empties()) /
                         static_cast<double>(othello::WEIGHT_UNIT);
    return player == static_cast<int>(b.white) ? mover : -mover;
  }

  // Corners are noisy and come first, squares beside an empty corner last; between them, what leaves the fewest replies.
  struct Judge {
    explicit Judge(const Board& board) : b(board), poison(othello::around(othello::CORNERS & board.empty())) {}
    bool noisy(Move move) const { return move != othello::PASS && othello::CORNERS & othello::bit(move); }
    float prior(Move move) const {
      if (move == othello::PASS) return 0;
      const Board after = b.play(move);
      const int replies = std::popcount(othello::moves(after.me, after.opp));
      const u64 disc = othello::bit(move);
      return static_cast<float>((disc & othello::CORNERS ? 64 : disc & poison ? -16 : 0) - replies);
    }
    const Board& b;
    u64 poison;
  };

  static Findings search(const Board& board, const Plan<Board>& plan, Control& control) {
    const std::shared_ptr<othello::Memory> memory = memory_for(plan);
    memory->judged_by(&othello::weights_of(board));
    if (plan.threads > 1) memory->grow_fully();
    othello::Wish wish;
    wish.best = plan.best;
    wish.alpha = static_cast<int>(std::max(-65.0, std::floor(plan.alpha)));
    wish.beta = static_cast<int>(std::min(65.0, std::ceil(plan.beta)));
    wish.selective = plan.task.features.selective;
    if (plan.progress)
      wish.progress = [&](const othello::Answer& answer) { plan.progress(findings(answer, plan, control, *memory)); };
    othello::Team team(*memory, othello::weights_of(board), control, plan.threads);
    return findings(othello::Root(board.me, board.opp, team, wish).run(), plan, control, *memory);
  }

 private:
  // The memory that is kept with a table, unless another search is using it; otherwise this thread's own, emptied.
  static std::shared_ptr<othello::Memory> memory_for(const Plan<Board>& plan) {
    if (plan.kept) {
      static std::mutex making;
      const std::lock_guard lock(making);
      if (!*plan.kept) *plan.kept = std::make_shared<othello::Memory>(plan.memory_mb);
      const auto memory = std::static_pointer_cast<othello::Memory>(*plan.kept);
      if (!memory->in_search) {
        memory->in_search = true;
        memory->new_search();
        // The pointer given out marks the end of the search when it goes.
        return {memory.get(), [memory](othello::Memory*) { memory->in_search = false; }};
      }
    }
    thread_local std::shared_ptr<othello::Memory> own;
    thread_local double size = 0;
    if (!own || size != plan.memory_mb) own = std::make_shared<othello::Memory>(plan.memory_mb);
    size = plan.memory_mb;
    own->forget();
    return own;
  }

  static Findings findings(const othello::Answer& answer, const Plan<Board>& plan, const Control& control,
                           const othello::Memory& memory) {
    Findings result;
    for (const othello::RootMove& each : answer.moves) {
      const Bound bound = each.kind == othello::Sides::exactly    ? Bound::exact
                          : each.kind == othello::Sides::at_least ? Bound::lower
                          : each.kind == othello::Sides::at_most  ? Bound::upper
                                                                  : Bound::none;
      Found found{static_cast<Move>(each.square), static_cast<double>(each.score), bound, each.proved, {}};
      for (const int square : each.line) found.line.push_back(static_cast<Move>(square));
      result.moves.push_back(std::move(found));
    }
    result.ranked = plan.best == 0 ? result.moves.size() : std::min(plan.best, result.moves.size());
    result.depth = result.stats.deepest = answer.depth;
    constexpr double shares[] = {0.73, 0.87, 0.95, 0.99, 0.999, 1};
    result.confidence = shares[answer.sureness];
    result.solved = answer.solved;
    result.stopped = answer.stopped;
    result.nodes = answer.nodes;
    result.seconds = seconds_since(control.start);
    result.table_used = memory.fullness();
    result.depths = answer.depths;
    result.depth_nodes = answer.depth_nodes;
    return result;
  }
};

}  // namespace zermelo
