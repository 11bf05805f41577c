// What chances are worth with the doubling cube, for money and at every score of a match.
//
// Near the end, for money, everything is known (CubeTable). Elsewhere nothing here looks ahead: the value of owning a cube
// follows from the chances alone, after R. Janowski (Take-Points in Money Games, 1993). Two extremes are easy: a dead cube is never turned, and its value is a straight line in the chance of
// winning; a live cube is always turned at exactly the right moment, and its value is a line with a bend where a double
// becomes just right to drop. Real cubes lie between, at LIFE of the way.
//
// Matches: the chance of winning the match from every score is computed the same way, from short matches to long ones, with
// both players equally strong and a constant share of gammons.
#pragma once

#include "bearoff.hpp"
#include "game.hpp"
#include "network.hpp"

namespace zermelo::backgammon {

inline constexpr double LIFE = 0.68;
inline constexpr double GAMMONS = 0.27;  // of all games, as the networks judge the start

// A line with bends: the value at 0 and 1 and at up to two places between, in ascending order.
struct Bent {
  double at[4], value[4];
  int count = 0;

  void add(double where, double worth) {
    at[count] = where;
    value[count++] = worth;
  }
  double operator()(double p) const {
    int i = 1;
    while (i + 1 < count && p > at[i]) ++i;
    const double width = at[i] - at[i - 1];
    return width <= 0 ? value[i] : value[i - 1] + (value[i] - value[i - 1]) * (p - at[i - 1]) / width;
  }
};

enum class Holder { nobody, me, other };

// For money, in units of the cube as it stands. `gammons`: they count (not while Jacoby's rule forbids it).
inline double money_value(const Chances& c, Holder holder, bool gammons) {
  const double win = std::clamp<double>(c.win, 1e-6, 1 - 1e-6);
  const double won = std::max(1.0, (c.win + c.win_gammon + c.win_backgammon) / win);
  const double lost = std::max(1.0, (1 - c.win + c.lose_gammon + c.lose_backgammon) / (1 - win));
  const double take = (lost - 0.5) / (won + lost + 0.5), cash = (lost + 1) / (won + lost + 0.5);
  const double most = gammons ? won : 1, least = gammons ? -lost : -1;
  Bent live;
  live.add(0, least);
  if (holder != Holder::me) live.add(take, -1);
  if (holder != Holder::other) live.add(cash, 1);
  live.add(1, most);
  return (1 - LIFE) * (least + win * (most - least)) + LIFE * live(win);
}

// The chance of winning a match, by the points each side still needs.
class MatchTable {
 public:
  MatchTable() {
    for (int mine = 1; mine <= LONGEST_MATCH; ++mine) after_crawford_[mine] = doubled_at_once(mine);
    for (int total = 2; total <= 2 * LONGEST_MATCH; ++total)
      for (int mine = std::max(1, total - LONGEST_MATCH); mine <= std::min(LONGEST_MATCH, total - 1); ++mine)
        fill(mine, total - mine);
  }

  // Before a game. `free`: Crawford's game has been played.
  double at(int mine, int others, bool free) const {
    if (mine <= 0) return 1;
    if (others <= 0) return 0;
    if (free && others == 1) return after_crawford_[mine];
    if (free && mine == 1) return 1 - after_crawford_[others];
    return table_[mine][others];
  }

  // What can happen in a game: the match after each result, and how often gammons come in.
  struct Game {
    const MatchTable* table;
    int mine, others;
    bool crawford, free;  // this game's; for the next ones `free` holds if either does
    double win_gammon, win_backgammon, lose_gammon, lose_backgammon;  // shares of the games won, and lost

    double after(int points) const {
      const bool later = crawford || free;
      return points > 0 ? table->at(mine - points, others, later) : table->at(mine, others + points, later);
    }
    double won(int cube) const {
      return (1 - win_gammon) * after(cube) + (win_gammon - win_backgammon) * after(2 * cube) +
             win_backgammon * after(3 * cube);
    }
    double lost(int cube) const {
      return (1 - lose_gammon) * after(-cube) + (lose_gammon - lose_backgammon) * after(-2 * cube) +
             lose_backgammon * after(-3 * cube);
    }
    double dead(double p, int cube) const { return lost(cube) + p * (won(cube) - lost(cube)); }
    bool mine_to_turn(int cube) const { return !crawford && mine > cube; }
    bool others_to_turn(int cube) const { return !crawford && others > cube; }
  };

 private:
  // One point short, the leader has no use for the cube: the other doubles at once.
  double doubled_at_once(int mine) const {
    const auto later = [&](int points) { return mine <= points ? 1.0 : after_crawford_[mine - points]; };
    return mine == 1 ? 0.5 : 0.5 * ((1 - GAMMONS) * later(2) + GAMMONS * later(4));
  }
  void fill(int mine, int others);

  double table_[LONGEST_MATCH + 1][LONGEST_MATCH + 1] = {};
  double after_crawford_[LONGEST_MATCH + 1] = {};
};

// The cube at one score, from the highest it can come to down to where it stands: at each height the chance from which on
// a double is dropped, for both sides.
class Ladder {
 public:
  explicit Ladder(const MatchTable::Game& game) : game_(game) {
    for (int k = HEIGHTS - 1; k >= 0; --k) {
      const int cube = 1 << k;
      mine_[k] = others_[k] = -1;
      if (k + 1 == HEIGHTS) continue;
      if (game.mine_to_turn(cube)) mine_[k] = where(k + 1, Holder::other, game.after(cube));
      if (game.others_to_turn(cube)) others_[k] = where(k + 1, Holder::me, game.after(-cube));
    }
  }

  // The chance of winning the match, before this side's turn, with the cube at 2^k.
  double value(double p, int k, Holder holder) const {
    k = std::min(k, HEIGHTS - 1);
    const int cube = 1 << k;
    Bent live;
    live.add(0, game_.lost(cube));
    const double take = others_[k], cash = mine_[k];
    const bool low = holder != Holder::me && take >= 0, high = holder != Holder::other && cash >= 0;
    if (low && (!high || take < cash)) live.add(take, game_.after(-cube));
    if (high) live.add(cash, game_.after(cube));
    live.add(1, game_.won(cube));
    return (1 - LIFE) * game_.dead(p, cube) + LIFE * live(p);
  }

 private:
  static constexpr int HEIGHTS = 6;

  // Where the value with the cube at height k comes to `wanted`, by halving.
  double where(int k, Holder holder, double wanted) const {
    double low = 0, high = 1;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      (value(middle, k, holder) < wanted ? low : high) = middle;
    }
    return low;
  }

  const MatchTable::Game game_;
  double mine_[HEIGHTS], others_[HEIGHTS];
};

inline void MatchTable::fill(int mine, int others) {
  const bool crawford = mine == 1 || others == 1;
  if (mine == 1 && others == 1) {
    table_[mine][others] = 0.5;
    return;
  }
  const Game game{this, mine, others, crawford, false, GAMMONS, 0, GAMMONS, 0};
  table_[mine][others] = crawford ? game.dead(0.5, 1) : Ladder(game).value(0.5, 0, Holder::nobody);
}

inline const MatchTable& match_table() {
  static const MatchTable table;
  return table;
}

// Worth for the player on roll, before the dice: for money in points, in a match twice the chance of winning it less 1.
class Worth {
 public:
  explicit Worth(const Position& position) : position_(position) {
    if (!position.length && position.may_turn() && TwoSided::holds(position.board))
      known_ = &cube_table().of(position.board);
  }

  // With a double still possible, if the player may.
  double operator()(const Chances& chances) const {
    if (!known_) return rolling(chances);
    const float now = rolling_known();
    return cube() * (holder() == Holder::other ? now : known_->before(now));
  }
  // Without one, and if a double is taken.
  double rolling(const Chances& chances) const {
    return known_ ? cube() * rolling_known() : value(chances, position_.doublings, holder());
  }
  double doubled(const Chances& chances) const {
    return known_ ? cube() * 2 * known_->other : value(chances, position_.doublings + 1, Holder::other);
  }
  double dropped() const {
    const int points = 1 << position_.doublings;
    return position_.length ? 2 * game({}).after(points) - 1 : points;
  }

 private:
  double cube() const { return 1 << position_.doublings; }
  float rolling_known() const {
    return holder() == Holder::me ? known_->held : holder() == Holder::other ? known_->other : known_->middle;
  }
  Holder holder() const {
    return position_.owner == NOBODY ? Holder::nobody : position_.owner == position_.mover ? Holder::me : Holder::other;
  }
  double value(const Chances& c, int doublings, Holder holder) const {
    if (!position_.length) {
      if (!position_.cube) return position_.jacoby ? 2.0 * c.win - 1 : c.equity();
      if (doublings == MOST_DOUBLINGS) return (1 << doublings) * c.equity();
      return (1 << doublings) * money_value(c, holder, !(position_.jacoby && doublings == 0));
    }
    const MatchTable::Game game = this->game(c);
    if (!position_.cube) return 2 * game.dead(c.win, 1 << doublings) - 1;
    return 2 * Ladder(game).value(c.win, doublings, holder) - 1;
  }
  MatchTable::Game game(const Chances& c) const {
    const int me = position_.mover;
    const double win = std::max(1e-6, double{c.win}), lose = std::max(1e-6, 1.0 - c.win);
    const bool late = std::max(position_.score[0], position_.score[1]) == position_.length - 1;
    return {&match_table(),
            position_.length - position_.score[me],
            position_.length - position_.score[1 - me],
            position_.crawford,
            late && !position_.crawford,
            c.win_gammon / win,
            c.win_backgammon / win,
            c.lose_gammon / lose,
            c.lose_backgammon / lose};
  }

  const Position& position_;
  const Stakes* known_ = nullptr;
};

}  // namespace zermelo::backgammon
