// Regret minimisation by sampling, for games too large to be written out: only the places that are met are kept.
//
// For: two-player zero-sum games with chance and hidden information. One iteration walks the game once for each player:
// all of its moves, but one outcome of the dice and one move of the other, drawn by what the other plays now.
//
// Lanctot et al. 2009 (external sampling).
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include "clock.hpp"
#include "game.hpp"

namespace zermelo {

class SampledRegret {
 public:
  struct Place {
    std::vector<std::string> names;  // of the moves
    std::vector<double> regret, sum;
  };

  virtual ~SampledRegret() = default;
  virtual void iterate(Watch& watch) = 0;

  std::uint64_t iterations = 0;
  std::uint64_t most_places = 0;
  bool python = false;                                           // the rules are Python code
  std::array<std::unordered_map<std::string, Place>, 2> places;  // by what the player has seen
};

template <Game G>
class ExternalSampling final : public SampledRegret {
 public:
  // `owner` keeps alive whatever the position points to.
  ExternalSampling(const G& root, std::shared_ptr<void> owner, std::uint64_t seed)
      : owner_(std::move(owner)), root_(root), random_(seed) {}

  void iterate(Watch& watch) override {
    ++iterations;
    for (int player = 0; player < 2; ++player) walk(root_, player, 0, watch);
  }

 private:
  // What `learner` wins from here in this sample.
  double walk(const G& position, int learner, int ply, Watch& watch) {
    watch.count();
    const int player = position.turn();
    if (player == OVER) return position.payoff(learner);
    const Info& info = position.info();
    if (ply >= info.max_plies)
      throw GameError(info.name + ": the game did not end within " + std::to_string(info.max_plies) + " plies");
    const Pin<G> pin(position);
    MoveList<typename G::Move> list;
    position.moves(list);
    if (player == CHANCE) return walk(position.play(rolled(position, list)), learner, ply + 1, watch);
    Place& place = place_at(position, player, list);
    std::vector<double> shares = matched(place.regret);
    if (player != learner) {
      for (std::size_t i = 0; i < shares.size(); ++i) place.sum[i] += shares[i];
      return walk(position.play(list[drawn(shares)].move), learner, ply + 1, watch);
    }
    std::vector<double> values(list.size());
    double value = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      values[i] = walk(position.play(list[i].move), learner, ply + 1, watch);
      value += shares[i] * values[i];
    }
    for (std::size_t i = 0; i < list.size(); ++i) place.regret[i] += values[i] - value;
    return value;
  }

  Place& place_at(const G& position, int player, const MoveList<typename G::Move>& list) {
    auto& known = places[static_cast<std::size_t>(player)];
    const auto [entry, fresh] = known.try_emplace(position.view(player));
    Place& place = entry->second;
    if (fresh) {
      if (places[0].size() + places[1].size() > most_places)
        throw GameError(position.info().name + ": more than " + std::to_string(most_places) +
                        " different views were met; allow more, or solve a smaller part of the game");
      place.regret.assign(list.size(), 0.0);
      place.sum.assign(list.size(), 0.0);
      for (std::size_t i = 0; i < list.size(); ++i) place.names.push_back(position.name(list[i].move));
    } else if (place.regret.size() != list.size()) {
      throw GameError(position.info().name + ": positions that look alike to player " + std::to_string(player) +
                      " have different moves: \"" + entry->first + "\"");
    }
    return place;
  }

  static std::vector<double> matched(const std::vector<double>& regret) {
    std::vector<double> shares(regret.size());
    double sum = 0;
    for (std::size_t i = 0; i < regret.size(); ++i) sum += shares[i] = std::max(regret[i], 0.0);
    for (double& each : shares) each = sum > 0 ? each / sum : 1.0 / static_cast<double>(regret.size());
    return shares;
  }

  std::size_t drawn(const std::vector<double>& shares) {
    double left = random_.unit();
    for (std::size_t i = 0; i + 1 < shares.size(); ++i)
      if ((left -= shares[i]) < 0) return i;
    return shares.size() - 1;
  }

  typename G::Move rolled(const G& position, const MoveList<typename G::Move>& list) {
    if constexpr (HasOdds<G>) {
      double left = random_.unit();
      for (std::size_t i = 0; i + 1 < list.size(); ++i)
        if ((left -= position.odds(list[i].move)) < 0) return list[i].move;
    }
    return list[list.size() - 1].move;
  }

  std::shared_ptr<void> owner_;
  G root_;
  Pin<G> pin_{root_};
  Random random_;
};

}  // namespace zermelo
