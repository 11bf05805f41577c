// The skill of hearts: points taken so far, and rules of thumb for every card.
#pragma once

#include "game.hpp"

namespace zermelo::hearts {

// What the rules of thumb weigh, fitted by play against each other; bench/hearts.py says how they do.
struct Weights {
  // Cards to pass.
  float pass_queen = 49, pass_high_spade = 61, pass_low_spade = -12.5f, pass_heart = 3.7f, pass_short = 3.1f,
        pass_rank = 1;
  // Cards to lead: by the share of the others' cards of the suit that are lower, more so if few are left.
  float lead_wins = -2.6f, lead_scarce = -8, lead_nobody = -21, lead_queen = -72, lead_feared = -19,
        lead_own_queen = -7.7f, lead_for_queen = 8, lead_length = -1.67f, lead_heart = -0.27f;
  // Cards of the suit led.
  float duck = 11.8f, duck_rank = 0.22f, last_free = 25, last_paid = 1, last_cost = -1.1f, early = 2.8f,
        early_rank = -2.2f, early_cost = -7.6f, early_top = -5.6f, early_many = 1.8f, early_many_rank = 1.3f,
        early_feared = -33;
  // Cards of another suit.
  float throw_danger = 9.2f, throw_heart = 3.9f, throw_length = -2.3f, throw_rank = 0.29f, throw_feared = 149;
};

inline constexpr Weights USUAL{};

// How good each card looks to the seat that plays it, from its own hand and what everybody has seen.
class Judge {
 public:
  explicit Judge(const Position& position, const Weights& weights = USUAL)
      : p(position), w(weights), hand(p.held[p.seat]), others(p.setup->deck & ~hand & ~p.gone()) {}

  float prior(int card) const {
    if (p.passing()) return passed(card);
    if (p.trick.size == 0) return led(card);
    return card_bit(card) & p.trick.suit_led() ? followed(card) : thrown(card);
  }

 private:
  static constexpr int QUEEN_RANK = 10;

  static Cards suit(int card) { return suit_cards(suit_of(card)); }
  static bool is_queen(int card) { return card_bit(card) & QUEEN; }
  static float rank(int card) { return static_cast<float>(rank_of(card)); }
  float length(int card) const { return static_cast<float>(count(hand & suit(card))); }
  int left(int card) const { return count(others & suit(card)); }
  // The share of the others' cards of the suit that are lower.
  float lower(int card) const {
    return static_cast<float>(count(others & suit(card) & (card_bit(card) - 1))) / static_cast<float>(left(card));
  }
  // The ace or king of spades while somebody else has the queen.
  bool feared(int card) const { return others & QUEEN && suit_of(card) == SPADES && rank_of(card) > QUEEN_RANK; }

  float passed(int card) const {
    if (suit_of(card) == SPADES) {
      if (rank_of(card) < QUEEN_RANK) return w.pass_low_spade + rank(card);
      return is_queen(card) ? w.pass_queen : w.pass_high_spade;
    }
    if (suit_of(card) == HEARTS) return w.pass_rank * rank(card) + w.pass_heart;
    return w.pass_rank * rank(card) + w.pass_short * std::max(0.0f, 4 - length(card));
  }

  float led(int card) const {
    if (left(card) == 0) return w.lead_nobody;
    if (is_queen(card)) return w.lead_queen;
    if (feared(card)) return w.lead_feared;
    float score = lower(card) * (w.lead_wins + w.lead_scarce / static_cast<float>(left(card)));
    if (suit_of(card) == SPADES) score += hand & QUEEN ? w.lead_own_queen : others & QUEEN ? w.lead_for_queen : 0;
    if (suit_of(card) == HEARTS) score += w.lead_heart;
    return score + w.lead_length * length(card);
  }

  float followed(int card) const {
    const float cost = static_cast<float>(points_in(p.trick.played));
    const bool duck = card < p.trick.best;
    if (is_queen(card)) return duck ? 50.0f : -50.0f;
    if (duck) return w.duck + w.duck_rank * rank(card);
    if (p.first_trick()) return w.last_free + rank(card);
    if (p.trick.size == SEATS - 1) return rank(card) + (cost > 0 ? w.last_paid + w.last_cost * cost : w.last_free);
    if (feared(card)) return w.early_feared;
    const bool many = left(card) >= 7, top = !(others & suit(card) & ~(card_bit(card) - 1));
    return w.early + w.early_cost * cost + (top ? w.early_top : 0) + (many ? w.early_many : 0) +
           rank(card) * (many ? w.early_many_rank : w.early_rank);
  }

  float thrown(int card) const {
    if (is_queen(card)) return 100;
    if (feared(card)) return w.throw_feared + rank(card);
    return (left(card) ? w.throw_danger * lower(card) : 0) + (suit_of(card) == HEARTS ? w.throw_heart : 0) +
           w.throw_length * length(card) + w.throw_rank * rank(card);
  }

  const Position& p;
  const Weights& w;
  const Cards hand, others;
};

// The card that looks best.
inline int best_looking(const Position& p, const MoveList<Position::Move>& list, const Weights& weights = USUAL) {
  const Judge judge(p, weights);
  int best = list[0].move;
  float highest = judge.prior(best);
  for (std::size_t i = 1; i < list.size(); ++i)
    if (const float each = judge.prior(list[i].move); each > highest) best = list[i].move, highest = each;
  return best;
}

}  // namespace zermelo::hearts

namespace zermelo {

template <>
struct Skill<hearts::Position> {
  using Position = hearts::Position;
  using Move = Position::Move;
  using Judge = hearts::Judge;

  // How many points fewer than the average so far.
  static double value(const Position& p, int player) {
    return (p.points[0] + p.points[1] + p.points[2] + p.points[3]) / 4.0 - p.points[player];
  }

  static constexpr unsigned PATIENCE = 100;

  // Most often the card that looks best.
  static Move playout(const Position& p, const MoveList<Move>& list, Random& random) {
    if (list.size() == 1) return list[0].move;
    if (random.below(8) == 0) return list[random.below(list.size())].move;
    return static_cast<Move>(hearts::best_looking(p, list));
  }
};

}  // namespace zermelo
