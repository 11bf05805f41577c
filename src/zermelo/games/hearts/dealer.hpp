// What a player knows of hidden hands, and deals drawn evenly from all that agree with it.
#pragma once

#include <algorithm>
#include <vector>

#include "games/shared/cards.hpp"

namespace zermelo::hearts {

using namespace cards;

inline double choose(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

struct Knowledge {
  Hands certain{};                   // cards a seat has for certain
  Hands barred{};                    // cards a seat cannot have
  Cards loose = 0;                   // cards whose place is not known
  std::array<int, SEATS> missing{};  // how many of those each seat has
};

// Loose cards that may lie in the same seats can be exchanged for each other, so they are one group. The ways to share
// out every group are listed with the number of deals that each stands for; a draw picks one by that number.
class Dealer {
 public:
  explicit Dealer(const Knowledge& known) : known_(known) {
    std::array<Cards, 1 << SEATS> by_seats{};
    for (Cards rest = known.loose; rest; rest &= rest - 1) by_seats[seats_for(lowest_bit(rest))] |= lowest_bit(rest);
    for (unsigned seats = 0; seats < by_seats.size(); ++seats)
      if (by_seats[seats]) groups_.push_back({seats, by_seats[seats]});
    std::stable_sort(groups_.begin(), groups_.end(),
                     [](const Group& a, const Group& b) { return std::popcount(a.seats) < std::popcount(b.seats); });
    Split split;
    split.given.resize(groups_.size());
    share(0, 0, split, known.missing, groups_.empty() ? 0 : count(groups_[0].cards), 1.0);
  }

  // How many deals agree.
  double ways() const { return splits_.empty() ? 0 : splits_.back().ways_up_to; }

  // The four hands of one of them.
  Hands draw(Random& random) const {
    const double at = random.unit() * ways();
    auto split = std::upper_bound(splits_.begin(), splits_.end(), at,
                                  [](double x, const Split& each) { return x < each.ways_up_to; });
    if (split == splits_.end()) --split;
    Hands hands = known_.certain;
    for (std::size_t g = 0; g < groups_.size(); ++g) deal(groups_[g].cards, split->given[g], hands, random);
    return hands;
  }

  // Every one of them.
  template <class Use>
  void each(Use use) const {
    Hands hands = known_.certain;
    auto room = known_.missing;
    place(known_.loose, hands, room, use);
  }

 private:
  using Lengths = std::array<int, SEATS>;
  struct Group {
    unsigned seats;  // bits
    Cards cards;
  };
  struct Split {
    std::vector<Lengths> given;  // cards of each group to each seat
    double ways_up_to = 0;       // deals of this split and of all before it
  };

  unsigned seats_for(Cards card) const {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < SEATS; ++seat)
      if (known_.missing[seat] && !(known_.barred[seat] & card)) seats |= 1u << seat;
    return seats;
  }

  // Gives cards of a group to this seat and the next ones; `left` of the group are not given yet.
  void share(std::size_t group, int seat, Split& split, Lengths room, int left, double ways) {
    if (group == groups_.size()) {
      if (room != Lengths{}) return;
      splits_.push_back(split);
      splits_.back().ways_up_to = ways_before() + ways;
      return;
    }
    if (seat == SEATS) {
      const int next = group + 1 < groups_.size() ? count(groups_[group + 1].cards) : 0;
      if (left == 0) share(group + 1, 0, split, room, next, ways);
      return;
    }
    const bool may = groups_[group].seats >> seat & 1, last = group + 1 == groups_.size();
    const int most = may ? std::min(left, room[seat]) : 0;
    if (last && most < room[seat]) return;  // nothing else can fill this seat
    for (int taken = last ? most : 0; taken <= most; ++taken) {
      Lengths rest = room;
      rest[seat] -= taken;
      split.given[group][seat] = taken;
      share(group, seat + 1, split, rest, left - taken, ways * choose(left, taken));
    }
  }
  double ways_before() const { return splits_.size() < 2 ? 0 : splits_[splits_.size() - 2].ways_up_to; }

  static void deal(Cards cards, const Lengths& given, Hands& hands, Random& random) {
    std::array<Cards, 64> each;
    std::size_t size = 0;
    for (; cards; cards &= cards - 1) each[size++] = lowest_bit(cards);
    for (int seat = 0; seat < SEATS; ++seat)
      for (int i = 0; i < given[seat]; ++i) {
        std::swap(each[random.below(size)], each[size - 1]);
        hands[seat] |= each[--size];
      }
  }

  template <class Use>
  void place(Cards loose, Hands& hands, Lengths& room, Use& use) const {
    if (!loose) return use(hands);
    const Cards card = lowest_bit(loose);
    for (int seat = 0; seat < SEATS; ++seat) {
      if (!(seats_for(card) >> seat & 1) || room[seat] == 0) continue;
      --room[seat], hands[seat] |= card;
      place(loose ^ card, hands, room, use);
      ++room[seat], hands[seat] ^= card;
    }
  }

  const Knowledge known_;
  std::vector<Group> groups_;
  std::vector<Split> splits_;
};

}  // namespace zermelo::hearts
