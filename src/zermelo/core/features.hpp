// The features a search is put together from. Each named method is a choice of these, so that one thing at a
// time can be switched on and its effect counted.
#pragma once

#include <cstdint>
#include <functional>

#include "table.hpp"

namespace zermelo {

enum class Order : unsigned {
  given = 0,
  random = 1,    // shuffled, the same way for the same seed
  eval = 2,      // by the static evaluation of the position after the move
  noisy = 4,     // captures, wins and blocks first
  table = 8,     // the move the table remembers first
  killers = 16,  // moves that cut off at the same distance from the root
  history = 32,  // moves that have cut off often
  prior = 64,    // the game's static opinion of a move
};

// What a chance node may leave out (expectation.hpp).
enum class Star : std::uint8_t { none, one, two };

struct Features {
  bool prune = true;        // alpha-beta; off: plain minimax
  bool strict = false;      // cut off on > instead of >=
  bool hard = false;        // fail-hard: results are kept inside the window
  bool scout = false;       // null-window tests with re-search
  bool mtd = false;         // root driver: null windows only
  bool deepen = false;      // depth 1, 2, 3 …
  bool stride = false;      // two depths at a time, where the last depth is known
  bool aspiration = false;  // each depth starts with a window around the last value
  bool table = false;
  bool same_depth = false;  // reuse table values of exactly the wanted depth only
  bool etc = false;         // enhanced transposition cut-offs
  bool symmetry = false;    // positions that are mirror images are one
  bool quick = false;       // prefer quick wins and slow losses (games of outcome)
  bool solver = false;      // use the game's own exact solver when there is one
  bool engine = false;      // use the game's own search when there is one
  bool selective = false;   // that search may leave out what hardly matters, and says how sure it is
  Star star = Star::none;   // dice that can no longer matter are left out
  bool filter = false;      // below the root only the move that looks best is followed
  unsigned order = 0;       // bits of Order
  Replacement replacement = Replacement::ageing;

  bool orders(Order kind) const { return order & static_cast<unsigned>(kind); }
  // Nothing but the bare recursion: the compile-time version of it can run.
  bool bare() const { return !(strict || hard || scout || table || symmetry || order || filter || star != Star::none); }
};

// What the user may plug in: an evaluation, and a test that says where to stop looking (S0.2, S3.7).
template <class G>
struct Hooks {
  std::function<double(const G&, int)> value;
  std::function<bool(const G&, int)> cutoff;
};

struct Stats {
  std::uint64_t evaluations = 0, cutoffs = 0, first_cutoffs = 0, table_hits = 0, table_cutoffs = 0, researches = 0;
  int deepest = 0;

  void add(const Stats& other) {
    evaluations += other.evaluations;
    cutoffs += other.cutoffs;
    first_cutoffs += other.first_cutoffs;
    table_hits += other.table_hits;
    table_cutoffs += other.table_cutoffs;
    researches += other.researches;
    deepest = std::max(deepest, other.deepest);
  }
};

}  // namespace zermelo
