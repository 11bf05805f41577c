// Reads positions as PDN writes them: `B:W21,22,K31:B1,2,K5`.
//
// Read as well: either colour first, small letters, spaces, ranges (`1-12`), a dot at the end, and the fields `H` (plies
// without progress) and `F` (the number of the move, which is left out). What cannot be a position is refused.
#pragma once

#include "notation.hpp"

namespace zermelo::checkers {

class FenReader {
 public:
  explicit FenReader(const std::string& text) : text_(text) {}

  Position read() {
    position_ = Position{.pieces = {0, 0}};
    position_.mover = static_cast<std::uint8_t>(colour("expected B or W: who moves"));
    while (next() == ':') {
      ++at_;
      field();
    }
    if (next() == '.') ++at_;
    if (next() != '\0' || at_ < text_.size()) fail("expected ':' or the end");
    for (const int side : {WHITE, BLACK})
      if (!seen_[static_cast<std::size_t>(side)])
        fail(side == WHITE ? "where are the white pieces? expected :W and squares"
                           : "where are the black pieces? expected :B and squares");
    check();
    return position_;
  }

 private:
  static char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  [[noreturn]] void fail(const std::string& what) const { throw ParseError(what, text_, at_); }

  // The next letter that is no space, in lower case; 0 at the end.
  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r'))) ++at_;
    return at_ < text_.size() ? small(text_[at_]) : '\0';
  }

  int colour(const char* otherwise) {
    const char c = next();
    if (c != 'b' && c != 'w') fail(otherwise);
    ++at_;
    return c == 'w' ? WHITE : BLACK;
  }

  int number(int low, int high, const std::string& what) {
    next();
    const std::size_t begin = at_;
    int value = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]) && value <= high; ++at_) value = 10 * value + (text_[at_] - '0');
    if (at_ > begin && value >= low && value <= high) return value;
    at_ = begin;
    fail("expected " + what + " from " + std::to_string(low) + " to " + std::to_string(high));
  }

  void field() {
    const char c = next();
    if (c == 'h' || c == 'f') {
      ++at_;
      const int value = number(0, c == 'h' ? QUIET_LIMIT : 100'000, "a number");
      if (c == 'h') position_.quiet = static_cast<std::uint8_t>(value);
      return;
    }
    const int side = colour("expected W or B and the squares of its pieces");
    if (seen_[static_cast<std::size_t>(side)]) {
      --at_;
      fail("this colour was listed before");
    }
    seen_[static_cast<std::size_t>(side)] = true;
    if (next() != 'k' && !is_digit(next())) return;  // it has none
    piece(side);
    while (next() == ',') {
      ++at_;
      piece(side);
    }
  }

  void piece(int side) {
    const bool king = next() == 'k';
    if (king) ++at_;
    next();
    const std::size_t begin = at_;
    const int first = number(1, 32, "a square");
    int last = first;
    if (next() == '-') {
      ++at_;
      last = number(first, 32, "the last square");
    }
    for (int each = first; each <= last; ++each) put(side, king, each, begin);
  }

  void put(int side, bool king, int number, std::size_t begin) {
    const Squares here = square(bit_of(number));
    const auto refuse = [&](const std::string& why) {
      throw ParseError("impossible on " + std::to_string(number) + ": " + why, text_, begin);
    };
    if (!(position_.empty() & here)) refuse("the square is taken twice");
    if (!king && crown_row(side) & here) refuse("a man there would have been crowned");
    position_.pieces[static_cast<std::size_t>(side)] |= here;
    if (king) position_.kings |= here;
    if (std::popcount(position_.all(side)) > 12) refuse("a side has at most 12 pieces");
  }

  void check() {
    if (!position_.all(1 - position_.mover)) fail("impossible: the side that moved last has no pieces");
  }

  const std::string& text_;
  std::size_t at_ = 0;
  Position position_;
  std::array<bool, 2> seen_{};
};

inline Position parse(const std::string& text) { return FenReader(text).read(); }

}  // namespace zermelo::checkers
