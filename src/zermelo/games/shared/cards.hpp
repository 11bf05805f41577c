// A deck of cards dealt to four seats, for any game that is played with one: sets of cards as bits, and how cards, hands
// and deals are written and read.
//
//      63 … 48        47 … 32        31 … 16        15 … 0        the bits of a set
//      clubs          diamonds       hearts         spades
//                                                   12 = ace … 0 = deuce; the three bits above stay 0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "core/game.hpp"

namespace zermelo::cards {

using Cards = std::uint64_t;

// Seats clockwise: north, east, south, west.
inline constexpr int SEATS = 4, SUITS = 4, RANKS = 13;
inline constexpr char SEAT_LETTERS[] = "NESW", SUIT_LETTERS[] = "SHDC", RANK_LETTERS[] = "23456789TJQKA";
inline constexpr int TEN = 8;  // among the ranks
inline constexpr Cards SUIT = 0x1fff;
inline constexpr Cards DECK = SUIT | SUIT << 16 | SUIT << 32 | SUIT << 48;

using Hands = std::array<Cards, SEATS>;

constexpr Cards suit_cards(int suit) { return SUIT << (16 * suit); }
constexpr Cards card_bit(int card) { return Cards{1} << card; }
constexpr int suit_of(int card) { return card >> 4; }
constexpr int rank_of(int card) { return card & 15; }
constexpr int highest(Cards cards) { return 63 - std::countl_zero(cards); }
constexpr int lowest(Cards cards) { return std::countr_zero(cards); }
constexpr Cards lowest_bit(Cards cards) { return cards & (~cards + 1); }
constexpr int count(Cards cards) { return std::popcount(cards); }
constexpr int next_seat(int seat) { return (seat + 1) % SEATS; }

inline std::string card_text(int card) { return {SUIT_LETTERS[suit_of(card)], RANK_LETTERS[rank_of(card)]}; }

// Whether a text means this card: `SA`, lower case too, and `H10` for the ten.
inline bool means_card(const std::string& text, int card) {
  std::string upper;
  for (const char c : text) upper += static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  return upper == card_text(card) ||
         (rank_of(card) == TEN && upper == std::string(1, SUIT_LETTERS[suit_of(card)]) + "10");
}

// `AKQ.J5..T987…`: spades, hearts, diamonds, clubs.
inline std::string hand_text(Cards hand) {
  std::string text;
  for (int suit = 0; suit < SUITS; ++suit) {
    for (int rank = RANKS - 1; rank >= 0; --rank)
      if (hand & card_bit(16 * suit + rank)) text += RANK_LETTERS[rank];
    if (suit < SUITS - 1) text += '.';
  }
  return text;
}

// Reads from left to right and says where it failed.
class CardReader {
 public:
  explicit CardReader(const std::string& text) : text_(text) {}

  [[noreturn]] void fail(const std::string& what) const { throw ParseError(what, text_, at_); }

 protected:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool more() { return skip(), at_ < text_.size(); }
  char upper() const {
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }
  bool accept(char c) { return at_ < text_.size() && upper() == c ? (++at_, true) : false; }
  void expect(char c, const std::string& what) {
    if (!accept(c)) fail(what);
  }
  int letter(const char* letters, int size, const std::string& what) {
    for (int i = 0; i < size; ++i)
      if (accept(letters[i])) return i;
    fail(what);
  }
  // One of these words, up to the next space.
  template <std::size_t N>
  int word_of(const char* const (&words)[N], const std::string& what) {
    skip();
    const std::size_t end = std::min(text_.find(' ', at_), text_.size());
    for (std::size_t i = 0; i < N; ++i)
      if (text_.compare(at_, end - at_, words[i]) == 0) return at_ = end, static_cast<int>(i);
    fail(what);
  }
  int number(int most, const std::string& what) {
    const std::size_t first = at_;
    int value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - first < 3)
      value = value * 10 + text_[at_++] - '0';
    if (at_ == first || value > most) {
      at_ = first;
      fail("expected " + what);
    }
    return value;
  }
  int rank() {
    if (!accept('1')) return letter(RANK_LETTERS, RANKS, "expected a rank: A K Q J T 9 … 2");
    expect('0', "expected 10");
    return TEN;
  }
  int card() {
    const int suit = letter(SUIT_LETTERS, SUITS, "expected a card such as SA"), card = 16 * suit + rank();
    if (at_ < text_.size() && text_[at_] != ' ') fail("expected a space after a card");
    return card;
  }

  // A hand of cards that are not among those seen.
  Cards hand(Cards& seen) {
    Cards cards = 0;
    for (int suit = 0; suit < SUITS; ++suit) {
      while (at_ < text_.size() && text_[at_] != '.' && text_[at_] != ' ') {
        const Cards card = card_bit(16 * suit + rank());
        if (seen & card) fail("impossible: " + card_text(lowest(card)) + " is there twice");
        seen |= card;
        cards |= card;
      }
      if (suit < SUITS - 1) expect('.', "expected '.' after a suit; a hand is spades.hearts.diamonds.clubs");
    }
    return cards;
  }

  // `N:` and four hands of one length, clockwise from there.
  Hands deal() {
    skip();
    const int first = letter(SEAT_LETTERS, SEATS, "expected a deal: N, E, S or W and ':'");
    expect(':', "expected ':' after the first seat");
    Hands hands{};
    Cards seen = 0;
    for (int i = 0; i < SEATS; ++i) {
      skip();
      hands[(first + i) % SEATS] = hand(seen);
    }
    for (int seat = 1; seat < SEATS; ++seat)
      if (count(hands[seat]) != count(hands[0]))
        fail("impossible: north has " + std::to_string(count(hands[0])) + " cards and " + SEAT_LETTERS[seat] + " has " +
             std::to_string(count(hands[seat])));
    if (!hands[0]) fail("impossible: hands without cards");
    return hands;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace zermelo::cards
