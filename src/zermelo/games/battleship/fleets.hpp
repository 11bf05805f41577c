// What a player may think of the other's fleet: every fleet that would have given the same answers to the shots so far, each
// as likely as any other.
#pragma once

#include "game.hpp"

namespace zermelo::battleship {

class Fleets {
 public:
  static constexpr std::size_t MOST_WORLDS = 200'000;
  static constexpr int MOST_TRIES = 5'000'000, MOST_STEPS = 3'000'000;

  Fleets(const Position& position, int player) : position_(position), player_(player), other_(1 - player) {
    for (std::size_t n = 0; n < position.fired[player]; ++n) answers_.push_back(position.result(player, n));
    Cells hit = 0, missed = 0;
    for (std::size_t n = 0; n < answers_.size(); ++n) {
      const Cells cell = Cells{1} << position.shot[static_cast<std::size_t>(player)][n];
      (answers_[n] ? hit : missed) |= cell;
    }
    hit_ = hit;
    missed_ = missed;
    for (std::size_t i = 0; i < position.placed[other_]; ++i) list(i);
  }

  // Draws places until they fit: those that do are all equally likely.
  Position drawn(Random& random) const {
    Position world = position_;
    auto& place = world.place[static_cast<std::size_t>(other_)];
    for (int tries = 0; tries < MOST_TRIES; ++tries) {
      Cells taken = 0;
      std::size_t i = 0;
      for (; i < possible_.size(); ++i) {
        place[i] = possible_[i][random.below(possible_[i].size())];
        const Cells ship = world.ship(other_, i);
        if (ship & taken) break;
        taken |= ship;
      }
      if (i == possible_.size() && fits(world, taken)) return world;
    }
    throw GameError("battleship: no fleet that fits was found");
  }

  void all(std::vector<World<Position>>& out) const {
    Position world = position_;
    int steps = 0;
    add(world, 0, 0, steps, out);
    for (World<Position>& each : out) each.chance = 1.0 / static_cast<double>(out.size());
  }

 private:
  // Places of a ship that no shot rules out by itself.
  void list(std::size_t i) {
    std::vector<std::uint8_t> fitting;
    const auto& all = position_.rules->places[i];
    for (std::size_t j = 0; j < all.size(); ++j)
      if (!(all[j].cells & missed_)) fitting.push_back(static_cast<std::uint8_t>(j));
    possible_.push_back(std::move(fitting));
  }

  bool fits(const Position& world, Cells taken) const {
    if (hit_ & ~taken) return false;
    for (std::size_t n = 0; n < answers_.size(); ++n)
      if (answers_[n] > 0 && world.result(player_, n) != answers_[n]) return false;
    return true;
  }

  void add(Position& world, std::size_t i, Cells taken, int& steps, std::vector<World<Position>>& out) const {
    if (++steps > MOST_STEPS || out.size() > MOST_WORLDS)
      throw GameError("battleship: too large a sea to list all fleets; sample draws them");
    if (i == possible_.size()) {
      if (fits(world, taken)) out.push_back({world, 0});
      return;
    }
    for (const std::uint8_t each : possible_[i]) {
      const Cells ship = world.rules->places[i][each].cells;
      if (ship & taken) continue;
      world.place[static_cast<std::size_t>(other_)][i] = each;
      add(world, i + 1, taken | ship, steps, out);
    }
  }

  const Position& position_;
  int player_, other_;
  std::vector<int> answers_;
  Cells hit_ = 0, missed_ = 0;
  std::vector<std::vector<std::uint8_t>> possible_;
};

inline Position Position::sample(int player, Random& random) const { return Fleets(*this, player).drawn(random); }
inline void Position::worlds(int player, std::vector<World<Position>>& out) const { Fleets(*this, player).all(out); }

}  // namespace zermelo::battleship
