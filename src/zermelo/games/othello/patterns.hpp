// The evaluation: small regions of the board, each a table of learned weights looked up by what stands on its squares.
//
// A region's index writes its squares as digits in base three: own disc 0, empty 1, opponent's disc 2. Seen from the
// other side an index i is simply (3^n - 1) - i, so the indices of all regions follow a move with a few vector
// additions. Weights depend on how far the game is: one set for every two plies, and a number for every ply that says
// odd from even, since having the last move is worth something.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bits.hpp"
#include "core/vectors.hpp"

namespace zermelo::othello {

inline constexpr int STAGES = 30;
inline constexpr int WEIGHT_UNIT = 128;  // weights are in 1/128 disc

inline constexpr int stage_of(int empties) {
  return empties >= 60 ? 0 : (60 - empties) / 2 > 29 ? 29 : (60 - empties) / 2;
}

struct Family {
  int size;
  int squares[10];
};

// One region of each kind; the others are its images under the board's eight symmetries.
inline constexpr Family FAMILIES[] = {
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},      // 3x3 corner
    {10, {9, 0, 1, 2, 3, 4, 5, 6, 7, 14}},     // edge and both X squares
    {10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}},  // corner triangle
    {10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},   // 2x5 corner
    {8, {8, 9, 10, 11, 12, 13, 14, 15}},       // second row
    {8, {16, 17, 18, 19, 20, 21, 22, 23}},     // third row
    {8, {24, 25, 26, 27, 28, 29, 30, 31}},     // fourth row
    {8, {0, 9, 18, 27, 36, 45, 54, 63}},       // diagonals of 8,
    {7, {1, 10, 19, 28, 37, 46, 55}},          // 7,
    {6, {2, 11, 20, 29, 38, 47}},              // 6,
    {5, {3, 12, 21, 30, 39}},                  // 5
    {4, {4, 13, 22, 31}},                      // and 4 squares
};
inline constexpr int FAMILY_COUNT = static_cast<int>(std::size(FAMILIES));
inline constexpr int REGION_COUNT = 50;
inline constexpr int LANES = 64;

inline constexpr int POWERS[11] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049};

// The image of a square under one of the eight symmetries.
inline constexpr int image(int square, int symmetry) {
  int x = square % 8, y = square / 8;
  if (symmetry & 1) x = 7 - x;
  if (symmetry & 2) y = 7 - y;
  return symmetry & 4 ? 8 * x + y : 8 * y + x;
}

struct Layout {
  struct Region {
    int family = 0, size = 0, offset = 0;  // offset of the family's table in a stage
    int squares[10] = {};
  };
  Region regions[REGION_COUNT];
  int families[FAMILY_COUNT + 1] = {};              // where each family's table begins; the last: weights in a stage
  alignas(64) std::uint16_t place[64][LANES] = {};  // what a digit on a square adds to each region's index
  alignas(64) std::uint16_t top[LANES] = {};        // the highest index
};

inline constexpr Layout LAYOUT = [] {
  Layout layout;
  int n = 0, offset = 0;
  for (int f = 0; f < FAMILY_COUNT; ++f) {
    const Family& family = FAMILIES[f];
    layout.families[f] = offset;
    u64 seen[8] = {};
    int found = 0;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      u64 set = 0;
      for (int i = 0; i < family.size; ++i) set |= bit(image(family.squares[i], symmetry));
      bool fresh = true;
      for (int i = 0; i < found; ++i) fresh &= seen[i] != set;
      if (!fresh) continue;
      seen[found++] = set;
      Layout::Region& region = layout.regions[n];
      region.family = f, region.size = family.size, region.offset = offset;
      for (int i = 0; i < family.size; ++i) {
        region.squares[i] = image(family.squares[i], symmetry);
        layout.place[region.squares[i]][n] = static_cast<std::uint16_t>(POWERS[i]);
      }
      layout.top[n++] = static_cast<std::uint16_t>(POWERS[family.size] - 1);
    }
    offset += POWERS[family.size];
  }
  layout.families[FAMILY_COUNT] = offset;
  return layout;
}();

inline constexpr std::size_t STAGE_SIZE = static_cast<std::size_t>(LAYOUT.families[FAMILY_COUNT]);

// All regions' indices for one position, seen from the side to move.
struct Indices {
  alignas(64) std::uint16_t at[LANES];

  static Indices of(u64 me, u64 opp) {
    Indices indices;
    for (int i = 0; i < LANES; ++i) indices.at[i] = static_cast<std::uint16_t>(LAYOUT.top[i] / 2);  // all empty
    each_square(me, [&](int square) {
      for (int i = 0; i < LANES; ++i)
        indices.at[i] = static_cast<std::uint16_t>(indices.at[i] - LAYOUT.place[square][i]);
    });
    each_square(opp, [&](int square) {
      for (int i = 0; i < LANES; ++i)
        indices.at[i] = static_cast<std::uint16_t>(indices.at[i] + LAYOUT.place[square][i]);
    });
    return indices;
  }

  // After a move to `square` turning `turned`, for the other side.
  Indices after(int square, u64 turned) const {
    Vector sum[PARTS] = {};
    for (; turned; turned &= turned - 1) add(sum, first_square(turned));
    for (Vector& each : sum) each += each;
    add(sum, square);
    Indices next;
    const auto* top = reinterpret_cast<const Vector*>(LAYOUT.top);
    const auto* before = reinterpret_cast<const Vector*>(at);
    auto* now = reinterpret_cast<Vector*>(next.at);
    for (int i = 0; i < PARTS; ++i) now[i] = top[i] - before[i] + sum[i];
    return next;
  }

  Indices after_pass() const {
    Indices next;
    for (int i = 0; i < LANES; ++i) next.at[i] = static_cast<std::uint16_t>(LAYOUT.top[i] - at[i]);
    return next;
  }

 private:
  typedef std::uint16_t Vector __attribute__((vector_size(VECTOR_BYTES), may_alias));
  static constexpr int PARTS = LANES * 2 / VECTOR_BYTES;
  static void add(Vector* sum, int square) {
    const auto* place = reinterpret_cast<const Vector*>(LAYOUT.place[square]);
    for (int i = 0; i < PARTS; ++i) sum[i] += place[i];
  }
};

// For every index of a family, the number of the weight it shares with its mirror images, counted from 0.
inline std::vector<int> shared_weights(const Family& family) {
  std::vector<int> smallest(static_cast<std::size_t>(POWERS[family.size]));
  for (std::size_t i = 0; i < smallest.size(); ++i) smallest[i] = static_cast<int>(i);
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    int target[10];  // the place in the family that each square's image has
    bool stays = true;
    for (int i = 0; i < family.size; ++i) {
      const int moved = image(family.squares[i], symmetry);
      const int* found = std::find(family.squares, family.squares + family.size, moved);
      stays &= found != family.squares + family.size;
      target[i] = static_cast<int>(found - family.squares);
    }
    if (!stays) continue;
    for (std::size_t i = 0; i < smallest.size(); ++i) {
      int mirrored = 0, rest = static_cast<int>(i);
      for (int k = 0; k < family.size; ++k, rest /= 3) mirrored += rest % 3 * POWERS[target[k]];
      smallest[i] = std::min(smallest[i], mirrored);
    }
  }
  std::vector<int> number(smallest.size());
  int next = 0;
  for (std::size_t i = 0; i < smallest.size(); ++i)
    number[i] = smallest[i] == static_cast<int>(i) ? next++ : number[static_cast<std::size_t>(smallest[i])];
  return number;
}

inline constexpr std::size_t WEIGHT_COUNT = STAGES * STAGE_SIZE + 61;

// Learned numbers: STAGES times STAGE_SIZE of them, then one for each number of empty squares from 0 to 60.
class Weights {
 public:
  Weights() : table_(WEIGHT_COUNT) {}
  explicit Weights(std::vector<std::int16_t> table) : table_(std::move(table)) {
    if (table_.size() != WEIGHT_COUNT)
      throw std::invalid_argument("expected " + std::to_string(WEIGHT_COUNT) + " weights, got " +
                                  std::to_string(table_.size()));
  }

  // From every weight once: family by family, stage by stage; then those of the plies.
  static Weights spread(const std::vector<std::int16_t>& kept) {
    std::vector<std::int16_t> table(WEIGHT_COUNT);
    std::size_t at = 0;
    for (int f = 0; f < FAMILY_COUNT; ++f) {
      const std::vector<int> number = shared_weights(FAMILIES[f]);
      const std::size_t used = static_cast<std::size_t>(*std::max_element(number.begin(), number.end())) + 1;
      for (std::size_t stage = 0; stage < STAGES; ++stage, at += used) {
        if (at + used > kept.size()) throw std::invalid_argument("too few weights");
        std::int16_t* out = table.data() + stage * STAGE_SIZE + static_cast<std::size_t>(LAYOUT.families[f]);
        for (std::size_t i = 0; i < number.size(); ++i) out[i] = kept[at + static_cast<std::size_t>(number[i])];
      }
    }
    if (at + 61 != kept.size()) throw std::invalid_argument("too few or too many weights");
    std::copy(kept.end() - 61, kept.end(), table.end() - 61);
    return Weights(std::move(table));
  }

  // In 1/128 disc, for the side to move.
  int sum(const Indices& indices, int empties) const {
    const std::int16_t* stage = table_.data() + static_cast<std::size_t>(stage_of(empties)) * STAGE_SIZE;
    int total = table_[STAGES * STAGE_SIZE + static_cast<std::size_t>(empties > 60 ? 60 : empties)];
#pragma GCC unroll 50
    for (int i = 0; i < REGION_COUNT; ++i) total += stage[LAYOUT.regions[i].offset + indices.at[i]];
    return total;
  }

  // In discs, rounded, never a full wipe-out.
  int discs(const Indices& indices, int empties) const {
    const int value = (sum(indices, empties) + WEIGHT_UNIT / 2) >> 7;
    return value > 62 ? 62 : value < -62 ? -62 : value;
  }

 private:
  std::vector<std::int16_t> table_;
};

}  // namespace zermelo::othello
