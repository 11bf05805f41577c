// Games of the engine against itself, as positions with their results: what the evaluation is learned from.
#pragma once

#include "root.hpp"

namespace zermelo::othello {

inline constexpr u64 START_ME = 0x0000000810000000ULL, START_OPP = 0x0000001008000000ULL;

// 20 bytes in a file, little endian.
struct __attribute__((packed)) Record {
  u64 me, opp;
  std::int16_t score;       // the game's result for the side to move, in discs
  std::uint16_t exact = 0;  // 1: the position's value for certain; 0: the result of the game that was played
};
static_assert(sizeof(Record) == 20);

struct SelfPlay {
  int depth = 4;                           // of the search for a move
  int exact = 14;                          // empty squares from which moves are perfect
  int least_random = 8, most_random = 46;  // moves at random before the first that counts; few are likelier
};

// A small generator of its own, so that a game depends on its number alone.
class Dice {
 public:
  explicit Dice(u64 seed) : state_(seed) {}
  u64 next() {
    u64 x = state_ += 0x9e3779b97f4a7c15ULL;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
  }
  int below(int n) { return static_cast<int>(next() % static_cast<u64>(n)); }

 private:
  u64 state_;
};

// Appends one game's positions; nothing if it ended while moves were random.
inline void self_play(const SelfPlay& plan, u64 seed, const Weights& weights, Memory& memory,
                      std::vector<Record>& out) {
  Dice dice(seed);
  u64 me = START_ME, opp = START_OPP;
  const auto play = [&](int square) {
    const u64 turned = flips(square, me, opp), mine = me;
    me = opp ^ turned, opp = mine ^ turned ^ bit(square);
  };
  const auto can_go_on = [&] {
    if (moves(me, opp)) return true;
    std::swap(me, opp);
    return moves(me, opp) != 0;
  };
  const double share = static_cast<double>(dice.below(1000)) / 1000;
  const int random = plan.least_random + static_cast<int>(share * share * (plan.most_random - plan.least_random + 1));
  for (int i = 0; i < random; ++i) {
    if (!can_go_on()) return;
    u64 legal = moves(me, opp);
    for (int skip = dice.below(count(legal)); skip > 0; --skip) legal &= legal - 1;
    play(first_square(legal));
  }
  struct Seen {
    u64 me, opp;
    bool turn, exact;
  };
  std::vector<Seen> seen;
  bool turn = false;
  int value = NO_SCORE;  // once known: perfect play keeps it
  memory.forget();
  while (true) {
    const u64 before = me;
    if (!can_go_on()) {
      std::swap(me, opp);  // both have passed
      break;
    }
    if (me != before) turn = !turn, value = -value;
    const bool exact = count(~(me | opp)) <= plan.exact;
    Control control;
    control.limits.depth = exact ? FULL_DEPTH : plan.depth;
    Team team(memory, weights, control, 1);
    Wish wish;
    if (exact && seen.size() && seen.back().exact) wish.alpha = value - 1, wish.beta = value + 1;
    const Answer answer = Root(me, opp, team, wish).run();
    value = -answer.moves.front().score;
    seen.push_back({me, opp, turn, exact});
    play(answer.moves.front().square);
    turn = !turn;
  }
  const int result = turn ? -final_score(me, opp) : final_score(me, opp);
  for (const Seen& each : seen)
    out.push_back({each.me, each.opp, static_cast<std::int16_t>(each.turn ? -result : result), each.exact});
}

}  // namespace zermelo::othello
