// Stratego: both set up in secret, then move in turn; a fight shows both men. The rules.
//
// Red fills its squares one by one, then blue; then they move, red first. A man may not go back and forth between two squares
// more than `most_back` times running (two-square rule), and a chase may not bring a position back (more-square rule; chase.hpp).
//
// A whole game is long, so a position keeps its last events and points to the rest (settle):
//
//   past      all events before
//   recent    the last of them, newest last, each with a hash of the squares that were held after it
//
// Events can be undone, a fight shows both men: so the set-ups are found from the board and all events.
#pragma once

#include <algorithm>
#include <memory>

#include "board.hpp"

namespace zermelo::stratego {

using Setup = std::array<std::uint8_t, MOST_MEN>;  // kinds, in the order of the home's squares

struct Past {
  std::vector<Event> events;
  std::vector<std::uint32_t> hashes;  // of the squares held after each
};

enum class Ending : std::uint8_t { none, flag, stuck, both_stuck, waited, plies };

struct Position {
  using Move = stratego::Move;
  static constexpr std::size_t ROOM = 8;

  const Rules* rules = nullptr;
  const Past* past = nullptr;
  std::uint64_t history = 0;  // a hash of both set-ups and all moves
  std::array<Cell, MOST_CELLS> cells{};
  std::array<Event, ROOM> recent{};
  std::array<std::uint32_t, ROOM> hashes{};
  std::uint16_t plies = 0, waited = 0;
  std::uint8_t placed[2] = {0, 0};
  std::uint8_t count = 0;  // of recent
  std::int8_t mover = 0;
  Ending ending = Ending::none;
  bool forgot = false;

  int men() const { return static_cast<int>(rules->homes[0].size()); }
  bool placing() const { return placed[1] < men(); }
  int turn() const {
    if (placing()) return placed[0] < men() ? 0 : 1;
    return ending == Ending::none ? mover : OVER;
  }

  void moves(MoveList<Move>& out) const {
    if (placing()) return list_placings(out);
    list_walks([&](int from, int to) {
      if (!is_forbidden(from, to)) out.add(make_move(from, to));
    });
  }

  Position play(Move move) const {
    Position next = *this;
    if (placing())
      next.place(move);
    else
      next.walk(move);
    return next;
  }

  // The mover has lost: the flag is gone, or nothing can move.
  double payoff(int player) const {
    if (ending != Ending::flag && ending != Ending::stuck) return 0;
    return player == mover ? -1 : 1;
  }

  std::uint64_t key() const { return mix(history); }
  bool equals(const Position& other) const {
    return rules == other.rules && history == other.history && cells == other.cells && ending == other.ending;
  }
  const Info& info() const { return rules->info; }
  bool also_reads(Move, const std::string&) const { return false; }
  std::string name(Move move) const {
    if (move >= LISTED) return "setup" + std::to_string((move & 31) + 1);
    if (move >= PLACING) return {letter_of(move & 31)};
    return rules->square_name(from_of(move)) + rules->square_name(to_of(move));
  }

  std::string view(int player) const;  // text.hpp
  std::string text() const;
  // belief.hpp
  Position sample(int player, Random& random, Store* store = nullptr) const;
  void worlds(int player, std::vector<World<Position>>& out, Store* store = nullptr) const;

  Store settle() {
    if (forgot) return nullptr;
    auto all = std::make_shared<Past>(whole());
    past = all.get();
    count = 0;
    return all;
  }

  // All that happened.
  Past whole() const {
    if (forgot) throw GameError("stratego: too large a game to remember all of it inside a search");
    Past all = past ? *past : Past{};
    for (std::size_t i = 0; i < count; ++i) {
      all.events.push_back(recent[i]);
      all.hashes.push_back(hashes[i]);
    }
    return all;
  }

  // Both sides' men as they were set up.
  std::array<Setup, 2> setups() const {
    std::array<Cell, MOST_CELLS> board = cells;
    const Past all = whole();
    int side = static_cast<int>(plies) % 2;  // who moved last
    for (std::size_t i = all.events.size(); i-- > 0; side = 1 - side) undo(board, all.events[i], 1 - side);
    std::array<Setup, 2> both{};
    for (std::size_t who = 0; who < 2; ++who)
      for (std::size_t i = 0; i < placed[who]; ++i)
        both[who][i] = static_cast<std::uint8_t>(kind_of(board[index(rules->homes[who][i])]));
    return both;
  }

  // --- moving ---

  template <class Sink>
  void list_walks(Sink&& add) const {
    const int cells_count = rules->width * rules->height;
    for (int from = 0; from < cells_count; ++from) {
      const Cell cell = cells[index(from)];
      if (!can_walk(kind_of(cell)) || side_of(cell) != mover) continue;
      for (int direction = 0; direction < 4; ++direction) {
        int at = from;
        do {
          at = neighbour(at, direction);
          if (at < 0) break;
          const Cell there = cells[index(at)];
          if (kind_of(there) == LAKE || (is_man(there) && side_of(there) == mover)) break;
          add(from, at);
          if (is_man(there)) break;
        } while (kind_of(cell) == SCOUT);
      }
    }
  }

  int neighbour(int square, int direction) const {
    const int x = square % rules->width, y = square / rules->width;
    switch (direction) {
      case 0:
        return y + 1 < rules->height ? square + rules->width : -1;
      case 1:
        return x + 1 < rules->width ? square + 1 : -1;
      case 2:
        return y > 0 ? square - rules->width : -1;
      default:
        return x > 0 ? square - 1 : -1;
    }
  }

  bool is_forbidden(int from, int to) const;  // chase.hpp
  bool can_move() const {
    bool found = false;
    list_walks([&](int from, int to) { found = found || !is_forbidden(from, to); });
    return found;
  }
  bool could_walk(int side) const {
    Position other = *this;
    other.mover = static_cast<std::int8_t>(side);
    bool found = false;
    other.list_walks([&](int, int) { found = true; });
    return found;
  }

  // The event that lies so many plies back (0: the last), and the hash of the board after it; null if it is not known.
  const Event* event_back(std::size_t back) const {
    if (back < count) return &recent[count - 1 - back];
    back -= count;
    return past && !forgot && back < past->events.size() ? &past->events[past->events.size() - 1 - back] : nullptr;
  }
  std::uint32_t hash_back(std::size_t back) const {
    if (back < count) return hashes[count - 1 - back];
    return past->hashes[past->hashes.size() - 1 - (back - count)];
  }

  // Which squares are held by whom, after a man has gone from one to the other; what both can see.
  std::uint32_t held_hash(int from = -1, int to = -1) const {
    std::uint64_t sum = 0;
    const auto number = [](int square, int side) { return mix(static_cast<std::uint64_t>(2 * square + side + 1)); };
    for (int i = 0; i < rules->width * rules->height; ++i)
      if (is_man(cells[index(i)])) sum ^= number(i, side_of(cells[index(i)]));
    if (from >= 0) sum ^= number(from, mover) ^ number(to, mover);
    return static_cast<std::uint32_t>(sum >> 32);
  }
  int distance(int from, int to) const {
    const int dx = from % rules->width - to % rules->width, dy = from / rules->width - to / rules->width;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
  }

 private:
  void list_placings(MoveList<Move>& out) const {
    const int side = turn();
    Counts left = rules->men;
    for (int i = 0; i < placed[side]; ++i) --left[kind_of(cells[index(rules->homes[index(side)][index(i)])])];
    for (std::size_t kind = 0; kind < KINDS; ++kind)
      if (left[kind] > 0) out.add(static_cast<Move>(PLACING | kind));
    if (placed[side] == 0)
      for (std::size_t i = 0; i < rules->setups.size(); ++i) out.add(static_cast<Move>(LISTED | i));
  }

  void put(int side, int kind) {
    const int square = rules->homes[index(side)][placed[side]++];
    cells[index(square)] = static_cast<Cell>(kind == EMPTY ? EMPTY : kind | (side ? SIDE : 0));
    history = mix(history + static_cast<std::uint64_t>(kind) + 1);
  }
  void place(Move move) {
    const int side = turn();
    if (move < LISTED)
      put(side, move & 31);
    else
      for (const char letter : rules->setups[move & 31]) put(side, letter - 'A');
    if (!placing()) end_turn(0);
  }

  static void undo(std::array<Cell, MOST_CELLS>& board, const Event& event, int side) {
    const int from = from_of(event.move), to = to_of(event.move);
    const Cell own = side ? SIDE : 0, other = side ? 0 : SIDE;
    const int kind = event.attacker ? event.attacker : kind_of(board[index(to)]);
    board[index(from)] = static_cast<Cell>(kind | own);
    board[index(to)] = event.attacker ? static_cast<Cell>(event.defender | other) : Cell{EMPTY};
  }

  void walk(Move move) {
    const int from = from_of(move), to = to_of(move);
    const Cell own = cells[index(from)], other = cells[index(to)];
    Event event{move, 0, 0};
    Cell moved = static_cast<Cell>(own | MOVED);
    if (distance(from, to) > 1) moved |= SHOWN;
    cells[index(from)] = EMPTY;
    ++waited;
    ++plies;
    if (!is_man(other)) {
      cells[index(to)] = moved;
    } else {
      waited = 0;
      event.attacker = static_cast<std::uint8_t>(kind_of(own));
      event.defender = static_cast<std::uint8_t>(kind_of(other));
      const int result = fight(kind_of(own), kind_of(other));
      cells[index(to)] = result > 0   ? static_cast<Cell>(moved | SHOWN)
                         : result < 0 ? static_cast<Cell>(other | SHOWN)
                                      : Cell{EMPTY};
      if (kind_of(other) == FLAG) ending = Ending::flag;
    }
    history = mix(history + move + 4096);
    remember(event);
    end_turn(1);
  }

  void remember(const Event& event) {
    if (count == ROOM) {
      std::move(recent.begin() + 1, recent.end(), recent.begin());
      std::move(hashes.begin() + 1, hashes.end(), hashes.begin());
      --count;
      forgot = true;
    }
    recent[count] = event;
    hashes[count++] = held_hash();
  }

  void end_turn(int played) {
    if (played) mover = static_cast<std::int8_t>(1 - mover);
    if (ending != Ending::none) return;
    if (!can_move())
      ending = could_walk(1 - mover) ? Ending::stuck : Ending::both_stuck;
    else if (waited >= rules->most_waited)
      ending = Ending::waited;
    else if (plies >= rules->most_plies)
      ending = Ending::plies;
  }
};

inline Position beginning(const Rules* rules) {
  Position position{.rules = rules, .history = 1};
  for (const int lake : rules->lakes) position.cells[index(lake)] = LAKE;
  return position;
}

}  // namespace zermelo::stratego
