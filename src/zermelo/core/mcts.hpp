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
// under a node limit. What is reported on the way is the first thread's.
//
// Kocsis and Szepesvári 2006 (UCT); Winands, Björnsson and Saito 2008 (solver); Cowling, Powley and Whitehouse 2012
// (information sets, one observer); Chaslot, Winands and van den Herik 2008 (threads).
#pragma once

#include <cmath>
#include <deque>

#include "deepen.hpp"

namespace zermelo {

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
        most_nodes_(static_cast<std::size_t>(plan.memory_mb / plan.threads * (1 << 20) / sizeof(Node))),
        rewards_(info_.players.size()) {
    nodes_.push_back({});
  }

  // Rounds until a limit ends them or the root is certain.
  void run() {
    try {
      while (nodes_[0].proof == Proof::open) {
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

  bool solved() const { return nodes_[0].proof != Proof::open; }

  // Adds what another tree of the same root has learned of its moves.
  void absorb(const TreeSearch& other) {
    for (std::uint32_t child = other.nodes_[0].first; child != NONE; child = other.nodes_[child].next) {
      const Node& more = other.nodes_[child];
      path_.assign(1, 0);
      descend(more.move, more.mover);
      Node& node = nodes_[path_.back()];
      node.visits += more.visits;
      node.sum += more.sum;
      node.squares += more.squares;
      if (node.proof == Proof::open) node.proof = more.proof;
    }
    if (!solved() && other.solved()) nodes_[0].proof = other.nodes_[0].proof, stopped_ = other.stopped_;
    rounds_ += other.rounds_;
    deepest_ = std::max(deepest_, other.deepest_);
    others_ += other.watch_.nodes;
  }

  Findings<Move> found() {
    Findings<Move> findings;
    findings.stopped = stopped_;
    report(findings);
    return findings;
  }

 private:
  static constexpr std::uint32_t NONE = 0;            // the root is nobody's child
  static constexpr std::uint64_t FIRST_REPORT = 256;  // rounds; then after twice as many each time
  enum class Proof : std::int8_t { open, loss, draw, win };

  // What is known of a move, for `mover`, the player who made it.
  struct Node {
    Move move{};
    std::int32_t mover = OVER;
    std::uint32_t first = NONE, next = NONE;  // children, siblings
    std::uint32_t visits = 0, available = 0;
    double sum = 0, squares = 0;
    Proof proof = Proof::open;
  };

  void round() {
    path_.assign(1, 0);
    held_.clear();
    G at = plan_.draw ? plan_.draw(random_) : root_;
    bool grown = false;
    int playout = 0;  // plies beyond the tree
    for (int ply = 0;; ++ply) {
      watch_.count();
      if (ply > info_.max_plies) Search<G>::endless(root_);
      deepest_ = std::max(deepest_, grown ? 0 : ply);
      const int turn = at.turn();
      if (turn == OVER) break;
      if constexpr (HasPins<G>) held_.emplace_back(at);
      list_.clear();
      at.moves(list_);
      if (list_.size() == 0) throw GameError("a position that is not over has no moves");
      grown = grown || waits();
      if (grown) ++playout;
      Move move;
      if (turn == CHANCE)
        move = rolled(at);
      else if (grown)
        move = played_out(at);
      else
        move = chosen(turn, grown);
      if (turn == CHANCE && !grown) descend(move, turn);
      at = at.play(move);
    }
    for (std::size_t player = 0; player < rewards_.size(); ++player) {
      rewards_[player] = at.payoff(static_cast<int>(player));
      least_ = std::min(least_, rewards_[player]);
      most_ = std::max(most_, rewards_[player]);
    }
    learn(playout == 0);
  }

  // Skilled playouts say more than moves that are tried one by one: a node is expanded after a number of them.
  bool waits() const {
    if constexpr (HasPlayout<G>) return path_.size() > 1 && nodes_[path_.back()].visits < Skill<G>::PATIENCE;
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
    const std::uint32_t parent = path_.back();
    untried_.clear();
    std::uint32_t best = NONE;
    double highest = -INF;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const std::uint32_t child = find(parent, list_[i].move);
      if (child == NONE) {
        untried_.push_back(list_[i].move);
        continue;
      }
      Node& node = nodes_[child];
      ++node.available;
      const double bound = upper_bound(node);
      if (best == NONE || bound > highest) best = child, highest = bound;
    }
    if (!untried_.empty() && nodes_.size() < most_nodes_) {
      const Move move = untried_[random_.below(untried_.size())];
      grown = true;
      descend(move, turn);
      return move;
    }
    if (best == NONE) {  // no room for even one child
      grown = true;
      return list_[random_.below(list_.size())].move;
    }
    path_.push_back(best);
    return nodes_[best].move;
  }

  // Rewards lie between 0 and 1 here, by what was met so far. What is certain is not tried again if there is a choice.
  double upper_bound(const Node& node) const {
    if (node.proof == Proof::loss) return -1e300;
    if (node.visits == 0) return 1e300;
    const double range = most_ > least_ ? most_ - least_ : 1;
    const double mean = (node.sum / node.visits - least_) / range;
    return mean + plan_.explore * std::sqrt(std::log(node.available) / node.visits);
  }

  std::uint32_t find(std::uint32_t parent, Move move) const {
    std::uint32_t child = nodes_[parent].first;
    while (child != NONE && nodes_[child].move != move) child = nodes_[child].next;
    return child;
  }

  void descend(Move move, int turn) {
    std::uint32_t child = find(path_.back(), move);
    if (child == NONE) {
      child = static_cast<std::uint32_t>(nodes_.size());
      Node node;
      node.move = move;
      node.mover = turn;
      node.available = 1;
      node.next = nodes_[path_.back()].first;
      nodes_.push_back(node);
      nodes_[path_.back()].first = child;
    }
    path_.push_back(child);
  }

  // `ended`: the last node of the path is the end of a game.
  void learn(bool ended) {
    for (const std::uint32_t each : path_) {
      Node& node = nodes_[each];
      ++node.visits;
      if (node.mover < 0) continue;
      const double reward = rewards_[static_cast<std::size_t>(node.mover)];
      node.sum += reward;
      node.squares += reward * reward;
    }
    if (proves_) prove(ended);
  }

  void prove(bool ended) {
    Node& last = nodes_[path_.back()];
    if (ended && last.mover >= 0) last.proof = proof_of(last.mover);
    for (std::size_t i = path_.size(); i-- > 1;) {
      if (nodes_[path_[i]].proof == Proof::open) return;
      settle(path_[i - 1], nodes_[path_[i]].mover);
    }
  }

  Proof proof_of(int mover) const {
    const double reward = rewards_[static_cast<std::size_t>(mover)];
    return reward > 0 ? Proof::win : reward < 0 ? Proof::loss : Proof::draw;
  }

  // A node at which `player` moves: certain when one of the moves wins, or when all are certain.
  void settle(std::uint32_t index, int player) {
    Node& node = nodes_[index];
    Proof best = Proof::loss;
    std::size_t children = 0;
    for (std::uint32_t child = node.first; child != NONE; child = nodes_[child].next, ++children) {
      const Proof proof = nodes_[child].proof;
      if (proof == Proof::win) {
        node.proof = index == 0 || node.mover == player ? Proof::win : Proof::loss;
        return;
      }
      if (proof == Proof::open) return;
      best = std::max(best, proof);
    }
    if (children < moves_at(index)) return;
    if (index == 0 || node.mover == player || best == Proof::draw)
      node.proof = best;
    else
      node.proof = best == Proof::loss ? Proof::win : Proof::loss;
  }

  std::size_t moves_at(std::uint32_t index) {
    G at = root_;
    for (std::size_t i = 1; path_[i - 1] != index; ++i) at = at.play(nodes_[path_[i]].move);
    const Pin<G> pin(at);
    list_.clear();
    at.moves(list_);
    return list_.size();
  }

  void report(Findings<Move>& findings) {
    MoveList<Move> list;
    root_.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      Found<Move> found;
      found.move = list[i].move;
      found.line.assign(1, found.move);
      const std::uint32_t child = find(0, found.move);
      if (child != NONE && nodes_[child].visits > 0) tell(nodes_[child], found);
      if (child != NONE && !plan_.draw) follow(child, found.line);
      findings.moves.push_back(std::move(found));
    }
    // What certainly wins comes first and what certainly loses last, however often it was tried.
    const auto certainty = [](const Found<Move>& f) { return f.proved ? (f.value > 0) - (f.value < 0) : 0; };
    std::stable_sort(findings.moves.begin(), findings.moves.end(), [&](const auto& a, const auto& b) {
      if (certainty(a) != certainty(b)) return certainty(a) > certainty(b);
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

  void tell(const Node& node, Found<Move>& found) const {
    const double visits = node.visits;
    found.value = node.sum / visits;
    found.bound = Bound::exact;
    found.visits = node.visits;
    found.error = node.visits > 1
                      ? std::sqrt(std::max(0.0, node.squares / visits - found.value * found.value) / (visits - 1))
                      : INF;
    found.about = node.proof == Proof::open;
    if (found.about) return;
    found.proved = true;
    found.error = 0;
    found.value = node.proof == Proof::win ? 1 : node.proof == Proof::loss ? -1 : 0;
  }

  // What was tried most often after a move, up to the next dice.
  void follow(std::uint32_t node, std::vector<Move>& line) const {
    while (line.size() < 64) {
      std::uint32_t best = NONE;
      for (std::uint32_t child = nodes_[node].first; child != NONE; child = nodes_[child].next) {
        if (nodes_[child].mover == CHANCE) return;
        if (best == NONE || nodes_[child].visits > nodes_[best].visits) best = child;
      }
      if (best == NONE || nodes_[best].visits == 0) return;
      line.push_back(nodes_[best].move);
      node = best;
    }
  }

  const G root_;
  const Plan<G>& plan_;
  Watch& watch_;
  Random random_;
  const Info& info_;
  bool proves_;
  std::uint64_t next_report_;  // none: 0
  std::size_t most_nodes_;
  std::vector<double> rewards_;
  double least_ = INF, most_ = -INF;
  std::uint64_t rounds_ = 0, others_ = 0;  // rounds; nodes of trees that were absorbed
  int deepest_ = 0;
  const char* stopped_ = "";
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<Move> untried_;
  MoveList<Move> list_;
  std::deque<Pin<G>> held_;
};

// A tree of a thread's own, with its share of the nodes.
template <Game G>
struct Grower {
  Grower(const G& position, const Plan<G>& plan, const Control& all, std::uint64_t number, std::uint64_t threads)
      : watch(shared(all, number, threads), true), tree(position, plan, watch, number) {}

  Control& shared(const Control& all, std::uint64_t number, std::uint64_t threads) {
    control.limits = all.limits;
    control.limits.nodes = (all.limits.nodes + threads - 1 - number) / threads;
    control.start = all.start;
    control.cancel = all.cancel;
    control.check_every = all.check_every;
    if (number == 0) control.poll = all.poll;
    return control;
  }

  Control control;
  Watch watch;
  TreeSearch<G> tree;
  std::exception_ptr error;
};

template <Game G>
Findings<typename G::Move> run_mcts(const G& position, const Plan<G>& plan, Control& control) {
  const std::uint64_t nodes = control.limits.nodes, most = static_cast<std::uint64_t>(plan.threads);
  const std::uint64_t threads = nodes ? std::min(nodes, most) : most;
  std::deque<Grower<G>> crew;
  for (std::uint64_t i = 0; i < threads; ++i) crew.emplace_back(position, plan, control, i, threads);
  const auto end_all = [&] {
    for (auto& each : crew) each.control.finished = true;
  };
  // Without a node limit nobody waits for the others once the root is certain.
  const auto grow = [&](Grower<G>& own) {
    try {
      own.tree.run();
      if (own.tree.solved() && !nodes) end_all();
    } catch (...) {
      own.error = std::current_exception();
      end_all();
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < crew.size(); ++i) helpers.emplace_back([&, i] { grow(crew[i]); });
  grow(crew[0]);
  for (auto& each : helpers) each.join();
  for (const auto& each : crew)
    if (each.error) std::rethrow_exception(each.error);
  for (std::size_t i = 1; i < crew.size(); ++i) crew[0].tree.absorb(crew[i].tree);
  return crew[0].tree.found();
}

}  // namespace zermelo
