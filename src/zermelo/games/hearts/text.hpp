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

class Reader : private CardReader {
 public:
  using CardReader::CardReader;

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
  void read_kind(Setup& setup) {
    static constexpr const char* KINDS[] = {PASSINGS[0], PASSINGS[1], PASSINGS[2], PASSINGS[3], "ending"};
    const int kind = word_of(KINDS, "expected left, across, right, hold or ending");
    setup.ending = kind == SEATS;
    setup.passing = setup.ending ? 0 : kind;
    if (!setup.ending) return;
    skip();
    setup.leader = letter(SEAT_LETTERS, SEATS, "expected who leads: N, E, S or W");
    expect(' ', "expected a space after who leads");
    skip();
    for (int who = 0; who < SEATS; ++who) {
      if (who) expect('-', "expected '-' between the points taken by N, E, S and W");
      setup.taken[who] = static_cast<std::uint8_t>(number(MOST_POINTS, "points from 0 to 26"));
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

  void check(const Setup& setup) const {
    if (setup.passing && setup.length() < PASSED) fail("impossible: three cards are passed, and hands have fewer");
    if (!setup.ending && !(setup.deck & suit_cards(CLUBS)))
      fail("impossible: nobody has a club to lead; where the deal has begun, write ending");
    const int most = MOST_POINTS - (setup.deck & QUEEN ? QUEEN_POINTS : 0) - count(setup.deck & ALL_HEARTS);
    if (setup.total() - points_in(setup.deck) > most) fail("impossible: more points taken than there are");
  }

  Position::Move legal_card(const Position& at) {
    const std::size_t first = at_;
    const int card = this->card();
    const Cards legal = at.over() ? 0 : at.passing() ? at.passable() : at.playable();
    if (!(legal & card_bit(card))) {
      at_ = first;
      fail(at.over() ? "all cards have been played"
                     : card_text(card) + " cannot be " + (at.passing() ? "passed" : "played") + " by " +
                           SEAT_LETTERS[at.seat] + " here");
    }
    return static_cast<Position::Move>(card);
  }
};

}  // namespace zermelo::hearts
