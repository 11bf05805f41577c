// A whole search of one game: its own solver or engine if it has one, otherwise the recursion that fits the features,
// called from the root (root.hpp).
#pragma once

#include <functional>

#include "expectation.hpp"
#include "root.hpp"
#include "search.hpp"
#include "selective.hpp"

namespace zermelo {

// A game's own exact solver, offered as Skill<G>::solve: fills `found` for the `best` best root moves (all,
// if best is 0) in game values (WIN minus plies), counting and stopping through the watch.
// `solver_nodes` guesses the nodes it will need, so that it is not tried in vain; SOLVER_SHARE, if there, is its part
// of the time and nodes.
template <class G>
concept HasSolver = requires(const G g, Watch& watch, std::vector<Found>& found) {
  Skill<G>::solve(g, watch, std::size_t{1}, 1.0, found);
};

template <class G>
struct Plan : PlanBase {
  Task<G> task;
  std::function<G(Random&)> draw;  // a position with the mover's view of the root, in games of imperfect information
};

// A game's own search, offered as Skill<G>::search: everything from the root on, in the game's own way. It serves `auto`
// where nothing is asked that only the general searches can do (a trace, a user's evaluation, single features).
template <class G>
concept HasEngine = requires(const G g, const Plan<G>& plan, Control& control) {
  { Skill<G>::search(g, plan, control) } -> std::same_as<Findings>;
};

// A search from the root on, with the recursion compiled for the features.
template <Game G, class Mode, class Trace = NoTrace>
[[gnu::cold]] Findings run_root(const G& position, const Plan<G>& plan, Control& control) {
  return search_root(plan, plan.task, control, [&](Watch& watch, bool main, const Work& work) {
    if constexpr (Trace::on)
      if (main) {
        Search<G, Mode, Trace> search(plan.task, position, watch);
        search.recall(false);
        return work(search);
      }
    Search<G, Mode> search(plan.task, position, watch);
    search.recall(main);
    Findings findings = work(search);
    if (main) search.remember();
    return findings;
  });
}

// A solver checks its limits every thousand nodes or so: a search of fewer nodes than this goes without it.
inline constexpr std::uint64_t SOLVER_NODES = 10'000;
// Nodes a second it may count on.
inline constexpr double SOLVER_SPEED = 3e6;

// Cuts the limits down to the solver's part: three fifths of the time or half of the nodes, or what the game says.
template <class G>
void leave_to_solver(Limits& limits) {
  double time = 0.6, nodes = 0.5;
  if constexpr (requires { Skill<G>::SOLVER_SHARE; }) time = nodes = Skill<G>::SOLVER_SHARE;
  limits.nodes = static_cast<std::uint64_t>(static_cast<double>(limits.nodes) * nodes);
  limits.hard *= time;
  if (limits.soft > 0) limits.hard = std::min(limits.hard, limits.soft * time);
}

// The game's own solver, given part of the time. True when it came to the end.
template <Game G>
[[gnu::cold]] bool run_solver(const G& position, const Plan<G>& plan, Control& control, Findings& findings) {
  if constexpr (HasSolver<G>) {
    const double expected = Skill<G>::solver_nodes(position);
    const Limits& limits = control.limits;
    const double seconds = limits.soft > 0 ? limits.soft : limits.hard;
    if ((limits.nodes > 0 && expected > 0.5 * static_cast<double>(limits.nodes)) ||
        (seconds > 0 && expected > 0.5 * seconds * SOLVER_SPEED))
      return false;
    Control part{.limits = control.limits, .start = control.start, .cancel = control.cancel, .poll = control.poll};
    leave_to_solver<G>(part.limits);
    Watch watch(part, true);
    bool done = true;
    try {
      Skill<G>::solve(position, watch, plan.best, plan.memory_mb, findings.moves);
    } catch (const Stopped& stop) {
      done = false;
      if (control.cancel && control.cancel->load()) findings.stopped = stop.why;
    }
    findings.nodes = watch.nodes;
    findings.seconds = seconds_since(control.start);
    if (!done) return false;
    findings.ranked = plan.best == 0 ? findings.moves.size() : std::min(plan.best, findings.moves.size());
    findings.solved = true;
    findings.stopped = "solved";
    return true;
  } else {
    (void)position, (void)plan, (void)control, (void)findings;
    return false;
  }
}

// Whether plain minimax and alpha-beta are compiled once more by themselves for a game, without the switches. A game
// that is only another game seen differently does without: the same nodes, and less to build.
template <class G>
inline constexpr bool COMPILED_BARE = true;

// The one entry: picks the compiled version that fits the features.
template <Game G>
[[gnu::cold]] Findings run_search(const G& position, const Plan<G>& plan, Control& control) {
  const Features& features = plan.task.features;
  if constexpr (HasEngine<G>)
    if (features.engine) return Skill<G>::search(position, plan, control);
  std::uint64_t spent = 0;
  if (features.solver && (control.limits.nodes == 0 || control.limits.nodes >= SOLVER_NODES)) {
    Findings findings;
    if (run_solver(position, plan, control, findings)) return findings;
    spent = findings.nodes;
  }
  if (control.limits.nodes) control.limits.nodes -= std::min(spent, control.limits.nodes - 1);
  auto findings = [&] {
    if (plan.task.trace_cap > 0) return run_root<G, Flexible, FullTrace>(position, plan, control);
    if constexpr (COMPILED_BARE<G>)
      if (features.bare() && !plan.task.hooks.cutoff && !plan.task.endgames && position.info().repetition == 0)
        return features.prune ? run_root<G, Bare<true>>(position, plan, control)
                              : run_root<G, Bare<false>>(position, plan, control);
    return run_root<G, Flexible>(position, plan, control);
  }();
  findings.nodes += spent;
  return findings;
}

}  // namespace zermelo
