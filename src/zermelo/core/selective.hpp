// What a selective search leaves out, and what it searches deeper: the parts of the recursion (search.hpp) behind the
// features from `quiescence` to `correction`. Its values are estimates: nothing here is ever called proved.
//
// A value that claims a win or loss in n plies is still one that the rules give: a node is called lost only if every
// move was searched, and no static value, pass or shallow search is let through as a win.
//
// Beal 1989 (null move, quiescence); Donninger 1993; Heinz 1998 (futility, razoring); Buro 1995 and 1997 (ProbCut,
// Multi-ProbCut); Anantharaman, Campbell and Hsu 1988 (singular extensions); Björnsson and Marsland 2001 (multi-cut).
#pragma once

#include "search.hpp"

namespace zermelo {

// Noisy moves only, until none is left or the mover declines them. Where it may not decline, every move is searched.
template <Game G, class Mode, class Trace>
[[gnu::noinline]] double Search<G, Mode, Trace>::quiesce(const G& position, int player, int depth, Frame<G>& own,
                                                         double alpha, double beta) {
  ++stats.quiescent;
  if constexpr (Trace::on) trace.because(Reason::quiescence);
  if (own.ply >= max_plies_) [[unlikely]]
    endless(position.info());
  if constexpr (HasForcedNoise<G>)
    if (may_stand_pat(position)) return stand(position, player, own.ply, alpha, beta);
  const Pin<G> pin(position);
  const std::uint64_t itself = mode_.repetition ? repetition_key_of(position) : 0;
  if (mode_.repetition && !own.selected.aside && repeated(position, itself)) {
    if constexpr (Trace::on) settle(NodeKind::repetition, Bound::exact);
    ++horizon;
    return 0;
  }
  const PathEntry entry(mode_.repetition ? &path_ : nullptr, itself);

  // Compulsory captures are soon played out: looking them up takes longer, and their entries drive out deeper ones.
  const bool kept = mode_.table && !HasForcedNoise<G>;
  const std::uint64_t here = kept ? key(position, own.ply) : 0;
  std::optional<TableEntry> found;
  if (kept && (found = task_.table->find(here))) {
    ++stats.table_hits;
    const double value = from_table(found->value, own.ply);
    if (usable(*found, 0) && settles(found->bound, value, alpha, beta)) {
      rely_on(*found, 0);
      if constexpr (Trace::on) settle(NodeKind::table, found->bound);
      return value;
    }
  }

  const bool calm = may_stand_pat(position);
  double standing = evaluate(position, player, own.ply);
  if (mode_.correction) standing += rounded_correction(position, player, own);
  if (found && !is_sure(found->value) &&
      (found->bound == Bound::exact || (found->bound == Bound::lower) == (found->value > standing)))
    standing = found->value;
  const double alpha_on_entry = alpha;
  const std::uint64_t deeper_before = stats.deeper;
  double best = calm ? standing : -INF;
  if constexpr (Trace::on) {
    settle(NodeKind::horizon, bound_of(standing, alpha, beta));
    if (!calm) trace.because(Reason::no_standing_pat);
    if (calm) trace.judged(player == 0 ? standing : -standing);
  }
  if (best >= beta) {
    if constexpr (Trace::on) trace.because(Reason::stood_pat);
    return best;
  }
  alpha = std::max(alpha, best);

  const bool weighed = list_noisy(position, player, own, calm, found ? found->move : NO_MOVE);
  MoveList<Move>& list = own.list;
  Move best_move{};
  bool cut = false;
  int escapes = 0;
  for (std::size_t i = 0; i < list.size() && !cut; ++i) {
    const Move move = list[i].move;
    // Where every move must be searched, those that take nothing soon say no more than the best of them.
    if (!calm && weighed && list[i].rank <= QUIET_ESCAPE && !is_sure(best) && ++escapes > 2) {
      ++stats.late;
      if constexpr (Trace::on)
        trace.left_out(static_cast<std::int64_t>(move), Reason::late_move, player == 0 ? 1 : -1, alpha, beta, NAN);
      continue;
    }
    if (calm && !is_sure(alpha)) {
      // Weighed: what the exchange gives, and what an evaluation may err by, do not reach alpha. Otherwise: not even what
      // the move takes at once does, and the other may leave it at that.
      const bool losing = weighed && list[i].rank < 0;
      const double most = weighed ? standing + list[i].rank + 3 * this->noise(unit_) : list[i].rank;
      if (losing || most <= alpha) {
        ++stats.futile;
        if (!losing) best = std::max(best, most);
        if constexpr (Trace::on)
          trace.left_out(static_cast<std::int64_t>(move), losing ? Reason::losing_noise : Reason::futile,
                         player == 0 ? 1 : -1, alpha, beta, losing ? NAN : most);
        continue;
      }
    }
    own.selected.moved = slot(move);
    if constexpr (Trace::on) trace.edge(static_cast<std::int64_t>(move));
    const G child = position.play(move);
    if (kept) task_.table->prefetch(key(child, own.ply + 1));
    const double value = visit(child, player, depth - 1, frame_below(own), alpha, beta);
    if (value > best) {
      best = value;
      best_move = move;
      if (value > alpha) own.line.set(move, own.next->line);
    }
    alpha = std::max(alpha, best);
    if ((cut = best >= beta)) {
      ++stats.cutoffs;
      if (i == 0) ++stats.first_cutoffs;
      if constexpr (Trace::on)
        for (std::size_t j = i + 1; j < list.size(); ++j) trace.pruned(static_cast<std::int64_t>(list[j].move));
    }
  }
  if constexpr (Trace::on)
    settle(list.size() ? NodeKind::inner : NodeKind::horizon, bound_of(best, alpha_on_entry, beta),
           cut_kind(cut, player));
  if (mode_.hard) best = std::clamp(best, alpha_on_entry, beta);
  if (kept)
    if (const Bound bound = bound_here(best, alpha_on_entry, beta); bound != Bound::none)
      keep(here, to_table(best, own.ply), tag(best_move), bound, 0, false, stats.deeper != deeper_before);
  return best;
}

// Where noisy moves are compulsory and there are none: the position is quiet, and no table knows more.
template <Game G, class Mode, class Trace>
double Search<G, Mode, Trace>::stand(const G& position, int player, int ply, double alpha, double beta) {
  const double standing = evaluate(position, player, ply);
  if constexpr (Trace::on) {
    settle(NodeKind::horizon, bound_of(standing, alpha, beta));
    trace.judged(player == 0 ? standing : -standing);
    if (standing >= beta) trace.because(Reason::stood_pat);
  }
  return mode_.hard ? std::clamp(standing, alpha, beta) : standing;
}

// What experience adds to a static value. In fiftieths of a unit: values that hardly differ count as equal.
template <Game G, class Mode, class Trace>
double Search<G, Mode, Trace>::rounded_correction(const G& position, int player, const Frame<G>& own) const {
  return std::round(this->correction(player, previous(own), parts_of(position)) / unit_ * 50) / 50 * unit_;
}

// Lists the noisy moves, the table's first and then the best exchange (or all moves, if the mover must make one). True if
// their ranks are what they gain, false if they are static values.
template <Game G, class Mode, class Trace>
bool Search<G, Mode, Trace>::list_noisy(const G& position, int player, Frame<G>& own, bool calm, std::uint32_t first) {
  MoveList<Move>& list = own.list;
  list.clear();
  bool only_noisy = false;
  if constexpr (HasNoisyMoves<G>)
    if (calm) {
      Skill<G>::noisy_moves(position, list);
      only_noisy = true;
    }
  if (!only_noisy) {
    position.moves(list);
    if (list.size() == 0) [[unlikely]]
      throw GameError("a position that is not over has no moves");
  }
  bool weighed = false;
  if constexpr (HasNoise<G>) {
    typename Skill<G>::Judge judge(position);
    weighed = HasGain<G> && task_.can.weighs;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Move move = list[i].move;
      const bool noisy = only_noisy || judge.noisy(move);
      if (calm && !noisy) continue;
      list[kept++] = {move, exchange_rank(position, judge, move, player, own.ply, noisy, weighed)};
    }
    list.resize(kept);
    sort(list);
    if (first != NO_MOVE)
      for (std::size_t i = 1; i < kept; ++i)
        if (tag(list[i].move) == first) std::rotate(&list[0], &list[i], &list[i] + 1);
  }
  return weighed;
}

// What a move gains, as the game says; otherwise the static value of the position after it.
template <Game G, class Mode, class Trace>
template <class Judge>
float Search<G, Mode, Trace>::exchange_rank(const G& position, const Judge& judge, Move move, int player, int ply,
                                            bool noisy, bool weighed) {
  if constexpr (HasGain<G>)
    if (weighed) return noisy ? static_cast<float>(judge.gain(move)) : QUIET_ESCAPE;
  (void)judge, (void)noisy, (void)weighed;
  return eval_rank(position.play(move), player, ply + 1);
}

// Before its moves are made: whether the node can be left, and to which depth it is searched otherwise.
template <Game G, class Mode, class Trace>
[[gnu::noinline]] std::optional<double> Search<G, Mode, Trace>::before_moves(const G& position, int player, int& depth,
                                                                             Frame<G>& own, double alpha, double beta,
                                                                             const std::optional<TableEntry>& found) {
  Selected& here = own.selected;
  const double sign = player == 0 ? 1 : -1;
  const Frame<G>* twice_above = own.above ? own.above->above : nullptr;
  here.pv = beta > after(alpha);
  here.calm = may_stand_pat(position);
  ++stats.evaluations;
  here.raw = sign * static_value(position, player, own.ply);
  here.judged = here.raw + sign * (this->tempo(unit_) + this->correction(player, previous(own), parts_of(position)));
  if constexpr (Trace::on) trace.judged(here.judged);
  here.improving = here.calm && twice_above && sign * here.judged > sign * twice_above->selected.judged;
  here.likely = sign * here.judged;
  if (found && !is_sure(found->value) &&
      (found->bound == Bound::exact || (found->bound == Bound::lower) == (found->value > here.likely)))
    here.likely = found->value;
  here.left_value = -INF;
  here.first = 0;
  here.known = NAN;
  if (found && found->bound == Bound::exact && !is_sure(found->value)) {
    here.known = sign * found->value;
    here.known_depth = found->depth;
  }
  if constexpr (HasForced<G>)
    if (mode_.extensions && own.ply < root_depth_ + root_depth_ / 2 && Skill<G>::forced(position)) {
      ++depth;
      ++stats.extended;
      if constexpr (Trace::on) trace.shift(1);
    }
  if (here.aside) return std::nullopt;

  // Where nobody says which moves are noisy, a static value says too little to rely on.
  if (!here.pv && here.calm && task_.can.sees_noise && !is_sure(alpha) && !is_sure(beta)) {
    if (const auto value = by_static_value(position, player, depth, own, alpha, beta)) return value;
    if (const auto value = by_passing(position, player, depth, own, beta)) return value;
    if (const auto value = by_shallow_search(position, player, depth, own, alpha, beta)) return value;
  }
  if (found && mode_.singular && depth >= 8 && own.ply < 2 * root_depth_)
    if (const auto value = by_other_moves(position, player, depth, own, beta, *found)) return value;
  if (mode_.internal_reduction && depth >= 6 && !found) {
    --depth;
    ++stats.shallower;
    if constexpr (Trace::on) trace.shift(-1);
  }
  return std::nullopt;
}

// Reverse futility and razoring: the static value is so far outside the window that a few plies will not bring it back.
template <Game G, class Mode, class Trace>
std::optional<double> Search<G, Mode, Trace>::by_static_value(const G& position, int player, int depth, Frame<G>& own,
                                                              double alpha, double beta) {
  (void)player;
  const double judged = own.selected.likely, error = this->noise(unit_);
  if (mode_.reverse_futility && depth <= 8) {
    const double margin = error * (1.5 * depth + 0.5 - (own.selected.improving ? 1.5 : 0));
    if (judged - margin >= beta) {
      ++stats.far_above;
      if constexpr (Trace::on) {
        settle(NodeKind::horizon, Bound::lower);
        trace.because(Reason::far_above);
      }
      return leave_out(judged);
    }
  }
  if (mode_.razoring && depth <= 2 && follows_noise(player, 0) && judged + error * (3 + 4 * depth) < alpha) {
    const double value = aside(own, [&] { return quiesce(position, player, 0, own, alpha, after(alpha)); });
    if (value <= alpha) {
      ++stats.razored;
      if constexpr (Trace::on) {
        settle(NodeKind::horizon, Bound::upper);
        trace.because(Reason::razored);
      }
      return leave_out(value);
    }
  }
  return std::nullopt;
}

// The null move: whoever reaches beta by doing nothing reaches it by moving, unless every move makes things worse.
template <Game G, class Mode, class Trace>
std::optional<double> Search<G, Mode, Trace>::by_passing(const G& position, int player, int depth, Frame<G>& own,
                                                         double beta) {
  if constexpr (HasPass<G>) {
    Selected& here = own.selected;
    const double judged = here.likely;
    if (!mode_.null_move || !task_.can.passes || depth < 2 || judged < beta) return std::nullopt;
    if ((own.above && own.above->selected.passed) || Skill<G>::zugzwang(position)) return std::nullopt;
    const G other = Skill<G>::pass_turn(position);
    if (other.turn() < 0 || other.turn() == player) return std::nullopt;
    const double error = this->noise(unit_);
    const int bonus = std::isfinite(error) ? static_cast<int>(std::min((judged - beta) / (4 * error), 3.0)) : 0;
    const int less = 3 + depth / 3 + bonus;
    here.passed = true;
    here.moved = 0;
    const double value =
        aside(own, [&] { return visit<true>(other, player, depth - less, frame_below(own), before(beta), beta); });
    here.passed = false;
    if (value < beta) return std::nullopt;
    ++stats.null_moves;
    if constexpr (Trace::on) {
      settle(NodeKind::horizon, Bound::lower);
      trace.because(Reason::null_move);
    }
    return leave_out(is_sure(value) ? beta : value);
  }
  (void)position, (void)player, (void)depth, (void)own, (void)beta;
  return std::nullopt;
}

// ProbCut: a search of half the depth says by how much, and deep searches differ from shallow ones by a known error.
template <Game G, class Mode, class Trace>
std::optional<double> Search<G, Mode, Trace>::by_shallow_search(const G& position, int player, int depth, Frame<G>& own,
                                                                double alpha, double beta) {
  if (!mode_.probcut || depth < 5) return std::nullopt;
  const double error = 2 * this->deep_noise(unit_);
  const double judged = (player == 0 ? 1 : -1) * own.selected.judged;
  if (!std::isfinite(error)) return std::nullopt;
  const int shallow = depth / 2 - (depth / 2 - depth) % 2;  // of the same parity
  const double high = beta + error, low = alpha - error;
  double value = NAN;
  if (judged >= beta && search_aside(position, player, shallow, own, before(high)) >= high)
    value = beta;
  else if (judged <= alpha && search_aside(position, player, shallow, own, low) <= low)
    value = alpha;
  if (std::isnan(value)) return std::nullopt;
  ++stats.probcuts;
  if constexpr (Trace::on) {
    settle(NodeKind::horizon, value == beta ? Bound::lower : Bound::upper);
    trace.because(Reason::probcut);
  }
  return leave_out(value);
}

// Singular extension: if no other move comes near the table's, that one is searched deeper; if several reach beta even
// so (multi-cut), the node is left.
template <Game G, class Mode, class Trace>
std::optional<double> Search<G, Mode, Trace>::by_other_moves(const G& position, int player, int depth, Frame<G>& own,
                                                             double beta, const TableEntry& found) {
  Selected& here = own.selected;
  const double error = this->noise(unit_);
  if (found.bound == Bound::upper || found.depth < depth - 3 || is_sure(found.value) || !std::isfinite(error))
    return std::nullopt;
  const double bar = found.value - 0.75 * error;
  here.excluded = found.move;
  here.excludes = true;
  const double value = search_aside(position, player, (depth - 1) / 2, own, before(bar));
  here.excludes = false;
  if (value < bar) {
    here.first = 1;
  } else if (bar >= beta && !here.pv && !is_sure(beta)) {
    ++stats.probcuts;
    if constexpr (Trace::on) {
      settle(NodeKind::horizon, Bound::lower);
      trace.because(Reason::several);
    }
    return leave_out(bar);
  }
  return std::nullopt;
}

// A search on the side, to find out something of the node at hand: not recorded, and what it judges is left out.
template <Game G, class Mode, class Trace>
template <class Work>
double Search<G, Mode, Trace>::aside(Frame<G>& own, Work work) {
  if constexpr (Trace::on) trace.mute(true);
  const Selected held = own.selected;
  const std::uint64_t horizon_before = horizon, left_before = left;
  own.selected.aside = true;
  const double value = work();
  own.selected = held;
  own.line.size = 0;
  left = left_before + horizon - horizon_before;
  if constexpr (Trace::on) trace.mute(false);
  return value;
}

// The node at hand, searched once more to a smaller depth with a null window above alpha.
template <Game G, class Mode, class Trace>
double Search<G, Mode, Trace>::search_aside(const G& position, int player, int depth, Frame<G>& own, double alpha) {
  return aside(own, [&] { return decide(position, player, depth, own, alpha, after(alpha)); });
}

// What is done with one move: left out, reduced, extended, or searched as it comes.
template <Game G, class Mode, class Trace>
Weighed Search<G, Mode, Trace>::weigh(const G& position, int player, int depth, Frame<G>& own, double alpha,
                                      double beta, std::size_t index, double best, bool none) {
  Selected& here = own.selected;
  const auto& choice = own.list[index];
  if (here.excludes && tag(choice.move) == here.excluded) return {.left_out = true};
  const std::size_t count = own.list.size();
  if (count == 1 && mode_.extensions && here.calm && own.ply < root_depth_ + root_depth_ / 2)
    return {.change = 1, .reason = Reason::one_reply};
  if (index == 0 && here.first > 0) return {.change = here.first, .reason = Reason::singular};
  if (none || !mode_.prune || !here.calm) return {};

  const bool noisy = is_noisy(choice.rank), losing = is_losing(choice.rank), forcing = is_forcing(choice.rank);
  const float less = reduction_of(depth, own, index);
  // After a reply that could not be declined (but for compulsory captures) an attack goes on: what it gave up may come
  // back by a quiet move.
  const bool attacks = !HasForcedNoise<G> && own.above && !own.above->selected.calm && depth >= 2;
  if (!here.pv && !forcing && !attacks && task_.can.sees_noise && !noisy && !is_sure(best) && !is_sure(alpha) &&
      !is_sure(beta)) {
    const Reason reason = why_left_out(player, depth, less, own, alpha, index, losing);
    if (reason != Reason::none) {  // the moves after it are no better: they are left out for the same reason
      leave_out(0);
      if constexpr (Trace::on)
        for (std::size_t i = index; i < count; ++i)
          trace.left_out(static_cast<std::int64_t>(own.list[i].move), reason, player == 0 ? 1 : -1, alpha, beta,
                         reason == Reason::futile ? here.left_value : NAN);
      return {.left_out = true, .rest = true, .reason = reason};
    }
    if (!losing && mode_.late_pruning && risks_too_much(position, choice.move, depth, less)) {
      leave_out(0);
      ++stats.late;
      if constexpr (Trace::on)
        trace.left_out(static_cast<std::int64_t>(choice.move), Reason::losing_exchange, player == 0 ? 1 : -1, alpha,
                       beta, NAN);
      return {.left_out = true, .reason = Reason::losing_exchange};
    }
  }
  if (!mode_.reductions || depth < 3 || index < (here.pv ? 3u : 2u)) return {};
  const int plies = std::min(static_cast<int>(less), depth - 2);
  if (plies <= 0) return {};
  return {.change = -plies, .reason = losing ? Reason::losing_exchange : Reason::late_move};
}

// By how many plies a move is searched less deep than the first.
template <Game G, class Mode, class Trace>
float Search<G, Mode, Trace>::reduction_of(int depth, const Frame<G>& own, std::size_t index) const {
  const Selected& here = own.selected;
  const float rank = own.list[index].rank;
  float less = this->reduction(depth, index);
  if (is_noisy(rank)) return here.pv || !task_.can.weighs ? 0 : less / 2 - 1;
  if (here.pv) less -= 1;
  if (here.cut) less += 1;
  if (!here.improving) less += 0.5f;
  if (is_forcing(rank) || rank > 1.5f * FORCING)
    less -= 1;
  else if (!is_losing(rank))
    less -= std::clamp(rank / (9000 * RANKS), -2.0f, 2.0f);
  return less;
}

// Whether a quiet move near the leaves puts its piece where it is lost.
template <Game G, class Mode, class Trace>
bool Search<G, Mode, Trace>::risks_too_much([[maybe_unused]] const G& position, [[maybe_unused]] Move move,
                                            [[maybe_unused]] int depth, [[maybe_unused]] float less) const {
  if constexpr (HasRisk<G>) {
    const double plies = searched(depth, less);
    return depth <= 8 && typename Skill<G>::Judge(position).risk(move) > 0.4 * unit_ * plies * plies;
  }
  return false;
}

// Why a quiet move (or a noisy one that loses) near the leaves is left out, if it is.
template <Game G, class Mode, class Trace>
Reason Search<G, Mode, Trace>::why_left_out(int player, int depth, float less, Frame<G>& own, double alpha,
                                            std::size_t index, bool losing) {
  Selected& here = own.selected;
  const double plies = searched(depth, less);
  if (mode_.futility && plies <= 6) {
    const double most =
        (player == 0 ? 1 : -1) * here.judged + this->noise(unit_) * (1.5 * plies + (here.improving ? 2.0 : 1.0));
    if (most <= alpha) {
      here.left_value = std::max(here.left_value, most);
      stats.futile += own.list.size() - index;
      return Reason::futile;
    }
  }
  if (!mode_.late_pruning) return Reason::none;
  if (losing && depth <= 2) {
    stats.late += own.list.size() - index;
    return Reason::losing_exchange;
  }
  const int many = static_cast<int>(mode_.late_moves * (8 + 4 * depth * depth) * (here.improving ? 2 : 1));
  if (depth <= 8 && static_cast<int>(index) >= many) {
    stats.late += own.list.size() - index;
    return Reason::late_move;
  }
  return Reason::none;
}

template <Game G, class Mode, class Trace>
int Search<G, Mode, Trace>::root_change([[maybe_unused]] Move move, std::size_t index, int depth) const {
  if (!mode_.selective || !mode_.reductions || depth < 3 || index < 4) return 0;
  if constexpr (HasNoise<G>)
    if (mode_.orders(Order::noisy) && typename Skill<G>::Judge(root_).noisy(move)) return 0;
  const int plies = static_cast<int>(this->reduction(depth, index)) - 1;
  return -std::clamp(plies, 0, depth - 2);
}

// Brings the table's move to the front, with the rank of a first move; false if it is none of the list.
template <Game G, class Mode, class Trace>
bool Search<G, Mode, Trace>::bring_first(const G& position, std::uint16_t hint, MoveList<Move>& list) const {
  if (!mode_.orders(Order::table) || mode_.filter) return false;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (tag(list[i].move) == hint) {
      std::swap(list[0], list[i]);
      list[0].rank = FIRST_QUIET;
      if constexpr (HasNoise<G>)
        if (mode_.orders(Order::noisy) && typename Skill<G>::Judge(position).noisy(list[0].move)) list[0].rank = FIRST;
      return true;
    }
  return false;
}

// The moves' ranks: the table's first, then what noisy moves gain, killers, quiet moves by what they have done, and those
// that lose an exchange. The next best is picked when it is needed; only the root's are sorted here.
template <Game G, class Mode, class Trace>
void Search<G, Mode, Trace>::order_selectively(const G& position, int player, int depth, const Frame<G>& own,
                                               std::uint16_t hint, bool hinted, MoveList<Move>& list,
                                               std::size_t from) {
  for (std::size_t i = from; i < list.size(); ++i) {
    list[i].rank = RANKS * quiet_credit(player, own, list[i].move);
    if (mode_.orders(Order::eval) && depth > 1)
      list[i].rank += eval_rank(position.play(list[i].move), player, own.ply + 1);
    if (mode_.orders(Order::random)) list[i].rank += static_cast<float>(mix(random_++) >> 40) * 0x1p-24f;
  }
  if constexpr (HasJudge<G>) {
    const typename Skill<G>::Judge judge(position);
    for (std::size_t i = from; i < list.size(); ++i) {
      const Move move = list[i].move;
      float& rank = list[i].rank;
      if constexpr (HasNoise<G>)
        if (mode_.orders(Order::noisy) && judge.noisy(move)) {
          if constexpr (HasGain<G>)
            if (task_.can.weighs) {
              const auto units = static_cast<float>(std::clamp(judge.gain(move) / unit_, -100.0, 100.0));
              rank = (units < 0 ? LOSING : NOISY) + 1e5f * units + this->noisy_credit(player, slot(move));
              continue;
            }
          rank += NOISY;
          continue;
        }
      if constexpr (HasPrior<G>)
        if (mode_.orders(Order::prior)) rank += PRIOR * std::clamp(judge.prior(move), -800.0f, 800.0f);
      if constexpr (HasForcing<G>)
        if (judge.forcing(move)) rank += FORCING;
    }
  }
  if (mode_.orders(Order::killers))
    for (int k = 0; k < own.killer_count; ++k)
      for (std::size_t i = from; i < list.size(); ++i)
        if (list[i].move == own.killers[static_cast<std::size_t>(k)] && is_quiet(list[i].rank))
          list[i].rank = KILLER - 5e6f * static_cast<float>(k);
  if (hinted && mode_.orders(Order::table))
    for (std::size_t i = from; i < list.size(); ++i)
      if (tag(list[i].move) == hint) list[i].rank = is_quiet(list[i].rank) ? FIRST_QUIET : FIRST;
  if (depth >= FULL_DEPTH) sort(list);
}

// What a quiet move has done: everywhere, as a reply to the last move, after the player's own last one.
template <Game G, class Mode, class Trace>
float Search<G, Mode, Trace>::quiet_credit(int player, const Frame<G>& own, Move move) const {
  float credit = 0;
  if (mode_.orders(Order::history)) credit += 2 * history_[static_cast<std::size_t>(player & 1)][slot(move)];
  if (mode_.orders(Order::continuation)) credit += this->reply_credit(player, previous(own), earlier(own), slot(move));
  return credit;
}

// The move at `index` cut off; those before it did not.
template <Game G, class Mode, class Trace>
void Search<G, Mode, Trace>::credit_moves(int player, int depth, Frame<G>& own, std::size_t index) {
  const MoveList<Move>& list = own.list;
  const float more = credit_for(depth);
  const bool quiet = is_quiet(list[index].rank);
  if (quiet && mode_.orders(Order::killers)) remember_killer(own, list[index].move);
  for (std::size_t i = 0; i <= index; ++i) {
    const std::size_t which = slot(list[i].move);
    const float credit = i == index ? more : -more;
    if (!is_quiet(list[i].rank)) {
      this->credit_noisy(player, which, credit);
    } else if (quiet) {
      if (mode_.orders(Order::history)) add_credit(history_[static_cast<std::size_t>(player & 1)][which], credit);
      if (mode_.orders(Order::continuation)) this->answered(player, previous(own), earlier(own), which, credit);
    }
  }
  trace_pruned(own, index);
}

// How far the evaluation was from what the search found.
template <Game G, class Mode, class Trace>
void Search<G, Mode, Trace>::learn(const G& position, int player, int depth, Frame<G>& own, double best, Bound bound,
                                   bool quiet) {
  const Selected& here = own.selected;
  if (here.aside || here.excludes || !here.calm || (mode_.quiescence && !quiet)) return;
  const double sign = player == 0 ? 1 : -1;
  if (is_sure(best)) {
    if (depth <= 2) this->saw_error(4 * unit_);
    return;
  }
  if (bound == Bound::exact && !std::isnan(here.known) && here.known_depth < depth && depth >= 3)
    this->saw_deep_error(std::abs(best - sign * here.known));
  if (depth == 1) this->saw_gain(best + this->tempo(unit_) - sign * here.raw);
  const double error = best - sign * here.raw - this->tempo(unit_);
  if ((bound == Bound::lower && error < 0) || (bound == Bound::upper && error > 0)) return;
  if (depth <= 2) this->saw_error(std::abs(error));
  this->correct(player, previous(own), parts_of(position), error, depth);
}

}  // namespace zermelo
