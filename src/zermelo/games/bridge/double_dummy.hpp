// The double-dummy solver: how many tricks each side takes when all four hands are seen and everybody plays best.
//
// One question is asked at a time: do north-south take `need` more tricks? The answer comes with the ranks its proof
// rests on, so that at the start of a trick it holds for every position of the same shape that agrees in those ranks
// (table.hpp). Equal cards are tried once, certain tricks are counted without search (sure.hpp), and the number of
// tricks is closed in on by repeated questions.
//
// Which ranks a proof rests on. A trick won against another card of the winning suit rests on the rank of the winner; a
// certain trick on what sure.hpp says. A card that refutes or succeeds passes on the ranks of its own proof. If every
// card fails, the proof rests on all their ranks; and where these end inside a run of equals of the hand that plays, on
// the whole run, since only then are they equals in the other positions too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "order.hpp"
#include "sure.hpp"
#include "table.hpp"

namespace zermelo::bridge {

// Where the length of a seat's suit is kept in a shape: four bits each.
constexpr std::uint64_t shape_unit(int seat, int suit) { return std::uint64_t{1} << (4 * (4 * seat + suit)); }

// What one card is worth.
struct CardValue {
  int card;
  Cards run;   // the card and its equals
  int tricks;  // that the side to play takes from here on, this trick included
};

// `Watch` counts in `nodes`; its `check()` is called every 1024 nodes, and may throw to end a search. Then `place` has to
// be called before the next question.
template <class Watch>
class DoubleDummy {
 public:
  explicit DoubleDummy(std::size_t bytes) : table_(bytes) {}

  // A new deal or strain: forgets everything. `hands` are the cards before the trick in progress.
  void begin(const Hands& hands, int trump) {
    trump_ = trump;
    trumps_ = trump == NOTRUMP ? 0 : suit_cards(trump);
    list_owners(hands);
    table_.clear();
    cuts_.fill(NO_CARD);
    for (auto& cards : history_) cards.fill(0);
    place(hands, 0, Trick{});
  }

  // A position of the deal: the cards still held, who plays next, and the trick in progress, if any.
  void place(const Hands& hands, int seat, const Trick& trick) {
    hands_ = hands;
    seat_ = seat;
    trick_ = trick;
    all_ = hands[0] | hands[1] | hands[2] | hands[3] | trick.played;
    left_ = count(hands[seat]);
    shape_ = 0;
    for (int each = 0; each < SEATS; ++each)
      for (int suit = 0; suit < SUITS; ++suit)
        shape_ += shape_unit(each, suit) * static_cast<std::uint64_t>(count(hands[each] & suit_cards(suit)));
  }

  // Tricks north-south take from here on, the one in progress included. `guess` only helps.
  int tricks(int guess, Watch& watch) {
    watch_ = &watch;
    return close_in(guess, [this](int need, Cards& ranks) {
      return trick_.size ? play(seat_, need, trick_, ranks) : search(seat_, need, ranks);
    });
  }

  // A first guess of what north-south take: points of the four highest cards left in each suit, and length in trumps.
  int guess() const {
    int points = 0, of = 0;
    for (int suit = 0; suit < SUITS; ++suit) {
      Cards rest = all_ & suit_cards(suit);
      for (int worth = 4; worth > 0 && rest; --worth, rest ^= card_bit(highest(rest))) {
        of += worth;
        if ((hands_[0] | hands_[2]) & card_bit(highest(rest))) points += worth;
      }
    }
    const double more = points - of / 2.0;
    const double trumps = count((hands_[0] | hands_[2]) & trumps_) - count(all_ & trumps_) / 2.0;
    return static_cast<int>(left_ * 0.53 + (trumps_ ? 0.4 * more + 1.13 * trumps : 0.5 * more) + 0.5);
  }

  // Every card that can be played, equals together, with the tricks of the side that plays it; the best first.
  std::vector<CardValue> cards(int guess, Watch& watch) {
    watch_ = &watch;
    std::vector<CardValue> values;
    const Cards gone = DECK & ~all_, mine = playable(seat_, trick_);
    for (Cards open = run_bottoms(mine, gone); open; open &= open - 1) {
      const int card = lowest(open);
      guess = close_in(guess, [&](int need, Cards& ranks) { return put(seat_, card, need, trick_, ranks); });
      values.push_back({card, run_of(lowest_bit(open), mine, gone), seat_ & 1 ? left_ - guess : guess});
    }
    std::stable_sort(values.begin(), values.end(), [](auto& a, auto& b) { return a.tricks > b.tricks; });
    return values;
  }

  // The same, but only whether north-south then take `need` tricks or more: 1 or 0 in place of their number.
  std::vector<CardValue> cards_reaching(int need, Watch& watch) {
    watch_ = &watch;
    std::vector<CardValue> values;
    const Cards gone = DECK & ~all_, mine = playable(seat_, trick_);
    for (Cards open = run_bottoms(mine, gone); open; open &= open - 1) {
      Cards ranks = 0;
      values.push_back(
          {lowest(open), run_of(lowest_bit(open), mine, gone), put(seat_, lowest(open), need, trick_, ranks)});
    }
    return values;
  }

  // The first card with which north-south take `tricks`, if that is the result of best play.
  int card_for(int tricks, Watch& watch) {
    watch_ = &watch;
    const bool ns = (seat_ & 1) == 0;
    const Cards mine = playable(seat_, trick_);
    for (Cards open = run_bottoms(mine, DECK & ~all_); open; open &= open - 1) {
      Cards ranks = 0;
      if (!(open & (open - 1)) || put(seat_, lowest(open), ns ? tricks : tricks + 1, trick_, ranks) == ns)
        return lowest(open);
    }
    return NO_CARD;
  }

 private:
  // The largest `need` that holds.
  template <class Ask>
  int close_in(int guess, Ask ask) {
    int low = 0, high = left_, need = std::clamp(guess, 1, std::max(1, left_));
    while (low < high) {
      Cards ranks = 0;
      if (ask(need, ranks))
        low = need, need = low + 1;
      else
        high = need - 1, need = high;
    }
    return low;
  }

  // Owners of every set of cards that can be left of a suit, highest card first.
  void list_owners(const Hands& hands) {
    for (int suit = 0; suit < SUITS; ++suit) {
      auto& table = owners_[suit];
      std::array<std::uint32_t, RANKS> owner{};
      unsigned have = 0;
      for (int seat = 0; seat < SEATS; ++seat)
        for (unsigned rest = ranks_in(hands[seat], suit); rest; rest &= rest - 1) {
          owner[std::countr_zero(rest)] = static_cast<std::uint32_t>(seat);
          have |= rest & (~rest + 1);
        }
      table[0] = 0;
      for (unsigned set = have & (~have + 1); set; set = (set - have) & have) {
        const unsigned higher = set & (set - 1);
        table[set] = table[higher] | owner[std::countr_zero(set)] << (30 - 2 * std::popcount(higher));
      }
    }
  }

  Owners owners() const {
    const auto of = [this](int suit) { return std::uint64_t{owners_[suit][ranks_in(all_, suit)]}; };
    return {of(0) << 32 | of(1), of(2) << 32 | of(3)};
  }

  // Shape and leader: north's clubs follow from the rest and make room for the leader.
  std::uint64_t key(int leader) const {
    constexpr std::uint64_t room = 15 * shape_unit(0, 3);
    return (shape_ & ~room) | static_cast<std::uint64_t>(leader) * shape_unit(0, 3);
  }

  Cards playable(int seat, const Trick& trick) const {
    const Cards follow = hands_[seat] & trick.led;
    return follow ? follow : hands_[seat];
  }

  // At the start of a trick: do north-south take `need` of the tricks left? `ranks` gets the cards the answer rests on,
  // in every suit the lowest of them at least.
  bool search(int leader, int need, Cards& ranks) {
    ranks = 0;
    if (need <= 0) return true;
    if (need > left_) return false;
    if (left_ == 1) return last_trick(leader, ranks);
    if ((++watch_->nodes & 1023) == 0) watch_->check();
    const Owners owner = owners();
    const std::uint64_t here = key(leader);
    if (const Entry* entry = table_.decide(here, owner, need)) {
      ranks = lowest_counted(entry->depths);
      return entry->low >= need;
    }
    if (const int sure = certain(leader, need, ranks); sure >= 0) return sure;
    const bool result = play(leader, need, Trick{}, ranks);
    remember(here, owner, need, result, ranks);
    return result;
  }

  bool last_trick(int leader, Cards& ranks) const {
    int best = lowest(hands_[leader]), winner = leader;
    for (int seat = next_seat(leader); seat != leader; seat = next_seat(seat))
      if (const int card = lowest(hands_[seat]); beats(card, best, trump_)) best = card, winner = seat;
    ranks = contested(all_, best);
    return (winner & 1) == 0;
  }

  // The winning card, if there is another one of its suit.
  static Cards contested(Cards played, int best) {
    const Cards suit = played & suit_cards(suit_of(best));
    return suit & (suit - 1) ? card_bit(best) : 0;
  }

  // Whether north-south take `need`, where that is certain at once; -1 where it is not.
  int certain(int leader, int need, Cards& ranks) const {
    const bool ns = (leader & 1) == 0;
    const int goal = ns ? need : left_ + 1 - need, against = left_ + 1 - goal;
    const Sure sure(hands_, all_, trumps_, leader, left_);
    if (const Claim claim = sure.leaders(goal); claim.tricks >= goal) {
      ranks = claim.ranks;
      return ns;
    }
    if (const Claim claim = sure.others(against); claim.tricks >= against) {
      ranks = claim.ranks;
      return !ns;
    }
    return -1;
  }

  // The last card that counts in each suit.
  Cards lowest_counted(std::uint16_t depths) const {
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

  struct Choice {
    Cards run;
    int card, weight;
  };

  // One card of a trick. The lead that last succeeded with such hands is tried before the others are even listed.
  bool play(int seat, int need, const Trick& trick, Cards& ranks) {
    const bool ns = (seat & 1) == 0;
    const Cards gone = DECK & ~all_, mine = playable(seat, trick), bottoms = run_bottoms(mine, gone);
    Cards basis = 0, open = bottoms;
    const auto succeeds = [&](int card) {
      Cards why = 0;
      if (put(seat, card, need, trick, why) == ns) {
        ranks = why;
        return true;
      }
      basis |= why;
      // Cards of the suit below all that the refutation rests on do no better than the one that was tried.
      const Cards suit = suit_cards(suit_of(card)), counted = why & suit;
      if (!counted)
        open &= ~suit;
      else if (card_bit(card) < lowest_bit(counted))
        open &= ~(suit & (lowest_bit(counted) - 1));
      return false;
    };
    std::uint8_t* const cut = trick.size == 0 ? &cuts_[cut_slot(seat, need)] : nullptr;
    if (cut && (mine & card_bit(*cut))) {
      const Cards bottom = card_bit(highest(bottoms & ((card_bit(*cut) << 1) - 1)));
      const int card = standing_for(run_of(bottom, mine, gone), trick);
      open ^= bottom;
      if (succeeds(card)) return ns;
    }
    if (open && !(open & (open - 1))) {
      const int card = standing_for(run_of(open, mine, gone), trick);
      if (succeeds(card)) return ns;
    } else if (Cards high = ALL_CARDS; (mine & trick.led) && in_order(seat, trick, mine, high)) {
      for (const Cards group : {high, ~high})
        for (Cards rest = open & group; rest; rest &= (rest - 1) & open)
          if (succeeds(standing_for(run_of(lowest_bit(rest), mine, gone), trick))) return ns;
    } else {
      Choice choices[RANKS];
      const int size = list(seat, trick, mine, open, choices);
      for (int i = 0; i < size; ++i) {
        if (!(choices[i].run & open) || !succeeds(choices[i].card)) continue;
        if (cut) {
          *cut = static_cast<std::uint8_t>(choices[i].card);
          learn(seat, choices, i);
        }
        return ns;
      }
    }
    ranks = with_whole_runs(basis, mine, bottoms);
    return !ns;
  }

  // The lead that succeeded gains, those tried before it lose; what was long ago counts for less.
  void learn(int seat, const Choice* choices, int successful) {
    for (int i = 0; i < successful; ++i) {
      int& lost = history_[seat][choices[i].card];
      lost -= (lost + MOST_HISTORY) / 32;
    }
    int& gained = history_[seat][choices[successful].card];
    gained += (MOST_HISTORY - gained) / 32;
  }

  // Whether a hand that follows suit plays its cards from the lowest up: nothing of it can win, or the partner takes the
  // trick anyway. The last hand does so too, but with those that win (`high`) before the others.
  bool in_order(int seat, const Trick& trick, Cards mine, Cards& high) const {
    const Cards above = card_bit(trick.best) & trick.led ? mine & ~(card_bit(trick.best) - 1) : 0;
    if (!above) return true;
    if (trick.size < 3) return Order(hands_, all_, trump_).partner_takes(seat, trick);
    if (trick.winner != partner_of(seat)) high = above;
    return true;
  }

  // The card that is played for a run of equals. One that wins so far, or is the top of its suit, is the highest, any
  // other the lowest: that leaves the fewest ranks to rest on.
  int standing_for(Cards run, const Trick& trick) const {
    const int low = lowest(run), high = highest(run);
    if (trick.size) return beats(low, trick.best, trump_) ? high : low;
    return high == highest(all_ & suit_cards(suit_of(low))) ? high : low;
  }

  // One card for every run, the most promising first.
  int list(int seat, const Trick& trick, Cards mine, Cards bottoms, Choice* choices) const {
    const Order order(hands_, all_, trump_);
    const Cards gone = DECK & ~all_;
    int size = 0, suit = -1, base = 0;
    for (Cards open = bottoms; open; open &= open - 1) {
      const Cards run = run_of(lowest_bit(open), mine, gone);
      const int card = standing_for(run, trick);
      int weight;
      if (trick.size == 0) {
        if (suit_of(card) != suit) suit = suit_of(card), base = order.lead_suit(seat, suit);
        weight = base + order.lead_card(seat, card, run) + history_[seat][card] / (trumps_ ? 12 : 4);
      } else {
        weight = order.follow(seat, card, run, trick);
      }
      int at = size++;
      for (; at > 0 && choices[at - 1].weight < weight; --at) choices[at] = choices[at - 1];
      choices[at] = {run, card, weight};
    }
    return size;
  }

  static Cards with_whole_runs(Cards basis, Cards mine, Cards bottoms) {
    for (int suit = 0; suit < SUITS; ++suit)
      if (const Cards counted = basis & suit_cards(suit)) {
        const Cards end = lowest_bit(counted);
        if ((end & mine) && !(end & bottoms)) basis |= card_bit(highest(bottoms & suit_cards(suit) & (end - 1)));
      }
    return basis;
  }

  // Plays one card and goes on: to the next hand, or to the next trick.
  bool put(int seat, int card, int need, const Trick& before, Cards& why) {
    Trick trick = before;
    trick.played |= card_bit(card);
    if (trick.size++ == 0) trick.led = suit_cards(suit_of(card)), trick.best = card, trick.winner = seat;
    if (beats(card, trick.best, trump_)) trick.best = card, trick.winner = seat;
    const std::uint64_t unit = shape_unit(seat, suit_of(card));
    hands_[seat] ^= card_bit(card);
    shape_ -= unit;
    bool result;
    if (trick.size < 4) {
      result = play(next_seat(seat), need, trick, why);
    } else {
      all_ ^= trick.played;
      --left_;
      result = search(trick.winner, need - ((trick.winner & 1) == 0), why);
      ++left_;
      all_ ^= trick.played;
      why |= contested(trick.played, trick.best);
    }
    shape_ += unit;
    hands_[seat] ^= card_bit(card);
    return result;
  }

  // Where the last successful lead is remembered: by the lengths of the suits of the leader and the partner.
  std::size_t cut_slot(int seat, int need) const {
    constexpr std::uint64_t north = 0xffff, lengths = north | north << 32;
    const std::uint64_t shape = shape_ & (lengths << (16 * (seat & 1)));
    const auto asked = static_cast<std::uint64_t>(seat + 4 * need + 77);
    return ((shape ^ asked * 0x9e3779b97f4a7c15ULL) * 0xd6e8feb86659fd93ULL) >> (64 - CUT_BITS);
  }

  static constexpr Cards ALL_CARDS = ~Cards{0};
  static constexpr int CUT_BITS = 16;
  static constexpr std::uint8_t NO_CARD = 63;
  static constexpr int MOST_HISTORY = 4096;
  Table table_;
  Watch* watch_ = nullptr;
  Hands hands_{};
  Cards all_ = 0, trumps_ = 0;
  int trump_ = NOTRUMP, left_ = 0, seat_ = 0;
  Trick trick_;
  std::uint64_t shape_ = 0;
  std::array<std::array<std::uint32_t, 1 << RANKS>, SUITS> owners_{};
  std::array<std::uint8_t, 1 << CUT_BITS> cuts_{};
  std::array<std::array<int, 64>, SEATS> history_{};  // how well each card of a seat did as a lead
};

}  // namespace zermelo::bridge
