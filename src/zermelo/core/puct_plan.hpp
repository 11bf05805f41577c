// What puct (puct.hpp) is asked and how it is begun: all that a game compiles of it.
#pragma once

#include "opaque.hpp"

namespace zermelo {

// What it is asked, whatever the game.
struct PuctPlan {
  Features features;
  std::uint64_t seed = 0;
  double explore = 1, memory_mb = 64;
  int threads = 1;
  bool evaluates = false;
  const Network* network = nullptr;
  std::vector<std::uint64_t> before;  // keys of the positions that led here (for repetition)
  std::function<void(const Findings<OpaqueMove>&)> progress;
};

// The search itself, compiled once for all games (bind/puct.cpp).
Findings<OpaqueMove> run_puct(const OpaqueGame& game, const Info& info, const OpaquePosition& root,
                              const PuctPlan& plan, Control& control);

template <class Move>
Findings<Move> as_moves_of(const Findings<OpaqueMove>& all) {
  Findings<Move> own;
  for (const Found<OpaqueMove>& each : all.moves) {
    Found<Move> one;
    one.move = static_cast<Move>(each.move);
    one.value = each.value, one.bound = each.bound, one.proved = each.proved, one.about = each.about;
    one.error = each.error, one.visits = each.visits, one.share = each.share;
    for (const OpaqueMove move : each.line) one.line.push_back(static_cast<Move>(move));
    own.moves.push_back(std::move(one));
  }
  own.ranked = all.ranked, own.depth = all.depth, own.solved = all.solved, own.stopped = all.stopped;
  own.nodes = all.nodes, own.rounds = all.rounds, own.seconds = all.seconds, own.stats = all.stats;
  return own;
}

template <Game G>
Findings<typename G::Move> run_puct(const G& position, const Plan<G>& plan, Control& control) {
  using Move = typename G::Move;
  const Task<G>& task = plan.task;
  const OpaqueOf<G> game(position, task);
  PuctPlan asked{task.features, task.seed, plan.explore, plan.memory_mb, plan.threads, task.evaluates, task.network,
                 task.before,   {}};
  if (plan.progress) asked.progress = [&](const Findings<OpaqueMove>& all) { plan.progress(as_moves_of<Move>(all)); };
  return as_moves_of<Move>(run_puct(game, position.info(), OpaqueOf<G>::closed(position), asked, control));
}

}  // namespace zermelo
