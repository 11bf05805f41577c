// What a selective search knows of the node at hand, and what it learns on the way: how far the evaluation is from what
// searches find, which replies refute which moves, how much late moves are reduced.
//
// Nothing here knows a game's scale: margins are multiples of the error that the search itself has measured, and never
// less than half the game's `unit`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "features.hpp"
#include "game.hpp"
#include "trace.hpp"
#include "value.hpp"

namespace zermelo {

inline constexpr int DEEPEST_QUIESCENCE = 12;  // plies below the last one

// Ranks of moves in the order: everything quiet lies between losing exchanges and noisy moves.
inline constexpr float NOISY = 1e8f, LOSING = -3e7f, KILLER = 1.5e7f;

// What a selective search knows of a node.
struct Selected {
  double raw = NAN;            // static value, as player 0 sees it
  double judged = NAN;         // the same, corrected by experience
  double left_value = -INF;    // what the moves that were left out may be worth to the mover, at most
  std::size_t moved = 0;       // the move whose subtree is being searched
  int first = 0;               // plies by which the table's move is extended
  std::uint16_t excluded = 0;  // a move that is not to be searched, if `excludes`
  bool excludes = false;
  bool aside = false;   // the node is searched once more, to find out something
  bool passed = false;  // the move being searched is no move: the turn was passed
  bool pv = true;       // the window is no null window
  bool calm = true;     // the mover may decline all noisy moves
  bool improving = false;
  double known = NAN;  // what the table said of a shallower search of the node
  int known_depth = 0;
};

// What is to be done with one of the moves.
struct Weighed {
  bool left_out = false;
  bool rest = false;  // and with it all that come after
  int change = 0;
  Reason reason = Reason::none;
};

template <class Mode>
class Experience {
 protected:
  static constexpr std::size_t MOVES = 512;

  void prepare(const Features& features) {
    margin_ = features.margin;
    known_error_ = features.eval_error;
    known_deep_error_ = features.depth_error;
    if (features.orders(Order::continuation)) replies_.assign(MOVES * MOVES, 0);
    if (features.correction) corrections_.assign(2 * CORRECTED, 0);
    for (std::size_t depth = 1; depth < reductions_.size(); ++depth)
      for (std::size_t index = 1; index < reductions_.size(); ++index)
        reductions_[depth][index] =
            static_cast<float>(features.reduction * (0.4 + std::log(static_cast<double>(depth)) *
                                                               std::log(static_cast<double>(index) + 1) / 2.0));
  }

  // How often a move has refuted the one before it.
  float reply_credit(std::size_t before, std::size_t move) const {
    return replies_.empty() ? 0 : replies_[(before % MOVES) * MOVES + move % MOVES];
  }

  template <class List, class Slot>
  void answered(std::size_t before, const List& list, std::size_t index, int depth, Slot slot) {
    if (replies_.empty()) return;
    const auto plies = static_cast<float>(std::min(depth, 32));
    float* row = &replies_[(before % MOVES) * MOVES];
    for (std::size_t i = 0; i <= index; ++i) {
      float& credit = row[slot(list[i].move) % MOVES];
      const float wanted = i == index ? MOST_CREDIT : -MOST_CREDIT;
      credit += (wanted - credit) * std::min(plies * plies / 1024, 0.5f);
    }
  }

  // How far late moves are reduced.
  float reduction(int depth, std::size_t index) const {
    return reductions_[static_cast<std::size_t>(std::min(depth, 63))][std::min<std::size_t>(index, 63)];
  }

  // The error of the evaluation that margins are multiples of: the one that is known beforehand, or what was seen of it;
  // infinite until enough was.
  double noise(double unit) const { return scaled(known_error_, errors_, error_, unit); }
  double deep_noise(double unit) const { return scaled(known_deep_error_, deep_errors_, deep_error_, unit); }

  // What it is worth to be the one who moves: half of what a move gains on average. Added to static values, so that those
  // of positions with either to move can be compared: reductions change who moves at the end. In quarters of a unit, so
  // that it seldom changes while a search goes on.
  double tempo(double unit) const { return gains_ < 32 ? 0 : std::round(gain_ / 2 / unit * 4) / 4 * unit; }
  void saw_gain(double gain) { average(gain_, gains_, gain); }

  void saw_error(double error) { average(error_, errors_, error); }
  void saw_deep_error(double error) { average(deep_error_, deep_errors_, error); }
  double error() const { return error_; }

  double correction(int player, std::size_t before) const {
    return corrections_.empty() ? 0 : corrections_[place(player, before)];
  }
  void correct(int player, std::size_t before, double error, int depth) {
    if (corrections_.empty()) return;
    double& held = corrections_[place(player, before)];
    const double most = 2 * error_;
    held += (std::clamp(error, -most, most) - held) * std::min(depth + 1, 16) / 128;
  }

 private:
  static constexpr float MOST_CREDIT = 4e6f;
  static constexpr std::size_t CORRECTED = 1024;

  double scaled(double known, std::uint64_t seen, double measured, double unit) const {
    if (known > 0) return margin_ * known;
    return seen < 32 ? INF : margin_ * std::max(0.5 * unit, measured);
  }
  static std::size_t place(int player, std::size_t before) {
    return static_cast<std::size_t>(player & 1) * CORRECTED + before % CORRECTED;
  }
  static void average(double& mean, std::uint64_t& count, double next) {
    ++count;
    mean += (next - mean) / static_cast<double>(std::min<std::uint64_t>(count, 2048));
  }

  double margin_ = 1, known_error_ = 0, known_deep_error_ = 0;
  std::vector<float> replies_;
  std::vector<double> corrections_;
  std::array<std::array<float, 64>, 64> reductions_{};
  double error_ = 0, deep_error_ = 0, gain_ = 0;
  std::uint64_t errors_ = 0, deep_errors_ = 0, gains_ = 0;
};

// The bare searches leave nothing out.
template <bool Prune>
struct Bare;
template <bool Prune>
class Experience<Bare<Prune>> {
 protected:
  static void prepare(const Features&) {}
  static float reply_credit(std::size_t, std::size_t) { return 0; }
  template <class... All>
  static void answered(const All&...) {}
  static float reduction(int, std::size_t) { return 0; }
  static double noise(double) { return INF; }
  static double deep_noise(double) { return INF; }
  static double error() { return 0; }
  static double tempo(double) { return 0; }
  static void saw_gain(double) {}
  static void saw_error(double) {}
  static void saw_deep_error(double) {}
  static double correction(int, std::size_t) { return 0; }
  static void correct(int, std::size_t, double, int) {}
};

}  // namespace zermelo
