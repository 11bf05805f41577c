// Othello: the rules.
//
//        a  b  c  d  e  f  g  h
//    1   0  1  2  3  4  5  6  7     bit of a square = 8 * (row - 1) + column;  a move is a square,
//    2   8  9 10 …                  or PASS when the side to move has none and the other side has
//    …
//    8  56 …                 63
#pragma once

#include <bit>
#include <string>
#include <utility>

#include "bits.hpp"
#include "core/game.hpp"

namespace zermelo::othello {

inline constexpr std::uint8_t PASS = 64;
inline constexpr u64 MIDDLE = 0x0000001818000000ULL;  // d4, e4, d5, e5: never empty

inline std::string square_name(int square) {
  return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

// The image of a set of squares: columns in reverse; rows and columns exchanged. Together they make all eight.
constexpr u64 mirrored(u64 b) {
  b = (b >> 1 & 0x5555555555555555ULL) | (b & 0x5555555555555555ULL) << 1;
  b = (b >> 2 & 0x3333333333333333ULL) | (b & 0x3333333333333333ULL) << 2;
  return (b >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (b & 0x0f0f0f0f0f0f0f0fULL) << 4;
}
constexpr u64 transposed(u64 b) {
  const auto exchange = [&b](int distance, u64 where) {
    const u64 differ = (b ^ b >> distance) & where;
    b ^= differ ^ differ << distance;
  };
  exchange(7, 0x00aa00aa00aa00aaULL);
  exchange(14, 0x0000cccc0000ccccULL);
  exchange(28, 0x00000000f0f0f0f0ULL);
  return b;
}

struct Board {
  using Move = std::uint8_t;

  // d4 and e5 white, e4 and d5 black, black to move.
  u64 me = bit(28) | bit(35), opp = bit(27) | bit(36);  // discs of the side to move; of the other
  bool white = false;                                   // the side to move
  std::uint8_t slot = 0;                                // which of the loaded weights judge it

  u64 empty() const { return ~(me | opp); }
  int empties() const { return std::popcount(empty()); }

  int turn() const { return othello::moves(me, opp) || othello::moves(opp, me) ? white : OVER; }

  void moves(MoveList<Move>& out) const {
    u64 targets = othello::moves(me, opp);
    if (!targets) out.add(PASS);
    for (; targets; targets &= targets - 1) out.add(static_cast<Move>(std::countr_zero(targets)));
  }

  // A forced pass is one move, the end none.
  int count_moves() const {
    const u64 targets = othello::moves(me, opp);
    return targets ? std::popcount(targets) : othello::moves(opp, me) ? 1 : 0;
  }

  Board play(Move move) const {
    if (move == PASS) return {opp, me, !white, slot};
    const u64 turned = flips(move, me, opp);
    return {opp ^ turned, me | turned | bit(move), !white, slot};
  }

  // The difference in discs; empty squares go to the winner.
  double payoff(int player) const {
    const int difference = std::popcount(me) - std::popcount(opp);
    const int mover = difference + (difference > 0 ? empties() : difference < 0 ? -empties() : 0);
    return player == static_cast<int>(white) ? mover : -mover;
  }

  std::uint64_t key() const { return mix(mix(me) + opp + (white ? 0x9e3779b97f4a7c15ULL : 0)); }
  bool equals(const Board& other) const { return me == other.me && opp == other.opp && white == other.white; }
  int plies_left() const { return turn() == OVER ? 0 : 2 * empties(); }  // a pass before each disc
  // The last twenty or so are played from one solution of the ending.
  int moves_to_think() const { return std::max(empties() - 18, 0) / 2 + 3; }

  // Of the eight images under rotation and reflection, the smallest.
  Board canonical() const {
    Board best = *this, image = *this;
    for (int i = 1; i < 8; ++i) {
      image = i % 2 ? Board{mirrored(image.me), mirrored(image.opp), white, slot}
                    : Board{transposed(image.me), transposed(image.opp), white, slot};
      if (std::pair(image.me, image.opp) < std::pair(best.me, best.opp)) best = image;
    }
    return best;
  }

  std::string name(Move move) const { return move == PASS ? "pass" : square_name(move); }

  // Capitals, and for a pass also `pa` and `--`.
  bool also_reads(Move move, const std::string& text) const {
    std::string small = text;
    for (char& c : small)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 32);
    return small == name(move) || (move == PASS && (small == "pa" || small == "--"));
  }

  // The 64 squares from a1 to h8, X for black and O for white, then who moves.
  std::string text() const {
    const u64 black = white ? opp : me, both = me | opp;
    std::string out;
    for (int square = 0; square < 64; ++square) {
      const u64 here = bit(square);
      out += !(both & here) ? '-' : black & here ? 'X' : 'O';
    }
    return out + (white ? " O" : " X");
  }

  const Info& info() const {
    static const Info described = [] {
      Info info;
      info.name = "othello";
      info.players = {"black", "white"};
      info.payoffs = Payoffs::points;
      info.counts_ended = true;
      info.max_plies = 120;
      return info;
    }();
    return described;
  }
};

}  // namespace zermelo::othello
