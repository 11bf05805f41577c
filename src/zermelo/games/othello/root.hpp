// The root of Othello's own search: deepening, then the end of the game with rising confidence; the best moves with their
// values and lines.
#pragma once

#include <functional>

#include "engine.hpp"

namespace zermelo::othello {

enum class Sides { none, at_most, at_least, exactly };

struct RootMove {
  int square;  // NO_MOVE: a pass
  u64 turned = 0;
  int score = NO_SCORE;
  Sides kind = Sides::none;
  bool proved = false;
  std::vector<int> line = {};
};

struct Answer {
  std::vector<RootMove> moves;  // best first
  int depth = 0, sureness = 0;
  bool solved = false;
  const char* stopped = "depth";
  std::uint64_t nodes = 0;
  std::vector<int> depths;
  std::vector<std::uint64_t> depth_nodes;
};

struct Wish {
  std::size_t best = 1;  // root moves that get exact values; 0: all
  int alpha = -65, beta = 65;
  bool selective = true;
  std::function<void(const Answer&)> progress;
};

class Root {
 public:
  Root(u64 me, u64 opp, Team& team, const Wish& wish)
      : position_(Position::of(me, opp)), team_(team), wish_(wish), searcher_(team, true) {
    const u64 legal = moves(me, opp);
    each_square(legal, [&](int square) { moves_.push_back({.square = square, .turned = flips(square, me, opp)}); });
    if (!legal) moves_.push_back({.square = NO_MOVE});
  }

  Answer run() {
    std::vector<std::thread> helpers;
    for (int i = 1; i < team_.threads; ++i) helpers.emplace_back([this] { Searcher(team_, false).help(); });
    try {
      deepen();
    } catch (...) {
      team_.trouble = std::current_exception();
    }
    {
      std::lock_guard lock(team_.mutex);
      team_.finished = true;
      team_.work.notify_all();
    }
    for (auto& each : helpers) each.join();
    if (team_.trouble) std::rethrow_exception(team_.trouble);
    if (searcher_.stopped()) {
      searcher_.stop("nodes");  // unless it was something else
      answer_.stopped = team_.why;
      salvage();
    }
    const std::size_t wanted = wish_.best == 0 ? finished_.size() : std::min(wish_.best, finished_.size());
    for (std::size_t i = 0; i < finished_.size(); ++i) follow(finished_[i], i < wanted);
    answer_.moves = finished_;
    searcher_.report();
    answer_.nodes = team_.counted;
    return answer_;
  }

 private:
  const Limits& limits() const { return team_.control.limits; }
  double elapsed() const { return seconds_since(team_.control.start); }

  void deepen() {
    const int empties = position_.empties, deepest = std::min(limits().depth, empties);
    const bool to_end = deepest == empties, timed = limits().hard > 0 || limits().nodes > 0;
    const int sureness = !wish_.selective || (!to_end && deepest <= FULL_WIDTH) ? CERTAIN : 0;
    int depth = timed || to_end ? 1 : 2 - deepest % 2;
    const int step = timed ? 1 : 2;
    const bool given = wish_.alpha > -65 || wish_.beta < 65;
    const int enough = empties <= Endgame::MOST || given ? 0 : std::max(1, empties - 10);
    for (; depth <= deepest; depth += step) {
      if (to_end && depth >= enough && worth_finishing(depth)) break;
      if (depth == empties) break;
      if (!pass(depth, sureness)) return;
      if (time_is_up()) return;
    }
    if (!to_end) return;
    const int first = !wish_.selective || empties <= 14 ? CERTAIN : 0;
    for (int sure = first; sure <= CERTAIN; ++sure) {
      if (sure > 0 && sure < CERTAIN && sure > (empties < 22 ? 0 : empties < 26 ? 1 : empties < 30 ? 2 : 3)) continue;
      if (!pass(empties, sure)) return;
      if (sure < CERTAIN && time_is_up()) return;
    }
    answer_.solved = true;
    answer_.stopped = "solved";
  }

  // Is there time to leap to the end? Solving costs about twice as much with every empty square; if the depths before are
  // a better guide, a selective search to the end costs about 1.5 times as much as the last one with every ply.
  bool worth_finishing(int depth) const {
    if (!limits().hard && !limits().nodes) return true;
    const double solving = 20e3 * std::pow(2.0, position_.empties - 12);
    const double leap = last_nodes_ * std::pow(LEAP_GROWTH, position_.empties - depth + 1);
    const double nodes = depth > 6 ? std::min(solving, leap) : solving;
    const double nodes_left = static_cast<double>(limits().nodes) - static_cast<double>(searcher_.nodes());
    if (limits().nodes && nodes > nodes_left) return false;
    const double speed = last_seconds_ > 0.01 ? last_nodes_ / last_seconds_ : 15e6;
    return !limits().hard || nodes / speed < (limits().soft > 0 ? limits().soft : limits().hard) - elapsed();
  }

  bool time_is_up() {
    if (limits().soft <= 0) return false;
    const bool alone = moves_.size() == 1 && limits().soft > 0;
    if (!alone && elapsed() < limits().soft * 0.6) return false;
    answer_.stopped = "seconds";
    return true;
  }

  // All root moves at one depth. False if the search had to stop.
  bool pass(int depth, int sureness) {
    const double began = elapsed();
    const std::uint64_t counted = searcher_.nodes();
    const bool to_end = depth >= position_.empties;
    int alpha = wish_.alpha, beta = wish_.beta;
    const bool guess = wish_.best == 1 && alpha == -65 && beta == 65 && !answer_.depths.empty();
    int margin = to_end ? (sureness == CERTAIN ? 1 : 2) : 3;
    if (guess) {
      const int centre = expected(to_end);
      alpha = std::max(alpha, centre - margin), beta = std::min(beta, centre + margin);
    }
    for (;;) {
      const int best = window(depth, sureness, alpha, beta);
      if (searcher_.stopped()) return false;
      if (!guess) break;
      margin *= 2;
      // Only a certain search can be relied on not to contradict itself when the other end of the window moves too.
      const bool sure = to_end && sureness == CERTAIN;
      if (best <= alpha && alpha > -65) {
        if (sure) beta = best + 1;
        alpha = std::max(-65, best - margin);
      } else if (best >= beta && beta < 65) {
        if (sure) alpha = best - 1;
        beta = std::min(65, best + margin);
      } else {
        break;
      }
    }
    sort();
    values_.push_back(moves_.front().score);
    finished_ = moves_;
    for (auto& each : finished_) each.proved = to_end && sureness == CERTAIN && each.kind != Sides::none;
    answer_.depth = depth, answer_.sureness = sureness;
    answer_.depths.push_back(depth);
    answer_.depth_nodes.push_back(searcher_.nodes());
    last_seconds_ = elapsed() - began;
    last_nodes_ = static_cast<double>(searcher_.nodes() - counted);
    if (wish_.progress) tell();
    return true;
  }

  // Scores swing between odd and even depths; to the end they are even.
  int expected(bool to_end) const {
    const std::size_t n = values_.size();
    if (to_end) return values_[n - 1] & ~1;
    return n >= 2 ? values_[n - 2] : values_[n - 1];
  }

  int window(int depth, int sureness, int alpha, int beta) {
    for (auto& each : moves_) each.kind = Sides::none;
    std::vector<int> ranks;  // exact values so far, best first
    const std::size_t wanted = wish_.best == 0 ? moves_.size() : std::min(wish_.best, moves_.size());
    int best = NO_SCORE;
    for (auto& each : moves_) {
      const bool full = ranks.size() == wanted;
      const int low = full ? std::max(alpha, ranks.back()) : alpha;
      each.score = score_of(each, !full, low, beta, depth, sureness);
      if (searcher_.stopped()) {
        each.kind = Sides::none;
        return best;
      }
      each.kind = each.score <= low ? Sides::at_most : each.score >= beta ? Sides::at_least : Sides::exactly;
      best = std::max(best, each.score);
      if (each.kind == Sides::at_most) continue;
      ranks.insert(std::upper_bound(ranks.begin(), ranks.end(), each.score, std::greater<>()), each.score);
      if (ranks.size() > wanted) ranks.pop_back();
      if (ranks.size() == wanted && ranks.back() >= beta) break;
    }
    return best;
  }

  int score_of(const RootMove& move, bool first, int alpha, int beta, int depth, int sureness) {
    if (move.square == NO_MOVE) {
      searcher_.count_node();
      return -searcher_.search(position_.after_pass(), -beta, -alpha, depth, sureness);
    }
    if (move.turned == position_.opp) {
      searcher_.count_node();
      return 64;
    }
    return searcher_.try_child(position_.after(move.square, move.turned), first, alpha, beta, depth, sureness);
  }

  static bool better(const RootMove& a, const RootMove& b) {
    if ((a.kind == Sides::none) != (b.kind == Sides::none)) return b.kind == Sides::none;
    return a.score != b.score ? a.score > b.score : a.kind != Sides::at_most && b.kind == Sides::at_most;
  }
  void sort() { std::stable_sort(moves_.begin(), moves_.end(), better); }

  // Broken off inside a pass: a move that did better than the best of the last pass, in this one, counts.
  void salvage() {
    if (finished_.empty()) {
      sort();
      finished_ = moves_;
      return;
    }
    if (moves_.front().kind == Sides::none) return;
    const RootMove* best = &moves_.front();
    for (const auto& each : moves_)
      if ((each.kind == Sides::exactly || each.kind == Sides::at_least) && each.score > best->score) best = &each;
    if (best->square == finished_.front().square) return;
    const auto old =
        std::find_if(finished_.begin(), finished_.end(), [&](auto& f) { return f.square == best->square; });
    *old = *best;
    old->kind = Sides::at_least, old->proved = false;
    std::rotate(finished_.begin(), old, old + 1);
  }

  // The play that follows a root move, as far as it is remembered; to the end where that is small enough to see.
  void follow(RootMove& move, bool whole) {
    move.line.assign(1, move.square);
    if (!whole) return;
    const bool proved = move.proved && move.kind == Sides::exactly;
    Position at = move.square == NO_MOVE ? position_.after_pass() : position_.after(move.square, move.turned);
    for (int score = -move.score; move.line.size() < 64; score = -score) {
      const u64 legal = moves(at.me, at.opp);
      int next = NO_MOVE;
      if (!legal) {
        if (!moves(at.opp, at.me)) return;
      } else {
        next = proved && at.empties <= Endgame::MOST ? searcher_.move_worth(at, legal, score)
                                                     : remembered(at, proved, score);
        if (next == NO_MOVE || !(legal & bit(next))) return;
      }
      move.line.push_back(next);
      at = next == NO_MOVE ? at.after_pass() : at.after(next, flips(next, at.me, at.opp));
    }
  }

  int remembered(const Position& at, bool proved, int score) const {
    Known known;
    if (!team_.memory.find(hash_of(at.me, at.opp), known)) return NO_MOVE;
    const bool same =
        known.depth >= at.empties && known.sureness == CERTAIN && known.lower == score && known.upper == score;
    return proved && !same ? NO_MOVE : known.move;
  }

  void tell() {
    Answer now = answer_;
    now.moves = finished_;
    const std::size_t wanted = wish_.best == 0 ? now.moves.size() : std::min(wish_.best, now.moves.size());
    for (std::size_t i = 0; i < now.moves.size(); ++i) follow(now.moves[i], i < wanted);
    searcher_.report();
    now.nodes = team_.counted;
    wish_.progress(now);
  }

  static constexpr int FULL_WIDTH = 6;  // depths asked for up to here leave nothing out
  static constexpr double LEAP_GROWTH = 1.5;
  const Position position_;
  Team& team_;
  const Wish& wish_;
  Searcher searcher_;
  std::vector<RootMove> moves_, finished_;
  std::vector<int> values_;
  Answer answer_;
  double last_seconds_ = 0, last_nodes_ = 0;
};

}  // namespace zermelo::othello
