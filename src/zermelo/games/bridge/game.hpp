// The play of the cards at bridge: four hands, a contract, thirteen tricks. Declarer decides for dummy too. The rules,
// what each seat has seen, and the deals it cannot tell apart; how it is written is in text.hpp.
#pragma once

#include <string>
#include <vector>

#include "contract.hpp"
#include "core/game.hpp"
#include "knowledge.hpp"
#include "order.hpp"

namespace zermelo::bridge {

// What is fixed and known to everybody: the contract, what the bidding showed, how many cards each hand has. There is one
// of each kind (setup_of).
struct Setup {
  Contract contract;
  DealLimits limits{};
  int length = RANKS;
  std::uint64_t key = 0;
  Info info;

  Setup(const Contract& contract_, const DealLimits& limits_, int length_)
      : contract(contract_), limits(limits_), length(length_) {
    info.name = "bridge";
    info.players = {"N", "E", "S", "W"};
    info.sides = {0, 1, 0, 1};
    info.payoffs = Payoffs::points;
    info.hidden = info.view_grows = true;
    info.max_plies = SEATS * length;
    info.high = contract.level ? 7600 : length;
    info.low = -info.high;
  }
};

std::string setup_text(const Setup& setup);

struct Position {
  using Move = std::uint8_t;  // a card
  static constexpr bool many = true, never_two = true;
  static constexpr double MOST_WORLDS = 20'000;

  const Setup* setup;
  Hands dealt{};
  std::array<std::uint8_t, SEATS * RANKS> history{};  // the cards played, in order
  std::uint8_t size = 0;                              // how many
  std::uint8_t seat = 0;                              // who plays next
  std::array<std::uint8_t, 2> won{};                  // tricks of north-south and of east-west
  Trick trick{};                                      // in progress
  Cards played = 0;                                   // by anybody, this trick included

  const Contract& contract() const { return setup->contract; }
  Cards held(int who) const { return dealt[who] & ~played; }
  Hands held() const { return {held(0), held(1), held(2), held(3)}; }
  bool over() const { return size == SEATS * setup->length; }
  int decider(int who) const { return who == contract().dummy() ? contract().declarer : who; }
  int turn() const { return over() ? OVER : decider(seat); }
  const Info& info() const { return setup->info; }
  int plies_left() const { return SEATS * setup->length - size; }

  Cards playable() const {
    const Cards hand = held(seat), follow = hand & trick.led;
    return follow ? follow : hand;
  }

  // Spades, hearts, diamonds, clubs, the highest first.
  void moves(MoveList<Move>& out) const {
    const Cards cards = playable();
    for (int suit = 0; suit < SUITS; ++suit)
      for (Cards rest = cards & suit_cards(suit); rest; rest ^= card_bit(highest(rest)))
        out.add(static_cast<Move>(highest(rest)));
  }

  Position play(Move card) const {
    Position next = *this;
    next.history[next.size++] = card;
    next.played |= card_bit(card);
    next.put(card);
    return next;
  }

  // What a side gets that takes so many tricks in all: tricks won minus lost, or the score of the contract. The other
  // side gets the opposite.
  double worth(int side, int tricks) const {
    const int others = setup->length - tricks;
    if (contract().level == 0) return tricks - others;
    const bool declares = side == (contract().declarer & 1);
    const int points = score(contract(), declares ? tricks : others);
    return declares ? points : -points;
  }
  double payoff(int player) const { return worth(player & 1, won[player & 1]); }

  std::uint64_t key() const {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(size));
    for (const Cards hand : dealt) hash = mix(hash ^ hand);
    for (int i = 0; i < size; ++i) hash = mix(hash + history[i]);
    return mix(hash ^ setup->key);
  }
  bool equals(const Position& other) const {
    return dealt == other.dealt && size == other.size && history == other.history && setup == other.setup;
  }

  std::string name(Move card) const { return card_text(card); }
  bool also_reads(Move card, const std::string& text) const { return means_card(text, card); }

  std::string text() const {
    std::string out = "N:";
    for (int who = 0; who < SEATS; ++who) out += (who ? " " : "") + hand_text(dealt[who]);
    out += " " + setup_text(*setup) + " :";
    for (int i = 0; i < size; ++i) out += " " + card_text(history[i]);
    return out;
  }

  // Own cards; dummy's once the first card has been led.
  bool sees(int player, int who) const { return player == who || (who == contract().dummy() && size > 0); }

  // The player's own hand, what everybody knows, and the cards played; after the first one dummy's hand.
  std::string view(int player) const {
    std::string out = SEAT_LETTERS[player] + (":" + hand_text(dealt[player])) + " " + setup_text(*setup) + " :";
    for (int i = 0; i < size; ++i) {
      out += " " + card_text(history[i]);
      if (i == 0) out += " [" + hand_text(dealt[contract().dummy()]) + "]";
    }
    return out;
  }

  // What a player knows of the deal: cards seen, cards played, suits that somebody could not follow, and the bidding.
  Knowledge knowledge(int player) const {
    Knowledge known;
    known.limits = setup->limits;
    Cards all = 0;
    for (int who = 0; who < SEATS; ++who) {
      all |= dealt[who];
      known.certain[who] = sees(player, who) ? dealt[who] : dealt[who] & played;
      known.missing[who] = count(dealt[who]) - count(known.certain[who]);
    }
    known.loose = all & ~(known.certain[0] | known.certain[1] | known.certain[2] | known.certain[3]);
    known.barred = voids();
    return known;
  }

  Position sample(int player, Random& random) const { return with(Dealer(knowledge(player)).draw(random)); }

  // All of them, where they are few.
  void worlds(int player, std::vector<World<Position>>& out) const {
    const Dealer dealer(knowledge(player));
    if (dealer.ways() > MOST_WORLDS)
      throw GameError("too large to list: over " + std::to_string(static_cast<int>(MOST_WORLDS)) + " deals");
    dealer.each([&](const Hands& hands) { out.push_back({with(hands), 1.0}); });
    for (auto& each : out) each.chance = 1.0 / static_cast<double>(out.size());
  }

  // The same play with another deal.
  Position with(const Hands& hands) const {
    Position other = *this;
    other.dealt = hands;
    return other;
  }

 private:
  // Moves the trick on by one card of the seat that plays.
  void put(int card) {
    if (trick.size++ == 0) {
      trick.led = suit_cards(suit_of(card));
      trick.best = card;
      trick.winner = seat;
    } else if (beats(card, trick.best, contract().strain)) {
      trick.best = card;
      trick.winner = seat;
    }
    trick.played |= card_bit(card);
    seat = static_cast<std::uint8_t>(next_seat(seat));
    if (trick.size < SEATS) return;
    ++won[trick.winner & 1];
    seat = static_cast<std::uint8_t>(trick.winner);
    trick = {};
  }

  // Suits each seat has shown not to have: all cards of them.
  std::array<Cards, SEATS> voids() const {
    std::array<Cards, SEATS> none{};
    Position at = start();
    for (int i = 0; i < size; ++i) {
      const int card = history[i];
      if (at.trick.led && !(at.trick.led & card_bit(card))) none[at.seat] |= at.trick.led;
      at.put(card);
    }
    return none;
  }

  Position start() const {
    Position first{setup};
    first.seat = static_cast<std::uint8_t>(contract().leader());
    return first;
  }
};

}  // namespace zermelo::bridge
