// What a checkers player knows: pieces and where they stand, captures, and the features of a network.
//
// The evaluation is in hundredths of a man and sees each side with its men going up (White as it is, Black turned round).
#pragma once

#include "core/game.hpp"
#include "game.hpp"
#include "patterns.hpp"

namespace zermelo {

namespace checkers {

inline constexpr int MAN = 100;
inline constexpr Squares CENTRE = (row(3) | row(4)) & ~(LEFT | RIGHT);
inline constexpr Squares INNER = (row(2) | row(3) | row(4) | row(5)) & ~(LEFT | RIGHT);
inline constexpr Squares DOUBLE_CORNER =
    square(bit_of(1)) | square(bit_of(5)) | square(bit_of(28)) | square(bit_of(32));
inline constexpr Squares SINGLE_CORNER = square(bit_of(4)) | square(bit_of(29));
inline constexpr Squares EDGE = TOP | BOTTOM | LEFT | RIGHT;

// Squares that men on `from` can still come to, going up, if nothing is in the way.
constexpr Squares ahead_of(Squares from) {
  Squares all = 0;
  for (int i = 0; i < 7; ++i) {
    from = step<UP_LEFT>(from) | step<UP_RIGHT>(from);
    all |= from;
  }
  return all;
}
inline constexpr auto AHEAD = [] {
  std::array<Squares, 32> all{};
  for (int bit = 0; bit < 32; ++bit) all[static_cast<std::size_t>(bit)] = ahead_of(square(bit));
  return all;
}();

// One side's pieces and the other's, the first going up.
struct Side {
  Squares men, kings, other_men, other_kings;

  static Side of(const Position& p, int side) {
    if (side == WHITE) return {p.men(WHITE), p.kings_of(WHITE), p.men(BLACK), p.kings_of(BLACK)};
    return {turned(p.men(BLACK)), turned(p.kings_of(BLACK)), turned(p.men(WHITE)), turned(p.kings_of(WHITE))};
  }

  Squares own() const { return men | kings; }
  Squares other() const { return other_men | other_kings; }
  Squares empty() const { return ~(own() | other()); }

  // Empty squares where a piece could be taken at once.
  Squares attacked() const {
    const Squares free = empty(), by = other();
    return (step<DOWN_LEFT>(by) & back<DOWN_LEFT>(free)) | (step<DOWN_RIGHT>(by) & back<DOWN_RIGHT>(free)) |
           (step<UP_LEFT>(other_kings) & back<UP_LEFT>(free)) | (step<UP_RIGHT>(other_kings) & back<UP_RIGHT>(free));
  }

  int value() const {
    const int pieces = std::popcount(own() | other());
    return material(pieces) + men_placed(pieces) + kings_placed() + freedom();
  }

 private:
  // A king is worth more as the board empties and its reach grows.
  int material(int pieces) const {
    const int king = MAN + 25 + 2 * std::max(0, 16 - pieces);
    const int own_sum = MAN * std::popcount(men) + king * std::popcount(kings);
    const int other_sum = MAN * std::popcount(other_men) + king * std::popcount(other_kings);
    // Exchanges help whoever is ahead.
    return own_sum + 400 * std::max(0, own_sum - other_sum) / (own_sum + other_sum + 1);
  }

  // Men: those at home keep the other from crowning, those far up are soon kings; the middle is better than the edge.
  int men_placed(int pieces) const {
    const bool late = pieces <= 12;
    int sum = 0;
    sum += (late ? 4 : 1) * std::popcount(men & row(4)) + (late ? 9 : 3) * std::popcount(men & row(3));
    sum += (late ? 15 : 6) * std::popcount(men & row(2)) + (late ? 24 : 12) * std::popcount(men & row(1));
    sum += 5 * std::popcount(men & CENTRE) + 3 * std::popcount(men & INNER) - 2 * std::popcount(men & (LEFT | RIGHT));
    if (other_men) {
      const Squares bridge = square(bit_of(30)) | square(bit_of(32));
      sum += 5 * std::popcount(men & BOTTOM) + ((men & bridge) == bridge ? 12 : 0);
    }
    for (Squares left = men; left; left &= left - 1)
      if (!(AHEAD[static_cast<std::size_t>(std::countr_zero(left))] & other())) sum += 20;  // nobody can stop it
    return sum;
  }

  int kings_placed() const {
    if (!kings) return 0;
    int sum =
        8 * std::popcount(kings & INNER) - 6 * std::popcount(kings & EDGE) - 10 * std::popcount(kings & SINGLE_CORNER);
    // Whoever is behind holds a draw in the double corner.
    if (std::popcount(own()) < std::popcount(other())) sum += 14 * std::popcount(kings & DOUBLE_CORNER);
    // A king without a safe step is out of the game.
    const Squares safe = empty() & ~attacked();
    const Squares free = back<UP_LEFT>(safe) | back<UP_RIGHT>(safe) | back<DOWN_LEFT>(safe) | back<DOWN_RIGHT>(safe);
    return sum - 22 * std::popcount(kings & ~free);
  }

  // Steps to squares where the piece is not taken at once.
  int freedom() const {
    const Squares safe = empty() & ~attacked();
    return 3 * std::popcount(safe & (step<UP_LEFT>(men) | step<UP_RIGHT>(men)));
  }
};

// What a position is worth to White without learned weights.
inline int value_by_hand(const Position& p) { return Side::of(p, WHITE).value() - Side::of(p, BLACK).value(); }

}  // namespace checkers

template <>
struct Skill<checkers::Position> {
  using Position = checkers::Position;
  using Move = checkers::Move;
  using Squares = checkers::Squares;

  static double value(const Position& p, int player) {
    const checkers::Weights* weights = checkers::loaded_weights.load(std::memory_order_relaxed);
    const int white = weights ? checkers::value_by(*weights, p) : checkers::value_by_hand(p);
    // A win that is not coming nearer is worth less and less.
    const int fading = p.quiet <= 20 ? white : white * (120 - p.quiet) / 100;
    return player == checkers::WHITE ? fading : -fading;
  }

  // The player's men, kings, then the other's, by their bits; the board as the player sees it, men going up.
  static void features(const Position& p, int player, FeatureList& out) {
    const checkers::Side side = checkers::Side::of(p, player);
    std::uint32_t first = 0;
    for (Squares left : {side.men, side.kings, side.other_men, side.other_kings}) {
      for (; left; left &= left - 1) out.push_back(first + static_cast<std::uint32_t>(std::countr_zero(left)));
      first += 32;
    }
  }

  // Captures are noisy and come by what they take; among steps, crowning first, then what goes forward and is not taken.
  struct Judge {
    explicit Judge(const Position& position)
        : p(position),
          attacked(position.mover == checkers::WHITE ? checkers::Count<checkers::WHITE>(position).attacked()
                                                     : checkers::Count<checkers::BLACK>(position).attacked()) {}
    bool noisy(Move move) const { return checkers::taken_by(move) != 0; }
    double gain(Move move) const {
      const Squares taken = checkers::taken_by(move);
      return checkers::MAN * std::popcount(taken) + 30 * std::popcount(taken & p.kings);
    }
    float prior(Move move) const {
      using namespace checkers;
      const Squares from = square(from_of(move)), to = square(to_of(move));
      float promise = 0;
      if (!(p.kings & from)) {
        if (to & crown_row(p.mover)) promise += 40;
        if (from & crown_row(1 - p.mover)) promise -= 8;
      }
      if (to & CENTRE) promise += 4;
      if (to & attacked) promise -= 12;
      return promise;
    }
    const Position& p;
    Squares attacked;
  };

  static constexpr bool FORCED_NOISE = true;
  static bool stand_pat(const Position& p) { return !p.must_take(); }
  static bool forced(const Position& p) { return p.must_take(); }
};

}  // namespace zermelo
