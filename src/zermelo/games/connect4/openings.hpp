// Who wins the positions of the first plies on the usual board, from a table of two bits each.
//
// A position of n stones is numbered by the heights of its columns, in lexicographic order, and by which of the stones,
// counted in the order of their bits, are the mover's. Numbers that no game leads to have a place too. The places
// of 0, 1, … MOST stones follow one another, four to a byte from the lowest bits: 0 unknown, 1 a loss for the side to
// move, 2 a draw, 3 a win.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "threats.hpp"

namespace zermelo::connect4 {

class Openings {
 public:
  static constexpr int MOST = 8;

  Openings() {
    for (int n = 0; n <= MOST; ++n) first_[n + 1] = first_[n] + ways(WIDTH, n) * choose(n, n / 2);
    cells_.assign((first_[MOST + 1] + 3) / 4, 0);
  }

  std::size_t bytes() const { return cells_.size(); }
  std::size_t places() const { return first_[MOST + 1]; }
  std::string text() const { return {cells_.begin(), cells_.end()}; }
  void load(const std::string& text) { cells_.assign(text.begin(), text.end()); }

  // -1, 0 or 1 for the side to move, or nothing where it is not known. The game is not over.
  std::optional<int> sign(Bits mine, Bits mask) const {
    if (std::popcount(mask) > MOST) return {};
    const std::size_t at = place(mine, mask);
    const int cell = cells_[at / 4] >> (at % 4 * 2) & 3;
    return cell ? std::optional(cell - 2) : std::nullopt;
  }
  void set(Bits mine, Bits mask, int sign) {
    const std::size_t at = place(mine, mask);
    cells_[at / 4] = static_cast<std::uint8_t>((cells_[at / 4] & ~(3 << at % 4 * 2)) | (sign + 2) << at % 4 * 2);
  }

 private:
  using Size = Fixed<7, 6>;
  static constexpr int WIDTH = Size::width;

  static constexpr std::size_t choose(int n, int k) {
    std::size_t result = 1;
    for (int i = 0; i < k; ++i) result = result * static_cast<std::size_t>(n - i) / static_cast<std::size_t>(i + 1);
    return n < k ? 0 : result;
  }

  // How many ways there are to have `stones` in so many columns.
  static std::size_t ways(int columns, int stones) {
    if (columns == 0) return stones == 0;
    std::size_t sum = 0;
    for (int height = 0; height <= std::min(stones, Size::height); ++height) sum += ways(columns - 1, stones - height);
    return sum;
  }

  static const std::array<std::array<std::size_t, MOST + 1>, WIDTH + 1>& known_ways() {
    static const auto table = [] {
      std::array<std::array<std::size_t, MOST + 1>, WIDTH + 1> all{};
      for (int c = 0; c <= WIDTH; ++c)
        for (int n = 0; n <= MOST; ++n) all[static_cast<std::size_t>(c)][static_cast<std::size_t>(n)] = ways(c, n);
      return all;
    }();
    return table;
  }

  std::size_t place(Bits mine, Bits mask) const {
    const auto& table = known_ways();
    const int stones = std::popcount(mask);
    std::size_t heights = 0, left = static_cast<std::size_t>(stones);
    for (int column = 0; column < WIDTH; ++column) {
      const int height = std::popcount(mask & column_cells(Size{}, column));
      for (int lower = 0; lower < height; ++lower)
        heights += table[static_cast<std::size_t>(WIDTH - 1 - column)][left - static_cast<std::size_t>(lower)];
      left -= static_cast<std::size_t>(height);
    }
    std::size_t owners = 0;
    int seen = 0, owned = 0;
    for (Bits rest = mask; rest; rest &= rest - 1, ++seen)
      if (mine & rest & (~rest + 1)) owners += choose(seen, ++owned);
    return first_[stones] + heights * choose(stones, stones / 2) + owners;
  }

  std::array<std::size_t, MOST + 2> first_{};
  std::vector<std::uint8_t> cells_;
};

}  // namespace zermelo::connect4
