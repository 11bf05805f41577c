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
  std::function<void(const Findings&)> progress;
};

// The search itself, compiled once for all games (bind/puct.cpp).
Findings run_puct(const OpaqueGame& game, const Info& info, const OpaquePosition& root, const PuctPlan& plan,
                  Control& control);

template <Game G>
[[gnu::cold]] Findings run_puct(const G& position, const Plan<G>& plan, Control& control) {
  const Task<G>& task = plan.task;
  const OpaqueOf<G> game(position, task);
  const PuctPlan asked{task.features,  task.seed,    plan.explore, plan.memory_mb, plan.threads,
                       task.evaluates, task.network, task.before,  plan.progress};
  return run_puct(game, position.info(), OpaqueOf<G>::closed(position), asked, control);
}

}  // namespace zermelo
