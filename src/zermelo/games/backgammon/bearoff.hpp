// Bearing off, exactly. All men in the home board and no contact: a position of one side is one of 54,264, and the chances
// of being done after 1, 2, 3, … rolls follow from shorter positions, if every roll is played so as to need the fewest rolls
// on average. With at most six men on each side the play for winning most often is known too (853,776 pairs), and for money
// the play and the use of the cube that win most points.
#pragma once

#include <cmath>
#include <memory>

#include "board.hpp"

namespace zermelo::backgammon {

inline constexpr int HOME = 6;
inline constexpr int MOST_ROLLS = 32;
using Home = std::array<u8, HOME>;

// Positions of up to 15 men on six points, numbered so that fewer men on higher points come first: the number of ways to
// place what stands on each point and below.
class HomeIndex {
 public:
  static constexpr int COUNT = 54264;
  HomeIndex() {
    for (int points = 0; points <= HOME; ++points)
      for (int men = 0; men <= MEN; ++men) ways_[points][men] = choose(points + men, points);
  }
  // Positions with fewer men on the highest points come first.
  int of(const u8* home) const {
    int men = 0, index = 0;
    for (int i = HOME - 1; i >= 0; --i) {
      men += home[i];
      if (men) index += ways_[HOME - i][men - 1];
    }
    return index;
  }

 private:
  static int choose(int n, int k) {
    long long result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return static_cast<int>(result);
  }
  int ways_[HOME + 1][MEN + 1];
};

// How many rolls one side needs to be done.
struct Duration {
  float mean = 0;
  u8 most = 0;
  std::array<float, MOST_ROLLS> chance{};  // of being done with exactly this many rolls
};

// Every way to place up to `men` men on the points 0 … `point`, by the pips they still have to go.
inline void place(Home& home, int point, int men, std::vector<std::vector<Home>>& by_pips) {
  if (point < 0) {
    int pips = 0;
    for (int i = 0; i < HOME; ++i) pips += (i + 1) * home[static_cast<std::size_t>(i)];
    by_pips[static_cast<std::size_t>(pips)].push_back(home);
    return;
  }
  for (int n = 0; n <= men; ++n) {
    home[static_cast<std::size_t>(point)] = static_cast<u8>(n);
    place(home, point - 1, men - n, by_pips);
  }
  home[static_cast<std::size_t>(point)] = 0;
}

struct OneSided {
  HomeIndex index;
  std::vector<Duration> all;
  std::vector<std::array<float, 4>> no_man_off;  // with all 15 men: the chance that none is off after 0, 1, 2, 3 rolls

  const Duration& of(const u8* home) const { return all[static_cast<std::size_t>(index.of(home))]; }
  // The chance that none of 15 men in the home board is off after some rolls.
  float still_all(const u8* home, int rolls) const {
    return rolls > 3 ? 0 : no_man_off[static_cast<std::size_t>(index.of(home))][static_cast<std::size_t>(rolls)];
  }

  OneSided() : all(HomeIndex::COUNT), no_man_off(HomeIndex::COUNT) {
    // A move lowers the number of pips, so positions are done in the order of their pips.
    std::vector<std::vector<Home>> by_pips(MEN * HOME + 1);
    Home home{};
    place(home, HOME - 1, MEN, by_pips);
    Plays plays;
    for (const auto& level : by_pips)
      for (const Home& each : level) solve(each, plays);
  }

 private:
  void solve(const Home& home, Plays& plays) {
    const auto number = static_cast<std::size_t>(index.of(home.data()));
    Duration& own = all[number];
    int men = 0;
    for (const u8 n : home) men += n;
    if (men == 0) {
      own.chance[0] = 1;
      return;
    }
    Board board;
    std::copy(home.begin(), home.end(), board.men[0]);
    std::array<float, 4>& kept = no_man_off[number];
    kept = {1, 0, 0, 0};
    for (const Roll roll : ROLLS) {
      const float weight = static_cast<float>(roll.weight()) / 36;
      const Duration* best = nullptr;
      float first = 0, second = 0;  // of keeping all men, if no man can be borne off at once
      bool off = men < MEN;
      for (const Outcome& each : plays.of(board, roll)) {
        const auto next = static_cast<std::size_t>(index.of(each.board.men[0]));
        if (!best || all[next].mean < best->mean) best = &all[next];
        off = off || each.board.on_board(0) < MEN;
        if (!off && (first == 0 || no_man_off[next][1] < first))
          first = no_man_off[next][1], second = no_man_off[next][2];
      }
      for (int n = 0; n <= best->most; ++n)
        own.chance[static_cast<std::size_t>(n + 1)] += weight * best->chance[static_cast<std::size_t>(n)];
      own.mean += weight * (1 + best->mean);
      own.most = std::max<u8>(own.most, best->most + 1);
      if (!off) kept[1] += weight, kept[2] += weight * first, kept[3] += weight * second;
    }
  }
};

inline const OneSided& one_sided() {
  static const OneSided table;
  return table;
}

// Both sides home with at most six men: the chance of winning for the player on roll.
class TwoSided {
 public:
  static constexpr int MOST = 6;
  static constexpr int SIDE = 924;

  TwoSided() : value_(SIDE * SIDE) {
    numbers_.assign(HomeIndex::COUNT, -1);
    std::vector<std::vector<Home>> by_pips(MOST * HOME + 1);
    Home home{};
    place(home, HOME - 1, MOST, by_pips);
    std::vector<Home> sides;
    for (const auto& level : by_pips)
      for (const Home& each : level) {
        numbers_[static_cast<std::size_t>(one_sided().index.of(each.data()))] = static_cast<int>(sides.size());
        sides.push_back(each);
      }
    next_of(sides);
    for (int pips = 0; pips < 2 * SIDE - 1; ++pips)
      for (int me = std::max(0, pips - SIDE + 1); me <= std::min(pips, SIDE - 1); ++me) solve(me, pips - me);
  }

  static bool holds(const Board& board) {
    return board.last(0) < HOME && board.last(1) < HOME && board.on_board(0) <= MOST && board.on_board(1) <= MOST;
  }
  float win(const Board& board) const { return at(number(board.men[0]), number(board.men[1])); }

 private:
  int number(const u8* home) const { return numbers_[static_cast<std::size_t>(one_sided().index.of(home))]; }
  float at(int me, int opp) const { return value_[static_cast<std::size_t>(me * SIDE + opp)]; }

  // Where each roll can lead, for every position of a side; positions are numbered by their pips, so always lower.
  void next_of(const std::vector<Home>& sides) {
    Plays plays;
    next_.resize(sides.size());
    for (std::size_t i = 0; i < sides.size(); ++i) {
      Board board;
      std::copy(sides[i].begin(), sides[i].end(), board.men[0]);
      for (std::size_t r = 0; r < ROLLS.size(); ++r)
        for (const Outcome& each : plays.of(board, ROLLS[r])) next_[i][r].push_back(number(each.board.men[0]));
    }
  }

  void solve(int me, int opp) {
    float& own = value_[static_cast<std::size_t>(me * SIDE + opp)];
    own = me == 0 ? 1 : 0;
    if (me == 0 || opp == 0) return;
    for (std::size_t r = 0; r < ROLLS.size(); ++r) {
      float worst = 1;
      for (const int to : next_[static_cast<std::size_t>(me)][r]) worst = std::min(worst, to == 0 ? 0 : at(opp, to));
      own += static_cast<float>(ROLLS[r].weight()) / 36 * (1 - worst);
    }
  }

  friend class CubeTable;

  std::vector<int> numbers_;
  std::vector<std::array<std::vector<int>, 21>> next_;
  std::vector<float> value_;
};

inline const TwoSided& two_sided() {
  static const TwoSided table;
  return table;
}

// For money, with the cube: what the player on roll can expect, in units of the cube as it stands, by who may turn it next:
// the player on roll, either side, or the other side. No gammon is possible any more.
struct Stakes {
  float held, middle, other;  // without a double now

  // With the right to double now: a double is worth what the other side makes of it.
  float before(float rolling) const { return std::max(rolling, doubled()); }
  float doubled() const { return std::min(1.0f, 2 * other); }
};

// The same pairs as in the two-sided table; 10 MB.
class CubeTable {
 public:
  CubeTable() : rules_(two_sided()), all_(TwoSided::SIDE * TwoSided::SIDE) {
    constexpr int side = TwoSided::SIDE;
    for (int sum = 0; sum < 2 * side - 1; ++sum)
      for (int me = std::max(0, sum - side + 1); me <= std::min(sum, side - 1); ++me) solve(me, sum - me);
  }
  const Stakes& of(const Board& board) const { return at(rules_.number(board.men[0]), rules_.number(board.men[1])); }

 private:
  const Stakes& at(int me, int opp) const { return all_[static_cast<std::size_t>(me * TwoSided::SIDE + opp)]; }

  void solve(int me, int opp) {
    Stakes& own = all_[static_cast<std::size_t>(me * TwoSided::SIDE + opp)];
    own = me == 0 ? Stakes{1, 1, 1} : opp == 0 ? Stakes{-1, -1, -1} : Stakes{0, 0, 0};
    if (me == 0 || opp == 0) return;
    for (std::size_t r = 0; r < ROLLS.size(); ++r) {
      Stakes best{-1, -1, -1};
      for (const int to : rules_.next_[static_cast<std::size_t>(me)][r]) {
        if (to == 0) best = {1, 1, 1};
        const Stakes& after = at(opp, to);
        best.held = std::max(best.held, -after.other);
        best.middle = std::max(best.middle, -after.before(after.middle));
        best.other = std::max(best.other, -after.before(after.held));
      }
      const float weight = static_cast<float>(ROLLS[r].weight()) / 36;
      own.held += weight * best.held;
      own.middle += weight * best.middle;
      own.other += weight * best.other;
    }
  }

  const TwoSided& rules_;
  std::vector<Stakes> all_;
};

inline const CubeTable& cube_table() {
  static const CubeTable table;
  return table;
}

}  // namespace zermelo::backgammon
