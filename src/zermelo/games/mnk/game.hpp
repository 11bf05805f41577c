// m,n,k games: m columns, n rows, k in a row wins. Tic-tac-toe is (3,3,3).
//
//   cells are numbered along the rows from the top left:   0 1 2
//   (m = 3, n = 3)                                          3 4 5
//                                                           6 7 8
//   and written a1 b1 c1 / a2 b2 c2 / …, or by number from 1.
#pragma once

#include <array>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "core/endgames.hpp"
#include "core/subsets.hpp"

namespace zermelo::mnk {

using Cells = std::uint64_t;

inline Cells cell(int i) { return Cells{1} << i; }

// What is fixed for one size of board.
struct Rules {
  Rules(int m_, int n_, int k_) : m(m_), n(n_), k(k_), full(m_ * n_ == 64 ? ~Cells{0} : cell(m_ * n_) - 1) {
    info.name = "mnk";
    info.players = {"X", "O"};
    info.max_plies = m * n;
    info.small = m * n <= 9;
    info.feature_count = 2 * m * n;
    info.move_count = m * n;
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < m; ++x)
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) add_line(x, y, dx, dy);
    for (int i = 0; i < m * n; ++i) {
      for (const Cells line : lines)
        if (line & cell(i)) through_.push_back(line);
      ends_[static_cast<std::size_t>(i + 1)] = static_cast<std::uint16_t>(through_.size());
    }
    if (m * n <= LOOKED_UP) {
      has_line_.resize(std::size_t{1} << m * n);
      for (Cells own = 0; own <= full; ++own)
        for (const Cells line : lines) has_line_[own] |= (own & line) == line;
    }
    for (int turn = 0; turn < 8; ++turn)
      if (m == n || turn < 4) symmetries.push_back(symmetry(turn));
  }

  // The rules of a size live as long as the program; positions point to them.
  static const Rules* of(int m, int n, int k) {
    static std::mutex mutex;
    static std::map<std::tuple<int, int, int>, std::unique_ptr<Rules>> known;
    const std::lock_guard lock(mutex);
    auto& rules = known[{m, n, k}];
    if (!rules) rules = std::make_unique<Rules>(m, n, k);
    return rules.get();
  }

  // Is one of the lines through cell i full? Small boards have the answer for every set of stones ready.
  bool line_through(Cells own, int i) const {
    if (!has_line_.empty()) return has_line_[own];
    bool found = false;
    for (const Cells* line = first_through(i); line != first_through(i + 1); ++line) found |= (own & *line) == *line;
    return found;
  }

  // The lines through a cell, one cell after the other.
  const Cells* first_through(int i) const { return through_.data() + ends_[static_cast<std::size_t>(i)]; }

  Info info;
  int m, n, k;
  Cells full;                                // every cell
  std::vector<Cells> lines;                  // every k cells in a row
  std::vector<std::vector<int>> symmetries;  // where each cell goes

 private:
  static constexpr int LOOKED_UP = 12;
  std::vector<Cells> through_;
  std::vector<std::uint8_t> has_line_;
  std::array<std::uint16_t, 65> ends_{};

  void add_line(int x, int y, int dx, int dy) {
    const int end_x = x + (k - 1) * dx, end_y = y + (k - 1) * dy;
    if (end_x < 0 || end_x >= m || end_y < 0 || end_y >= n || (k == 1 && dx + dy != 1) || (k == 1 && dy)) return;
    Cells line = 0;
    for (int i = 0; i < k; ++i) line |= cell((y + i * dy) * m + x + i * dx);
    lines.push_back(line);
  }

  // Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps rows and columns.
  std::vector<int> symmetry(int turn) const {
    std::vector<int> to;
    for (int i = 0; i < m * n; ++i) {
      int x = i % m, y = i / m;
      if (turn & 4) std::swap(x, y);
      if (turn & 1) x = m - 1 - x;
      if (turn & 2) y = n - 1 - y;
      to.push_back(y * m + x);
    }
    return to;
  }
};

struct Position {
  using Move = std::uint8_t;

  const Rules* rules;
  std::array<Cells, 2> stones{};
  std::int8_t mover = 0;
  std::int8_t winner = -1;

  int turn() const { return winner >= 0 || empty() == 0 ? OVER : mover; }
  Cells empty() const { return rules->full & ~(stones[0] | stones[1]); }

  void moves(MoveList<Move>& out) const {
    for (Cells left = empty(); left; left &= left - 1) out.add(static_cast<Move>(std::countr_zero(left)));
  }

  Position play(Move move) const {
    const Cells own = (mover == 0 ? stones[0] : stones[1]) | cell(move);
    return {rules,
            {mover == 0 ? own : stones[0], mover == 0 ? stones[1] : own},
            static_cast<std::int8_t>(1 - mover),
            completes(own, move) ? mover : winner};
  }

  // Does a stone on `move` make a full line of `own`, which had none?
  bool completes(Cells own, Move move) const { return rules->line_through(own | cell(move), move); }

  double payoff(int player) const { return winner < 0 ? 0 : winner == player ? 1 : -1; }

  // Exact, and so without any collision, up to 31 cells.
  std::uint64_t key() const {
    const auto side = static_cast<std::uint64_t>(mover);
    if (rules->m * rules->n <= 31) return mix(stones[0] | stones[1] << 31 | side << 62);
    return mix(mix(stones[0]) * 3 + mix(stones[1] ^ 0x9e3779b97f4a7c15ULL) + side);
  }

  bool equals(const Position& other) const {
    return rules == other.rules && stones == other.stones && mover == other.mover;
  }

  const Info& info() const { return rules->info; }
  int plies_left() const { return winner >= 0 ? 0 : std::popcount(empty()); }

  // The smallest of its mirror images.
  Position canonical() const {
    Position best = *this;
    for (const auto& to : rules->symmetries) {
      const std::array<Cells, 2> image{moved(stones[0], to), moved(stones[1], to)};
      if (image < best.stones) best.stones = image;
    }
    return best;
  }

  std::string name(Move move) const {
    return std::string(1, static_cast<char>('a' + move % rules->m)) + std::to_string(move / rules->m + 1);
  }

  // A cell may also be given by its number, from 1.
  bool also_reads(Move move, const std::string& text) const { return text == std::to_string(move + 1); }

  std::string text() const {
    std::string out;
    for (int i = 0; i < rules->m * rules->n; ++i) {
      if (i > 0 && i % rules->m == 0) out += '/';
      out += stones[0] & cell(i) ? 'X' : stones[1] & cell(i) ? 'O' : '.';
    }
    if (mover != usual_mover()) out += mover == 0 ? " X" : " O";
    return out;
  }

  // Who moves if X began.
  int usual_mover() const { return std::popcount(stones[0]) > std::popcount(stones[1]) ? 1 : 0; }

  // An index of the games that X began. A slice has all positions with so many empty cells: first the full boards.
  // A place is that of the occupied cells, times the ways to share them out, plus the place of X's among them.
  std::vector<Slice> slices(int pieces) const {
    std::vector<Slice> all;
    for (int empty_cells = 0; empty_cells <= std::min(pieces, rules->m * rules->n); ++empty_cells) {
      const int count = rules->m * rules->n - empty_cells;
      const std::uint64_t sets = subsets::binomial(rules->m * rules->n, count), ways = shares(count);
      const bool fits = sets <= subsets::LARGEST / ways;
      all.push_back({std::to_string(empty_cells) + " empty", empty_cells, fits ? sets * ways : subsets::LARGEST});
    }
    return all;
  }

  std::optional<Place> rank() const {
    if (mover != usual_mover()) return std::nullopt;
    const Cells occupied = stones[0] | stones[1];
    const std::uint64_t own = subsets::rank(subsets::squeezed(stones[0], occupied));
    const auto slice = static_cast<std::size_t>(std::popcount(empty()));
    return Place{slice, subsets::rank(occupied) * shares(std::popcount(occupied)) + own, mover};
  }

  // Nothing where both sides have a line, or one has that did not move last.
  std::optional<Position> unrank(std::size_t slice, std::uint64_t i) const {
    const int count = rules->m * rules->n - static_cast<int>(slice);
    const Cells occupied = subsets::unrank(rules->m * rules->n, count, i / shares(count));
    const Cells first = subsets::spread(subsets::unrank(count, (count + 1) / 2, i % shares(count)), occupied);
    Position position{rules, {first, occupied & ~first}, static_cast<std::int8_t>(count % 2)};
    const int last = 1 - position.mover;
    for (const Cells line : rules->lines) {
      if ((position.stones[static_cast<std::size_t>(position.mover)] & line) == line) return std::nullopt;
      if ((position.stones[static_cast<std::size_t>(last)] & line) == line)
        position.winner = static_cast<std::int8_t>(last);
    }
    return position;
  }

 private:
  static std::uint64_t shares(int count) { return subsets::binomial(count, (count + 1) / 2); }

  static Cells moved(Cells from, const std::vector<int>& to) {
    Cells out = 0;
    for (; from; from &= from - 1) out |= cell(to[static_cast<std::size_t>(std::countr_zero(from))]);
    return out;
  }
};

// Reads rows from the top, `X.O/.O./XXO`, then who moves if that is not clear (`X` or `O`). Refuses what
// cannot arise: wrong counts, two winners, a winner who was not the last to move.
Position parse(const Rules* rules, const std::string& text);

}  // namespace zermelo::mnk
