// Positions as text, and back: `N:AKQ… … … … 4HXS ns {W: 12-14 hcp, S>=5} : SA S2 …`.
//
// The deal as in PBN, from north clockwise, spades first; the contract with its declarer (without a level only tricks
// count); who is vulnerable; what the bidding showed, if anything; and the cards played.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "game.hpp"

namespace zermelo::bridge {

inline std::string limits_text(const HandLimits& limits) {
  std::string text;
  const auto item = [&text](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  if (limits.min_points > 0 || limits.max_points < 40)
    item(std::to_string(limits.min_points) + "-" + std::to_string(limits.max_points) + " hcp");
  for (int suit = 0; suit < SUITS; ++suit) {
    const std::string letter(1, SUIT_LETTERS[suit]);
    const int least = limits.min_length[suit], most = limits.max_length[suit];
    if (least == most) {
      item(letter + "=" + std::to_string(least));
      continue;
    }
    if (least > 0) item(letter + ">=" + std::to_string(least));
    if (most < RANKS) item(letter + "<=" + std::to_string(most));
  }
  return text;
}

inline std::string setup_text(const Setup& setup) {
  std::string text = contract_text(setup.contract) + " " + VULNERABILITIES[setup.contract.vulnerable];
  std::string told;
  for (int seat = 0; seat < SEATS; ++seat)
    if (!setup.limits[seat].anything())
      told += (told.empty() ? "" : "; ") + std::string(1, SEAT_LETTERS[seat]) + ": " + limits_text(setup.limits[seat]);
  return told.empty() ? text : text + " {" + told + "}";
}

// Setups live as long as the program; positions point to them.
inline const Setup* setup_of(const Contract& contract, const DealLimits& limits, int length) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Setup>> known;
  auto setup = std::make_unique<Setup>(contract, limits, length);
  const std::lock_guard lock(mutex);
  const std::string text = std::to_string(length) + " " + setup_text(*setup);  // 13 NTS and 1 3NTS are not the same
  setup->key = std::hash<std::string>{}(text);
  auto& kept = known[text];
  if (!kept) kept = std::move(setup);
  return kept.get();
}

class Reader : private CardReader {
 public:
  using CardReader::CardReader, CardReader::fail;

  Position position() {
    const Hands hands = deal();
    const Contract contract = this->contract();
    const DealLimits limits = told();
    Position at{setup_of(contract, limits, count(hands[0]))};
    at.dealt = hands;
    at.seat = static_cast<std::uint8_t>(contract.leader());
    for (int seat = 0; seat < SEATS; ++seat)
      if (!allows(limits[seat], hands[seat]))
        fail(std::string("impossible: ") + SEAT_LETTERS[seat] + "'s hand is not what the bidding showed");
    skip();
    if (at_ == text_.size()) return at;
    expect(':', "expected ':' before the cards played");
    for (skip(); at_ < text_.size(); skip()) at = at.play(static_cast<std::uint8_t>(legal_card(at)));
    return at;
  }

  // `12-14 hcp, S>=5`
  HandLimits hand_limits() {
    HandLimits limits;
    do {
      skip();
      one_limit(limits);
      skip();
    } while (accept(','));
    return limits;
  }

  // A text that is nothing but limits, or a hand of thirteen cards that are not among those seen.
  HandLimits whole_limits() {
    const HandLimits limits = hand_limits();
    if (at_ < text_.size()) fail("expected ',' or the end");
    return limits;
  }
  Cards whole_hand(Cards& seen) {
    const Cards cards = hand(seen);
    if (at_ < text_.size()) fail("expected the end of the hand");
    if (count(cards) != RANKS) fail("a hand has 13 cards, not " + std::to_string(count(cards)));
    return cards;
  }

 private:
  Contract contract() {
    Contract contract;
    skip();
    if (at_ == text_.size()) fail("expected a contract such as 4HS or NTN");
    if (upper() >= '0' && upper() <= '9') {
      contract.level = upper() - '0';
      if (contract.level < 1 || contract.level > 7) fail("expected a level from 1 to 7");
      ++at_;
    }
    contract.strain = letter("SHDCN", 5, "expected a strain: NT, S, H, D or C");
    if (contract.strain == NOTRUMP) expect('T', "expected NT");
    while (contract.doubled < 2 && accept('X')) ++contract.doubled;
    contract.declarer = letter(SEAT_LETTERS, SEATS, "expected the declarer: N, E, S or W");
    contract.vulnerable = word_of(VULNERABILITIES, "expected who is vulnerable: none, ns, ew or both");
    return contract;
  }

  DealLimits told() {
    DealLimits limits{};
    skip();
    if (!accept('{')) return limits;
    do {
      skip();
      const int seat = letter(SEAT_LETTERS, SEATS, "expected a seat: N, E, S or W");
      expect(':', "expected ':' after the seat");
      limits[seat] = hand_limits();
    } while (accept(';'));
    expect('}', "expected ';' or '}'");
    return limits;
  }

  void one_limit(HandLimits& limits) {
    if (upper() >= '0' && upper() <= '9') {
      limits.min_points = number(40, "points from 0 to 40");
      expect('-', "expected '-' between two numbers of points");
      limits.max_points = number(40, "points from 0 to 40");
      if (limits.max_points < limits.min_points) fail("impossible: points from high to low");
      skip();
      for (const char c : {'H', 'C', 'P'}) expect(c, "expected 'hcp'");
      return;
    }
    const int suit = letter(SUIT_LETTERS, SUITS, "expected points (12-14 hcp) or a suit's length (S>=5)");
    const bool more = accept('>'), less = !more && accept('<');
    expect('=', "expected >=, <= or =");
    const int length = number(RANKS, "a length from 0 to 13");
    if (!less) limits.min_length[suit] = length;
    if (!more) limits.max_length[suit] = length;
    if (limits.min_length[suit] > limits.max_length[suit]) fail("impossible: a suit longer than its greatest length");
  }

  int legal_card(const Position& at) {
    const std::size_t first = at_;
    const int card = this->card();
    if (at.over() || !(at.playable() & card_bit(card))) {
      at_ = first;
      fail(at.over() ? "all cards have been played"
                     : card_text(card) + " cannot be played by " + SEAT_LETTERS[at.seat]);
    }
    return card;
  }
};

}  // namespace zermelo::bridge
