// Connect Four on a board of any size: the rules. The bit layout is drawn in threats.hpp.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "threats.hpp"

namespace zermelo::connect4 {

// What is fixed for one size of board.
template <class Size>
struct Rules {
  explicit Rules(Size size_) : size(size_) {
    info.name = "connect4";
    info.players = {"X", "O"};
    info.max_plies = size.cells;
    info.small = size.cells <= 12;
    info.feature_count = 2 * size.width * size.stride;
    info.move_count = size.width;
    for (int edge = 1; 2 * edge < size.width; ++edge) {
      Bits columns = 0;
      for (int column = edge; column < size.width - edge; ++column) columns |= column_cells(size, column);
      inner.push_back(columns);
    }
  }

  // The rules of a size live as long as the program; boards point to them.
  static const Rules* of(Size size) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, std::unique_ptr<Rules>> known;
    const std::lock_guard lock(mutex);
    auto& rules = known[{size.width, size.height}];
    if (!rules) rules = std::make_unique<Rules>(size);
    return rules.get();
  }

  Size size;
  Info info;
  std::vector<Bits> inner;  // all columns but the outer one, two, … on either side
};

template <class Size>
struct Board {
  using Move = std::uint8_t;  // a column, from 0

  const Rules<Size>* rules;
  Bits mine = 0, mask = 0;  // stones of the side to move; of both
  bool won = false;         // by the side that moved last

  int stones() const { return std::popcount(mask); }
  int mover() const { return stones() & 1; }
  int turn() const { return won || mask == size().board ? OVER : mover(); }

  void moves(MoveList<Move>& out) const {
    const Bits open = possible_moves(size(), mask);
    for (int column = 0; column < size().width; ++column)
      if (open & column_cells(size(), column)) out.add(static_cast<Move>(column));
  }

  // The cell a stone falls to.
  Bits cell(Move column) const { return possible_moves(size(), mask) & column_cells(size(), column); }

  Board play(Move column) const {
    const Bits stone = cell(column);
    return {rules, mask ^ mine, mask | stone, has_four(size(), mine | stone)};
  }

  double payoff(int player) const { return !won ? 0 : player == mover() ? -1 : 1; }

  // mine + mask + the bottom row is different for every position.
  std::uint64_t key() const { return mix(mine + mask + size().bottom); }
  bool equals(const Board& other) const { return rules == other.rules && mine == other.mine && mask == other.mask; }
  const Info& info() const { return rules->info; }
  int plies_left() const { return won ? 0 : size().cells - stones(); }
  const Size& size() const { return rules->size; }

  // Of a position and its mirror image, the one with the smaller key.
  Board canonical() const {
    const Board image{rules, mirrored(mine), mirrored(mask), won};
    return image.mine + image.mask < mine + mask ? image : *this;
  }

  std::string name(Move column) const {
    return column < 9 ? std::string(1, static_cast<char>('1' + column)) : std::to_string(column + 1);
  }
  bool also_reads(Move column, const std::string& text) const {
    return text.size() == 1 && (text[0] | 32) == 'a' + column;
  }

  // Rows from the top, X the side that began: `......./……/..XO...`
  std::string text() const {
    const Bits first = mover() == 0 ? mine : mask ^ mine;
    std::string out;
    for (int row = size().height - 1; row >= 0; --row) {
      for (int column = 0; column < size().width; ++column) {
        const Bits here = Bits{1} << (column * size().stride + row);
        out += !(mask & here) ? '.' : first & here ? 'X' : 'O';
      }
      if (row > 0) out += '/';
    }
    return out;
  }

 private:
  Bits mirrored(Bits cells) const {
    Bits out = 0;
    for (int column = 0; column < size().width; ++column) {
      const Bits part = (cells >> (column * size().stride)) & ((Bits{1} << size().stride) - 1);
      out |= part << ((size().width - 1 - column) * size().stride);
    }
    return out;
  }
};

}  // namespace zermelo::connect4
