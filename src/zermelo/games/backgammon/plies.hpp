// Looking ahead: at depth 0 a play is judged by the position it leaves; at depth n the replies to every roll are played by
// depth 0 and what follows them is looked at with depth n - 1. At the root a filter keeps the plays worth a deeper look.
//
// This is what strong programs do; it is not the full expectation over all plays (expectiminimax), and much cheaper.
#pragma once

#include "judge.hpp"

namespace zermelo::backgammon {

// Which plays go on to the next depth: the best `keep`, and up to `more` others within `within` points of the best.
struct Filter {
  std::size_t keep = 0, more = 8;
  float within = 0.16f;
};

struct Ranked {
  std::size_t index;  // in the order of the rules
  Play play;
  Chances chances;  // for the player who moves
  float equity;
  int depth;
};

class Search {
 public:
  explicit Search(const Judge& judge) : judge_(judge) {}

  // All plays of a roll, the best first; those that passed the filters are judged at the full depth and come first.
  std::vector<Ranked> rank(const Board& board, Roll roll, int depth) {
    std::vector<Ranked> all;
    judge_plays(board, roll);
    const std::vector<Board> after = after_;
    for (std::size_t i = 0; i < after.size(); ++i) {
      const Chances chances = chances_[i].turned();
      all.push_back({i, plays_.of_last()[i].play, chances, chances.equity(), 0});
    }
    sort(all, all.size());
    std::size_t kept = all.size();
    for (int d = 1; d <= depth; ++d) {
      kept = passing(all, kept, d == 1 ? Filter{0, 8, 0.16f} : Filter{0, 2, 0.04f});
      if (kept == 1) break;
      for (std::size_t i = 0; i < kept; ++i) {
        all[i].chances = value(after[all[i].index], d).turned();
        all[i].equity = all[i].chances.equity();
        all[i].depth = d;
      }
      sort(all, kept);
    }
    return all;
  }

  // The position after the play that is best at depth 0, for the other side to roll, and what it can expect.
  std::pair<Board, Chances> reply(const Board& board, Roll roll) {
    judge_plays(board, roll);
    std::size_t best = 0;
    for (std::size_t i = 1; i < after_.size(); ++i)
      if (chances_[i].equity() < chances_[best].equity()) best = i;
    return {after_[best], chances_[best]};
  }

  // What the player on roll can expect, before the roll.
  Chances value(const Board& board, int depth) {
    if (depth == 0 || over(board)) return judged(board);
    Chances sum;
    for (const Roll roll : ROLLS) {
      const auto [next, known] = reply(board, roll);
      sum.add((depth == 1 ? known : value(next, depth - 1)).turned(), static_cast<float>(roll.weight()) / 36);
    }
    return sum;
  }

  std::uint64_t evaluations = 0;

 private:
  static bool over(const Board& board) { return board.last(0) < 0 || board.last(1) < 0; }

  Chances judged(const Board& board) {
    ++evaluations;
    return judge_(board);
  }

  // Fills after_ and chances_: what every play leaves, for the other side on roll.
  void judge_plays(const Board& board, Roll roll) {
    after_.clear();
    for (const Outcome& each : plays_.of(board, roll)) {
      after_.push_back(each.board);
      after_.back().swap();
    }
    chances_.resize(after_.size());
    evaluations += after_.size();
    judge_.all(after_.data(), after_.size(), chances_.data());
  }

  static void sort(std::vector<Ranked>& all, std::size_t n) {
    std::stable_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n),
                     [](const Ranked& a, const Ranked& b) { return a.equity > b.equity; });
  }

  static std::size_t passing(const std::vector<Ranked>& all, std::size_t n, const Filter& filter) {
    std::size_t kept = std::min(n, std::max<std::size_t>(filter.keep, 1));
    while (kept < std::min(n, filter.keep + filter.more) && all[kept].equity >= all[0].equity - filter.within) ++kept;
    return kept;
  }

  const Judge& judge_;
  Plays plays_;
  std::vector<Board> after_;
  std::vector<Chances> chances_;
};

}  // namespace zermelo::backgammon
