// Games of more than two players, or of payoffs that do not cancel (S3.8).
//
// max^n: every player is taken to go for the most it can get itself, and a position is worth a payoff to each. Nothing is
// pruned: what one player gains says nothing about what another loses. Of equally good moves the first counts, so that
// the answer depends on how players break ties; it is an equilibrium of the tree, not the only one.
//
// Luckhardt and Irani 1986.
#pragma once

#include "deepen.hpp"

namespace zermelo {

template <Game G>
class MaxN {
 public:
  using Move = typename G::Move;
  using Values = std::vector<double>;

  MaxN(const G& root, const Plan<G>& plan, Watch& watch)
      : root_(root), task_(plan.task), watch_(watch), players_(root.info().players.size()) {}

  Findings run() {
    const Limits& limits = watch_.control().limits;
    const int most = root_.info().max_plies + 1;
    Findings findings;
    try {
      for (int depth = task_.features.deepen ? 1 : std::min(limits.depth, most);; ++depth) {
        pass(depth, findings);
        findings.stopped = findings.solved ? "solved" : "depth";
        if (findings.solved || depth >= std::min(limits.depth, most)) break;
        if (limits.soft > 0 && seconds_since(watch_.control().start) > limits.soft * 0.6) {
          findings.stopped = "seconds";
          break;
        }
      }
    } catch (const Stopped& stop) {
      findings.stopped = stop.why;
    }
    if (findings.moves.empty()) first_legal(findings);
    findings.nodes = watch_.nodes;
    findings.seconds = seconds_since(watch_.control().start);
    findings.stats.evaluations = evaluations_;
    findings.stats.deepest = deepest_;
    return findings;
  }

 private:
  struct Frame {
    MoveList<Move> list;
    Values best, found;
    std::vector<Move> line;
  };

  // All root moves to one depth; replaces what was found before only when it is done.
  void pass(int depth, Findings& findings) {
    watch_.count();
    const std::uint64_t judged = horizon_;
    const int player = root_.turn();
    MoveList<Move> list;
    root_.moves(list);
    std::vector<Found> moves;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint64_t before = horizon_;
      Found found;
      found.move = list[i].move;
      found.values.resize(players_);
      visit(root_.play(list[i].move), player == CHANCE ? depth : depth - 1, 1, found.values);
      found.value = found.values[static_cast<std::size_t>(std::max(player, 0))];
      found.bound = Bound::exact;
      found.proved = horizon_ == before;
      found.line.assign(1, found.move);
      found.line.insert(found.line.end(), frame(1).line.begin(), frame(1).line.end());
      moves.push_back(std::move(found));
    }
    if (player != CHANCE) best_first(moves);
    findings.expected = 0;
    if constexpr (HasOdds<G>)
      if (player == CHANCE)
        for (const auto& each : moves) findings.expected += root_.odds(each.move) * each.value;
    findings.moves = std::move(moves);
    findings.ranked = findings.moves.size();
    findings.depth = std::min(depth, deepest_);
    findings.solved = horizon_ == judged;
    findings.depths.push_back(findings.depth);
    findings.depth_nodes.push_back(watch_.nodes);
  }

  void first_legal(Findings& findings) const {
    MoveList<Move> list;
    root_.moves(list);
    findings.moves.push_back({});
    findings.moves.back().move = list[0].move;
  }

  // What the position is worth to everybody; the line that leads there is left in this ply's frame.
  void visit(const G& position, int depth, int ply, Values& out) {
    watch_.count();
    deepest_ = std::max(deepest_, ply);
    if (ply > position.info().max_plies) endless(position.info());
    Frame& own = frame(ply);
    own.line.clear();
    const int player = position.turn();
    if (player == OVER)
      for (std::size_t p = 0; p < players_; ++p) out[p] = position.payoff(static_cast<int>(p)) + 0.0;
    else if (depth <= 0 || (task_.hooks.cutoff && task_.hooks.cutoff(position, ply)))
      judge(position, out);
    else
      decide(position, player, depth, ply, out);
  }

  void judge(const G& position, Values& out) {
    ++horizon_;
    for (std::size_t p = 0; p < players_; ++p) {
      out[p] = 0;
      if (!task_.evaluates) continue;
      ++evaluations_;
      if (task_.hooks.value)
        out[p] = task_.hooks.value(position, static_cast<int>(p));
      else if constexpr (HasValue<G>)
        out[p] = Skill<G>::value(position, static_cast<int>(p));
    }
  }

  void decide(const G& position, int player, int depth, int ply, Values& out) {
    const Pin<G> pin(position);
    frame(ply + 1);
    Frame& own = frame(ply);
    own.list.clear();
    position.moves(own.list);
    if (own.list.size() == 0) throw GameError("a position that is not over has no moves");
    own.found.resize(players_);
    own.best.assign(players_, 0);
    for (std::size_t i = 0; i < own.list.size(); ++i) {
      const Move move = own.list[i].move;
      visit(position.play(move), player == CHANCE ? depth : depth - 1, ply + 1, own.found);
      if (player == CHANCE) {
        add(own.best, own.found, position, move);
        continue;
      }
      const auto mine = static_cast<std::size_t>(player);
      if (i > 0 && own.found[mine] <= own.best[mine]) continue;
      own.best = own.found;
      own.line.assign(1, move);
      const std::vector<Move>& below = frame(ply + 1).line;
      own.line.insert(own.line.end(), below.begin(), below.end());
    }
    out = own.best;
  }

  static void add(Values& sum, const Values& each, const G& position, Move outcome) {
    if constexpr (HasOdds<G>)
      for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += position.odds(outcome) * each[p];
  }

  Frame& frame(int ply) {
    while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>());
    return *frames_[static_cast<std::size_t>(ply)];
  }

  const G root_;
  const Task<G>& task_;
  Watch& watch_;
  std::size_t players_;
  std::uint64_t horizon_ = 0, evaluations_ = 0;
  int deepest_ = 0;
  std::vector<std::unique_ptr<Frame>> frames_;
};

template <Game G>
[[gnu::cold]] Findings run_maxn(const G& position, const Plan<G>& plan, Control& control) {
  Watch watch(control, true);
  return MaxN<G>(position, plan, watch).run();
}

}  // namespace zermelo
