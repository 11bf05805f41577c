// What a search from the root found: its moves, their values and lines. One form for all games, so that what handles it is
// compiled once.
#pragma once

#include <cstdint>
#include <vector>

#include "features.hpp"
#include "trace.hpp"
#include "value.hpp"

namespace zermelo {

// A move of any game, as a number: every game's moves fit into it.
using AnyMove = std::int64_t;

// What is known of one root move, for the player who moves at the root.
struct Found {
  AnyMove move = 0;
  double value = -INF;
  Bound bound = Bound::none;  // none: not searched
  bool proved = false;        // the value is the game's, not a judgement at some depth
  std::vector<AnyMove> line{};
  bool mixed = false;            // entries of deeper searches answered, or moves were left out: no value of one depth
  bool about = false;            // and not proved either: an estimate, whatever the bound says
  double error = 0;              // of an average: its standard error
  std::uint64_t visits = 0;      // of an average: of how many
  std::vector<double> values{};  // to every player, where there are more than two or payoffs do not cancel
  double share = 0;              // of the policy that a search came to, where it has one
};

// Best first; of equal values the exact one comes before an upper bound; unsearched moves come last.
void best_first(std::vector<Found>& moves);
// What certainly wins comes first and what certainly loses last, however often it was tried.
void most_visited_first(std::vector<Found>& moves);
// By a number for each of them.
void largest_first(std::vector<Found>& moves, const std::vector<std::uint64_t>& numbers);

struct Findings {
  Findings();
  ~Findings();
  Findings(const Findings&);
  Findings(Findings&&) noexcept;
  Findings& operator=(const Findings&);
  Findings& operator=(Findings&&) noexcept;

  std::vector<Found> moves;  // the best first; the first `ranked` of them have exact values
  std::size_t ranked = 0;
  double expected = 0;    // at a chance node: what its outcomes are worth on average, to player 0
  bool mixed = false;     // and whether that is the value of no one depth
  int depth = 0;          // of the last pass that was finished
  double confidence = 1;  // how sure that pass was: below 1 if it was selective
  bool solved = false;
  const char* stopped = "depth";
  std::uint64_t nodes = 0;
  std::uint64_t rounds = 0;  // of a search that samples
  double seconds = 0;
  Stats stats;
  double table_used = 0;
  std::vector<TraceRow> trace;
  bool trace_capped = false;
  std::vector<int> depths;  // finished passes and the nodes counted when they were
  std::vector<std::uint64_t> depth_nodes;
};

}  // namespace zermelo

extern template class std::vector<zermelo::Found>;
