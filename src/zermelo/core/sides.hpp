// Several players as two sides (S3.8): a two-player zero-sum game made of any game, so that every general search
// serves it, pruning and table included. The sides are
//   partners, where a game declares them (Info::sides): they share a payoff, which the other side loses;
//   paranoid: the one who moves at the root, and all the others, taken to play against it (Sturtevant and Korf 2000).
#pragma once

#include <bit>

#include "deepen.hpp"

namespace zermelo {

template <Game G>
struct TwoSides {
  using Move = typename G::Move;

  G game;
  const Info* declared;
  std::uint32_t ours;  // the players of side 0, one bit each

  int speaker() const { return std::countr_zero(ours); }  // whose payoff is that of side 0
  int turn() const {
    const int player = game.turn();
    return player < 0 ? player : ours >> player & 1 ? 0 : 1;
  }
  void moves(MoveList<Move>& out) const { game.moves(out); }
  TwoSides play(Move move) const { return {game.play(move), declared, ours}; }
  double payoff(int side) const { return side == 0 ? game.payoff(speaker()) : -game.payoff(speaker()); }
  double odds(Move move) const
    requires HasOdds<G>
  {
    return game.odds(move);
  }
  std::uint64_t key() const { return game.key(); }
  std::uint64_t repetition_key() const
    requires HasRepetitionKey<G>
  {
    return game.repetition_key();
  }
  std::uint64_t table_key() const
    requires HasTableKey<G>
  {
    return game.table_key();
  }
  Keyed keyed() const { return zermelo::keyed(game); }
  const Info& info() const { return *declared; }
  void pin() const
    requires HasPins<G>
  {
    game.pin();
  }
  void unpin() const
    requires HasPins<G>
  {
    game.unpin();
  }
};

template <Game G>
inline constexpr bool COMPILED_BARE<TwoSides<G>> = false;

template <Game G>
struct Skill<TwoSides<G>> {
  static double value(const TwoSides<G>& p, int side)
    requires HasValue<G>
  {
    const double ours = Skill<G>::value(p.game, p.speaker());
    return side == 0 ? ours : -ours;
  }
  static double solver_nodes(const TwoSides<G>& p)
    requires HasSolver<G>
  {
    return Skill<G>::solver_nodes(p.game);
  }
  static void solve(const TwoSides<G>& p, Watch& watch, std::size_t best, double megabytes, std::vector<Found>& found)
    requires HasSolver<G>
  {
    Skill<G>::solve(p.game, watch, best, megabytes, found);
  }
};

// The search that a plan asks for, between the players in `ours` and all the others.
template <Game G>
[[gnu::cold]] Findings run_two_sides(const G& position, const Plan<G>& plan, const Info& info, std::uint32_t ours,
                                     Control& control) {
  using Sides = TwoSides<G>;
  Plan<Sides> between;
  between.best = plan.best;
  between.alpha = plan.alpha, between.beta = plan.beta;
  between.threads = plan.threads;
  between.memory_mb = plan.memory_mb;
  between.progress = plan.progress;
  Task<Sides>& task = between.task;
  task.features = plan.task.features;
  task.table = plan.task.table;
  task.growing = plan.task.growing;
  task.evaluates = plan.task.evaluates;
  task.distance = plan.task.distance;
  task.seed = plan.task.seed;
  task.trace_cap = plan.task.trace_cap;
  task.before = plan.task.before;
  task.salt = plan.task.salt;
  if (plan.task.hooks.value)
    task.hooks.value = [&plan](const Sides& p, int side) {
      const double value = plan.task.hooks.value(p.game, p.speaker());
      return side == 0 ? value : -value;
    };
  if (plan.task.hooks.cutoff)
    task.hooks.cutoff = [&plan](const Sides& p, int ply) { return plan.task.hooks.cutoff(p.game, ply); };
  return run_search(Sides{position, &info, ours}, between, control);
}

// Side 0 is that of player 0.
template <Game G>
[[gnu::cold]] Findings run_partners(const G& position, const Plan<G>& plan, Control& control) {
  const std::vector<int>& sides = position.info().sides;
  std::uint32_t ours = 0;
  for (std::size_t player = 0; player < sides.size(); ++player)
    if (sides[player] == sides[0]) ours |= std::uint32_t{1} << player;
  return run_two_sides(position, plan, position.info(), ours, control);
}

template <Game G>
[[gnu::cold]] Findings run_paranoid(const G& position, const Plan<G>& plan, Control& control) {
  Info info = position.info();
  info.low = -INF, info.high = INF;
  Plan<G> alone = plan;
  alone.task.features.solver = alone.task.features.engine = false;  // they know the true sides
  return run_two_sides(position, alone, info, std::uint32_t{1} << std::max(position.turn(), 0), control);
}

}  // namespace zermelo
