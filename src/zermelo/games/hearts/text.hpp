// Positions as text, and back: `N:… … … … left : SQ HA HK … : C2 …`.
//
// The deal as in PBN, from the seat named clockwise, spades first; to whom cards are passed, or what came before an ending;
// the cards passed by north, east, south and west, three each; and the cards played.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "game.hpp"

namespace zermelo::hearts {

inline std::string setup_text(const Setup& setup) {
  if (!setup.ending) return PASSINGS[setup.passing];
  std::string text = std::string("ending ") + SEAT_LETTERS[setup.leader] + " ";
  for (int who = 0; who < SEATS; ++who) text += (who ? "-" : "") + std::to_string(setup.taken[who]);
  return setup.broken ? text + " broken" : text;
}

// Setups live as long as the program; positions point to them.
inline const Setup* kept(const Setup& setup) {
  static std::mutex mutex;
  static std::map<std::pair<Cards, std::string>, std::unique_ptr<Setup>> known;
  const std::lock_guard lock(mutex);
  auto& found = known[{setup.deck, setup_text(setup)}];
  if (!found) {
    found = std::make_unique<Setup>(setup);
    found->describe();
  }
  return found.get();
}

// Reads from left to right and says where it failed.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Position position() {
    const Hands hands = deal();
    Setup setup;
    setup.deck = hands[0] | hands[1] | hands[2] | hands[3];
    read_kind(setup);
    check(setup);
    Position at = Position::start(kept(setup), hands);
    skip();
    if (at_ == text_.size()) return at;
    expect(':', "expected ':' before the cards");
    while (at.passing()) {
      if (!more()) return at;
      at = at.play(legal_card(at));
    }
    if (setup.passing && more()) expect(':', "expected ':' before the cards played");
    while (more()) at = at.play(legal_card(at));
    return at;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw ParseError(what, text_, at_); }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool more() { return skip(), at_ < text_.size(); }
  char upper() const {
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }
  void expect(char c, const std::string& what) {
    if (at_ >= text_.size() || text_[at_] != c) fail(what);
    ++at_;
  }
  int letter(const char* letters, int size, const std::string& what) {
    for (int i = 0; i < size; ++i)
      if (at_ < text_.size() && upper() == letters[i]) return ++at_, i;
    fail(what);
  }
  int rank() {
    if (upper() == '1') {
      ++at_;
      expect('0', "expected 10");
      return 8;
    }
    return letter(RANK_LETTERS, RANKS, "expected a rank: A K Q J T 9 … 2");
  }
  std::string word() {
    std::string result;
    for (skip(); at_ < text_.size() && text_[at_] != ' '; ++at_) result += text_[at_];
    return result;
  }

  // `N:` and four hands clockwise from there.
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

  void read_kind(Setup& setup) {
    skip();
    const std::size_t first = at_;
    const std::string kind = word();
    for (int i = 0; i < SEATS; ++i)
      if (kind == PASSINGS[i]) {
        setup.passing = i;
        return;
      }
    if (kind != "ending") {
      at_ = first;
      fail("expected left, across, right, hold or ending");
    }
    setup.passing = 0;
    setup.ending = true;
    skip();
    setup.leader = letter(SEAT_LETTERS, SEATS, "expected who leads: N, E, S or W");
    expect(' ', "expected a space after who leads");
    skip();
    for (int who = 0; who < SEATS; ++who) {
      if (who) expect('-', "expected '-' between the points taken by N, E, S and W");
      setup.taken[who] = static_cast<std::uint8_t>(number());
    }
    const std::size_t end = at_;
    skip();
    if (text_.compare(at_, 6, "broken") == 0) {
      at_ += 6;
      setup.broken = true;
    } else {
      at_ = end;
    }
  }

  int number() {
    const std::size_t first = at_;
    int value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - first < 2)
      value = value * 10 + text_[at_++] - '0';
    if (at_ == first || value > MOST_POINTS) {
      at_ = first;
      fail("expected points from 0 to 26");
    }
    return value;
  }

  void check(const Setup& setup) const {
    if (setup.passing && setup.length() < PASSED) fail("impossible: three cards are passed, and hands have fewer");
    if (!setup.ending && !(setup.deck & suit_cards(CLUBS)))
      fail("impossible: nobody has a club to lead; where the deal has begun, write ending");
    const int most = MOST_POINTS - (setup.deck & QUEEN ? QUEEN_POINTS : 0) - count(setup.deck & ALL_HEARTS);
    if (setup.total() - points_in(setup.deck) > most) fail("impossible: more points taken than there are");
  }

  Position::Move legal_card(const Position& at) {
    const std::size_t first = at_;
    const int suit = letter(SUIT_LETTERS, SUITS, "expected a card such as SA"), card = 16 * suit + rank();
    if (at_ < text_.size() && text_[at_] != ' ') fail("expected a space after a card");
    const Cards legal = at.over() ? 0 : at.passing() ? at.passable() : at.playable();
    if (!(legal & card_bit(card))) {
      at_ = first;
      fail(at.over() ? "all cards have been played"
                     : card_text(card) + " cannot be " + (at.passing() ? "passed" : "played") + " by " +
                           SEAT_LETTERS[at.seat] + " here");
    }
    return static_cast<Position::Move>(card);
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace zermelo::hearts
