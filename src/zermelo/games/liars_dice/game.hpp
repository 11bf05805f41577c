// Liar's dice for two: everybody rolls in secret, bids how many dice of one face there are in all, and is called.
//
// A bid is a number of dice and a face, and must be higher than the last: more dice, or as many of a higher face. The
// highest face is wild and counts as any. Whoever is to move may call the last bidder a liar instead; then the dice are
// shown, and the bidder wins if there are at least as many as the bid said.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace zermelo::liars_dice {

inline constexpr int MOST_DICE = 2, MOST_SIDES = 6;

struct Rules {
  Rules(int dice_, int sides_) : dice(dice_), sides(sides_), bids(2 * dice_ * sides_) {
    info.name = "liars_dice";
    info.players = {"first", "second"};
    info.chance = info.hidden = info.small = true;
    info.max_plies = 2 * dice + bids + 1;
  }

  // The rules of a size live as long as the program; positions point to them.
  static const Rules* of(int dice, int sides) {
    static const auto known = [] {
      std::array<std::vector<Rules>, MOST_DICE + 1> all;
      for (int d = 1; d <= MOST_DICE; ++d)
        for (int s = 2; s <= MOST_SIDES; ++s) all[static_cast<std::size_t>(d)].emplace_back(d, s);
      return all;
    }();
    return &known[static_cast<std::size_t>(dice)][static_cast<std::size_t>(sides - 2)];
  }

  Info info;
  int dice, sides, bids;
};

struct Position {
  using Move = std::uint8_t;  // a face for chance (from 0); else a bid, from the lowest, or `bids` to call

  const Rules* rules;
  std::array<std::array<std::uint8_t, MOST_DICE>, 2> faces{};
  std::int8_t rolled = 0;  // dice so far: all of player 0's, then all of player 1's
  bool called = false;
  std::uint32_t bid = 0;  // which bids were made: they only go up

  int turn() const {
    if (rolled < 2 * rules->dice) return CHANCE;
    return called ? OVER : std::popcount(bid) % 2;
  }

  void moves(MoveList<Move>& out) const {
    if (turn() == CHANCE) {
      for (int face = 0; face < rules->sides; ++face) out.add(static_cast<Move>(face));
      return;
    }
    for (int next = last() + 1; next < rules->bids; ++next) out.add(static_cast<Move>(next));
    if (bid) out.add(static_cast<Move>(rules->bids));
  }

  double odds(Move) const { return 1.0 / rules->sides; }

  Position play(Move move) const {
    Position next = *this;
    if (turn() == CHANCE) {
      const auto player = static_cast<std::size_t>(rolled / rules->dice);
      next.faces[player][static_cast<std::size_t>(rolled % rules->dice)] = move;
      ++next.rolled;
    } else if (move == rules->bids) {
      next.called = true;
    } else {
      next.bid |= 1U << move;
    }
    return next;
  }

  double payoff(int player) const {
    const int bidder = (std::popcount(bid) + 1) % 2;
    return (count(last() % rules->sides) > last() / rules->sides) == (player == bidder) ? 1 : -1;
  }

  // The player's own dice, in order of their faces, and the bids.
  std::string view(int player) const { return dice_text(player, true) + bids_text(); }

  // Every roll of the other's dice is as likely as any other: the bids are not read.
  void worlds(int player, std::vector<World<Position>>& out) const {
    const int other = 1 - player;
    const int hidden = std::clamp(rolled - other * rules->dice, 0, rules->dice);
    int rolls = 1;
    for (int i = 0; i < hidden; ++i) rolls *= rules->sides;
    for (int roll = 0; roll < rolls; ++roll) {
      Position world = *this;
      for (int i = 0, left = roll; i < hidden; ++i, left /= rules->sides)
        world.faces[static_cast<std::size_t>(other)][static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(left % rules->sides);
      out.push_back({world, 1.0 / rolls});
    }
  }

  std::uint64_t key() const {
    std::uint64_t bits = static_cast<std::uint64_t>(rolled) << 1 | (called ? 1U : 0U);
    for (const auto& side : faces)
      for (const std::uint8_t face : side) bits = bits << 3 | face;
    return mix(bits << 32 | bid);
  }

  bool equals(const Position& other) const {
    return rules == other.rules && faces == other.faces && rolled == other.rolled && called == other.called &&
           bid == other.bid;
  }

  const Info& info() const { return rules->info; }

  std::string name(Move move) const {
    if (turn() == CHANCE) return std::to_string(move + 1);
    return move == rules->bids ? "liar" : bid_name(move);
  }
  bool also_reads(Move, const std::string&) const { return false; }

  // The dice of both, then the bids: `3|5 1x2 1x5 liar`; `-` before anything was rolled.
  std::string text() const {
    if (rolled == 0) return "-";
    return dice_text(0, false) + (rolled > rules->dice ? "|" + dice_text(1, false) : "") + bids_text();
  }

 private:
  int last() const { return bid ? 31 - std::countl_zero(bid) : -1; }

  std::string bid_name(int which) const {
    return std::to_string(which / rules->sides + 1) + "x" + std::to_string(which % rules->sides + 1);
  }

  int count(int face) const {
    int found = 0;
    for (int player = 0; player < 2; ++player)
      for (int i = 0; i < rules->dice; ++i) {
        const int shown = faces[static_cast<std::size_t>(player)][static_cast<std::size_t>(i)];
        found += shown == face || shown == rules->sides - 1;
      }
    return found;
  }

  std::string dice_text(int player, bool sorted) const {
    auto own = faces[static_cast<std::size_t>(player)];
    const int shown = std::clamp(rolled - player * rules->dice, 0, rules->dice);
    if (sorted && shown == 2 && own[0] > own[1]) std::swap(own[0], own[1]);
    std::string out;
    for (int i = 0; i < shown; ++i) out += static_cast<char>('1' + own[static_cast<std::size_t>(i)]);
    return out;
  }

  std::string bids_text() const {
    std::string out;
    for (std::uint32_t left = bid; left; left &= left - 1) out += " " + bid_name(std::countr_zero(left));
    return called ? out + " liar" : out;
  }
};

}  // namespace zermelo::liars_dice
