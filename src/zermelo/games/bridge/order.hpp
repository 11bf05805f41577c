// Which card to try first. The weights were found by hill climbing on the number of nodes the solver needs for random
// deals (docs/performance/bridge.md).
#pragma once

#include <algorithm>

#include "cards.hpp"

namespace zermelo::bridge {

enum LeadWeight {
  MY_LENGTH,
  PARTNER_LENGTH,
  LEFT_LENGTH,
  RIGHT_LENGTH,
  I_TOP,
  PARTNER_TOP,
  LEFT_TOP,
  RIGHT_TOP,
  I_SECOND,
  PARTNER_SECOND,
  LEFT_SECOND,
  RIGHT_SECOND,
  WINNER_RANK,
  OTHER_RANK,
  WINNER,
  UNDERLEAD,
  SEQUENCE,
  LEFT_TOP_PARTNER_SECOND,
  RIGHT_TOP_PARTNER_SECOND,
  I_TOP_PARTNER_SECOND,
  PARTNER_TOP_I_SECOND,
  IS_TRUMP,
  TRUMP_WINNER,
  PARTNER_RUFFS,
  PARTNER_OVERRUFFED,
  LEFT_RUFFS,
  RIGHT_RUFFS,
  SINGLETON,
  LEAD_WEIGHTS
};

enum FollowWeight {
  // the last hand
  LAST_PARTNER_OVER,
  LAST_WIN,
  LAST_WIN_RANK,
  LAST_RUFF,
  // the third hand
  THIRD_SAFE_OVER,
  THIRD_SURE,
  THIRD_FORCE,
  THIRD_LOW,
  THIRD_SURE_RANK,
  THIRD_FORCE_RANK,
  THIRD_LOW_RANK,
  THIRD_RUFF,
  // the second hand
  SECOND_PARTNER_WIN,
  SECOND_SURE,
  SECOND_FORCE,
  SECOND_LOW,
  SECOND_SURE_RANK,
  SECOND_FORCE_RANK,
  SECOND_LOW_RANK,
  SECOND_RUFF,
  // discards
  DISCARD,
  DISCARD_RANK,
  DISCARD_LENGTH,
  DISCARD_TOP,
  DISCARD_SECOND,
  DISCARD_PARTNER_TOP,
  DISCARD_GUARD,
  DISCARD_THEIR_LENGTH,
  DISCARD_TRUMP,
  FOLLOW_WEIGHTS
};

struct Weights {
  std::array<int, LEAD_WEIGHTS> lead;
  std::array<int, FOLLOW_WEIGHTS> follow;
};

// No trumps; a trump suit.
inline constexpr Weights WEIGHTS[2] = {
    {{10, 11, 0, -3, 0, 250, 100, -190, 0, 0, 0, 0, 0, -4, 200, -50, 0, 161, -80, -14, -67, 0, -48, 0, 98, -29, 0, 11},
     {-100, 1000, -10, 0,   200, 1023, 400, 500, -2,   47, -10, 0, 533, 1000, 400,
      500,  -10,  -10, -10, 0,   411,  -10, 49,  -150, 0,  0,   0, 0,   0}},
    {{-22, 36,  0,  30,  1, 182, 87, -30,  -47, -10, 27,  -13,  -4,   -9,
      117, -55, -8, 276, 6, 0,   63, -161, -32, 224, 111, -240, -346, 35},
     {-185, 992, -24, -12, 81, 953, 396, 664, -15,  16, -155, -6,  608, 1000, 400,
      512,  -19, 23,  0,   13, 354, -10, 55,  -146, 0,  11,   -71, -85, 36}},
};

// A trick so far.
struct Trick {
  Cards played = 0;
  Cards led = 0;   // all cards of the suit that was led
  int best = 0;    // the card that is winning
  int winner = 0;  // and who played it
  int size = 0;    // how many have played
};

// An opinion of the cards that can be played, the more promising the higher.
class Order {
 public:
  Order(const Hands& hands, Cards all, int trump)
      : hands_(hands),
        all_(all),
        trumps_(trump == NOTRUMP ? 0 : suit_cards(trump)),
        trump_(trump),
        weights_(WEIGHTS[trump != NOTRUMP]) {}

  // What a lead of a suit is worth, whichever card.
  int lead_suit(int seat, int suit_number) const {
    const auto& w = weights_.lead;
    const Cards suit = suit_cards(suit_number), in_suit = all_ & suit;
    const int across = partner_of(seat), before = next_seat(across), after = next_seat(seat);
    const Cards mine = hands_[seat] & suit, partner = hands_[across] & suit;
    const Cards left = hands_[after] & suit, right = hands_[before] & suit;
    const Cards top = card_bit(highest(in_suit)), rest = in_suit ^ top, second = rest ? card_bit(highest(rest)) : 0;
    int weight = w[MY_LENGTH] * count(mine) + w[PARTNER_LENGTH] * count(partner) + w[LEFT_LENGTH] * count(left) +
                 w[RIGHT_LENGTH] * count(right);
    weight += mine & top ? w[I_TOP] : partner & top ? w[PARTNER_TOP] : left & top ? w[LEFT_TOP] : w[RIGHT_TOP];
    if (mine & second)
      weight += w[I_SECOND] + (partner & top ? w[PARTNER_TOP_I_SECOND] : 0);
    else if (partner & second)
      weight += w[PARTNER_SECOND] + (mine & top    ? w[I_TOP_PARTNER_SECOND]
                                     : left & top  ? w[LEFT_TOP_PARTNER_SECOND]
                                     : right & top ? w[RIGHT_TOP_PARTNER_SECOND]
                                                   : 0);
    else if (second)
      weight += left & second ? w[LEFT_SECOND] : w[RIGHT_SECOND];
    if (suit == trumps_) return weight + w[IS_TRUMP] + (mine & top ? w[TRUMP_WINNER] : 0);
    if (!trumps_) return weight;
    const Cards across_trumps = hands_[across] & trumps_, before_trumps = hands_[before] & trumps_;
    if (!partner && across_trumps) {
      weight += w[PARTNER_RUFFS];
      if (!right && before_trumps > across_trumps) weight += w[PARTNER_OVERRUFFED];
    }
    if (!left && (hands_[after] & trumps_)) weight += w[LEFT_RUFFS];
    if (!right && before_trumps) weight += w[RIGHT_RUFFS];
    if (!(mine & (mine - 1)) && (hands_[seat] & trumps_)) weight += w[SINGLETON];
    return weight;
  }

  // What leading this card of it adds. `run` are its equals.
  int lead_card(int seat, int card, Cards run) const {
    const auto& w = weights_.lead;
    const Cards top = card_bit(highest(all_ & suit_cards(suit_of(card))));
    if (run & top) return w[WINNER] + w[WINNER_RANK] * rank_of(card);
    return w[OTHER_RANK] * rank_of(card) + (hands_[seat] & top ? w[UNDERLEAD] : 0) +
           (run & (run - 1) ? w[SEQUENCE] : 0);
  }

  // Whether the partner of the second or third hand takes the trick whatever that hand plays.
  bool partner_takes(int seat, const Trick& trick) const {
    const int third = best_reply(next_seat(seat), trick.led, trick.best);
    if (trick.size == 2) return trick.winner == partner_of(seat) && third < 0;
    return can_beat(partner_of(seat), trick.led, third < 0 ? trick.best : third);
  }

  // A card to a trick that others have begun: where following suit from the lowest card up will not do (in_order of
  // double_dummy.hpp), a discard or a ruff.
  int follow(int seat, int card, Cards run, const Trick& trick) const {
    const bool wins = beats(card, trick.best, trump_), follows = suit_cards(suit_of(card)) == trick.led;
    if (!follows && !wins) return discard(seat, card, run);
    switch (trick.size) {
      case 1:
        return second_hand(seat, card, trick, wins, follows);
      case 2:
        return third_hand(seat, card, trick, wins, follows);
      default:
        return last_hand(seat, card, trick);
    }
  }

 private:
  int last_hand(int seat, int card, const Trick& trick) const {
    const auto& w = weights_.follow;
    const int rank = rank_of(card);
    return trick.winner == partner_of(seat) ? w[LAST_PARTNER_OVER] - 10 * rank
                                            : w[LAST_WIN] + w[LAST_WIN_RANK] * rank + w[LAST_RUFF];
  }

  int third_hand(int seat, int card, const Trick& trick, bool wins, bool follows) const {
    const auto& w = weights_.follow;
    const int next = next_seat(seat), rank = rank_of(card), ruff = follows ? 0 : w[THIRD_RUFF];
    if (trick.winner == partner_of(seat) && !can_beat(next, trick.led, trick.best))
      return w[THIRD_SAFE_OVER] - 10 * rank + ruff;
    if (!wins) return w[THIRD_LOW] + w[THIRD_LOW_RANK] * rank;
    if (!can_beat(next, trick.led, card)) return w[THIRD_SURE] + w[THIRD_SURE_RANK] * rank + ruff;
    return w[THIRD_FORCE] + w[THIRD_FORCE_RANK] * rank + ruff;
  }

  int second_hand(int seat, int card, const Trick& trick, bool wins, bool follows) const {
    const auto& w = weights_.follow;
    const int next = next_seat(seat), rank = rank_of(card), ruff = follows ? 0 : w[SECOND_RUFF];
    const int third = best_reply(next, trick.led, trick.best);
    if (can_beat(partner_of(seat), trick.led, third < 0 ? trick.best : third))
      return w[SECOND_PARTNER_WIN] - 10 * rank + ruff;
    if (!wins) return w[SECOND_LOW] + w[SECOND_LOW_RANK] * rank;
    if (!can_beat(next, trick.led, card)) return w[SECOND_SURE] + w[SECOND_SURE_RANK] * rank + ruff;
    return w[SECOND_FORCE] + w[SECOND_FORCE_RANK] * rank + ruff;
  }

  int discard(int seat, int card, Cards run) const {
    const auto& w = weights_.follow;
    const Cards suit = suit_cards(suit_of(card)), in_suit = all_ & suit, mine = hands_[seat] & suit;
    const int across = partner_of(seat), length = count(mine);
    const Cards top = card_bit(highest(in_suit)), rest = in_suit ^ top, second = rest ? card_bit(highest(rest)) : 0;
    const int theirs = std::max(count(hands_[next_seat(seat)] & suit), count(hands_[next_seat(across)] & suit));
    return w[DISCARD] + w[DISCARD_RANK] * rank_of(card) + w[DISCARD_LENGTH] * length +
           w[DISCARD_THEIR_LENGTH] * theirs + (suit == trumps_ ? w[DISCARD_TRUMP] : 0) +
           (run & top ? w[DISCARD_TOP] : 0) + (run & second ? w[DISCARD_SECOND] : 0) +
           (hands_[across] & top ? w[DISCARD_PARTNER_TOP] : 0) +
           ((mine & second) && length == 2 && !(mine & top) ? w[DISCARD_GUARD] : 0);
  }

  // The highest card a hand can put on `best`, -1 if it cannot beat it.
  int best_reply(int seat, Cards led, int best) const {
    const Cards follow = hands_[seat] & led, able = follow ? follow : hands_[seat] & trumps_;
    if (!able) return -1;
    const int card = highest(able);
    return beats(card, best, trump_) ? card : -1;
  }
  bool can_beat(int seat, Cards led, int best) const { return best_reply(seat, led, best) >= 0; }

  const Hands& hands_;
  const Cards all_, trumps_;
  const int trump_;
  const Weights& weights_;
};

}  // namespace zermelo::bridge
