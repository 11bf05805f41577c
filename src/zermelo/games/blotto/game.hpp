// Colonel Blotto: coins are shared out over fields, by both at once; whoever has put more on a field has won it. The rules.
//
// The first shares out, then the second, who does not see it. The payoff is 1 for winning more fields than the other, or
// the difference of fields won.
#pragma once

#include <algorithm>
#include <string>

#include "core/game.hpp"

namespace zermelo::blotto {

struct Rules {
  Rules(int first, int second, int fields_, bool difference_)
      : coins{first, second}, fields(fields_), difference(difference_) {
    for (int player = 0; player < 2; ++player) {
      std::vector<std::uint8_t> part(static_cast<std::size_t>(fields));
      list(player, part, 0, coins[player]);
    }
    info.name = "blotto";
    info.players = {"first", "second"};
    info.payoffs = difference ? Payoffs::points : Payoffs::outcome;
    info.hidden = info.small = true;
    info.max_plies = 2;
    info.high = difference ? fields : 1;
    info.low = -info.high;
  }

  // All ways to put the coins that are left on the fields from `field` on.
  void list(int player, std::vector<std::uint8_t>& part, int field, int left) {
    const auto at = static_cast<std::size_t>(field);
    if (field == fields - 1) {
      part[at] = static_cast<std::uint8_t>(left);
      ways[player].push_back(part);
      return;
    }
    for (int coins_here = 0; coins_here <= left; ++coins_here) {
      part[at] = static_cast<std::uint8_t>(coins_here);
      list(player, part, field + 1, left - coins_here);
    }
  }

  int coins[2], fields;
  bool difference;
  std::vector<std::vector<std::uint8_t>> ways[2];
  Info info;
};

struct Position {
  using Move = std::uint16_t;  // which way to share out

  const Rules* rules;
  std::int32_t way[2] = {-1, -1};

  int turn() const { return way[0] < 0 ? 0 : way[1] < 0 ? 1 : OVER; }
  void moves(MoveList<Move>& out) const {
    for (std::size_t i = 0; i < rules->ways[turn()].size(); ++i) out.add(static_cast<Move>(i));
  }
  Position play(Move move) const {
    Position next = *this;
    next.way[turn()] = move;
    return next;
  }
  double payoff(int player) const {
    int ahead = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rules->fields); ++i) {
      const int first = shared(0)[i], second = shared(1)[i];
      ahead += (first > second) - (first < second);
    }
    if (!rules->difference) ahead = (ahead > 0) - (ahead < 0);
    return player == 0 ? ahead : -ahead;
  }

  std::string view(int player) const { return turn() == 1 && player == 1 ? "?" : text(); }
  Position sample(int player, Random& random) const {
    if (turn() != 1 || player != 1) return *this;
    return {rules, {static_cast<std::int32_t>(random.below(rules->ways[0].size())), -1}};
  }
  void worlds(int player, std::vector<World<Position>>& out) const {
    const std::size_t count = turn() == 1 && player == 1 ? rules->ways[0].size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      Position world = *this;
      if (count > 1) world.way[0] = static_cast<std::int32_t>(i);
      out.push_back({world, 1.0 / static_cast<double>(count)});
    }
  }

  std::uint64_t key() const {
    return mix(static_cast<std::uint64_t>(way[0] + 1) << 32 | static_cast<std::uint32_t>(way[1] + 1));
  }
  bool equals(const Position& other) const { return rules == other.rules && key() == other.key(); }
  const Info& info() const { return rules->info; }
  int plies_left() const { return (way[0] < 0) + (way[1] < 0); }

  // `3-3-4`: the coins on each field.
  std::string name(Move move) const { return written(rules->ways[turn()][move]); }
  bool also_reads(Move, const std::string&) const { return false; }
  std::string text() const {
    if (way[0] < 0) return ".";
    return written(shared(0)) + (way[1] < 0 ? "" : " " + written(shared(1)));
  }

 private:
  const std::vector<std::uint8_t>& shared(int player) const {
    return rules->ways[player][static_cast<std::size_t>(way[player])];
  }
  static std::string written(const std::vector<std::uint8_t>& coins) {
    std::string out;
    for (const int each : coins) out += (out.empty() ? "" : "-") + std::to_string(each);
    return out;
  }
};

}  // namespace zermelo::blotto
