// The search above the last dozen empty squares: principal variation search on the learned evaluation, selective by
// ProbCut, and the same search carried to the end of the game. Scores are whole discs for the side to move.
//
// Buro 1995 (ProbCut) and 1997 (multi-ProbCut); Feldmann 1993 (young brothers wait: threads share out the later moves of a
// node once its first has been searched).
#pragma once

#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "core/clock.hpp"
#include "endgame.hpp"
#include "memory.hpp"
#include "patterns.hpp"
#include "probcut.hpp"

namespace zermelo::othello {

// A position with what the evaluation keeps up to date.
struct Position {
  u64 me, opp;
  int empties;
  Indices indices;

  static Position of(u64 me, u64 opp) { return {me, opp, count(~(me | opp)), Indices::of(me, opp)}; }
  Position after(int square, u64 turned) const {
    return {opp ^ turned, me ^ turned ^ bit(square), empties - 1, indices.after(square, turned)};
  }
  Position after_pass() const { return {opp, me, empties, indices.after_pass()}; }
};

struct Choice {
  u64 turned;
  int square;
  int rank;
};

struct Choices {
  Choice all[34];
  int size = 0;
  // Brings the best of those from i on to place i.
  const Choice& best_from(int i) {
    int top = i;
    for (int j = i + 1; j < size; ++j)
      if (all[j].rank > all[top].rank) top = j;
    if (top != i) std::swap(all[i], all[top]);
    return all[i];
  }
};

// The later moves of one node, shared out among threads.
struct Split {
  const Split* parent;
  const Position* position;
  Choices* choices;
  int next;  // of the choices, the first that nobody has begun
  int alpha, beta, depth, sureness, best, move;
  int helpers = 0;
  std::atomic<bool> cut{false};

  bool cancelled() const {
    for (const Split* each = this; each; each = each->parent)
      if (each->cut.load(std::memory_order_relaxed)) return true;
    return false;
  }
  bool is_below(const Split* other) const {
    for (const Split* each = this; each; each = each->parent)
      if (each == other) return true;
    return false;
  }
};

// What the threads of one search have in common.
struct Team {
  Team(Memory& memory_, const Weights& weights_, Control& control_, int threads_)
      : memory(memory_), weights(weights_), control(control_), threads(threads_) {}

  Memory& memory;
  const Weights& weights;
  Control& control;
  const int threads;
  std::atomic<bool> stop{false};
  std::atomic<int> idle{0};
  std::atomic<std::uint64_t> counted{0};  // nodes the threads have reported
  const char* why = "depth";              // the search was stopped
  std::exception_ptr trouble;             // thrown by a poll: to be thrown again when all threads are home
  std::mutex mutex;
  std::condition_variable work;
  std::vector<Split*> splits;
  bool finished = false;
};

class Searcher {
 public:
  Searcher(Team& team, bool main) : team_(team), main_(main) {
    if (main_ && team_.control.limits.nodes && team_.threads == 1) end_.stop_at = team_.control.limits.nodes;
  }

  std::uint64_t nodes() const { return end_.nodes; }
  void count_node() { ++end_.nodes; }
  bool stopped() const {
    return end_.gave_up || team_.stop.load(std::memory_order_relaxed) || (split_ && split_->cancelled());
  }

  // The score of a position within (alpha, beta), or a bound outside it. `depth` at or above the number of empty squares
  // searches to the end. Meaningless once stopped() is true.
  int search(const Position& p, int alpha, int beta, int depth, int sureness, int cuts = 0) {
    if (depth >= p.empties) {
      depth = p.empties;
      if (p.empties <= Endgame::MOST) return to_the_end(p, alpha, beta);
    } else if (depth <= 0) {
      return team_.weights.discs(p.indices, p.empties);
    } else if (depth == 1) {
      return one_ply(p, alpha, beta);
    }
    if (out_of_time()) return 0;

    const u64 legal = moves(p.me, p.opp);
    if (!legal) {
      if (!moves(p.opp, p.me)) return final_score(p.me, p.opp);
      return -search(p.after_pass(), -beta, -alpha, depth, sureness, cuts);
    }
    const bool open = beta - alpha > 1, to_end = depth == p.empties;
    if (alpha >= stability_from(p.empties)) {
      const int most = 64 - 2 * stable_discs(p.opp, p.me);
      if (most <= alpha) return most;
    }
    const u64 key = hash_of(p.me, p.opp);
    Known known{-64, 64, 0, 0, 0, 0, NO_MOVE, NO_MOVE};
    const bool found = depth >= TABLE_DEPTH && team_.memory.find(key, known);
    if (found && known.depth >= depth && known.sureness >= sureness) {
      if (known.lower >= beta) return known.lower;
      if (known.upper <= alpha) return known.upper;
      if (known.lower == known.upper) return known.lower;
    }
    if (!open && sureness < CERTAIN && depth >= PROBCUT_DEPTH && cuts < 2) {
      int score;
      if (probcut(p, alpha, depth, sureness, cuts, score)) return score;
    }

    Choices choices;
    for (u64 set = legal; set; set &= set - 1) {
      const int x = first_square(set);
      const u64 turned = flips(x, p.me, p.opp);
      if (turned == p.opp) return 64;
      choices.all[choices.size++] = {turned, x, 0};
    }
    if (depth >= CHILDREN_DEPTH) {
      int score;
      if (known_children(p, choices, beta, depth, sureness, score)) return score;
    }
    rank(p, choices, known, alpha, depth, to_end);
    if (stopped()) return 0;

    const std::uint64_t before = nodes();
    int best = NO_SCORE, move = NO_MOVE, low = alpha;
    for (int i = 0; i < choices.size; ++i) {
      if (i > 0 && depth >= SPLIT_DEPTH && choices.size - i > 1 && team_.idle.load(std::memory_order_relaxed) > 0) {
        share(p, choices, i, low, beta, depth, sureness, best, move);
        if (stopped()) return 0;
        break;
      }
      const Choice next = choices.best_from(i);
      const Position child = p.after(next.square, next.turned);
      const int score = try_child(child, i == 0, low, beta, depth, sureness, cuts);
      if (stopped()) return 0;
      if (score > best) {
        best = score, move = next.square;
        if (best > low) low = best;
        if (low >= beta) break;
      }
    }
    if (depth >= TABLE_DEPTH)
      team_.memory.store(key, depth, sureness, std::bit_width(nodes() - before), alpha, beta, best, move);
    return best;
  }

  // One root move, as the search's own loop would.
  int try_child(const Position& child, bool first, int alpha, int beta, int depth, int sureness, int cuts = 0) {
    count_node();
    if (first) return -search(child, -beta, -alpha, depth - 1, sureness, cuts);
    const int score = -search(child, -alpha - 1, -alpha, depth - 1, sureness, cuts);
    if (score <= alpha || score >= beta || stopped()) return score;
    return -search(child, -beta, -alpha, depth - 1, sureness, cuts);
  }

  // Exact, by null windows that close in on the score from where the evaluation expects it.
  int to_the_end(const Position& p, int alpha, int beta) {
    int low = -64, high = 64, test = alpha;
    if (beta - alpha > 2) test = std::clamp(team_.weights.discs(p.indices, p.empties) & ~1, alpha, beta - 1);
    for (;;) {
      const int score = end_.above(p.me, p.opp, test);
      if (end_.gave_up) return 0;
      if (score > test)
        low = score;
      else
        high = score;
      if (low >= beta || low >= high) return low;
      if (high <= alpha) return high;
      test = score > test ? low : high - 1;
    }
  }

  // A move that keeps a score known to be the position's.
  int move_worth(const Position& p, u64 legal, int score) {
    for (; legal; legal &= legal - 1) {
      const int x = first_square(legal);
      const u64 turned = flips(x, p.me, p.opp);
      count_node();
      if (end_.above(p.opp ^ turned, p.me ^ turned ^ bit(x), -score) <= -score && !end_.gave_up) return x;
    }
    return NO_MOVE;
  }

  // Called by helper threads: takes part in the others' nodes until the search is over.
  void help() {
    std::unique_lock lock(team_.mutex);
    while (!team_.finished) {
      if (Split* split = open_split(nullptr)) {
        join(*split, lock);
        continue;
      }
      team_.idle.fetch_add(1);
      team_.work.wait(lock);
      team_.idle.fetch_sub(1);
    }
    report();
  }

  bool out_of_time() {
    if (nodes() < look_again_) return stopped();
    look_again_ = nodes() + 20000;
    if (const std::uint64_t most = team_.control.limits.nodes; most > nodes())
      look_again_ = std::min(look_again_, most);
    report();
    if (!main_) return stopped();
    Control& control = team_.control;
    const double elapsed = seconds_since(control.start);
    if (control.limits.nodes && team_.counted.load(std::memory_order_relaxed) >= control.limits.nodes) stop("nodes");
    if (control.limits.hard > 0 && elapsed >= control.limits.hard) stop("seconds");
    if (control.cancel && control.cancel->load(std::memory_order_relaxed)) stop("cancelled");
    if (control.poll && elapsed - polled_ > 0.04) {
      polled_ = elapsed;
      try {
        control.poll();
      } catch (...) {
        team_.trouble = std::current_exception();
        stop("cancelled");
      }
    }
    return stopped();
  }

  // Reports to the team how many nodes were counted here since last time.
  void report() {
    team_.counted.fetch_add(nodes() - told_, std::memory_order_relaxed);
    told_ = nodes();
  }

  void stop(const char* why) {
    if (team_.stop.exchange(true)) return;
    team_.why = why;
  }

 private:
  static constexpr double PROMISE = 0.8;  // a shallow search is tried if the evaluation alone is at least so near
  static constexpr int TABLE_DEPTH = 2, PROBCUT_DEPTH = 3, CHILDREN_DEPTH = 8, SPLIT_DEPTH = 6;
  static int stability_from(int empties) { return std::min(2 * empties - 2, 62); }

  int one_ply(const Position& p, int alpha, int beta) {
    const u64 legal = moves(p.me, p.opp);
    if (!legal) {
      if (!moves(p.opp, p.me)) return final_score(p.me, p.opp);
      return -one_ply(p.after_pass(), -beta, -alpha);
    }
    int best = NO_SCORE;
    for (u64 set = legal; set; set &= set - 1) {
      const int x = first_square(set);
      const u64 turned = flips(x, p.me, p.opp);
      if (turned == p.opp) return 64;
      count_node();
      best = std::max(best, -team_.weights.discs(p.indices.after(x, turned), p.empties - 1));
      if (best >= beta) break;
    }
    return best;
  }

  // Is a shallow search so far outside the window that the deep one hardly gets back inside?
  bool probcut(const Position& p, int alpha, int depth, int sureness, int cuts, int& score) {
    const int shallow = probcut_depth(depth), here = team_.weights.discs(p.indices, p.empties);
    const double wanted = CONFIDENCE[sureness], error = wanted * SPREAD.searched(p.empties, depth);
    const double glance = PROMISE * wanted * SPREAD.looked(p.empties, shallow > 0 ? shallow : 1);
    const int high = static_cast<int>(std::ceil(alpha + 1 + error)), low = static_cast<int>(std::floor(alpha - error));
    if (high < 64 && here >= high - glance) {
      if (search(p, high - 1, high, shallow, sureness, cuts + 1) >= high) {
        score = alpha + 1;
        return !stopped();
      }
      if (stopped()) return false;
    }
    if (low > -64 && here <= low + glance) {
      if (search(p, low, low + 1, shallow, sureness, cuts + 1) <= low) {
        score = alpha;
        return !stopped();
      }
    }
    return false;
  }

  // Enhanced transposition cut-off: a child already known to be bad enough for the other side.
  bool known_children(const Position& p, const Choices& choices, int beta, int depth, int sureness, int& score) {
    u64 keys[34];
    for (int i = 0; i < choices.size; ++i) {
      const Choice& each = choices.all[i];
      keys[i] = hash_of(p.opp ^ each.turned, p.me ^ each.turned ^ bit(each.square));
      team_.memory.prefetch(keys[i]);
    }
    for (int i = 0; i < choices.size; ++i) {
      Known known;
      if (!team_.memory.find(keys[i], known) || known.depth < depth - 1 || known.sureness < sureness) continue;
      if (-known.upper >= beta) {
        score = -known.upper;
        return true;
      }
    }
    return false;
  }

  void rank(const Position& p, Choices& choices, const Known& known, int alpha, int depth, bool to_end) {
    if (choices.size == 1) return;
    const u64 odd = odd_quadrants(~(p.me | p.opp));
    const int look = to_end ? looking(depth, 16, 20, 23, 26) : looking(depth, 8, 13, 18, 22);
    for (int i = 0; i < choices.size; ++i) {
      Choice& each = choices.all[i];
      if (each.square == known.move) {
        each.rank = 1 << 28;
        continue;
      }
      if (each.square == known.second) {
        each.rank = 1 << 27;
        continue;
      }
      const Position child = p.after(each.square, each.turned);
      const u64 replies = moves(child.me, child.opp);
      int value = 0;
      if (look == 0)
        value = -team_.weights.sum(child.indices, child.empties);
      else
        value = -128 * search(child, -64, std::min(64, -(alpha - 8)), look, 0, 2);
      if (to_end) {
        each.rank = value / 16 - 24 * (count(replies) + count(replies & CORNERS)) + (odd & bit(each.square) ? 8 : 0);
      } else {
        each.rank = value - 64 * (count(replies) + count(replies & CORNERS));
      }
    }
  }

  // How many plies to search for an opinion of a move: one more from each of these depths on.
  static int looking(int depth, int one, int two, int three, int four) {
    return (depth >= one) + (depth >= two) + (depth >= three) + (depth >= four);
  }

  // Offers the rest of the moves to other threads and takes part itself; returns when all are done.
  void share(const Position& p, Choices& choices, int next, int alpha, int beta, int depth, int sureness, int& best,
             int& move) {
    Split split{split_, &p, &choices, next, alpha, beta, depth, sureness, best, move};
    std::unique_lock lock(team_.mutex);
    team_.splits.push_back(&split);
    team_.work.notify_all();
    take_moves(split, lock);
    std::erase(team_.splits, &split);
    while (split.helpers > 0) {
      if (Split* below = open_split(&split)) {
        join(*below, lock);
        continue;
      }
      team_.idle.fetch_add(1);
      team_.work.wait(lock);
      team_.idle.fetch_sub(1);
    }
    best = split.best, move = split.move;
  }

  // An unfinished split; only those below `root`, if one is given.
  Split* open_split(const Split* root) {
    if (team_.stop) return nullptr;
    for (Split* each : team_.splits)
      if (each->next < each->choices->size && !each->cut && !each->cancelled() && (!root || each->is_below(root)))
        return each;
    return nullptr;
  }

  void join(Split& split, std::unique_lock<std::mutex>& lock) {
    ++split.helpers;
    take_moves(split, lock);
    --split.helpers;
    team_.work.notify_all();
  }

  // Holds the lock except while searching.
  void take_moves(Split& split, std::unique_lock<std::mutex>& lock) {
    const Split* const outer = split_;
    while (split.next < split.choices->size && !split.cancelled() && !team_.stop) {
      const Choice next = split.choices->best_from(split.next++);
      const int alpha = split.alpha;
      lock.unlock();
      split_ = &split;
      const Position child = split.position->after(next.square, next.turned);
      const int score = try_child(child, false, alpha, split.beta, split.depth, split.sureness);
      const bool valid = !stopped();
      split_ = outer;
      lock.lock();
      if (!valid || score <= split.best) continue;
      split.best = score, split.move = next.square;
      split.alpha = std::max(split.alpha, score);
      if (score >= split.beta) split.cut = true;
    }
  }

  Team& team_;
  const bool main_;
  const Split* split_ = nullptr;
  Endgame end_;
  std::uint64_t look_again_ = 0, told_ = 0;
  double polled_ = 0;
};

}  // namespace zermelo::othello
