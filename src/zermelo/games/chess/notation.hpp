// How positions and moves are written: FEN (with the castling field of X-FEN and Shredder-FEN), SAN, UCI.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game.hpp"

namespace zermelo::chess {

inline constexpr std::string_view LETTERS = "PNBRQK";

inline std::string square_name(int square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

inline char letter_of(int side, int kind) {
  const char letter = LETTERS[at(kind)];
  return side == 0 ? letter : static_cast<char>(letter | 32);
}

// --- FEN ---

// The castling field: K and Q mean the outermost rook of that wing, any other is named by its file (X-FEN).
inline std::string castling_text(const Position& p) {
  std::string out;
  for (int side = 0; side < 2; ++side) {
    const u64 home = rank_bits(7 * side);
    const int king = p.king(side);
    for (const bool right : {true, false}) {
      const u64 wing = home & (right ? ~(bit(king) - 1) : bit(king) - 1) & ~bit(king);
      const u64 able = p.castling & wing, rooks = p.pieces(side, ROOK) & wing;
      if (!able) continue;
      const int rook = first(able), outer = right ? 63 - std::countl_zero(rooks) : first(rooks);
      const char letter = rook == outer ? (right ? 'K' : 'Q') : static_cast<char>('A' + file_of(rook));
      out += side == 0 ? letter : static_cast<char>(letter | 32);
    }
  }
  return out.empty() ? "-" : out;
}

inline std::string Position::text() const {
  std::string out;
  for (int rank = 7; rank >= 0; --rank) {
    int gap = 0;
    for (int file = 0; file < 8; ++file) {
      const int square = 8 * rank + file, kind = kind_at(square);
      if (kind == NOTHING) {
        ++gap;
        continue;
      }
      if (gap) out += std::to_string(gap);
      gap = 0;
      out += letter_of(sides[0] & bit(square) ? 0 : 1, kind);
    }
    if (gap) out += std::to_string(gap);
    if (rank) out += '/';
  }
  out += mover == 0 ? " w " : " b ";
  out += castling_text(*this) + " ";
  out += en_passant == NOWHERE ? "-" : square_name(en_passant);
  return out + " " + std::to_string(waited) + " " + std::to_string(number);
}

// Reads one FEN, or an EPD's first four fields; whatever cannot be a position is refused with the column.
class FenReader {
 public:
  FenReader(const std::string& text, Draws draws) : text_(text) { position_.draws = draws; }

  Position read() {
    read_board();
    next_field("w or b: who moves");
    const char mover = text_[at_];
    if (mover != 'w' && mover != 'b') fail("expected w or b: who moves");
    if (mover == 'b') position_.change_turn();
    ++at_;
    const std::size_t castling = next_field("castling rights, such as KQkq or -");
    read_castling();
    const std::size_t en_passant = next_field("an en passant square, or -");
    const int passed = read_en_passant();
    position_.waited = static_cast<std::uint8_t>(read_number(0, 150, 0, "plies without progress, 0 to 150"));
    const int number = read_number(0, 65535, 1, "the number of the move, 0 to 65535");
    position_.number = static_cast<std::uint16_t>(number == 0 ? 1 : number);
    if (at_ != text_.size()) fail("expected the end after the number of the move");
    (void)castling;
    check();
    if (passed != NOWHERE) {
      check_passed(passed, en_passant);
      position_.offer_en_passant(passed);
    }
    return position_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { fail(what, at_); }
  [[noreturn]] void fail(const std::string& what, std::size_t column) const { throw ParseError(what, text_, column); }

  void read_board() {
    for (int rank = 7; rank >= 0; --rank) {
      bool gap = false;
      for (int file = 0; file < 8;) {
        if (at_ >= text_.size()) fail("the text ends early; expected 8 ranks of 8 squares");
        const char c = text_[at_];
        if (c >= '1' && c <= '8') {
          if (gap) fail("two numbers of empty squares in a row");
          file += c - '0';
          gap = true;
          if (file > 8) fail("more than 8 squares in a rank");
        } else {
          const std::size_t kind = LETTERS.find(static_cast<char>(c & ~32));
          const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
          if (!letter || kind == std::string_view::npos)
            fail("expected a piece (PNBRQK or pnbrqk) or a number of empty squares");
          if (kind == PAWN && (rank == 0 || rank == 7)) fail("a pawn on its first or last rank");
          place(c >= 'a' ? 1 : 0, static_cast<int>(kind), 8 * rank + file);
          ++file;
          gap = false;
        }
        ++at_;
      }
      if (rank == 0) break;
      if (at_ >= text_.size() || text_[at_] != '/') fail("expected '/' after 8 squares");
      ++at_;
    }
    for (const int side : {0, 1})
      if (!position_.pieces(side, KING)) fail(side == 0 ? "white has no king" : "black has no king", 0);
  }

  void place(int side, int kind, int square) {
    if (kind == KING && position_.pieces(side, KING)) fail("a second king of the same side");
    if (kind == PAWN && std::popcount(position_.pieces(side, PAWN)) == 8) fail("a ninth pawn of the same side");
    if (std::popcount(position_.sides[at(side)]) == 16) fail("a seventeenth piece of the same side");
    position_.put(side, kind, square);
  }

  // Goes to the next field, which must be there; where it begins.
  std::size_t next_field(const std::string& wanted) {
    if (!skip_space())
      fail(at_ < text_.size() ? "expected a space, then " + wanted : "the text ends early; expected " + wanted);
    if (at_ == text_.size()) fail("the text ends early; expected " + wanted);
    return at_;
  }
  bool skip_space() {
    const std::size_t before = at_;
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ > before;
  }

  void read_castling() {
    if (text_[at_] == '-') {
      ++at_;
      return;
    }
    u64 rooks = 0;
    for (; at_ < text_.size() && text_[at_] != ' '; ++at_) {
      const char c = text_[at_];
      const char letter = static_cast<char>(c & ~32);
      if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) ||
          (letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H')))
        fail("expected castling rights: of K Q k q, or files of rooks (A to H, a to h), or -");
      rooks |= castling_rook(c >= 'a' ? 1 : 0, letter, rooks);
    }
    position_.allow_castling(rooks);
  }

  u64 castling_rook(int side, char letter, u64 known) {
    const int king = position_.king(side);
    const u64 home = rank_bits(7 * side), rooks = position_.pieces(side, ROOK) & home;
    if (!(bit(king) & home)) fail("a king that may castle has never moved: it stands on its first rank");
    const u64 left = home & (bit(king) - 1), right = home & ~left & ~bit(king);
    u64 rook = 0;
    if (letter == 'K' && rooks & right)
      rook = bit(63 - std::countl_zero(rooks & right));
    else if (letter == 'Q' && rooks & left)
      rook = bit(first(rooks & left));
    else if (letter <= 'H')
      rook = rooks & (FILE_A << (letter - 'A'));
    if (!rook) fail("there is no rook to castle with");
    const u64 wing = rook & left ? left : right;
    if (known & wing) fail("a second right to castle on the same side");
    return rook;
  }

  int read_en_passant() {
    if (text_[at_] == '-') {
      ++at_;
      return NOWHERE;
    }
    const bool square = at_ + 1 < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'h' && text_[at_ + 1] >= '1' &&
                        text_[at_ + 1] <= '8';
    if (!square) fail("expected an en passant square, or -");
    const int passed = text_[at_] - 'a' + 8 * (text_[at_ + 1] - '1');
    if (rank_of(passed) != (position_.mover == 0 ? 5 : 2))
      fail(position_.mover == 0 ? "white takes en passant on the sixth rank"
                                : "black takes en passant on the third rank");
    at_ += 2;
    return passed;
  }

  // The counters may be missing.
  int read_number(int low, int high, int otherwise, const std::string& wanted) {
    const bool spaced = skip_space();
    if (at_ == text_.size()) return otherwise;
    if (!spaced) fail("expected a space, then " + wanted);
    const std::size_t start = at_;
    int value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ < start + 6; ++at_)
      value = 10 * value + text_[at_] - '0';
    if (at_ == start || value < low || value > high) fail("expected " + wanted, start);
    return value;
  }

  void check() {
    if (KING_MOVES[at(position_.king(0))] & bit(position_.king(1))) fail("impossible: the kings stand side by side", 0);
    Position other = position_;
    other.change_turn();
    other.look();
    if (other.checkers)
      fail(std::string("impossible: ") + (position_.mover == 0 ? "black" : "white") + " is in check, but does not move",
           0);
    position_.look();
    if (std::popcount(position_.checkers) > 2) fail("impossible: more than two pieces give check", 0);
  }

  void check_passed(int passed, std::size_t column) const {
    const int side = position_.mover;
    const u64 pawn = bit(passed ^ 8), before = forward(bit(passed), side);
    if (!(pawn & position_.pieces(1 - side, PAWN)) || (bit(passed) | before) & position_.occupied())
      fail("no pawn can just have passed this square", column);
  }

  const std::string& text_;
  std::size_t at_ = 0;
  Position position_;
};

// --- moves ---

inline std::string uci_name(Move move, bool chess960) {
  const int from = from_of(move);
  int to = to_of(move);
  if (how_of(move) == CASTLING && !chess960) to = Position::castled_king(from, to);
  std::string out = square_name(from) + square_name(to);
  if (promoted_to(move) != NOTHING) out += letter_of(1, promoted_to(move));
  return out;
}

// Without the sign for check or mate.
inline std::string san_without_check(const Position& p, Move move) {
  const int from = from_of(move), to = to_of(move), piece = piece_of(move);
  if (how_of(move) == CASTLING) return to > from ? "O-O" : "O-O-O";
  const bool takes = taken_of(move) != NOTHING;
  std::string out;
  if (piece == PAWN) {
    if (takes) out += square_name(from)[0];
  } else {
    out += LETTERS[at(piece)];
    MoveList<Move> list;
    p.moves(list);
    u64 others = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Move each = list[i].move;
      if (piece_of(each) == piece && to_of(each) == to && from_of(each) != from && how_of(each) != CASTLING)
        others |= bit(from_of(each));
    }
    const bool same_file = others & (FILE_A << file_of(from)), same_rank = others & rank_bits(rank_of(from));
    if (others && (!same_file || same_rank)) out += square_name(from)[0];
    if (same_file) out += square_name(from)[1];
  }
  if (takes) out += 'x';
  out += square_name(to);
  if (promoted_to(move) != NOTHING) out += std::string("=") + LETTERS[at(promoted_to(move))];
  return out;
}

inline std::string Position::name(Move move) const {
  const Position next = play(move);
  const char* sign = !next.checkers ? "" : next.can_move() ? "+" : "#";
  return san_without_check(*this, move) + sign;
}

// A move as people and programs write it: SAN with or without the signs for check and mate, with more of the origin than
// needed, with a dash; UCI, castling as king takes rook or by where the king goes.
class MoveReader {
 public:
  MoveReader(const Position& position, std::string_view text) : p_(position), text_(text) {
    const std::size_t end = text_.find_last_not_of("+#!?");
    text_ = text_.substr(0, end == std::string_view::npos ? 0 : end + 1);
    for (const std::string_view suffix : {" e.p.", "e.p."})
      if (text_.ends_with(suffix)) text_.remove_suffix(suffix.size());
  }

  std::optional<Move> read() {
    p_.moves(list_);
    if (text_ == "O-O" || text_ == "0-0" || text_ == "o-o") return castle(true);
    if (text_ == "O-O-O" || text_ == "0-0-0" || text_ == "o-o-o") return castle(false);
    if (!take_apart()) return std::nullopt;
    std::optional<Move> found;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (!fits(list_[i].move)) continue;
      if (found) return std::nullopt;  // it could be either
      found = list_[i].move;
    }
    return found || piece_ != NOTHING || file_ < 0 || rank_ < 0 ? found : castle_by_squares();
  }

 private:
  std::optional<Move> castle(bool right) const {
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (how_of(list_[i].move) == CASTLING && (to_of(list_[i].move) > from_of(list_[i].move)) == right)
        return list_[i].move;
    return std::nullopt;
  }

  std::optional<Move> castle_by_squares() const {
    const int from = 8 * rank_ + file_;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const Move move = list_[i].move;
      if (how_of(move) == CASTLING && from_of(move) == from && promoted_ == NOTHING &&
          (to_of(move) == to_ || Position::castled_king(from, to_of(move)) == to_))
        return move;
    }
    return std::nullopt;
  }

  // Piece, origin, target, promotion. A move by its squares alone says nothing of the piece.
  bool take_apart() {
    if (!text_.empty())
      if (const std::size_t kind = LETTERS.find(text_[0]); kind != std::string_view::npos) {
        piece_ = static_cast<int>(kind);
        text_.remove_prefix(1);
      }
    if (text_.size() > 2)
      if (const std::size_t kind = std::string_view("nbrqNBRQ").find(text_.back());
          kind != std::string_view::npos && text_[text_.size() - 2] != '-') {
        promoted_ = static_cast<int>(kind % 4) + KNIGHT;
        text_.remove_suffix(1);
        if (text_.back() == '=') text_.remove_suffix(1);
      }
    if (text_.size() < 2 || !is_file(text_[text_.size() - 2]) || !is_rank(text_.back())) return false;
    to_ = text_[text_.size() - 2] - 'a' + 8 * (text_.back() - '1');
    text_.remove_suffix(2);
    if (!text_.empty() && (text_.back() == 'x' || text_.back() == '-' || text_.back() == ':')) {
      takes_ = text_.back() != '-';
      text_.remove_suffix(1);
    }
    if (!text_.empty() && is_file(text_[0])) {
      file_ = text_[0] - 'a';
      text_.remove_prefix(1);
    }
    if (!text_.empty() && is_rank(text_[0])) {
      rank_ = text_[0] - '1';
      text_.remove_prefix(1);
    }
    if (piece_ == NOTHING && (file_ < 0 || rank_ < 0)) piece_ = PAWN;
    return text_.empty();
  }

  bool fits(Move move) const {
    const int from = from_of(move);
    return how_of(move) != CASTLING && to_of(move) == to_ && promoted_to(move) == promoted_ &&
           (piece_ == NOTHING || piece_of(move) == piece_) && (file_ < 0 || file_of(from) == file_) &&
           (rank_ < 0 || rank_of(from) == rank_) && (!takes_ || taken_of(move) != NOTHING);
  }

  static bool is_file(char c) { return c >= 'a' && c <= 'h'; }
  static bool is_rank(char c) { return c >= '1' && c <= '8'; }

  const Position& p_;
  std::string_view text_;
  MoveList<Move> list_;
  int piece_ = NOTHING, promoted_ = NOTHING, to_ = 0, file_ = -1, rank_ = -1;
  bool takes_ = false;
};

inline std::optional<Move> read_move(const Position& position, std::string_view text) {
  return text.size() <= 20 ? MoveReader(position, text).read() : std::nullopt;
}

inline bool Position::also_reads(Move move, const std::string& written) const {
  return read_move(*this, written) == move;
}

// Where Chess960's 960 positions begin, by their number; 518 is the usual one (Scharnagl).
inline Position setup(int number, Draws draws) {
  std::array<int, 8> files{};
  files.fill(NOTHING);
  const auto nth_free = [&](int n) {
    for (int file = 0;; ++file)
      if (files[at(file)] == NOTHING && n-- == 0) return at(file);
  };
  files[at(2 * (number % 4) + 1)] = BISHOP;
  files[at(2 * (number / 4 % 4))] = BISHOP;
  files[nth_free(number / 16 % 6)] = QUEEN;
  constexpr std::array<std::array<int, 2>, 10> KNIGHTS{
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto& two = KNIGHTS[at(number / 96)];
  files[nth_free(two[1])] = KNIGHT;  // the later one first: it leaves the earlier one where it is
  files[nth_free(two[0])] = KNIGHT;
  for (const int kind : {ROOK, KING, ROOK}) files[nth_free(0)] = kind;
  Position p;
  p.draws = draws;
  for (int file = 0; file < 8; ++file)
    for (const int side : {0, 1}) {
      p.put(side, files[at(file)], file + 56 * side);
      p.put(side, PAWN, file + (side == 0 ? 8 : 48));
    }
  p.allow_castling(p.kinds[ROOK]);
  p.look();
  return p;
}

}  // namespace zermelo::chess
