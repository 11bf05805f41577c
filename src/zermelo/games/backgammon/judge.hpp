// The value of a position: the networks of all phases, the exact tables where they reach, and what is certain.
#pragma once

#include "bearoff.hpp"
#include "network.hpp"

namespace zermelo::backgammon {

inline Chances certain(bool won, int points) {
  Chances sure{1, points > 1 ? 1.0f : 0.0f, points > 2 ? 1.0f : 0.0f, 0, 0};
  return won ? sure : sure.turned();
}

// Both sides are home and past each other: the chances by the number of rolls each side needs.
inline Chances bear_off(const Board& board) {
  const OneSided& table = one_sided();
  const Duration& me = table.of(board.men[0]);
  const Duration& opp = table.of(board.men[1]);
  const bool me_all = board.on_board(0) == MEN, opp_all = board.on_board(1) == MEN;
  Chances result;
  float opp_left = 1;  // the chance that the opponent needs at least n rolls
  for (int n = 1; n < MOST_ROLLS; ++n) {
    const auto at = static_cast<std::size_t>(n);
    opp_left -= opp.chance[at - 1];
    result.win += me.chance[at] * opp_left;
    if (opp_all) result.win_gammon += me.chance[at] * table.still_all(board.men[1], n - 1);
    if (me_all) result.lose_gammon += opp.chance[at] * table.still_all(board.men[0], n);
    if (n > me.most && n > opp.most) break;
  }
  result.win = std::clamp(result.win, 0.0f, 1.0f);
  return result;
}

// Everything a player knows. Values are for the player on roll (side 0); the game may be over.
struct Judge {
  std::array<Network, PHASES> networks;

  // Values that need no network: of games that are over, and where the tables reach.
  static bool exact(const Board& board) {
    const int last = board.last(0), other = board.last(1);
    return last < 0 || other < 0 || (last < HOME && other < HOME && last + other <= 22);
  }
  static Chances exact_value(const Board& board) {
    if (board.last(0) < 0) return certain(true, points_won(board));
    if (board.last(1) >= 0) return home(board);
    Board seen = board;
    seen.swap();
    return certain(false, points_won(seen));
  }

  Chances operator()(const Board& board) const {
    Chances result;
    all(&board, 1, &result);
    return result;
  }

  void all(const Board* boards, std::size_t n, Chances* out) const {
    Team teams[PHASES];
    for (std::size_t i = 0; i < n; ++i) {
      if (exact(boards[i])) {
        out[i] = exact_value(boards[i]);
        continue;
      }
      const auto phase = static_cast<std::size_t>(phase_of(boards[i]));
      Team& team = teams[phase];
      team.boards[team.count] = &boards[i];
      team.places[team.count++] = i;
      if (team.count == TEAM) judge(team, networks[phase], out);
    }
    for (std::size_t phase = 0; phase < PHASES; ++phase) judge(teams[phase], networks[phase], out);
  }

  static Chances home(const Board& board) {
    Chances result = bear_off(board);
    if (board.on_board(0) <= TwoSided::MOST && board.on_board(1) <= TwoSided::MOST) result.win = two_sided().win(board);
    return result;
  }

  // No gammon against a side that has a man off, and never more gammons than wins.
  static Chances sane(const Board& board, Chances c) {
    if (board.on_board(1) < MEN) c.win_gammon = 0;
    if (board.on_board(0) < MEN) c.lose_gammon = 0;
    c.win_gammon = std::min(c.win_gammon, c.win);
    c.lose_gammon = std::min(c.lose_gammon, 1 - c.win);
    c.win_backgammon = std::min(c.win_backgammon, c.win_gammon);
    c.lose_backgammon = std::min(c.lose_backgammon, c.lose_gammon);
    return c;
  }

 private:
  struct Team {
    const Board* boards[TEAM];
    std::size_t places[TEAM];
    int count = 0;
  };

  static void judge(Team& team, const Network& network, Chances* out) {
    if (team.count == 0) return;
    Chances found[TEAM];
    network.of(team.boards, team.count, found);
    for (int i = 0; i < team.count; ++i) out[team.places[i]] = sane(*team.boards[i], found[i]);
    team.count = 0;
  }
};

}  // namespace zermelo::backgammon
