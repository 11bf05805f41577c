// Rock, paper, scissors, with what each is worth: simultaneous moves as hidden moves. The rules.
//
// The first chooses, then the second, who does not see it; then both are shown. Paper beats rock, scissors beat paper, rock
// beats scissors, and the winner gets what the winning hand is worth.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/game.hpp"

namespace zermelo::rps {

inline const std::string HANDS = "rps";
inline const std::array<std::string, 3> NAMES = {"rock", "paper", "scissors"};

struct Rules {
  explicit Rules(std::array<int, 3> worth_) : worth(worth_) {
    info.name = "rps";
    info.payoffs = Payoffs::points;
    info.players = {"first", "second"};
    info.hidden = info.small = true;
    info.max_plies = 2;
    for (const int each : worth) info.high = std::isinf(info.high) ? each : std::max<double>(info.high, each);
    info.low = -info.high;
  }

  std::array<int, 3> worth;  // of winning with rock, paper, scissors
  Info info;
};

struct Position {
  using Move = std::uint8_t;

  const Rules* rules;
  std::int8_t hand[2] = {-1, -1};

  int turn() const { return hand[0] < 0 ? 0 : hand[1] < 0 ? 1 : OVER; }
  void moves(MoveList<Move>& out) const {
    for (Move each = 0; each < 3; ++each) out.add(each);
  }
  Position play(Move move) const {
    Position next = *this;
    next.hand[hand[0] < 0 ? 0 : 1] = static_cast<std::int8_t>(move);
    return next;
  }
  double payoff(int player) const {
    const int ahead = (hand[0] - hand[1] + 3) % 3;
    if (ahead == 0) return 0;
    const int winner = ahead == 1 ? 0 : 1;
    return rules->worth[static_cast<std::size_t>(hand[winner])] * (winner == player ? 1 : -1);
  }

  // The player's own hand; that the first has chosen, everybody sees; at the end both.
  std::string view(int player) const { return turn() == 1 && player == 1 ? "?" : text(); }
  Position sample(int player, Random& random) const {
    return turn() == 1 && player == 1 ? Position{rules, {static_cast<std::int8_t>(random.below(3)), -1}} : *this;
  }
  void worlds(int player, std::vector<World<Position>>& out) const {
    if (turn() == 1 && player == 1)
      for (std::int8_t each = 0; each < 3; ++each) out.push_back({{rules, {each, -1}}, 1.0 / 3});
    else
      out.push_back({*this, 1.0});
  }

  std::uint64_t key() const { return mix(static_cast<std::uint64_t>(4 * (hand[0] + 1) + hand[1] + 1)); }
  bool equals(const Position& other) const { return rules->worth == other.rules->worth && key() == other.key(); }
  const Info& info() const { return rules->info; }
  int plies_left() const { return (hand[0] < 0) + (hand[1] < 0); }
  std::string name(Move move) const { return NAMES[move]; }
  bool also_reads(Move move, const std::string& text) const { return text == HANDS.substr(move, 1); }

  // `-`, then the hands: `r`, `rp`.
  std::string text() const {
    std::string out;
    for (const int each : hand)
      if (each >= 0) out += HANDS[static_cast<std::size_t>(each)];
    return out.empty() ? "-" : out;
  }
};

}  // namespace zermelo::rps
