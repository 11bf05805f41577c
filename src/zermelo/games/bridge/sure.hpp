// Tricks that are certain without looking ahead: what the leader's side can cash at once, and trumps that nobody can
// take away. Every count comes with the ranks it rests on.
#pragma once

#include <algorithm>

#include "cards.hpp"

namespace zermelo::bridge {

// What one claim rests on.
struct Claim {
  int tricks = 0;
  Cards ranks = 0;  // at least the lowest card that counts, in every suit
  int length = 0;   // of trump tricks: how many trumps the hand has that takes them
};

// Claims at the start of a trick. The side to lead cashes its winners; the trump suit is `trump_cards` (0: none).
class Sure {
 public:
  Sure(const Hands& hands, Cards all, Cards trump_cards, int leader, int left)
      : mine_(hands[leader]),
        partner_(hands[partner_of(leader)]),
        left_hand_(hands[next_seat(leader)]),
        right_hand_(hands[next_seat(partner_of(leader))]),
        all_(all),
        trumps_(trump_cards),
        left_(left) {}

  // Tricks of the leader's side, counted no further than `goal`.
  Claim leaders(int goal) const {
    Claim trumps;
    Suit t;
    if (trumps_) {
      t = suit(trumps_);
      trumps = top_trumps(mine_ & trumps_, partner_ & trumps_, goal);
      if (trumps.tricks <= t.mine_cashed) trumps = {t.mine_cashed, t.mine_rank, t.mine_length};
      if (trumps.tricks >= goal) return trumps;
    }
    // Suits whose top card the side has; if they are too short for the goal, nothing has to be counted.
    const Cards ours = mine_ | partner_;
    std::array<int, SUITS> list;
    int size = 0, most = trumps.tricks + t.partner_cashed;
    for (int s = 0; s < SUITS; ++s) {
      const Cards cards = suit_cards(s), held = all_ & cards;
      if (cards == trumps_ || !held || !(ours & card_bit(highest(held)))) continue;
      most += std::max(count(mine_ & cards), count(partner_ & cards));
      list[size++] = s;
    }
    if (most < goal) return {};
    const bool left_ruffs = count(left_hand_ & trumps_) > t.mine_cashed;
    const bool right_ruffs = count(right_hand_ & trumps_) > t.mine_cashed;
    // Where trumps have to be drawn first, the claim rests on them too.
    const bool drawn = t.mine_cashed > 0 && !(left_ruffs && right_ruffs) && ((left_hand_ | right_hand_) & trumps_);
    Cards ranks = trumps.ranks | (drawn ? t.mine_rank : 0), across_ranks = 0;
    int plain = 0, across = 0;
    bool entry = false;
    std::array<Suit, SUITS> suits;
    std::array<int, SUITS> cash{};
    for (int i = 0; i < size; ++i) {
      const int s = list[i];
      const Cards cards = suit_cards(s);
      const Suit& here = suits[s] = suit(cards);
      int safe = RANKS;
      if (left_ruffs) safe = std::min(safe, count(left_hand_ & cards));
      if (right_ruffs) safe = std::min(safe, count(right_hand_ & cards));
      cash[s] = std::min(here.mine_cashed, safe);
      plain += cash[s];
      // Then the partner's winners, if there is a way over.
      const int over = std::min(here.partner_cashed, safe - cash[s]);
      if (over > 0) {
        across += over;
        across_ranks |= here.partner_rank;
        if (here.mine_length > cash[s] && here.mine_cashed == cash[s]) entry = true;
      }
    }
    if (together(trumps, plain) >= goal) {
      // The longest suits first, and no more of them than it takes.
      for (int needed = goal - trumps.tricks + std::max(0, plain + trumps.length - left_); needed > 0;) {
        const int best = static_cast<int>(std::max_element(cash.begin(), cash.end()) - cash.begin());
        const int taken = std::min(needed, cash[best]);
        ranks |= nth(suits[best].mine_winners, std::min(taken, suits[best].by_rank));
        needed -= taken;
        cash[best] = 0;
      }
      return {goal, ranks};
    }
    for (int s = 0; s < SUITS; ++s)
      if (cash[s]) ranks |= suits[s].mine_rank;
    if (t.partner_cashed > 0 && t.mine_length > t.mine_cashed) {
      entry = true;
      across_ranks |= t.partner_rank;
      across += std::max(0, t.mine_cashed + t.partner_cashed - trumps.tricks);
    }
    if (entry && together(trumps, plain + across) >= goal) return {goal, ranks | across_ranks | t.mine_rank};
    return {};
  }

  // Tricks of the side that does not lead, counted no further than `goal`: its top trumps, and if whatever the leader
  // leads loses to a top card of theirs, what the hand that wins it cashes.
  Claim others(int goal) const {
    const Claim trumps = trumps_ ? top_trumps(left_hand_ & trumps_, right_hand_ & trumps_, goal) : Claim{};
    if (trumps.tricks >= goal) return trumps;
    if (goal == 1 && !(all_ & trumps_))
      if (const Claim one = a_trick(); one.tricks) return one;
    Cards left_ranks = 0, right_ranks = 0, tops = 0;
    int left_cash = -1, right_cash = -1;
    const bool partner_ruffs = partner_ & trumps_;
    for (int s = 0; s < SUITS; ++s) {
      const Cards cards = suit_cards(s);
      if (!(mine_ & cards)) continue;
      const Cards top = card_bit(highest(all_ & cards));
      if ((mine_ | partner_) & top) return trumps;
      if (partner_ruffs && cards != trumps_ && !(partner_ & cards)) return trumps;
      tops |= top;
      if (left_hand_ & top) {
        if (left_cash < 0) left_cash = cash(left_hand_, left_, left_ranks);
      } else {
        if (right_cash < 0) right_cash = cash(right_hand_, left_, right_ranks);
      }
    }
    int plain = RANKS;
    Cards ranks = trumps.ranks | tops;
    if (left_cash >= 0) plain = left_cash, ranks |= left_ranks;
    if (right_cash >= 0) plain = std::min(plain, right_cash), ranks |= right_ranks;
    // A trump trick may be the one that wins the lead; it is counted once, above.
    const int total = together(trumps, plain);
    return total >= goal ? Claim{total, ranks} : trumps;
  }

  // One trick of the side that does not lead, where there are no trumps: the leaders keep the lead only in suits whose top
  // card they have, and if these are too short for all tricks, they have to lead another. No squeeze helps them: a
  // defender with nothing left but tops knows which of the two hands will lead to the next trick, and what it will have.
  Claim a_trick() const {
    const Cards ours = mine_ | partner_;
    int most = 0;
    Cards tops = 0;
    for (int s = 0; s < SUITS; ++s) {
      const Cards cards = suit_cards(s), held = all_ & cards;
      if (!held) continue;
      const Cards top = card_bit(highest(held));
      if (ours & top)
        most += std::max(count(mine_ & cards), count(partner_ & cards));
      else
        tops |= top;
    }
    return most < left_ ? Claim{1, tops} : Claim{};
  }

 private:
  // Trump tricks of one hand and plain tricks of its side: where that hand has too few plain cards, it spends a trump on
  // a trick that was counted already.
  int together(const Claim& trumps, int plain) const {
    return trumps.tricks + plain - std::max(0, plain + trumps.length - left_);
  }

  // One suit, as far as it can be cashed when nobody ruffs.
  struct Suit {
    int mine_length = 0;
    int mine_cashed = 0;     // rounds the leader wins, keeping the lead
    Cards mine_winners = 0;  // by these
    int by_rank = 0;         // so many of them by rank: then they have run out
    Cards mine_rank = 0;     // the lowest card these rest on
    int partner_cashed = 0;  // rounds the partner wins after them, once in
    Cards partner_rank = 0;
  };

  Suit suit(Cards cards) const {
    Suit result;
    const Cards mine = mine_ & cards, partner = partner_ & cards, others = all_ & cards & ~(mine | partner);
    result.mine_length = count(mine);
    const int rounds = std::max(count(left_hand_ & cards), count(right_hand_ & cards));
    const int partner_length = count(partner);
    const Cards above = others ? ~((Cards{2} << highest(others)) - 1) & cards : cards;
    // Cards above all of theirs, and of these the ones above all of the partner's.
    Cards winners = mine & above;
    int cashed = count(winners);
    if (partner && winners) {
      const int small = count(partner & (lowest_bit(winners) - 1));
      const Cards tops = mine & ~((Cards{2} << highest(partner)) - 1) & above;
      if (small < cashed && small < partner_length) {
        if (count(tops) >= small) {
          winners = tops;
          cashed = count(tops);
        } else {
          while (cashed > small) winners &= winners - 1, --cashed;
        }
      }
    }
    if (cashed >= rounds && partner_length <= std::max(rounds, 0) && result.mine_length > 0) {
      // They run out: every card is good. Only the first rounds rest on ranks.
      result.mine_cashed = result.mine_length;
      result.by_rank = rounds;
      result.mine_rank = nth(winners, rounds);
    } else {
      result.mine_cashed = result.by_rank = cashed;
      result.mine_rank = winners ? lowest_bit(winners) : 0;
    }
    result.mine_winners = winners;
    const Cards rest = mine & ~winners;
    Cards theirs = partner & above;
    if (rest) theirs &= ~((Cards{2} << highest(rest)) - 1) | ~cards;
    result.partner_cashed = std::min(count(theirs), std::max(0, partner_length - result.mine_cashed));
    result.partner_rank = result.partner_cashed ? lowest_bit(theirs) : 0;
    return result;
  }

  // Plain tricks a hand of the other side cashes once it is in: its top cards of each suit, as long as nobody of the
  // leader's side can ruff.
  int cash(Cards hand, int goal, Cards& ranks) const {
    const bool leader_ruffs = mine_ & trumps_, partner_ruffs = partner_ & trumps_;
    int tricks = 0;
    for (int s = 0; s < SUITS && tricks < goal; ++s) {
      const Cards cards = suit_cards(s), own = hand & cards;
      if (!own || cards == trumps_) continue;
      int safe = RANKS;
      if (leader_ruffs) safe = count(mine_ & cards);
      if (partner_ruffs) safe = std::min(safe, count(partner_ & cards));
      safe = std::min(safe, goal - tricks);
      const Cards rest = all_ & cards & ~own;
      const Cards winners = rest ? own & ~((Cards{2} << highest(rest)) - 1) : own;
      const int rounds =
          std::max(std::max(count(mine_ & cards), count(partner_ & cards)), count(rest & ~mine_ & ~partner_));
      const int sure = count(winners) >= rounds ? count(own) : count(winners);
      const int taken = std::min(sure, safe);
      if (taken <= 0) continue;
      tricks += taken;
      if (const int by_rank = std::min(taken, rounds)) ranks |= nth(winners, by_rank);
    }
    return tricks;
  }

  static Cards nth(Cards winners, int n) {
    Cards card = 0;
    for (; n > 0; --n) {
      card = card_bit(highest(winners));
      winners ^= card;
    }
    return card;
  }

  // Trump tricks nobody can take from a side, whoever leads.
  Claim top_trumps(Cards one, Cards other, int goal) const {
    const Cards against = all_ & trumps_ & ~(one | other);
    const Claim first = unbeaten(one, against, goal);
    if (first.tricks >= goal) return first;
    const Claim second = unbeaten(other, against, goal);
    if (second.tricks >= goal) return second;
    const Claim both = in_sequence(one, other, goal);
    const Claim& better = first.tricks >= second.tricks ? first : second;
    return better.tricks >= both.tricks ? better : both;
  }

  // Every trump of a hand wins its trick unless a higher one of theirs is spent on it, and each of theirs can be spent
  // once. Cards are paired off from the top; what lies below the last rank needed counts by number alone.
  static Claim unbeaten(Cards hand, Cards against, int goal) {
    int own = count(hand), theirs = count(against), spare = 0, sure = 0;
    Claim best{std::max(0, own - theirs), 0, own};
    if (own == best.tricks || best.tricks >= goal) return best;
    for (Cards rest = hand | against; rest && own;) {
      const Cards top = card_bit(highest(rest));
      rest ^= top;
      if (top & against) {
        ++spare, --theirs;
        continue;
      }
      --own;
      if (spare)
        --spare;
      else
        ++sure;
      if (const int tricks = sure + std::max(0, own - spare - theirs); tricks > best.tricks) {
        best.tricks = tricks, best.ranks = top;
        if (tricks >= goal) break;
      }
    }
    return best;
  }

  // Top trumps of a side in sequence, if one hand is long enough to play a small card to each trick the other one wins.
  Claim in_sequence(Cards one, Cards other, int goal) const {
    const int longest = std::max(count(one), count(other));
    const int limit = std::min(goal, longest);
    Cards rest = all_ & trumps_;
    Claim claim{0, 0, longest};
    while (claim.tricks < limit && rest) {
      const Cards top = card_bit(highest(rest));
      if (!(top & (one | other))) break;
      claim.ranks = top;
      ++claim.tricks;
      rest ^= top;
    }
    return claim;
  }

  const Cards mine_, partner_, left_hand_, right_hand_, all_, trumps_;
  const int left_;
};

}  // namespace zermelo::bridge
