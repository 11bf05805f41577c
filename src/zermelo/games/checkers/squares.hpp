// The 32 dark squares as bits of a word, so that a step in one direction is the same rotation from every square.
//
//      number of a square (PDN)            its bit
//     .   1   .   2   .   3   .   4      . 11  .  5  . 31  . 25      up and to the left    +7
//     5   .   6   .   7   .   8   .     10  .  4  . 30  . 24  .      up and to the right   +1
//     .   9   .  10   .  11   .  12      .  3  . 29  . 23  . 17      down and to the left  -1
//    13   .  14   .  15   .  16   .      2  . 28  . 22  . 16  .      down and to the right -7
//     .  17   .  18   .  19   .  20      . 27  . 21  . 15  .  9
//    21   .  22   .  23   .  24   .     26  . 20  . 14  .  8  .      all of them modulo 32, from the squares where
//     .  25   .  26   .  27   .  28      . 19  . 13  .  7  .  1      the board goes on in that direction
//    29   .  30   .  31   .  32   .     18  . 12  .  6  .  0  .
//
// Black begins on 1 to 12 and goes down, White on 21 to 32 and goes up.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zermelo::checkers {

using Squares = std::uint32_t;  // a set of them

inline constexpr int BLACK = 0, WHITE = 1;

// The bit of a square by its number from 1, and the number of a bit's square.
inline constexpr auto BIT_OF = [] {
  std::array<std::uint8_t, 33> bits{};
  for (int number = 1; number <= 32; ++number) {
    const int row = (number - 1) / 4, column = (number - 1) % 4;
    const int up = 7 - row;  // rows above the lowest
    bits[static_cast<std::size_t>(number)] =
        static_cast<std::uint8_t>((18 - 6 * column + up / 2 * 8 + up % 2 + 32) % 32);
  }
  return bits;
}();
inline constexpr auto NUMBER_OF = [] {
  std::array<std::uint8_t, 32> numbers{};
  for (std::size_t number = 1; number <= 32; ++number) numbers[BIT_OF[number]] = static_cast<std::uint8_t>(number);
  return numbers;
}();

constexpr int bit_of(int number) { return BIT_OF[static_cast<std::size_t>(number)]; }
constexpr int number_of(int bit) { return NUMBER_OF[static_cast<std::size_t>(bit)]; }
constexpr Squares square(int bit) { return Squares{1} << bit; }

// The squares numbered from `first` to `last`.
constexpr Squares numbered(int first, int last) {
  Squares all = 0;
  for (int number = first; number <= last; ++number) all |= square(bit_of(number));
  return all;
}

// Rows from the top, 0 to 7.
constexpr Squares row(int number) { return numbered(4 * number + 1, 4 * number + 4); }

inline constexpr Squares TOP = row(0), BOTTOM = row(7);
inline constexpr Squares LEFT = square(bit_of(5)) | square(bit_of(13)) | square(bit_of(21)) | square(bit_of(29));
inline constexpr Squares RIGHT = square(bit_of(4)) | square(bit_of(12)) | square(bit_of(20)) | square(bit_of(28));

enum Direction { UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT };
inline constexpr std::array<int, 4> TURN{7, 1, 31, 25};
inline constexpr std::array<Squares, 4> OPEN{~(TOP | LEFT), ~(TOP | RIGHT), ~(BOTTOM | LEFT), ~(BOTTOM | RIGHT)};

// Where pieces on some squares come to by a step, and from where they come.
template <Direction D>
constexpr Squares step(Squares from) {
  return std::rotl(from & OPEN[D], TURN[D]);
}
template <Direction D>
constexpr Squares back(Squares to) {
  return std::rotr(to, TURN[D]) & OPEN[D];
}

// Which way a side's men go.
template <int Side>
inline constexpr Direction AHEAD_LEFT = Side == WHITE ? UP_LEFT : DOWN_LEFT;
template <int Side>
inline constexpr Direction AHEAD_RIGHT = Side == WHITE ? UP_RIGHT : DOWN_RIGHT;
template <int Side>
inline constexpr Direction BEHIND_LEFT = AHEAD_LEFT<1 - Side>;
template <int Side>
inline constexpr Direction BEHIND_RIGHT = AHEAD_RIGHT<1 - Side>;

// The row where a side's men are crowned.
constexpr Squares crown_row(int side) { return side == WHITE ? TOP : BOTTOM; }

// The board turned round, as the other side sees it: bit i becomes bit 11 - i.
constexpr Squares turned(Squares b) {
  b = (b >> 1 & 0x55555555U) | (b & 0x55555555U) << 1;
  b = (b >> 2 & 0x33333333U) | (b & 0x33333333U) << 2;
  b = (b >> 4 & 0x0f0f0f0fU) | (b & 0x0f0f0f0fU) << 4;
  b = (b >> 8 & 0x00ff00ffU) | (b & 0x00ff00ffU) << 8;
  return std::rotl(b, 16 + 12);
}

static_assert(bit_of(1) == 11 && bit_of(4) == 25 && bit_of(29) == 18 && bit_of(32) == 0 && bit_of(13) == 2);
static_assert(turned(numbered(1, 12)) == numbered(21, 32) && turned(square(bit_of(1))) == square(bit_of(32)));
static_assert(step<UP_LEFT>(square(bit_of(18))) == square(bit_of(14)) && back<UP_RIGHT>(TOP) == (row(1)));

}  // namespace zermelo::checkers
