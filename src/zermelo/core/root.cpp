#include "root.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <thread>

namespace zermelo {

void endless(const Info& info) {
  throw GameError(info.name + ": the game did not end within " + std::to_string(info.max_plies) + " plies (max_plies)");
}

namespace {

class Root {
 public:
  Root(const PlanBase& plan, const TaskBase& task, Watch& watch, Recursion& search, int helper)
      : plan_(plan),
        task_(task),
        watch_(watch),
        info_(search.info()),
        player_(search.turn()),
        helper_(helper),
        search_(search),
        record_(search.record) {
    list_moves();
  }

  // Everything up to the limits. Never throws Stopped.
  Findings run() {
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
    for (const AnyMove move : search_.arranged()) moves_.push_back({.move = move});
    if (moves_.empty()) throw GameError("a position that is not over has no moves");
    if (helper_ > 0)
      std::rotate(moves_.begin(), moves_.begin() + helper_ % static_cast<int>(moves_.size()), moves_.end());
  }

  void one_pass(int depth) {
    const std::uint64_t horizon = search_.horizon;
    const bool full = depth >= FULL_DEPTH;
    if (full) depth = info_.max_plies + 1;
    depth_pass(depth, plan_.alpha, plan_.beta, INF);
    finish_depth(full ? search_.deepest() : depth, horizon);
    findings_.stopped = findings_.solved ? "solved" : "depth";
  }

  void deepen(const Limits& limits) {
    std::vector<double> values;
    const int deepest = std::min(limits.depth, info_.max_plies + 1);
    const bool known = task_.features.stride && limits.depth < FULL_DEPTH && limits.hard == 0;
    stride_ = known ? 2 : 1;
    for (int depth = known ? 2 - limits.depth % 2 : 1; depth <= deepest; depth += stride_) {
      if (helper_ > 0 && depth > 2 && depth < deepest && (depth / stride_ + helper_) % 2 == 0) continue;
      const std::uint64_t horizon = search_.horizon, left = search_.left, recalled = search_.recalled;
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
      if (search_.selective() && (done || nothing_open(horizon, left, recalled, values.back())))
        return prove(depth, deepest, limits);
    }
    const bool cut_short =
        limits.depth < deepest || search_.cuts_off() || !search_.entries_hold() || task_.features.filter;
    if (helper_ == 0 && !cut_short && limits.depth >= FULL_DEPTH) endless(info_);
  }

  // A selective pass came to the end of the game everywhere, apart from what it left out, or it sees a win or a loss: it
  // has nothing more to find. A pass that walked less deep than asked says nothing if an earlier search answered in it: of
  // the position two plies on, the table knows more than a shallow pass asks.
  bool nothing_open(std::uint64_t horizon, std::uint64_t left, std::uint64_t recalled, double value) const {
    return search_.horizon - horizon == search_.left - left ||
           (search_.deepest() < depth_ && search_.recalled == recalled) || (task_.distance && is_sure(value));
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
    const double least = search_.selective() ? 0.25 * unit() : unit();
    return {values[n - back], std::max(least, std::abs(values[n - back] - values[n - 2 * back]))};
  }

  // Another depth would hardly finish: it costs about as much as all depths so far together, or there is no choice.
  bool worth_stopping(const Limits& limits) {
    return moves_.size() == 1 || seconds_since(watch_.control().start) > limits.soft * 0.6;
  }

  double unit() const { return task_.network ? task_.network->unit() : info_.unit; }

  // One depth: an aspiration window that opens when it fails, MTD's null windows, or the window as given.
  double depth_pass(int depth, double alpha, double beta, double margin, double guess = 0) {
    depth_ = depth;
    search_.begin_pass(depth);
    if (record_) record_->iteration(std::min(depth, info_.max_plies));
    const Features& features = task_.features;
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
      else if (value >= beta && beta < plan_.beta) {
        prefer_best();
        beta = wider > 16 || is_sure(value) ? plan_.beta : value + wider * margin;
      } else
        return value;
      ++search_.stats.researches;
    }
  }

  // The value is closed in on by null windows alone; the table makes the repeated passes cheap.
  double mtd(int depth, double guess) {
    double low = -INF, high = INF, value = guess;
    const std::uint64_t deeper = search_.stats.deeper;
    for (auto& each : moves_) each.line.clear();
    Found best = moves_.front();
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
    if (record_) {
      record_->edge(-1);
      record_->enter(sign, player_, std::min(depth, info_.max_plies), 0, alpha, beta);
    }
    for (auto& each : moves_) each.bound = Bound::none;
    ranks_.clear();
    const bool prune = task_.features.prune;
    search_.enter_root();
    double best = NO_VALUE;
    bool cut = false;
    for (std::size_t i = 0; i < moves_.size() && !cut; ++i) {
      Found& each = moves_[i];
      const double floor = std::max(alpha, lowest_rank());
      const std::uint64_t horizon = search_.horizon, deeper = search_.stats.deeper;
      const bool later = ranks_full();
      each.value = search_.try_root_move(each.move, depth, floor, beta, later, i);
      each.bound = prune ? bound_of(each.value, floor, beta) : Bound::exact;
      if (task_.features.hard()) keep_inside(each, alpha, beta);
      if (closed() && each.value == beta) each.bound = Bound::exact;
      const bool deep = search_.stats.deeper != deeper;
      settle(each, deep, search_.horizon == horizon || certain(each.value, depth, deep));
      take_line(each);
      if (each.bound != Bound::upper) rank(each.value);
      best = std::max(best, each.value);
      cut = prune && ranks_full() && i + 1 < moves_.size() && (closed() ? ranks_.back() > beta : ranks_.back() >= beta);
      if (record_ && cut)
        for (std::size_t j = i + 1; j < moves_.size(); ++j) record_->pruned(moves_[j].move);
    }
    search_.leave_root();
    if (task_.features.hard()) best = std::clamp(best, alpha, beta);
    if (record_) {
      record_->mark(NodeKind::inner, !cut ? CutKind::none : player_ == 0 ? CutKind::beta : CutKind::alpha);
      record_->leave(sign, best, prune ? bound_of(best, alpha, beta) : Bound::exact);
    }
    return best;
  }

  // The root is a chance node: every outcome gets its exact value, for player 0.
  double outcomes(int depth) {
    watch_.count();
    if (record_) {
      record_->edge(-1);
      record_->enter(1, player_, std::min(depth, info_.max_plies), 0, -INF, INF);
    }
    for (auto& each : moves_) each.bound = Bound::none;
    double sum = 0;
    for (auto& each : moves_) {
      const std::uint64_t horizon = search_.horizon, deeper = search_.stats.deeper;
      const double odds = search_.odds(each.move);
      each.value = search_.try_root_outcome(each.move, odds, depth);
      each.bound = Bound::exact;
      settle(each, search_.stats.deeper != deeper, search_.horizon == horizon);
      take_line(each);
      sum += odds * each.value;
    }
    if (std::isnan(sum)) throw GameError("the outcomes of a chance node are worth both +inf and -inf");
    findings_.expected = sum;
    if (record_) {
      record_->mark(NodeKind::inner);
      record_->leave(1, sum, Bound::exact);
    }
    return sum;
  }

  void settle(Found& each, bool deeper, bool proved) const {
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
  static void keep_inside(Found& each, double alpha, double beta) {
    if (each.value > beta) each.bound = Bound::lower;
    if (each.value < alpha) each.bound = Bound::upper;
    each.value = std::clamp(each.value, alpha, beta);
  }

  void take_line(Found& each) {
    each.line.assign(1, each.move);
    search_.append_line(each.line);
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
    Found& best = moves_.front();
    findings_.mixed = any_mixed();
    if (player_ == CHANCE || best.bound == Bound::lower || certain(best.value, depth, findings_.mixed)) return;
    for (const Found& each : moves_) {
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
    return std::ranges::any_of(moves_, [](const Found& f) { return f.bound != Bound::none && f.mixed; });
  }

  // The search was broken off before any depth was finished. Moves that were not searched may be better than the best of
  // those that were: its value is a lower bound, and an upper bound says nothing of the position.
  void salvage_first() {
    sort_moves();
    finished_ = moves_;
    if (player_ == CHANCE) return;
    Found& best = finished_.front();
    const bool all = std::ranges::none_of(finished_, [](const Found& f) { return f.bound == Bound::none; });
    if (best.bound == Bound::exact) best.bound = Bound::lower;
    // An upper bound of the best is one of the position only as far as those of all others are.
    const bool rough =
        std::ranges::any_of(finished_, [&](const Found& f) { return f.about || (best.proved && !f.proved); });
    unranked_ = best.bound == Bound::upper && (!all || rough);
  }

  // The search was broken off inside a pass. Its first move is the best of the last depth: if that one was
  // done again, a better one found after it counts. What it is worth is then a value of no depth that was finished.
  void salvage() {
    if (record_) record_->abandon();
    const bool first_done = moves_.front().bound != Bound::none;
    if (finished_.empty()) return salvage_first();
    if (first_done) count_best(best_of_pass());
  }

  // A move was better than the window: it is the first of the next pass, and counts if that is broken off.
  void prefer_best() {
    const auto best = best_of_pass();
    if (!finished_.empty()) count_best(best);
    std::rotate(moves_.begin(), best, best + 1);
  }

  std::vector<Found>::iterator best_of_pass() {
    return std::max_element(moves_.begin(), moves_.end(), [](auto& a, auto& b) {
      const auto worth = [](const Found& f) {
        return f.bound == Bound::none || f.bound == Bound::upper ? -INF : f.value;
      };
      return worth(a) < worth(b);
    });
  }

  void count_best(std::vector<Found>::iterator best) {
    if (proving_ || player_ == CHANCE || best->bound == Bound::none || best->bound == Bound::upper) return;
    if (best->move == finished_.front().move) return;
    const auto old = std::find_if(finished_.begin(), finished_.end(), [&](auto& f) { return f.move == best->move; });
    *old = *best;
    old->about = !old->proved;
    if (old->bound == Bound::exact) old->bound = Bound::lower;
    std::rotate(finished_.begin(), old, old + 1);
  }

  Findings collect() {
    Findings result = findings_;
    result.moves = finished_;
    result.ranked = unranked_ ? 0 : wanted();
    result.nodes = watch_.nodes;
    result.seconds = seconds_since(watch_.control().start);
    result.stats = search_.stats;
    result.stats.deepest = search_.deepest();
    if (task_.table) result.table_used = task_.table->fullness();
    for (std::size_t i = 0; i < result.ranked; ++i) search_.extend_line(result.moves[i], finished_depth_);
    if (record_) {
      result.trace = record_->rows;
      result.trace_capped = record_->capped;
    }
    return result;
  }

  const PlanBase& plan_;
  const TaskBase& task_;
  Watch& watch_;
  const Info& info_;
  int player_;
  int helper_;
  int stride_ = 1;
  int depth_ = 0;           // of the pass at hand
  int finished_depth_ = 0;  // of the last pass that came to its end: what the lines were found at
  bool unranked_ = false;   // no move can be called the best
  bool proving_ = false;    // passes only prove what was found before
  Recursion& search_;
  FullTrace* record_;  // null: nobody looks on
  std::vector<Found> moves_, finished_;
  std::vector<double> ranks_;
  Findings findings_;
};

// Helper threads, which search the same root with the same table and different orders; what they find out reaches the main
// thread through the table. An exception in one ends the search and is thrown again by finish().
class Helpers {
 public:
  using Share = std::function<Stats(int helper, Watch& watch)>;

  Helpers(int count, Control& control, const Share& work) : control_(control), all_(static_cast<std::size_t>(count)) {
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

  void run(Helper& own, const Share& work, int number) {
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

}  // namespace

Findings search_root(const PlanBase& plan, const TaskBase& task, Control& control, const WithRecursion& with) {
  Watch watch(control, true);
  return with(watch, true, [&](Recursion& search) {
    Root root(plan, task, watch, search, 0);
    if (plan.threads <= 1) return root.run();
    Helpers helpers(plan.threads - 1, control, [&](int number, Watch& own) {
      return with(own, false, [&](Recursion& helping) { return Root(plan, task, own, helping, number).run(); }).stats;
    });
    Findings findings = root.run();
    helpers.finish(findings.nodes, findings.stats);
    return findings;
  });
}

}  // namespace zermelo
