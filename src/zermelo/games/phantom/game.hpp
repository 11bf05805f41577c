// Phantom tic-tac-toe: neither player sees the other's stones. The rules.
//
// A player names a cell. If it is free, the stone is set and the turn passes; if the other has it, the player learns so and
// names another. Three in a row win; a full board is a draw. A cell is named once at most, so a player's tries show all that
// the player knows, and both players' tries are the whole position:
//
//   tries[p]   from the lowest bits on, 5 bits each: cell + 1, and 16 if it was taken; 9 tries at most
#pragma once

#include <bit>
#include <string>

#include "core/game.hpp"

namespace zermelo::phantom {

struct Rules {
  Rules() {
    info.name = "phantom";
    info.players = {"X", "O"};
    info.hidden = info.view_grows = true;
    info.max_plies = 17;  // nine stones, and the eight others once refused at most
    info.low = -1;
    info.high = 1;
  }
  Info info;
};

inline const Rules RULES;

inline bool has_three(std::uint32_t stones) {
  constexpr std::uint32_t LINES[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
  for (const std::uint32_t line : LINES)
    if ((stones & line) == line) return true;
  return false;
}

struct Position {
  using Move = std::uint8_t;  // a cell, rows from the top

  std::uint64_t tries[2] = {0, 0};
  std::uint16_t stones[2] = {0, 0};
  std::uint16_t named[2] = {0, 0};  // cells that were tried
  std::int8_t next = 0;

  int turn() const {
    return has_three(stones[0]) || has_three(stones[1]) || (stones[0] | stones[1]) == 0777 ? OVER : next;
  }
  void moves(MoveList<Move>& out) const {
    for (Move cell = 0; cell < 9; ++cell)
      if (!(named[next] >> cell & 1)) out.add(cell);
  }
  Position play(Move cell) const {
    Position after = *this;
    const bool taken = stones[1 - next] >> cell & 1;
    std::uint64_t& log = after.tries[next];
    log |= static_cast<std::uint64_t>(cell + 1 + (taken ? 16 : 0)) << 5 * std::popcount(named[next]);
    after.named[next] = static_cast<std::uint16_t>(named[next] | 1 << cell);
    if (taken) return after;
    after.stones[next] = static_cast<std::uint16_t>(stones[next] | 1 << cell);
    after.next = static_cast<std::int8_t>(1 - next);
    return after;
  }
  double payoff(int player) const { return has_three(stones[player]) ? 1 : has_three(stones[1 - player]) ? -1 : 0; }

  // The player's own tries in order, `x` behind those that were taken: `b2 a1x c3 `.
  std::string view(int player) const { return written(player, ' '); }

  std::uint64_t key() const { return mix(mix(tries[0] + 1) + tries[1]); }
  bool equals(const Position& other) const { return tries[0] == other.tries[0] && tries[1] == other.tries[1]; }
  const Info& info() const { return RULES.info; }
  int plies_left() const { return turn() == OVER ? 0 : 18 - std::popcount(named[0]) - std::popcount(named[1]) - 1; }
  std::string name(Move cell) const { return {static_cast<char>('a' + cell % 3), static_cast<char>('1' + cell / 3)}; }
  bool also_reads(Move cell, const std::string& text) const { return text == std::to_string(cell + 1); }

  // All tries, X's before the bar: `b2,a1x,c3/c1,a1`.
  std::string text() const {
    std::string first = written(0, ','), second = written(1, ',');
    if (!first.empty()) first.pop_back();
    if (!second.empty()) second.pop_back();
    return first + "/" + second;
  }

 private:
  std::string written(int player, char after) const {
    std::string out;
    for (std::uint64_t log = tries[player]; log; log >>= 5) {
      out += name(static_cast<Move>((log & 15) - 1));
      if (log & 16) out += 'x';
      out += after;
    }
    return out;
  }
};

}  // namespace zermelo::phantom
