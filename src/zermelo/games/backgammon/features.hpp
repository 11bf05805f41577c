// What the networks see beside the men themselves: 24 numbers for each side, about 0 to 1, on what a player considers: the
// race, who is still behind whom, how hard it is to get out or to come in, what can be hit, and what is left to play.
#pragma once

#include "board.hpp"

namespace zermelo::backgammon {

inline constexpr int FEATURES_A_SIDE = 24;
inline constexpr int FEATURES = 2 * FEATURES_A_SIDE;

// One man, and which of the twelve points before it the other side holds (bit 0: the next point).
struct Freedom {
  u8 whole;  // of 36 rolls, those that it can play alone and in full (of doubles: two steps or more)
  u8 pips;   // what it can play alone on average, in thirtieths of a pip, 255 at most
};

inline const std::array<Freedom, 4096>& freedoms() {
  static const std::array<Freedom, 4096> table = [] {
    std::array<Freedom, 4096> all{};
    for (u32 blocked = 0; blocked < 4096; ++blocked) {
      const auto open = [&](int pips) { return pips > 12 || !(blocked >> (pips - 1) & 1); };
      int whole = 0, pips = 0;
      for (const Roll roll : ROLLS) {
        const int a = roll.high, b = roll.low;
        int reach = 0, steps = 0;
        if (a == b) {
          while (steps < 4 && open(reach + a)) reach += a, ++steps;
          steps = std::min(steps, 2);
        } else if ((open(a) || open(b)) && open(a + b)) {
          reach = a + b;
          steps = 2;
        } else {
          reach = open(a) ? a : open(b) ? b : 0;
        }
        whole += steps == 2 ? roll.weight() : 0;
        pips += reach * roll.weight();
      }
      all[blocked] = {static_cast<u8>(whole), static_cast<u8>(std::min(255, pips * 30 / 36))};
    }
    return all;
  }();
  return table;
}

// A side's points as bits, from its own view; bit 24 is the bar, which is never lone or made.
struct Points {
  u32 some, lone, made;
  Points(const Board& board, int side) : some(board.at_least(side, 1)) {
    constexpr u32 points = (1u << BAR) - 1;
    made = board.at_least(side, 2) & points;
    lone = some & ~made & points;
  }
};

// The 24 points seen from the other side.
inline u32 turned(u32 points) {
  points = (points >> 1 & 0x55555555) | (points & 0x55555555) << 1;
  points = (points >> 2 & 0x33333333) | (points & 0x33333333) << 2;
  points = (points >> 4 & 0x0f0f0f0f) | (points & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(points) >> 8;
}

// What a side's next roll can do to the lone men of the other, everything seen from the side that rolls.
struct Shots {
  int hits = 0, two = 0, loss = 0;  // rolls that hit; that can hit either of two; pips lost, over 36 rolls

  Shots(const u8* men, u32 some, u32 targets, u32 held) {
    if (!targets) return;
    const u32 open = ~held;
    const int bar = men[BAR];
    for (const Roll roll : ROLLS) {
      const u32 hit = (bar ? entering(bar, some, targets, open, roll) : moving(some, targets, open, roll)) & targets;
      if (!hit) continue;
      hits += roll.weight();
      if (hit & (hit - 1)) two += roll.weight();
      loss += roll.weight() * std::bit_width(hit);
    }
  }

 private:
  static u32 moving(u32 some, u32 targets, u32 open, Roll roll) {
    const int a = roll.high, b = roll.low;
    if (a == b) {
      u32 hit = 0;
      for (int i = 0; i < 4; ++i) {
        some >>= a;
        hit |= some & targets;
        some &= open;
      }
      return hit;
    }
    return some >> a | some >> b | (some >> (a + b) & (open >> a | open >> b));
  }
  static u32 entering(int bar, u32 some, u32 targets, u32 open, Roll roll) {
    u32 hit = 0;
    for (const auto& [first, second] : {std::pair{roll.high, roll.low}, std::pair{roll.low, roll.high}}) {
      const u32 entry = 1u << (24 - first);
      if (!(entry & open)) continue;
      hit |= entry & targets;
      if (bar == 1) hit |= ((some & 0xffffff) | entry) >> second;
    }
    return hit;
  }
};

// Everything about one side; `mine` and `other` are from each side's own view.
class SideFeatures {
 public:
  SideFeatures(const u8* men, const u8* foes, const Points& mine, const Points& other, float* out)
      : men_(men), foes_(foes), mine_(mine), other_(other), out_(out) {
    race();
    behind();
    blockade();
    shots();
    shape();
  }

 private:
  void put(float value) { *out_++ = value; }
  static float share(int number, int whole) { return static_cast<float>(number) / static_cast<float>(whole); }

  // How free a man of this side is that stands on a point (the bar included).
  Freedom freedom(int point) const { return freedoms()[other_.made >> (24 - point) & 0xfff]; }

  void race() {
    const int enemy = 31 - std::countl_zero(other_.some | 1);  // the other side's hindmost man
    const int wall = 23 - enemy;                               // as a point of this side
    int pips = 0, to_pass = 0, passed = 0, home = 0, off = MEN;
    for (u32 left = mine_.some; left; left &= left - 1) {
      const int i = std::countr_zero(left), n = men_[i];
      pips += n * (i + 1);
      squares_ += n * i * i;
      off -= n;
      if (i > wall) to_pass += n * (i - wall);
      if (i < wall) passed += n;
      if (i < 6) home += n;
    }
    sum_ = pips + off - MEN;
    count_ = MEN - off;
    put(share(pips, 120));
    put(share(to_pass, 100));
    put(share(passed, MEN));
    put(share(home + off, MEN));
    put(share(off, MEN));
    put(off > 0 ? 1 : 0);
  }

  // The men that have still to come home.
  void behind() {
    const int last = 31 - std::countl_zero(mine_.some | 1);
    int men = 0, whole = 0, middle = 0, spare = 0;
    for (u32 left = mine_.some >> 6 << 6; left; left &= left - 1) {
      const int i = std::countr_zero(left), n = men_[i];
      if (i >= 18) {
        men += n;
        whole += n * freedom(i).whole;
      } else {
        middle += n * (i - 5);
        spare += std::max(0, n - 2) * (i - 5);
      }
    }
    put(share(last, 24));
    put(share(freedom(last).whole, 36));
    put(share(freedom(last).pips, 255));
    put(share(men, 5));
    put(men ? share(whole, 36 * men) : 1);
    put(share(middle, 50));
    put(share(spare, 25));
    const u32 anchors = mine_.made >> 18 & 63;
    put(anchors ? share(6 - std::countr_zero(anchors), 6) : 0);
    put(share(std::popcount(anchors), 3));
  }

  // What a man of this side meets that has to come in and get out again.
  void blockade() {
    int least = 36, sum = 0;
    for (int i = 18; i < 25; ++i) {
      const int whole = freedom(i).whole;
      least = std::min(least, whole);
      sum += whole;
    }
    const int closed = std::popcount(other_.made & 63);
    put(share(least, 36));
    put(share(sum, 7 * 36));
    put(share(closed * closed, 36));
    put(share(longest_run(other_.made), 6));
  }

  void shots() {
    const Shots by_foe(foes_, other_.some, turned(mine_.lone), turned(mine_.made));
    put(share(by_foe.hits, 36));
    put(share(by_foe.two, 36));
    put(share(by_foe.loss, 36 * 12));
  }

  // How evenly the men are spread: far from their middle on both sides, and with holes wider than a die.
  void shape() {
    put(count_ ? share(count_ * squares_ - sum_ * sum_, count_ * count_ * 100) : 0);
    put(share(std::popcount(mine_.lone & 63), 3));
  }

  static int longest_run(u32 points) {
    int length = 0;
    for (; points; points &= points >> 1) ++length;
    return length;
  }

  const u8* men_;
  const u8* foes_;
  const Points& mine_;
  const Points& other_;
  float* out_;
  int count_ = 0, sum_ = 0, squares_ = 0;  // of the men, their points, and the squares of these
};

inline void features(const Board& board, float* out) {
  const Points mine(board, 0), other(board, 1);
  SideFeatures(board.men[0], board.men[1], mine, other, out);
  SideFeatures(board.men[1], board.men[0], other, mine, out + FEATURES_A_SIDE);
}

}  // namespace zermelo::backgammon
