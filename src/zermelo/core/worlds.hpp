// The positions a player cannot tell apart, found the slow way: by walking through the whole game from its start. For
// small games, and to test the quick ways of others against.
#pragma once

#include <deque>
#include <unordered_map>

#include "clock.hpp"
#include "game.hpp"

namespace zermelo {

// The most positions walked through; fewer where every position is asked of Python.
template <class G>
inline constexpr std::uint64_t MOST_WALKED = HasPins<G> ? 200'000 : 3'000'000;

// What a player sees of a game of perfect information: all of it.
template <class G>
std::string view_of(const G& position, int player) {
  if constexpr (HasView<G>)
    if (position.info().hidden) return position.view(player);
  return position.text();
}

template <class G>
class WorldWalk {
 public:
  WorldWalk(const G& wanted, int player, Watch& watch)
      : player_(player), turn_(wanted.turn()), view_(view_of(wanted, player)), watch_(watch) {}

  // Every position below `start` that the player cannot tell from the wanted one; the chances add up to 1. They are kept
  // in store for as long as this walk lives.
  const std::vector<World<G>>& all(const G& start) {
    walk(start, 1, 0);
    double sum = 0;
    for (const World<G>& each : found_) sum += each.chance;
    for (World<G>& each : found_) each.chance /= sum;
    return found_;
  }

 private:
  void walk(const G& at, double chance, int ply) {
    watch_.count();
    if (++walked_ > MOST_WALKED<G> || ply > at.info().max_plies)
      throw GameError(at.info().name + ": too large a game to list the positions that a player cannot tell apart" +
                      " by walking through it; it needs a worlds or sample of its own");
    const int turn = at.turn();
    const std::string view = view_of(at, player_);
    if (turn == turn_ && view == view_) add(at, chance);
    if (turn == OVER || (at.info().view_grows && !view_.starts_with(view))) return;
    const Pin<G> pin(at);
    MoveList<typename G::Move> list;
    at.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const typename G::Move move = list[i].move;
      double share = turn == player_ ? 1 : 1.0 / static_cast<double>(list.size());
      if constexpr (HasOdds<G>)
        if (turn == CHANCE) share = at.odds(move);
      walk(at.play(move), chance * share, ply + 1);
    }
  }

  // The same position may be reached in several ways that only others know.
  void add(const G& at, double chance) {
    auto [first, last] = places_.equal_range(at.key());
    for (; first != last; ++first)
      if (found_[first->second].position.equals(at)) {
        found_[first->second].chance += chance;
        return;
      }
    places_.emplace(at.key(), found_.size());
    held_.emplace_back(at);
    found_.push_back({at, chance});
  }

  int player_, turn_;
  std::string view_;
  Watch& watch_;
  std::uint64_t walked_ = 0;
  std::unordered_multimap<std::uint64_t, std::size_t> places_;
  std::vector<World<G>> found_;
  std::deque<Pin<G>> held_;
};

}  // namespace zermelo
