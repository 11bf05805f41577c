// Counting positions: perft (move sequences of a length, S4.4), whole trees, distinct positions.
#pragma once

#include <deque>
#include <unordered_set>

#include "clock.hpp"
#include "game.hpp"

namespace zermelo {

// The moves of a position, counted; 0 if it is over. Games that can count without listing them say so by count_moves().
template <Game G>
std::uint64_t count_moves(const G& position, MoveList<typename G::Move>& list) {
  if constexpr (requires { position.count_moves(); }) {
    return static_cast<std::uint64_t>(position.count_moves());
  } else {
    if (position.turn() == OVER) return 0;
    const Pin<G> pin(position);
    list.clear();
    position.moves(list);
    return list.size();
  }
}

// Whether sequences go on after a draw that ended the game while there were moves: where everybody counts like that, the
// game says `static constexpr bool counts_past_draws = true`, and its moves() and count_moves() may be asked then, too.
template <class G>
inline constexpr bool counts_past_draws = requires { requires G::counts_past_draws; };

// Move sequences of exactly `depth` plies. Games that end earlier count only if Info::counts_ended says so: once each.
template <Game G>
std::uint64_t perft(const G& position, int depth, Watch& watch) {
  const std::uint64_t ended = position.info().counts_ended ? 1 : 0;
  std::vector<MoveList<typename G::Move>> lists(static_cast<std::size_t>(depth) + 1);
  const auto walk = [&](const auto& self, const G& at, int left) -> std::uint64_t {
    watch.count();
    if (left == 0) return 1;
    MoveList<typename G::Move>& list = lists[static_cast<std::size_t>(left)];
    if (left == 1) {
      const std::uint64_t count = count_moves(at, list);
      return count ? count : ended;
    }
    if (!counts_past_draws<G> && at.turn() == OVER) return ended;
    const Pin<G> pin(at);
    list.clear();
    at.moves(list);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < list.size(); ++i) sum += self(self, at.play(list[i].move), left - 1);
    return sum;
  };
  return walk(walk, position, depth);
}

struct TreeSize {
  std::uint64_t nodes = 0, games = 0, first_wins = 0, second_wins = 0, draws = 0;
};

// Every node of the tree below `position`, and how its games end.
template <Game G>
void measure_tree(const G& position, int depth, Watch& watch, TreeSize& size) {
  watch.count();
  ++size.nodes;
  if (position.turn() == OVER) {
    ++size.games;
    const double payoff = position.payoff(0);
    ++(payoff > 0 ? size.first_wins : payoff < 0 ? size.second_wins : size.draws);
    return;
  }
  if (depth == 0) return;
  const Pin<G> pin(position);
  MoveList<typename G::Move> list;
  position.moves(list);
  for (std::size_t i = 0; i < list.size(); ++i) measure_tree(position.play(list[i].move), depth - 1, watch, size);
}

// Distinct positions by the number of plies to them; with `symmetric`, up to mirror images.
template <Game G>
std::vector<std::uint64_t> distinct_positions(const G& position, int depth, bool symmetric, Watch& watch) {
  const auto key = [&](const G& g) {
    if constexpr (HasSymmetry<G>)
      if (symmetric) return g.canonical().key();
    return g.key();
  };
  std::vector<std::uint64_t> counts;
  std::deque<Pin<G>> level, next;
  level.emplace_back(position);
  MoveList<typename G::Move> list;
  for (int ply = 0; ply <= depth && !level.empty(); ++ply) {
    counts.push_back(level.size());
    std::unordered_set<std::uint64_t> seen;
    for (const auto& [each] : level) {
      if (each.turn() == OVER || ply == depth) continue;
      list.clear();
      each.moves(list);
      for (std::size_t i = 0; i < list.size(); ++i) {
        watch.count();
        const G child = each.play(list[i].move);
        if (seen.insert(key(child)).second) next.emplace_back(child);
      }
    }
    level.swap(next);
    next.clear();
  }
  return counts;
}

}  // namespace zermelo
