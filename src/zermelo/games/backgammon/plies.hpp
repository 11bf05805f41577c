// Looking ahead: at depth 0 a play is judged by the position it leaves; at depth n the replies to every roll are played by
// depth 0 and what follows them is searched with depth n - 1. At the root a filter keeps the plays worth a deeper look.
//
// This is what strong programs do; it is not the full expectation over all plays (expectiminimax), and much cheaper.
#pragma once

#include <functional>

#include "judge.hpp"

namespace zermelo::backgammon {

// What chances are worth when plays are compared, in points or any other unit. The usual: single games count 1.
struct Gains {
  float win = 2, win_gammon = 1, win_backgammon = 1, lose_gammon = -1, lose_backgammon = -1, level = -1;

  float operator()(const Chances& c) const {
    return level + win * c.win + win_gammon * c.win_gammon + win_backgammon * c.win_backgammon +
           lose_gammon * c.lose_gammon + lose_backgammon * c.lose_backgammon;
  }
  // The same for the other side.
  Gains turned() const { return {win, -lose_gammon, -lose_backgammon, -win_gammon, -win_backgammon, -win - level}; }
};

class Lookahead {
 public:
  // `tick` is called with every few evaluations before they are made, and may throw to end the search.
  explicit Lookahead(const Judge& judge, const Gains& gains = {}, std::function<void(std::size_t)> tick = {})
      : judge_(judge), gains_{gains, gains.turned()}, tick_(std::move(tick)) {}

  struct Play {
    backgammon::Play play;
    Board after;      // the other side is on roll
    Chances chances;  // for the side that moved
    float worth;
  };

  // All plays of a roll, judged by what they leave, in the order of the rules. `side` is 0 if the player at the root moves.
  std::vector<Play> plays(const Board& board, Roll roll, int side = 0) {
    std::vector<Play> all;
    judge_plays(board, roll);
    for (std::size_t i = 0; i < after_.size(); ++i) {
      const Chances chances = chances_[i].turned();
      all.push_back({generator_.of_last()[i].play, after_[i], chances, gains_[side](chances)});
    }
    return all;
  }

  // The position after the play that is best at depth 0, for the other side to roll, and what it can expect.
  std::pair<Board, Chances> reply(const Board& board, Roll roll, int side = 0) {
    judge_plays(board, roll);
    const Gains& gains = gains_[1 - side];
    std::size_t best = 0;
    float least = gains(chances_[0]);
    for (std::size_t i = 1; i < after_.size(); ++i) {
      const float worth = gains(chances_[i]);
      if (worth < least) least = worth, best = i;
    }
    return {after_[best], chances_[best]};
  }

  // What the player on roll can expect, before the roll.
  Chances value(const Board& board, int depth, int side = 0) {
    if (depth == 0 || over(board)) return judged(board);
    Chances sum;
    for (const Roll roll : ROLLS) {
      const auto [next, known] = reply(board, roll, side);
      const Chances chances = depth == 1 ? known : value(next, depth - 1, 1 - side);
      sum.add(chances.turned(), static_cast<float>(roll.weight()) / 36);
    }
    return sum;
  }

  std::uint64_t evaluations = 0;

 private:
  static bool over(const Board& board) { return board.last(0) < 0 || board.last(1) < 0; }

  Chances judged(const Board& board) {
    count(1);
    return judge_(board);
  }

  // Fills after_ and chances_: what every play leaves, for the other side on roll.
  void judge_plays(const Board& board, Roll roll) {
    after_.clear();
    for (const Outcome& each : generator_.of(board, roll)) {
      after_.push_back(each.board);
      after_.back().swap();
    }
    count(after_.size());
    chances_.resize(after_.size());
    judge_.all(after_.data(), after_.size(), chances_.data());
  }

  void count(std::size_t n) {
    if (tick_) tick_(n);
    evaluations += n;
  }

  const Judge& judge_;
  Gains gains_[2];
  std::function<void(std::size_t)> tick_;
  Plays generator_;
  std::vector<Board> after_;
  std::vector<Chances> chances_;
};

// Plays go on to a deeper look if they are among the best `keep`, or within `within` of the best and among `most`.
struct Filter {
  std::size_t keep, most;
  float within;
};
inline Filter filter_for(int depth) { return depth == 1 ? Filter{1, 6, 0.12f} : Filter{1, 3, 0.05f}; }

// How many of the plays, sorted by their worth, pass.
inline std::size_t passing(const std::vector<float>& worths, const Filter& filter) {
  std::size_t n = std::min(worths.size(), filter.keep);
  while (n < std::min(worths.size(), filter.most) && worths[n] >= worths[0] - filter.within) ++n;
  return n;
}

}  // namespace zermelo::backgammon
