// Minimax and alpha-beta with everything that can be switched on around them.
//
// For: two-player zero-sum games of perfect information without chance, from either side's turn; a player may
// move several times running.
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
#include "features.hpp"
#include "game.hpp"
#include "table.hpp"
#include "trace.hpp"
#include "value.hpp"

namespace zermelo {

// The features as the recursion asks for them: constants for the bare searches, so that the compiler removes
// what is off, run-time flags for all others.
template <bool Prune>
struct Bare {
  explicit Bare(const Features&, bool) {}
  static constexpr bool prune = Prune, strict = false, hard = false, scout = false, table = false, same_depth = false,
                        etc = false, symmetry = false, ordered = false, custom_end = false;
  static constexpr bool orders(Order) { return false; }
};

struct Flexible : Features {
  Flexible(const Features& features, bool custom)
      : Features(features), ordered(features.order != 0), custom_end(custom) {}
  bool ordered;
  bool custom_end;  // the user says where looking stops
};

// What a search needs to know besides the position; shared by all threads of one search.
template <class G>
struct Task {
  Features features;
  Hooks<G> hooks;
  Table* table = nullptr;
  bool growing = false;    // the table may still take more room
  bool evaluates = false;  // unfinished positions get an evaluation; otherwise they count as 0
  bool distance = false;   // payoffs become WIN minus plies
  std::uint64_t seed = 0;
  std::size_t trace_cap = 0;
  std::vector<std::uint64_t> before;  // keys of the positions that led here (for repetition)
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

// What the search keeps per ply, outside the call stack.
template <class G>
struct Frame {
  MoveList<typename G::Move> list;
  Line<typename G::Move> line;
  std::array<typename G::Move, 2> killers{};
  int killer_count = 0;
};

template <Game G, class Mode = Flexible, class Trace = NoTrace>
class Search {
 public:
  using Move = typename G::Move;

  Search(const Task<G>& task, const Info& info, Watch& watch)
      : trace(task.trace_cap),
        task_(task),
        mode_(task.features, static_cast<bool>(task.hooks.cutoff)),
        watch_(watch),
        max_plies_(info.max_plies),
        repetition_(info.repetition > 0),
        random_(mix(task.seed + 0x9e3779b97f4a7c15ULL)) {}

  // The value of `position` for player `viewer`; see the contract above.
  double visit(const G& position, int viewer, int depth, int ply, double alpha, double beta) {
    watch_.count();
    const int player = position.turn();
    const double sign = viewer == 0 ? 1 : -1;
    if constexpr (Trace::on) trace.enter(sign, player, depth, ply, alpha, beta);
    frame(ply).line.size = 0;
    double value;
    Bound bound = Bound::exact;
    if (player == OVER) {
      value = terminal(position, viewer, ply);
      if constexpr (Trace::on) trace.mark(NodeKind::terminal);
    } else if (player == viewer) {
      value = decide(position, player, depth, ply, alpha, beta, bound);
    } else {
      value = -decide(position, player, depth, ply, -beta, -alpha, bound);
      bound = opposite(bound);
    }
    if constexpr (Trace::on) trace.leave(sign, value, bound);
    return value;
  }

  // One move's value for `player`: the plain window, or Scout's test and, if it fails high, the search again.
  double try_move(const G& position, Move move, int player, int depth, int ply, double alpha, double beta, bool later) {
    const G child = position.play(move);
    if constexpr (Trace::on) trace.edge(static_cast<std::int64_t>(move));
    if (!mode_.prune) return visit(child, player, depth - 1, ply + 1, -INF, INF);
    if (!mode_.scout || !later || alpha == -INF) return visit(child, player, depth - 1, ply + 1, alpha, beta);
    const double test = visit(child, player, depth - 1, ply + 1, alpha, after(alpha));
    if (test <= alpha || test >= beta) return test;
    ++stats.researches;
    if constexpr (Trace::on) trace.edge(static_cast<std::int64_t>(move), true);
    return visit(child, player, depth - 1, ply + 1, test > alpha ? before(test) : alpha, beta);
  }

  // The moves of a position in the order the features ask for.
  void order(const G& position, int player, int depth, int ply, std::uint16_t hint, bool hinted, MoveList<Move>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) list[i].rank = rank(position, list[i].move, player, depth, ply);
    add_judgement(position, list);
    if (hinted && mode_.orders(Order::table))
      for (std::size_t i = 0; i < list.size(); ++i)
        if (tag(list[i].move) == hint) list[i].rank = 1e9f;
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

  std::uint64_t key(const G& position) const {
    if constexpr (HasSymmetry<G>)
      if (mode_.symmetry) return position.canonical().key();
    return position.key();
  }

  static std::uint16_t tag(Move move) { return static_cast<std::uint16_t>(move); }

  Frame<G>& frame(int ply) {
    while (static_cast<std::size_t>(ply) >= frames_.size()) frames_.push_back(std::make_unique<Frame<G>>());
    return *frames_[static_cast<std::size_t>(ply)];
  }

  // The longest way from the root that was walked.
  int deepest() const { return std::max(0, static_cast<int>(frames_.size()) - 1); }

  // Positions on the way to the node being searched; the root driver enters the root itself.
  std::vector<std::uint64_t>& path() { return path_; }
  bool watches_repetition() const { return repetition_; }

  Trace trace;
  Stats stats;
  std::uint64_t horizon = 0;  // unfinished positions judged so far: unchanged means the value is proved

 private:
  static constexpr std::size_t HISTORY = 1024;

  // A node where `player`, whose view it takes, has to move. `bound` says what kind of value comes back.
  double decide(const G& position, int player, int depth, int ply, double alpha, double beta, Bound& bound) {
    // 1. Where looking stops.
    if (depth <= 0 || (mode_.custom_end && task_.hooks.cutoff(position, ply))) {
      if constexpr (Trace::on) trace.mark(NodeKind::horizon);
      ++horizon;
      return evaluate(position, player);
    }
    if (ply >= max_plies_)
      throw GameError("the game did not end within " + std::to_string(max_plies_) + " plies (max_plies)");
    const Pin<G> pin(position);

    // 2. A position that comes back is a draw, for as long as it stands on this path.
    const std::uint64_t here = mode_.table || repetition_ ? key(position) : 0;
    if (repetition_ && repeated(here)) {
      if constexpr (Trace::on) trace.mark(NodeKind::repetition);
      ++horizon;
      return 0;
    }
    const PathEntry entry(*this, here);

    // 3. What the table knows.
    std::uint16_t hint = 0;
    bool hinted = false;
    if (mode_.table) {
      if (const auto found = task_.table->find(here)) {
        ++stats.table_hits;
        hint = found->move;
        hinted = true;
        if (usable(found->depth, depth)) {
          const double value = from_table(found->value, ply);
          const bool proves =
              found->bound == Bound::exact || (mode_.prune && ((found->bound == Bound::lower && value >= beta) ||
                                                               (found->bound == Bound::upper && value <= alpha)));
          if (proves) {
            ++stats.table_cutoffs;
            if (found->depth != Table::SOLVED) ++horizon;
            if constexpr (Trace::on) trace.mark(NodeKind::table);
            bound = found->bound;
            return value;
          }
        }
      }
    }

    // 4. The moves, the most promising first.
    Frame<G>& own = frame(ply);
    MoveList<Move>& list = own.list;
    list.clear();
    position.moves(list);
    if (list.size() == 0) throw GameError("a position that is not over has no moves");
    if (mode_.symmetry) drop_mirrors(position, list);
    if (mode_.ordered) order(position, player, depth, ply, hint, hinted, list);
    if (mode_.etc && depth >= 2)
      if (const auto cut = transposition_cut(position, player, depth, ply, beta)) {
        bound = Bound::lower;
        return *cut;
      }

    // 5. Each in turn, until the value is out of everybody's reach.
    const std::uint64_t horizon_before = horizon;
    const double alpha_on_entry = alpha;
    double best = -INF;
    Move best_move = list[0].move;
    bool cut = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Move move = list[i].move;
      const double value = try_move(position, move, player, depth, ply, alpha, beta, i > 0);
      if (i == 0 || value > best) {
        best = value;
        best_move = move;
        if (value > alpha || !mode_.prune) own.line.set(move, frame(ply + 1).line);
      }
      if (!mode_.prune) continue;
      if (mode_.strict ? best > beta : best >= beta) {
        cut_off(player, depth, ply, i, list);
        cut = true;
        break;
      }
      alpha = std::max(alpha, best);
    }

    // 6. What was learned.
    if (mode_.hard) best = std::clamp(best, alpha_on_entry, beta);
    if constexpr (Trace::on) trace.mark(NodeKind::inner, cut_kind(cut, player));
    bound = bound_here(best, alpha_on_entry, beta);
    if (mode_.table) {
      const bool proved = horizon == horizon_before;
      const auto stored_depth = static_cast<std::uint8_t>(proved ? Table::SOLVED : std::min(depth, 254));
      if (task_.growing) task_.table->make_room(here);
      task_.table->store(here, {to_table(best, ply), tag(best_move), stored_depth, bound});
    }
    return best;
  }

  void cut_off(int player, int depth, int ply, std::size_t index, const MoveList<Move>& list) {
    const Move move = list[index].move;
    ++stats.cutoffs;
    if (index == 0) ++stats.first_cutoffs;
    if (mode_.orders(Order::killers)) remember_killer(frame(ply), move);
    if (mode_.orders(Order::history)) {
      reward(player, move, depth);
      for (std::size_t i = 0; i < index; ++i) punish(player, list[i].move, depth);
    }
    if constexpr (Trace::on)
      for (std::size_t i = index + 1; i < list.size(); ++i) trace.pruned(static_cast<std::int64_t>(list[i].move));
  }

  static CutKind cut_kind(bool cut, int player) {
    return !cut ? CutKind::none : player == 0 ? CutKind::beta : CutKind::alpha;
  }

  // A child whose stored bound already refutes this node, found before any child is searched.
  std::optional<double> transposition_cut(const G& position, int player, int depth, int ply, double beta) {
    const MoveList<Move>& list = frame(ply).list;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::optional<G> known = look(position, list[i].move);
      if (!known) continue;
      const G& child = *known;
      const int next = child.turn();
      if (next == OVER) continue;
      const auto found = task_.table->find(key(child));
      if (!found || !usable(found->depth, depth - 1)) continue;
      const Bound wanted = next == player ? Bound::lower : Bound::upper;
      if (found->bound != wanted && found->bound != Bound::exact) continue;
      const double value = (next == player ? 1 : -1) * from_table(found->value, ply + 1);
      if (value < beta) continue;
      ++stats.table_cutoffs;
      if (found->depth != Table::SOLVED) ++horizon;
      if constexpr (Trace::on) trace.mark(NodeKind::table, cut_kind(true, player));
      return value;
    }
    return std::nullopt;
  }

  // The position after a move, unless it would have to be asked of a user who was never asked for it before: then the
  // table cannot know it either.
  static std::optional<G> look(const G& position, Move move) {
    if constexpr (requires { position.peek(move); })
      return position.peek(move);
    else
      return position.play(move);
  }

  double terminal(const G& position, int viewer, int ply) const {
    const double payoff = position.payoff(viewer);
    if (!task_.distance || payoff == 0) return payoff + 0.0;
    return payoff > 0 ? WIN - ply : ply - WIN;
  }

  // A finished game never comes here; an unfinished one without any evaluation counts as nobody's.
  double evaluate(const G& position, int player) {
    if (!task_.evaluates) return 0;
    ++stats.evaluations;
    const double value = static_value(position, player);
    return task_.distance ? std::clamp(value, -HEURISTIC_LIMIT, HEURISTIC_LIMIT) : value;
  }

  double static_value(const G& position, int player) const {
    if (task_.hooks.value) return task_.hooks.value(position, player) + 0.0;
    if constexpr (HasValue<G>) return Skill<G>::value(position, player) + 0.0;
    return 0;
  }

  // How early a move is tried, apart from what the game itself thinks of it.
  float rank(const G& position, Move move, int player, int depth, int ply) {
    float value = 0;
    if (mode_.orders(Order::killers)) value += killer_rank(frame(ply), move);
    if (mode_.orders(Order::history)) value += history_[static_cast<std::size_t>(player & 1)][slot(move)];
    if (mode_.orders(Order::eval) && depth > 1) value += eval_rank(position.play(move), player);
    if (mode_.orders(Order::random)) value += static_cast<float>(mix(random_++) >> 40) * 0x1p-24f;
    return value;
  }

  void add_judgement(const G& position, MoveList<Move>& list) const {
    if constexpr (HasJudge<G>) {
      const bool noisy = mode_.orders(Order::noisy), prior = mode_.orders(Order::prior);
      if (!noisy && !prior) return;
      typename Skill<G>::Judge judge(position);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (noisy && judge.noisy(list[i].move)) list[i].rank += 1e8f;
        if (prior) list[i].rank += judge.prior(list[i].move);
      }
    }
  }

  float eval_rank(const G& child, int player) {
    if (child.turn() == OVER) return static_cast<float>(std::clamp(child.payoff(player) * 1e7, -1e7, 1e7));
    return static_cast<float>(std::clamp(static_value(child, player), -1e6, 1e6));
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
    credit -= static_cast<float>(std::min(depth, 64));
    if (credit < -4e6f) credit = -4e6f;
  }

  static std::size_t slot(Move move) { return static_cast<std::size_t>(move) % HISTORY; }

  Bound bound_here(double value, double alpha, double beta) const {
    if (!mode_.prune) return Bound::exact;
    if (mode_.strict) return value > beta ? Bound::lower : value < alpha ? Bound::upper : Bound::exact;
    return bound_of(value, alpha, beta);
  }

  static Bound opposite(Bound bound) {
    return bound == Bound::lower ? Bound::upper : bound == Bound::upper ? Bound::lower : bound;
  }

  bool usable(std::uint8_t stored, int wanted) const {
    if (stored == Table::SOLVED) return true;
    if (wanted > 254) return false;  // deeper than an entry can say
    return mode_.same_depth ? stored == wanted : stored >= wanted;
  }

  // Distances to a win are counted from the root in the search, from the position itself in the table.
  double to_table(double value, int ply) const {
    if (!task_.distance || !is_sure(value)) return value;
    return value > 0 ? value + ply : value - ply;
  }
  double from_table(double value, int ply) const {
    if (!task_.distance || !is_sure(value)) return value;
    return value > 0 ? value - ply : value + ply;
  }

  bool repeated(std::uint64_t here) const { return std::find(path_.begin(), path_.end(), here) != path_.end(); }

  struct PathEntry {
    PathEntry(Search& search, std::uint64_t key) : path(search.repetition_ ? &search.path_ : nullptr) {
      if (path) path->push_back(key);
    }
    ~PathEntry() {
      if (path) path->pop_back();
    }
    PathEntry(const PathEntry&) = delete;
    PathEntry& operator=(const PathEntry&) = delete;
    std::vector<std::uint64_t>* path;
  };

  const Task<G>& task_;
  Mode mode_;
  Watch& watch_;
  int max_plies_;
  bool repetition_;
  std::uint64_t random_;
  std::vector<std::unique_ptr<Frame<G>>> frames_;
  std::vector<std::uint64_t> path_;
  std::array<std::array<float, HISTORY>, 2> history_{};
};

}  // namespace zermelo
