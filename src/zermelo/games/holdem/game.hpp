// Endgames of heads-up limit hold'em: four or five cards lie on the table, and each player holds one of the hands that
// a range allows.
//
// The first player speaks first. A bet or raise is of one size, and there are at most `raises` of them a round, bets
// included. After the betting on four cards a fifth is laid and there is one more round. The better hand wins the pot;
// payoffs are chips won or lost, counting half of the pot as each player's own.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "hands.hpp"

namespace zermelo::holdem {

struct Hand {
  std::int8_t high, low;  // cards
  double weight;

  std::string name() const { return card_name(high) + card_name(low); }
  bool meets(int card) const { return card == high || card == low; }
  bool meets(const Hand& other) const { return meets(other.high) || meets(other.low); }
};

inline constexpr int MOST_RAISES = 4, MOST_ACTS = MOST_RAISES + 2;

// What is fixed for one endgame. Deals are the pairs of hands that can be out together.
struct Rules {
  Info info;
  std::vector<std::int8_t> board;
  double pot = 0, bet = 0;
  int raises = 3;
  std::array<std::vector<Hand>, 2> ranges;
  std::string header;  // all of this as text

  struct Deal {
    std::array<std::int16_t, 2> hands;
    double chance;
  };
  std::vector<Deal> deals;
};

enum Act : std::uint8_t { fold, call, raise };

struct Round {
  std::array<std::uint8_t, MOST_ACTS> acts{};
  std::int8_t size = 0, raises = 0;

  std::uint8_t last() const { return acts[static_cast<std::size_t>(size - 1)]; }
  bool folded() const { return size > 0 && last() == fold; }
  bool over() const { return folded() || (size >= 2 && last() == call); }
  bool operator==(const Round&) const = default;

  void add(std::uint8_t act) {
    acts[static_cast<std::size_t>(size++)] = act;
    raises = static_cast<std::int8_t>(raises + (act == raise));
  }

  std::string text() const {
    std::string out;
    for (int i = 0; i < size; ++i) out += "fcr"[acts[static_cast<std::size_t>(i)]];
    return out;
  }
};

struct Position {
  using Move = std::int32_t;  // a deal, a card, or an Act

  const Rules* rules;
  std::int32_t deal = -1;
  std::int8_t river = -1;  // the card laid after the first round, where one is
  std::array<Round, 2> rounds{};

  int turn() const {
    if (deal < 0) return CHANCE;
    if (rounds[0].folded() || rounds[1].over()) return OVER;
    if (!rounds[0].over()) return rounds[0].size % 2;
    if (full_board()) return OVER;
    return river < 0 ? CHANCE : rounds[1].size % 2;
  }

  void moves(MoveList<Move>& out) const {
    if (deal < 0) {
      for (std::size_t i = 0; i < rules->deals.size(); ++i) out.add(static_cast<Move>(i));
    } else if (turn() == CHANCE) {
      for (int card = 0; card < 52; ++card)
        if (!is_out(card)) out.add(card);
    } else {
      if (betting().raises > 0) out.add(fold);
      out.add(call);
      if (betting().raises < rules->raises) out.add(raise);
    }
  }

  double odds(Move move) const {
    if (deal < 0) return rules->deals[static_cast<std::size_t>(move)].chance;
    return 1.0 / (52 - static_cast<int>(rules->board.size()) - 4);
  }

  Position play(Move move) const {
    Position next = *this;
    if (deal < 0)
      next.deal = move;
    else if (turn() == CHANCE)
      next.river = static_cast<std::int8_t>(move);
    else
      next.rounds[rounds[0].over() ? 1 : 0].add(static_cast<std::uint8_t>(move));
    return next;
  }

  double payoff(int player) const {
    const int winner = ahead();
    if (winner < 0) return 0;
    const double lost = rules->pot / 2 + rules->bet * bets_of(1 - winner);
    return player == winner ? lost : -lost;
  }

  // What a player has seen: the board, its own hand, the bets, the card laid.
  std::string view(int player) const {
    std::string table;
    for (const int each : rules->board) table += card_name(each);
    return table + " " + (deal < 0 ? "-" : hand(player).name() + seen_by_all());
  }

  // The hands of the other's range that can be out, by their weights: the bets are not read.
  void worlds(int player, std::vector<World<Position>>& out) const {
    if (deal < 0) return out.push_back({*this, 1.0});
    const auto own = static_cast<std::size_t>(player);
    double sum = 0;
    for (std::size_t i = 0; i < rules->deals.size(); ++i) {
      const Rules::Deal& each = rules->deals[i];
      if (each.hands[own] != dealt().hands[own]) continue;
      if (river >= 0 && rules->ranges[1 - own][static_cast<std::size_t>(each.hands[1 - own])].meets(river)) continue;
      Position world = *this;
      world.deal = static_cast<std::int32_t>(i);
      out.push_back({world, each.chance});
      sum += each.chance;
    }
    for (auto& each : out) each.chance /= sum;
  }

  std::uint64_t key() const {
    std::uint64_t bits = static_cast<std::uint64_t>(deal + 1) << 6 | static_cast<std::uint64_t>(river + 1);
    for (const Round& round : rounds) {
      bits = bits << 4 | static_cast<std::uint64_t>(round.size);
      for (const std::uint8_t act : round.acts) bits = bits << 2 | act;
    }
    return mix(bits);
  }

  bool equals(const Position& other) const {
    return rules->header == other.rules->header && deal == other.deal && river == other.river && rounds == other.rounds;
  }

  const Info& info() const { return rules->info; }

  std::string name(Move move) const {
    if (deal < 0) return deal_name(rules->deals[static_cast<std::size_t>(move)]);
    if (turn() == CHANCE) return card_name(move);
    const bool facing = betting().raises > 0;
    return move == fold ? "fold" : move == call ? (facing ? "call" : "check") : facing ? "raise" : "bet";
  }
  bool also_reads(Move move, const std::string& text) const {
    return turn() >= 0 && text == std::string(1, "fcr"[move]);
  }

  std::string text() const { return rules->header + (deal < 0 ? "" : "; " + deal_name(dealt()) + seen_by_all()); }

 private:
  const Rules::Deal& dealt() const { return rules->deals[static_cast<std::size_t>(deal)]; }
  const Hand& hand(int player) const { return hand(dealt(), player); }
  const Hand& hand(const Rules::Deal& of, int player) const {
    const auto who = static_cast<std::size_t>(player);
    return rules->ranges[who][static_cast<std::size_t>(of.hands[who])];
  }
  std::string deal_name(const Rules::Deal& of) const { return hand(of, 0).name() + "-" + hand(of, 1).name(); }

  bool full_board() const { return rules->board.size() == 5; }
  const Round& betting() const { return rounds[rounds[0].over() ? 1 : 0]; }

  bool is_out(int card) const {
    for (const int each : rules->board)
      if (each == card) return true;
    return hand(0).meets(card) || hand(1).meets(card);
  }

  std::string seen_by_all() const {
    std::string out = rounds[0].size > 0 ? " " + rounds[0].text() : "";
    if (river >= 0) out += " " + card_name(river);
    if (rounds[1].size > 0) out += " " + rounds[1].text();
    return out;
  }

  // How many bets a player has put in.
  int bets_of(int player) const {
    int total = 0;
    for (const Round& round : rounds) {
      int raised = 0, own = 0;
      for (int k = 0; k < round.size; ++k) {
        const std::uint8_t act = round.acts[static_cast<std::size_t>(k)];
        if (act == raise) ++raised;
        if (k % 2 == player && act != fold) own = raised;
      }
      total += own;
    }
    return total;
  }

  Value strength(int player) const {
    Cards cards;
    for (const int each : rules->board) cards.add(each);
    if (river >= 0) cards.add(river);
    cards.add(hand(player).high);
    cards.add(hand(player).low);
    return value_of(cards);
  }

  // Who wins the pot; -1: they share it.
  int ahead() const {
    for (const Round& round : rounds)
      if (round.folded()) return round.size % 2;
    const Value first = strength(0), second = strength(1);
    return first == second ? -1 : first > second ? 0 : 1;
  }
};

}  // namespace zermelo::holdem
