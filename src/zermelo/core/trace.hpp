// The record of a search, node by node, for whoever wants to see it. A compile-time policy: a search without
// a trace contains none of this.
#pragma once

#include <cmath>
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

// What a selective search did: why a node was entered at another depth than its parent says, what was done at the node
// itself, or why an edge was left out.
enum class Reason : std::uint8_t {
  none,
  late_move,        // reduced, or left out: it came late in the order
  losing_exchange,  // the same for a noisy move that loses by its own exchange
  futile,           // left out: a quiet move that cannot reach alpha
  far_above,        // left: reverse futility
  razored,          // left: far below alpha, also after the noisy moves
  null_move,        // left: even passing reaches beta
  probcut,          // left: a shallow search was far outside the window
  stood_pat,        // left: quiescence, and the position as it stands reaches beta
  one_reply,        // extended
  forced,           // extended: the game says so
  singular,         // extended: better than all others by far
  several,          // left: several moves reach beta (multi-cut)
  no_move_known,    // searched less deep: the table knew no move
  fail_high,        // searched again: the reduced search beat alpha
  losing_noise,     // left out of quiescence: a noisy move that loses by its own exchange
  quiescence,       // noisy moves only
  no_standing_pat,  // quiescence where the mover may not decline: every move
};

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
  bool null_window;               // entered with a Scout or MTD test window
  bool research;                  // entered again because that test failed high
  bool probe;                     // entered for a first bound: one move only was tried here (Star2)
  Reason reason = Reason::none;   // why it was entered otherwise than usual, or left out
  std::int8_t change = 0;         // plies more (extended) or less (reduced) than the parent's depth minus one
  Reason at_node = Reason::none;  // what was done at the node itself
  std::int8_t shift = 0;          // plies that the node added itself (forced), or took away (no move known)
  double judged = std::nan("");   // its static value, corrected; of an edge left out, what it might have reached
};

class NoTrace {
 public:
  static constexpr bool on = false;
  template <class... Any>
  explicit NoTrace(const Any&...) {}
};

// Its functions are called cold, and what calls them at every node becomes so: a search that writes a trace is compiled for
// size, in a fraction of the time.
class FullTrace {
 public:
  static constexpr bool on = true;
  explicit FullTrace(std::size_t cap) : cap_(cap) {}

  void iteration(int depth) { iteration_ = depth; }
  // How the next edge is searched, if not as usual.
  void plan(Reason reason, int change) {
    reason_ = reason;
    change_ = static_cast<std::int8_t>(change);
  }
  // What is done at the node at hand; its depth changed; its static value for MAX.
  [[gnu::cold]] void because(Reason reason);
  [[gnu::cold]] void shift(int change);
  [[gnu::cold]] void judged(double value);
  // Searches of the same node on the side are not recorded.
  void mute(bool begin) { muted_ += begin ? 1 : -1; }

  void edge(std::int64_t move, bool research = false, double odds = 1, bool probe = false) {
    move_ = move;
    research_ = research;
    odds_ = odds;
    probe_ = probe;
  }

  [[gnu::cold]] void enter(double sign, int turn, int depth, int ply, double alpha, double beta);

  [[gnu::cold]] void mark(NodeKind kind, CutKind cut = CutKind::none);

  [[gnu::cold]] void pruned(std::int64_t move, double odds = 1);

  // An edge that a selective search leaves out, with the window of that moment; `most` is what it might have reached.
  // All are the mover's.
  [[gnu::cold]] void left_out(std::int64_t move, Reason reason, double sign, double alpha, double beta,
                              double most = std::nan(""));

  // `bound` is the mover's, like `value`; both are turned to MAX's here.
  [[gnu::cold]] void leave(double sign, double value, Bound bound);

  // The search was broken off: whatever is open stays open.
  void abandon();

  std::vector<TraceRow> rows;
  bool capped = false;

 private:
  TraceRow* current() {
    return muted_ > 0 || stack_.empty() || stack_.back() < 0 ? nullptr : &rows[static_cast<std::size_t>(stack_.back())];
  }

  std::size_t cap_;
  std::vector<std::int32_t> stack_;
  std::int64_t step_ = 0;
  std::int64_t move_ = -1;
  std::int32_t iteration_ = 0;
  bool research_ = false, probe_ = false;
  Reason reason_ = Reason::none;
  std::int8_t change_ = 0;
  int muted_ = 0;
  double odds_ = 1;
};

}  // namespace zermelo
