// Stratego's rules against endless play: two squares, and more squares (International Stratego Federation).
#pragma once

#include "game.hpp"

namespace zermelo::stratego {

// The borders that a move crosses, counted along its line: from the lower square up to the higher.
struct Crossing {
  bool across;  // along a row
  int line, low, high, direction;

  Crossing(const Rules& rules, int from, int to) {
    const int x = from % rules.width, y = from / rules.width, u = to % rules.width, v = to / rules.width;
    across = y == v;
    line = across ? y : x;
    low = across ? std::min(x, u) : std::min(y, v);
    high = across ? std::max(x, u) : std::max(y, v);
    direction = across ? u - x : v - y;
  }
  bool same_line(const Crossing& other) const { return across == other.across && line == other.line; }
};

// Whether the mover's man has gone to and fro over one border as often as it may, and would again.
inline bool goes_back_too_often(const Position& p, int from, int to) {
  Crossing last(*p.rules, from, to);
  int low = last.low, high = last.high, square = from;
  for (int times = 0;; ++times) {
    const Event* event = p.event_back(static_cast<std::size_t>(2 * times + 1));
    if (!event || to_of(event->move) != square || event->attacker) return false;
    const Crossing before(*p.rules, from_of(event->move), to_of(event->move));
    if (!before.same_line(last) || (before.direction > 0) == (last.direction > 0)) return false;
    low = std::max(low, before.low);
    high = std::min(high, before.high);
    if (low >= high) return false;
    if (times + 1 == p.rules->most_back) return true;
    square = from_of(event->move);
    last = before;
  }
}

// Whether the move goes on with a chase and brings back squares held as they were in it. A chase is a row of the mover's moves,
// each ending beside a man that then went away at once; straight back to where the chaser came from is no offence.
inline bool repeats_a_chase(const Position& p, int from, int to) {
  if (is_man(p.cells[index(to)])) return false;
  const Event* evaded = p.event_back(0);
  const Event* chased = p.event_back(1);
  if (!evaded || !chased || evaded->attacker || p.distance(to, to_of(evaded->move)) != 1) return false;
  if (from == to_of(chased->move) && to == from_of(chased->move)) return false;
  const std::uint32_t held = p.held_hash(from, to);
  for (std::size_t back = 0;; back += 2) {
    evaded = p.event_back(back);
    chased = p.event_back(back + 1);
    if (!evaded || !chased || evaded->attacker || chased->attacker) return false;
    if (p.distance(to_of(chased->move), from_of(evaded->move)) != 1) return false;
    if (p.hash_back(back + 1) == held) return true;
  }
}

inline bool Position::is_forbidden(int from, int to) const {
  return goes_back_too_often(*this, from, to) || repeats_a_chase(*this, from, to);
}

}  // namespace zermelo::stratego
