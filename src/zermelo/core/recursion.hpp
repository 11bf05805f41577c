// The recursion as the root calls it, whatever game, features and trace it was compiled for: what stands at the root is
// compiled once for all, and a virtual call for each of the root's moves costs nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "endgames.hpp"
#include "experience.hpp"
#include "features.hpp"
#include "findings.hpp"
#include "game.hpp"
#include "network.hpp"
#include "table.hpp"
#include "trace.hpp"
#include "value.hpp"

namespace zermelo {

// What a search needs to know besides the position, whatever the game; shared by all threads of one search.
struct TaskBase {
  Features features;
  Table* table = nullptr;
  const EndgameTable* endgames = nullptr;
  const Network* network = nullptr;  // judges unfinished positions, before everything else
  bool growing = false;              // the table may still take more room
  bool evaluates = false;            // unfinished positions get an evaluation; otherwise they count as 0
  Abilities can;                     // what the game offers a selective search
  bool distance = false;             // payoffs become WIN minus plies
  std::uint64_t seed = 0;
  std::size_t trace_cap = 0;
  std::vector<std::uint64_t> before;  // keys of the positions that led here (for repetition)
  std::shared_ptr<Learned>* learned =
      nullptr;  // where a selective search keeps what it learns for the next; null: nowhere
  // Mixed into the keys of the table. Entries are values of one game, seen by one evaluation, ended by one cut-off, as
  // payoffs or as distances, …; a table that is kept for searches which differ in that gives each its own salt.
  std::uint64_t salt = 0;

  // Distances to a win are counted from the root in the search, from the position itself in the table.
  double from_table(double value, int ply) const {
    if (!distance || !is_sure(value)) return value;
    return value > 0 ? value - ply : value + ply;
  }
};

// The game goes on for longer than it says it can.
[[noreturn]] void endless(const Info& info);

class Recursion {
 public:
  Recursion() = default;
  virtual ~Recursion() = default;
  Recursion(const Recursion&) = delete;
  Recursion& operator=(const Recursion&) = delete;

  // The root: who moves there, and its moves without mirror images, the most promising first.
  virtual const Info& info() const = 0;
  virtual int turn() const = 0;
  virtual std::vector<AnyMove> arranged() = 0;
  // The value of one of them for the mover; `index` is its place in the order.
  virtual double try_root_move(AnyMove move, int depth, double alpha, double beta, bool later, std::size_t index) = 0;
  // At a chance node: how likely an outcome is, and its value for player 0.
  virtual double odds(AnyMove outcome) const = 0;
  virtual double try_root_outcome(AnyMove outcome, double odds, int depth) = 0;
  // Adds the best line below the move that was tried last.
  virtual void append_line(std::vector<AnyMove>& line) const = 0;
  // Follows a line that ended in the table there, as long as the entries say exactly what the line is worth and their
  // moves are legal. `depth` is that of the pass that found it.
  virtual void extend_line(Found& found, int depth) const = 0;
  // The root itself stands on the path to every node, after what came before it; forget it by leave_root().
  virtual void enter_root() = 0;
  void leave_root() { path_.clear(); }

  // The user says where looking stops.
  virtual bool cuts_off() const = 0;
  // Whether what a table says of a position holds wherever its key is met: not if it goes with a path, nor if the key
  // leaves out part of the position.
  virtual bool entries_hold() const = 0;
  // Whether values are those of a selective search; from full_width() on they are not.
  virtual bool selective() const = 0;
  virtual void full_width() = 0;

  void begin_pass(int depth) { root_depth_ = depth; }
  // The longest way from the root that was walked.
  int deepest() const { return deepest_; }

  FullTrace* record = nullptr;  // where the search writes what it does, if it does
  Stats stats;
  std::uint64_t horizon = 0;   // unfinished positions judged so far: unchanged means the value is proved
  std::uint64_t left = 0;      // of these: the moves and nodes that were left out
  std::uint64_t recalled = 0;  // nodes that were settled by what an earlier search had stored

 protected:
  int root_depth_ = 0;  // of the pass at hand
  int deepest_ = 0;
  std::vector<std::uint64_t> path_;  // positions on the way to the node being searched
};

}  // namespace zermelo
