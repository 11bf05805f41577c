// Regret minimisation: strategies that nobody can exploit, for games in which one does not see everything.
//
// For: what sequences.hpp compiles. Both players follow, at each of their information sets, the moves they regret not
// having played; the average of what they did tends to an equilibrium, and the sum of what a best response wins against
// either of them (halved: the exploitability) tends to 0.
//
// An update of one player: the gradient g = A y against the other's plan y, one pass up its sets (regrets), one pass
// down (its new plan). Players take turns.
//
// Zinkevich et al. 2007 (CFR); Tammelin 2014 (CFR+: regrets never below 0, later plans weigh more); Brown and Sandholm
// 2019 (DCFR: earlier regrets are discounted).
#pragma once

#include <cmath>

#include "sequences.hpp"

namespace zermelo {

enum class RegretKind { cfr, plus, discounted };

// Weights of a player's sequences. A whole plan starts with 1 and is shared out at every set.
using Weights = std::vector<double>;

// How earlier regrets and plans fade (DCFR); t is the number of the iteration, from 1.
struct Discounts {
  double gains = 1.5, losses = 0.0, plans = 2.0;

  double of_gain(double t) const { return std::pow(t, gains) / (std::pow(t, gains) + 1); }
  double of_loss(double t) const { return std::pow(t, losses) / (std::pow(t, losses) + 1); }
  double of_plan(double t) const { return std::pow(t / (t + 1), plans); }
};

// The gradient: what each sequence wins, alone, against a plan of the other player.
inline void multiply(const SparseRows& rows, const Weights& other, Weights& out) {
  for (std::size_t row = 0; row + 1 < rows.begin.size(); ++row) {
    double sum = 0;
    for (auto i = rows.begin[row]; i < rows.begin[row + 1]; ++i) {
      const SparseRows::Entry& entry = rows.entries[static_cast<std::size_t>(i)];
      sum += entry.value * other[static_cast<std::size_t>(entry.column)];
    }
    out[row] = sum;
  }
}

// What the best answer to a plan of the other player wins; `choice` becomes that answer as a plan.
inline double best_response(const SequenceForm::Side& side, const Weights& other, Weights& choice) {
  Weights gain(side.sequences());
  multiply(side.payoffs, other, gain);
  std::vector<std::int32_t> best(side.sets.size());
  for (std::size_t s = side.sets.size(); s-- > 0;) {
    const InfoSet& set = side.sets[s];
    const auto begin = gain.begin() + set.first;
    best[s] = static_cast<std::int32_t>(std::max_element(begin, begin + set.moves) - begin);
    gain[static_cast<std::size_t>(set.parent)] += begin[best[s]];
  }
  choice.assign(side.sequences(), 0.0);
  choice[0] = 1;
  for (std::size_t s = 0; s < side.sets.size(); ++s)
    choice[static_cast<std::size_t>(side.sets[s].first + best[s])] =
        choice[static_cast<std::size_t>(side.sets[s].parent)];
  return gain[0];
}

class Regret {
 public:
  Regret(const SequenceForm& form, RegretKind kind, Discounts discounts = {})
      : form_(form), kind_(kind), discounts_(discounts) {
    for (std::size_t player = 0; player < 2; ++player) {
      Player& own = players_[player];
      const std::size_t size = form.sides[player].sequences();
      own.regret.assign(size, 0.0);
      own.share.assign(size, 1.0);
      own.plan.assign(size, 0.0);
      own.sum.assign(size, 0.0);
      own.gain.assign(size, 0.0);
      choose(player);
    }
  }

  // One iteration: first one player learns, then the other.
  void iterate() {
    ++iterations;
    update(0);
    update(1);
  }

  // The average plan, which is what has been learned.
  Weights average(int player) const {
    const Weights& sum = players_[static_cast<std::size_t>(player)].sum;
    if (sum[0] == 0) return players_[static_cast<std::size_t>(player)].plan;
    Weights result(sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i) result[i] = sum[i] / sum[0];
    return result;
  }

  std::uint64_t iterations = 0;

 private:
  struct Player {
    Weights regret, share, plan, sum, gain;
  };

  void update(std::size_t player) {
    Player& own = players_[player];
    const SequenceForm::Side& side = form_.sides[player];
    const auto t = static_cast<double>(iterations);
    remember(own, t);
    multiply(side.payoffs, players_[1 - player].plan, own.gain);
    const bool fade = kind_ == RegretKind::discounted;
    const double gains = fade ? discounts_.of_gain(t) : 1, losses = fade ? discounts_.of_loss(t) : 1;
    for (std::size_t s = side.sets.size(); s-- > 0;) {
      const InfoSet& set = side.sets[s];
      const auto first = static_cast<std::size_t>(set.first), end = first + static_cast<std::size_t>(set.moves);
      double value = 0;
      for (std::size_t i = first; i < end; ++i) value += own.share[i] * own.gain[i];
      own.gain[static_cast<std::size_t>(set.parent)] += value;
      for (std::size_t i = first; i < end; ++i) {
        double regret = own.regret[i] + own.gain[i] - value;
        if (kind_ == RegretKind::plus) regret = std::max(regret, 0.0);
        if (fade) regret *= regret > 0 ? gains : losses;
        own.regret[i] = regret;
      }
    }
    choose(player);
  }

  // Adds the plan that is being played to the average.
  void remember(Player& own, double t) const {
    if (kind_ == RegretKind::discounted) {
      const double fade = discounts_.of_plan(t);
      for (std::size_t i = 0; i < own.sum.size(); ++i) own.sum[i] = (own.sum[i] + own.plan[i]) * fade;
      return;
    }
    const double weight = kind_ == RegretKind::plus ? t : 1;
    for (std::size_t i = 0; i < own.sum.size(); ++i) own.sum[i] += weight * own.plan[i];
  }

  // Regret matching: every move in proportion to its regret, all alike where nothing is regretted.
  void choose(std::size_t player) {
    Player& own = players_[player];
    own.plan[0] = 1;
    for (const InfoSet& set : form_.sides[player].sets) {
      const auto first = static_cast<std::size_t>(set.first), end = first + static_cast<std::size_t>(set.moves);
      double sum = 0;
      for (std::size_t i = first; i < end; ++i) sum += std::max(own.regret[i], 0.0);
      const double scale = sum > 0 ? 1 / sum : 0, alike = 1.0 / set.moves;
      const double reach = own.plan[static_cast<std::size_t>(set.parent)];
      for (std::size_t i = first; i < end; ++i) {
        own.share[i] = sum > 0 ? std::max(own.regret[i], 0.0) * scale : alike;
        own.plan[i] = reach * own.share[i];
      }
    }
  }

  const SequenceForm& form_;
  RegretKind kind_;
  Discounts discounts_;
  std::array<Player, 2> players_;
};

// What player 0 wins when both follow their plans.
inline double expected(const SequenceForm& form, const Weights& first, const Weights& second) {
  Weights gain(form.sides[0].sequences());
  multiply(form.sides[0].payoffs, second, gain);
  double sum = 0;
  for (std::size_t i = 0; i < gain.size(); ++i) sum += gain[i] * first[i];
  return sum;
}

}  // namespace zermelo
