// Stratego: men, boards, and how a fight ends.
//
//   a cell:   bits 0-3 kind | 4 side | 5 has moved | 6 both players know it
//   a move:   bits 0-6 from | 7-13 to;   in the set-up 1 << 14 | kind, or 1 << 14 | 32 | number of a set-up from the list
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace zermelo::stratego {

using Cell = std::uint8_t;
using Move = std::uint16_t;

// The letters are those of the Gravon archive: `A` an empty square, `B` … `M` the men.
enum Kind : std::uint8_t {
  EMPTY,
  BOMB,
  SPY,
  SCOUT,
  MINER,
  SERGEANT,
  LIEUTENANT,
  CAPTAIN,
  MAJOR,
  COLONEL,
  GENERAL,
  MARSHAL,
  FLAG,
  LAKE
};
inline constexpr std::size_t KINDS = 13;  // with EMPTY, without LAKE
inline constexpr int MOST_CELLS = 100, MOST_MEN = 40;
inline constexpr Cell SIDE = 16, MOVED = 32, SHOWN = 64;
inline constexpr Move PLACING = 1 << 14, LISTED = PLACING | 32;

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
constexpr char letter_of(int kind) { return static_cast<char>('A' + kind); }
constexpr int kind_of(Cell cell) { return cell & 15; }
constexpr int side_of(Cell cell) { return cell >> 4 & 1; }
constexpr bool is_man(Cell cell) { return kind_of(cell) != EMPTY && kind_of(cell) != LAKE; }
constexpr bool can_walk(int kind) { return kind != BOMB && kind != FLAG && kind != EMPTY && kind != LAKE; }
constexpr Move make_move(int from, int to) { return static_cast<Move>(from | to << 7); }
constexpr int from_of(Move move) { return move & 127; }
constexpr int to_of(Move move) { return move >> 7 & 127; }

// 1: the attacker wins, 0: both go, -1: the defender stays.
constexpr int fight(int attacker, int defender) {
  if (defender == FLAG) return 1;
  if (defender == BOMB) return attacker == MINER ? 1 : -1;
  if (attacker == SPY && defender == MARSHAL) return 1;
  return attacker > defender ? 1 : attacker == defender ? 0 : -1;
}

using Counts = std::array<int, KINDS>;

struct Rules {
  Info info;
  int width = 10, height = 10;
  std::vector<int> lakes;
  std::array<std::vector<int>, 2> homes;  // squares in the order in which they are filled
  Counts men{};                           // of each kind, empty squares of the home included
  std::vector<std::string> setups;        // letters in that order
  int most_back = 3, most_waited = 200, most_plies = 2000;

  std::string square_name(int square) const {
    return static_cast<char>('a' + square % width) + std::to_string(square / width + 1);
  }
};

// What may be seen of a fight: who attacked, who was attacked; nothing if there was none.
struct Event {
  Move move = 0;
  std::uint8_t attacker = 0, defender = 0;
};

}  // namespace zermelo::stratego
