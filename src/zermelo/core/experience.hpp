// What a selective search knows of the node at hand, and what it learns on the way: how far the evaluation is from what
// searches find, which replies refute which moves, how much late moves are reduced.
//
// Nothing here knows a game's scale: margins are multiples of the error that the search itself has measured where the best
// move was quiet (if quiescence is there for the others), and never less than half the game's `unit`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "features.hpp"
#include "game.hpp"
#include "trace.hpp"
#include "value.hpp"

namespace zermelo {

inline constexpr int DEEPEST_QUIESCENCE = 12;  // plies below the last one

// Ranks of moves in the order: everything quiet lies between losing exchanges and noisy moves. The table's move comes
// before all, with a rank that still says whether it is quiet.
inline constexpr float NOISY = 1e8f, LOSING = -3e7f, KILLER = 4e7f, FORCING = 2e7f, FIRST = 1e9f, FIRST_QUIET = 2e9f;
inline constexpr float QUIET_ESCAPE = -1e6f;  // in quiescence, where no move may be declined: one that is not noisy
constexpr bool is_losing(float rank) { return rank <= LOSING / 2; }
constexpr bool is_noisy(float rank) { return rank >= NOISY / 2 && rank < FIRST_QUIET; }
constexpr bool is_forcing(float rank) { return rank >= FORCING / 2 && rank < 1.5f * FORCING; }
constexpr bool is_quiet(float rank) { return !is_noisy(rank) && !is_losing(rank); }

// What moves have done so far: credit grows with what they did, and the less the more they have.
inline constexpr float MOST_CREDIT = 16384;
inline void add_credit(float& credit, float more) { credit += more - credit * std::abs(more) / MOST_CREDIT; }
inline void add_credit(std::int16_t& credit, float more) {
  credit = static_cast<std::int16_t>(static_cast<float>(credit) + more -
                                     static_cast<float>(credit) * std::abs(more) / MOST_CREDIT);
}
// For a cut-off at this depth.
inline float credit_for(int depth) {
  const auto plies = static_cast<float>(std::min(depth, 32));
  return std::min(24 * plies * plies + 32 * plies, 1800.0f);
}

// What a selective search knows of a node.
struct Selected {
  double raw = NAN;            // static value, as player 0 sees it
  double judged = NAN;         // the same, corrected by experience
  double likely = NAN;         // the same, or what the table knows better; as the mover sees it
  double left_value = -INF;    // what the moves that were left out may be worth to the mover, at most
  std::size_t moved = 0;       // the move whose subtree is being searched
  int first = 0;               // plies by which the table's move is extended
  std::uint16_t excluded = 0;  // a move that is not to be searched, if `excludes`
  bool excludes = false;
  bool aside = false;   // the node is searched once more, to find out something
  bool passed = false;  // the move being searched is no move: the turn was passed
  bool pv = true;       // the window is no null window
  bool cut = false;     // a move is expected to reach beta
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

// What a selective search has learned, kept beside a table for the next search with it.
struct Learned {
  static constexpr std::size_t MOVES = 512, HISTORY = 1024;

  std::uint64_t salt = 0;  // what it was learned of: as the table's keys, see TaskBase
  std::array<std::array<float, HISTORY>, 2> history{};
  std::vector<std::int16_t> replies, follows;
  std::array<std::array<float, MOVES>, 2> noisy{};
  std::vector<double> corrections;
  double error = 0, deep_error = 0, gain = 0;
  std::uint64_t errors = 0, deep_errors = 0, gains = 0;
};

template <class Mode>
class Experience {
 protected:
  static constexpr std::size_t MOVES = Learned::MOVES;

  // Goes on with what an earlier search has learned, or begins with nothing.
  void recall(const Features& features, Learned* before) {
    if (before) learned_ = std::move(*before);
    if (features.orders(Order::continuation) && learned_.replies.empty()) {
      learned_.replies.assign(2 * MOVES * MOVES, 0);
      learned_.follows.assign(2 * MOVES * MOVES, 0);
    }
    if (features.correction && learned_.corrections.empty())
      learned_.corrections.assign((1 + PARTS) * 2 * CORRECTED, 0);
  }
  Learned& learned() { return learned_; }

  void prepare(const Features& features) {
    margin_ = features.margin;
    known_error_ = features.eval_error;
    known_deep_error_ = features.depth_error;
    for (std::size_t depth = 1; depth < reductions_.size(); ++depth)
      for (std::size_t index = 1; index < reductions_.size(); ++index)
        reductions_[depth][index] =
            static_cast<float>(features.reduction * (0.4 + std::log(static_cast<double>(depth)) *
                                                               std::log(static_cast<double>(index) + 1) / 2.0));
  }

  // How often a move of the player has refuted the one before it, and followed the one before that well.
  float reply_credit(int player, std::size_t before, std::size_t earlier, std::size_t move) const {
    if (learned_.replies.empty()) return 0;
    return static_cast<float>(learned_.replies[reply(player, before, move)]) +
           static_cast<float>(learned_.follows[reply(player, earlier, move)]);
  }
  void answered(int player, std::size_t before, std::size_t earlier, std::size_t move, float credit) {
    if (learned_.replies.empty()) return;
    add_credit(learned_.replies[reply(player, before, move)], credit);
    add_credit(learned_.follows[reply(player, earlier, move)], credit);
  }

  // How often a noisy move has cut off, of all noisy moves there.
  float noisy_credit(int player, std::size_t move) const {
    return learned_.noisy[static_cast<std::size_t>(player & 1)][move % MOVES];
  }
  void credit_noisy(int player, std::size_t move, float credit) {
    add_credit(learned_.noisy[static_cast<std::size_t>(player & 1)][move % MOVES], credit);
  }

  // How far late moves are reduced.
  float reduction(int depth, std::size_t index) const {
    return reductions_[static_cast<std::size_t>(std::min(depth, 63))][std::min<std::size_t>(index, 63)];
  }

  // The error of the evaluation that margins are multiples of: the one that is known beforehand, or what was seen of it;
  // infinite until enough was.
  double noise(double unit) const { return scaled(known_error_, learned_.errors, learned_.error, unit); }
  double deep_noise(double unit) const {
    return scaled(known_deep_error_, learned_.deep_errors, learned_.deep_error, unit);
  }

  // What it is worth to be the one who moves: half of what a move gains on average. Added to static values, so that those
  // of positions with either to move can be compared: reductions change who moves at the end. In quarters of a unit, so
  // that it seldom changes while a search goes on.
  double tempo(double unit) const {
    return learned_.gains < 32 ? 0 : std::round(learned_.gain / 2 / unit * 4) / 4 * unit;
  }
  void saw_gain(double gain) { average(learned_.gain, learned_.gains, gain); }

  void saw_error(double error) { average(learned_.error, learned_.errors, error); }
  void saw_deep_error(double error) { average(learned_.deep_error, learned_.deep_errors, error); }
  double error() const { return learned_.error; }

  // By the move that led here and by the parts of the position.
  template <class Keys>
  double correction(int player, std::size_t before, const Keys& parts) const {
    if (learned_.corrections.empty()) return 0;
    double sum = learned_.corrections[place(player, 0, before)];
    for (std::size_t i = 0; i < parts.size(); ++i) sum += learned_.corrections[place(player, i + 1, parts[i])];
    return 0.3 * sum;
  }
  template <class Keys>
  void correct(int player, std::size_t before, const Keys& parts, double error, int depth) {
    if (learned_.corrections.empty()) return;
    const double most = 2 * learned_.error, wanted = std::clamp(error, -most, most);
    const double step = std::min(depth + 1, 16) / 128.0;
    const auto learn = [&](double& held) { held += (wanted - held) * step; };
    learn(learned_.corrections[place(player, 0, before)]);
    for (std::size_t i = 0; i < parts.size(); ++i) learn(learned_.corrections[place(player, i + 1, parts[i])]);
  }

 private:
  static constexpr std::size_t CORRECTED = 4096, PARTS = 4;

  static std::size_t reply(int player, std::size_t before, std::size_t move) {
    return (static_cast<std::size_t>(player & 1) * MOVES + before % MOVES) * MOVES + move % MOVES;
  }

  double scaled(double known, std::uint64_t seen, double measured, double unit) const {
    if (known > 0) return margin_ * known;
    return seen < 32 ? INF : std::max(0.5 * unit, margin_ * measured);
  }
  static std::size_t place(int player, std::size_t part, std::uint64_t key) {
    return (2 * part + static_cast<std::size_t>(player & 1)) * CORRECTED + key % CORRECTED;
  }
  static void average(double& mean, std::uint64_t& count, double next) {
    ++count;
    mean += (next - mean) / static_cast<double>(std::min<std::uint64_t>(count, 2048));
  }

  double margin_ = 1, known_error_ = 0, known_deep_error_ = 0;
  std::array<std::array<float, 64>, 64> reductions_{};
  Learned learned_;
};

// The bare searches leave nothing out.
template <bool Prune>
struct Bare;
template <bool Prune>
class Experience<Bare<Prune>> {
 protected:
  static void prepare(const Features&) {}
  static void recall(const Features&, Learned*) {}
  static Learned learned() { return {}; }
  static float reply_credit(int, std::size_t, std::size_t, std::size_t) { return 0; }
  static void answered(int, std::size_t, std::size_t, std::size_t, float) {}
  static float noisy_credit(int, std::size_t) { return 0; }
  static void credit_noisy(int, std::size_t, float) {}
  static float reduction(int, std::size_t) { return 0; }
  static double noise(double) { return INF; }
  static double deep_noise(double) { return INF; }
  static double error() { return 0; }
  static double tempo(double) { return 0; }
  static void saw_gain(double) {}
  static void saw_error(double) {}
  static void saw_deep_error(double) {}
  template <class Keys>
  static double correction(int, std::size_t, const Keys&) {
    return 0;
  }
  template <class Keys>
  static void correct(int, std::size_t, const Keys&, double, int) {}
};

}  // namespace zermelo
