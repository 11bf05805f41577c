// Kuhn poker: three cards (or more), one each, one bet (Kuhn 1950). The rules.
//
// Both put in 1. The dealer gives a card to the first player, then one to the second. A player passes or bets 1 more; a
// pass after a bet gives up, a bet after a bet calls. Of two players who stay the higher card wins.
#pragma once

#include <string>

#include "core/game.hpp"

namespace zermelo::kuhn {

inline const std::string CARDS = "23456789TJQKA";

struct Rules {
  explicit Rules(int cards_) : cards(cards_) {
    info.name = "kuhn";
    info.players = {"first", "second"};
    info.payoffs = Payoffs::points;
    info.chance = info.hidden = info.small = true;
    info.max_plies = 5;
    info.low = -2;
    info.high = 2;
  }

  // The highest cards are in play, and in three-card poker the king is the highest, as everybody writes it.
  char letter(int card) const {
    const std::size_t top = cards <= 12 ? CARDS.size() - 1 : CARDS.size();
    return CARDS[top - static_cast<std::size_t>(cards - card)];
  }

  int cards;
  Info info;
};

struct Position {
  using Move = std::uint8_t;  // a card at the deal, then 0 pass, 1 bet

  const Rules* rules;
  std::int8_t card[2] = {-1, -1};
  std::uint8_t count = 0;    // passes and bets so far
  std::uint8_t actions = 0;  // bit i: the i-th was a bet

  int turn() const { return card[1] < 0 ? CHANCE : over() ? OVER : count % 2; }

  void moves(MoveList<Move>& out) const {
    if (turn() == CHANCE) {
      for (int each = 0; each < rules->cards; ++each)
        if (each != card[0]) out.add(static_cast<Move>(each));
    } else {
      out.add(0);
      out.add(1);
    }
  }

  double odds(Move) const { return 1.0 / (card[0] < 0 ? rules->cards : rules->cards - 1); }

  Position play(Move move) const {
    Position next = *this;
    if (card[1] < 0)
      next.card[card[0] < 0 ? 0 : 1] = static_cast<std::int8_t>(move);
    else
      next.actions = static_cast<std::uint8_t>(actions | move << count), ++next.count;
    return next;
  }

  // Whoever passed after a bet has lost 1; otherwise the cards are shown, for 2 if there was a bet.
  double payoff(int player) const {
    const bool bet = actions != 0;
    const int winner = gave_up() ? count % 2 : card[0] > card[1] ? 0 : 1;
    return (bet && !gave_up() ? 2 : 1) * (winner == player ? 1 : -1);
  }

  // The other's card is seen only if both stayed.
  std::string view(int player) const { return described(turn() == OVER && !gave_up() ? -1 : 1 - player); }

  Position sample(int player, Random& random) const {
    const std::size_t hidden = hidden_cards(player);
    return hidden == 0 ? *this : with_card(player, random.below(hidden));
  }

  void worlds(int player, std::vector<World<Position>>& out) const {
    const std::size_t hidden = hidden_cards(player);
    if (hidden == 0) out.push_back({*this, 1.0});
    for (std::size_t i = 0; i < hidden; ++i) out.push_back({with_card(player, i), 1.0 / static_cast<double>(hidden)});
  }

  std::uint64_t key() const {
    return mix(static_cast<std::uint64_t>(card[0] + 1) | static_cast<std::uint64_t>(card[1] + 1) << 8 |
               static_cast<std::uint64_t>(count) << 16 | static_cast<std::uint64_t>(actions) << 24);
  }
  bool equals(const Position& other) const { return rules->cards == other.rules->cards && key() == other.key(); }
  const Info& info() const { return rules->info; }
  int plies_left() const { return turn() == OVER ? 0 : (card[0] < 0) + (card[1] < 0) + 3 - count; }

  std::string name(Move move) const {
    return turn() == CHANCE ? std::string(1, rules->letter(move)) : move ? "bet" : "pass";
  }
  bool also_reads(Move move, const std::string& text) const { return turn() != CHANCE && text == (move ? "b" : "p"); }

  // The cards as dealt so far (`-` before the deal), then what was done: `JK:pb`.
  std::string text() const { return described(-1); }

 private:
  bool bet_at(int i) const { return actions >> i & 1; }
  bool over() const { return count >= 2 && (count == 3 || bet_at(0) || !bet_at(1)); }
  bool gave_up() const { return count >= 2 && actions != 0 && !bet_at(count - 1); }

  std::string described(int unseen) const {
    if (card[0] < 0) return "-";
    std::string out;
    for (int player = 0; player < 2; ++player)
      if (card[player] >= 0) out += player == unseen ? '?' : rules->letter(card[player]);
    if (card[1] >= 0) out += ':';
    for (int i = 0; i < count; ++i) out += bet_at(i) ? 'b' : 'p';
    return out;
  }

  // How many cards the other may have, as far as the player knows; 0 if nothing is unknown.
  std::size_t hidden_cards(int player) const {
    if (card[1 - player] < 0 || (turn() == OVER && !gave_up())) return 0;
    return static_cast<std::size_t>(rules->cards - (card[player] >= 0 ? 1 : 0));
  }
  Position with_card(int player, std::size_t which) const {
    Position world = *this;
    int each = static_cast<int>(which);
    if (card[player] >= 0 && each >= card[player]) ++each;
    world.card[1 - player] = static_cast<std::int8_t>(each);
    return world;
  }
};

}  // namespace zermelo::kuhn
