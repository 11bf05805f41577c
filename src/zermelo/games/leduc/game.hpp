// Leduc poker: six cards, two rounds of betting, one card on the table.
//
// Each player antes 1 and is dealt one of J Q K in two suits. The first round's bets are of 2, then a card is laid on
// the table and bets are of 4; at most two raises a round, player 0 speaks first in both. A pair with the card on the
// table wins, otherwise the higher rank; equal ranks share the pot.
#pragma once

#include <array>
#include <cstdlib>
#include <string>

#include "core/game.hpp"

namespace zermelo::leduc {

inline constexpr int CARDS = 6, NO_CARD = -1;

inline std::string card_name(int card) { return {"JQK"[card / 2], "sh"[card % 2]}; }

enum Act : std::uint8_t { fold = CARDS, call, raise };  // moves 0 … 5 are the cards that chance deals

// The bets of one round, in the order they were made.
struct Round {
  std::array<std::uint8_t, 4> acts{};
  std::int8_t size = 0;
  std::int8_t raises = 0;

  bool folded() const { return size > 0 && acts[static_cast<std::size_t>(size - 1)] == fold; }
  // Everybody has spoken and the last one did not raise.
  bool over() const { return folded() || (size >= 2 && acts[static_cast<std::size_t>(size - 1)] == call); }
  bool operator==(const Round&) const = default;

  void add(std::uint8_t act) {
    acts[static_cast<std::size_t>(size++)] = act;
    raises = static_cast<std::int8_t>(raises + (act == raise));
  }

  std::string text() const {
    std::string out;
    for (int i = 0; i < size; ++i) out += "fcr"[acts[static_cast<std::size_t>(i)] - CARDS];
    return out;
  }
};

struct Position {
  using Move = std::uint8_t;

  std::array<std::int8_t, 2> cards{NO_CARD, NO_CARD};
  std::int8_t table = NO_CARD;
  std::array<Round, 2> rounds{};

  int turn() const {
    if (cards[1] == NO_CARD) return CHANCE;
    if (rounds[0].folded() || rounds[1].over()) return OVER;
    if (!rounds[0].over()) return rounds[0].size % 2;
    return table == NO_CARD ? CHANCE : rounds[1].size % 2;
  }

  void moves(MoveList<Move>& out) const {
    if (turn() == CHANCE) {
      for (int card = 0; card < CARDS; ++card)
        if (card != cards[0] && card != cards[1]) out.add(static_cast<Move>(card));
      return;
    }
    const Round& round = betting();
    if (round.raises > 0) out.add(fold);
    out.add(call);
    if (round.raises < 2) out.add(raise);
  }

  double odds(Move) const { return 1.0 / (cards[0] == NO_CARD ? 6 : cards[1] == NO_CARD ? 5 : 4); }

  Position play(Move move) const {
    Position next = *this;
    if (move < CARDS)
      (cards[0] == NO_CARD   ? next.cards[0]
       : cards[1] == NO_CARD ? next.cards[1]
                             : next.table) = static_cast<std::int8_t>(move);
    else
      next.rounds[rounds[0].over() ? 1 : 0].add(move);
    return next;
  }

  double payoff(int player) const {
    const int winner = ahead();
    if (winner < 0) return 0;
    const double lost = put_in(1 - winner);
    return player == winner ? lost : -lost;
  }

  // What a player has seen: its own card, the bets, the card on the table.
  std::string view(int player) const {
    const int own = cards[static_cast<std::size_t>(player)];
    return (own == NO_CARD ? std::string("-") : card_name(own)) + seen_by_all();
  }

  // Every card is as likely as any other: the bets of the other player are not read.
  void worlds(int player, std::vector<World<Position>>& out) const {
    const auto other = static_cast<std::size_t>(1 - player);
    const int own = cards[static_cast<std::size_t>(player)];
    if (cards[other] == NO_CARD) return out.push_back({*this, 1.0});
    const int unseen = CARDS - (own != NO_CARD) - (table != NO_CARD);
    for (int card = 0; card < CARDS; ++card) {
      if (card == own || card == table) continue;
      Position world = *this;
      world.cards[other] = static_cast<std::int8_t>(card);
      out.push_back({world, 1.0 / unseen});
    }
  }

  std::uint64_t key() const {
    std::uint64_t bits = static_cast<std::uint64_t>(cards[0] + 1) | static_cast<std::uint64_t>(cards[1] + 1) << 3 |
                         static_cast<std::uint64_t>(table + 1) << 6;
    for (const Round& round : rounds) {
      bits = bits << 3 | static_cast<std::uint64_t>(round.size);
      for (const std::uint8_t act : round.acts) bits = bits << 2 | (act ? act - CARDS + 1U : 0U);
    }
    return mix(bits);
  }

  bool equals(const Position& other) const {
    return cards == other.cards && table == other.table && rounds == other.rounds;
  }

  const Info& info() const {
    static const Info known = [] {
      Info info;
      info.name = "leduc";
      info.players = {"first", "second"};
      info.payoffs = Payoffs::points;
      info.chance = info.hidden = info.small = true;
      info.max_plies = 11;
      return info;
    }();
    return known;
  }

  std::string name(Move move) const {
    if (move < CARDS) return card_name(move);
    return move == fold ? "fold" : move == raise ? "raise" : betting().raises > 0 ? "call" : "check";
  }
  bool also_reads(Move move, const std::string& text) const {
    return move >= CARDS && text == std::string(1, "fcr"[move - CARDS]);
  }

  // Everything that happened: `JsQh rc Kh cr`; `-` before anything did.
  std::string text() const {
    if (cards[0] == NO_CARD) return "-";
    return card_name(cards[0]) + (cards[1] == NO_CARD ? "" : card_name(cards[1])) + seen_by_all();
  }

 private:
  const Round& betting() const { return rounds[rounds[0].over() ? 1 : 0]; }

  std::string seen_by_all() const {
    std::string out = rounds[0].size > 0 ? " " + rounds[0].text() : "";
    if (table != NO_CARD) out += " " + card_name(table);
    if (rounds[1].size > 0) out += " " + rounds[1].text();
    return out;
  }

  // What a player has put into the pot: ante, and all raises made or called.
  int put_in(int player) const {
    int total = 1;
    for (int i = 0; i < 2; ++i) {
      const Round& round = rounds[static_cast<std::size_t>(i)];
      int raised = 0, own = 0;
      for (int k = 0; k < round.size; ++k) {
        const std::uint8_t act = round.acts[static_cast<std::size_t>(k)];
        if (act == raise) ++raised;
        if (k % 2 == player && act != fold) own = raised;
      }
      total += own * (i == 0 ? 2 : 4);
    }
    return total;
  }

  // Who wins the pot; -1: they share it.
  int ahead() const {
    for (const Round& round : rounds)
      if (round.folded()) return round.size % 2;
    const auto strength = [this](int card) { return card / 2 == table / 2 ? 3 : card / 2; };
    const int first = strength(cards[0]), second = strength(cards[1]);
    return first == second ? -1 : first > second ? 0 : 1;
  }
};

}  // namespace zermelo::leduc
