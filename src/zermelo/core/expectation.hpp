// Chance nodes: expectiminimax, with what can be left out (S3.9).
//
// For: two-player zero-sum games of perfect information with dice, and payoffs and evaluations on one scale.
//
// The value of a chance node is Σ odds · value over its outcomes, and the contract at the head of search.hpp holds for it
// as for any node. With `low` and `high` around what can be won:
//
//   Star1   while outcome i is searched, those before it are known and those after it lie between low and high; so its
//           own value matters only inside
//               (alpha - known - Σ after · high) / odds  …  (beta - known - Σ after · low) / odds
//           and one outcome outside that settles the node.
//   Star2   first tries one promising move of every outcome. What a player can have is a bound on the outcome's value, on
//           the side that player pulls it to; often these bounds alone settle the node, and else they narrow Star1's.
//           Where they seldom do, as with few moves in a bad order, it is left at a try now and then.
//
// Windows are made a little wider than they need be, by more than rounding can take away, so that a value reported
// as exact is, to the last bit, the one that the plain average gives. Dice cost no depth: depth counts decisions.
//
// Michie 1966 (expectiminimax); Ballard 1983 (Star1, Star2); Hauk, Buro and Schaeffer 2004; Veness and Blair 2007 (the
// table at chance nodes).
#pragma once

#include <cmath>
#include <string>

#include "search.hpp"

namespace zermelo {

template <Game G, class Mode, class Trace>
double Search<G, Mode, Trace>::expect(const G& position, int viewer, int depth, Frame<G>& own, double alpha,
                                      double beta) {
  if (own.ply >= max_plies_) [[unlikely]]
    endless(position.info());
  const Pin<G> pin(position);
  const double sign = viewer == 0 ? 1 : -1;  // entries at chance nodes are player 0's

  // 1. What the table knows.
  const std::uint64_t here = mode_.table ? key(position, own.ply) : 0;
  if (mode_.table) {
    if (const auto found = task_.table->find(here)) {
      ++stats.table_hits;
      const Bound bound = viewer == 0 ? found->bound : opposite(found->bound);
      const double value = sign * found->value;
      if (usable(*found, depth) && settles(bound, value, alpha, beta)) {
        rely_on(*found, depth);
        if constexpr (Trace::on) settle(NodeKind::table, bound);
        return value;
      }
    }
  }

  // 2. The outcomes and their odds.
  MoveList<Move>& list = own.list;
  list.clear();
  position.moves(list);
  if (list.size() == 0) [[unlikely]]
    throw GameError("a position that is not over has no moves");
  Outcomes& all = own.outcomes;
  all.odds.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) all.odds[i] = position.odds(list[i].move);

  // 3. Their average, or enough of it.
  const std::uint64_t horizon_before = horizon, deeper_before = stats.deeper;
  const int lowest_before = mode_.table ? std::exchange(lowest_, depth - 1) : 0;
  const bool narrow = mode_.prune && mode_.star != Star::none && (alpha > -INF || beta < INF);
  Bound bound = Bound::exact;
  double value;
  if (!narrow) {
    value = plain_expectation(position, viewer, depth, own);
  } else {
    all.low.assign(list.size(), viewer == 0 ? least_ : -most_);
    all.high.assign(list.size(), viewer == 0 ? most_ : -least_);
    std::optional<double> settled;
    if (mode_.star == Star::two && probing_.pays()) {
      settled = probe_all(position, viewer, depth, own, alpha, beta, bound);
      probing_.count(settled.has_value());
    }
    value = settled ? *settled : star1(position, viewer, depth, own, alpha, beta, bound);
  }
  if (std::isnan(value))
    throw GameError(position.info().name + ": the outcomes of a chance node are worth both +inf and -inf");

  // 4. What was learned. The best line ends here: nobody chooses what comes next.
  own.line.size = 0;
  if constexpr (Trace::on) settle(NodeKind::inner, bound, bound == Bound::exact ? CutKind::none : CutKind::chance);
  if (mode_.table) {
    keep(here, sign * value, 0, viewer == 0 ? bound : opposite(bound), depth, horizon == horizon_before,
         stats.deeper != deeper_before);
    lowest_ = std::min(lowest_, lowest_before);
  }
  return value;
}

template <Game G, class Mode, class Trace>
double Search<G, Mode, Trace>::plain_expectation(const G& position, int viewer, int depth, Frame<G>& own) {
  double sum = 0;
  for (std::size_t i = 0; i < own.list.size(); ++i) {
    const double odds = own.outcomes.odds[i];
    sum += odds * try_outcome(position, own.list[i].move, odds, viewer, depth, own, -INF, INF);
  }
  return sum;
}

// More than all rounding at a node of values of this size can add up to.
inline double rounding(double low, double high, double alpha, double beta) {
  double size = 1;
  for (const double each : {low, high, alpha, beta})
    if (std::isfinite(each)) size = std::max(size, std::abs(each));
  return size * 1e-12;
}

inline double or_else(double number, double otherwise) { return std::isnan(number) ? otherwise : number; }

// `bound` is left alone if the value is exact.
template <Game G, class Mode, class Trace>
double Search<G, Mode, Trace>::star1(const G& position, int viewer, int depth, Frame<G>& own, double alpha, double beta,
                                     Bound& bound) {
  Outcomes& all = own.outcomes;
  const std::size_t count = own.list.size();
  all.low_after.assign(count, 0);
  all.high_after.assign(count, 0);
  for (std::size_t i = count - 1; i-- > 0;) {
    all.low_after[i] = all.low_after[i + 1] + all.odds[i + 1] * all.low[i + 1];
    all.high_after[i] = all.high_after[i + 1] + all.odds[i + 1] * all.high[i + 1];
  }
  const double margin = rounding(least_, most_, alpha, beta);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double odds = all.odds[i];
    const double floor = or_else((alpha - sum - all.high_after[i] - margin) / odds, -INF);
    const double ceiling = or_else((beta - sum - all.low_after[i] + margin) / odds, INF);
    const double value = try_outcome(position, own.list[i].move, odds, viewer, depth, own, floor, ceiling);
    sum += odds * value;
    const bool high = value >= ceiling && ceiling < INF, low = value <= floor && floor > -INF;
    if (!high && !low) continue;
    left_out(own, i + 1);
    bound = high ? Bound::lower : Bound::upper;
    return sum + (high ? all.low_after[i] : all.high_after[i]);
  }
  return sum;
}

// Bounds on the outcomes from one move each; a value if they settle the node.
template <Game G, class Mode, class Trace>
std::optional<double> Search<G, Mode, Trace>::probe_all(const G& position, int viewer, int depth, Frame<G>& own,
                                                        double alpha, double beta, Bound& bound) {
  Outcomes& all = own.outcomes;
  const std::size_t count = own.list.size();
  const double margin = rounding(least_, most_, alpha, beta);
  const auto sum_of = [&](const std::vector<double>& values, std::size_t but) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (i != but) sum += all.odds[i] * values[i];
    return sum;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const G child = position.play(own.list[i].move);
    const int player = child.turn();
    if (player == CHANCE || (player == viewer ? beta == INF : alpha == -INF)) continue;
    const double others_low = sum_of(all.low, i), others_high = sum_of(all.high, i);
    const double odds = all.odds[i];
    if (player == OVER) {
      all.low[i] = all.high[i] = terminal(child, viewer, own.ply + 1);
    } else {
      const double floor = or_else((alpha - others_high - margin) / odds, -INF);
      const double ceiling = or_else((beta - others_low + margin) / odds, INF);
      if constexpr (Trace::on) trace.edge(static_cast<std::int64_t>(own.list[i].move), false, odds, true);
      probe(child, viewer, depth, frame_below(own), floor, ceiling, all.low[i], all.high[i]);
    }
    const double low = or_else(others_low + odds * all.low[i], -INF);
    const double high = or_else(others_high + odds * all.high[i], INF);
    if (low < beta + margin && high > alpha - margin) continue;
    left_out(own, i + 1);
    bound = low >= beta + margin ? Bound::lower : Bound::upper;
    return bound == Bound::lower ? low : high;
  }
  return std::nullopt;
}

// Tries one move of an outcome, and raises `low` or lowers `high` by what it is worth to the player who has it.
template <Game G, class Mode, class Trace>
void Search<G, Mode, Trace>::probe(const G& child, int viewer, int depth, Frame<G>& own, double alpha, double beta,
                                   double& low, double& high) {
  if (mode_.custom_end && task_.hooks.cutoff(child, own.ply)) return;
  const int player = child.turn();
  watch_.count();
  own.line.size = 0;
  const Pin<G> pin(child);
  const std::uint64_t itself = mode_.repetition ? repetition_key_of(child) : 0;
  if (mode_.repetition && repeated(child, itself)) return;
  const PathEntry entry(mode_.repetition ? &path_ : nullptr, itself);
  if constexpr (Trace::on) enter(player, viewer, depth, own.ply, alpha, beta);
  std::uint16_t hint = 0;
  bool hinted = false;
  if (mode_.table)
    if (const auto found = task_.table->find(key(child, own.ply))) hint = found->move, hinted = true;
  own.list.clear();
  child.moves(own.list);
  if (own.list.size() == 0) [[unlikely]]
    throw GameError("a position that is not over has no moves");
  if (mode_.ordered) order(child, player, depth, own, hint, hinted, own.list);
  if (mode_.filter) keep_best_looking(child, player, own.ply, own.list);
  const bool mine = player == viewer;
  const double floor = mine ? alpha : -beta, ceiling = mine ? beta : -alpha;
  const double found = try_move(child, own.list[0].move, player, depth, own, floor, ceiling, false);
  const double value = mine ? found : -found;
  const bool only = own.list.size() == 1;
  const bool at_least = found > floor || floor == -INF;  // of the move; else only that it is worth no more
  if ((mine && at_least) || (only && value > alpha)) low = std::max(low, value);
  if ((!mine && at_least) || (only && value < beta)) high = std::min(high, value);
  if constexpr (Trace::on) {
    settle(NodeKind::inner, at_least ? Bound::lower : Bound::none);
    leave(player, viewer, value);
  }
}

// Outcomes from here on no longer matter.
template <Game G, class Mode, class Trace>
void Search<G, Mode, Trace>::left_out(const Frame<G>& own, std::size_t from) {
  ++stats.cutoffs;
  if constexpr (Trace::on)
    for (std::size_t i = from; i < own.list.size(); ++i)
      trace.pruned(static_cast<std::int64_t>(own.list[i].move), own.outcomes.odds[i]);
}

// The filter: a mover is taken to play what looks best at once. Not exact, and never marked as proved.
template <Game G, class Mode, class Trace>
void Search<G, Mode, Trace>::keep_best_looking(const G& position, int player, int ply, MoveList<Move>& list) {
  if (list.size() == 1) return;
  ++horizon;
  double most = -INF;
  std::size_t best = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const G child = position.play(list[i].move);
    ++stats.evaluations;
    const double looks = child.turn() == OVER ? child.payoff(player) : static_value(child, player, ply + 1);
    if (looks <= most && i > 0) continue;
    most = looks;
    best = i;
  }
  list[0] = list[best];
  list.resize(1);
}

template <Game G, class Mode, class Trace>
double Search<G, Mode, Trace>::within_range(double value, int player) const {
  return player == 0 ? std::clamp(value, low_, high_) : std::clamp(value, -high_, -low_);
}

}  // namespace zermelo
