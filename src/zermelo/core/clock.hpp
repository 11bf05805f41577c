// Limits: when a search has to stop, and how much of a game's clock one move may use (S1.5, Phases II and III).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "value.hpp"

namespace zermelo {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// A flag anyone may raise from any thread.
using StopFlag = std::shared_ptr<std::atomic<bool>>;

struct Limits {
  int depth = FULL_DEPTH;
  std::uint64_t nodes = 0;  // 0: no limit
  double hard = 0;          // seconds after which the search is broken off; 0: no limit
  double soft = 0;          // seconds after which no new iteration is begun; 0: no limit
};

// How to spend a whole-game clock. `moves_left` is the most moves this player can still have to make. The move gets an
// even share of what remains, a little more than that because games end early; a search in the middle of a depth may
// take three times its share, but never more than 0.6 of what is left (0.95 if more time comes after this move). A
// reserve is kept so that the flag does not fall on the way back to the caller.
void share_clock(double remaining, double increment, int moves_to_go, int moves_left, Limits& limits);

// Thrown to unwind a search that has to end now; caught where the search was begun.
struct Stopped {
  const char* why;
};

// What all threads of one search share.
struct Control {
  Limits limits;
  Clock::time_point start = Clock::now();
  std::atomic<bool> finished{false};     // the main thread is done: helpers end
  StopFlag cancel;                       // raised by the user
  std::function<void()> poll;            // called now and then on the main thread: signals
  std::uint64_t check_every = 1024;      // nodes between two readings of the clock
  std::atomic<std::uint64_t> others{0};  // nodes counted by helper threads
};

// One thread's node counter; asks Control every so often whether to go on. A node limit is kept to the node.
class Watch {
 public:
  Watch(Control& control, bool main) : control_(control), main_(main), every_(control.check_every) { plan(); }

  void count() {
    if (nodes == next_) check();
    ++nodes;
  }

  // Checks every limit now; throws Stopped.
  void check();

  Control& control() { return control_; }
  bool main() const { return main_; }

  std::uint64_t nodes = 0;

 private:
  // Slow games are looked after at every node, fast ones every thousand.
  void pace(double elapsed);

  void plan() {
    next_ = nodes + every_;
    if (control_.limits.nodes && main_) next_ = std::min(next_, std::max(nodes + 1, control_.limits.nodes));
  }

  Control& control_;
  bool main_;
  std::uint64_t next_ = 0;
  std::uint64_t told_ = 0;
  std::uint64_t every_;
  double polled_ = 0, looked_ = 0;
};

}  // namespace zermelo
