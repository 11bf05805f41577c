// Explicit game trees: MAX, MIN and chance nodes with the values at the leaves (S0, S1.2, S4.6, S4.9).
//
// The nodes lie level by level, so that node i is what edge E-i leads to:
//
//                 0                E-1 E-2       from the root
//            1         2           E-3 … E-6     from the second level
//          3   4     5   6         …
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace zermelo::tree {

struct Node {
  int turn = OVER;   // 0 MAX, 1 MIN, CHANCE, OVER at a leaf
  double value = 0;  // at a leaf, for MAX
  double odds = 1;   // of being chosen, below a chance node
  std::uint32_t first = 0, count = 0;
  std::uint32_t parent = 0;
  std::string label;
};

struct Tree {
  Info info;
  std::vector<Node> nodes;
  std::uint64_t hash = 0;

  std::string text() const;
  std::string edge(std::uint32_t node) const {
    return nodes[node].label.empty() ? "E-" + std::to_string(node) : nodes[node].label;
  }
};

// Reads `[[9,8,7],[6,5,4]]` (a list is an inner node, a number a leaf, MAX and MIN alternate) or `((3)(5))`
// (every node in brackets); `min`, `max` or `chance` before a node says whose it is, `name:` gives it a
// label, and below a chance node `0.25:` gives its probability. `column` of an error points into `text`.
std::shared_ptr<const Tree> parse_tree(const std::string& text, std::size_t& at);

struct Position {
  using Move = std::uint16_t;  // which child, from 0

  const Tree* tree;
  std::uint32_t node = 0;

  const Node& here() const { return tree->nodes[node]; }
  int turn() const { return here().turn; }
  void moves(MoveList<Move>& out) const {
    for (std::uint32_t i = 0; i < here().count; ++i) out.add(static_cast<Move>(i));
  }
  Position play(Move move) const { return {tree, here().first + move}; }
  double payoff(int player) const { return player == 0 ? here().value : -here().value; }
  double odds(Move move) const { return tree->nodes[here().first + move].odds; }
  std::uint64_t key() const { return mix(tree->hash + node); }
  const Info& info() const { return tree->info; }
  bool equals(const Position& other) const {
    return node == other.node && (tree == other.tree || tree->text() == other.tree->text());
  }
  std::string name(Move move) const { return tree->edge(here().first + move); }
  // An edge may also be given by its number alone, or a labelled one by its E-number.
  bool also_reads(Move move, const std::string& text) const {
    const std::string number = std::to_string(here().first + move);
    return text == number || text == "E-" + number;
  }
  // The whole tree, then the edges that lead here.
  std::string text() const {
    std::string path;
    for (std::uint32_t at = node; at != 0; at = tree->nodes[at].parent) path = " " + tree->edge(at) + path;
    return tree->text() + path;
  }
};

}  // namespace zermelo::tree
