// What every hand of a range wins against a range of hands, at the end of the betting: a fold or a showdown.
//
// The other player's range is a row of weights, one a hand. A hand meets every hand that shares no card with it: all of
// them, less those with its first card, less those with its second (and the same hand, which was taken off twice). Hands
// in the order of strength make a showdown one pass with running sums, of all hands and of those with each card:
//
//   win - lose = (met by weaker ones) + (met by weaker and equal ones) - (met by all)
//
// Sums that start at minus half of their totals give it as the sum of two differences. Ends of up to eight lines of bets
// on the same board are evaluated together, side by side in vectors. Linear in the number of hands; the same numbers
// whatever the width of the machine's vectors is.
#pragma once

#include <cstring>

#include "deals.hpp"

namespace zermelo::holdem {

inline constexpr std::size_t LANES = 8;

// Vectors as wide as the machine's, and never wider: g++ is slow with those that it must split.
#if defined(__AVX__)
inline constexpr std::size_t WIDTH = 8;
#else
inline constexpr std::size_t WIDTH = 4;
#endif
using Vector = float __attribute__((vector_size(WIDTH * sizeof(float))));
using Quad = float __attribute__((vector_size(4 * sizeof(float)), aligned(4)));  // also where nothing is aligned

struct alignas(LANES * sizeof(float)) Lanes {
  std::array<Vector, LANES / WIDTH> v;

  Lanes& operator+=(const Lanes& other) {
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += other.v[i];
    return *this;
  }
  Lanes& operator-=(const Lanes& other) {
    for (std::size_t i = 0; i < v.size(); ++i) v[i] -= other.v[i];
    return *this;
  }
  Lanes& operator*=(float factor) {
    for (auto& each : v) each *= factor;
    return *this;
  }
  float* numbers() { return reinterpret_cast<float*>(this); }
  const float* numbers() const { return reinterpret_cast<const float*>(this); }
};

// Four rows and columns turned round.
inline void turn(const float* const from[4], std::size_t at, float* to, std::size_t stride) {
  Quad row[4];
  for (int i = 0; i < 4; ++i) row[i] = *reinterpret_cast<const Quad*>(from[i] + at);
  const Quad a = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5),
             b = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
  const Quad c = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7),
             d = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
  *reinterpret_cast<Quad*>(to) = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  *reinterpret_cast<Quad*>(to + stride) = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  *reinterpret_cast<Quad*>(to + 2 * stride) = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  *reinterpret_cast<Quad*>(to + 3 * stride) = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

// One end of the betting: the other player's weights, what there is to win, and where the values go.
struct Ending {
  const float* other;
  float* out;
  float amount;
};

class Evaluator {
 public:
  explicit Evaluator(const Deals& deals) : deals_(deals), ranges_(deals.ranges) {
    const std::size_t most = std::max(ranges_[0].padded, ranges_[1].padded);
    weights_.resize(most);
    for (auto& each : values_) each.resize(most);
    nothing_.resize(most, 0.0F);
    for (std::size_t player = 0; player < 2; ++player) {
      const Range &own = ranges_[player], &other = ranges_[1 - player];
      for (std::size_t h = 0; h < own.size; ++h) {
        const int same = other.place[static_cast<std::size_t>(pair_index(own.high[h], own.low[h]))];
        same_[player].push_back(same < 0 ? static_cast<Index>(other.size) : static_cast<Index>(same));
      }
    }
  }

  // `player` takes `amount` from whatever hand the other one holds. At most LANES endings.
  void folds(std::size_t player, const Deal& deal, const Ending* endings, std::size_t count) {
    gather(player, endings, count);
    const Range& own = ranges_[player];
    for (std::size_t h = 0; h < own.size; ++h) {
      Lanes value = all_.total;
      value -= all_.cards[own.high[h]];
      value -= all_.cards[own.low[h]];
      value += weights_[same_[player][h]];
      values_[0][h] = value;
    }
    for (const Index h : deal.dead[player]) values_[0][h] = Lanes{};
    spread(player, endings, count, 1);
  }

  // The better hand takes `amount` from the other; equal ones nothing. The mean over the cards that are still to come.
  void showdowns(std::size_t player, std::size_t stage, const Deal& deal, const Ending* endings, std::size_t count) {
    gather(player, endings, count);
    std::fill(values_[0].begin(), values_[0].begin() + static_cast<std::ptrdiff_t>(ranges_[player].padded), Lanes{});
    run_out(player, stage, deal, 0);
    std::size_t boards = 1;
    for (std::size_t size = deal.board.size(); size < 5; ++size) boards *= DECK - 4 - size;
    spread(player, endings, count, 1.0F / static_cast<float>(boards));
  }

 private:
  // Weights in all, and of the hands with each card.
  struct Sums {
    Lanes total;
    std::array<Lanes, DECK> cards;

    Lanes met(const Range& range, std::size_t h) const {
      Lanes value = total;
      value -= cards[range.high[h]];
      value -= cards[range.low[h]];
      return value;
    }
  };

  // Adds up what hands win on all boards that follow this one, in values_[depth].
  void run_out(std::size_t player, std::size_t stage, const Deal& deal, std::size_t depth) {
    if (deal.board.size() == 5) return compare(player, deal, values_[depth].data());
    for (const Deal::Next& next : deal.next) {
      const Deal& then = deals_.deals[stage + 1][next.deal];
      if (next.cards.size() == 1) {
        run_out(player, stage + 1, then, depth);
        continue;
      }
      const std::vector<Lanes>& found = values_[depth + 1];
      const std::size_t size = ranges_[player].size;
      std::fill(values_[depth + 1].begin(), values_[depth + 1].begin() + static_cast<std::ptrdiff_t>(size), Lanes{});
      run_out(player, stage + 1, then, depth + 1);
      for (const auto& like : next.cards)
        for (std::size_t h = 0; h < size; ++h)
          values_[depth][h] += found[like.renaming ? like.renaming->hands[player][h] : h];
    }
  }

  // Adds what hands win on five cards.
  void compare(std::size_t player, const Deal& deal, Lanes* values) const {
    const Range &own = ranges_[player], &other = ranges_[1 - player];
    Sums sums = all_;
    for (const Index h : deal.dead[1 - player]) {
      sums.total -= weights_[h];
      sums.cards[other.high[h]] -= weights_[h];
      sums.cards[other.low[h]] -= weights_[h];
    }
    sums.total *= -0.5F;
    for (Lanes& each : sums.cards) each *= -0.5F;
    const Index *mine = deal.ranking.order[player].data(), *theirs = deal.ranking.order[1 - player].data();
    std::size_t i = 0, k = 0;
    for (const auto& end : deal.ranking.ends) {
      const std::size_t first = i, own_end = end[player], other_end = end[1 - player];
      for (; i < own_end; ++i) values[mine[i]] += sums.met(own, mine[i]);
      for (; k < other_end; ++k) {
        const Index h = theirs[k];
        const Lanes weight = weights_[h];
        sums.total += weight;
        sums.cards[other.high[h]] += weight;
        sums.cards[other.low[h]] += weight;
      }
      for (std::size_t again = first; again < own_end; ++again) values[mine[again]] += sums.met(own, mine[again]);
    }
  }

  // The rows side by side, and their sums. Hands are ordered by their higher card.
  void gather(std::size_t player, const Ending* endings, std::size_t count) {
    const Range& other = ranges_[1 - player];
    for (std::size_t lane = 0; lane < LANES; lane += 4) {
      const float* rows[4];
      for (std::size_t i = 0; i < 4; ++i) rows[i] = lane + i < count ? endings[lane + i].other : nothing_.data();
      for (std::size_t h = 0; h < other.padded; h += 4) turn(rows, h, weights_[h].numbers() + lane, LANES);
    }
    all_ = {};
    for (std::size_t h = 0; h < other.size;) {
      const std::size_t high = other.high[h];
      Lanes sum{};
      for (; h < other.size && other.high[h] == high; ++h) {
        sum += weights_[h];
        all_.cards[other.low[h]] += weights_[h];
      }
      all_.cards[high] += sum;
      all_.total += sum;
    }
  }

  // The values in rows again, times what there was to win.
  void spread(std::size_t player, const Ending* endings, std::size_t count, float scale) {
    const Range& own = ranges_[player];
    const std::vector<Lanes>& values = values_[0];
    for (std::size_t h = own.size; h < own.padded; ++h) values_[0][h] = Lanes{};
    for (std::size_t lane = 0; lane < count; lane += 4)
      for (std::size_t h = 0; h < own.padded; h += 4) {
        const float* rows[4];
        for (std::size_t i = 0; i < 4; ++i) rows[i] = values[h + i].numbers() + lane;
        float block[16];
        turn(rows, 0, block, 4);
        for (std::size_t i = 0; i < 4 && lane + i < count; ++i) {
          const float factor = endings[lane + i].amount * scale;
          for (std::size_t k = 0; k < 4; ++k) endings[lane + i].out[h + k] = block[4 * i + k] * factor;
        }
      }
  }

  const Deals& deals_;
  const std::array<Range, 2>& ranges_;
  std::array<std::vector<Index>, 2> same_;
  std::vector<Lanes> weights_;
  std::array<std::vector<Lanes>, 3> values_;  // of this board, and of those one and two cards later
  std::vector<float> nothing_;
  Sums all_;
};

}  // namespace zermelo::holdem
