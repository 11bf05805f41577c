// Hearts for four: three cards are passed, then thirteen tricks are played; hearts cost a point, the queen of spades
// thirteen. The rules, what each seat has seen, and the deals it cannot tell apart; how it is written is in text.hpp.
#pragma once

#include <string>
#include <vector>

#include "dealer.hpp"

namespace zermelo::hearts {

inline constexpr int SPADES = 0, HEARTS = 1, CLUBS = 3;
inline constexpr int PASSED = 3;  // cards by each player
inline constexpr Cards QUEEN = card_bit(16 * SPADES + 10);
inline constexpr Cards ALL_HEARTS = suit_cards(HEARTS);
inline constexpr int QUEEN_POINTS = 13, MOST_POINTS = 26;

constexpr int points_in(Cards cards) { return count(cards & ALL_HEARTS) + (cards & QUEEN ? QUEEN_POINTS : 0); }

// To whom cards are passed, as seats to the left; 0: they are kept.
inline constexpr const char* PASSINGS[] = {"hold", "left", "across", "right"};

// What is fixed and known to everybody. An ending begins in the middle of a deal, with points taken before.
struct Setup {
  Cards deck = DECK;
  int passing = 1;
  bool ending = false, broken = false;
  int leader = 0;
  std::array<std::uint8_t, SEATS> taken{};
  Info info;

  void describe() {
    info.name = "hearts";
    info.players = {"N", "E", "S", "W"};
    info.payoffs = Payoffs::points;
    info.hidden = info.view_grows = true;
    info.max_plies = passes() + SEATS * length();
    info.high = 0.75 * total();
    info.low = -info.high;
  }

  int length() const { return count(deck) / SEATS; }
  int passes() const { return passing ? SEATS * PASSED : 0; }
  int first_card() const { return lowest(deck & suit_cards(CLUBS)); }
  // All points of the deal, those taken before included.
  int total() const { return points_in(deck) + taken[0] + taken[1] + taken[2] + taken[3]; }
  bool operator==(const Setup& other) const {
    return deck == other.deck && passing == other.passing && ending == other.ending && broken == other.broken &&
           leader == other.leader && taken == other.taken;
  }
};

std::string setup_text(const Setup& setup);

// The trick in progress.
struct Trick {
  std::uint8_t size = 0, best = 0, winner = 0;
  Cards played = 0;

  Cards suit_led() const { return size ? suit_cards(suit_of(best)) : 0; }
};

class Sampler;

struct Position {
  using Move = std::uint8_t;  // a card
  static constexpr bool many = true, never_two = true;
  static constexpr double MOST_WORLDS = 20'000;
  static constexpr int MOST_PASSES = SEATS * PASSED;

  const Setup* setup;
  Hands held{};       // now; cards chosen to be passed go when all have chosen
  Hands played_by{};  // what each seat has played
  std::array<std::uint8_t, MOST_PASSES> passes{};
  std::array<std::uint8_t, SEATS * RANKS> plays{};  // in order
  std::uint8_t passed = 0, played = 0;              // how many
  std::uint8_t seat = 0;
  std::array<std::uint8_t, SEATS> points{};
  bool broken = false;  // a heart was played
  Trick trick{};

  static Position start(const Setup* setup, const Hands& dealt) {
    Position at{setup};
    at.held = dealt;
    at.points = setup->taken;
    at.broken = setup->broken;
    at.seat = static_cast<std::uint8_t>(setup->passing ? 0 : at.first_leader());
    return at;
  }

  int ply() const { return passed + played; }
  int plies_left() const { return info().max_plies - ply(); }
  int moves_to_think() const { return (plies_left() + SEATS - 1) / SEATS; }
  bool passing() const { return passed < setup->passes(); }
  bool first_trick() const { return !setup->ending && played < SEATS; }
  bool over() const { return plies_left() == 0; }
  int turn() const { return over() ? OVER : seat; }
  const Info& info() const { return setup->info; }
  Cards gone() const { return played_by[0] | played_by[1] | played_by[2] | played_by[3]; }

  // The cards a seat has passed on so far, and to whom.
  Cards passed_by(int who) const {
    Cards cards = 0;
    for (int i = PASSED * who; i < std::min<int>(passed, PASSED * (who + 1)); ++i) cards |= card_bit(passes[i]);
    return cards;
  }
  int receiver(int who) const { return (who + setup->passing) % SEATS; }
  int giver(int who) const { return (who + SEATS - setup->passing) % SEATS; }
  Cards received_by(int who) const { return setup->passing && !passing() ? passed_by(giver(who)) : 0; }
  // A seat's cards as dealt; and as held when the first card was led.
  Cards dealt(int who) const {
    return passing() ? held[who] : (begun_with(who) & ~received_by(who)) | (setup->passing ? passed_by(who) : 0);
  }
  Cards begun_with(int who) const { return held[who] | played_by[who]; }

  void moves(MoveList<Move>& out) const {
    each_in_order(passing() ? passable() : playable(), [&](int card) { out.add(static_cast<Move>(card)); });
  }

  // Cards are chosen one by one in the order above, so that three cards are chosen in one way only.
  Cards passable() const {
    const int chosen = passed % PASSED;
    Cards rest = held[seat];
    if (chosen) rest &= after(passes[passed - 1]);
    for (int spare = PASSED - 1 - chosen; spare; --spare) rest &= ~last_of(rest);
    return rest;
  }

  Cards playable() const {
    const Cards hand = held[seat];
    if (trick.size == 0) {
      if (first_trick()) return card_bit(setup->first_card());
      return broken || !(hand & ~ALL_HEARTS) ? hand : hand & ~ALL_HEARTS;
    }
    if (const Cards follow = hand & trick.suit_led()) return follow;
    const Cards harmless = hand & ~(ALL_HEARTS | QUEEN);
    return first_trick() && harmless ? harmless : hand;
  }

  Position play(Move card) const {
    Position next = *this;
    if (passing())
      next.pass(card);
    else
      next.put(card);
    return next;
  }

  // Points as they are counted at the end: who took all of them, the queen among them, gives them to all others.
  std::array<int, SEATS> counted() const {
    std::array<int, SEATS> result;
    const int total = setup->total();
    for (int who = 0; who < SEATS; ++who) result[who] = points[who];
    for (int who = 0; who < SEATS; ++who)
      if (total > QUEEN_POINTS && points[who] == total) {
        result.fill(total);
        result[who] = 0;
      }
    return result;
  }

  // How many points fewer than the average.
  double payoff(int player) const {
    const std::array<int, SEATS> all = counted();
    return (all[0] + all[1] + all[2] + all[3]) / 4.0 - all[player];
  }

  std::uint64_t key() const {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(ply()));
    for (int who = 0; who < SEATS; ++who) hash = mix(hash ^ dealt(who));
    for (int i = 0; i < passed; ++i) hash = mix(hash + passes[i]);
    for (int i = 0; i < played; ++i) hash = mix(hash + plays[i]);
    return mix(hash ^ std::hash<std::string>{}(setup_text(*setup)));
  }
  bool equals(const Position& other) const {
    return held == other.held && played_by == other.played_by && passed == other.passed && played == other.played &&
           passes == other.passes && plays == other.plays && (setup == other.setup || *setup == *other.setup);
  }

  std::string name(Move card) const { return card_text(card); }
  bool also_reads(Move card, const std::string& text) const { return means_card(text, card); }

  std::string text() const {
    std::string out = "N:";
    for (int who = 0; who < SEATS; ++who) out += (who ? " " : "") + hand_text(dealt(who));
    out += " " + setup_text(*setup) + " :";
    for (int i = 0; i < passed; ++i) out += " " + card_text(passes[i]);
    if (setup->passing && !passing()) out += " :";
    return out + played_text();
  }

  // Its own hand, what everybody knows, who has chosen how many cards to pass, those given and got, the cards played.
  std::string view(int player) const {
    std::string out = SEAT_LETTERS[player] + (":" + hand_text(dealt(player)));
    if (setup->deck != DECK) out += " of " + hand_text(setup->deck);
    out += " " + setup_text(*setup) + " :";
    for (int i = 0; i < passed; ++i) out += i / PASSED == player ? " " + card_text(passes[i]) : " ?";
    if (!setup->passing || passing()) return out + played_text();
    out += " got";
    for (int i = 0; i < PASSED; ++i) out += " " + card_text(passes[PASSED * giver(player) + i]);
    return out + " :" + played_text();
  }

  Sampler sampler(int player) const;
  Position sample(int player, Random& random) const;

  // All of them, where they are few.
  void worlds(int player, std::vector<World<Position>>& out) const {
    const Dealer dealer(knowledge(player));
    double ways = dealer.ways();
    for (int who = 0; who < SEATS; ++who)
      if (unseen_pass(who, player, *this)) ways *= choose(setup->length(), PASSED);
    if (ways > MOST_WORLDS)
      throw GameError("too large to list: over " + std::to_string(static_cast<int>(MOST_WORLDS)) + " deals");
    dealer.each([&](const Hands& hands) { with_passes(with(hands), 0, player, 1.0 / ways, out); });
  }

 private:
  friend class Sampler;

  // The order in which cards are listed: spades, hearts, diamonds, clubs, the highest first.
  template <class Use>
  static void each_in_order(Cards cards, Use use) {
    for (int suit = 0; suit < SUITS; ++suit)
      for (Cards rest = cards & suit_cards(suit); rest; rest ^= card_bit(highest(rest))) use(highest(rest));
  }
  static std::vector<Cards> in_order(Cards cards) {
    std::vector<Cards> list;
    each_in_order(cards, [&](int card) { list.push_back(card_bit(card)); });
    return list;
  }
  // Those that come after a card, and the last one.
  static Cards after(int card) {
    const Cards suit = suit_cards(suit_of(card));
    return (suit & (card_bit(card) - 1)) | (DECK & ~(suit | (lowest_bit(suit) - 1)));
  }
  static Cards last_of(Cards cards) { return lowest_bit(cards & suit_cards(suit_of(highest(cards)))); }

  int first_leader() const {
    if (setup->ending) return setup->leader;
    int who = 0;
    while (!(held[who] & card_bit(setup->first_card()))) ++who;
    return who;
  }

  void pass(int card) {
    passes[passed++] = static_cast<std::uint8_t>(card);
    seat = static_cast<std::uint8_t>(passed / PASSED);
    if (passing()) return;
    for (int who = 0; who < SEATS; ++who) held[who] &= ~passed_by(who);
    for (int who = 0; who < SEATS; ++who) held[who] |= passed_by(giver(who));
    seat = static_cast<std::uint8_t>(first_leader());
  }

  void put(int card) {
    const Cards bit = card_bit(card);
    plays[played++] = static_cast<std::uint8_t>(card);
    held[seat] ^= bit;
    played_by[seat] |= bit;
    broken = broken || (bit & ALL_HEARTS);
    if (trick.size == 0 || (bit & trick.suit_led() && card > trick.best)) {
      trick.best = static_cast<std::uint8_t>(card);
      trick.winner = seat;
    }
    trick.played |= bit;
    ++trick.size;
    seat = static_cast<std::uint8_t>(next_seat(seat));
    if (trick.size < SEATS) return;
    seat = trick.winner;
    points[seat] = static_cast<std::uint8_t>(points[seat] + points_in(trick.played));
    trick = {};
  }

  std::string played_text() const {
    std::string out;
    for (int i = 0; i < played; ++i) out += " " + card_text(plays[i]);
    return out;
  }

  // What a player knows of the hands: as dealt while cards are passed, later as they were at the first lead.
  Knowledge knowledge(int player) const {
    Knowledge known;
    known.certain = played_by;
    known.certain[player] |= held[player];
    if (setup->passing && !passing()) known.certain[receiver(player)] |= passed_by(player);
    if (first_trick() && !passing() && played == 0) known.certain[seat] |= card_bit(setup->first_card());
    known.loose = setup->deck & ~(known.certain[0] | known.certain[1] | known.certain[2] | known.certain[3]);
    for (int who = 0; who < SEATS; ++who) known.missing[who] = setup->length() - count(known.certain[who]);
    known.barred = shown();
    return known;
  }

  // Cards each seat has shown not to have: a suit it did not follow; all but hearts, when it led one that was not
  // allowed otherwise; all harmless cards, when it played a point to the first trick.
  Hands shown() const {
    Hands none{};
    Position at{setup};
    at.broken = setup->broken;
    for (int i = 0; i < played; ++i) {
      const Cards card = card_bit(plays[i]);
      int who = 0;
      while (!(played_by[who] & card)) ++who;
      at.seat = static_cast<std::uint8_t>(who);
      if (at.trick.size && !(card & at.trick.suit_led())) {
        none[who] |= at.trick.suit_led();
        if (at.first_trick() && points_in(card)) none[who] |= ~(ALL_HEARTS | QUEEN);
      }
      if (at.trick.size == 0 && !at.broken && card & ALL_HEARTS) none[who] |= ~ALL_HEARTS;
      at.put(plays[i]);
    }
    return none;
  }

  // The same play with other hands, given as `knowledge` has them.
  Position with(const Hands& hands) const {
    Position other = *this;
    for (int who = 0; who < SEATS; ++who) other.held[who] = hands[who] & ~played_by[who];
    return other;
  }

  // The cards from which a seat passed three that the player has not seen, in a drawn position; 0: it saw them, or none
  // were passed. When the passing is over they lie in the receiver's hand.
  Cards unseen_pass(int who, int player, const Position& drawn) const {
    if (who == player || passed <= PASSED * who) return 0;
    if (passing()) return drawn.held[who];
    return receiver(who) == player ? 0 : drawn.begun_with(receiver(who));
  }

  // In the order in which they are chosen; as many as were.
  void write_pass(int who, Cards three) {
    int i = PASSED * who;
    for (const Cards card : in_order(three))
      if (i < passed) passes[i++] = static_cast<std::uint8_t>(lowest(card));
  }

  // All ways in which `who` and the seats after it may have passed, unless the player saw it.
  void with_passes(const Position& at, int who, int player, double chance, std::vector<World<Position>>& out) const {
    if (who == SEATS) {
      if (!out.empty() && out.back().position.equals(at))  // they differ in what is not chosen yet
        out.back().chance += chance;
      else
        out.push_back({at, chance});
      return;
    }
    const std::vector<Cards> from = in_order(unseen_pass(who, player, at));
    if (from.empty()) return with_passes(at, who + 1, player, chance, out);
    for (std::size_t a = 0; a < from.size(); ++a)
      for (std::size_t b = a + 1; b < from.size(); ++b)
        for (std::size_t c = b + 1; c < from.size(); ++c) {
          Position other = at;
          other.write_pass(who, from[a] | from[b] | from[c]);
          with_passes(other, who + 1, player, chance, out);
        }
  }
};

// Draws positions that a player cannot tell from this one, all equally likely. Others are taken to pass any three
// cards, and to play any card they may.
class Sampler {
 public:
  Sampler(const Position& at, int player) : at_(at), player_(player), dealer_(at.knowledge(player)) {}

  Position operator()(Random& random) const {
    Position drawn = at_.with(dealer_.draw(random));
    for (int who = 0; who < SEATS; ++who)
      if (const Cards from = at_.unseen_pass(who, player_, drawn)) {
        Cards three = 0;
        for (Cards rest = from; count(three) < PASSED; rest = from & ~three) three |= picked(rest, random);
        drawn.write_pass(who, three);
      }
    return drawn;
  }

 private:
  static Cards picked(Cards cards, Random& random) {
    for (std::uint64_t skip = random.below(static_cast<std::uint64_t>(count(cards))); skip; --skip) cards &= cards - 1;
    return lowest_bit(cards);
  }

  const Position at_;
  const int player_;
  const Dealer dealer_;
};

inline Sampler Position::sampler(int player) const { return Sampler(*this, player); }
inline Position Position::sample(int player, Random& random) const { return sampler(player)(random); }

}  // namespace zermelo::hearts
