// Battleship: both place a fleet in secret, then shoot in turn. The rules.
//
// The first player places all ships, one by one, then the second, who sees only that it is done. Ships lie across or down, do
// not overlap and may touch. Then they shoot in turn, one cell each, and learn: miss, hit, or sunk. Whoever has sunk the
// whole fleet has won; if shots are limited and nobody has, it is a draw.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "core/game.hpp"

namespace zermelo::battleship {

__extension__ using Cells = unsigned __int128;  // bit x + width * y

inline constexpr std::size_t MOST_SHIPS = 5, MOST_CELLS = 100;
inline constexpr std::uint8_t NOWHERE = 255;

struct Place {
  Cells cells;
  std::string name;  // `a1-e1`
};

struct Rules {
  Rules(int width_, int height_, std::vector<int> fleet_, int shots_)
      : width(width_), height(height_), shots(shots_ ? shots_ : width_ * height_), fleet(std::move(fleet_)) {
    for (int cell = 0; cell < width * height; ++cell)
      cell_names.push_back(static_cast<char>('a' + cell % width) + std::to_string(cell / width + 1));
    for (const int length : fleet) {
      places.push_back(places_of(length));
      total += length;
    }
    info.name = "battleship";
    info.players = {"first", "second"};
    info.hidden = info.view_grows = true;
    info.max_plies = 2 * (static_cast<int>(fleet.size()) + shots);
    info.low = -1;
    info.high = 1;
    info.unit = 1.0 / total;
  }

  const std::string& cell_name(int cell) const { return cell_names[static_cast<std::size_t>(cell)]; }

  std::vector<Place> places_of(int length) const {
    std::vector<Place> all;
    for (const bool down : {false, true})
      for (int cell = 0; cell < width * height; ++cell) {
        const int step = down ? width : 1, room = down ? height - cell / width : width - cell % width;
        if (room < length || (down && length == 1)) continue;
        Place place{0, cell_name(cell) + "-" + cell_name(cell + step * (length - 1))};
        for (int i = 0; i < length; ++i) place.cells |= Cells{1} << (cell + i * step);
        all.push_back(std::move(place));
      }
    return all;
  }

  int width, height, shots;
  std::vector<std::string> cell_names;
  std::vector<int> fleet;                  // lengths
  std::vector<std::vector<Place>> places;  // where each ship may lie
  int total = 0;                           // cells of a fleet
  Info info;
};

struct Position {
  using Move = std::uint8_t;  // a place of the ship that comes next, or a cell

  const Rules* rules;
  std::array<std::array<std::uint8_t, MOST_SHIPS>, 2> place;
  std::array<std::array<std::uint8_t, MOST_CELLS>, 2> shot;  // in order
  std::uint8_t placed[2] = {0, 0}, fired[2] = {0, 0}, hits[2] = {0, 0};

  explicit Position(const Rules* rules_) : rules(rules_) {
    for (auto& each : place) each.fill(NOWHERE);
    for (auto& each : shot) each.fill(NOWHERE);
  }
  Position() = default;

  std::size_t ships() const { return rules->fleet.size(); }
  bool placing() const { return placed[1] < ships(); }
  int shooter() const { return fired[0] == fired[1] ? 0 : 1; }
  int turn() const {
    if (placing()) return placed[0] < ships() ? 0 : 1;
    if (hits[0] == rules->total || hits[1] == rules->total || fired[1] == rules->shots) return OVER;
    return shooter();
  }

  void moves(MoveList<Move>& out) const {
    const int player = turn();
    if (placing()) {
      const Cells mine = occupied(player);
      const auto& all = rules->places[placed[player]];
      for (std::size_t i = 0; i < all.size(); ++i)
        if (!(all[i].cells & mine)) out.add(static_cast<Move>(i));
      return;
    }
    const Cells done = shot_at(player);
    for (int cell = 0; cell < rules->width * rules->height; ++cell)
      if (!(done >> cell & 1)) out.add(static_cast<Move>(cell));
  }

  Position play(Move move) const {
    Position next = *this;
    const std::size_t player = turn() == 0 ? 0 : 1;
    if (placing()) {
      next.place[player][next.placed[player]++] = move;
    } else {
      next.shot[player][next.fired[player]++] = move;
      next.hits[player] = static_cast<std::uint8_t>(next.hits[player] + (occupied(1 - turn()) >> move & 1));
    }
    return next;
  }

  double payoff(int player) const {
    return hits[player] == rules->total ? 1 : hits[1 - player] == rules->total ? -1 : 0;
  }

  // Everything in the order it happened: the player's own ships, `+` for the other's, then all shots with what came of them.
  std::string view(int player) const { return told(player); }

  Position sample(int player, Random& random) const;
  void worlds(int player, std::vector<World<Position>>& out) const;

  std::uint64_t key() const {
    std::uint64_t sum = 0;
    for (std::size_t player = 0; player < 2; ++player) {
      for (std::size_t i = 0; i < placed[player]; ++i) sum = mix(sum + place[player][i] + 1);
      for (std::size_t i = 0; i < fired[player]; ++i) sum = mix(sum + shot[player][i] + 257);
      sum = mix(sum + 4096);
    }
    return sum;
  }
  bool equals(const Position& other) const {
    return rules == other.rules && place == other.place && shot == other.shot;
  }
  const Info& info() const { return rules->info; }
  int plies_left() const {
    if (turn() == OVER) return 0;
    return rules->info.max_plies - placed[0] - placed[1] - fired[0] - fired[1];
  }

  std::string name(Move move) const {
    return placing() ? rules->places[placed[turn()]][move].name : rules->cell_name(move);
  }
  bool also_reads(Move, const std::string&) const { return false; }
  std::string text() const {
    const std::string all = told(-1);
    return all.empty() ? "-" : all.substr(0, all.size() - 1);
  }

  Cells occupied(int player) const {
    Cells cells = 0;
    for (std::size_t i = 0; i < placed[player]; ++i) cells |= ship(player, i);
    return cells;
  }
  Cells shot_at(int player) const {
    Cells cells = 0;
    for (std::size_t i = 0; i < fired[player]; ++i) cells |= Cells{1} << shot[static_cast<std::size_t>(player)][i];
    return cells;
  }
  Cells ship(int player, std::size_t i) const {
    return rules->places[i][place[static_cast<std::size_t>(player)][i]].cells;
  }

  // What came of the player's n-th shot: 0 a miss, 1 a hit, 2 and more: a ship of that length less one was sunk.
  int result(int player, std::size_t n) const {
    const auto& all = shot[static_cast<std::size_t>(player)];
    const Cells here = Cells{1} << all[n];
    Cells before = 0;
    for (std::size_t i = 0; i <= n; ++i) before |= Cells{1} << all[i];
    for (std::size_t i = 0; i < ships(); ++i)
      if (ship(1 - player, i) & here) return ship(1 - player, i) & ~before ? 1 : rules->fleet[i] + 1;
    return 0;
  }

 private:
  std::string told(int player) const {
    std::string out;
    for (int owner = 0; owner < 2; ++owner)
      for (std::size_t i = 0; i < placed[owner]; ++i)
        out += (player == 1 - owner ? "+" : rules->places[i][place[static_cast<std::size_t>(owner)][i]].name) + " ";
    for (std::size_t i = 0; i < fired[0]; ++i)
      for (int side = 0; side < 2; ++side) {
        if (i >= fired[side]) break;
        const int came = result(side, i);
        out += rules->cell_name(shot[static_cast<std::size_t>(side)][i]);
        out += came == 0 ? ":miss " : came == 1 ? ":hit " : ":sunk" + std::to_string(came - 1) + " ";
      }
    return out;
  }
};

}  // namespace zermelo::battleship
