// Kriegspiel as text: what a player has heard, whole games, and boards as FEN.
//
//   a view:   `e2e4 ?:tries1 e4d5:pawn@d5 d5e6- `   own tries (`-`: refused), `?` for the other's, what was announced
//   a game:   `e2e4 d7d5 e4d5`, `-` at the beginning, after a FEN and `:` where it did not begin as the variant does
#pragma once

#include "game.hpp"

namespace zermelo::kriegspiel {

inline constexpr const char* LETTERS = "pnbrqk";

inline std::string fen_of(const Board& board, const Frame& frame) {
  std::string out;
  for (int rank = frame.height - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < frame.width; ++file) {
      const int square = 8 * rank + file, kind = board.kind_at(square);
      if (kind == NOTHING) {
        ++empty;
        continue;
      }
      if (empty) out += static_cast<char>('0' + empty);
      empty = 0;
      out += static_cast<char>(board.sides[0] & bit(square) ? LETTERS[kind] - 32 : LETTERS[kind]);
    }
    if (empty) out += static_cast<char>('0' + empty);
    if (rank) out += '/';
  }
  out += board.mover == 0 ? " w " : " b ";
  if (!board.castling) out += '-';
  for (int i = 0; i < 4; ++i)
    if (board.castling >> i & 1) out += "KQkq"[i];
  return out;
}

// What was announced, with a colon before it; nothing if there was nothing to say.
inline std::string announcements(Said s) {
  std::string out;
  const auto add = [&out](const std::string& word) { out += (out.empty() ? ":" : ",") + word; };
  if (s & said::TAKEN) add((s & said::PAWN_TAKEN ? "pawn@" : "piece@") + square_name(said::square(s)));
  constexpr const char* CHECKS[] = {"file", "rank", "long", "short", "knight"};
  for (int i = 0; i < 5; ++i)
    if (said::checks(s) >> i & 1) add(CHECKS[i]);
  if (said::tries(s)) add("tries" + std::to_string(said::tries(s)));
  constexpr const char* ENDINGS[] = {"", "mate", "stalemate", "dead", "waited", "plies"};
  if (said::ending(s) != Ending::none) add(ENDINGS[static_cast<int>(said::ending(s))]);
  return out;
}

inline std::string said_to(Said s, int player) {
  if (said::mover(s) != player) return s & said::REFUSED ? "" : "?" + announcements(s) + " ";
  const std::string move = try_name(said::move(s));
  return move + (s & said::REFUSED ? "- " : announcements(s) + " ");
}

inline std::string Position::view(int player) const {
  std::string out = past && !(past->start == rules->start) ? fen_of(past->start, rules->frame) + ": " : "";
  for (const Said s : said_so_far()) out += said_to(s, player);
  return out;
}

inline std::string Position::text() const {
  std::string out = past && !(past->start == rules->start) ? fen_of(past->start, rules->frame) + ":" : "";
  if (forgot) return fen_of(board, rules->frame) + " ...";
  for (const Said s : said_so_far())
    out += (out.empty() ? "" : " ") + try_name(said::move(s)) + (s & said::REFUSED ? "-" : "");
  return out.empty() ? "-" : out;
}

// --- reading ---

class Reader {
 public:
  Reader(const Rules* rules, const std::string& text) : rules_(rules), text_(text) {}

  Past read_past() {
    Past past{rules_->start, {}};
    const std::size_t colon = text_.find(':');
    if (colon != std::string::npos) {
      past.start = read_fen(text_.substr(0, colon));
      at_ = colon + 1;
      if (at_ == text_.size()) return past;
      if (text_[at_] != ' ') fail("expected a space after the colon");
      ++at_;
    } else if (text_ == "-") {
      return past;
    }
    Position position = beginning(rules_, &past);
    while (true) {
      const std::size_t end = std::min(text_.find(' ', at_), text_.size());
      past.all.push_back(read_try(position, text_.substr(at_, end - at_)));
      if (end == text_.size()) return past;
      at_ = end + 1;
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw ParseError(what, text_, at_); }

  Said read_try(Position& position, std::string word) {
    if (position.turn() == OVER) fail("the game is over before this");
    const bool refused = !word.empty() && word.back() == '-';
    if (refused) word.pop_back();
    MoveList<Try> list;
    position.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (try_name(list[i].move) != word) continue;
      const Answer answer = position.answer(list[i].move);
      if (((answer.said & said::REFUSED) != 0) != refused)
        fail(refused ? "the umpire would not refuse this try"
                     : "the umpire would refuse this try: expected " + word + "-");
      position.hear(answer);
      position.count = 0;
      return answer.said;
    }
    fail("expected a try that is possible on the mover's own board, as e2e4 or e7e8q");
  }

  // `rnbqkbnr/… w KQkq`: men, who moves, who may castle.
  Board read_fen(const std::string& fen) {
    Board board;
    board.mover = 0;
    int rank = rules_->frame.height - 1, file = 0;
    std::size_t i = 0;
    for (; i < fen.size() && fen[i] != ' '; ++i) {
      at_ = i;
      const char sign = fen[i];
      if (sign == '/') {
        if (file != rules_->frame.width || rank == 0)
          fail("expected " + std::to_string(rules_->frame.width) + " squares in a rank");
        --rank, file = 0;
      } else if (sign >= '1' && sign <= '8') {
        file += sign - '0';
      } else {
        const std::size_t kind = std::string(LETTERS).find(static_cast<char>(sign | 32));
        if (kind == std::string::npos || !std::isalpha(static_cast<unsigned char>(sign)))
          fail("expected a man, as k or P, a number or /");
        if (file < rules_->frame.width) board.put(sign >= 'a', static_cast<int>(kind), 8 * rank + file);
        ++file;
      }
      if (file > rules_->frame.width) fail("expected " + std::to_string(rules_->frame.width) + " squares in a rank");
    }
    at_ = i;
    if (rank != 0 || file != rules_->frame.width) fail("expected " + std::to_string(rules_->frame.height) + " ranks");
    if (fen.compare(i, 3, " w ") != 0 && fen.compare(i, 3, " b ") != 0) fail("expected w or b, whose move it is");
    if (fen[i + 1] == 'b') board.mover = 1;
    at_ = i + 3;
    read_castling(board, fen.substr(i + 3));
    at_ = 0;
    check(board);
    return board;
  }

  void read_castling(Board& board, const std::string& rights) {
    if (rights == "-") return;
    if (rights.empty()) fail("expected who may castle, as KQkq, or -");
    int before = -1;
    for (const char sign : rights) {
      const std::size_t which = std::string("KQkq").find(sign);
      if (which == std::string::npos || static_cast<int>(which) <= before)
        fail("expected who may castle, as KQkq, or -");
      before = static_cast<int>(which);
      const int side = before / 2, row = 56 * side;
      const bool there =
          board.pieces(side, KING) & bit(row + 4) && board.pieces(side, ROOK) & bit(row + (before % 2 ? 0 : 7));
      if (!there || !rules_->frame.castles) fail("no king and rook that may castle so");
      board.castling = static_cast<std::uint8_t>(board.castling | 1 << which);
    }
  }

  // Pawns, and men that were pawns.
  static int extra_men(const Board& board, int side) {
    const auto more = [&](int kind, int usual) { return std::max(0, std::popcount(board.pieces(side, kind)) - usual); };
    return more(PAWN, 0) + more(KNIGHT, 2) + more(BISHOP, 2) + more(ROOK, 2) + more(QUEEN, 1);
  }

  // Refuses what cannot be a position, and finds what the umpire announces before the first turn.
  void check(Board& board) {
    const Frame& frame = rules_->frame;
    for (int side = 0; side < 2; ++side) {
      if (std::popcount(board.pieces(side, KING)) != 1) fail("expected one king of each side");
      if (std::popcount(board.sides[at(side)]) > 16) fail("expected at most 16 men of a side");
      if (extra_men(board, side) > 8) fail("more men than promotions can give");
      if (board.pieces(side, PAWN) & (rank_bits(0) | rank_bits(frame.height - 1)))
        fail("a pawn stands on a first or last rank");
    }
    if (checks_on(board, frame, 1 - board.mover)) fail("the king of the side that does not move is in check");
    if (KING_MOVES[at(first(board.pieces(0, KING)))] & board.pieces(1, KING)) fail("the kings stand side by side");
    board.pawn_tries = static_cast<std::uint8_t>(std::min(15, count_pawn_tries(board, frame)));
    board.ending = ending_of(board, frame);
  }

  const Rules* rules_;
  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace zermelo::kriegspiel
