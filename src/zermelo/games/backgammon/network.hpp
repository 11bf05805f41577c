// The networks: one for each phase of the game, from the men and the features to five chances.
//
// Inputs: for each side, each of its 24 points and its bar, six units that say whether there are at least 1, 2, … 6 men; then
// the features. The sum over the units of a point depends on the number of men alone, so it is kept ready made, and a
// position costs one row for each point that is taken. Up to two hidden layers of rectified units follow.
#pragma once

#include <cmath>
#include <span>
#include <stdexcept>

#include "core/vectors.hpp"
#include "features.hpp"

namespace zermelo::backgammon {

inline constexpr int UNITS = 6;                    // for each point
inline constexpr int MAN_INPUTS = 2 * 25 * UNITS;  // side by side, point by point
inline constexpr int INPUTS = MAN_INPUTS + FEATURES;
inline constexpr int WIDEST = 512;
inline constexpr int SHAPE = 32;  // layers are multiples of it
inline constexpr int TEAM = 8;    // positions worked on together

// What the player on roll can expect: the chances of winning at all, a gammon or more, a backgammon, and the same for losing.
struct Chances {
  float win = 0, win_gammon = 0, win_backgammon = 0, lose_gammon = 0, lose_backgammon = 0;

  float equity() const { return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon; }
  Chances turned() const { return {1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon}; }
  void add(const Chances& other, float weight) {
    win += weight * other.win;
    win_gammon += weight * other.win_gammon;
    win_backgammon += weight * other.win_backgammon;
    lose_gammon += weight * other.lose_gammon;
    lose_backgammon += weight * other.lose_backgammon;
  }
};

// Phases: a network each.
enum class Phase { race, contact, crashed, back };
inline constexpr int PHASES = 4;

// Which network judges a position that is not over.
inline Phase phase_of(const Board& board) {
  if (!board.contact()) return Phase::race;
  constexpr u32 low = 7, high = 0x1fc0000;
  if (std::min(board.on(0, ~low), board.on(1, ~low)) <= MEN - 7) return Phase::crashed;
  if (std::max(board.on(0, high), board.on(1, high)) >= 4) return Phase::back;
  return Phase::contact;
}

// The numbers of one network as they are learned and stored: every layer input by input.
struct Layers {
  int hidden = 0, second = 0;  // second: 0 if there is no second hidden layer
  std::vector<float> weights;  // INPUTS × hidden, hidden; [hidden × second, second;] last × 5, 5

  int last() const { return second ? second : hidden; }
  static std::size_t count(int hidden, int second) {
    const auto h = static_cast<std::size_t>(hidden), s = static_cast<std::size_t>(second);
    return (INPUTS + 1) * h + (s ? (h + 1) * s : 0) + 5 * (s ? s : h) + 5;
  }
};

inline float squashed(float x) { return 1 / (1 + std::exp(-x)); }

// Numbers that are worked on together: as many as a register holds.
inline constexpr int LANES = VECTOR_BYTES / 4;
// Hidden units worked on together: their sums for a whole team stay in registers.
inline constexpr int BLOCK = VECTOR_REGISTERS > 2 * TEAM ? 2 * LANES : LANES;
using Lanes = float __attribute__((vector_size(4 * LANES)));
inline Lanes lanes(const float* from) {
  Lanes result;
  std::memcpy(&result, from, sizeof result);
  return result;
}
inline void put(const Lanes& value, float* to) { std::memcpy(to, &value, sizeof value); }
inline Lanes positive(const Lanes& value) { return value > 0 ? value : Lanes{}; }

// Sixteen sums side by side, whatever the width: so every width adds in the same order.
inline constexpr int SUMS = 16;
struct Sums {
  Lanes part[SUMS / LANES] = {};
  float total() const {
    float sum[4] = {};
    for (int i = 0; i < SUMS; ++i) sum[i % 4] += part[i / LANES][i % LANES];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
  }
};

// One network, ready to judge.
class Network {
 public:
  Network() = default;
  explicit Network(const Layers& layers) : hidden_(layers.hidden), second_(layers.second) {
    if (hidden_ % SHAPE || hidden_ > WIDEST || second_ % SUMS || second_ > WIDEST ||
        layers.weights.size() != Layers::count(hidden_, second_))
      throw std::invalid_argument("the network has a shape that is not supported");
    const auto h = static_cast<std::size_t>(hidden_);
    men_.assign(2 * 25 * UNITS * h, 0);
    for (std::size_t point = 0; point < 2 * 25; ++point)
      for (std::size_t n = 0; n < UNITS; ++n)
        for (std::size_t i = 0; i < h; ++i)
          men_[(point * UNITS + n) * h + i] =
              layers.weights[(point * UNITS + n) * h + i] + (n ? men_[(point * UNITS + n - 1) * h + i] : 0);
    auto at = layers.weights.begin() + static_cast<std::ptrdiff_t>(MAN_INPUTS * h);
    const auto take = [&](std::vector<float>& to, std::size_t n) {
      to.assign(at, at + static_cast<std::ptrdiff_t>(n));
      at += static_cast<std::ptrdiff_t>(n);
    };
    take(features_, FEATURES * h);
    take(bias_, h);
    if (second_) take(second_weights_, h * static_cast<std::size_t>(second_));
    if (second_) take(second_bias_, static_cast<std::size_t>(second_));
    std::vector<float> last;
    take(last, 5 * static_cast<std::size_t>(layers.last()));
    for (std::size_t o = 0; o < 5; ++o)
      for (std::size_t i = o; i < last.size(); i += 5) last_.push_back(last[i]);
    take(last_bias_, 5);
  }

  bool empty() const { return hidden_ == 0; }

  // Several positions at once, so that a weight that was fetched serves them all. `count` is 1 to TEAM.
  void of(const Board* const* boards, int count, Chances* out) const { by_size<1>(boards, count, out); }

 private:
  template <int N>
  struct Work {
    float known[N][FEATURES];
    const float* row[N][30];
    int rows[N];
    alignas(64) float first[N][WIDEST];
    alignas(64) float next[N][WIDEST];
  };

  template <int N>
  void by_size(const Board* const* boards, int count, Chances* out) const {
    if constexpr (N < TEAM)
      if (N < count) return by_size<N + 1>(boards, count, out);
    team<N>(boards, out);
  }

  template <int N>
  void team(const Board* const* boards, Chances* out) const {
    Work<N> work;
    for (int p = 0; p < N; ++p) {
      const Board& board = *boards[p];
      features(board, work.known[p]);
      work.rows[p] = 0;
      for (int side = 0; side < 2; ++side)
        for (u32 left = board.at_least(side, 1); left; left &= left - 1) {
          const int i = std::countr_zero(left), n = std::min<int>(board.men[side][i], UNITS);
          work.row[p][work.rows[p]++] =
              men_.data() + static_cast<std::size_t>(((side * 25 + i) * UNITS + n - 1) * hidden_);
        }
    }
    for (int begin = 0; begin < hidden_; begin += BLOCK) first_block(begin, work);
    for (int begin = 0; begin < second_; begin += LANES) second_block(begin, work);
    for (int p = 0; p < N; ++p) out[p] = second_ ? ends(work.next[p], second_) : ends(work.first[p], hidden_);
  }

  template <int N>
  void first_block(int begin, Work<N>& work) const {
    constexpr int WIDTH = BLOCK / LANES;
    Lanes sum[N][WIDTH];
    for (int p = 0; p < N; ++p) {
      for (int i = 0; i < WIDTH; ++i) sum[p][i] = lanes(bias_.data() + begin + LANES * i);
      for (int r = 0; r < work.rows[p]; ++r)
        for (int i = 0; i < WIDTH; ++i) sum[p][i] += lanes(work.row[p][r] + begin + LANES * i);
    }
    const float* row = features_.data() + begin;
    for (int f = 0; f < FEATURES; ++f, row += hidden_)
      for (int i = 0; i < WIDTH; ++i) {
        const Lanes weights = lanes(row + LANES * i);
        for (int p = 0; p < N; ++p) sum[p][i] += work.known[p][f] * weights;
      }
    for (int p = 0; p < N; ++p)
      for (int i = 0; i < WIDTH; ++i) put(positive(sum[p][i]), work.first[p] + begin + LANES * i);
  }

  // Two sums for each position, since each has to wait for its last addition.
  template <int N>
  void second_block(int begin, Work<N>& work) const {
    Lanes sum[N][2];
    for (int p = 0; p < N; ++p) sum[p][0] = lanes(second_bias_.data() + begin), sum[p][1] = Lanes{};
    const float* row = second_weights_.data() + begin;
    for (int k = 0; k < hidden_; k += 2)
      for (int i = 0; i < 2; ++i, row += second_) {
        const Lanes weights = lanes(row);
        for (int p = 0; p < N; ++p) sum[p][i] += work.first[p][k + i] * weights;
      }
    for (int p = 0; p < N; ++p) put(positive(sum[p][0] + sum[p][1]), work.next[p] + begin);
  }

  Chances ends(const float* values, int n) const {
    Sums sum[5];
    for (int k = 0; k < n; k += SUMS)
      for (int o = 0; o < 5; ++o)
        for (int i = 0; i < SUMS / LANES; ++i)
          sum[o].part[i] += lanes(values + k + LANES * i) * lanes(last_.data() + o * n + k + LANES * i);
    const auto chance = [&](int o) { return squashed(sum[o].total() + last_bias_[static_cast<std::size_t>(o)]); };
    return {chance(0), chance(1), chance(2), chance(3), chance(4)};
  }

  int hidden_ = 0, second_ = 0;
  std::vector<float> men_, features_, bias_, second_weights_, second_bias_, last_,
      last_bias_;  // last_: output by output
};

}  // namespace zermelo::backgammon
