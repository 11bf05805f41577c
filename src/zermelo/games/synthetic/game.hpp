// Uniform trees made up as they are walked: `branching` moves at every node, `plies` deep, nothing stored.
// What the growth of a search is measured on (S1.4, S3.3).
//
//   leaves = independent   every leaf is drawn by itself
//            best_first    the first move of every node is the best one: perfect ordering
//            best_last     the last one is: a bad ordering
//   meetings = w           only w different nodes per level, so that different lines meet (0: none do)
#pragma once

#include <string>

#include "core/game.hpp"

namespace zermelo::synthetic {

enum class Leaves { independent, best_first, best_last };

struct Rules {
  Info info;
  int branching, plies;
  Leaves leaves;
  std::uint64_t seed;
  std::uint64_t meetings;
  int values;  // leaves lie in 0 … values - 1

  bool operator==(const Rules& other) const {
    return branching == other.branching && plies == other.plies && leaves == other.leaves && seed == other.seed &&
           meetings == other.meetings && values == other.values;
  }
};

struct Position {
  using Move = std::uint16_t;

  const Rules* rules;
  std::uint64_t id;  // which node of its level
  std::int32_t ply = 0;
  double target = 0;  // best_first, best_last: the value of this node, for player 0

  int turn() const { return ply == rules->plies ? OVER : ply % 2; }
  void moves(MoveList<Move>& out) const {
    for (int i = 0; i < rules->branching; ++i) out.add(static_cast<Move>(i));
  }

  Position play(Move move) const {
    std::uint64_t child = mix(id * 0x9e3779b97f4a7c15ULL + move + 1);
    if (rules->meetings) child %= rules->meetings;
    return {rules, child, ply + 1, child_target(move, child)};
  }

  double payoff(int player) const {
    const double value = rules->leaves == Leaves::independent ? drawn(id, rules->values) : target;
    return player == 0 ? value : -value;
  }

  std::uint64_t key() const { return mix(mix(id + rules->seed) + static_cast<std::uint64_t>(ply)); }
  bool equals(const Position& other) const { return *rules == *other.rules && id == other.id && ply == other.ply; }
  const Info& info() const { return rules->info; }
  std::string name(Move move) const { return std::to_string(move + 1); }
  bool also_reads(Move, const std::string&) const { return false; }
  std::string text() const;

 private:
  double drawn(std::uint64_t from, int range) const {
    return static_cast<double>(mix(from ^ rules->seed) % static_cast<std::uint64_t>(range));
  }

  // One child keeps the node's value; the others are worse for whoever moves.
  double child_target(Move move, std::uint64_t child) const {
    if (rules->leaves == Leaves::independent) return 0;
    const int best = rules->leaves == Leaves::best_first ? 0 : rules->branching - 1;
    if (move == best) return target;
    const double worse = 1 + drawn(child, rules->values);
    return ply % 2 == 0 ? target - worse : target + worse;
  }
};

}  // namespace zermelo::synthetic
