// What is known of hidden hands, and deals drawn evenly from all that agree with it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cards.hpp"
#include "core/game.hpp"

namespace zermelo::bridge {

// What the bidding showed of one hand as it was dealt.
struct HandLimits {
  int min_points = 0, max_points = 40;
  std::array<int, SUITS> min_length{}, max_length{RANKS, RANKS, RANKS, RANKS};

  bool anything() const { return *this == HandLimits{}; }
  bool operator==(const HandLimits&) const = default;
};

using DealLimits = std::array<HandLimits, SEATS>;

// High-card points: ace 4, king 3, queen 2, jack 1.
constexpr int points_of(Cards hand) {
  int points = 0;
  for (int rank = 9; rank <= 12; ++rank) {
    const Cards one = card_bit(rank);
    points += (rank - 8) * count(hand & (one | one << 16 | one << 32 | one << 48));
  }
  return points;
}

inline bool allows(const HandLimits& limits, Cards hand) {
  const int points = points_of(hand);
  if (points < limits.min_points || points > limits.max_points) return false;
  for (int suit = 0; suit < SUITS; ++suit) {
    const int length = count(hand & suit_cards(suit));
    if (length < limits.min_length[suit] || length > limits.max_length[suit]) return false;
  }
  return true;
}

// What somebody knows: cards held for certain by each seat, cards that may be anywhere among the hidden seats.
struct Knowledge {
  Hands certain{};                    // cards a seat is known to have been dealt
  Cards loose = 0;                    // cards whose place is not known
  std::array<int, SEATS> missing{};   // how many loose cards each seat holds
  std::array<Cards, SEATS> barred{};  // loose cards a seat cannot hold
  DealLimits limits{};
};

// Draws deals, every one that agrees with the knowledge equally likely. Suit lengths are drawn by the number of deals
// that have them, so that voids and lengths cost nothing; points are then tried until they fit.
class Dealer {
 public:
  static constexpr int MOST_TRIES = 200'000;

  explicit Dealer(const Knowledge& knowledge) : known_(knowledge) {
    for (int seat = 0; seat < SEATS; ++seat)
      if (known_.missing[seat]) hidden_.push_back(seat);
    for (int suit = 0; suit < SUITS; ++suit) list_splits(suit);
    counts_.resize(SUITS + 1);
    count_ways();
  }

  // How many deals agree, points aside.
  double ways() const { return total_; }

  // Every deal that agrees, points included.
  template <class Use>
  void each(Use use) const {
    Hands hands = known_.certain;
    std::array<int, SEATS> room = known_.missing;
    place(known_.loose, hands, room, use);
  }

  // The four hands as dealt. Throws GameError if there is none, or none was found.
  Hands draw(Random& random) const {
    if (total_ <= 0) throw GameError("no deal agrees with what is known");
    for (int attempt = 0; attempt < MOST_TRIES; ++attempt) {
      Hands hands = known_.certain;
      fill(hands, random);
      bool fits = true;
      for (int seat = 0; seat < SEATS && fits; ++seat) fits = points_fit(seat, hands[seat]);
      if (fits) return hands;
    }
    throw GameError("no deal with these points was found in " + std::to_string(MOST_TRIES) + " tries");
  }

 private:
  using Lengths = std::array<int, SEATS>;  // per seat
  struct Split {
    Lengths lengths;
    double ways;
  };

  template <class Use>
  void place(Cards loose, Hands& hands, std::array<int, SEATS>& room, Use& use) const {
    if (!loose) {
      for (int seat = 0; seat < SEATS; ++seat)
        if (!allows(known_.limits[seat], hands[seat])) return;
      use(hands);
      return;
    }
    const Cards card = lowest_bit(loose);
    for (const int seat : hidden_) {
      if (room[seat] == 0 || (known_.barred[seat] & card)) continue;
      --room[seat], hands[seat] |= card;
      place(loose ^ card, hands, room, use);
      ++room[seat], hands[seat] ^= card;
    }
  }

  bool points_fit(int seat, Cards hand) const {
    const HandLimits& limits = known_.limits[seat];
    const int points = points_of(hand);
    return points >= limits.min_points && points <= limits.max_points;
  }

  // All ways to share out the loose cards of a suit, with how many deals each stands for.
  void list_splits(int suit) {
    const Cards cards = known_.loose & suit_cards(suit);
    const int total = count(cards);
    Lengths lengths{};
    const auto extend = [&](auto& self, std::size_t at, int rest, double ways) -> void {
      if (at == hidden_.size()) {
        if (rest == 0) splits_[suit].push_back({lengths, ways});
        return;
      }
      const int seat = hidden_[at], held = count(known_.certain[seat] & suit_cards(suit));
      const HandLimits& limits = known_.limits[seat];
      const int most = cards & known_.barred[seat] ? 0 : std::min(rest, known_.missing[seat]);
      for (int length = std::max(0, limits.min_length[suit] - held);
           length <= std::min(most, limits.max_length[suit] - held); ++length) {
        lengths[seat] = length;
        self(self, at + 1, rest - length, ways * choose(rest, length));
      }
      lengths[seat] = 0;
    };
    if (fixed_lengths_fit(suit)) extend(extend, 0, total, 1.0);
  }

  // Seats without loose cards must keep their limits with what they have.
  bool fixed_lengths_fit(int suit) const {
    for (int seat = 0; seat < SEATS; ++seat)
      if (!known_.missing[seat]) {
        const int held = count(known_.certain[seat] & suit_cards(suit));
        if (held < known_.limits[seat].min_length[suit] || held > known_.limits[seat].max_length[suit]) return false;
      }
    return true;
  }

  static double choose(int n, int k) {
    double result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
  }

  static std::size_t code(const Lengths& room) {
    return static_cast<std::size_t>(((room[0] * 14 + room[1]) * 14 + room[2]) * 14 + room[3]);
  }

  // counts_[suit][room]: deals of this suit and the later ones that just fill the room left.
  void count_ways() { total_ = ways_from(0, known_.missing); }

  double ways_from(int suit, const Lengths& room) {
    if (suit == SUITS) return room == Lengths{} ? 1 : 0;
    auto& known = counts_[suit];
    if (const auto found = known.find(code(room)); found != known.end()) return found->second;
    double sum = 0;
    for (const Split& split : splits_[suit])
      if (const auto rest = left(room, split.lengths)) sum += split.ways * ways_from(suit + 1, *rest);
    return known[code(room)] = sum;
  }

  static std::optional<Lengths> left(Lengths room, const Lengths& taken) {
    for (int seat = 0; seat < SEATS; ++seat)
      if ((room[seat] -= taken[seat]) < 0) return std::nullopt;
    return room;
  }

  double known_ways(int suit, const Lengths& room) const {
    if (suit == SUITS) return room == Lengths{} ? 1 : 0;
    const auto found = counts_[suit].find(code(room));
    return found == counts_[suit].end() ? 0 : found->second;
  }

  void fill(Hands& hands, Random& random) const {
    Lengths room = known_.missing;
    for (int suit = 0; suit < SUITS; ++suit) {
      const Split& split = pick(suit, room, random);
      room = *left(room, split.lengths);
      share_out(hands, known_.loose & suit_cards(suit), split.lengths, random);
    }
  }

  const Split& pick(int suit, const Lengths& room, Random& random) const {
    double at = random.unit() * known_ways(suit, room);
    const Split* last = nullptr;
    for (const Split& split : splits_[suit]) {
      const auto rest = left(room, split.lengths);
      if (!rest) continue;
      const double ways = split.ways * known_ways(suit + 1, *rest);
      if (ways <= 0) continue;
      last = &split;
      if ((at -= ways) < 0) break;
    }
    return *last;
  }

  void share_out(Hands& hands, Cards cards, const Lengths& lengths, Random& random) const {
    for (const int seat : hidden_)
      for (int i = 0; i < lengths[seat]; ++i) {
        Cards rest = cards;
        for (std::uint64_t skip = random.below(static_cast<std::uint64_t>(count(cards))); skip; --skip)
          rest &= rest - 1;
        hands[seat] |= lowest_bit(rest);
        cards ^= lowest_bit(rest);
      }
  }

  const Knowledge known_;
  std::vector<int> hidden_;
  std::array<std::vector<Split>, SUITS> splits_;
  std::vector<std::unordered_map<std::size_t, double>> counts_;
  double total_ = 0;
};

}  // namespace zermelo::bridge
