// What a bridge player knows with all cards open: the double-dummy solver, and what a position looks like without it.
#pragma once

#include <memory>

#include "core/deepen.hpp"
#include "double_dummy.hpp"
#include "game.hpp"

namespace zermelo::bridge {

using Solver = DoubleDummy<Watch>;

// This thread's solver; its memory is kept from one use to the next.
inline Solver& solver_with(double megabytes) {
  thread_local std::unique_ptr<Solver> kept;
  thread_local double made_for = 0;
  if (!kept || made_for != megabytes) {
    kept.reset();
    kept = std::make_unique<Solver>(static_cast<std::size_t>(megabytes * 1024 * 1024));
    made_for = megabytes;
  }
  return *kept;
}

// The solver, set to a position with all its cards open.
inline Solver& solver_at(const Position& position, double megabytes) {
  Solver& solver = solver_with(megabytes);
  Hands before = position.held();
  for (int i = position.size - position.trick.size; i < position.size; ++i)
    for (int seat = 0; seat < SEATS; ++seat) before[seat] |= position.dealt[seat] & card_bit(position.history[i]);
  solver.begin(before, position.contract().strain);
  solver.place(position.held(), position.seat, position.trick);
  return solver;
}

// The line of best play: at every card the first of those that keep the result, the lowest of its equals. `tricks` is
// what north-south still take.
inline std::vector<Position::Move> best_line(Solver& solver, Position at, int tricks, Watch& watch) {
  std::vector<Position::Move> cards;
  while (!at.over()) {
    solver.place(at.held(), at.seat, at.trick);
    cards.push_back(static_cast<Position::Move>(solver.card_for(tricks, watch)));
    const int before = at.won[0];
    at = at.play(cards.back());
    tricks -= at.won[0] - before;
  }
  return cards;
}

}  // namespace zermelo::bridge

namespace zermelo {

template <>
struct Skill<bridge::Position> {
  using Position = bridge::Position;
  using Move = Position::Move;

  // As if the tricks left were shared evenly.
  static double value(const Position& at, int player) {
    const int side = player & 1, open = at.setup->length - at.won[0] - at.won[1];
    return (at.worth(side, at.won[side] + open / 2) + at.worth(side, at.won[side] + (open + 1) / 2)) / 2;
  }

  // Measured on random deals: about twice as many with every card.
  static double solver_nodes(const Position& at) { return 10.0 * (1 << at.plies_left() / bridge::SEATS); }

  static void solve(const Position& at, Watch& watch, std::size_t best, double megabytes, std::vector<Found>& found) {
    bridge::Solver& solver = bridge::solver_at(at, megabytes);
    const int side = at.seat & 1, guess = solver.guess();
    const auto value = [&](int tricks) { return at.worth(side, at.won[side] + tricks); };
    found.clear();
    if (best == 1) {
      const int ours = solver.tricks(guess, watch), left = bridge::count(at.held(at.seat));
      const std::vector<Move> line = bridge::best_line(solver, at, ours, watch);
      found.push_back({line[0], value(side ? left - ours : ours), Bound::exact, true, {line.begin(), line.end()}});
      for (bridge::Cards rest = at.playable() & ~bridge::card_bit(line[0]); rest; rest &= rest - 1) {
        const Move card = static_cast<Move>(bridge::lowest(rest));
        found.push_back({card, found[0].value, Bound::upper, true, {card}});
      }
      return;
    }
    const std::vector<bridge::CardValue> values = solver.cards(guess, watch);
    MoveList<Move> list;
    at.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i)
      for (const bridge::CardValue& each : values)
        if (each.run & bridge::card_bit(list[i].move))
          found.push_back({list[i].move, value(each.tricks), Bound::exact, true, {list[i].move}});
    best_first(found);
  }
};

}  // namespace zermelo
