// Minimax and alpha-beta with everything that can be switched on around them.
//
// For: two-player zero-sum games of perfect information, from either side's turn; a player may move several times
// running. Chance nodes are in expectation.hpp.
//
// The contract (S2.3). visit(position, …, depth, alpha, beta) returns v, and with V the minimax value of the
// position at that depth:
//     alpha < v < beta   v = V                       exact
//     v >= beta          v <= V                      fail-high: V is at least v
//     v <= alpha         v >= V                      fail-low:  V is at most v
// It is fail-soft: v may lie outside the window, and then says more than the window asked; with `hard` it is
// moved to the window's edge. Both bounds are handed down, so cut-offs are deep: a node is left as soon as
// its value cannot matter to any ancestor. Without `prune` every window is (-inf, +inf) and v = V always.
//
// With `strict` a node is left only on v > beta, so the window is a closed one: alpha <= v <= beta means v = V, and a
// bound that only reaches the edge proves nothing. That may narrow a window to a point, alpha = beta. With `strict` and
// `hard` together an edge can be a moved value again, so that the contract is the open one above, and a value of a
// window that is a point says nothing and is not stored.
//
// Knuth and Moore 1975 (alpha-beta); Pearl 1980, Reinefeld 1983 (Scout, NegaScout); Plaat 1996 (enhanced
// transposition cut-offs); Schaeffer 1989 (history); Akl and Newborn 1977 (killers).
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "endgames.hpp"
#include "experience.hpp"
#include "features.hpp"
#include "game.hpp"
#include "network.hpp"
#include "recursion.hpp"
#include "table.hpp"
#include "trace.hpp"
#include "value.hpp"

namespace zermelo {

// The features as the recursion asks for them: constants for the bare searches, so that the compiler removes
// what is off, run-time flags for all others.
template <bool Prune>
struct Bare {
  Bare(const Features&, bool, bool) {}
  static constexpr bool prune = Prune, strict = false, hard = false, scout = false, table = false, same_depth = false,
                        etc = false, symmetry = false, ordered = false, custom_end = false, repetition = false,
                        filter = false, selective = false, selects = false, probes = false;
  static constexpr Star star = Star::none;
  static constexpr bool orders(Order) { return false; }
};

struct Flexible : Features {
  Flexible(const Features& features, bool custom, bool repeats)
      : Features(features),
        strict(features.strict()),
        hard(features.hard()),
        ordered(features.order),
        custom_end(custom),
        repetition(repeats) {
    selective = features.leaves_out();
  }
  static constexpr bool selects = true;
  static constexpr bool probes = true;  // if there is an endgame table
  bool strict, hard;
  bool ordered;
  bool custom_end;  // the user says where looking stops
  bool repetition;  // positions may come back
};

// What a search needs to know besides the position; shared by all threads of one search.
template <class G>
struct Task : TaskBase {
  Hooks<G> hooks;
};

// The best line below a node, from the node itself downwards.
template <class Move>
struct Line {
  static constexpr int LONGEST = 64;
  int size = 0;
  std::array<Move, LONGEST> moves;

  void set(Move first, const Line& rest) {
    moves[0] = first;
    const int n = std::min(rest.size, LONGEST - 1);
    std::copy_n(rest.moves.begin(), n, moves.begin() + 1);
    size = n + 1;
  }
};

// The outcomes of a chance node: their odds, what is known of their values so far, and for each the sums of what the
// outcomes after it can add at least and at most.
struct Outcomes {
  std::vector<double> odds, low, high, low_after, high_after;
};
struct NoOutcomes {};

// A flag that is known when the program is compiled.
struct Always {
  constexpr explicit Always(bool) {}
  constexpr operator bool() const { return true; }
};

// Whether Star2's probe of every outcome settles enough chance nodes to be worth its cost.
class Probing {
 public:
  bool pays() { return tried_ < 64 || 3 * settled_ >= tried_ || ++skipped_ % 16 == 0; }
  void count(bool settled) {
    ++tried_;
    settled_ += settled;
  }

 private:
  std::uint64_t tried_ = 0, settled_ = 0, skipped_ = 0;
};

// What the search keeps per ply, outside the call stack. Frames hang on one another and are made when first needed.
template <class G>
struct Frame {
  MoveList<typename G::Move> list;
  Line<typename G::Move> line;
  std::array<typename G::Move, 2> killers{};
  int killer_count = 0;
  int ply = 0;
  Frame* above = nullptr;
  Selected selected;  // what a selective search knows of the node
  [[no_unique_address]] std::conditional_t<HasOdds<G>, Outcomes, NoOutcomes> outcomes;
  std::unique_ptr<Frame> next;
};

template <Game G, class Mode = Flexible, class Trace = NoTrace>
class Search final : public Recursion, Experience<Mode> {
 public:
  using Move = typename G::Move;
  using Record = Trace;
  static constexpr bool SELECTS = Mode::selects;

  Search(const Task<G>& task, const G& root, Watch& watch) : Search(task, root, root.info(), keyed(root), watch) {}

  // The value of `position` for player `viewer`; see the contract above. Leaves are settled here, without a call. (Where
  // there is time for one, as at the root, in searches that are seldom and where every step is recorded, the code is there
  // once.)
  template <bool Call = Trace::on>
  [[gnu::always_inline]] double visit(const G& position, int viewer, int depth, Frame<G>& own, double alpha,
                                      double beta) {
    if constexpr (Call)
      return visit_by_call(position, viewer, depth, own, alpha, beta);
    else
      return visit_here(position, viewer, depth, own, alpha, beta);
  }
  [[gnu::noinline]] double visit_by_call(const G& position, int viewer, int depth, Frame<G>& own, double alpha,
                                         double beta) {
    return visit_here(position, viewer, depth, own, alpha, beta);
  }
  [[gnu::always_inline]] double visit_here(const G& position, int viewer, int depth, Frame<G>& own, double alpha,
                                           double beta) {
    watch_.count();
    const int player = position.turn();
    own.line.size = 0;
    if constexpr (Trace::on) enter(player, viewer, depth, own.ply, alpha, beta);
    double value;
    if (player == OVER) {
      value = terminal(position, viewer, own.ply);
      if constexpr (Trace::on) trace.mark(NodeKind::terminal);
    } else if (Mode::probes && task_.endgames && probed(position, viewer, depth, own.ply, value)) {
      if constexpr (Trace::on) trace.mark(NodeKind::table);
    } else if (depth <= 0 || (mode_.custom_end && task_.hooks.cutoff(position, own.ply))) {
      value = leaf(position, player, viewer, depth, own, alpha, beta);
    } else if (player == viewer) {
      value = decide(position, player, depth, own, alpha, beta);
    } else if constexpr (HasOdds<G>) {
      value = player == CHANCE ? expect(position, viewer, depth, own, alpha, beta)
                               : -decide(position, player, depth, own, -beta, -alpha);
    } else {
      value = -decide(position, player, depth, own, -beta, -alpha);
    }
    if constexpr (Trace::on) leave(player, viewer, value);
    return value;
  }

  // An unfinished position where looking ends, unless noisy moves are followed from here.
  [[gnu::always_inline]] double leaf(const G& position, int player, int viewer, [[maybe_unused]] int depth,
                                     [[maybe_unused]] Frame<G>& own, [[maybe_unused]] double alpha,
                                     [[maybe_unused]] double beta) {
    if constexpr (SELECTS)
      if (mode_.selective && depth <= 0 && follows_noise(player, depth))
        return player == viewer ? quiesce(position, player, depth, own, alpha, beta)
                                : -quiesce(position, player, depth, own, -beta, -alpha);
    if constexpr (Trace::on) trace.mark(NodeKind::horizon);
    if (HasOdds<G> && player == CHANCE) return evaluate(position, viewer, own.ply);
    return player == viewer ? evaluate(position, player, own.ply) : -evaluate(position, player, own.ply);
  }

  // One move's value for `player`: the plain window, or Scout's test and, if it fails high, the search again.
  // `change` plies deeper than usual, or (below 0) less deep first, for a `reason`.
  template <bool Call = Trace::on>
  [[gnu::always_inline]] double try_move(const G& position, Move move, int player, int depth, Frame<G>& own,
                                         double alpha, double beta, bool later, int change = 0,
                                         [[maybe_unused]] Reason reason = Reason::none) {
    const G child = position.play(move);
    Frame<G>& below = frame_below(own);
    if (mode_.selective) {
      if (mode_.table) task_.table->prefetch(key(child, below.ply));
      own.selected.moved = slot(move);
      if constexpr (Trace::on) trace.plan(change != 0 ? reason : Reason::none, change);
    }
    if constexpr (Trace::on) trace.edge(static_cast<std::int64_t>(move));
    if (mode_.selective && change != 0) {
      if (change > 0) {
        ++stats.extended;
        depth += change;
      } else {
        ++stats.reduced;
        below.selected.cut = true;
        const double test = visit<true>(child, player, depth - 1 + change, below, alpha, after(alpha));
        if (test <= alpha) return test;
        ++stats.researches;
        if constexpr (Trace::on) {
          trace.edge(static_cast<std::int64_t>(move), true);
          trace.plan(Reason::fail_high, 0);
        }
      }
    }
    if (mode_.selective) below.selected.cut = !own.selected.pv && !own.selected.cut;
    if (!mode_.prune) return visit<Call>(child, player, depth - 1, below, -INF, INF);
    if (!mode_.scout || !later || alpha == -INF) return visit<Call>(child, player, depth - 1, below, alpha, beta);
    if (mode_.selective && own.selected.pv) below.selected.cut = true;
    const double test = visit<Call>(child, player, depth - 1, below, alpha, after(alpha));
    if (test <= alpha || test >= beta) return test;
    ++stats.researches;
    if constexpr (Trace::on) trace.edge(static_cast<std::int64_t>(move), true);
    if (mode_.selective) below.selected.cut = false;
    return visit<Call>(child, player, depth - 1, below, before(test), beta);
  }

  // The value of one outcome of a chance node, for `viewer`. Dice cost no depth: depth counts decisions.
  double try_outcome(const G& position, Move outcome, double odds, int viewer, int depth, Frame<G>& own, double alpha,
                     double beta) {
    const G child = position.play(outcome);
    if constexpr (Trace::on) trace.edge(static_cast<std::int64_t>(outcome), false, odds);
    return visit(child, viewer, depth, frame_below(own), alpha, beta);
  }

  // The moves of a position in the order the features ask for.
  void order(const G& position, int player, int depth, const Frame<G>& own, std::uint16_t hint, bool hinted,
             MoveList<Move>& list) {
    if constexpr (SELECTS)
      if (mode_.selective) return order_selectively(position, player, depth, own, hint, hinted, list, 0);
    for (std::size_t i = 0; i < list.size(); ++i) list[i].rank = rank(position, list[i].move, player, depth, own);
    add_judgement(position, list);
    if (hinted && mode_.orders(Order::table))
      for (std::size_t i = 0; i < list.size(); ++i)
        if (tag(list[i].move) == hint) list[i].rank = 1e9f;
    sort(list);
  }
  static void sort(MoveList<Move>& list) {
    for (std::size_t i = 1; i < list.size(); ++i) {  // insertion: stable, and short lists are the rule
      const auto choice = list[i];
      std::size_t j = i;
      for (; j > 0 && list[j - 1].rank < choice.rank; --j) list[j] = list[j - 1];
      list[j] = choice;
    }
  }

  // Drops moves that lead to mirror images of earlier ones (S4.8).
  void drop_mirrors(const G& position, MoveList<Move>& list) {
    if constexpr (HasSymmetry<G>) {
      std::vector<std::uint64_t> seen;
      std::size_t kept = 0;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const std::uint64_t child = position.play(list[i].move).canonical().key();
        if (std::find(seen.begin(), seen.end(), child) != seen.end()) continue;
        seen.push_back(child);
        list[kept++] = list[i];
      }
      list.resize(kept);
    }
  }

  // Where the table keeps the position. A user's cut-off may ask for the ply, so the ply is then part of the position.
  std::uint64_t key(const G& position, int ply) const {
    const std::uint64_t salt = task_.salt ^
                               (mode_.custom_end ? mix(0x632be59bd9b4e019ULL + static_cast<std::uint64_t>(ply)) : 0) ^
                               (mode_.selective ? SELECTIVE_SALT : 0);
    if constexpr (HasSymmetry<G>)
      if (mode_.symmetry) return table_key_of(position.canonical()) ^ salt;
    return table_key_of(position) ^ salt;
  }

  double from_table(double value, int ply) const { return task_.from_table(value, ply); }

  static std::uint16_t tag(Move move) { return static_cast<std::uint16_t>(move); }

  [[gnu::always_inline]] Frame<G>& frame_below(Frame<G>& own) {
    if (!own.next) [[unlikely]]
      add_frame(own);
    return *own.next;
  }

  // What the root calls.
  const Info& info() const override { return root_.info(); }
  int turn() const override { return root_.turn(); }
  [[gnu::cold]] std::vector<AnyMove> arranged() override {
    MoveList<Move> list;
    root_.moves(list);
    if (mode_.symmetry) drop_mirrors(root_, list);
    if (mode_.ordered && turn() != CHANCE) order(root_, turn(), FULL_DEPTH, top_, 0, false, list);
    std::vector<AnyMove> moves;
    for (std::size_t i = 0; i < list.size(); ++i) moves.push_back(static_cast<AnyMove>(list[i].move));
    return moves;
  }
  double try_root_move(AnyMove move, int depth, double alpha, double beta, bool later, std::size_t index) override {
    int change = 0;
    if constexpr (SELECTS)
      if (later && mode_.prune) change = root_change(static_cast<Move>(move), index, depth);
    return try_move<true>(root_, static_cast<Move>(move), turn(), depth, top_, alpha, beta, later, change,
                          Reason::late_move);
  }
  double odds([[maybe_unused]] AnyMove outcome) const override {
    if constexpr (HasOdds<G>) return root_.odds(static_cast<Move>(outcome));
    return 1;
  }
  [[gnu::cold]] double try_root_outcome(AnyMove outcome, double odds, int depth) override {
    return try_outcome(root_, static_cast<Move>(outcome), odds, 0, depth, top_, -INF, INF);
  }
  [[gnu::cold]] void append_line(std::vector<AnyMove>& line) const override {
    const Line<Move>& below = top_.next->line;
    for (int i = 0; i < below.size; ++i) line.push_back(static_cast<AnyMove>(below.moves[static_cast<std::size_t>(i)]));
  }
  [[gnu::cold]] void extend_line(Found& found, int depth) const override;
  [[gnu::cold]] void enter_root() override {
    if (!mode_.repetition) return;
    path_ = task_.before;
    path_.push_back(repetition_key_of(root_));
  }
  bool cuts_off() const override { return mode_.custom_end; }
  bool entries_hold() const override { return !mode_.repetition && whole_; }
  bool selective() const override { return mode_.selective; }
  void full_width() override {
    if constexpr (requires { mode_.selective = false; }) mode_.selective = false;
  }

  // Goes on with what the last search with the same table learned, if that is kept (for one thread), or begins anew.
  void recall(bool kept) {
    if (!mode_.selective) return;
    std::shared_ptr<Learned> last;
    if (kept && task_.learned) last = std::exchange(*task_.learned, nullptr);
    if (last && last->salt != task_.salt) last = nullptr;
    if (last) history_ = last->history;
    Experience<Mode>::recall(task_.features, last.get());
  }
  void remember() {
    if (!mode_.selective || !task_.learned) return;
    *task_.learned = std::make_shared<Learned>(std::move(this->learned()));
    (*task_.learned)->history = history_;
    (*task_.learned)->salt = task_.salt;
  }

  // How a move of the root is searched by a selective search, by its place in the order.
  int root_change(Move move, std::size_t index, int depth) const;

  Trace trace;

 private:
  [[gnu::cold]] Search(const Task<G>& task, const G& root, const Info& info, Keyed by, Watch& watch)
      : trace(task.trace_cap),
        task_(task),
        root_(root),
        mode_(task.features, static_cast<bool>(task.hooks.cutoff), info.repetition > 0),
        watch_(watch),
        max_plies_(info.max_plies),
        dice_(HasOdds<G> && info.chance),
        unit_(task.network ? task.network->unit() : info.unit),
        low_(info.low),
        high_(info.high),
        least_(task.evaluates ? low_ : std::min(low_, 0.0)),
        most_(task.evaluates ? high_ : std::max(high_, 0.0)),
        random_(mix(task.seed + 0x9e3779b97f4a7c15ULL)),
        accumulators_(task.network),
        whole_(!by.table),
        clean_(whole_ && (!mode_.repetition || (task.before.empty() && !by.repetition))) {
    if (mode_.selective) this->prepare(task.features);
    if constexpr (Trace::on) record = &trace;
  }

  static constexpr std::size_t HISTORY = Learned::HISTORY;
  static constexpr std::uint32_t NO_MOVE = 1 << 16;  // no move's tag
  static constexpr float RANKS = 100, PRIOR = 800;   // of a quiet move: for each credit, for what the game thinks of it
  static constexpr std::uint64_t SELECTIVE_SALT = 0x5851f42d4c957f2dULL;  // its entries are not for other searches

  // A node where `player`, whose view it takes, has to move.
  [[gnu::always_inline]] double decide(const G& position, int player, int depth, Frame<G>& own, double alpha,
                                       double beta) {
    if constexpr (!SELECTS && SMALL<G>)
      return decide_with_all_inside(position, player, depth, own, alpha, beta);
    else
      return decide_by_calls(position, player, depth, own, alpha, beta);
  }
  [[gnu::noinline]] double decide_by_calls(const G& position, int player, int depth, Frame<G>& own, double alpha,
                                           double beta) {
    return decide_here(position, player, depth, own, alpha, beta);
  }
  [[gnu::noinline, gnu::flatten]] double decide_with_all_inside(const G& position, int player, int depth, Frame<G>& own,
                                                                double alpha, double beta) {
    return decide_here(position, player, depth, own, alpha, beta);
  }
  [[gnu::always_inline]] double decide_here(const G& position, int player, int depth, Frame<G>& own, double alpha,
                                            double beta) {
    const int ply = own.ply;
    // 1. A game has to end, and its positions have to stay in store while they are on the path.
    if (ply >= max_plies_) [[unlikely]]
      endless(position.info());
    const Pin<G> pin(position);

    // 2. A position that comes back is a draw, for as long as it stands on this path.
    const std::uint64_t itself = mode_.repetition ? repetition_key_of(position) : 0;
    const bool on_the_side = mode_.selective && own.selected.aside;
    if (mode_.repetition && !on_the_side && repeated(position, itself)) {
      if constexpr (Trace::on) settle(NodeKind::repetition, Bound::exact);
      ++horizon;
      return 0;
    }
    const PathEntry entry(mode_.repetition ? &path_ : nullptr, itself);

    // 3. What the table knows.
    const std::uint64_t here = mode_.table ? key(position, ply) : 0;
    std::uint16_t hint = 0;
    bool hinted = false;
    std::optional<TableEntry> found;
    if (mode_.table) {
      if ((found = task_.table->find(here))) {
        ++stats.table_hits;
        hint = found->move;
        hinted = true;
        if (usable(*found, depth) && !(mode_.selective && own.selected.excludes)) {
          const double value = from_table(found->value, ply);
          if (settles(found->bound, value, alpha, beta)) {
            rely_on(*found, depth);
            if constexpr (Trace::on) settle(NodeKind::table, found->bound);
            return value;
          }
        }
      }
    }

    // A selective search may leave here, or go on to another depth.
    if constexpr (SELECTS)
      if (mode_.selective)
        if (const auto left_early = before_moves(position, player, depth, own, alpha, beta, found)) return *left_early;

    // 4. The moves, the most promising first.
    const std::uint64_t horizon_before = horizon, deeper_before = stats.deeper;
    MoveList<Move>& list = own.list;
    list.clear();
    position.moves(list);
    if (list.size() == 0) [[unlikely]]
      throw GameError("a position that is not over has no moves");
    if (mode_.symmetry) drop_mirrors(position, list);
    // A selective search tries the table's move before it ranks the others: mostly there is no need to.
    const bool waiting = mode_.selective && hinted && bring_first(position, hint, list);
    if ((mode_.ordered || mode_.selective) && !waiting) order(position, player, depth, own, hint, hinted, list);
    if (mode_.filter) keep_best_looking(position, player, own.ply, list);
    if (mode_.etc && depth >= (mode_.selective ? 5 : 2) && !on_the_side)
      if (const auto refuted = transposition_cut(position, player, depth, own, beta)) return *refuted;

    // 5. Each in turn, until the value is out of everybody's reach.
    const int lowest_before = mode_.table ? std::exchange(lowest_, depth - 1) : 0;
    const double alpha_on_entry = alpha;
    double best = -INF;
    Move best_move = list[0].move;
    bool cut = false, none = true, quiet = true;
    for (std::size_t i = 0; i < list.size(); ++i) {
      Weighed how;
      if constexpr (SELECTS)
        if (mode_.selective) {
          if (waiting && i == 1) order_selectively(position, player, depth, own, 0, false, list, 1);
          if (!waiting || i > 0) pick(list, i);
          how = weigh(position, player, depth, own, alpha, beta, i, best, none);
          if (how.rest) break;
          if (how.left_out) continue;
        }
      const Move move = list[i].move;
      const double value = try_move(position, move, player, depth, own, alpha, beta, !none, how.change, how.reason);
      if (none || value > best) {
        none = false;
        best = value;
        best_move = move;
        if (mode_.selective) quiet = is_quiet(list[i].rank);
        if (value > alpha || !mode_.prune) own.line.set(move, own.next->line);
      }
      if (!mode_.prune) continue;
      if (mode_.strict ? best > beta : best >= beta) {
        cut_off(player, depth, own, i);
        cut = true;
        break;
      }
      alpha = std::max(alpha, best);
    }

    // 6. What was learned.
    if constexpr (SELECTS)
      if (mode_.selective) {
        if (none) best = alpha;  // there is no other move
        best = std::max(best, own.selected.left_value);
        learn(position, player, depth, own, best, bound_here(best, alpha_on_entry, beta), quiet);
      }
    if (mode_.hard) best = std::clamp(best, alpha_on_entry, beta);
    if constexpr (Trace::on) settle(NodeKind::inner, bound_here(best, alpha_on_entry, beta), cut_kind(cut, player));
    if (mode_.table) {
      const Bound bound = bound_here(best, alpha_on_entry, beta);
      // Where no move reaches alpha, none of them is known to be the best: the one that once was is the better guess.
      const std::uint16_t remembered = mode_.selective && hinted && bound == Bound::upper ? hint : tag(best_move);
      if (bound != Bound::none && !(mode_.selective && own.selected.excludes))
        keep(here, to_table(best, ply), remembered, bound, depth, horizon == horizon_before,
             stats.deeper != deeper_before);
      lowest_ = std::min(lowest_, lowest_before);
    }
    return best;
  }

  void cut_off(int player, int depth, Frame<G>& own, std::size_t index) {
    const MoveList<Move>& list = own.list;
    const Move move = list[index].move;
    ++stats.cutoffs;
    if (index == 0) ++stats.first_cutoffs;
    if constexpr (SELECTS)
      if (mode_.selective) return credit_moves(player, depth, own, index);
    if (mode_.orders(Order::killers)) remember_killer(own, move);
    if (mode_.orders(Order::history)) {
      reward(player, move, depth);
      for (std::size_t i = 0; i < index; ++i) punish(player, list[i].move, depth);
    }
    trace_pruned(own, index);
  }
  void trace_pruned([[maybe_unused]] const Frame<G>& own, [[maybe_unused]] std::size_t index) {
    if constexpr (Trace::on)
      for (std::size_t i = index + 1; i < own.list.size(); ++i)
        trace.pruned(static_cast<std::int64_t>(own.list[i].move));
  }

  static CutKind cut_kind(bool cut, int player) {
    return !cut ? CutKind::none : player == 0 ? CutKind::beta : CutKind::alpha;
  }

  // A child whose stored bound already refutes this node, found before any child is searched.
  std::optional<double> transposition_cut(const G& position, int player, int depth, Frame<G>& own, double beta) {
    const MoveList<Move>& list = own.list;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const G child = position.play(list[i].move);
      const int next = child.turn();
      if (next < 0 || (mode_.repetition && repeated(child, repetition_key_of(child)))) continue;
      const auto found = task_.table->find(key(child, own.ply + 1));
      if (!found || !usable(*found, depth - 1)) continue;
      const Bound wanted = next == player ? Bound::lower : Bound::upper;
      if (found->bound != wanted && found->bound != Bound::exact) continue;
      const double value = (next == player ? 1 : -1) * from_table(found->value, own.ply + 1);
      if (!settles(Bound::lower, value, -INF, beta)) continue;
      rely_on(*found, depth - 1);
      if constexpr (Trace::on) settle(NodeKind::table, Bound::lower, cut_kind(true, player));
      return value;
    }
    return std::nullopt;
  }

  // What a selective search does (selective.hpp).
  bool follows_noise(int player, int depth) const {
    return mode_.quiescence && player >= 0 && depth > -DEEPEST_QUIESCENCE && task_.can.sees_noise;
  }
  double quiesce(const G& position, int player, int depth, Frame<G>& own, double alpha, double beta);
  double stand(const G& position, int player, int ply, double alpha, double beta);
  std::optional<double> before_moves(const G& position, int player, int& depth, Frame<G>& own, double alpha,
                                     double beta, const std::optional<TableEntry>& found);
  std::optional<double> by_static_value(const G& position, int player, int depth, Frame<G>& own, double alpha,
                                        double beta);
  std::optional<double> by_passing(const G& position, int player, int depth, Frame<G>& own, double beta);
  std::optional<double> by_shallow_search(const G& position, int player, int depth, Frame<G>& own, double alpha,
                                          double beta);
  std::optional<double> by_other_moves(const G& position, int player, int depth, Frame<G>& own, double beta,
                                       const TableEntry& found);
  template <class Work>
  double aside(Frame<G>& own, Work work);
  double search_aside(const G& position, int player, int depth, Frame<G>& own, double alpha);
  template <class Judge>
  float exchange_rank(const G& position, const Judge& judge, Move move, int player, int ply, bool noisy, bool weighed);
  bool list_noisy(const G& position, int player, Frame<G>& own, bool calm, std::uint32_t first);
  Reason why_left_out(int player, int depth, float less, Frame<G>& own, double alpha, std::size_t index, bool losing);
  float reduction_of(int depth, const Frame<G>& own, std::size_t index) const;
  // How deep a move is searched that is reduced by so much.
  static double searched(int depth, float less) { return std::max(depth - std::max(less, 0.0f), 1.0f); }
  bool risks_too_much(const G& position, Move move, int depth, float less) const;
  double rounded_correction(const G& position, int player, const Frame<G>& own) const;
  Weighed weigh(const G& position, int player, int depth, Frame<G>& own, double alpha, double beta, std::size_t index,
                double best, bool none);
  // Brings the best of the moves from `index` on there.
  static void pick(MoveList<Move>& list, std::size_t index) {
    std::size_t best = index;
    for (std::size_t i = index + 1; i < list.size(); ++i)
      if (list[i].rank > list[best].rank) best = i;
    std::swap(list[index], list[best]);
  }
  void learn(const G& position, int player, int depth, Frame<G>& own, double best, Bound bound, bool quiet);
  double leave_out(double value) {
    ++horizon;
    ++left;
    return task_.distance ? std::clamp(value, -HEURISTIC_LIMIT, HEURISTIC_LIMIT) : value;
  }
  static std::size_t previous(const Frame<G>& own) { return own.above ? own.above->selected.moved : 0; }
  static std::size_t earlier(const Frame<G>& own) { return own.above ? previous(*own.above) : 0; }
  bool bring_first(const G& position, std::uint16_t hint, MoveList<Move>& list) const;
  void order_selectively(const G& position, int player, int depth, const Frame<G>& own, std::uint16_t hint, bool hinted,
                         MoveList<Move>& list, std::size_t from);
  float quiet_credit(int player, const Frame<G>& own, Move move) const;
  void credit_moves(int player, int depth, Frame<G>& own, std::size_t index);
  static auto parts_of([[maybe_unused]] const G& position) {
    if constexpr (HasParts<G>)
      return Skill<G>::parts(position);
    else
      return std::array<std::uint64_t, 0>{};
  }
  static bool may_stand_pat(const G& position) {
    if constexpr (HasStandPat<G>) return Skill<G>::stand_pat(position);
    return true;
  }

  // A chance node: the average of its outcomes (expectation.hpp).
  double expect(const G& position, int viewer, int depth, Frame<G>& own, double alpha, double beta);
  double plain_expectation(const G& position, int viewer, int depth, Frame<G>& own);
  double star1(const G& position, int viewer, int depth, Frame<G>& own, double alpha, double beta, Bound& bound);
  std::optional<double> probe_all(const G& position, int viewer, int depth, Frame<G>& own, double alpha, double beta,
                                  Bound& bound);
  void probe(const G& child, int viewer, int depth, Frame<G>& own, double alpha, double beta, double& low,
             double& high);
  void left_out(const Frame<G>& own, std::size_t from);
  void keep_best_looking(const G& position, int player, int ply, MoveList<Move>& list);
  double within_range(double value, int player) const;

  double terminal(const G& position, int viewer, int ply) const {
    const double payoff = position.payoff(viewer);
    if constexpr (HasOdds<G>)
      if (dice_ && within_range(payoff, viewer) != payoff) throw outside_range(position.info(), payoff);
    if (!task_.distance || payoff == 0) return payoff + 0.0;
    return payoff > 0 ? WIN - ply : ply - WIN;
  }

  // The value of a position that an endgame table knows. It is proved, but where positions stand before the root, or come
  // back by keys of their own: by that a win may be drawn. A search of the depth left would find a win that is no longer than that, and nothing else.
  bool probed(const G& position, int viewer, int depth, int ply, double& value) {
    const std::optional<Known> known = task_.endgames->find(position);
    if (!known || (mode_.repetition && repeated(position, repetition_key_of(position)))) return false;
    ++stats.endgames;
    const double sign = viewer == 0 ? 1 : -1;
    const bool won = task_.distance && known->value != 0, sure = won && in_time(position, known->plies);
    value = !won ? sign * known->value + 0.0
                 : sign * known->value * (sure ? WIN - ply - known->plies : unit_ * (LIKELY_WIN - ply - known->plies));
    const int needed = known->plies < 0 ? Table::DEEPEST : known->plies;
    if (needed > depth) ++stats.deeper;
    if (!clean_ || sure != won) ++horizon;
    lowest_ = std::min(lowest_, depth - needed);
    return true;
  }

  // Whether a win comes before a game without progress is drawn. One that takes longer may do so, too, if there is progress on
  // the way: it is likely, and not sure.
  static bool in_time([[maybe_unused]] const G& position, [[maybe_unused]] int plies) {
    if constexpr (HasDrawLimit<G>) return plies <= position.plies_to_draw();
    return true;
  }
  static constexpr double LIKELY_WIN = 1000;  // units of the evaluation

  // A finished game never comes here; an unfinished one without any evaluation counts as nobody's.
  double evaluate(const G& position, int player, int ply) {
    ++horizon;
    if (!task_.evaluates) return 0;
    ++stats.evaluations;
    double value = static_value(position, player, ply);
    if (mode_.selective) value += this->tempo(unit_);
    if constexpr (HasOdds<G>)
      if (dice_) return within_range(value, player);
    return task_.distance ? std::clamp(value, -HEURISTIC_LIMIT, HEURISTIC_LIMIT) : value;
  }

  double static_value(const G& position, int player, [[maybe_unused]] int ply) {
    if constexpr (HasFeatures<G>)
      if (task_.network) return accumulators_.value(position, player, ply) + 0.0;
    if (task_.hooks.value) return task_.hooks.value(position, player) + 0.0;
    if constexpr (HasValue<G>) return Skill<G>::value(position, player) + 0.0;
    return 0;
  }

  // How early a move is tried, apart from what the game itself thinks of it.
  float rank(const G& position, Move move, int player, int depth, const Frame<G>& own) {
    float value = 0;
    if (mode_.orders(Order::killers)) value += killer_rank(own, move);
    if (mode_.orders(Order::history)) value += history_[static_cast<std::size_t>(player & 1)][slot(move)];
    if (mode_.orders(Order::eval) && depth > 1) value += eval_rank(position.play(move), player, own.ply + 1);
    if (mode_.orders(Order::random)) value += static_cast<float>(mix(random_++) >> 40) * 0x1p-24f;
    return value;
  }

  void add_judgement(const G& position, MoveList<Move>& list) const {
    if constexpr (HasJudge<G>) {
      const bool noisy = mode_.orders(Order::noisy), prior = mode_.orders(Order::prior);
      if (!noisy && !prior) return;
      typename Skill<G>::Judge judge(position);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if constexpr (HasNoise<G>)
          if (noisy && judge.noisy(list[i].move)) list[i].rank += noise_rank(judge, list[i].move);
        if constexpr (HasPrior<G>)
          if (prior) list[i].rank += judge.prior(list[i].move);
      }
    }
  }

  // Noisy moves come first, the best exchange before all others; those that lose by it come last.
  template <class Judge>
  float noise_rank(const Judge& judge, Move move) const {
    if constexpr (HasGain<G>)
      if (task_.can.weighs) {
        const auto units = static_cast<float>(std::clamp(judge.gain(move) / unit_, -1e4, 1e4));
        return units < 0 ? LOSING + 1e3f * units : NOISY + 1e3f * units;
      }
    (void)judge, (void)move;
    return NOISY;
  }

  float eval_rank(const G& child, int player, int ply) {
    if (child.turn() == OVER) return static_cast<float>(std::clamp(child.payoff(player) * 1e7, -1e7, 1e7));
    return static_cast<float>(std::clamp(static_value(child, player, ply), -1e6, 1e6));
  }

  static float killer_rank(const Frame<G>& frame, Move move) {
    for (int i = 0; i < frame.killer_count; ++i)
      if (frame.killers[static_cast<std::size_t>(i)] == move) return 2e7f - 5e6f * static_cast<float>(i);
    return 0;
  }

  static void remember_killer(Frame<G>& frame, Move move) {
    if (frame.killer_count > 0 && frame.killers[0] == move) return;
    frame.killers[1] = frame.killers[0];
    frame.killers[0] = move;
    frame.killer_count = std::min(2, frame.killer_count + 1);
  }

  void reward(int player, Move move, int depth) {
    const auto plies = static_cast<float>(std::min(depth, 64));
    float& credit = history_[static_cast<std::size_t>(player & 1)][slot(move)];
    credit += plies * plies;
    if (credit < 4e6f) return;
    for (auto& side : history_)
      for (float& each : side) each /= 2;
  }

  // Moves that were tried before the one that cut off.
  void punish(int player, Move move, int depth) {
    float& credit = history_[static_cast<std::size_t>(player & 1)][slot(move)];
    const auto plies = static_cast<float>(std::min(depth, 64));
    credit -= plies * plies;
    if (credit < -4e6f) credit = -4e6f;
  }

  // Where what is remembered of a move is kept.
  static std::size_t slot(Move move) {
    if constexpr (HasSlot<G>) return Skill<G>::slot(move) % HISTORY;
    return static_cast<std::size_t>(move) % HISTORY;
  }

  Bound bound_here(double value, double alpha, double beta) const {
    if (!mode_.prune) return Bound::exact;
    if (!mode_.strict) return bound_of(value, alpha, beta);
    if (!mode_.hard) return value > beta ? Bound::lower : value < alpha ? Bound::upper : Bound::exact;
    return alpha < beta ? bound_of(value, alpha, beta) : Bound::none;
  }

  // Whether a bound is all that this window asks for.
  bool settles(Bound bound, double value, double alpha, double beta) const {
    if (bound == Bound::exact) return true;
    if (!mode_.prune) return false;
    if (mode_.strict) return bound == Bound::lower ? value > beta : value < alpha;
    return bound == Bound::lower ? value >= beta : value <= alpha;
  }

  static Bound opposite(Bound bound) {
    return bound == Bound::lower ? Bound::upper : bound == Bound::upper ? Bound::lower : bound;
  }

  // Whether an entry says what a search to this depth says.
  bool fits(const TableEntry& found, int wanted) const {
    if (!entries_hold() || found.depth >= Table::DEEPEST) return false;
    return found.solved ? found.depth <= wanted : found.depth == wanted && !found.deeper;
  }

  bool usable(const TableEntry& found, int wanted) const {
    if (mode_.same_depth) return fits(found, wanted);
    return found.solved || (wanted <= Table::DEEPEST && found.depth >= wanted);
  }

  // Keeps account of what a value rests on that is taken from the table.
  void rely_on(const TableEntry& found, int wanted) {
    ++stats.table_cutoffs;
    if (found.earlier) ++recalled;
    if (!found.solved || !clean_) ++horizon;
    if (!fits(found, wanted)) ++stats.deeper;
    if (found.solved) lowest_ = std::min(lowest_, wanted - found.depth);
  }

  void keep(std::uint64_t here, double value, std::uint16_t move, Bound bound, int depth, bool proved, bool deeper) {
    const bool solved = proved && clean_;
    const int shown = std::min(solved ? depth - lowest_ : depth, Table::DEEPEST);
    if (task_.growing) task_.table->make_room(here);
    task_.table->store(here, {value, move, static_cast<std::uint8_t>(shown), bound, solved, deeper && !solved});
  }

  double to_table(double value, int ply) const {
    if (!task_.distance || !is_sure(value)) return value;
    return value > 0 ? value + ply : value - ply;
  }

  bool repeated([[maybe_unused]] const G& position, std::uint64_t here) const {
    auto from = path_.begin();
    if constexpr (HasReversible<G>) {  // a node that is searched once more stands there twice
      const auto back = 2 * static_cast<std::ptrdiff_t>(position.reversible());
      if (back < path_.end() - from) from = path_.end() - back;
    }
    return std::find(from, path_.end(), here) != path_.end();
  }

  struct PathEntry {
    PathEntry(std::vector<std::uint64_t>* path_, std::uint64_t key) : path(path_) {
      if (path) path->push_back(key);
    }
    ~PathEntry() {
      if (path) path->pop_back();
    }
    PathEntry(const PathEntry&) = delete;
    PathEntry& operator=(const PathEntry&) = delete;
    std::vector<std::uint64_t>* path;
  };

  [[gnu::noinline]] void add_frame(Frame<G>& own) {
    own.next = std::make_unique<Frame<G>>();
    own.next->ply = deepest_ = own.ply + 1;
    own.next->above = &own;
  }

  // The trace records everything from player 0's side.
  void enter(int player, int viewer, int depth, int ply, double alpha, double beta) {
    settled_ = Bound::exact;
    trace.enter(viewer == 0 ? 1 : -1, player, std::min(depth, max_plies_ - ply), ply, alpha, beta);
  }
  // How the node that is being left got its value, in the view of the player who moves there.
  void settle(NodeKind kind, Bound bound, CutKind cut = CutKind::none) {
    trace.mark(kind, cut);
    settled_ = bound;
  }
  void leave(int player, int viewer, double value) {
    trace.leave(viewer == 0 ? 1 : -1, value, player == viewer || player < 0 ? settled_ : opposite(settled_));
    settled_ = Bound::exact;
  }

  const Task<G>& task_;
  const G& root_;
  Mode mode_;
  Watch& watch_;
  int max_plies_;
  bool dice_;            // the game has chance nodes
  double unit_;          // a small but real difference
  double low_, high_;    // what player 0 can win
  double least_, most_;  // between these lies every value: unfinished positions that nobody judges count as 0
  Probing probing_;
  int lowest_ = 0;  // the least depth that was left anywhere below the node at hand: how deep a solved value lies
  Bound settled_ = Bound::exact;
  std::uint64_t random_;
  Frame<G> top_;
  [[no_unique_address]] AccumulatorsFor<G> accumulators_;  // by ply, as the frames
  std::array<std::array<float, HISTORY>, 2> history_{};
  // Whether the table's keys are whole positions.
  [[no_unique_address]] std::conditional_t<HasTableKey<G>, bool, Always> whole_;
  // Whether what was proved below a node holds on any way to it. Not where positions may come back and some stand before
  // the root: to them every way back is closed. Nor where a position counts as come back that differs in what a key leaves
  // out: a proof from the table may then meet one that stands on the way to it.
  bool clean_;
};

template <Game G, class Mode, class Trace>
void Search<G, Mode, Trace>::extend_line(Found& found, int depth) const {
  if (!mode_.table || !task_.table || found.line.empty() || found.bound != Bound::exact) return;
  G at = root_;
  std::vector<std::uint64_t> seen;
  MoveList<Move> list;
  for (std::size_t i = 0; i < 64 && at.turn() != OVER; ++i) {
    if (i == found.line.size()) {
      if (at.turn() == CHANCE) return;
      const int ply = static_cast<int>(i);
      const std::uint64_t here = key(at, ply);
      const auto entry = task_.table->find(here);
      if (!entry || entry->bound != Bound::exact || task_.features.symmetry) return;
      const int depth_left = depth - ply;
      if (entry->solved ? !found.proved && entry->depth > depth_left : found.proved || entry->depth != depth_left)
        return;
      if (task_.from_table(entry->value, ply) != (at.turn() == turn() ? found.value : -found.value)) return;
      if (std::find(seen.begin(), seen.end(), here) != seen.end()) return;
      seen.push_back(here);
      list.clear();
      at.moves(list);
      std::size_t j = 0;
      while (j < list.size() && tag(list[j].move) != entry->move) ++j;
      if (j == list.size()) return;
      found.line.push_back(list[j].move);
    }
    at = at.play(static_cast<Move>(found.line[i]));
  }
}

}  // namespace zermelo
