// Kriegspiel: the board that only the umpire sees, tries, and what the umpire says of them.
//
// A board of any width and height up to 8 lies in the lower left corner of a chess board. A try is any move that would be
// possible if there were none but the mover's own men; a pawn may try to take only where the umpire has announced such tries.
//
//   a try:       bits 0-5 from | 6-11 to | 12-14 promotion (1 … 4: knight … queen)
//   what is said, the mover's part first:
//                bits 0-14 the try | 15 refused | 16 something was taken | 17-22 where | 23 it was a pawn
//                24-28 checks: file, rank, long diagonal, short diagonal, knight | 29-32 pawn tries | 33-35 ending | 36 mover
//                37 a move was made
#pragma once

#include <bit>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "games/shared/chess_bits.hpp"

namespace zermelo::kriegspiel {

using namespace chess;

using Try = std::uint16_t;
using Said = std::uint64_t;

constexpr Try make_try(int from, int to, int promotion = 0) {
  return static_cast<Try>(from | to << 6 | promotion << 12);
}
constexpr int from_of(Try move) { return move & 63; }
constexpr int to_of(Try move) { return move >> 6 & 63; }
constexpr int promotion_of(Try move) { return move >> 12 & 7; }

enum class Ending : std::uint8_t { none, mate, stalemate, dead, waited, plies };
enum Check : std::uint8_t { FILE_CHECK = 1, RANK_CHECK = 2, LONG_CHECK = 4, SHORT_CHECK = 8, KNIGHT_CHECK = 16 };

namespace said {
inline constexpr Said REFUSED = Said{1} << 15, TAKEN = Said{1} << 16, PAWN_TAKEN = Said{1} << 23, MADE = Said{1} << 37;
constexpr Try move(Said s) { return static_cast<Try>(s & 0x7fff); }
constexpr int square(Said s) { return static_cast<int>(s >> 17 & 63); }
constexpr int checks(Said s) { return static_cast<int>(s >> 24 & 31); }
constexpr int tries(Said s) { return static_cast<int>(s >> 29 & 15); }
constexpr Ending ending(Said s) { return static_cast<Ending>(s >> 33 & 7); }
constexpr int mover(Said s) { return static_cast<int>(s >> 36 & 1); }
constexpr Said public_part(Said s) { return s >> 15 << 15; }
// What a player hears of it: everything of their own tries, of the other's accepted ones what is announced, else nothing.
constexpr Said heard(Said s, int player) { return mover(s) == player ? s : s & REFUSED ? 0 : public_part(s); }
}  // namespace said

inline constexpr int MOST_TRIES = 320;  // in one position

// What only a variant decides.
struct Frame {
  int width = 8, height = 8;
  u64 area = ~u64{0};
  bool castles = true, doubles = true;
  int most_waited = 100, most_plies = 1000;

  int last_rank(int side) const { return side == 0 ? height - 1 : 0; }
  u64 inside(u64 set) const { return set & area; }
};

struct Board {
  std::array<u64, 6> kinds{};
  std::array<u64, 2> sides{};
  std::array<u64, 5> refused{};  // of the mover's tries in this turn, by their place in the list
  std::uint16_t waited = 0, plies = 0;
  std::uint8_t castling = 0;  // 1, 2: white's short and long; 4, 8: black's
  std::uint8_t en_passant = NOWHERE;
  std::uint8_t pawn_tries = 0;      // as announced to the mover
  std::uint8_t taken_at = NOWHERE;  // where the last move took something
  std::int8_t mover = 0;
  Ending ending = Ending::none;
  bool placing = false;  // black has yet to place the king

  u64 pieces(int side, int kind) const { return kinds[at(kind)] & sides[at(side)]; }
  u64 occupied() const { return sides[0] | sides[1]; }
  int kind_at(int square) const {
    for (int kind = PAWN; kind <= KING; ++kind)
      if (kinds[at(kind)] & bit(square)) return kind;
    return NOTHING;
  }
  void put(int side, int kind, int square) {
    kinds[at(kind)] |= bit(square);
    sides[at(side)] |= bit(square);
  }
  void remove(int square) {
    for (u64& kind : kinds) kind &= ~bit(square);
    for (u64& side : sides) side &= ~bit(square);
  }

  bool is_refused(std::size_t i) const { return refused[i / 64] >> i % 64 & 1; }

  // Equal for boards that go on alike, whatever led to them.
  u64 key() const {
    u64 sum = 0x243f6a8885a308d3ULL;
    for (const u64 kind : kinds) sum = mix(sum ^ kind) + 1;
    for (const u64 each : refused)
      if (each) sum = mix(sum ^ each) + 3;
    sum = mix(sum ^ sides[0]);
    return mix(sum ^ (u64{waited} | u64{plies} << 16 | u64{castling} << 32 | u64{en_passant} << 40 |
                      static_cast<u64>(mover) << 48 | u64{placing} << 49 | static_cast<u64>(ending) << 50));
  }
  bool operator==(const Board&) const = default;
};

// --- attacks and checks ---

// The men of `side` that attack a square, with these squares taken; walls stop what slides.
inline u64 attackers(const Board& b, const Frame& f, int square, int side, u64 all) {
  const u64 stops = all | ~f.area;
  const u64 own = b.sides[at(side)];
  const u64 leapers = (pawn_attacks(bit(square), 1 - side) & b.kinds[PAWN]) |
                      (KNIGHT_MOVES[at(square)] & b.kinds[KNIGHT]) | (KING_MOVES[at(square)] & b.kinds[KING]);
  return own & (leapers | (rook_attacks(square, stops) & (b.kinds[ROOK] | b.kinds[QUEEN])) |
                (bishop_attacks(square, stops) & (b.kinds[BISHOP] | b.kinds[QUEEN])));
}

// How many squares of the board lie on the diagonal through a square, in the direction of a1-h8 or the other.
inline int diagonal_length(const Frame& f, int square, bool rising) {
  const std::size_t one = rising ? 4 : 5, two = rising ? 6 : 7;
  return std::popcount(f.inside(RAYS[one][at(square)] | RAYS[two][at(square)]));
}

// The check that a man on `from` gives a king: seen from the king.
inline int check_from(const Frame& f, int king, int from, int kind) {
  if (kind == KNIGHT) return KNIGHT_CHECK;
  if (file_of(king) == file_of(from)) return FILE_CHECK;
  if (rank_of(king) == rank_of(from)) return RANK_CHECK;
  const bool rising = (file_of(from) > file_of(king)) == (rank_of(from) > rank_of(king));
  return diagonal_length(f, king, rising) >= diagonal_length(f, king, !rising) ? LONG_CHECK : SHORT_CHECK;
}

inline int checks_on(const Board& b, const Frame& f, int side) {
  const u64 kings = b.pieces(side, KING);
  if (!kings) return 0;
  int found = 0;
  for (u64 left = attackers(b, f, first(kings), 1 - side, b.occupied()); left; left &= left - 1)
    found |= check_from(f, first(kings), first(left), b.kind_at(first(left)));
  return found;
}

// --- tries ---

// Where castling leads the king, and what it needs: 0 short, 1 long.
inline bool can_try_castling(const Board& b, int side, int which) {
  if (!(b.castling >> (2 * side + which) & 1)) return false;
  const int row = 56 * side;
  const u64 between = which == 0 ? bit(row + 5) | bit(row + 6) : bit(row + 1) | bit(row + 2) | bit(row + 3);
  return !(between & b.sides[at(side)]);
}

template <class Sink>
void pawn_tries_of(const Board& b, const Frame& f, int side, bool steps, Sink&& add) {
  const u64 own = b.sides[at(side)], pawns = b.pieces(side, PAWN), last = rank_bits(f.last_rank(side));
  const int up = side == 0 ? 8 : -8;
  const auto each = [&](u64 targets, int step) {
    for (; targets; targets &= targets - 1) {
      const int to = first(targets);
      if (!(bit(to) & last)) {
        add(make_try(to - step, to));
        continue;
      }
      for (int kind = QUEEN; kind >= KNIGHT; --kind) add(make_try(to - step, to, kind));
    }
  };
  if (steps) {
    const u64 single = f.inside(forward(pawns, side)) & ~own;
    each(single, up);
    if (f.doubles) each(f.inside(forward(single & rank_bits(side == 0 ? 2 : 5), side)) & ~own, 2 * up);
    return;
  }
  each(f.inside(forward(east(pawns), side)) & ~own, up + 1);
  each(f.inside(forward(west(pawns), side)) & ~own, up - 1);
}

template <class Sink>
void king_placings(const Board& b, const Frame& f, Sink&& add) {
  for (u64 left = f.area & ~b.occupied(); left; left &= left - 1) {
    const int square = first(left);
    if (!attackers(b, f, square, 0, b.occupied())) add(make_try(square, square));
  }
}

// All that is possible on the mover's own board, in a fixed order.
template <class Sink>
void list_tries(const Board& b, const Frame& f, Sink&& add) {
  if (b.placing) return king_placings(b, f, add);
  const int side = b.mover;
  const u64 own = b.sides[at(side)], walls = own | ~f.area;
  if (b.pawn_tries) pawn_tries_of(b, f, side, false, add);
  pawn_tries_of(b, f, side, true, add);
  for (int kind = KNIGHT; kind <= KING; ++kind)
    for (u64 left = b.pieces(side, kind); left; left &= left - 1) {
      const int from = first(left);
      u64 targets = 0;
      if (kind == KNIGHT) targets = KNIGHT_MOVES[at(from)];
      if (kind == KING) targets = KING_MOVES[at(from)];
      if (kind == BISHOP || kind == QUEEN) targets |= bishop_attacks(from, walls);
      if (kind == ROOK || kind == QUEEN) targets |= rook_attacks(from, walls);
      for (targets = f.inside(targets) & ~own; targets; targets &= targets - 1) add(make_try(from, first(targets)));
    }
  if (f.castles)
    for (int which = 0; which < 2; ++which)
      if (can_try_castling(b, side, which)) add(make_try(56 * side + 4, 56 * side + (which == 0 ? 6 : 2)));
}

inline bool is_castling(const Board& b, Try move) {
  const int gap = to_of(move) - from_of(move);
  return (gap == 2 || gap == -2) && b.kinds[KING] & bit(from_of(move));
}

// The men alone after a move that is possible on the whole board; whose turn it is stays as it was.
inline Board moved(const Board& b, Try move) {
  Board next = b;
  const int from = from_of(move), to = to_of(move), kind = b.kind_at(from), side = b.mover;
  if (kind == PAWN && to == b.en_passant && file_of(from) != file_of(to)) next.remove(to ^ 8);
  next.remove(to);
  next.remove(from);
  next.put(side, promotion_of(move) ? promotion_of(move) : kind, to);
  if (kind == KING && (to - from == 2 || from - to == 2)) {
    const int rook = to > from ? from + 3 : from - 4;
    next.remove(rook);
    next.put(side, ROOK, (from + to) / 2);
  }
  return next;
}

inline bool castling_is_legal(const Board& b, const Frame& f, Try move) {
  const int from = from_of(move), to = to_of(move), rook = to > from ? from + 3 : from - 4;
  if (BETWEEN[at(from)][at(rook)] & b.occupied()) return false;
  for (const int square : {from, (from + to) / 2})
    if (attackers(b, f, square, 1 - b.mover, b.occupied() & ~bit(from))) return false;
  return true;
}

// Whether the umpire lets a try pass: nothing stands in its way, a pawn takes something, the king is not left in check.
inline bool is_legal(const Board& b, const Frame& f, Try move) {
  if (b.placing) return true;
  const int from = from_of(move), to = to_of(move), kind = b.kind_at(from);
  const u64 other = b.sides[at(1 - b.mover)];
  if (kind == PAWN) {
    if (file_of(from) == file_of(to)) {
      if ((bit(to) | BETWEEN[at(from)][at(to)]) & b.occupied()) return false;
    } else if (!(other & bit(to)) && to != b.en_passant) {
      return false;
    }
  } else if (kind != KNIGHT && BETWEEN[at(from)][at(to)] & b.occupied()) {
    return false;
  }
  if (is_castling(b, move) && !castling_is_legal(b, f, move)) return false;
  const Board next = moved(b, move);
  const u64 kings = next.pieces(b.mover, KING);
  return !kings || !attackers(next, f, first(kings), 1 - b.mover, next.occupied());
}

// How many captures by pawns are legal; a promotion counts once.
inline int count_pawn_tries(const Board& b, const Frame& f) {
  const u64 targets = b.sides[at(1 - b.mover)] | (b.en_passant == NOWHERE ? 0 : bit(b.en_passant));
  if (!(pawn_attacks(b.pieces(b.mover, PAWN), b.mover) & targets)) return 0;
  int found = 0;
  pawn_tries_of(b, f, b.mover, false, [&](Try move) {
    const bool counts = promotion_of(move) == 0 || promotion_of(move) == QUEEN;
    if (counts && bit(to_of(move)) & targets && is_legal(b, f, move)) ++found;
  });
  return found;
}

inline bool has_legal(const Board& b, const Frame& f) {
  bool found = false;
  list_tries(b, f, [&](Try move) { found = found || is_legal(b, f, move); });
  return found;
}

// Nobody can ever be mated: bare kings, one light piece, or bishops of one colour only.
inline bool is_dead(const Board& b) {
  if (b.kinds[PAWN] | b.kinds[ROOK] | b.kinds[QUEEN]) return false;
  const u64 light_pieces = b.kinds[KNIGHT] | b.kinds[BISHOP];
  if (!several(light_pieces)) return true;
  return !b.kinds[KNIGHT] && (!(b.kinds[BISHOP] & LIGHT) || !(b.kinds[BISHOP] & ~LIGHT));
}

inline Ending ending_of(const Board& b, const Frame& f) {
  if (!has_legal(b, f)) return checks_on(b, f, b.mover) ? Ending::mate : Ending::stalemate;
  if (is_dead(b)) return Ending::dead;
  if (b.waited >= f.most_waited) return Ending::waited;
  return b.plies >= f.most_plies ? Ending::plies : Ending::none;
}

// The rights that are gone once something leaves or enters a corner, or a king its square.
inline std::uint8_t castling_left(std::uint8_t rights, int from, int to) {
  constexpr std::array<std::pair<int, int>, 6> LOST{{{4, 3}, {60, 12}, {7, 1}, {0, 2}, {63, 4}, {56, 8}}};
  for (const auto& [square, lost] : LOST)
    if (from == square || to == square) rights = static_cast<std::uint8_t>(rights & ~lost);
  return rights;
}

struct Answer {
  Board board;
  Said said;
};

// The other's turn begins: what the umpire announces.
inline Said announce(Board& b, const Frame& f) {
  b.mover = static_cast<std::int8_t>(1 - b.mover);
  b.refused = {};
  ++b.plies;
  b.pawn_tries = static_cast<std::uint8_t>(std::min(15, count_pawn_tries(b, f)));
  b.ending = ending_of(b, f);
  const auto checks = static_cast<Said>(checks_on(b, f, b.mover));
  return checks << 24 | Said{b.pawn_tries} << 29 | static_cast<Said>(b.ending) << 33;
}

inline Answer place_king(const Board& b, const Frame& f, Try move) {
  Board next = b;
  next.put(1, KING, to_of(move));
  next.placing = false;
  const Said more = announce(next, f);
  --next.plies;
  return {next, move | more | said::MADE | Said{1} << 36};
}

// The board after a try that is legal.
inline Answer accepted(const Board& b, const Frame& f, Try move) {
  if (b.placing) return place_king(b, f, move);
  const int from = from_of(move), to = to_of(move), kind = b.kind_at(from);
  const bool passing = kind == PAWN && to == b.en_passant && file_of(from) != file_of(to);
  const int where = passing ? to ^ 8 : to, taken = b.sides[at(1 - b.mover)] & bit(where) ? b.kind_at(where) : NOTHING;
  Board next = moved(b, move);
  next.waited = kind == PAWN || taken != NOTHING ? 0 : static_cast<std::uint16_t>(b.waited + 1);
  next.castling = castling_left(b.castling, from, to);
  next.en_passant = NOWHERE;
  const int middle = (from + to) / 2;
  if (kind == PAWN && (to - from == 16 || from - to == 16) &&
      pawn_attacks(bit(middle), b.mover) & b.pieces(1 - b.mover, PAWN))
    next.en_passant = static_cast<std::uint8_t>(middle);
  Said all = move | said::MADE | static_cast<Said>(b.mover) << 36;
  next.taken_at = static_cast<std::uint8_t>(taken == NOTHING ? NOWHERE : to);
  if (taken != NOTHING) all |= said::TAKEN | static_cast<Said>(where) << 17 | (taken == PAWN ? said::PAWN_TAKEN : 0);
  all |= announce(next, f);
  return {next, all};
}

inline Answer refused(const Board& b, Try move, std::size_t place) {
  Board next = b;
  next.refused[place / 64] |= u64{1} << place % 64;
  return {next, move | said::REFUSED | static_cast<Said>(b.mover) << 36};
}

}  // namespace zermelo::kriegspiel
