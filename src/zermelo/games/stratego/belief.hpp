// What a Stratego player may think of the other's men: every way to give the men that are left to the squares that fit, each as
// likely as any other.
//
// Moves are seen, so only kinds are hidden, and all that is known of a man that nobody knows is whether it has moved: then it
// is no bomb and no flag. So bombs, flag and empty places of the set-up are drawn among those that stand still, and all others are
// shuffled: every way has the same chance, in one pass.
#pragma once

#include <numeric>

#include "text.hpp"

namespace zermelo::stratego {

class Hidden {
 public:
  Hidden(const Position& position, int player) : position_(position), other_(1 - player) {
    left_ = position.rules->men;
    const std::size_t placed = position.placed[other_];
    if (position.placing()) {
      for (std::size_t i = 0; i < placed; ++i) still_.push_back(home(i));
      return;
    }
    left_.fill(0);
    for (int square = 0; square < position.rules->width * position.rules->height; ++square) {
      const Cell cell = position.cells[index(square)];
      if (!is_man(cell) || side_of(cell) != other_ || cell & SHOWN) continue;
      ++left_[index(kind_of(cell))];
      (cell & MOVED ? moved_ : still_).push_back(square);
    }
  }

  Position drawn(Random& random) const {
    for (int tries = 0; tries < MOST_TRIES; ++tries) {
      Position world = one(random);
      if (ends_alike(world)) return world;
    }
    if (position_.turn() == OVER) return position_;
    throw GameError("stratego: no set-up that fits was found");
  }

  void all(std::vector<World<Position>>& out) const {
    Position world = position_;
    Counts left = left_;
    std::vector<int> squares = moved_;
    squares.insert(squares.end(), still_.begin(), still_.end());
    assign(world, squares, 0, left, out);
    for (World<Position>& each : out) each.chance = 1.0 / static_cast<double>(out.size());
  }

 private:
  static constexpr std::size_t MOST_WORLDS = 20'000;
  static constexpr int MOST_TRIES = 10'000;

  // Whether somebody can move is seen by all.
  bool ends_alike(const Position& world) const {
    if (world.placing() || world.ending == Ending::flag) return true;
    const bool stuck = world.ending == Ending::stuck || world.ending == Ending::both_stuck;
    if (world.can_move() == stuck) return false;
    return !stuck || world.could_walk(1 - world.mover) == (world.ending == Ending::stuck);
  }

  // One of all ways to give the men out.
  Position one(Random& random) const {
    std::vector<std::uint8_t> fixed, free;
    for (std::size_t kind = 0; kind < KINDS; ++kind)
      for (int i = 0; i < left_[kind]; ++i)
        (can_walk(static_cast<int>(kind)) ? free : fixed).push_back(static_cast<std::uint8_t>(kind));
    if (position_.placing()) return drawn_while_placing(random);
    std::vector<int> still = still_;
    shuffle(still, random);
    std::vector<int> rest = moved_;
    Position world = position_;
    for (std::size_t i = 0; i < still.size(); ++i)
      if (i < fixed.size())
        set(world, still[i], fixed[i]);
      else
        rest.push_back(still[i]);
    shuffle(free, random);
    for (std::size_t i = 0; i < rest.size(); ++i) set(world, rest[i], free[i]);
    rewrite(world);
    return world;
  }

  int home(std::size_t i) const { return position_.rules->homes[index(other_)][i]; }
  template <class T>
  static void shuffle(std::vector<T>& all, Random& random) {
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.below(i)]);
  }
  void set(Position& world, int square, int kind) const {
    Cell& cell = world.cells[index(square)];
    cell = static_cast<Cell>(kind == EMPTY ? EMPTY : (cell & MOVED) | kind | (other_ ? SIDE : 0));
  }

  // The men placed so far are any of all: a shuffled whole set-up, of which these are the first.
  Position drawn_while_placing(Random& random) const {
    std::vector<std::uint8_t> kinds;
    for (std::size_t kind = 0; kind < KINDS; ++kind)
      for (int i = 0; i < left_[kind]; ++i) kinds.push_back(static_cast<std::uint8_t>(kind));
    shuffle(kinds, random);
    Position world = position_;
    for (std::size_t i = 0; i < still_.size(); ++i) set(world, still_[i], kinds[i]);
    rewrite(world);
    return world;
  }

  void assign(Position& world, const std::vector<int>& squares, std::size_t i, Counts& left,
              std::vector<World<Position>>& out) const {
    if (out.size() > MOST_WORLDS)
      throw GameError("stratego: too large a number of set-ups would fit; sample draws them");
    if (i == squares.size()) {
      Position found = world;
      rewrite(found);
      if (ends_alike(found)) out.push_back({found, 0});
      return;
    }
    for (std::size_t kind = 0; kind < KINDS; ++kind) {
      if (left[kind] == 0 || (i < moved_.size() && !can_walk(static_cast<int>(kind)))) continue;
      --left[kind];
      set(world, squares[i], static_cast<int>(kind));
      assign(world, squares, i + 1, left, out);
      ++left[kind];
    }
  }

  // The hash of the game as it would have been.
  void rewrite(Position& world) const {
    world.history = 1;
    const std::array<Setup, 2> both = world.setups();
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < world.placed[side]; ++i) world.history = mix(world.history + both[side][i] + 1);
    for (const Event& event : world.whole().events) world.history = mix(world.history + event.move + 4096);
  }

  const Position& position_;
  int other_;
  Counts left_{};
  std::vector<int> moved_, still_;  // squares of men that only the other knows
};

inline Position Position::sample(int player, Random& random, Store*) const {
  return Hidden(*this, player).drawn(random);
}
inline void Position::worlds(int player, std::vector<World<Position>>& out, Store*) const {
  Hidden(*this, player).all(out);
}

}  // namespace zermelo::stratego
