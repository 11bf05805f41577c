// Rollouts: a position played out many times by the networks, and the average of how it ends, cube aside.
//
// The first roll is every one of the 36 in turn, the second too, so that luck at the beginning evens out. Variance reduction:
// what the dice gave, compared with all the dice could have given, is taken off each result; it averages to nothing and
// leaves mostly what the position was worth. One game costs about twenty times as much so, and counts for far more.
#pragma once

#include "core/random.hpp"
#include "plies.hpp"

namespace zermelo::backgammon {

struct RolloutPlan {
  int games = 1296;
  int plies = 0;  // after so many the networks judge; 0: play to the end
  int depth = 1;  // of the look ahead of both players: 1 or 2
  std::uint64_t seed = 0;
  bool reduce = true;
};

struct Rollout {
  Chances mean, error;  // standard errors
  double equity = 0, equity_error = 0;
  int games = 0;
};

class OneGame {
 public:
  OneGame(Lookahead& search, const RolloutPlan& plan, int number)
      : search_(search), plan_(plan), number_(number), random_(mix(plan.seed) + static_cast<std::uint64_t>(number)) {}

  // For the player on roll at the start.
  Chances play(Board board) {
    Chances luck;
    int side = 0;
    for (int ply = 0; !Judge::exact(board) && (plan_.plies == 0 || ply < plan_.plies) && ply < 2000; ++ply) {
      const Roll roll = thrown(ply);
      if (plan_.reduce) add(luck, lucky(board, roll), side);
      board = choose(board, roll);
      side ^= 1;
    }
    Chances result = search_.value(board, 0);
    if (side) result = result.turned();
    result.add(luck, -1);
    return result;
  }

 private:
  // 36 games have every first roll once, 1296 every pair of rolls.
  Roll thrown(int ply) {
    const int number = ply == 0   ? number_ % 36
                       : ply == 1 ? (number_ / 36 + number_ % 36) % 36
                                  : static_cast<int>(random_.below(36));
    const u8 a = static_cast<u8>(1 + number / 6), b = static_cast<u8>(1 + number % 6);
    return {std::max(a, b), std::min(a, b)};
  }

  // How much better this roll is than the average of all, for the player on roll.
  Chances lucky(const Board& board, Roll roll) {
    Chances luck;
    for (const Roll each : ROLLS) {
      const Chances after = search_.reply(board, each).second.turned();
      luck.add(after, -static_cast<float>(each.weight()) / 36);
      if (each.high == roll.high && each.low == roll.low) luck.add(after, 1);
    }
    return luck;
  }
  // Differences of chances change sides by their sign alone.
  static void add(Chances& luck, const Chances& more, int side) {
    luck.add(
        side ? Chances{-more.win, more.lose_gammon, more.lose_backgammon, more.win_gammon, more.win_backgammon} : more,
        1);
  }

  Board choose(const Board& board, Roll roll) {
    if (plan_.depth < 2) return search_.reply(board, roll).first;
    std::vector<Lookahead::Play> plays = search_.plays(board, roll);
    std::stable_sort(plays.begin(), plays.end(), [](const auto& a, const auto& b) { return a.worth > b.worth; });
    std::vector<float> worths;
    for (const auto& each : plays) worths.push_back(each.worth);
    const std::size_t kept = passing(worths, filter_for(1));
    if (kept == 1) return plays[0].after;
    std::size_t best = 0;
    float most = -10;
    for (std::size_t i = 0; i < kept; ++i) {
      const float worth = -search_.value(plays[i].after, 1, 1).equity();
      if (worth > most) most = worth, best = i;
    }
    return plays[best].after;
  }

  Lookahead& search_;
  const RolloutPlan& plan_;
  int number_;
  Random random_;
};

inline Rollout rollout(const Judge& judge, const Board& board, const RolloutPlan& plan) {
  Lookahead search(judge);
  double sum[6] = {}, squares[6] = {};
  for (int i = 0; i < plan.games; ++i) {
    const Chances c = OneGame(search, plan, i).play(board);
    const double values[6] = {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon, c.equity()};
    for (int k = 0; k < 6; ++k) sum[k] += values[k], squares[k] += values[k] * values[k];
  }
  const double n = plan.games;
  double mean[6], error[6];
  for (int k = 0; k < 6; ++k) {
    mean[k] = sum[k] / n;
    error[k] = n > 1 ? std::sqrt(std::max(0.0, squares[k] / n - mean[k] * mean[k]) / (n - 1)) : 0;
  }
  const auto chances = [](const double* v) {
    return Chances{static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]),
                   static_cast<float>(v[3]), static_cast<float>(v[4])};
  };
  return {chances(mean), chances(error), mean[5], error[5], plan.games};
}

}  // namespace zermelo::backgammon
