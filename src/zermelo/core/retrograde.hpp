// Retrograde analysis: from the ends of a game back to everything that leads to them, so that every position gets its true
// value and nothing rests on a depth.
//
// For: two players, payoffs that cancel, perfect information, no dice. A player may move several times running, and
// positions may come back: play without end is a draw, so what neither side can force to an end is one.
//
// Two ways to the positions.
//   enumerate     every position that can be met from some starts, each once, with the moves between them: any game
//   solve_slice   the positions that a game numbers itself (HasIndex), a slice at a time, on several threads
//
// Values are found by counting: a position is won as soon as one move wins, and lost when the last of its moves has turned
// out to lose. Taken in the order of plies, a position's first win is its quickest and its last loss the slowest.
// Where payoffs are points, the players' goals are taken in order instead, the highest first: which positions one side can
// force that much from. The sets grow from goal to goal, so that one pass for each side finds all values; what neither
// side can force away from 0 is worth 0. That holds with loops and without.
//
// Zermelo 1913; Thompson 1986 (retrograde analysis); Lake, Schaeffer and Lu 1994 (slices by material).
#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "clock.hpp"
#include "endgames.hpp"

namespace zermelo {

// Positions beyond the memory that was allowed.
struct TooManyPositions : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::string in_megabytes(double bytes) {
  char text[40];
  std::snprintf(text, sizeof text, bytes < 10e6 ? "%.1f MB" : "%.0f MB", bytes / (1 << 20));
  return text;
}

// A position in a message, where its game can write it.
template <Game G>
std::string written(const G& position) {
  if constexpr (requires { position.text(); }) return ": " + position.text();
  return "";
}

// Positions as numbers, and the moves between them.
struct MoveGraph {
  std::vector<std::int8_t> turn;
  std::vector<std::uint64_t> first{0};  // the moves of position i lead to to[first[i]] … to[first[i + 1] - 1]
  std::vector<std::uint32_t> to;
  std::vector<std::pair<std::uint32_t, double>> ends;  // finished games and what player 0 has won
  std::vector<std::uint64_t> keys;

  std::uint32_t size() const { return static_cast<std::uint32_t>(turn.size()); }
  std::uint32_t moves(std::uint32_t i) const { return static_cast<std::uint32_t>(first[i + 1] - first[i]); }
};

// Distinct positions, numbered as they are met; each is kept whole until it is taken.
template <Game G>
class Roster {
  static_assert(!HasPins<G>, "positions that are kept elsewhere need a roster of their own");

 public:
  explicit Roster(bool symmetric) : symmetric_(symmetric), slots_(1 << 10) {}

  std::uint32_t number(const G& met) {
    if constexpr (HasSymmetry<G>)
      if (symmetric_) return place(met.canonical());
    return place(met);
  }
  G take() {
    const G position = waiting_.front();
    waiting_.pop_front();
    return position;
  }
  std::size_t size() const { return keys_.size(); }
  std::size_t waiting() const { return waiting_.size(); }
  std::size_t bytes() const { return keys_.capacity() * 8 + slots_.size() * 4 + waiting_.size() * sizeof(G); }
  std::vector<std::uint64_t> keys() { return std::move(keys_); }

 private:
  std::uint32_t place(const G& position) {
    const std::uint64_t key = lasting_key(position);
    std::size_t at = key & (slots_.size() - 1);
    for (; slots_[at]; at = (at + 1) & (slots_.size() - 1))
      if (keys_[slots_[at] - 1] == key) return slots_[at] - 1;
    keys_.push_back(key);
    waiting_.push_back(position);
    slots_[at] = static_cast<std::uint32_t>(keys_.size());
    if (keys_.size() * 5 > slots_.size() * 3) grow();
    return static_cast<std::uint32_t>(keys_.size() - 1);
  }

  void grow() {
    std::vector<std::uint32_t> wider(slots_.size() * 2);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
      std::size_t at = keys_[i] & (wider.size() - 1);
      while (wider[at]) at = (at + 1) & (wider.size() - 1);
      wider[at] = i + 1;
    }
    slots_ = std::move(wider);
  }

  bool symmetric_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;  // number + 1 of a position; 0: free
  std::deque<G> waiting_;
};

// Called now and then while work goes on: positions done, and those that were met and still wait.
using RetrogradeProgress = std::function<void(std::uint64_t done, std::uint64_t waiting)>;

// What a graph and its analysis take at their largest.
inline double graph_bytes(const MoveGraph& graph, std::size_t positions) {
  return static_cast<double>(positions) * 31 + static_cast<double>(graph.to.size()) * 8;
}

// Every position that can be met from the starts. Throws TooManyPositions, and Stopped as the watch does.
template <Game G>
MoveGraph enumerate(const std::vector<G>& starts, bool symmetric, double megabytes, Watch& watch,
                    const RetrogradeProgress& progress = {}) {
  MoveGraph graph;
  Roster<G> roster(symmetric);
  for (const G& each : starts) roster.number(each);
  MoveList<typename G::Move> list;
  double told = 0;
  while (roster.waiting() > 0) {
    const Pin<G> pin(roster.take());
    const G& position = pin.held;
    const int turn = position.turn();
    graph.turn.push_back(static_cast<std::int8_t>(turn));
    if (turn == OVER) {
      graph.ends.emplace_back(graph.size() - 1, position.payoff(0) + 0.0);
    } else if (turn == CHANCE) {
      throw GameError(position.info().name + ": chance decides" + written(position));
    } else {
      list.clear();
      position.moves(list);
      if (list.size() == 0) throw GameError("a position that is not over has no moves");
      for (std::size_t i = 0; i < list.size(); ++i) {
        watch.count();
        graph.to.push_back(roster.number(position.play(list[i].move)));
      }
    }
    graph.first.push_back(graph.to.size());
    if (graph.size() % 256 == 0 || roster.waiting() == 0) {
      const double bytes = graph_bytes(graph, roster.size()) + static_cast<double>(roster.bytes());
      if (bytes > megabytes * (1 << 20))
        throw TooManyPositions("more than " + std::to_string(roster.size()) + " positions, " +
                               std::to_string(roster.waiting()) + " of them still to be expanded, take more than the " +
                               in_megabytes(megabytes * (1 << 20)) + " that are allowed: at least " +
                               in_megabytes(bytes * (1 + static_cast<double>(roster.waiting()) / graph.size())) +
                               " are needed (memory_mb)");
      if (const double now = seconds_since(watch.control().start); progress && now - told > 0.25) {
        told = now;
        progress(graph.size(), roster.waiting());
      }
    }
  }
  graph.keys = roster.keys();
  return graph;
}

// The moves of a graph the other way round.
class Predecessors {
 public:
  explicit Predecessors(const MoveGraph& graph) : first_(graph.size() + 1), from_(graph.to.size()) {
    for (const std::uint32_t each : graph.to) ++first_[each + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < graph.size(); ++i)
      for (std::uint64_t j = graph.first[i]; j < graph.first[i + 1]; ++j) from_[next[graph.to[j]]++] = i;
  }
  std::span<const std::uint32_t> of(std::uint32_t i) const {
    return {from_.data() + first_[i], from_.data() + first_[i + 1]};
  }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> from_;
};

// The values of a graph's positions, for player 0.
class GraphAnalysis {
 public:
  GraphAnalysis(const MoveGraph& graph, Watch& watch) : graph_(graph), before_(graph), watch_(watch) { refill(); }

  // Whether no position ever comes back: ends are taken away until nothing is left.
  bool acyclic() {
    refill();
    std::vector<std::uint32_t> open;
    for (const auto& [i, payoff] : graph_.ends) open.push_back(i);
    std::size_t removed = 0;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      ++removed;
      for (const std::uint32_t each : before_.of(at))
        if (--left_[each] == 0) open.push_back(each);
    }
    return removed == graph_.size();
  }

  // Games of outcome: wins and losses with their plies.
  std::vector<Code> outcomes() {
    refill();
    std::vector<Code> codes(graph_.size(), code::DRAW);
    std::vector<std::uint32_t> level, next;
    for (const auto& [i, payoff] : graph_.ends)
      if (payoff != 0) codes[i] = payoff > 0 ? code::win(0) : code::loss(0), level.push_back(i);
    for (int plies = 1; !level.empty(); ++plies) {
      if (plies > code::LONGEST) throw GameError("a win takes more than 32766 plies");
      next.clear();
      for (const std::uint32_t at : level) {
        watch_.count();
        const int winner = code::wins(codes[at]) ? 0 : 1;
        for (const std::uint32_t each : before_.of(at)) {
          if (code::decided(codes[each]) || !forced(each, winner)) continue;
          codes[each] = winner == 0 ? code::win(plies) : code::loss(plies);
          next.push_back(each);
        }
      }
      level.swap(next);
    }
    return codes;
  }

  // Games of points: `payoffs` becomes the list of them, and the codes are places in it.
  std::vector<Code> points(std::vector<double>& payoffs) {
    payoffs.assign(1, 0);
    for (const auto& [i, payoff] : graph_.ends) payoffs.push_back(payoff);
    std::ranges::sort(payoffs);
    const auto [last, end] = std::ranges::unique(payoffs);
    payoffs.erase(last, end);
    if (payoffs.size() > 65536) throw GameError("more than 65536 different payoffs");
    std::vector<Code> codes(graph_.size(), place(payoffs, 0));
    pursue(0, payoffs, codes);
    pursue(1, payoffs, codes);
    return codes;
  }

 private:
  void refill() {
    left_.resize(graph_.size());
    for (std::uint32_t i = 0; i < graph_.size(); ++i) left_[i] = graph_.moves(i);
  }

  // One more move of this position leads to where `winner` gets what it wants: does the winner get it here, too?
  bool forced(std::uint32_t at, int winner) { return graph_.turn[at] == winner || --left_[at] == 0; }

  static Code place(const std::vector<double>& payoffs, double payoff) {
    return static_cast<Code>(std::ranges::lower_bound(payoffs, payoff) - payoffs.begin());
  }

  // What a player can force of what is better for it than 0, the best first.
  void pursue(int player, const std::vector<double>& payoffs, std::vector<Code>& codes) {
    refill();
    std::vector<std::vector<std::uint32_t>> ends(payoffs.size());
    for (const auto& [i, payoff] : graph_.ends)
      if (player == 0 ? payoff > 0 : payoff < 0) ends[place(payoffs, payoff)].push_back(i);
    std::vector<bool> reached(graph_.size());
    for (std::size_t i = 0; i < payoffs.size(); ++i) {
      const std::size_t goal = player == 0 ? payoffs.size() - 1 - i : i;
      std::vector<std::uint32_t> open = std::move(ends[goal]);
      for (const std::uint32_t each : open) reached[each] = true;
      while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        watch_.count();
        codes[at] = static_cast<Code>(goal);
        for (const std::uint32_t each : before_.of(at)) {
          if (reached[each] || !forced(each, player)) continue;
          reached[each] = true;
          open.push_back(each);
        }
      }
    }
  }

  const MoveGraph& graph_;
  const Predecessors before_;
  Watch& watch_;
  std::vector<std::uint32_t> left_;  // moves that do not lead there yet
};

// Work on the numbers 0 … count - 1 in pieces, on several threads. What one of them throws ends all and is thrown again.
template <class Work>
void share_out(std::uint64_t count, int threads, Control& control, const Work& work) {
  const std::uint64_t piece = std::clamp<std::uint64_t>(count / (16 * static_cast<std::uint64_t>(threads)), 64, 4096);
  std::atomic<std::uint64_t> next{0};
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(threads));
  const auto run = [&](int number) {
    try {
      Watch watch(control, number == 0);
      for (std::uint64_t begin; (begin = next.fetch_add(piece)) < count;)
        work(begin, std::min(begin + piece, count), watch);
    } catch (...) {
      errors[static_cast<std::size_t>(number)] = std::current_exception();
      control.finished = true;
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads; ++i) helpers.emplace_back(run, i);
  run(0);
  for (auto& each : helpers) each.join();
  control.finished = false;
  for (const auto& error : errors)
    if (error) std::rethrow_exception(error);
}

// One slice of an indexed game, from the slices before it.
template <Game G>
  requires HasIndex<G>
class SliceAnalysis {
 public:
  using Move = typename G::Move;

  SliceAnalysis(const G& like, const EndgameTable& table, int threads, double megabytes, Control& control)
      : like_(like),
        table_(table),
        number_(table.parts.size()),
        slice_(table.planned[number_]),
        threads_(threads),
        megabytes_(megabytes),
        control_(control) {}

  // The bytes that a slice takes while it is analysed, at the least; and with the moves between its positions kept.
  static double least_bytes(std::uint64_t size) { return 2.0 * static_cast<double>(size); }
  static double full_bytes(std::uint64_t size, std::uint64_t moves) {
    return 14.0 * static_cast<double>(size) + 4.0 * static_cast<double>(moves);
  }

  // Throws TooManyPositions, and Stopped as the control says.
  EndgameTable::Part run() {
    const double used = static_cast<double>(table_.bytes());
    if (slice_.size > MOST) throw TooManyPositions(slice_.name + " has more positions than an analysis can number");
    if (used + least_bytes(slice_.size) > megabytes_ * (1 << 20))
      throw TooManyPositions("slice " + slice_.name + " has " + std::to_string(slice_.size) + " positions and takes " +
                             in_megabytes(used + least_bytes(slice_.size)) + " with those before it: more than the " +
                             in_megabytes(megabytes_ * (1 << 20)) + " that are allowed (memory_mb)");
    codes_.assign(slice_.size, UNKNOWN);
    std::atomic<std::uint64_t> inside{0};
    share_out(slice_.size, threads_, control_,
              [&](std::uint64_t begin, std::uint64_t end, Watch& watch) { inside += count_moves(begin, end, watch); });
    if (used + full_bytes(slice_.size, inside) <= megabytes_ * (1 << 20))
      by_counting();
    else
      by_passes();
    Tally tally;
    for (Code& each : codes_) {
      if (each == UNKNOWN) each = code::DRAW;
      tally.count(each);
    }
    return {slice_, Cells(codes_), tally};
  }

 private:
  static constexpr Code UNKNOWN = 0xFFFF;  // only while the slice is analysed
  static constexpr std::uint64_t MOST = (std::uint64_t{1} << 31) - 1;
  static constexpr std::uint32_t SAME = std::uint32_t{1}
                                        << 31;  // the mover of a position is the viewer of what follows

  // Where a move leads, as its mover sees it: to a value that is known, or to a position of this slice.
  struct Step {
    bool inside = false;
    bool same = false;
    std::uint64_t index = 0;
    Code value = code::DRAW;
  };

  Step step(const G& position, int mover, Move move) {
    const G child = position.play(move);
    if (child.turn() == OVER) return {.value = code_of(child.payoff(mover))};
    const std::optional<Place> place = child.rank();
    if (!place || place->slice > number_)
      throw GameError(slice_.name + ": a move leads out of the slices" + written(position));
    const bool same = place->viewer == mover;
    const bool inside = place->slice == number_;
    const Code known = inside ? code_at(place->index) : table_.parts[place->slice].cells[place->index];
    if (inside && known != code::NOTHING) return {.inside = true, .same = same, .index = place->index};
    if (known == code::NOTHING) throw GameError(slice_.name + ": a move leads to no position" + written(position));
    return {.value = same ? known : code::turned(known)};
  }

  Code code_at(std::uint64_t i) { return std::atomic_ref(codes_[i]).load(std::memory_order_relaxed); }
  void set_code(std::uint64_t i, Code to) { std::atomic_ref(codes_[i]).store(to, std::memory_order_relaxed); }

  static Code code_of(double payoff) { return payoff > 0 ? code::win(0) : payoff < 0 ? code::loss(0) : code::DRAW; }

  // What the moves of a position come to that lead out of the slice, and how many lead nowhere else.
  struct Outside {
    int quickest = code::LONGEST + 1, slowest = 0;
    bool draws = false;
    std::uint16_t inside = 0;

    void add(const Step& to) {
      if (to.inside)
        ++inside;
      else if (!code::decided(to.value))
        draws = true;
      else if (code::wins(to.value))
        quickest = std::min(quickest, code::plies(to.value) + 1);
      else
        slowest = std::max(slowest, code::plies(to.value) + 1);
    }
    bool wins() const { return quickest <= code::LONGEST; }
    Code value() const { return wins() ? code::win(quickest) : draws ? code::DRAW : code::loss(slowest); }
  };

  // Holes, finished games and positions that every move leads out of the slice from get their codes; moves inside are
  // counted.
  std::uint64_t count_moves(std::uint64_t begin, std::uint64_t end, Watch& watch) {
    std::uint64_t inside = 0;
    MoveList<Move> list;
    for (std::uint64_t i = begin; i < end; ++i) {
      watch.count();
      const std::optional<G> position = like_.unrank(number_, i);
      if (!position) {
        set_code(i, code::NOTHING);
        continue;
      }
      if (position->turn() == OVER) {
        const std::optional<Place> place = position->rank();
        if (!place) throw GameError(slice_.name + ": a position without a rank" + written(*position));
        set_code(i, code_of(position->payoff(place->viewer)));
        continue;
      }
      list.clear();
      position->moves(list);
      Outside outside;
      for (std::size_t j = 0; j < list.size(); ++j) outside.add(step(*position, position->turn(), list[j].move));
      inside += outside.inside;
      if (outside.inside == 0) set_code(i, outside.value());
    }
    return inside;
  }

  // The moves of every position that is not finished: call(i, position, mover, list).
  template <class Call>
  void each_position(const Call& call) {
    share_out(slice_.size, threads_, control_, [&](std::uint64_t begin, std::uint64_t end, Watch& watch) {
      MoveList<Move> list;
      for (std::uint64_t i = begin; i < end; ++i) {
        if (code_at(i) != UNKNOWN) continue;
        watch.count();
        const G position = *like_.unrank(number_, i);
        list.clear();
        position.moves(list);
        call(i, position, position.turn(), list);
      }
    });
  }

  // With every move inside the slice turned round: each is followed once.
  void by_counting() {
    left_.assign(slice_.size, 0);
    worst_.assign(slice_.size, 0);
    first_.assign(slice_.size + 1, 0);
    std::vector<std::vector<std::uint32_t>> due;  // positions whose moves out of the slice decide them, by plies
    std::mutex due_lock;
    const auto wait = [&](std::size_t plies, std::uint64_t i) {
      const std::lock_guard lock(due_lock);
      if (due.size() <= plies) due.resize(plies + 1);
      due[plies].push_back(static_cast<std::uint32_t>(i));
    };
    each_position([&](std::uint64_t i, const G& position, int mover, const MoveList<Move>& list) {
      Outside outside;
      for (std::size_t j = 0; j < list.size(); ++j) {
        const Step to = step(position, mover, list[j].move);
        outside.add(to);
        if (to.inside) std::atomic_ref(first_[to.index + 1]).fetch_add(1, std::memory_order_relaxed);
      }
      left_[i] = static_cast<std::uint16_t>(outside.inside + (outside.wins() || outside.draws));  // then it never loses
      worst_[i] = static_cast<std::uint16_t>(outside.slowest);
      if (outside.wins()) wait(static_cast<std::size_t>(outside.quickest), i);
    });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    from_.assign(first_.back(), 0);
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    each_position([&](std::uint64_t i, const G& position, int mover, const MoveList<Move>& list) {
      for (std::size_t j = 0; j < list.size(); ++j)
        if (const Step to = step(position, mover, list[j].move); to.inside)
          from_[std::atomic_ref(next[to.index]).fetch_add(1, std::memory_order_relaxed)] =
              static_cast<std::uint32_t>(i) | (to.same ? SAME : 0);
    });
    propagate(due);
  }

  void propagate(std::vector<std::vector<std::uint32_t>>& due) {
    Watch watch(control_, true);
    std::vector<std::uint32_t> level, next;
    std::vector<std::vector<std::uint32_t>> known;  // decided before, by plies
    for (std::uint32_t i = 0; i < slice_.size; ++i)
      if (codes_[i] != UNKNOWN && code::decided(codes_[i]) && first_[i] < first_[i + 1]) {
        const auto plies = static_cast<std::size_t>(code::plies(codes_[i]));
        if (known.size() <= plies) known.resize(plies + 1);
        known[plies].push_back(i);
      }
    for (std::size_t at = 0; !level.empty() || at < std::max(due.size(), known.size()); ++at) {
      const int plies = static_cast<int>(at);
      if (plies >= code::LONGEST) throw GameError("a win takes more than 32766 plies");
      next.clear();
      if (at < known.size()) level.insert(level.end(), known[at].begin(), known[at].end());
      if (at < due.size())
        for (const std::uint32_t each : due[at])
          if (codes_[each] == UNKNOWN) {
            codes_[each] = left_[each] == 0 ? code::loss(plies) : code::win(plies);
            level.push_back(each);
          }
      for (const std::uint32_t here : level) {
        watch.count();
        for (std::uint64_t j = first_[here]; j < first_[here + 1]; ++j) {
          const std::uint32_t each = from_[j] & ~SAME;
          if (codes_[each] != UNKNOWN) continue;
          if (code::wins(codes_[here]) == ((from_[j] & SAME) != 0)) {
            codes_[each] = code::win(plies + 1);
            next.push_back(each);
          } else if (--left_[each] == 0) {
            if (worst_[each] <= plies + 1) {
              codes_[each] = code::loss(plies + 1);
              next.push_back(each);
            } else {
              if (due.size() <= worst_[each]) due.resize(worst_[each] + std::size_t{1});
              due[worst_[each]].push_back(each);
            }
          }
        }
      }
      level.swap(next);
    }
  }

  // Without: the moves of every position that is not decided are tried again for each ply. Slower, and takes no memory.
  void by_passes() {
    std::atomic<int> latest{0};  // plies after which moves out of the slice decide nothing new
    for (int plies = 1, last = 0; plies <= std::max(last, latest.load()) + 1; ++plies) {
      if (plies > code::LONGEST) throw GameError("a win takes more than 32766 plies");
      std::atomic<bool> found{false};
      each_position([&](std::uint64_t i, const G& position, int mover, const MoveList<Move>& list) {
        bool all_lose = true, wins = false;
        for (std::size_t j = 0; j < list.size() && !wins; ++j) {
          const Step to = step(position, mover, list[j].move);
          Code value = to.value;
          if (to.inside) {
            value = code_at(to.index);
            if (value == UNKNOWN) value = code::DRAW;
            if (!to.same) value = code::turned(value);
          }
          const bool known = code::decided(value) && code::plies(value) < plies;
          if (code::decided(value) && !known) raise(latest, code::plies(value) + 1);
          wins = known && code::wins(value);
          all_lose = all_lose && known && !wins;
        }
        if (!wins && !all_lose) return;
        set_code(i, wins ? code::win(plies) : code::loss(plies));
        found = true;
      });
      if (found) last = plies;
    }
  }

  static void raise(std::atomic<int>& highest, int value) {
    int before = highest.load();
    while (before < value && !highest.compare_exchange_weak(before, value)) {
    }
  }

  const G like_;
  const EndgameTable& table_;
  const std::size_t number_;
  const Slice slice_;
  const int threads_;
  const double megabytes_;
  Control& control_;
  std::vector<Code> codes_;
  std::vector<std::uint16_t> left_, worst_;
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> from_;
};

}  // namespace zermelo
