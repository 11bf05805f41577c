// Checkers (English draughts): the rules. The bits of squares are drawn in squares.hpp.
//
// A move is where a piece starts and ends, what it takes, and on which way: a king may take the same men on two.
//
//     63            32 31             16 15    10 9     5 4     0
//     men that it takes   way of a jumper    mark     to     from        (squares by their bits)
//
// The way is the direction of each jump, two bits each, the first lowest. No piece makes more than nine jumps (it comes to 16
// squares with nine between them, and none is jumped twice), and where the ninth leads is said by `to`. The mark is made
// of men and way: tables keep 16 bits of a move, and so tell apart different ways between two squares.
#pragma once

#include <string>

#include "core/endgames.hpp"
#include "squares.hpp"

namespace zermelo::checkers {

// Plies without a man moved or anything taken after which the game is a draw: 40 moves of each side.
inline constexpr int QUIET_LIMIT = 80;
// From here on a table tells positions apart by the plies without progress.
inline constexpr int QUIET_KEPT = 60;
inline constexpr int LONG = 40;  // men taken from which on two ways may take the same ones

using Move = std::uint64_t;

constexpr Move move_of(int from, int to) { return static_cast<Move>(to) << 5 | static_cast<Move>(from); }
constexpr Move jump_of(int from, int to, Squares taken, std::uint16_t way) {
  const Move what = static_cast<Move>(taken) << 32 | static_cast<Move>(way) << 16;
  return what | (what * 0x9e3779b97f4a7c15ULL) >> 58 << 10 | move_of(from, to);
}
constexpr int from_of(Move move) { return static_cast<int>(move & 31); }
constexpr int to_of(Move move) { return static_cast<int>(move >> 5 & 31); }
constexpr Squares taken_by(Move move) { return static_cast<Squares>(move >> 32); }
constexpr std::uint16_t way_of(Move move) { return static_cast<std::uint16_t>(move >> 16); }

// The squares a capturing piece may use: men to take, and empty squares (its own included: it has left it).
struct Ground {
  Squares other, empty;
};

// Every complete sequence of jumps from `at`, after some, given to end(to, taken, way).
template <int Side, bool King, class End>
void follow(Squares at, Squares taken, int jumps, std::uint32_t way, const Ground& ground, const End& end) {
  bool stops = true;
  const auto jump = [&]<Direction D>() {
    const Squares over = step<D>(at) & ground.other & ~taken;
    const Squares to = step<D>(over) & ground.empty;
    if (!to) return;
    stops = false;
    follow<Side, King>(to, taken | over, jumps + 1, way | static_cast<std::uint32_t>(D) << 2 * jumps, ground, end);
  };
  jump.template operator()<AHEAD_LEFT<Side>>();
  jump.template operator()<AHEAD_RIGHT<Side>>();
  if constexpr (King) {
    jump.template operator()<BEHIND_LEFT<Side>>();
    jump.template operator()<BEHIND_RIGHT<Side>>();
  }
  if (stops) end(at, taken, static_cast<std::uint16_t>(way));
}

struct Position {
  using Move = checkers::Move;

  std::array<Squares, 2> pieces{numbered(1, 12), numbered(21, 32)};  // of Black and White, men and kings
  Squares kings = 0;
  std::uint8_t mover = BLACK;
  std::uint8_t quiet = 0;  // plies since a man was moved or anything taken

  Squares all(int side) const { return pieces[static_cast<std::size_t>(side)]; }
  Squares men(int side) const { return all(side) & ~kings; }
  Squares kings_of(int side) const { return all(side) & kings; }
  Squares empty() const { return ~(pieces[0] | pieces[1]); }

  int turn() const { return quiet < QUIET_LIMIT && can_move() ? mover : OVER; }
  bool can_move() const { return (mover == WHITE ? steppers<WHITE>() : steppers<BLACK>()) || must_take(); }
  bool must_take() const { return (mover == WHITE ? takers<WHITE>() : takers<BLACK>()) != 0; }

  void moves(MoveList<Move>& out) const { mover == WHITE ? list<WHITE>(out) : list<BLACK>(out); }
  int count_moves() const {
    if (quiet >= QUIET_LIMIT) return 0;
    return mover == WHITE ? count<WHITE>() : count<BLACK>();
  }

  Position play(Move move) const {
    const Squares from = square(from_of(move)), to = square(to_of(move)), taken = taken_by(move);
    const auto own = static_cast<std::size_t>(mover);
    Position next = *this;
    next.pieces[own] = (pieces[own] & ~from) | to;
    next.pieces[1 - own] &= ~taken;
    const bool king = kings & from;
    next.kings = (kings & ~(from | taken)) | (king ? to : to & crown_row(mover));
    next.mover = static_cast<std::uint8_t>(1 - mover);
    next.quiet = king && !taken ? static_cast<std::uint8_t>(quiet + 1) : std::uint8_t{0};
    return next;
  }

  // Whoever cannot move has lost, also when the plies without progress are used up at the same time.
  double payoff(int player) const { return can_move() ? 0 : player == mover ? -1 : 1; }

  std::uint64_t key() const { return keyed_with(quiet); }
  std::uint64_t repetition_key() const { return keyed_with(0); }
  std::uint64_t table_key() const { return keyed_with(quiet > QUIET_KEPT ? quiet : 0); }
  bool equals(const Position& other) const {
    return pieces == other.pieces && kings == other.kings && mover == other.mover && quiet == other.quiet;
  }

  int reversible() const { return quiet; }
  int plies_to_draw() const { return QUIET_LIMIT - quiet; }
  int moves_to_think() const { return 8 + std::popcount(pieces[0] | pieces[1]); }

  // The pieces of the side to move that can step, and those that can take.
  template <int Side>
  Squares steppers() const {
    const Squares free = empty();
    return (all(Side) & (back<AHEAD_LEFT<Side>>(free) | back<AHEAD_RIGHT<Side>>(free))) |
           (kings_of(Side) & (back<BEHIND_LEFT<Side>>(free) | back<BEHIND_RIGHT<Side>>(free)));
  }
  template <int Side>
  Squares takers() const {
    return (all(Side) & (before_jump<AHEAD_LEFT<Side>, Side>() | before_jump<AHEAD_RIGHT<Side>, Side>())) |
           (kings_of(Side) & (before_jump<BEHIND_LEFT<Side>, Side>() | before_jump<BEHIND_RIGHT<Side>, Side>()));
  }

  // `11-15` and `22x15`; the squares on the way, too, where another move goes from and to the same squares.
  std::string name(Move move) const;
  // Any way to write the same: the whole way of a capture, `-`, `x` or `:` between squares.
  bool also_reads(Move move, const std::string& text) const;
  // `B:W21,22,K31:B1,2,K5` as in PDN, then `:H` and the plies without progress if there were any.
  std::string text() const;

  // The index of endgame tables (index.hpp).
  std::vector<Slice> slices(int pieces) const;
  std::optional<Place> rank() const;
  std::optional<Position> unrank(std::size_t slice, std::uint64_t i) const;
  std::uint64_t block_size(std::size_t slice) const;
  // Only steps of kings do not change a block.
  bool stays(Move move) const { return !taken_by(move) && (kings & square(from_of(move))); }
  template <class Call>
  void unmoves(const Call& call) const;

  const Info& info() const {
    static const Info described = [] {
      Info info;
      info.name = "checkers";
      info.players = {"black", "white"};
      info.max_plies = 192 * QUIET_LIMIT;  // at most 168 moves of men and 23 captures
      info.repetition = 3;
      info.unit = 10;  // a tenth of a man
      info.feature_count = 4 * 32;
      return info;
    }();
    return described;
  }

 private:
  std::uint64_t keyed_with(int plies) const {
    const auto rest = static_cast<std::uint64_t>(kings) << 8 | static_cast<std::uint64_t>(plies) << 1 | mover;
    return mix(mix(pieces[0] | static_cast<std::uint64_t>(pieces[1]) << 32) + rest * 0x9e3779b97f4a7c15ULL);
  }

  template <Direction D, int Side>
  Squares before_jump() const {
    return back<D>(all(1 - Side) & back<D>(empty()));
  }

  // Every capture, given to add(from, to, taken, way).
  template <int Side, class Add>
  void each_capture(Squares by, const Add& add) const {
    for (; by; by &= by - 1) {
      const Squares from = by & (~by + 1);
      const Ground ground{all(1 - Side), empty() | from};
      const auto end = [&](Squares to, Squares taken, std::uint16_t way) { add(from, to, taken, way); };
      if (kings & from)
        follow<Side, true>(from, 0, 0, 0, ground, end);
      else
        follow<Side, false>(from, 0, 0, 0, ground, end);
    }
  }

  template <Direction D>
  static void add_steps(MoveList<Move>& out, Squares from) {
    for (; from; from &= from - 1) {
      const int at = std::countr_zero(from);
      out.add(move_of(at, (at + TURN[D]) & 31));
    }
  }

  // Captures if there are any, otherwise steps.
  template <int Side>
  void list(MoveList<Move>& out) const {
    if (const Squares by = takers<Side>()) {
      each_capture<Side>(by, [&out](Squares from, Squares to, Squares taken, std::uint16_t way) {
        out.add(jump_of(std::countr_zero(from), std::countr_zero(to), taken, way));
      });
      return;
    }
    const Squares free = empty();
    add_steps<AHEAD_LEFT<Side>>(out, all(Side) & back<AHEAD_LEFT<Side>>(free));
    add_steps<AHEAD_RIGHT<Side>>(out, all(Side) & back<AHEAD_RIGHT<Side>>(free));
    add_steps<BEHIND_LEFT<Side>>(out, kings_of(Side) & back<BEHIND_LEFT<Side>>(free));
    add_steps<BEHIND_RIGHT<Side>>(out, kings_of(Side) & back<BEHIND_RIGHT<Side>>(free));
  }

  template <int Side>
  int count() const {
    if (const Squares by = takers<Side>()) {
      int found = 0;
      each_capture<Side>(by, [&found](Squares, Squares, Squares, std::uint16_t) { ++found; });
      return found;
    }
    const Squares free = empty(), own = all(Side), crowned = kings_of(Side);
    const int ahead =
        std::popcount(own & back<AHEAD_LEFT<Side>>(free)) + std::popcount(own & back<AHEAD_RIGHT<Side>>(free));
    if (!crowned) return ahead;
    return ahead + std::popcount(crowned & back<BEHIND_LEFT<Side>>(free)) +
           std::popcount(crowned & back<BEHIND_RIGHT<Side>>(free));
  }
};

}  // namespace zermelo::checkers
