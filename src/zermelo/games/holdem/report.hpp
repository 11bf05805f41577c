// What has been learned at the end of a line of bets and cards: strategies, values and equities of every hand.
#pragma once

#include <limits>

#include "solver.hpp"

namespace zermelo::holdem {

// Goes down a line: the node, the board as it was dealt for all like it, both ranges, and how real hands are named there.
struct Line {
  std::int32_t node = 0;
  std::size_t stage = 0, place = 0;
  std::array<std::vector<float>, 2> reach;
  std::array<std::vector<Index>, 2> named;  // a real hand's number on the board that was dealt
  std::array<int, 4> suits{0, 1, 2, 3};
};

template <class Regret, class Plan>
Report Solver<Regret, Plan>::report(const std::vector<int>& path, bool values, Watch& watch) {
  Line line;
  for (std::size_t player = 0; player < 2; ++player) {
    line.reach[player] = range(player).weight;
    line.named[player].resize(range(player).padded);
    std::iota(line.named[player].begin(), line.named[player].end(), Index{0});
  }
  for (const int step : path) descend(line, step);
  const BetNode& at = node(line.node);
  const Deal& deal = spot_->deals.deals[line.stage][line.place];
  Report found;
  found.kind = at.kind;
  found.player = at.player;
  found.names = at.names;
  for (std::size_t p = 0; p < 2; ++p) found.put[p] = at.put[p];
  if (at.kind == Kind::chance) found.cards = cards_at(line, deal);
  for (std::size_t player = 0; values && player < 2; ++player) describe(line, deal, player, watch, found);
  return found;
}

template <class Regret, class Plan>
void Solver<Regret, Plan>::descend(Line& line, int step) {
  const BetNode& at = node(line.node);
  if (at.kind == Kind::decision) {
    if (step < 0 || step >= static_cast<int>(at.children.size())) throw std::out_of_range("no such action");
    const Rows::Scope scope(rows_);
    const std::size_t size = range(at.player).padded;
    const float* const share = shares(Goal::average, at, line.place) + static_cast<std::size_t>(step) * size;
    for (std::size_t h = 0; h < size; ++h) line.reach[at.player][h] *= share[h];
    line.node = at.children[static_cast<std::size_t>(step)];
    return;
  }
  if (at.kind != Kind::chance) throw std::out_of_range("the hand is over");
  const int card = step / 4 * 4 + line.suits[static_cast<std::size_t>(step % 4)];
  for (const Deal::Next& next : spot_->deals.deals[line.stage][line.place].next)
    for (const auto& like : next.cards) {
      if (like.card != card) continue;
      if (like.renaming) {
        for (int& suit : line.suits) suit = like.renaming->suits[static_cast<std::size_t>(suit)];
        for (std::size_t p = 0; p < 2; ++p)
          for (Index& h : line.named[p]) h = like.renaming->hands[p][h];
      }
      line.stage += 1;
      line.place = next.deal;
      line.node = at.children[0];
      const Deal& deal = spot_->deals.deals[line.stage][line.place];
      for (std::size_t p = 0; p < 2; ++p)
        for (const Index h : deal.dead[p]) line.reach[p][h] = 0;
      return;
    }
  throw std::out_of_range("this card is out already");
}

// The cards that may come, by their real names.
template <class Regret, class Plan>
std::vector<int> Solver<Regret, Plan>::cards_at(const Line& line, const Deal& deal) const {
  std::vector<int> found;
  for (int card = 0; card < DECK; ++card) {
    const int there = card / 4 * 4 + line.suits[static_cast<std::size_t>(card % 4)];
    if (std::find(deal.board.begin(), deal.board.end(), there) == deal.board.end()) found.push_back(card);
  }
  return found;
}

template <class Regret, class Plan>
void Solver<Regret, Plan>::describe(const Line& line, const Deal& deal, std::size_t player, Watch& watch,
                                    Report& found) {
  const Rows::Scope scope(rows_);
  const BetNode& at = node(line.node);
  const float* const other = line.reach[1 - player].data();
  const std::size_t size = range(player).padded;
  float* const met = rows_.take(1);
  const Ending all{other, met, 1};
  evaluator_.folds(player, deal, &all, 1);
  std::vector<bool> live(size, false);
  for (std::size_t h = 0; h < range(player).size; ++h) live[h] = true;
  for (const Index h : deal.dead[player]) live[h] = false;
  // By the real names of the hands: a number per hand that meets something.
  const auto named = [&](const float* row, double scale, double shift, bool against) {
    std::vector<double> out(range(player).size, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t h = 0; h < out.size(); ++h) {
      const std::size_t there = line.named[player][h];
      if (!live[there] || (against && !(met[there] > 0))) continue;
      const double number = static_cast<double>(row[there]);
      out[h] = (against ? number / static_cast<double>(met[there]) : number) * scale + shift;
    }
    return out;
  };
  const double sunk = spot_->setting().betting.pot / 2 + at.put[player];
  const Walk walk{player, Goal::average, {}, watch};
  float* const value = rows_.take(1);
  node_values(walk, line.node, line, value);
  found.values[player] = named(value, 1, sunk, true);
  const Ending shown{other, value, 1};
  evaluator_.showdowns(player, line.stage, deal, &shown, 1);
  found.equity[player] = named(value, 0.5, 0.5, true);
  found.met[player] = named(met, 1, 0, false);
  found.reach[player] = named(line.reach[player].data(), 1, 0, false);
  if (at.kind != Kind::decision || at.player != player) return;
  const float* const share = shares(Goal::average, at, line.place);
  for (std::size_t a = 0; a < at.children.size(); ++a) {
    found.shares.push_back(named(share + a * size, 1, 0, false));
    node_values(walk, at.children[a], line, value);
    found.action_values.push_back(named(value, 1, sunk, true));
  }
}

// Values at any node.
template <class Regret, class Plan>
void Solver<Regret, Plan>::node_values(const Walk& walk, std::int32_t i, const Line& line, float* out) {
  const BetNode& at = node(i);
  const Deal& deal = spot_->deals.deals[line.stage][line.place];
  const float* const other = line.reach[1 - walk.player].data();
  const Entry entry{i, other, nullptr, out};
  if (at.kind == Kind::decision) return street(walk, &entry, 1, deal, line.place, line.stage);
  if (at.kind == Kind::chance) return chances(walk, &entry, 1, deal, line.stage);
  const Ending end = ending(walk, at, other, out);
  if (at.kind == Kind::fold) return evaluator_.folds(walk.player, deal, &end, 1);
  evaluator_.showdowns(walk.player, line.stage, deal, &end, 1);
}

}  // namespace zermelo::holdem
