// The tree that searches by sampling grow (mcts.hpp, puct.hpp): what was tried how often and what came of it, which wins
// and losses have become certain, what is reported of the root, and how trees of several threads are added up.
//
// A node is a sequence of moves: equal positions that were reached differently are different nodes. So what is certain of a
// node is certain on its own path, repetition included.
//
// Winands, Björnsson and Saito 2008 (solver); Chaslot, Winands and van den Herik 2008 (threads).
#pragma once

#include <cmath>
#include <deque>
#include <exception>
#include <thread>

#include "deepen.hpp"

namespace zermelo {

enum class Proof : std::int8_t { open, loss, draw, win };

inline Proof turned(Proof proof) {
  return proof == Proof::win ? Proof::loss : proof == Proof::loss ? Proof::win : proof;
}
inline double worth(Proof proof) { return proof == Proof::win ? 1 : proof == Proof::loss ? -1 : 0; }

// What is known of a move, for `mover`, the player who made it.
template <class M>
struct SampledNode {
  using Move = M;
  static constexpr std::uint32_t NONE = 0;  // the root is nobody's child

  Move move{};
  std::int32_t mover = OVER;
  std::uint32_t first = NONE, next = NONE;  // children, siblings
  std::uint32_t visits = 0;
  std::uint32_t width = 0;  // how many moves the position has; 0: not known yet
  double sum = 0, squares = 0;
  Proof proof = Proof::open;
  bool holds = false;  // whoever moves here has a certain draw
};

template <class Node>
class SampledTree {
 public:
  using Move = typename Node::Move;
  static constexpr std::uint32_t NONE = Node::NONE;

  // No more nodes than fit into so many megabytes.
  explicit SampledTree(double megabytes) : most_nodes_(static_cast<std::size_t>(megabytes * (1 << 20) / sizeof(Node))) {
    nodes_.push_back({});
  }

  Node& operator[](std::uint32_t index) { return nodes_[index]; }
  const Node& operator[](std::uint32_t index) const { return nodes_[index]; }
  Node& root() { return nodes_[0]; }
  const Node& root() const { return nodes_[0]; }
  bool solved() const { return nodes_[0].proof != Proof::open; }
  bool has_room(std::size_t more) const { return nodes_.size() + more <= most_nodes_; }

  // The way down from the root in this round.
  std::vector<std::uint32_t> path;
  void begin() { path.assign(1, 0); }
  Node& here() { return nodes_[path.back()]; }

  std::uint32_t find(std::uint32_t parent, Move move) const {
    std::uint32_t child = nodes_[parent].first;
    while (child != NONE && nodes_[child].move != move) child = nodes_[child].next;
    return child;
  }

  std::uint32_t add(std::uint32_t parent, Move move, int mover) {
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    Node node;
    node.move = move;
    node.mover = mover;
    node.next = nodes_[parent].first;
    nodes_.push_back(node);
    nodes_[parent].first = child;
    return child;
  }

  // Goes down to a child, which is made if it is not there.
  void descend(Move move, int mover) {
    std::uint32_t child = find(path.back(), move);
    if (child == NONE) child = add(path.back(), move, mover);
    path.push_back(child);
  }

  template <class Visitor>
  void each_child(std::uint32_t parent, Visitor visit) const {
    for (std::uint32_t child = nodes_[parent].first; child != NONE; child = nodes_[child].next) visit(child);
  }

  // Backs up what every player got to all nodes of the path. `bounded`: above a node with a certain draw for whoever
  // moves there, nothing worse for them counts, since they would take it (Cazenave and Saffidine 2010).
  void learn(std::vector<double>& rewards, bool bounded) {
    for (std::size_t i = path.size(); i-- > 0;) {
      Node& node = nodes_[path[i]];
      if (bounded && node.holds && i + 1 < path.size()) hold_draw(rewards, nodes_[path[i + 1]].mover);
      ++node.visits;
      if (node.mover < 0) continue;
      const double reward = rewards[static_cast<std::size_t>(node.mover)];
      node.sum += reward;
      node.squares += reward * reward;
    }
  }

  // The last node of the path has become certain: what of the nodes above has, too? Answers how many became so.
  std::uint64_t prove() {
    std::uint64_t proved = 0;
    for (std::size_t i = path.size(); i-- > 1;) {
      if (nodes_[path[i]].proof == Proof::open) return proved;
      proved += settle(path[i - 1], nodes_[path[i]].mover);
    }
    return proved;
  }

  // A node at which `player` moves: certain when one of the moves wins, or when all are certain.
  bool settle(std::uint32_t index, int player) {
    Node& node = nodes_[index];
    if (node.proof != Proof::open) return false;
    Proof best = Proof::loss;
    bool open = false;
    std::size_t children = 0;
    for (std::uint32_t child = node.first; child != NONE; child = nodes_[child].next, ++children) {
      const Proof proof = nodes_[child].proof;
      if (proof == Proof::win) return certain(node, Proof::win, index == 0 || node.mover == player);
      open = open || proof == Proof::open;
      best = std::max(best, proof);
    }
    node.holds = best == Proof::draw;
    if (open || node.width == 0 || children < node.width) return false;
    return certain(node, best, index == 0 || node.mover == player);
  }

  // Adds what another tree of the same root has learned of its moves.
  void absorb(const SampledTree& other) {
    other.each_child(0, [&](std::uint32_t child) {
      const Node& more = other.nodes_[child];
      begin();
      descend(more.move, more.mover);
      Node& node = here();
      node.visits += more.visits;
      node.sum += more.sum;
      node.squares += more.squares;
      if (node.proof == Proof::open) node.proof = more.proof;
    });
    if (!solved()) nodes_[0].proof = other.nodes_[0].proof;
  }

  // What is known of each of the root's moves, in their order. `open`: everybody sees what follows a move.
  std::vector<Found> found(const MoveList<Move>& list, bool open) const {
    std::vector<Found> all;
    for (std::size_t i = 0; i < list.size(); ++i) {
      Found one;
      one.move = list[i].move;
      one.line.assign(1, one.move);
      const std::uint32_t child = find(0, one.move);
      if (child != NONE) tell(nodes_[child], one);
      if (child != NONE && open) follow(child, one.line);
      all.push_back(std::move(one));
    }
    return all;
  }

  // The best first: what certainly wins before all and what certainly loses after all, however often it was tried. A
  // certain draw is better than a move that loses on average. Of the others, `before` says which is better.
  // A position whose other moves are open may be worth more than its certain draw: then nothing is promised.
  template <class Before>
  void rank(std::vector<Found>& moves, Before before) const {
    const Found* open = nullptr;
    for (const Found& each : moves)
      if (!each.proved && each.visits > 0 && (!open || before(each, *open))) open = &each;
    const int draw = open && open->value > 0 ? 1 : 3;
    const auto kind = [draw](const Found& f) { return !f.proved ? 2 : f.value > 0 ? 4 : f.value < 0 ? 0 : draw; };
    std::stable_sort(moves.begin(), moves.end(), [&](const auto& a, const auto& b) {
      return kind(a) != kind(b) ? kind(a) > kind(b) : before(a, b);
    });
    Found& first = moves.front();
    if (first.proved && first.value == 0 && !solved()) first.proved = false, first.about = true;
  }

 private:
  static void hold_draw(std::vector<double>& rewards, int player) {
    if (rewards[static_cast<std::size_t>(player)] < 0) rewards.assign(rewards.size(), 0);
  }

  static bool certain(Node& node, Proof proof, bool own) {
    node.proof = own ? proof : turned(proof);
    return true;
  }

  static void tell(const Node& node, Found& found) {
    if (node.visits == 0 && node.proof == Proof::open) return;
    const double visits = node.visits;
    found.bound = Bound::exact;
    found.visits = node.visits;
    found.about = node.proof == Proof::open;
    if (found.about) {
      found.value = node.sum / visits;
      found.error = node.visits > 1
                        ? std::sqrt(std::max(0.0, node.squares / visits - found.value * found.value) / (visits - 1))
                        : INF;
      return;
    }
    found.proved = true;
    found.value = worth(node.proof);
  }

  // What was tried most often after a move, or certainly wins, up to the next dice.
  void follow(std::uint32_t node, std::vector<AnyMove>& line) const {
    while (line.size() < 64) {
      std::uint32_t best = NONE;
      for (std::uint32_t child = nodes_[node].first; child != NONE; child = nodes_[child].next) {
        if (nodes_[child].mover == CHANCE) return;
        if (best == NONE || better(nodes_[child], nodes_[best])) best = child;
      }
      if (best == NONE || (nodes_[best].visits == 0 && nodes_[best].proof == Proof::open)) return;
      line.push_back(nodes_[best].move);
      node = best;
    }
  }
  static bool better(const Node& one, const Node& other) {
    const auto sure = [](const Node& node) { return (node.proof == Proof::win) - (node.proof == Proof::loss); };
    return sure(one) != sure(other) ? sure(one) > sure(other) : one.visits > other.visits;
  }

  std::size_t most_nodes_;
  std::vector<Node> nodes_;
};

// A tree of a thread's own, with its share of the nodes.
template <class Tree>
struct Grower {
  template <class... Given>
  Grower(const Control& all, std::uint64_t number, std::uint64_t threads, const Given&... given)
      : watch(shared(all, number, threads), true), tree(given..., watch, number) {}

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
  Tree tree;
  std::exception_ptr error;
};

// Several threads grow a tree each, and what they learned of the root moves is added up at the end. A Tree is made from
// what is given, a watch and its number; it has run(), solved(), absorb() and found().
template <class Tree, class... Given>
auto grown(Control& control, int threads_asked, const Given&... given) {
  const std::uint64_t nodes = control.limits.nodes, most = static_cast<std::uint64_t>(threads_asked);
  const std::uint64_t threads = nodes ? std::min(nodes, most) : most;
  std::deque<Grower<Tree>> crew;
  for (std::uint64_t i = 0; i < threads; ++i) crew.emplace_back(control, i, threads, given...);
  const auto end_all = [&] {
    for (auto& each : crew) each.control.finished = true;
  };
  // Without a node limit nobody waits for the others once the root is certain.
  const auto grow = [&](Grower<Tree>& own) {
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
