// The boards that can come from a flop, a turn or a river on, and the hands of two ranges on each of them.
//
// Suits that the board and both ranges treat alike are interchangeable: of the cards that differ only by such a swap
// one is dealt, and what it is worth is carried over to the others by renaming hands. The hands of a player are numbered
// once, for all boards; those that meet a later card are `dead` there.
//
//   deals[0]: the board as given    deals[1]: one more card    deals[2]: two more (from a flop on)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hands.hpp"

namespace zermelo::holdem {

using Index = std::uint16_t;  // a hand of a range
inline constexpr int DECK = 52, PAIRS = DECK * (DECK - 1) / 2;
inline constexpr std::size_t BLOCK = 16;  // rows of numbers, one a hand, are padded to a multiple of this

// Two cards as a number below PAIRS, the same in either order.
inline int pair_index(int a, int b) {
  const int high = std::max(a, b), low = std::min(a, b);
  return high * (high - 1) / 2 + low;
}

// A player's range on a board: the hands that the board leaves, in the order of pair_index.
struct Range {
  std::vector<std::uint8_t> high, low;  // cards
  std::vector<float> weight;
  std::size_t size = 0, padded = 0;  // there is at least one slot behind the last hand; it stays 0
  std::vector<std::int16_t> place;   // of a pair among the hands; -1: not there

  Range() = default;
  Range(const std::vector<float>& weights, const std::vector<int>& board) : place(PAIRS, -1) {
    for (int a = 1; a < DECK; ++a)
      for (int b = 0; b < a; ++b) {
        const auto pair = static_cast<std::size_t>(pair_index(a, b));
        const bool blocked = std::any_of(board.begin(), board.end(), [&](int c) { return c == a || c == b; });
        if (blocked || weights[pair] <= 0) continue;
        place[pair] = static_cast<std::int16_t>(size++);
        high.push_back(static_cast<std::uint8_t>(a));
        low.push_back(static_cast<std::uint8_t>(b));
        weight.push_back(weights[pair]);
      }
    padded = (size + BLOCK) / BLOCK * BLOCK;
    weight.resize(padded, 0.0F);
  }
};

// A renaming of suits, and what it makes of each player's hands.
struct Renaming {
  std::array<int, 4> suits;
  std::array<std::vector<Index>, 2> hands;

  int card(int c) const { return c / 4 * 4 + suits[static_cast<std::size_t>(c % 4)]; }
};

// How hands compare on five cards: each player's live hands by strength, in groups of equal ones.
struct Ranking {
  std::array<std::vector<Index>, 2> order;
  std::vector<std::array<Index, 2>> ends;  // of every group, in both orders
};

struct Deal {
  std::vector<int> board;

  // Another card, dealt once for all that are like it: the renamings turn each of those into it.
  struct Next {
    std::size_t deal;
    struct Like {
      int card;
      const Renaming* renaming;  // null: the card itself
    };
    std::vector<Like> cards;
  };
  std::vector<Next> next;
  std::array<std::vector<Index>, 2> dead;
  struct Twin {
    Index hand, first;  // hands that are alike here: each, and the first of them
  };
  std::array<std::vector<Twin>, 2> twins;
  Ranking ranking;  // with five cards
};

class Deals {
 public:
  Deals(const std::vector<int>& board, const std::array<std::vector<float>, 2>& weights, bool isomorphism)
      : ranges{Range(weights[0], board), Range(weights[1], board)} {
    find_renamings(board, isomorphism);
    std::vector<const Renaming*> alike;
    for (const Renaming& each : renamings_) alike.push_back(&each);
    add(0, board, alike);
  }
  Deals(const Deals&) = delete;

  std::array<Range, 2> ranges;
  std::array<std::vector<Deal>, 3> deals;

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& stage : deals)
      for (const Deal& each : stage) {
        sum += sizeof(Deal) + each.ranking.ends.capacity() * sizeof(each.ranking.ends[0]);
        for (std::size_t p = 0; p < 2; ++p)
          sum += (each.ranking.order[p].capacity() + each.dead[p].capacity()) * sizeof(Index);
      }
    return sum;
  }

 private:
  // All renamings of suits that leave the board and both ranges as they are, the identity first.
  void find_renamings(const std::vector<int>& board, bool isomorphism) {
    std::array<int, 4> suits{0, 1, 2, 3};
    do {
      Renaming found{suits, {}};
      if (keeps(found, board)) renamings_.push_back(found);
    } while (isomorphism && std::next_permutation(suits.begin(), suits.end()));
  }

  bool keeps(Renaming& renaming, const std::vector<int>& board) const {
    for (const int card : board)
      if (std::find(board.begin(), board.end(), renaming.card(card)) == board.end()) return false;
    for (std::size_t player = 0; player < 2; ++player) {
      const Range& range = ranges[player];
      std::vector<Index>& image = renaming.hands[player];
      for (std::size_t h = 0; h < range.size; ++h) {
        const int to =
            range
                .place[static_cast<std::size_t>(pair_index(renaming.card(range.high[h]), renaming.card(range.low[h])))];
        if (to < 0 || range.weight[static_cast<std::size_t>(to)] != range.weight[h]) return false;
        image.push_back(static_cast<Index>(to));
      }
      for (std::size_t h = range.size; h < range.padded; ++h) image.push_back(static_cast<Index>(h));
    }
    return true;
  }

  // A board, everything that follows it, and its place in its stage.
  std::size_t add(std::size_t stage, const std::vector<int>& board, const std::vector<const Renaming*>& alike) {
    const std::size_t here = deals[stage].size();
    deals[stage].emplace_back();
    Deal deal;
    deal.board = board;
    for (std::size_t player = 0; player < 2; ++player) {
      find_dead(deal, player);
      find_twins(deal, player, alike);
    }
    if (board.size() == 5)
      deal.ranking = rank(deal);
    else
      add_cards(stage, deal, alike);
    deals[stage][here] = std::move(deal);
    return here;
  }

  void add_cards(std::size_t stage, Deal& deal, const std::vector<const Renaming*>& alike) {
    std::array<bool, DECK> seen{};
    for (const int card : deal.board) seen[static_cast<std::size_t>(card)] = true;
    for (int card = 0; card < DECK; ++card) {
      if (seen[static_cast<std::size_t>(card)]) continue;
      Deal::Next next{0, {}};
      std::vector<const Renaming*> fixed;
      for (int like = card; like < DECK; ++like) {
        const auto found =
            std::find_if(alike.begin(), alike.end(), [&](const Renaming* r) { return r->card(like) == card; });
        if (found == alike.end() || seen[static_cast<std::size_t>(like)]) continue;
        seen[static_cast<std::size_t>(like)] = true;
        next.cards.push_back({like, like == card ? nullptr : *found});
      }
      for (const Renaming* each : alike)
        if (each->card(card) == card) fixed.push_back(each);
      std::vector<int> board = deal.board;
      board.push_back(card);
      next.deal = add(stage + 1, board, fixed);
      deal.next.push_back(std::move(next));
    }
  }

  void find_dead(Deal& deal, std::size_t player) const {
    const Range& range = ranges[player];
    for (std::size_t h = 0; h < range.size; ++h)
      if (std::any_of(deal.board.begin(), deal.board.end(),
                      [&](int c) { return c == range.high[h] || c == range.low[h]; }))
        deal.dead[player].push_back(static_cast<Index>(h));
  }

  void find_twins(Deal& deal, std::size_t player, const std::vector<const Renaming*>& alike) const {
    for (std::size_t h = 0; h < ranges[player].size; ++h) {
      auto first = static_cast<Index>(h);
      for (const Renaming* each : alike) first = std::min(first, each->hands[player][h]);
      if (first != h) deal.twins[player].push_back({static_cast<Index>(h), first});
    }
  }

  Ranking rank(const Deal& deal) const {
    Cards board;
    for (const int card : deal.board) board.add(card);
    std::array<std::vector<std::pair<Value, Index>>, 2> strong;
    for (std::size_t player = 0; player < 2; ++player) {
      const Range& range = ranges[player];
      for (std::size_t h = 0; h < range.size; ++h) {
        if (board.has(range.high[h]) || board.has(range.low[h])) continue;
        Cards cards = board;
        cards.add(range.high[h]);
        cards.add(range.low[h]);
        strong[player].push_back({value_of(cards), static_cast<Index>(h)});
      }
      std::sort(strong[player].begin(), strong[player].end());
    }
    return grouped(strong);
  }

  static Ranking grouped(const std::array<std::vector<std::pair<Value, Index>>, 2>& strong) {
    Ranking ranking;
    std::array<std::size_t, 2> at{};
    while (at[0] < strong[0].size() || at[1] < strong[1].size()) {
      Value least = ~Value{0};
      for (std::size_t p = 0; p < 2; ++p)
        if (at[p] < strong[p].size()) least = std::min(least, strong[p][at[p]].first);
      for (std::size_t p = 0; p < 2; ++p)
        for (; at[p] < strong[p].size() && strong[p][at[p]].first == least; ++at[p])
          ranking.order[p].push_back(strong[p][at[p]].second);
      ranking.ends.push_back({static_cast<Index>(at[0]), static_cast<Index>(at[1])});
    }
    return ranking;
  }

  std::vector<Renaming> renamings_;
};

}  // namespace zermelo::holdem
