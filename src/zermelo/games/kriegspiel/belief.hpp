// What a Kriegspiel player may think: boards on which everything that the umpire said to the player would have been said.
//
// The other's refused tries are not heard, and change nothing: trying at random until something is accepted makes every legal
// move equally likely. So beliefs are about boards and leave those tries out; `worlds`, which lists whole games, has them.
#pragma once

#include "core/belief.hpp"
#include "text.hpp"

namespace zermelo::kriegspiel {

struct Model {
  using Board = kriegspiel::Board;
  using Move = Try;

  const Frame& frame;
  int player;

  bool is_own(Said s) const { return said::mover(s) == player; }

  bool follow(const Board& board, Said s, Board& next) const {
    const Try move = said::move(s);
    if (is_legal(board, frame, move) == ((s & said::REFUSED) != 0)) return false;
    if (s & said::REFUSED) {
      std::size_t i = 0, place = 0;
      list_tries(board, frame, [&](Try each) { place = each == move ? i : place, ++i; });
      next = refused(board, move, place).board;
      return true;
    }
    if (!takes_as_said(board, move, s)) return false;
    const Answer answer = accepted(board, frame, move);
    next = answer.board;
    return answer.said == s;
  }

  void choices(const Board& board, std::vector<Option<Try>>& out) const {
    list_tries(board, frame, [&](Try move) { out.push_back({move, 1.0}); });
  }

  Fit reply(const Board& board, Try move, Said s, Board& next) const {
    if (!is_legal(board, frame, move)) return Fit::illegal;
    if (!takes_as_said(board, move, s)) return Fit::otherwise;
    const Answer answer = accepted(board, frame, move);
    next = answer.board;
    return said::public_part(answer.said) == s ? Fit::fits : Fit::otherwise;
  }

  std::uint64_t key(const Board& board) const { return board.key(); }

 private:
  // Whether a legal move takes something on the square that was announced, or nothing if none was: quickly seen.
  static bool takes_as_said(const Board& board, Try move, Said s) {
    const int to = to_of(move);
    const bool passing =
        to == board.en_passant && board.kinds[PAWN] & bit(from_of(move)) && file_of(from_of(move)) != file_of(to);
    const int where = passing ? to ^ 8 : to;
    const bool takes = board.sides[at(1 - board.mover)] & bit(where) && from_of(move) != to;
    if (takes != ((s & said::TAKEN) != 0)) return false;
    return !takes ||
           (where == said::square(s) && ((board.kinds[PAWN] & bit(where)) != 0) == ((s & said::PAWN_TAKEN) != 0));
  }
};

inline std::vector<Said> heard_by(const Position& position, int player) {
  std::vector<Said> all;
  for (const Said s : position.said_so_far())
    if (const Said heard = said::heard(s, player)) all.push_back(heard);
  return all;
}

using SharedBelief = std::shared_ptr<const Belief<Model>>;

inline SharedBelief belief_of(const Position& position, int player, const BeliefLimits& limits = {}) {
  static BeliefCache<Model> cache;
  const Board start = position.beginning();
  const auto place = mix(start.key() + static_cast<u64>(player)) ^ reinterpret_cast<std::uintptr_t>(position.rules);
  SharedBelief found =
      cache.find(place, Model{position.rules->frame, player}, start, heard_by(position, player), limits);
  if (!found)
    throw GameError("kriegspiel: no board was found that fits all that was said: too large a game for samples");
  return found;
}

// The game in which the other made these moves, and the player what was heard.
inline Past replayed(const Position& position, int player, const std::vector<Try>& others) {
  Past past{position.beginning(), {}};
  Position at = beginning(position.rules, &past);
  std::size_t next = 0;
  for (const Said s : heard_by(position, player)) {
    const Answer answer = at.answer(said::mover(s) == player ? said::move(s) : others[next++]);
    past.all.push_back(answer.said);
    at.hear(answer);
    at.count = 0;
  }
  return past;
}

inline Position remembered(const Rules* rules, const Past* past) {
  Position position = beginning(rules, past);
  for (const Said s : past->all) {
    position.hear(position.answer(said::move(s)));
    position.count = 0;
  }
  return position;
}

inline Position Position::sample(int player, Random& random, Store* store) const {
  const SharedBelief belief = belief_of(*this, player);
  const std::size_t which = belief->drawn(random);
  if (!store) {
    Position drawn = *this;
    drawn.board = belief->board(which);
    drawn.history = mix(drawn.board.key());
    drawn.forgot = true;
    return drawn;
  }
  auto whole = std::make_shared<Past>(replayed(*this, player, belief->moves_to(which)));
  *store = whole;
  return remembered(rules, whole.get());
}

// All whole games that sound the same to the player, refused tries of the other included.
class Worlds {
 public:
  static constexpr std::size_t MOST_WORLDS = 20'000, MOST_STEPS = 40'000;

  Worlds(const Position& wanted, int player)
      : wanted_(wanted), player_(player), heard_(heard_by(wanted, player)), turn_(wanted.turn()) {}

  struct Found {
    std::vector<Said> all;
    double chance;
  };

  std::vector<Found> all() {
    const Past past{wanted_.beginning(), {}};
    walk(beginning(wanted_.rules, &past), 0, 1);
    double sum = 0;
    for (const Found& each : found_) sum += each.chance;
    for (Found& each : found_) each.chance /= sum;
    return std::move(found_);
  }

 private:
  void walk(Position at, std::size_t next, double chance) {
    if (++steps_ > MOST_STEPS || found_.size() > MOST_WORLDS)
      throw GameError("kriegspiel: too large a number of games would sound the same; sample draws them");
    at.count = 0;
    if (next == heard_.size() && at.turn() == turn_) found_.push_back({said_, chance});
    const int turn = at.turn();
    if (turn == OVER || (next == heard_.size() && turn == player_)) return;
    MoveList<Try> list;
    if (turn == player_)
      list.add(said::move(heard_[next]));
    else
      at.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Answer answer = at.answer(list[i].move);
      const Said heard = said::heard(answer.said, player_);
      if (heard && (next == heard_.size() || heard != heard_[next])) continue;
      Position after = at;
      after.hear(answer);
      said_.push_back(answer.said);
      walk(after, next + (heard ? 1 : 0), turn == player_ ? chance : chance / static_cast<double>(list.size()));
      said_.pop_back();
    }
  }

  const Position& wanted_;
  int player_;
  std::vector<Said> heard_, said_;
  int turn_;
  std::size_t steps_ = 0;
  std::vector<Found> found_;
};

inline void Position::worlds(int player, std::vector<World<Position>>& out, Store* store) const {
  auto pasts = std::make_shared<std::vector<std::unique_ptr<Past>>>();
  for (Worlds::Found& each : Worlds(*this, player).all()) {
    pasts->push_back(std::make_unique<Past>(Past{beginning(), std::move(each.all)}));
    out.push_back({remembered(rules, pasts->back().get()), each.chance});
  }
  if (store)
    *store = pasts;
  else
    for (World<Position>& each : out) each.position.past = nullptr, each.position.forgot = true;
}

}  // namespace zermelo::kriegspiel
