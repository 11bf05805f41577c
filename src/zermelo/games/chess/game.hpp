// Chess: the rules. Castling is kept as the rooks that may still castle, which is all that Chess960 needs.
//
//   a move:  bits 0-5 from | 6-11 to | 12-15 how | 16-18 the piece | 19-21 what it takes
//   castling goes from the king's square to the rook's;  the low 16 bits tell the moves of a position apart
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/endgames.hpp"
#include "core/game.hpp"
#include "games/shared/chess_bits.hpp"

namespace zermelo::chess {

// How a move is made, beside going from one square to another.
enum How : std::uint32_t {
  PLAIN = 0,
  DOUBLE = 1,
  EN_PASSANT = 2,
  CASTLING = 3,
  PROMOTION = 4
};  // 4 … 7: to knight … queen

using Move = std::uint32_t;
constexpr Move make_move(int from, int to, std::uint32_t how, int piece, int taken) {
  return static_cast<Move>(from) | static_cast<Move>(to) << 6 | how << 12 | static_cast<Move>(piece) << 16 |
         static_cast<Move>(taken) << 19;
}
constexpr int from_of(Move move) { return static_cast<int>(move & 63); }
constexpr int to_of(Move move) { return static_cast<int>(move >> 6 & 63); }
constexpr std::uint32_t how_of(Move move) { return move >> 12 & 15; }
constexpr int piece_of(Move move) { return static_cast<int>(move >> 16 & 7); }
constexpr int taken_of(Move move) { return static_cast<int>(move >> 19 & 7); }
// What a pawn becomes; NOTHING if it stays one.
constexpr int promoted_to(Move move) {
  return how_of(move) >= PROMOTION ? static_cast<int>(how_of(move) - PROMOTION) + KNIGHT : static_cast<int>(NOTHING);
}

// claimed:   a draw that a player may claim counts as claimed (third repetition, fifty moves), as tournament programs do.
// automatic: only what ends a game without anybody saying so (fifth repetition, seventy-five moves).
enum class Draws : std::uint8_t { claimed, automatic };

// Random numbers for the pieces on their squares, the rooks that may castle, the file of an en passant, who moves.
struct Numbers {
  std::array<std::array<Squares, 6>, 2> pieces{};
  Squares castling{};
  std::array<u64, 8> en_passant{};
  std::array<u64, 16> long_wait{};
  u64 second = 0;
};
inline constexpr Numbers NUMBERS = [] {
  Numbers all;
  u64 state = 0x243f6a8885a308d3ULL;
  const auto next = [&state] { return mix(state += 0x9e3779b97f4a7c15ULL); };
  for (auto& side : all.pieces)
    for (auto& kind : side)
      for (u64& number : kind) number = next();
  for (u64& number : all.castling) number = next();
  for (u64& number : all.en_passant) number = next();
  for (u64& number : all.long_wait) number = next();
  all.second = next();
  return all;
}();

struct Position {
  using Move = chess::Move;
  // Sequences of moves are counted as everybody counts them: past draws that the rules would end the game by.
  static constexpr bool counts_past_draws = true;

  std::array<u64, 6> kinds{};  // pieces of both sides, by kind
  std::array<u64, 2> sides{};  // pieces of all kinds, by side
  u64 castling = 0;            // rooks that may still castle
  u64 board_key = 0;           // everything but the counters
  u64 checkers = 0;            // pieces that give check to the mover
  u64 pins_straight = 0;       // the mover's pieces here may only move along the line, up to the piece that pins them
  u64 pins_diagonal = 0;
  std::uint16_t number = 1;           // of the move, as FEN counts
  std::uint8_t waited = 0;            // plies without a capture or a pawn's move
  std::uint8_t en_passant = NOWHERE;  // the square behind a pawn that can really be taken
  std::int8_t mover = 0;
  Draws draws = Draws::claimed;

  u64 pieces(int side, int kind) const { return kinds[at(kind)] & sides[at(side)]; }
  u64 occupied() const { return sides[0] | sides[1]; }
  int king(int side) const { return first(pieces(side, KING)); }
  u64 straight(int side) const { return (kinds[ROOK] | kinds[QUEEN]) & sides[at(side)]; }
  u64 diagonal(int side) const { return (kinds[BISHOP] | kinds[QUEEN]) & sides[at(side)]; }
  int kind_at(int square) const {
    for (int kind = PAWN; kind <= KING; ++kind)
      if (kinds[at(kind)] & bit(square)) return kind;
    return NOTHING;
  }

  // The pieces of `side` that attack a square, with these squares taken.
  u64 attackers(int square, int side, u64 all) const {
    const u64 leapers = (pawn_attacks(bit(square), 1 - side) & kinds[PAWN]) |
                        (KNIGHT_MOVES[at(square)] & kinds[KNIGHT]) | (KING_MOVES[at(square)] & kinds[KING]);
    return (leapers & sides[at(side)]) | (rook_attacks(square, all) & straight(side)) |
           (bishop_attacks(square, all) & diagonal(side));
  }

  // --- what the core asks ---

  int turn() const { return waited >= longest_wait() || dead() || !can_move() ? OVER : mover; }
  int longest_wait() const { return draws == Draws::claimed ? 100 : 150; }

  // Nobody can ever be mated: bare kings, one knight, or bishops of one colour only.
  bool dead() const {
    if (kinds[PAWN] | kinds[ROOK] | kinds[QUEEN]) return false;
    const u64 light_pieces = kinds[KNIGHT] | kinds[BISHOP];
    if (!several(light_pieces)) return true;
    return !kinds[KNIGHT] && (!(kinds[BISHOP] & LIGHT) || !(kinds[BISHOP] & ~LIGHT));
  }

  // Whether there is a legal move. Nearly always a pawn that is not pinned can step.
  bool can_move() const {
    const u64 free = pieces(mover, PAWN) & ~(pins_straight | pins_diagonal);
    if (!checkers && forward(free, mover) & ~occupied()) return true;
    return count_moves() > 0;
  }

  double payoff(int player) const { return !checkers || can_move() ? 0 : player == mover ? -1 : 1; }

  u64 key() const { return mix(board_key + (u64{number} << 8 | waited)); }
  u64 repetition_key() const { return board_key; }
  // Without the counter, but for the last plies before it ends the game.
  u64 table_key() const { return waited < 80 ? board_key : board_key ^ NUMBERS.long_wait[at(waited / 8 % 16)]; }

  bool equals(const Position& other) const {
    return kinds == other.kinds && sides == other.sides && castling == other.castling && number == other.number &&
           waited == other.waited && en_passant == other.en_passant && mover == other.mover && draws == other.draws;
  }

  const Info& info() const {
    static const std::array<Info, 2> both{described(3, 11'800), described(5, 17'700)};
    return both[static_cast<std::size_t>(draws)];
  }

  // A clock is shared out over fewer moves when fewer pieces are left.
  int moves_to_think() const { return 16 + std::popcount(occupied()); }

  void moves(MoveList<Move>& out) const {
    Listing list{*this, out};
    generate(list, false);
  }
  // Captures and promotions to a queen: all that changes the material.
  void noisy_moves(MoveList<Move>& out) const {
    Listing list{*this, out};
    generate(list, true);
  }
  int count_moves() const {
    Counting count;
    generate(count, false);
    return count.found;
  }

  Position play(Move move) const {
    Position next = *this;
    next.apply(move);
    return next;
  }

  std::string name(Move move) const;                          // SAN
  bool also_reads(Move move, const std::string& text) const;  // UCI, and SAN as people write it
  std::string text() const;                                   // FEN

  // The index of endgame tables (index.hpp).
  std::vector<Slice> slices(int pieces) const;
  std::optional<Place> rank() const;
  std::optional<Position> unrank(std::size_t slice, std::uint64_t i) const;
  std::uint64_t block_size(std::size_t slice) const;
  static bool stays(Move move) { return piece_of(move) != PAWN && taken_of(move) == NOTHING; }
  template <class Call>
  void unmoves(const Call& call) const;
  int plies_to_draw() const { return longest_wait() - waited; }

  // Whether the side that is not to move stands well enough to have moved: its king cannot be taken.
  bool could_have_moved() const { return !attackers(king(1 - mover), mover, occupied()); }
  static u64 attacks(int kind, int square, u64 all) {
    switch (kind) {
      case KNIGHT:
        return KNIGHT_MOVES[at(square)];
      case BISHOP:
        return bishop_attacks(square, all);
      case ROOK:
        return rook_attacks(square, all);
      case QUEEN:
        return rook_attacks(square, all) | bishop_attacks(square, all);
      default:
        return KING_MOVES[at(square)];
    }
  }

  // --- how positions are made ---

  void put(int side, int kind, int square) {
    kinds[at(kind)] ^= bit(square);
    sides[at(side)] ^= bit(square);
    board_key ^= NUMBERS.pieces[at(side)][at(kind)][at(square)];
  }
  void take(int side, int kind, int square) { put(side, kind, square); }  // the same bits, back again
  void change_turn() {
    mover = static_cast<std::int8_t>(1 - mover);
    board_key ^= NUMBERS.second;
  }
  void allow_castling(u64 rooks) {
    for (u64 changed = castling ^ rooks; changed; changed &= changed - 1)
      board_key ^= NUMBERS.castling[at(first(changed))];
    castling = rooks;
  }
  void forget_en_passant() {
    if (en_passant == NOWHERE) return;
    board_key ^= NUMBERS.en_passant[at(file_of(en_passant))];
    en_passant = NOWHERE;
  }
  // Behind the pawn that has just made two steps, if the mover can take it there.
  void offer_en_passant(int square) {
    for (u64 own = pawn_attacks(bit(square), 1 - mover) & pieces(mover, PAWN); own; own &= own - 1) {
      if (!takes_en_passant(first(own), square)) continue;
      en_passant = static_cast<std::uint8_t>(square);
      board_key ^= NUMBERS.en_passant[at(file_of(square))];
      return;
    }
  }

  // Checks and pins against the mover.
  void look() {
    const int side = mover, king_square = king(side);
    const u64 all = occupied(), own = sides[at(side)];
    checkers =
        ((pawn_attacks(bit(king_square), side) & kinds[PAWN]) | (KNIGHT_MOVES[at(king_square)] & kinds[KNIGHT])) &
        sides[at(1 - side)];
    pins_straight = pins_diagonal = 0;
    const auto lines = [&](u64 snipers, u64& pins) {
      for (; snipers; snipers &= snipers - 1) {
        const u64 between = BETWEEN[at(king_square)][at(first(snipers))], inside = between & all;
        const u64 sniper = snipers & (~snipers + 1);
        if (!inside)
          checkers |= sniper;
        else if (!several(inside) && inside & own)
          pins |= between | sniper;
      }
    };
    lines(LINES[at(king_square)] & straight(1 - side), pins_straight);
    lines(DIAGONALS[at(king_square)] & diagonal(1 - side), pins_diagonal);
  }

  // Whether a plain quiet move checks the other's king, directly or by opening a line.
  bool gives_check(Move move) const {
    const int from = from_of(move), to = to_of(move), other = king(1 - mover);
    if (how_of(move) >= EN_PASSANT) return false;
    const u64 after = (occupied() ^ bit(from)) | bit(to);
    switch (piece_of(move)) {
      case PAWN:
        if (pawn_attacks(bit(to), mover) & bit(other)) return true;
        break;
      case KNIGHT:
        if (KNIGHT_MOVES[at(to)] & bit(other)) return true;
        break;
      case BISHOP:
        if (DIAGONALS[at(to)] & bit(other) && !(BETWEEN[at(to)][at(other)] & after)) return true;
        break;
      case ROOK:
        if (LINES[at(to)] & bit(other) && !(BETWEEN[at(to)][at(other)] & after)) return true;
        break;
      case QUEEN:
        if ((LINES[at(to)] | DIAGONALS[at(to)]) & bit(other) && !(BETWEEN[at(to)][at(other)] & after)) return true;
        break;
      default:
        break;
    }
    const u64 left = sides[at(mover)] & ~bit(from);
    return (LINES[at(from)] & bit(other) && rook_attacks(other, after) & straight(mover) & left) ||
           (DIAGONALS[at(from)] & bit(other) && bishop_attacks(other, after) & diagonal(mover) & left);
  }

  // Where king and rook stand after castling with the rook on a square.
  static int castled_king(int king_square, int rook) { return (king_square & 56) + (rook > king_square ? 6 : 2); }
  static int castled_rook(int king_square, int rook) { return (king_square & 56) + (rook > king_square ? 5 : 3); }

 private:
  static Info described(int repetition, int longest) {
    Info info;
    info.name = "chess";
    info.players = {"white", "black"};
    info.max_plies = longest;
    info.repetition = repetition;
    info.low = -1;
    info.high = 1;
    info.unit = 0.5;
    info.feature_count = 768;
    return info;
  }

  void apply(Move move) {
    const int side = mover, from = from_of(move), to = to_of(move), piece = piece_of(move), taken = taken_of(move);
    const std::uint32_t how = how_of(move);
    forget_en_passant();
    waited = piece == PAWN || taken != NOTHING ? 0 : static_cast<std::uint8_t>(waited + 1);
    if (how == CASTLING) {
      take(side, KING, from);
      take(side, ROOK, to);
      put(side, KING, castled_king(from, to));
      put(side, ROOK, castled_rook(from, to));
    } else {
      if (taken != NOTHING) take(1 - side, taken, how == EN_PASSANT ? to ^ 8 : to);
      take(side, piece, from);
      put(side, how >= PROMOTION ? promoted_to(move) : piece, to);
    }
    if (castling) {
      u64 left = castling & ~(bit(from) | bit(to));
      if (piece == KING) left &= ~rank_bits(7 * side);
      if (left != castling) allow_castling(left);
    }
    change_turn();
    number = static_cast<std::uint16_t>(number + side);
    look();
    if (how == DOUBLE) offer_en_passant(to ^ 8);
  }

  // Whether the mover's pawn may take the one that has just passed `square`.
  bool takes_en_passant(int from, int square) const {
    const u64 victim = bit(square ^ 8), after = (occupied() ^ bit(from) ^ victim) | bit(square);
    return !(attackers(king(mover), 1 - mover, after) & ~victim);
  }

  // Both of these hear what a piece can do, and keep the moves or their number.
  struct Listing {
    const Position& position;
    MoveList<Move>& out;

    void add(int from, int to, std::uint32_t how, int piece) {
      out.add(make_move(from, to, how, piece,
                        position.sides[at(1 - position.mover)] & bit(to) ? position.kind_at(to) : NOTHING));
    }
    void piece(int kind, int from, u64 targets) {
      for (; targets; targets &= targets - 1) add(from, first(targets), PLAIN, kind);
    }
    void pawns(u64 targets, int step, std::uint32_t how) {
      for (; targets; targets &= targets - 1) add(first(targets) - step, first(targets), how, PAWN);
    }
    void promotions(u64 targets, int step, bool only_queens) {
      for (; targets; targets &= targets - 1)
        for (std::uint32_t how = PROMOTION + 3; how >= PROMOTION; --how) {
          add(first(targets) - step, first(targets), how, PAWN);
          if (only_queens) break;
        }
    }
    void en_passant(int from, int to) { out.add(make_move(from, to, EN_PASSANT, PAWN, PAWN)); }
    void castle(int from, int rook) { out.add(make_move(from, rook, CASTLING, KING, NOTHING)); }
  };
  struct Counting {
    int found = 0;
    void piece(int, int, u64 targets) { found += std::popcount(targets); }
    void pawns(u64 targets, int, std::uint32_t) { found += std::popcount(targets); }
    void promotions(u64 targets, int, bool only_queens) { found += (only_queens ? 1 : 4) * std::popcount(targets); }
    void en_passant(int, int) { ++found; }
    void castle(int, int) { ++found; }
  };

  // Every legal move, or those that change the material; never one that would leave the king in check.
  template <class Sink>
  void generate(Sink& sink, bool noisy) const {
    mover == 0 ? generate_for<0>(sink, noisy) : generate_for<1>(sink, noisy);
  }

  template <int Side, class Sink>
  void generate_for(Sink& sink, bool noisy) const {
    const u64 own = sides[Side], other = sides[1 - Side], all = own | other;
    const int king_square = king(Side);
    king_steps<Side>(sink, king_square, noisy ? other : ~own);
    if (several(checkers)) return;
    const u64 answers = checkers ? checkers | BETWEEN[at(king_square)][at(first(checkers))] : ~u64{0};
    const u64 targets = answers & (noisy ? other : ~own), pinned = pins_straight | pins_diagonal;
    pawn_moves<Side>(sink, all, other, answers, noisy);
    for (u64 left = kinds[KNIGHT] & own & ~pinned; left; left &= left - 1)
      sink.piece(KNIGHT, first(left), KNIGHT_MOVES[at(first(left))] & targets);
    for (u64 left = kinds[BISHOP] & own & ~pins_straight; left; left &= left - 1)
      sink.piece(BISHOP, first(left),
                 along_pin(bishop_attacks(first(left), all), first(left), pins_diagonal) & targets);
    for (u64 left = kinds[ROOK] & own & ~pins_diagonal; left; left &= left - 1)
      sink.piece(ROOK, first(left), along_pin(rook_attacks(first(left), all), first(left), pins_straight) & targets);
    for (u64 left = kinds[QUEEN] & own; left; left &= left - 1) {
      const int from = first(left);
      const u64 here = bit(from);
      const u64 lines = here & pins_diagonal ? 0 : along_pin(rook_attacks(from, all), from, pins_straight);
      const u64 diagonals = here & pins_straight ? 0 : along_pin(bishop_attacks(from, all), from, pins_diagonal);
      sink.piece(QUEEN, from, (lines | diagonals) & targets);
    }
    if (!noisy && !checkers && castling & rank_bits(7 * Side)) castle<Side>(sink, king_square, all);
  }

  static u64 along_pin(u64 targets, int from, u64 pins) { return pins & bit(from) ? targets & pins : targets; }

  template <int Side, class Sink>
  void king_steps(Sink& sink, int from, u64 targets) const {
    u64 steps = KING_MOVES[at(from)] & targets & ~pawn_attacks(pieces(1 - Side, PAWN), 1 - Side);
    if (!steps) return;
    steps &= ~KING_MOVES[at(king(1 - Side))];
    for (u64 left = pieces(1 - Side, KNIGHT); left; left &= left - 1) steps &= ~KNIGHT_MOVES[at(first(left))];
    const u64 without = occupied() ^ bit(from), straights = straight(1 - Side), diagonals = diagonal(1 - Side);
    for (u64 left = steps; left; left &= left - 1) {
      const int to = first(left);
      if ((LINES[at(to)] & straights && rook_attacks(to, without) & straights) ||
          (DIAGONALS[at(to)] & diagonals && bishop_attacks(to, without) & diagonals))
        steps ^= bit(to);
    }
    sink.piece(KING, from, steps);
  }

  template <int Side, class Sink>
  void pawn_moves(Sink& sink, u64 all, u64 other, u64 answers, bool noisy) const {
    constexpr int up = Side == 0 ? 8 : -8;
    constexpr u64 last = Side == 0 ? rank_bits(7) : rank_bits(0), third = Side == 0 ? rank_bits(2) : rank_bits(5);
    const u64 pawns = pieces(Side, PAWN);
    // A pinned pawn steps only along a file, and takes only along a diagonal.
    const u64 steps = pawns & ~pins_diagonal, takes = pawns & ~pins_straight;
    const u64 single =
        (forward(steps & ~pins_straight, Side) | (forward(steps & pins_straight, Side) & pins_straight)) & ~all;
    const u64 eastwards =
        (forward(east(takes & ~pins_diagonal), Side) | (forward(east(takes & pins_diagonal), Side) & pins_diagonal)) &
        other & answers;
    const u64 westwards =
        (forward(west(takes & ~pins_diagonal), Side) | (forward(west(takes & pins_diagonal), Side) & pins_diagonal)) &
        other & answers;
    sink.promotions(single & answers & last, up, noisy);
    sink.promotions(eastwards & last, up + 1, noisy);
    sink.promotions(westwards & last, up - 1, noisy);
    sink.pawns(eastwards & ~last, up + 1, PLAIN);
    sink.pawns(westwards & ~last, up - 1, PLAIN);
    if (en_passant != NOWHERE)
      for (u64 left = pawn_attacks(bit(en_passant), 1 - Side) & pawns; left; left &= left - 1)
        if (takes_en_passant(first(left), en_passant)) sink.en_passant(first(left), en_passant);
    if (noisy) return;
    sink.pawns(single & answers & ~last, up, PLAIN);
    sink.pawns(forward(single & third, Side) & ~all & answers, 2 * up, DOUBLE);
  }

  // Nothing between, and the king neither passes an attacked square nor ends on one; the rook may have guarded it.
  template <int Side, class Sink>
  void castle(Sink& sink, int king_square, u64 all) const {
    for (u64 left = castling & rank_bits(7 * Side); left; left &= left - 1) {
      const int rook = first(left), king_to = castled_king(king_square, rook),
                rook_to = castled_rook(king_square, rook);
      const u64 both = bit(king_square) | bit(rook);
      const u64 king_way = BETWEEN[at(king_square)][at(king_to)] | bit(king_to);
      const u64 rook_way = BETWEEN[at(rook)][at(rook_to)] | bit(rook_to);
      if ((king_way | rook_way) & all & ~both) continue;
      const u64 after = (all & ~both) | bit(rook_to);
      bool safe = !attackers(king_to, 1 - Side, after);
      for (u64 way = king_way & ~bit(king_to); way && safe; way &= way - 1)
        safe = !attackers(first(way), 1 - Side, all & ~bit(king_square));
      if (safe) sink.castle(king_square, rook);
    }
  }
};

}  // namespace zermelo::chess
