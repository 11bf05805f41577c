// What a backgammon player knows: the judgement of the networks with the cube and the match counted in, and a search of its
// own, which looks ahead as plies.hpp says and is not exact.
//
// Depth n is n decisions: at depth 1 plays are judged by what they leave (others call this 0-ply), at depth 3 after two rolls.
#pragma once

#include <limits>

#include "core/deepen.hpp"
#include "cube.hpp"
#include "plies.hpp"

namespace zermelo {

namespace backgammon {

inline constexpr int DEEPEST = 4;

// The networks in use: loaded once, never freed.
inline std::atomic<const Judge*>& loaded_judge() {
  static std::atomic<const Judge*> judge{nullptr};
  return judge;
}
inline const Judge& judge() {
  const Judge* loaded = loaded_judge().load(std::memory_order_acquire);
  if (!loaded) throw GameError("backgammon: the networks are not loaded");
  return *loaded;
}

// What a result of the game is worth in a position, for choosing between plays below the root, where the cube stays as it is.
inline Gains gains_of(const Position& position) {
  if (!position.length) return position.jacoby && position.doublings == 0 ? Gains{2, 0, 0, 0, 0, -1} : Gains{};
  const int me = position.mover, cube = 1 << position.doublings;
  const MatchTable::Game game{&match_table(),
                              position.length - position.score[me],
                              position.length - position.score[1 - me],
                              position.crawford,
                              false,
                              0,
                              0,
                              0,
                              0};
  const auto won = [&](int n) { return static_cast<float>(2 * game.after(n * cube) - 1); };
  return {won(1) - won(-1), won(2) - won(1), won(3) - won(2), won(-2) - won(-1), won(-3) - won(-2), won(-1)};
}

// What the position before a game of a match is worth to a player.
inline double before_game(const Position& position, int player) {
  const bool late = std::max(position.score[0], position.score[1]) == position.length - 1;
  const int mine = position.length - position.score[player], others = position.length - position.score[1 - player];
  return 2 * match_table().at(mine, others, late && !position.crawford) - 1;
}

// The plays of one roll, the best first, searched more and more deeply.
class Ranking {
 public:
  using Move = Position::Move;
  struct Candidate {
    Move move;
    double value;  // for the player who moves
    Chances chances;
    Board after;
    int depth;
  };

  // `side` is 0 if the player at the root moves; the best `best` plays get as deep a look as any.
  Ranking(const Position& position, Lookahead& search, int side, std::size_t best)
      : position_(position), search_(search), side_(side), best_(best) {
    for (const Lookahead::Play& each : search.plays(position.board, position.dice, side))
      all_.push_back({each.play, worth(each.play, each.chances), each.chances, each.after, 1});
    kept_ = all_.size();
    sort();
  }

  // To depth 2, 3, … in turn. Nothing is changed if the search is broken off.
  void deepen(int depth) {
    std::vector<float> worths;
    for (std::size_t i = 0; i < kept_; ++i) worths.push_back(static_cast<float>(all_[i].value));
    Filter filter = filter_for(depth - 1);
    filter.keep = std::max(filter.keep, best_);
    const std::size_t kept = passing(worths, filter);
    std::vector<Candidate> deeper(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(kept));
    for (Candidate& each : deeper) {
      each.depth = depth;
      if (each.after.last(1) < 0) continue;  // the game is won
      each.chances = search_.value(each.after, depth - 1, 1 - side_).turned();
      each.value = worth(each.move, each.chances);
    }
    std::copy(deeper.begin(), deeper.end(), all_.begin());
    kept_ = kept;
    sort();
  }

  const std::vector<Candidate>& all() const { return all_; }
  std::size_t kept() const { return kept_; }  // with the deepest look

 private:
  double worth(Move move, const Chances& chances) const {
    const Position next = position_.play(move);
    if (next.turn() == OVER) return next.payoff(position_.mover);
    if (next.stage == Stage::opening) return before_game(next, position_.mover);
    return -Worth(next)(chances.turned());
  }
  void sort() {
    std::stable_sort(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(kept_),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
  }

  const Position position_;
  Lookahead& search_;
  int side_;
  std::size_t best_, kept_ = 0;
  std::vector<Candidate> all_;
};

// One decision, or one throw of the dice, searched more and more deeply.
class Decision {
 public:
  using Move = Position::Move;

  Decision(const Position& position, const Plan<Position>& plan, Control& control)
      : position_(position),
        plan_(plan),
        control_(control),
        watch_(control, true),
        search_(judge(), gains_of(position), [this](std::size_t n) { tick(n); }) {}

  Findings run() {
    const Limits& limits = control_.limits;
    try {
      for (int depth = 1; depth <= std::min(limits.depth, DEEPEST); ++depth) {
        const double begun = seconds_since(control_.start);
        look(depth);
        finish(depth);
        if (depth == 1) watch_.check();
        const double now = seconds_since(control_.start);
        if (limits.soft > 0 && (findings_.moves.size() == 1 || now + 10 * (now - begun) > limits.soft)) {
          findings_.stopped = "seconds";
          break;
        }
      }
    } catch (const Stopped& stop) {
      findings_.stopped = stop.why;
    }
    findings_.seconds = seconds_since(control_.start);
    return findings_;
  }

 private:
  // The first look is always finished: it takes about a millisecond.
  void tick(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
      if (findings_.depth)
        watch_.count();
      else
        ++watch_.nodes;
  }

  void look(int depth) {
    switch (position_.stage) {
      case Stage::move:
        plays(depth);
        break;
      case Stage::choice:
      case Stage::offered:
        cube(depth);
        break;
      default:
        dice(depth);
    }
  }

  void plays(int depth) {
    if (!ranking_)
      ranking_.emplace(position_, search_, 0, plan_.best ? plan_.best : std::numeric_limits<std::size_t>::max());
    else
      ranking_->deepen(depth);
    findings_.moves.clear();
    for (const Ranking::Candidate& each : ranking_->all())
      findings_.moves.push_back(
          found(each.move, each.value, findings_.moves.size() < ranking_->kept() ? Bound::exact : Bound::upper));
    findings_.ranked = plan_.best ? std::min(plan_.best, ranking_->kept()) : ranking_->kept();
  }

  void cube(int depth) {
    const Chances chances = search_.value(position_.board, depth - 1);
    const Worth worth(position_);
    const double take = worth.doubled(chances), drop = worth.dropped();
    if (position_.stage == Stage::choice)
      findings_.moves = {found(0, worth.rolling(chances)), found(1, std::min(take, drop))};
    else
      findings_.moves = {found(0, -take), found(1, -drop)};
    if (findings_.moves[1].value > findings_.moves[0].value) std::swap(findings_.moves[0], findings_.moves[1]);
    findings_.ranked = plan_.best == 1 ? 1 : 2;
  }

  // Every throw with the value of the best play after it, for player 0.
  void dice(int depth) {
    MoveList<Move> list;
    position_.moves(list);
    std::vector<Found> moves;
    double expected = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Position rolled = position_.play(list[i].move);
      Ranking ranking(rolled, search_, rolled.mover == position_.mover ? 0 : 1, 1);
      for (int d = 2; d <= depth; ++d) ranking.deepen(d);
      const double value = ranking.all().front().value * (rolled.mover == 0 ? 1 : -1);
      moves.push_back(found(list[i].move, value));
      expected += position_.odds(list[i].move) * value;
    }
    findings_.moves = std::move(moves);
    findings_.expected = expected;
    findings_.ranked = findings_.moves.size();
  }

  static Found found(Move move, double value, Bound bound = Bound::exact) {
    return {.move = move, .value = value, .bound = bound, .line = {move}};
  }

  void finish(int depth) {
    findings_.depth = findings_.stats.deepest = depth;
    if (depth > 1)  // only the plays that looked best were followed
      for (auto& each : findings_.moves) each.about = true;
    findings_.nodes = watch_.nodes;
    findings_.stats.evaluations = search_.evaluations;
    findings_.seconds = seconds_since(control_.start);
    findings_.depths.push_back(depth);
    findings_.depth_nodes.push_back(watch_.nodes);
    if (plan_.progress) plan_.progress(findings_);
  }

  const Position position_;
  const Plan<Position>& plan_;
  Control& control_;
  Watch watch_;
  Lookahead search_;
  Findings findings_;
  std::optional<Ranking> ranking_;
};

}  // namespace backgammon

template <>
struct Skill<backgammon::Position> {
  using Position = backgammon::Position;

  // Before the dice, the networks' judgement with the cube counted in; after them, that of the best play.
  static double value(const Position& position, int player) {
    using namespace backgammon;
    if (position.stage == Stage::opening) return position.length ? before_game(position, player) : 0;
    double mover = 0;
    if (position.stage == Stage::move) {
      Lookahead search(judge(), gains_of(position));
      mover = Ranking(position, search, 0, 1).all().front().value;
    } else {
      const Chances chances = judge()(position.board);
      const Worth worth(position);
      mover = position.stage == Stage::offered ? std::min(worth.doubled(chances), worth.dropped())
              : position.stage == Stage::roll  ? worth.rolling(chances)
                                               : worth(chances);
    }
    return player == position.mover ? mover : -mover;
  }

  static Findings search(const Position& position, const Plan<Position>& plan, Control& control) {
    return backgammon::Decision(position, plan, control).run();
  }
};

}  // namespace zermelo
