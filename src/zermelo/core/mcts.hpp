// Monte Carlo tree search: UCT, and its form for imperfect information (information-set MCTS).
//
// For: any number of players, any payoffs, dice. Each round walks down the tree, choosing the move with the highest upper
// confidence bound, adds one node, plays to the end (as the game's skill says, else at random) and backs up to every node on
// the way what its mover got. Dice fall by their odds. With imperfect information each round first draws a position
// that the searching player cannot tell from the true one; nodes are sequences of moves, and a move that is not legal in
// this round's position is left aside (its bound counts only the rounds in which it was). The true position itself is
// never read.
//
// What is returned: for each root move the average of what the player got, its standard error and the number of rounds;
// the most visited first. Averages, not values: they tend to the value of the game in perfect information and in no
// other case. In two-player games of outcome without dice, wins and losses that are certain are marked and not tried
// again (solver).
//
// Several threads grow a tree each, with random numbers of their own and an equal share of the nodes, and what they learned
// of the root moves is added up at the end (root parallelisation): the same seed and number of threads give the same answer
// under a node limit. What is reported on the way is the first thread's. The tree itself is in sampled_tree.hpp.
//
// Kocsis and Szepesvári 2006 (UCT); Cowling, Powley and Whitehouse 2012 (information sets, one observer).
#pragma once

#include "sampled_tree.hpp"

namespace zermelo {

template <class M>
struct UctNode : SampledNode<M> {
  std::uint32_t available = 0;  // rounds in which the move was legal
};

template <Game G>
class TreeSearch {
 public:
  using Move = typename G::Move;

  TreeSearch(const G& root, const Plan<G>& plan, Watch& watch, std::uint64_t number)
      : root_(root),
        plan_(plan),
        watch_(watch),
        random_(mix(plan.task.seed + 0x9e3779b97f4a7c15ULL * (number + 1))),
        info_(root.info()),
        proves_(!plan.draw && !info_.chance && info_.zero_sum && info_.players.size() == 2 &&
                info_.payoffs == Payoffs::outcome),
        next_report_(plan.progress && number == 0 ? FIRST_REPORT : 0),
        rewards_(info_.players.size()),
        tree_(plan.memory_mb / plan.threads) {}

  // Rounds until a limit ends them or the root is certain.
  void run() {
    try {
      while (!solved()) {
        round();
        if (++rounds_ == next_report_) {
          plan_.progress(found());
          next_report_ *= 2;
        }
      }
      stopped_ = "solved";
    } catch (const Stopped& stop) {
      stopped_ = stop.why;
    }
  }

  bool solved() const { return tree_.solved(); }

  // Adds what another tree of the same root has learned of its moves.
  void absorb(const TreeSearch& other) {
    if (!solved() && other.solved()) stopped_ = other.stopped_;
    tree_.absorb(other.tree_);
    rounds_ += other.rounds_;
    deepest_ = std::max(deepest_, other.deepest_);
    others_ += other.watch_.nodes;
  }

  Findings found() {
    Findings findings;
    findings.stopped = stopped_;
    report(findings);
    return findings;
  }

 private:
  using Node = UctNode<Move>;
  static constexpr std::uint32_t NONE = Node::NONE;
  static constexpr std::uint64_t FIRST_REPORT = 256;  // rounds; then after twice as many each time

  void round() {
    tree_.begin();
    held_.clear();
    G at = plan_.draw ? plan_.draw(random_) : root_;
    bool grown = false;
    int playout = 0;  // plies beyond the tree
    for (int ply = 0;; ++ply) {
      watch_.count();
      if (ply > info_.max_plies) endless(root_.info());
      deepest_ = std::max(deepest_, grown ? 0 : ply);
      const int turn = at.turn();
      if (turn == OVER) break;
      if constexpr (HasPins<G>) held_.emplace_back(at);
      list_.clear();
      at.moves(list_);
      if (list_.size() == 0) throw GameError("a position that is not over has no moves");
      grown = grown || waits();
      const std::size_t way = tree_.path.size();
      Move move;
      if (turn == CHANCE)
        move = rolled(at);
      else if (grown)
        move = played_out(at);
      else
        move = chosen(turn, grown);
      if (turn == CHANCE && !grown) tree_.descend(move, turn);
      if (tree_.path.size() == way) ++playout;
      at = at.play(move);
    }
    for (std::size_t player = 0; player < rewards_.size(); ++player) {
      rewards_[player] = at.payoff(static_cast<int>(player));
      least_ = std::min(least_, rewards_[player]);
      most_ = std::max(most_, rewards_[player]);
    }
    tree_.learn(rewards_, false);
    if (proves_) prove(playout == 0);
  }

  // Skilled playouts say more than moves that are tried one by one: a node is expanded after a number of them.
  bool waits() const {
    if constexpr (HasPlayout<G>) return tree_.path.size() > 1 && tree_[tree_.path.back()].visits < Skill<G>::PATIENCE;
    return false;
  }

  Move played_out(const G& at) {
    if constexpr (HasPlayout<G>)
      return Skill<G>::playout(at, list_, random_);
    else
      return list_[random_.below(list_.size())].move;
  }

  Move rolled(const G& at) {
    if constexpr (HasOdds<G>) {
      double left = random_.unit();
      for (std::size_t i = 0; i + 1 < list_.size(); ++i)
        if ((left -= at.odds(list_[i].move)) < 0) return list_[i].move;
    }
    return list_[list_.size() - 1].move;
  }

  // The move to try next: one not tried yet, or the one with the highest bound. Goes down to its node.
  Move chosen(int turn, bool& grown) {
    const std::uint32_t parent = tree_.path.back();
    tree_[parent].width = static_cast<std::uint32_t>(list_.size());
    untried_.clear();
    std::uint32_t best = NONE;
    double highest = -INF;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const std::uint32_t child = tree_.find(parent, list_[i].move);
      if (child == NONE) {
        untried_.push_back(list_[i].move);
        continue;
      }
      Node& node = tree_[child];
      ++node.available;
      const double bound = upper_bound(node);
      if (best == NONE || bound > highest) best = child, highest = bound;
    }
    if (!untried_.empty() && tree_.has_room(1)) {
      const Move move = untried_[random_.below(untried_.size())];
      grown = true;
      tree_.descend(move, turn);
      tree_.here().available = 1;
      return move;
    }
    if (best == NONE) {  // no room for even one child
      grown = true;
      return list_[random_.below(list_.size())].move;
    }
    tree_.path.push_back(best);
    return tree_[best].move;
  }

  // Rewards lie between 0 and 1 here, by what was met so far. What is certain is not tried again if there is a choice.
  double upper_bound(const Node& node) const {
    if (node.proof == Proof::loss) return -1e300;
    if (node.visits == 0) return 1e300;
    const double range = most_ > least_ ? most_ - least_ : 1;
    const double mean = (node.sum / node.visits - least_) / range;
    return mean + plan_.explore * std::sqrt(std::log(node.available) / node.visits);
  }

  // `ended`: the last node of the path is the end of a game.
  void prove(bool ended) {
    Node& last = tree_.here();
    if (ended && last.mover >= 0) last.proof = proof_of(last.mover);
    tree_.prove();
  }

  Proof proof_of(int mover) const {
    const double reward = rewards_[static_cast<std::size_t>(mover)];
    return reward > 0 ? Proof::win : reward < 0 ? Proof::loss : Proof::draw;
  }

  void report(Findings& findings) {
    MoveList<Move> list;
    root_.moves(list);
    findings.moves = tree_.found(list, !plan_.draw);
    tree_.rank(findings.moves, [](const auto& a, const auto& b) {
      return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
    });
    findings.ranked = findings.moves.size();
    findings.solved = solved();
    findings.nodes = watch_.nodes + others_;
    findings.rounds = rounds_;
    findings.seconds = seconds_since(watch_.control().start);
    findings.stats.deepest = deepest_;
    findings.depth = deepest_;
  }

  const G root_;
  const Plan<G>& plan_;
  Watch& watch_;
  Random random_;
  const Info& info_;
  bool proves_;
  std::uint64_t next_report_;  // none: 0
  std::vector<double> rewards_;
  SampledTree<Node> tree_;
  double least_ = INF, most_ = -INF;
  std::uint64_t rounds_ = 0, others_ = 0;  // rounds; nodes of trees that were absorbed
  int deepest_ = 0;
  const char* stopped_ = "";
  std::vector<Move> untried_;
  MoveList<Move> list_;
  std::deque<Pin<G>> held_;
};

template <Game G>
[[gnu::cold]] Findings run_mcts(const G& position, const Plan<G>& plan, Control& control) {
  return grown<TreeSearch<G>>(control, plan.threads, position, plan);
}

}  // namespace zermelo
