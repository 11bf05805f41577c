// The root of a search: its moves, their values, and the drivers that call the recursion: one pass, iterative
// deepening with aspiration windows, MTD(f), several threads (Lazy SMP).
//
// Slate and Atkin 1977 (iterative deepening); Plaat et al. 1996 (MTD(f)).
#pragma once

#include <exception>
#include <functional>
#include <thread>

#include "expectation.hpp"
#include "search.hpp"
#include "selective.hpp"

namespace zermelo {

// What is known of one root move, for the player who moves at the root.
template <class Move>
struct Found {
  Move move;
  double value = -INF;
  Bound bound = Bound::none;  // none: not searched
  bool proved = false;        // the value is the game's, not a judgement at some depth
  std::vector<Move> line;
  bool mixed = false;            // entries of deeper searches answered, or moves were left out: no value of one depth
  bool about = false;            // and not proved either: an estimate, whatever the bound says
  double error = 0;              // of an average: its standard error
  std::uint64_t visits = 0;      // of an average: of how many
  std::vector<double> values{};  // to every player, where there are more than two or payoffs do not cancel
  double share = 0;              // of the policy that a search came to, where it has one
};

// Best first; of equal values the exact one comes before an upper bound; unsearched moves come last. (Apart from Root, so
// that the sort is compiled once for all its kinds.)
template <class Move>
void best_first(std::vector<Found<Move>>& moves) {
  std::stable_sort(moves.begin(), moves.end(), [](const Found<Move>& a, const Found<Move>& b) {
    if ((a.bound == Bound::none) != (b.bound == Bound::none)) return b.bound == Bound::none;
    return a.value != b.value ? a.value > b.value : a.bound != Bound::upper && b.bound == Bound::upper;
  });
}

template <class Move>
struct Findings {
  std::vector<Found<Move>> moves;  // the best first; the first `ranked` of them have exact values
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

// A game's own exact solver, offered as Skill<G>::solve: fills `found` for the `best` best root moves (all,
// if best is 0) in game values (WIN minus plies), counting and stopping through the watch.
// `solver_nodes` guesses the nodes it will need, so that it is not tried in vain.
template <class G>
concept HasSolver = requires(const G g, Watch& watch, std::vector<Found<typename G::Move>>& found) {
  Skill<G>::solve(g, watch, std::size_t{1}, 1.0, found);
};

template <class G>
struct Plan {
  Task<G> task;
  std::size_t best = 1;             // how many root moves get exact values; 0: all
  double alpha = -INF, beta = INF;  // root window, if the user asks for one
  int threads = 1;
  double memory_mb = 64;
  double explore = 1;              // how much a search that samples tries what looks worse
  std::function<G(Random&)> draw;  // a position with the mover's view of the root, in games of imperfect information
  std::shared_ptr<void>* kept = nullptr;  // where a game's own search keeps its memory for the next; null: nowhere
  std::function<void(const Findings<typename G::Move>&)> progress;  // after each finished depth
};

// A game's own search, offered as Skill<G>::search: everything from the root on, in the game's own way. It serves `auto`
// where nothing is asked that only the general searches can do (a trace, a user's evaluation, single features).
template <class G>
concept HasEngine = requires(const G g, const Plan<G>& plan, Control& control) {
  { Skill<G>::search(g, plan, control) } -> std::same_as<Findings<typename G::Move>>;
};

template <Game G, class Mode, class Trace>
class Root {
 public:
  using Move = typename G::Move;

  Root(const G& position, const Plan<G>& plan, Watch& watch, int helper)
      : position_(position),
        plan_(plan),
        task_(plan.task),
        watch_(watch),
        player_(position.turn()),
        helper_(helper),
        search_(task_, position, watch) {
    list_moves();
  }

  // Everything up to the limits. Never throws Stopped.
  Findings<Move> run() {
    try {
      const Limits& limits = watch_.control().limits;
      if (task_.features.deepen)
        deepen(limits);
      else
        one_pass(limits.depth);
    } catch (const Stopped& stop) {
      findings_.stopped = stop.why;
      salvage();
    }
    return collect();
  }

 private:
  static constexpr double NO_VALUE = -INF;

  void list_moves() {
    MoveList<Move> list;
    position_.moves(list);
    if (list.size() == 0) throw GameError("a position that is not over has no moves");
    if (task_.features.symmetry) search_.drop_mirrors(position_, list);
    if (task_.features.order && player_ != CHANCE)
      search_.order(position_, player_, FULL_DEPTH, search_.top(), 0, false, list);
    for (std::size_t i = 0; i < list.size(); ++i) moves_.push_back({list[i].move, NO_VALUE, Bound::none, false, {}});
    if (helper_ > 0)
      std::rotate(moves_.begin(), moves_.begin() + helper_ % static_cast<int>(moves_.size()), moves_.end());
  }

  void one_pass(int depth) {
    const std::uint64_t horizon = search_.horizon;
    const bool full = depth >= FULL_DEPTH;
    if (full) depth = position_.info().max_plies + 1;
    depth_pass(depth, plan_.alpha, plan_.beta, INF);
    finish_depth(full ? search_.deepest() : depth, horizon);
    findings_.stopped = findings_.solved ? "solved" : "depth";
  }

  void deepen(const Limits& limits) {
    std::vector<double> values;
    const int deepest = std::min(limits.depth, position_.info().max_plies + 1);
    const bool known = task_.features.stride && limits.depth < FULL_DEPTH && limits.hard == 0;
    stride_ = known ? 2 : 1;
    for (int depth = known ? 2 - limits.depth % 2 : 1; depth <= deepest; depth += stride_) {
      if (helper_ > 0 && depth > 2 && depth < deepest && (depth / stride_ + helper_) % 2 == 0) continue;
      const std::uint64_t horizon = search_.horizon, left = search_.left;
      const auto [guess, margin] = expectation(values);
      values.push_back(depth_pass(depth, plan_.alpha, plan_.beta, margin, guess));
      finish_depth(depth, horizon);
      if (findings_.solved) {
        findings_.stopped = "solved";
        return;
      }
      if (limits.soft > 0 && worth_stopping(limits)) {
        findings_.stopped = "seconds";
        return;
      }
      const bool done = depth + stride_ > deepest && limits.depth > deepest;
      if (search_.selective() && (done || nothing_open(horizon, left, values.back())))
        return prove(depth, deepest, limits);
    }
    const bool cut_short =
        limits.depth < deepest || task_.hooks.cutoff || !search_.entries_hold() || task_.features.filter;
    if (helper_ == 0 && !cut_short && limits.depth >= FULL_DEPTH) Search<G, Mode, Trace>::endless(position_);
  }

  // A selective pass came to the end of the game everywhere, apart from what it left out, or it sees a win or a loss: it
  // has nothing more to find.
  bool nothing_open(std::uint64_t horizon, std::uint64_t left, double value) const {
    return search_.horizon - horizon == search_.left - left || search_.deepest() < depth_ ||
           (task_.distance && is_sure(value));
  }

  // What a selective search has found is proved by one that leaves nothing out, from the depth on at which that can be
  // done. Until it is, the findings stay as they are.
  void prove(int depth, int deepest, const Limits& limits) {
    const double value = moves_.front().value;
    if (task_.distance && is_sure(value)) depth = std::min(depth, static_cast<int>(WIN - std::abs(value)));
    search_.full_width();
    proving_ = true;
    for (depth = std::max(depth, 1); depth <= deepest; depth += stride_) {
      const std::uint64_t horizon = search_.horizon;
      const double now = depth_pass(depth, plan_.alpha, plan_.beta, INF);
      if (search_.horizon == horizon || (task_.distance && is_sure(now))) {
        finish_depth(depth, horizon);
        proving_ = false;
        if (!findings_.solved) continue;
        findings_.stopped = "solved";
        return;
      }
      if (limits.soft > 0 && worth_stopping(limits)) {
        findings_.stopped = "seconds";
        return;
      }
    }
  }

  // Where the next depth's value should lie. Evaluations swing between odd and even depths, so that two depths back is
  // the better guess, and how far that one moved the better margin.
  std::pair<double, double> expectation(const std::vector<double>& values) const {
    const std::size_t n = values.size();
    const std::size_t back = stride_ == 2 ? 1 : 2;
    if (n < 2 * back) return {n ? values[n - 1] : 0, INF};
    return {values[n - back], std::max(unit(), std::abs(values[n - back] - values[n - 2 * back]))};
  }

  // Another depth would hardly finish: it costs about as much as all depths so far together, or there is no choice.
  bool worth_stopping(const Limits& limits) {
    return moves_.size() == 1 || seconds_since(watch_.control().start) > limits.soft * 0.6;
  }

  double unit() const { return task_.network ? task_.network->unit() : position_.info().unit; }

  // One depth: an aspiration window that opens when it fails, MTD's null windows, or the window as given.
  double depth_pass(int depth, double alpha, double beta, double margin, double guess = 0) {
    depth_ = depth;
    search_.begin_pass(depth);
    if constexpr (Trace::on) search_.trace.iteration(std::min(depth, position_.info().max_plies));
    const Features& features = task_.features;
    if constexpr (HasOdds<G>)
      if (player_ == CHANCE) return outcomes(depth);
    const bool free = alpha == -INF && beta == INF && plan_.best == 1 && features.prune;
    if (free && features.mtd) return mtd(depth, std::isfinite(guess) ? guess : 0);
    if (free && features.aspiration && std::isfinite(margin) && std::isfinite(guess) && !is_sure(guess)) {
      alpha = std::min(guess - margin, before(guess));  // of a large guess a small margin takes nothing away
      beta = std::max(guess + margin, after(guess));
    }
    for (double wider = 4;; wider *= 4) {
      const double value = pass(depth, alpha, beta);
      if (value <= alpha && alpha > plan_.alpha)
        alpha = wider > 16 || is_sure(value) ? plan_.alpha : value - wider * margin;
      else if (value >= beta && beta < plan_.beta)
        beta = wider > 16 || is_sure(value) ? plan_.beta : value + wider * margin;
      else
        return value;
      ++search_.stats.researches;
    }
  }

  // The value is closed in on by null windows alone; the table makes the repeated passes cheap.
  double mtd(int depth, double guess) {
    double low = -INF, high = INF, value = guess;
    const std::uint64_t deeper = search_.stats.deeper;
    for (auto& each : moves_) each.line.clear();
    Found<Move> best = moves_.front();
    best.line.assign(1, best.move);
    while (low < high) {
      const double beta = value == low ? after(value) : value;
      value = pass(depth, before(beta), beta);
      if (value < beta) {
        high = value;
      } else {
        low = value;
        for (const auto& each : moves_)
          if (each.bound != Bound::none && each.value >= beta) best = each;
      }
    }
    for (auto& each : moves_) {
      const bool winner = each.move == best.move;
      if (!winner && each.line.empty()) continue;  // cut off before it in every pass
      each.bound = winner ? Bound::exact : Bound::upper;
      if (winner)
        each.value = value, each.line = best.line;
      else
        each.value = std::min(each.value, value);
      settle(each, search_.stats.deeper != deeper, certain(each.value, depth, search_.stats.deeper != deeper));
    }
    return value;
  }

  // All root moves once. Moves that are not among the `best` so far only get an upper bound.
  double pass(int depth, double alpha, double beta) {
    watch_.count();
    const double sign = player_ == 0 ? 1 : -1;
    if constexpr (Trace::on) {
      search_.trace.edge(-1);
      search_.trace.enter(sign, player_, std::min(depth, position_.info().max_plies), 0, alpha, beta);
    }
    for (auto& each : moves_) each.bound = Bound::none;
    ranks_.clear();
    const bool prune = task_.features.prune;
    const bool repetition = search_.watches_repetition();
    if (repetition) {
      search_.path() = task_.before;
      search_.path().push_back(repetition_key_of(position_));
    }
    double best = NO_VALUE;
    bool cut = false;
    for (std::size_t i = 0; i < moves_.size() && !cut; ++i) {
      Found<Move>& each = moves_[i];
      const double floor = std::max(alpha, lowest_rank());
      const std::uint64_t horizon = search_.horizon, deeper = search_.stats.deeper;
      const bool later = ranks_full();
      int change = 0;
      if constexpr (Mode::selects)
        if (later && prune) change = search_.root_change(i, depth);
      each.value = search_.try_move(position_, each.move, player_, depth, search_.top(), floor, beta, later, change,
                                    Reason::late_move);
      each.bound = prune ? bound_of(each.value, floor, beta) : Bound::exact;
      if (task_.features.hard()) keep_inside(each, alpha, beta);
      if (closed() && each.value == beta) each.bound = Bound::exact;
      const bool deep = search_.stats.deeper != deeper;
      settle(each, deep, search_.horizon == horizon || certain(each.value, depth, deep));
      take_line(each);
      if (each.bound != Bound::upper) rank(each.value);
      best = std::max(best, each.value);
      cut = prune && ranks_full() && i + 1 < moves_.size() && (closed() ? ranks_.back() > beta : ranks_.back() >= beta);
      if constexpr (Trace::on)
        if (cut)
          for (std::size_t j = i + 1; j < moves_.size(); ++j)
            search_.trace.pruned(static_cast<std::int64_t>(moves_[j].move));
    }
    if (repetition) search_.path().clear();
    if (task_.features.hard()) best = std::clamp(best, alpha, beta);
    if constexpr (Trace::on) {
      search_.trace.mark(NodeKind::inner, !cut ? CutKind::none : player_ == 0 ? CutKind::beta : CutKind::alpha);
      search_.trace.leave(sign, best, prune ? bound_of(best, alpha, beta) : Bound::exact);
    }
    return best;
  }

  // The root is a chance node: every outcome gets its exact value, for player 0.
  double outcomes(int depth) {
    watch_.count();
    if constexpr (Trace::on) {
      search_.trace.edge(-1);
      search_.trace.enter(1, player_, std::min(depth, position_.info().max_plies), 0, -INF, INF);
    }
    for (auto& each : moves_) each.bound = Bound::none;
    double sum = 0;
    for (auto& each : moves_) {
      const std::uint64_t horizon = search_.horizon, deeper = search_.stats.deeper;
      const double odds = position_.odds(each.move);
      each.value = search_.try_outcome(position_, each.move, odds, 0, depth, search_.top(), -INF, INF);
      each.bound = Bound::exact;
      settle(each, search_.stats.deeper != deeper, search_.horizon == horizon);
      take_line(each);
      sum += odds * each.value;
    }
    if (std::isnan(sum)) throw GameError("the outcomes of a chance node are worth both +inf and -inf");
    findings_.expected = sum;
    if constexpr (Trace::on) {
      search_.trace.mark(NodeKind::inner);
      search_.trace.leave(1, sum, Bound::exact);
    }
    return sum;
  }

  void settle(Found<Move>& each, bool deeper, bool proved) const {
    each.mixed = deeper || task_.features.filter || search_.selective();
    each.proved = proved;
    each.about = each.mixed && !proved;
  }

  // Whether the edges of a window belong to it: see the contract in search.hpp.
  bool closed() const { return task_.features.strict() && !task_.features.hard(); }

  // A win or loss that is certain, whatever unfinished positions were judged on the way. A search to a depth sees all that
  // lie within it; one that was found deeper may not be the quickest, and one of another path or of another position under
  // the same key may be no win.
  bool certain(double value, int depth, bool deeper) const {
    if (!task_.distance || !is_sure(value) || task_.features.filter || search_.selective()) return false;
    return !deeper || (search_.entries_hold() && WIN - std::abs(value) <= depth);
  }

  // Fail-hard: a value outside the window is reported as the window's edge, and only as a bound.
  static void keep_inside(Found<Move>& each, double alpha, double beta) {
    if (each.value > beta) each.bound = Bound::lower;
    if (each.value < alpha) each.bound = Bound::upper;
    each.value = std::clamp(each.value, alpha, beta);
  }

  void take_line(Found<Move>& each) {
    const auto& line = search_.top().next->line;
    each.line.assign(1, each.move);
    each.line.insert(each.line.end(), line.moves.begin(), line.moves.begin() + line.size);
  }

  // The exact values found in this pass, the best first, as many as are asked for.
  void rank(double value) {
    ranks_.insert(std::upper_bound(ranks_.begin(), ranks_.end(), value, std::greater<>()), value);
    if (ranks_.size() > wanted()) ranks_.pop_back();
  }
  std::size_t wanted() const {
    return plan_.best == 0 || player_ == CHANCE ? moves_.size() : std::min(plan_.best, moves_.size());
  }
  bool ranks_full() const { return ranks_.size() == wanted(); }
  double lowest_rank() const { return ranks_full() && plan_.best != 0 ? ranks_.back() : -INF; }

  void sort_moves() {
    if (player_ == CHANCE) return;
    best_first(moves_);
  }

  void finish_depth(int depth, std::uint64_t horizon_before) {
    sort_moves();
    const bool proved = search_.horizon == horizon_before;
    findings_.solved = proved || all_sure(depth);
    findings_.mixed = false;
    if (proved)
      for (auto& each : moves_) each.proved = each.bound != Bound::none, each.about = false;
    else
      doubt_best(depth);
    finished_depth_ = depth_;
    finished_ = moves_;
    findings_.depth = depth;
    findings_.depths.push_back(depth);
    findings_.depth_nodes.push_back(watch_.nodes);
    findings_.confidence = search_.selective() ? share_searched() : 1;
    if (helper_ == 0 && plan_.progress) plan_.progress(collect());
  }

  // Of all the nodes that a selective search had before it, the share that it searched as deep as any.
  double share_searched() const {
    const Stats& s = search_.stats;
    const auto left = static_cast<double>(s.reduced + s.late + s.futile + s.far_above + s.razored + s.null_moves +
                                          s.shallower + s.probcuts);
    const auto nodes = static_cast<double>(watch_.nodes);
    return nodes / (nodes + left);
  }

  // What is said of the first move is said of the position. That no other is better rests on what is known of them all:
  // its value is proved and no estimate if theirs are. (A lower bound, or a win, stands alone.)
  void doubt_best(int depth) {
    Found<Move>& best = moves_.front();
    findings_.mixed = any_mixed();
    if (player_ == CHANCE || best.bound == Bound::lower || certain(best.value, depth, findings_.mixed)) return;
    for (const Found<Move>& each : moves_) {
      if (each.bound == Bound::none) continue;
      best.mixed = best.mixed || each.mixed;
      best.proved = best.proved && each.proved;
    }
    best.about = best.mixed && !best.proved;
  }

  // Every move that was asked for ends in a win or loss within the depth searched: more depth changes nothing.
  bool all_sure(int depth) const {
    if (!task_.distance || plan_.alpha != -INF || plan_.beta != INF) return false;
    for (std::size_t i = 0; i < wanted(); ++i)
      if (moves_[i].bound != Bound::exact || !certain(moves_[i].value, depth, any_mixed()) ||
          WIN - std::abs(moves_[i].value) > depth)
        return false;
    return true;
  }

  bool any_mixed() const {
    return std::ranges::any_of(moves_, [](const Found<Move>& f) { return f.bound != Bound::none && f.mixed; });
  }

  // The search was broken off before any depth was finished. Moves that were not searched may be better than the best of
  // those that were: its value is a lower bound, and an upper bound says nothing of the position.
  void salvage_first() {
    sort_moves();
    finished_ = moves_;
    if (player_ == CHANCE) return;
    Found<Move>& best = finished_.front();
    const bool all = std::ranges::none_of(finished_, [](const Found<Move>& f) { return f.bound == Bound::none; });
    if (best.bound == Bound::exact) best.bound = Bound::lower;
    // An upper bound of the best is one of the position only as far as those of all others are.
    const bool rough =
        std::ranges::any_of(finished_, [&](const Found<Move>& f) { return f.about || (best.proved && !f.proved); });
    unranked_ = best.bound == Bound::upper && (!all || rough);
  }

  // The search was broken off inside a pass. Its first move is the best of the last depth: if that one was
  // done again, a better one found after it counts. What it is worth is then a value of no depth that was finished.
  void salvage() {
    if constexpr (Trace::on) search_.trace.abandon();
    const bool first_done = moves_.front().bound != Bound::none;
    if (finished_.empty()) return salvage_first();
    if (proving_) return;
    if (!first_done || player_ == CHANCE) return;
    const auto best = std::max_element(moves_.begin(), moves_.end(), [](auto& a, auto& b) {
      const auto worth = [](const Found<Move>& f) {
        return f.bound == Bound::none || f.bound == Bound::upper ? -INF : f.value;
      };
      return worth(a) < worth(b);
    });
    if (best->bound == Bound::none || best->bound == Bound::upper || best->move == finished_.front().move) return;
    const auto old = std::find_if(finished_.begin(), finished_.end(), [&](auto& f) { return f.move == best->move; });
    *old = *best;
    old->about = !old->proved;
    if (old->bound == Bound::exact) old->bound = Bound::lower;
    std::rotate(finished_.begin(), old, old + 1);
  }

  Findings<Move> collect() {
    Findings<Move> result = findings_;
    result.moves = finished_;
    result.ranked = unranked_ ? 0 : wanted();
    result.nodes = watch_.nodes;
    result.seconds = seconds_since(watch_.control().start);
    result.stats = search_.stats;
    result.stats.deepest = search_.deepest();
    if (task_.table) result.table_used = task_.table->fullness();
    for (std::size_t i = 0; i < result.ranked; ++i) extend_line(result.moves[i]);
    if constexpr (Trace::on) {
      result.trace = search_.trace.rows;
      result.trace_capped = search_.trace.capped;
    }
    return result;
  }

  // A line that ended in the table is followed there, as long as the entries say exactly what the line is worth and their
  // moves are legal.
  void extend_line(Found<Move>& found) {
    if (!task_.table || found.line.empty() || found.bound != Bound::exact) return;
    G at = position_;
    std::vector<std::uint64_t> seen;
    MoveList<Move> list;
    for (std::size_t i = 0; i < 64 && at.turn() != OVER; ++i) {
      if (i == found.line.size()) {
        if (at.turn() == CHANCE) return;
        const int ply = static_cast<int>(i);
        const std::uint64_t here = search_.key(at, ply);
        const auto entry = task_.table->find(here);
        if (!entry || entry->bound != Bound::exact || task_.features.symmetry) return;
        const int left = finished_depth_ - ply;
        if (entry->solved ? !found.proved && entry->depth > left : found.proved || entry->depth != left) return;
        if (search_.from_table(entry->value, ply) != (at.turn() == player_ ? found.value : -found.value)) return;
        if (std::find(seen.begin(), seen.end(), here) != seen.end()) return;
        seen.push_back(here);
        list.clear();
        at.moves(list);
        std::size_t j = 0;
        while (j < list.size() && Search<G>::tag(list[j].move) != entry->move) ++j;
        if (j == list.size()) return;
        found.line.push_back(list[j].move);
      }
      at = at.play(found.line[i]);
    }
  }

  const G position_;
  const Plan<G>& plan_;
  const Task<G>& task_;
  Watch& watch_;
  int player_;
  int helper_;
  int stride_ = 1;
  int depth_ = 0;           // of the pass at hand
  int finished_depth_ = 0;  // of the last pass that came to its end: what the lines were found at
  bool unranked_ = false;   // no move can be called the best
  bool proving_ = false;    // passes only prove what was found before
  Search<G, Mode, Trace> search_;
  std::vector<Found<Move>> moves_, finished_;
  std::vector<double> ranks_;
  Findings<Move> findings_;
};

// Helper threads, which search the same root with the same table and different orders; what they find out reaches the main
// thread through the table. An exception in one ends the search and is thrown again by finish().
class Helpers {
 public:
  using Work = std::function<Stats(int helper, Watch& watch)>;

  Helpers(int count, Control& control, const Work& work) : control_(control), all_(static_cast<std::size_t>(count)) {
    for (int i = 0; i < count; ++i)
      all_[static_cast<std::size_t>(i)].thread =
          std::thread([this, work, i] { run(all_[static_cast<std::size_t>(i)], work, i + 1); });
  }
  ~Helpers() { join(); }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // Stops them, and adds what they counted.
  void finish(std::uint64_t& nodes, Stats& stats) {
    join();
    for (const Helper& each : all_) {
      if (each.error) std::rethrow_exception(each.error);
      nodes += each.nodes;
      stats.add(each.stats);
    }
  }

 private:
  struct Helper {
    std::thread thread;
    std::exception_ptr error;
    std::uint64_t nodes = 0;
    Stats stats;
  };

  void run(Helper& own, const Work& work, int number) {
    try {
      Watch watch(control_, false);
      own.stats = work(number, watch);
      own.nodes = watch.nodes;
    } catch (...) {
      own.error = std::current_exception();
      control_.finished = true;
    }
  }

  void join() {
    control_.finished = true;
    for (Helper& each : all_)
      if (each.thread.joinable()) each.thread.join();
  }

  Control& control_;
  std::vector<Helper> all_;
};

template <Game G, class Mode, class Trace>
Findings<typename G::Move> run_root(const G& position, const Plan<G>& plan, Control& control) {
  Watch watch(control, true);
  Root<G, Mode, Trace> root(position, plan, watch, 0);
  if (plan.threads <= 1) return root.run();
  Helpers helpers(plan.threads - 1, control, [&](int number, Watch& own) {
    return Root<G, Mode, NoTrace>(position, plan, own, number).run().stats;
  });
  Findings<typename G::Move> findings = root.run();
  helpers.finish(findings.nodes, findings.stats);
  return findings;
}

// A solver checks its limits every thousand nodes or so: a search of fewer nodes than this goes without it.
inline constexpr std::uint64_t SOLVER_NODES = 10'000;
// Nodes a second it may count on.
inline constexpr double SOLVER_SPEED = 3e6;

// The game's own solver, given part of the time. True when it came to the end.
template <Game G>
bool run_solver(const G& position, const Plan<G>& plan, Control& control, Findings<typename G::Move>& findings) {
  if constexpr (HasSolver<G>) {
    const double expected = Skill<G>::solver_nodes(position);
    const Limits& limits = control.limits;
    const double seconds = limits.soft > 0 ? limits.soft : limits.hard;
    if ((limits.nodes > 0 && expected > 0.5 * static_cast<double>(limits.nodes)) ||
        (seconds > 0 && expected > 0.5 * seconds * SOLVER_SPEED))
      return false;
    Control part{.limits = control.limits, .start = control.start, .cancel = control.cancel, .poll = control.poll};
    part.limits.nodes /= 2;
    part.limits.hard *= 0.6;
    if (part.limits.soft > 0) part.limits.hard = std::min(part.limits.hard, part.limits.soft * 0.6);
    Watch watch(part, true);
    bool done = true;
    try {
      Skill<G>::solve(position, watch, plan.best, plan.memory_mb, findings.moves);
    } catch (const Stopped& stop) {
      done = false;
      if (control.cancel && control.cancel->load()) findings.stopped = stop.why;
    }
    findings.nodes = watch.nodes;
    findings.seconds = seconds_since(control.start);
    if (!done) return false;
    findings.ranked = plan.best == 0 ? findings.moves.size() : std::min(plan.best, findings.moves.size());
    findings.solved = true;
    findings.stopped = "solved";
    return true;
  } else {
    (void)position, (void)plan, (void)control, (void)findings;
    return false;
  }
}

// Whether plain minimax and alpha-beta are compiled once more by themselves for a game, without the switches. A game
// that is only another game seen differently does without: the same nodes, and less to build.
template <class G>
inline constexpr bool COMPILED_BARE = true;

// The one entry: picks the compiled version that fits the features.
template <Game G>
Findings<typename G::Move> run_search(const G& position, const Plan<G>& plan, Control& control) {
  const Features& features = plan.task.features;
  if constexpr (HasEngine<G>)
    if (features.engine) return Skill<G>::search(position, plan, control);
  std::uint64_t spent = 0;
  if (features.solver && (control.limits.nodes == 0 || control.limits.nodes >= SOLVER_NODES)) {
    Findings<typename G::Move> findings;
    if (run_solver(position, plan, control, findings)) return findings;
    spent = findings.nodes;
  }
  if (control.limits.nodes) control.limits.nodes -= std::min(spent, control.limits.nodes - 1);
  auto findings = [&] {
    if (plan.task.trace_cap > 0) return run_root<G, Flexible, FullTrace>(position, plan, control);
    if constexpr (COMPILED_BARE<G>)
      if (features.bare() && !plan.task.hooks.cutoff && !plan.task.endgames && position.info().repetition == 0)
        return features.prune ? run_root<G, Bare<true>, NoTrace>(position, plan, control)
                              : run_root<G, Bare<false>, NoTrace>(position, plan, control);
    return run_root<G, Flexible, NoTrace>(position, plan, control);
  }();
  findings.nodes += spent;
  return findings;
}

}  // namespace zermelo
