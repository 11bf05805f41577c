// Kriegspiel: chess in which nobody sees the other's men. The rules, and what each player has heard.
//
// A player names a try. If it is legal on the umpire's board it is made, and the umpire announces what both may hear; if not,
// only the player learns so, and names another. The umpire's words are those of Wild 16 (README.md).
//
// What was said may be long, so a position keeps the last of it and points to the rest:
//
//   past      where the game began and what was said before, owned by whoever holds the position (settle)
//   recent    what was said since, 5 bytes each
#pragma once

#include "board.hpp"

namespace zermelo::kriegspiel {

struct Rules {
  Info info;
  Frame frame;
  Board start;
};

// Where a game began, and all that was said in it.
struct Past {
  Board start;
  std::vector<Said> all;
};

inline std::string square_name(int square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}
inline std::string try_name(Try move) {
  if (from_of(move) == to_of(move)) return "@" + square_name(to_of(move));
  std::string name = square_name(from_of(move)) + square_name(to_of(move));
  if (promotion_of(move)) name += "?nbrq"[promotion_of(move)];
  return name;
}

std::string fen_of(const Board& board, const Frame& frame);  // text.hpp

struct Position {
  using Move = Try;
  static constexpr std::size_t ROOM = 13, BYTES = 5;

  const Rules* rules = nullptr;
  const Past* past = nullptr;  // null: the beginning of the variant
  u64 history = 0;             // a hash of all that was said
  Board board;
  std::array<std::uint8_t, ROOM * BYTES> recent{};
  std::uint8_t count = 0;  // of what is in `recent`
  bool forgot = false;     // what was said before is not known any more

  int turn() const { return board.ending == Ending::none ? board.mover : OVER; }

  void moves(MoveList<Move>& out) const {
    std::size_t i = 0;
    list_tries(board, rules->frame, [&](Try move) {
      if (!board.is_refused(i++)) out.add(move);
    });
  }

  Position play(Move move) const {
    Position next = *this;
    next.hear(answer(move));
    return next;
  }

  double payoff(int player) const { return board.ending != Ending::mate ? 0 : player == board.mover ? -1 : 1; }

  u64 key() const { return mix(history); }
  // Without what was said, which changes nothing that follows.
  u64 table_key() const { return board.key(); }
  bool equals(const Position& other) const {
    return rules == other.rules && history == other.history && board == other.board;
  }
  const Info& info() const { return rules->info; }
  std::string name(Move move) const { return try_name(move); }
  bool also_reads(Move, const std::string&) const { return false; }

  std::string view(int player) const;  // text.hpp
  std::string text() const;

  // belief.hpp
  Position sample(int player, Random& random, Store* store = nullptr) const;
  void worlds(int player, std::vector<World<Position>>& out, Store* store = nullptr) const;

  Store settle() {
    if (forgot) return nullptr;
    auto all = std::make_shared<Past>(Past{beginning(), said_so_far()});
    past = all.get();
    count = 0;
    return all;
  }

  Board beginning() const { return past ? past->start : rules->start; }
  std::vector<Said> said_so_far() const {
    if (forgot) throw GameError("kriegspiel: too large a game to remember all that was said inside a search");
    std::vector<Said> all = past ? past->all : std::vector<Said>{};
    for (std::size_t i = 0; i < count; ++i) all.push_back(kept(i));
    return all;
  }

  Answer answer(Move move) const {
    if (is_legal(board, rules->frame, move)) return accepted(board, rules->frame, move);
    return refused(board, move, place_of(move));
  }

  void hear(const Answer& answer) {
    board = answer.board;
    history = mix(history + answer.said) + 1;
    if (count == ROOM || forgot) {
      forgot = true;
      return;
    }
    for (std::size_t i = 0; i < BYTES; ++i) recent[count * BYTES + i] = static_cast<std::uint8_t>(answer.said >> 8 * i);
    ++count;
  }

  std::size_t place_of(Move move) const {
    std::size_t i = 0, found = MOST_TRIES - 1;
    list_tries(board, rules->frame, [&](Try each) {
      if (each == move) found = i;
      ++i;
    });
    return found;
  }

 private:
  Said kept(std::size_t i) const {
    Said all = 0;
    for (std::size_t j = 0; j < BYTES; ++j) all |= Said{recent[i * BYTES + j]} << 8 * j;
    return all;
  }
};

// The first position of a variant, or one where everybody knows how the men stand.
inline Position beginning(const Rules* rules) {
  return {.rules = rules, .history = rules->start.key(), .board = rules->start};
}
inline Position beginning(const Rules* rules, const Past* past) {
  return {.rules = rules, .past = past, .history = past->start.key(), .board = past->start};
}

}  // namespace zermelo::kriegspiel
