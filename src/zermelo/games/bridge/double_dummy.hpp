// The double-dummy solver: how many tricks each side takes when all four hands are seen and everybody plays best.
#pragma once

#include <algorithm>
#include <cstddef>

#include "order.hpp"
#include "sure.hpp"
#include "table.hpp"

namespace zermelo::bridge {

constexpr std::uint64_t shape_unit(int seat, int suit) { return std::uint64_t{1} << (4 * (4 * seat + suit)); }

template <class Watch>
class Solver {
 public:
  Solver(std::size_t bytes, Watch& watch) : table_(bytes), watch_(watch) {}

  // Begins with these hands, all of one length, and this strain.
  void set(const Hands& hands, int trump) {
    hands_ = hands;
    trump_ = trump;
    trump_cards_ = trump == NOTRUMP ? 0 : suit_cards(trump);
    all_ = hands[0] | hands[1] | hands[2] | hands[3];
    left_ = count(hands[0]);
    shape_ = 0;
    for (int seat = 0; seat < SEATS; ++seat)
      for (int suit = 0; suit < SUITS; ++suit)
        shape_ += shape_unit(seat, suit) * static_cast<std::uint64_t>(count(hands[seat] & suit_cards(suit)));
    list_owners();
    table_.clear();
  }

  // Tricks of north-south when `leader` leads.
  int tricks(int leader, int guess) {
    int low = 0, high = left_;
    guess = std::clamp(guess, 0, left_);
    int need = std::max(guess, 1);
    while (low < high) {
      Cards ranks;
      if (search(leader, need, ranks)) {
        low = need;
        need = low + 1;
      } else {
        high = need - 1;
        need = high;
      }
    }
    return low;
  }

  Table table_;
  std::uint64_t cut_at[4][8] = {};
  std::uint64_t stat[14][5] = {};

 private:
  // The trick so far.
  struct Trick {
    Cards played;
    Cards led;  // all cards of the suit that was led
    int best, winner;
  };

  // Owners of every subset of a suit, highest card first.
  void list_owners() {
    for (int suit = 0; suit < SUITS; ++suit) {
      auto& table = owners_[suit];
      std::array<std::uint32_t, RANKS> owner{};
      for (int rank = 0; rank < RANKS; ++rank)
        for (int seat = 0; seat < SEATS; ++seat)
          if (hands_[seat] & card_bit(16 * suit + rank)) owner[rank] = static_cast<std::uint32_t>(seat);
      const unsigned have = ranks_in(all_, suit);
      table[0] = 0;
      for (unsigned set = have & (~have + 1); set; set = (set - have) & have) {
        const int rest = std::popcount(set & (set - 1));
        table[set] = table[set & (set - 1)] | owner[std::countr_zero(set)] << (30 - 2 * rest);
      }
    }
  }

  Owners owners() const {
    const auto word = [&](int suit) { return std::uint64_t{owners_[suit][ranks_in(all_, suit)]}; };
    return {word(0) << 32 | word(1), word(2) << 32 | word(3)};
  }

  std::uint64_t key(int leader) const { return (shape_ & ~(std::uint64_t{15} << 12)) | std::uint64_t(leader) << 12; }

  // Do north-south take `need` of the tricks left? `ranks` gets the lowest cards (at least) that the proof rests on.
  bool search(int leader, int need, Cards& ranks) {
    ranks = 0;
    if (need <= 0) return true;
    if (need > left_) return false;
    if (left_ == 1) return last_trick(leader, ranks);
    if ((++watch_.nodes & 1023) == 0) watch_.check();
    ++stat[left_][0];
    const Owners owner = owners();
    const std::uint64_t here = key(leader);
    if (const Entry* e = table_.decide(here, owner, need)) {
      ranks = told(e->depths);
      ++stat[left_][2];
      return e->low >= need;
    }
    if (const int sure = certain(leader, need, ranks); sure >= 0) return ++stat[left_][1], sure;
    const bool result = play(leader, need, Trick{0, 0, -1, leader}, 0, ranks);
    ++stat[left_][result == ((leader & 1) == 0) ? 3 : 4];
    remember(here, owner, need, result, ranks);
    return result;
  }

  // The lowest cards that an entry's depths speak of.
  Cards told(std::uint16_t depths) const {
    Cards cards = 0;
    for (int suit = 0; suit < SUITS; ++suit)
      if (int depth = depths >> (4 * suit) & 15) {
        Cards rest = all_ & suit_cards(suit);
        while (--depth) rest ^= card_bit(highest(rest));
        cards |= card_bit(highest(rest));
      }
    return cards;
  }

  void remember(std::uint64_t here, const Owners& owner, int need, bool result, Cards ranks) {
    Entry entry{};
    for (int suit = 0; suit < SUITS; ++suit)
      if (const Cards counted = ranks & suit_cards(suit)) {
        const int depth = count(all_ & suit_cards(suit) & ~(lowest_bit(counted) - 1));
        entry.depths |= static_cast<std::uint16_t>(depth << (4 * suit));
      }
    entry.owners = {owner.major & OWNER_MASKS[entry.depths & 255], owner.minor & OWNER_MASKS[entry.depths >> 8]};
    entry.low = static_cast<std::int8_t>(result ? need : 0);
    entry.high = static_cast<std::int8_t>(result ? left_ : need - 1);
    table_.add(here, entry);
  }

  bool last_trick(int leader, Cards& ranks) {
    int best = lowest(hands_[leader]), winner = leader;
    for (int seat = next_seat(leader); seat != leader; seat = next_seat(seat)) {
      const int card = lowest(hands_[seat]);
      if (beats(card, best, trump_)) best = card, winner = seat;
    }
    const Cards contested = all_ & suit_cards(suit_of(best));
    ranks = contested & (contested - 1) ? card_bit(best) : 0;
    return (winner & 1) == 0;
  }

  // Whether north-south take `need`, where that is certain at once; -1 where it is not.
  int certain(int leader, int need, Cards& ranks) {
    const bool ns = (leader & 1) == 0;
    const int goal = ns ? need : left_ + 1 - need;
    const Sure sure(hands_, all_, trump_cards_, leader, left_);
    if (const Claim claim = sure.leaders(goal); claim.tricks >= goal) {
      ranks = claim.ranks;
      return ns;
    }
    const int against = left_ + 1 - goal;
    if (const Claim claim = sure.others(against); claim.tricks >= against) {
      ranks = claim.ranks;
      return !ns;
    }
    return -1;
  }

  struct Choice {
    Cards run;
    int card, weight;
  };

  // One card of a trick; `done` cards have been played to it.
  bool play(int seat, int need, const Trick& trick, int done, Cards& ranks) {
    const bool ns = (seat & 1) == 0;
    const Cards hand = hands_[seat], gone = DECK & ~all_;
    Cards mine = done ? hand & trick.led : hand;
    if (!mine) mine = hand;
    const Cards bottoms = run_bottoms(mine, gone);
    std::uint8_t& last_cut = cuts_[cut_slot(seat, trick, done)];
    Choice choices[RANKS];
    int size = 0, suit = -1, base = 0;
    for (Cards open = bottoms; open; open &= open - 1) {
      const Cards bottom = lowest_bit(open), run = run_of(bottom, mine, gone);
      int card = lowest(bottom);
      if (done == 0 ? (run & card_bit(highest(all_ & suit_cards(suit_of(card))))) != 0 : beats(card, trick.best, trump_))
        card = highest(run);
      int weight;
      if (done == 0) {
        if (suit_of(card) != suit) suit = suit_of(card), base = suit_weight(seat, suit_cards(suit));
        weight = lead_weight(card, run, mine, base);
        if (run & card_bit(last_cut)) weight += WEIGHTS[trump_ != NOTRUMP].lead[LAST_CUT];
      } else {
        weight = this->weight(seat, card, run, trick, done);
      }
      int at = size++;
      for (; at > 0 && choices[at - 1].weight < weight; --at) choices[at] = choices[at - 1];
      choices[at] = {run, card, weight};
    }
    Cards basis = 0, open = bottoms;
    for (int i = 0; i < size; ++i) {
      const int card = choices[i].card;
      if (!(choices[i].run & open)) continue;
      Cards why = 0;
      const bool result = put(seat, card, need, trick, done, why);
      if (result == ns) {
        last_cut = static_cast<std::uint8_t>(card);
        ranks = why;
        ++cut_at[done][std::min(i, 7)];
        return result;
      }
      basis |= why;
      // Cards below all that the refutation rests on are as good as the one that was tried.
      const Cards whole = suit_cards(suit_of(card)), counted = why & whole;
      if (!counted)
        open &= ~whole;
      else if (card_bit(card) < lowest_bit(counted))
        open &= ~(whole & (lowest_bit(counted) - 1));
    }
    // Where the basis ends inside a run of equals, all of the run has to count.
    for (int s = 0; s < SUITS; ++s)
      if (const Cards counted = basis & suit_cards(s)) {
        const Cards end = lowest_bit(counted);
        if ((end & mine) && !(end & bottoms)) basis |= card_bit(highest(bottoms & suit_cards(s) & (end - 1)));
      }
    ranks = basis;
    return !ns;
  }

  std::size_t cut_slot(int seat, const Trick& trick, int done) const {
    const std::uint64_t extra = done ? std::uint64_t(suit_of(lowest(trick.led))) * 4 + std::uint64_t(seat) : std::uint64_t(seat) + 77;
    return ((shape_ ^ extra * 0x9e3779b97f4a7c15ULL) * 0xd6e8feb86659fd93ULL) >> (64 - CUT_BITS);
  }

  int weight(int seat, int card, Cards run, const Trick& trick, int done) const {
    const auto& w = WEIGHTS[trump_ != NOTRUMP].follow;
    const int partner = partner_of(seat), rank = rank_of(card);
    const Cards suit = suit_cards(suit_of(card));
    const bool wins = beats(card, trick.best, trump_);
    const bool follows = suit == trick.led;
    if (!follows && !wins) return discard_weight(seat, card, run);
    if (done == 3) {
      if (trick.winner == partner) return wins ? w[LAST_PARTNER_OVER] - 10 * rank : w[LAST_PARTNER_LOW] + w[LAST_LOSE_RANK] * rank;
      return wins ? w[LAST_WIN] + w[LAST_WIN_RANK] * rank + (follows ? 0 : w[LAST_RUFF]) : w[LAST_LOSE] + w[LAST_LOSE_RANK] * rank;
    }
    const int next = next_seat(seat);
    if (done == 2) {
      const int ruff = follows ? 0 : w[THIRD_RUFF];
      if (trick.winner == partner && best_reply(next, trick.led, trick.best) < 0)
        return wins ? w[THIRD_SAFE_OVER] - 10 * rank + ruff: w[THIRD_SAFE_LOW] - 10 * rank;
      if (wins && best_reply(next, trick.led, card) < 0) return w[THIRD_SURE] + w[THIRD_SURE_RANK] * rank + ruff;
      return wins ? w[THIRD_FORCE] + w[THIRD_FORCE_RANK] * rank + ruff : w[THIRD_LOW] + w[THIRD_LOW_RANK] * rank;
    }
    const int ruff = follows ? 0 : w[SECOND_RUFF];
    const int third = best_reply(next, trick.led, trick.best);
    const int now = third < 0 ? trick.best : third;
    if (best_reply(partner, trick.led, now) >= 0) return wins ? w[SECOND_PARTNER_WIN] - 10 * rank + ruff: w[SECOND_PARTNER_LOW] - 10 * rank;
    if (wins && best_reply(next, trick.led, card) < 0) return w[SECOND_SURE] + w[SECOND_SURE_RANK] * rank + ruff;
    return wins ? w[SECOND_FORCE] + w[SECOND_FORCE_RANK] * rank + ruff: w[SECOND_LOW] + w[SECOND_LOW_RANK] * rank;
  }

  // The highest card a hand can put on `best`, -1 if it cannot beat it.
  int best_reply(int seat, Cards led, int best) const {
    const Cards follow = hands_[seat] & led;
    const Cards able = follow ? follow : hands_[seat] & trump_cards_;
    if (!able) return -1;
    const int card = highest(able);
    return beats(card, best, trump_) ? card : -1;
  }

  int discard_weight(int seat, int card, Cards run) const {
    const auto& w = WEIGHTS[trump_ != NOTRUMP].follow;
    const Cards suit = suit_cards(suit_of(card)), in_suit = all_ & suit, mine = hands_[seat] & suit;
    const int partner = partner_of(seat);
    const int length = count(mine);
    const Cards top = card_bit(highest(in_suit)), rest = in_suit ^ top;
    const Cards second = rest ? card_bit(highest(rest)) : 0;
    int weight = w[DISCARD] + w[DISCARD_RANK] * rank_of(card) + w[DISCARD_LENGTH] * length;
    if (suit == trump_cards_) weight += w[DISCARD_TRUMP];
    if (run & top) weight += w[DISCARD_TOP];
    if (run & second) weight += w[DISCARD_SECOND];
    if (hands_[partner] & top) weight += w[DISCARD_PARTNER_TOP];
    if ((mine & second) && length == 2 && !(mine & top)) weight += w[DISCARD_GUARD];
    weight += w[DISCARD_THEIR_LENGTH] * std::max(count(hands_[next_seat(seat)] & suit), count(hands_[next_seat(partner)] & suit));
    return weight;
  }

  // What a lead of each suit is worth, whichever card.
  int suit_weight(int seat, Cards suit) const {
    const auto& w = WEIGHTS[trump_ != NOTRUMP].lead;
    const Cards in_suit = all_ & suit;
    const int partner = partner_of(seat), left = next_seat(seat), right = next_seat(partner);
    const Cards top = card_bit(highest(in_suit)), rest = in_suit ^ top;
    const Cards second = rest ? card_bit(highest(rest)) : 0;
    const Cards mine = hands_[seat] & suit, theirs = hands_[partner] & suit, l = hands_[left] & suit, r = hands_[right] & suit;
    int weight = w[MY_LENGTH] * count(mine) + w[PARTNER_LENGTH] * count(theirs) + w[LEFT_LENGTH] * count(l) + w[RIGHT_LENGTH] * count(r);
    weight += mine & top ? w[I_TOP] : theirs & top ? w[PARTNER_TOP] : l & top ? w[LEFT_TOP] : w[RIGHT_TOP];
    if (second) weight += mine & second ? w[I_SECOND] : theirs & second ? w[PARTNER_SECOND] : l & second ? w[LEFT_SECOND] : w[RIGHT_SECOND];
    if (theirs & second) weight += mine & top ? w[I_TOP_PARTNER_SECOND] : l & top ? w[LEFT_TOP_PARTNER_SECOND] : r & top ? w[RIGHT_TOP_PARTNER_SECOND] : 0;
    if ((theirs & top) && (mine & second)) weight += w[PARTNER_TOP_I_SECOND];
    if (trump_cards_) {
      if (suit == trump_cards_) {
        weight += w[IS_TRUMP];
        if (mine & top) weight += w[TRUMP_WINNER];
      } else {
        const bool left_ruffs = !l && (hands_[left] & trump_cards_), right_ruffs = !r && (hands_[right] & trump_cards_);
        if (!theirs && (hands_[partner] & trump_cards_)) {
          weight += w[PARTNER_RUFFS];
          if (right_ruffs && highest(hands_[right] & trump_cards_) > highest(hands_[partner] & trump_cards_)) weight += w[PARTNER_OVERRUFFED];
        }
        if (left_ruffs) weight += w[LEFT_RUFFS];
        if (right_ruffs) weight += w[RIGHT_RUFFS];
        if (!(mine & (mine - 1)) && (hands_[seat] & trump_cards_)) weight += w[SINGLETON];
      }
    }
    return weight;
  }

  int lead_weight(int card, Cards run, Cards mine, int base) const {
    const auto& w = WEIGHTS[trump_ != NOTRUMP].lead;
    const Cards top = card_bit(highest(all_ & suit_cards(suit_of(card))));
    if (run & top) return base + w[WINNER] + w[WINNER_RANK] * rank_of(card);
    int weight = base + w[OTHER_RANK] * rank_of(card);
    if (mine & top) weight += w[UNDERLEAD];
    if (run & (run - 1)) weight += w[SEQUENCE];
    return weight;
  }

  bool put(int seat, int card, int need, const Trick& before, int done, Cards& why) {
    Trick trick = before;
    trick.played |= card_bit(card);
    if (done == 0) trick.led = suit_cards(suit_of(card));
    if (done == 0 || beats(card, trick.best, trump_)) trick.best = card, trick.winner = seat;
    const std::uint64_t unit = shape_unit(seat, suit_of(card));
    hands_[seat] ^= card_bit(card);
    shape_ -= unit;
    bool result;
    if (done < 3) {
      result = play(next_seat(seat), need, trick, done + 1, why);
    } else {
      all_ ^= trick.played;
      --left_;
      result = search(trick.winner, need - ((trick.winner & 1) == 0), why);
      ++left_;
      all_ ^= trick.played;
      const Cards contested = trick.played & suit_cards(suit_of(trick.best));
      if (contested & (contested - 1)) why |= card_bit(trick.best);
    }
    shape_ += unit;
    hands_[seat] ^= card_bit(card);
    return result;
  }

  Watch& watch_;
  Hands hands_{};
  Cards all_ = 0, trump_cards_ = 0;
  int trump_ = NOTRUMP, left_ = 0;
  std::uint64_t shape_ = 0;
  static constexpr int CUT_BITS = 16;
  std::array<std::array<std::uint32_t, 8192>, SUITS> owners_{};
  std::array<std::uint8_t, 1 << CUT_BITS> cuts_{};
};

}  // namespace zermelo::bridge
