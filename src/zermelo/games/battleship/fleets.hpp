// What a player may think of the other's fleet: every fleet that would have given the same answers to the shots so far, each
// as likely as any other.
//
// Every hit belongs to a ship. So first come all ways to lay ships over the hits, each hit in turn by one of the ships left,
// that give the right answers; the ships that are left then lie where nobody has shot. To draw a fleet, one of the ways is
// drawn by the number of places its other ships have, then a place for each of these, and all is drawn again if they
// overlap: so every fleet has the same chance.
#pragma once

#include <algorithm>

#include "eval.hpp"

namespace zermelo::battleship {

class Fleets {
 public:
  static constexpr std::size_t MOST_WAYS = 500'000, MOST_WORLDS = 20'000;
  static constexpr int MOST_TRIES = 1'000'000, MOST_STEPS = 200'000;

  Fleets(const Position& position, int player)
      : position_(position), player_(player), other_(1 - player), ships_(position.placed[other_]) {
    for (std::size_t n = 0; n < position.fired[player]; ++n) {
      const Cells cell = Cells{1} << position.shot[static_cast<std::size_t>(player)][n];
      answers_.push_back(position.result(player, n));
      (answers_.back() ? hit_ : missed_) |= cell;
    }
    for (std::size_t i = 0; i < ships_; ++i) open_.push_back(places_outside(i, hit_ | missed_));
    Fleet none;
    none.fill(NOWHERE);
    cover(none, 0);
  }

  Position drawn(Random& random) const {
    std::vector<double> upto;
    double sum = 0;
    for (const Fleet& way : ways_) upto.push_back(sum += freedom(way));
    for (int tries = 0; tries < MOST_TRIES && sum > 0; ++tries) {
      const auto found = std::upper_bound(upto.begin(), upto.end(), random.unit() * sum);
      Fleet fleet = ways_[std::min(static_cast<std::size_t>(found - upto.begin()), ways_.size() - 1)];
      if (completed(fleet, random)) return with(fleet);
    }
    throw GameError("battleship: no fleet that fits was found");
  }

  void all(std::vector<World<Position>>& out) const {
    int steps = 0;
    for (const Fleet& way : ways_) add(way, 0, cells_of(way), steps, out);
    for (World<Position>& each : out) each.chance = 1.0 / static_cast<double>(out.size());
  }

 private:
  using Fleet = std::array<std::uint8_t, MOST_SHIPS>;

  std::vector<std::uint8_t> places_outside(std::size_t ship, Cells forbidden) const {
    std::vector<std::uint8_t> fitting;
    const auto& all = position_.rules->places[ship];
    for (std::size_t j = 0; j < all.size(); ++j)
      if (!(all[j].cells & forbidden)) fitting.push_back(static_cast<std::uint8_t>(j));
    return fitting;
  }

  Cells cells(std::size_t ship, std::uint8_t place) const { return position_.rules->places[ship][place].cells; }
  Cells cells_of(const Fleet& fleet) const {
    Cells sum = 0;
    for (std::size_t i = 0; i < ships_; ++i)
      if (fleet[i] != NOWHERE) sum |= cells(i, fleet[i]);
    return sum;
  }
  Position with(const Fleet& fleet) const {
    Position world = position_;
    for (std::size_t i = 0; i < ships_; ++i) world.place[static_cast<std::size_t>(other_)][i] = fleet[i];
    return world;
  }

  // Lays one of the ships left over the first hit that none lies over.
  void cover(Fleet& fleet, Cells taken) {
    const Cells bare = hit_ & ~taken;
    if (!bare) {
      if (!answers_fit(fleet)) return;
      if (ways_.size() == MOST_WAYS) throw GameError("battleship: too large a number of fleets would fit");
      ways_.push_back(fleet);
      return;
    }
    const Cells first = bare & (~bare + 1);
    for (std::size_t i = 0; i < ships_; ++i) {
      if (fleet[i] != NOWHERE) continue;
      const auto& all = position_.rules->places[i];
      for (std::size_t j = 0; j < all.size(); ++j) {
        if (!(all[j].cells & first) || all[j].cells & (taken | missed_)) continue;
        fleet[i] = static_cast<std::uint8_t>(j);
        cover(fleet, taken | all[j].cells);
      }
      fleet[i] = NOWHERE;
    }
  }

  // Every hit lies under a ship now: whether it was sunk when it was said to be, and only then.
  bool answers_fit(const Fleet& fleet) const {
    Cells before = 0;
    for (std::size_t n = 0; n < answers_.size(); ++n) {
      const Cells here = Cells{1} << position_.shot[static_cast<std::size_t>(player_)][n];
      before |= here;
      if (answers_[n] == 0) continue;
      for (std::size_t i = 0; i < ships_; ++i) {
        if (fleet[i] == NOWHERE || !(cells(i, fleet[i]) & here)) continue;
        const int answer = cells(i, fleet[i]) & ~before ? 1 : position_.rules->fleet[i] + 1;
        if (answer != answers_[n]) return false;
      }
    }
    return true;
  }

  // In how many ways the ships that lie nowhere yet could be laid if they did not get in each other's way.
  double freedom(const Fleet& fleet) const {
    double ways = 1;
    for (std::size_t i = 0; i < ships_; ++i)
      if (fleet[i] == NOWHERE) ways *= static_cast<double>(open_[i].size());
    return ways;
  }

  bool completed(Fleet& fleet, Random& random) const {
    Cells taken = cells_of(fleet);
    for (std::size_t i = 0; i < ships_; ++i) {
      if (fleet[i] != NOWHERE) continue;
      fleet[i] = open_[i][random.below(open_[i].size())];
      if (cells(i, fleet[i]) & taken) return false;
      taken |= cells(i, fleet[i]);
    }
    return true;
  }

  void add(const Fleet& fleet, std::size_t i, Cells taken, int& steps, std::vector<World<Position>>& out) const {
    if (++steps > MOST_STEPS || out.size() > MOST_WORLDS)
      throw GameError("battleship: too large a sea to list all fleets; sample draws them");
    if (i == ships_ || i == fleet.size()) {
      out.push_back({with(fleet), 0});
      return;
    }
    if (fleet[i] != NOWHERE) return add(fleet, i + 1, taken, steps, out);
    Fleet next = fleet;
    for (const std::uint8_t each : open_[i]) {
      if (cells(i, each) & taken) continue;
      next[i] = each;
      add(next, i + 1, taken | cells(i, each), steps, out);
    }
  }

  const Position& position_;
  int player_, other_;
  std::size_t ships_;  // that the other has placed
  std::vector<int> answers_;
  Cells hit_ = 0, missed_ = 0;
  std::vector<std::vector<std::uint8_t>> open_;  // for each ship, the places where nobody has shot
  std::vector<Fleet> ways_;
};

inline Position Position::sample(int player, Random& random) const { return Fleets(*this, player).drawn(random); }
inline void Position::worlds(int player, std::vector<World<Position>>& out) const { Fleets(*this, player).all(out); }

}  // namespace zermelo::battleship
