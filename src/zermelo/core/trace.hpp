// The record of a search, node by node, for whoever wants to see it. A compile-time policy: a search without
// a trace contains none of this.
#pragma once

#include <cstdint>
#include <vector>

#include "game.hpp"
#include "value.hpp"

namespace zermelo {

// How a node got its value.
enum class NodeKind : std::uint8_t { open, inner, terminal, horizon, table, repetition, pruned };
// A cut-off at a MAX node is a beta cut-off, at a MIN node an alpha cut-off; at a chance node it may be either, and the
// bound of the node says which.
enum class CutKind : std::uint8_t { none, alpha, beta, chance };

// One visited node, or one edge that a cut-off left unvisited (kind `pruned`: no value, no steps of its own).
// Values and windows are player 0's (MAX's), as the textbooks draw them. `enter` and `leave`
// number the steps of the walk, so that any moment can be shown without replaying it.
struct TraceRow {
  std::int32_t parent;
  std::int64_t move;
  std::int32_t ply, depth;
  std::int32_t iteration;
  std::int32_t turn;
  double alpha, beta, value;
  double odds;  // of the edge that leads here; 1 where nobody rolled
  std::int64_t enter, leave;
  Bound bound;
  NodeKind kind;
  CutKind cut;
  bool null_window;  // entered with a Scout or MTD test window
  bool research;     // entered again because that test failed high
  bool probe;        // entered for a first bound: one move only was tried here (Star2)
};

class NoTrace {
 public:
  static constexpr bool on = false;
  template <class... Any>
  explicit NoTrace(const Any&...) {}
};

class FullTrace {
 public:
  static constexpr bool on = true;
  explicit FullTrace(std::size_t cap) : cap_(cap) {}

  void iteration(int depth) { iteration_ = depth; }
  void edge(std::int64_t move, bool research = false, double odds = 1, bool probe = false) {
    move_ = move;
    research_ = research;
    odds_ = odds;
    probe_ = probe;
  }

  void enter(double sign, int turn, int depth, int ply, double alpha, double beta) {
    const std::int32_t parent = stack_.empty() ? -1 : stack_.back();
    if (rows.size() >= cap_) {
      capped = true;
      stack_.push_back(-1);
      ++step_;
      return;
    }
    stack_.push_back(static_cast<std::int32_t>(rows.size()));
    const double low = sign > 0 ? alpha : -beta, high = sign > 0 ? beta : -alpha;
    rows.push_back({parent, move_, ply, depth, iteration_, turn, low, high, 0, odds_, step_++, -1, Bound::none,
                    NodeKind::open, CutKind::none, high == after(low) && low > -INF, research_, probe_});
  }

  void mark(NodeKind kind, CutKind cut = CutKind::none) {
    if (TraceRow* row = current()) {
      row->kind = kind;
      row->cut = cut;
    }
  }

  void pruned(std::int64_t move, double odds = 1) {
    if (!current()) return;
    if (rows.size() >= cap_) {
      capped = true;
      return;
    }
    const TraceRow& node = *current();
    rows.push_back({stack_.back(), move, node.ply + 1, node.depth - 1, iteration_, OVER, 0, 0, 0, odds, -1, -1,
                    Bound::none, NodeKind::pruned, CutKind::none, false, false, false});
  }

  // `bound` is the mover's, like `value`; both are turned to MAX's here.
  void leave(double sign, double value, Bound bound) {
    if (TraceRow* row = current()) {
      row->value = sign * value + 0.0;
      row->bound = sign > 0 || bound == Bound::exact ? bound : bound == Bound::lower ? Bound::upper : Bound::lower;
      row->leave = step_;
    }
    ++step_;
    stack_.pop_back();
  }

  // The search was broken off: whatever is open stays open.
  void abandon() { stack_.clear(); }

  std::vector<TraceRow> rows;
  bool capped = false;

 private:
  TraceRow* current() {
    return stack_.empty() || stack_.back() < 0 ? nullptr : &rows[static_cast<std::size_t>(stack_.back())];
  }

  std::size_t cap_;
  std::vector<std::int32_t> stack_;
  std::int64_t step_ = 0;
  std::int64_t move_ = -1;
  std::int32_t iteration_ = 0;
  bool research_ = false, probe_ = false;
  double odds_ = 1;
};

}  // namespace zermelo
