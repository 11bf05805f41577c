// A small network as an evaluation, for any game that says which features a position has.
//
// Two perspectives share the first layer: acc[p] = b1 + Σ W1[f] over what is true seen from player p. The hidden units are
// clipped to 0 … QA and squared; the output weighs the mover's first, then the other's:
//
//     logit = (Σ act(acc)·w2 / QA + b2) / (QA · QB),    value for the mover = logit · scale
//
// A policy, if there is one, has a row of such weights for each move: its logit is how promising the move looks (puct.hpp).
//
// All is whole numbers of 16 bits up to the last division, with sums that wrap, so that every form of the code (plain,
// AVX2, AVX-512) gives the same number, and an accumulator that was changed feature by feature the same as a fresh one.
//
// Yu Nasu 2018 (efficiently updatable networks). The code behind is in network_code.hpp, compiled once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game.hpp"

namespace zermelo {

// The sums of a perspective's hidden units, kept where vector instructions like them.
struct AlignedFree {
  void operator()(std::int16_t* memory) const;
};
using AlignedNumbers = std::unique_ptr<std::int16_t[], AlignedFree>;
AlignedNumbers aligned_numbers(std::size_t count);

// How the two loops that take the time are written; all give the same numbers.
enum class NetworkForm : std::uint8_t { plain, avx2, avx512 };
inline constexpr std::array<std::string_view, 3> NETWORK_FORMS{"plain", "avx2", "avx512"};

struct NetworkLoops {
  using Rows = std::span<const std::int16_t* const>;
  // to = from + Σ added - Σ removed; `to` may be `from`.
  void (*change)(std::int16_t* to, const std::int16_t* from, Rows added, Rows removed, int hidden);
  // Σ act(values)·weights
  std::int64_t (*output)(const std::int16_t* values, const std::int16_t* weights, int hidden);
};

// Whether this processor (and this build) can run a form, and its loops; std::invalid_argument if it cannot.
bool has_form(NetworkForm form);
const NetworkLoops& loops_of(NetworkForm form);
// The fastest there is, or the one that the environment variable ZERMELO_NETWORK asks for.
NetworkForm usual_form();

// The numbers of a network, ready to be used; never changed.
class Network {
 public:
  static constexpr int QA = 255, QB = 64;
  static constexpr int WIDEST = 512, LANES = 16;  // hidden units: a multiple of LANES
  static constexpr int MOST_FEATURES = 1 << 16;
  static constexpr int LARGEST_OUTPUT = 127;  // |w2|: so that act's square root times w2 fits into 16 bits

  // std::invalid_argument says what is wrong with the numbers.
  Network(int features, int hidden, double scale, std::span<const std::int16_t> w1, std::span<const std::int16_t> b1,
          std::span<const std::int16_t> w2, std::int32_t b2, std::span<const std::int16_t> policy = {});

  int features() const { return features_; }
  int hidden() const { return hidden_; }
  double scale() const { return scale_; }
  int moves() const { return moves_; }  // rows of the policy; 0: there is none
  // A small but real difference of two values: a quarter of a logit.
  double unit() const { return scale_ / 4; }
  // A number that differs where the weights do.
  std::uint64_t print() const { return print_; }

  const std::int16_t* row(std::uint32_t feature) const {
    return w1_.get() + static_cast<std::size_t>(feature) * static_cast<std::size_t>(hidden_);
  }
  const std::int16_t* bias() const { return b1_.get(); }
  double output(const NetworkLoops& loops, const std::int16_t* mover, const std::int16_t* other) const;
  // How promising a move looks: the logarithm of its chance, apart from a constant.
  double logit(const NetworkLoops& loops, const std::int16_t* mover, const std::int16_t* other, int move) const;
  // From nothing, by any form: for checks, and for single positions.
  double value(const FeatureList& mover, const FeatureList& other, NetworkForm form) const;

 private:
  int features_, hidden_;
  double scale_;
  AlignedNumbers w1_, b1_, w2_, policy_;
  std::int32_t b2_;
  int moves_ = 0;
  std::uint64_t print_;
};

// The accumulators of one search (of one thread), a pair for each ply. Nothing is done until a value is asked for. Then
// what is true in the position is compared with what was true when this ply, or the one above, was last asked for, and
// only the difference is added and taken away; from nothing where that is less. It does not matter which position that
// was: the difference is right for any.
class Accumulators {
 public:
  explicit Accumulators(const Network* network);

  explicit operator bool() const { return network_ != nullptr; }

  // For `player`. Where nobody is to move, `player` is taken as the mover.
  template <class G>
  [[gnu::noinline]] double value(const G& position, int player, int ply) {
    const int turn = position.turn();
    const int mover = turn >= 0 ? turn : player;
    for (const int side : {0, 1}) {
      lists_[static_cast<std::size_t>(side)].clear();
      Skill<G>::features(position, side, lists_[static_cast<std::size_t>(side)]);
    }
    const double found = judge(ply, mover);
    return mover == player ? found : -found;
  }

  // The logit of a move, by its index, at the position that was last judged at this ply.
  double logit(int mover, int ply, int move) const {
    const Slot& slot = slots_[static_cast<std::size_t>(ply)];
    const auto own = static_cast<std::size_t>(mover);
    return network_->logit(*loops_, slot.sums[own].get(), slot.sums[1 - own].get(), move);
  }

  // The value for `mover` of a position with these features, seen from player 0 and from player 1.
  double judge(const FeatureList& first, const FeatureList& second, int mover, int ply);

  std::uint64_t refreshed = 0, changed = 0;  // perspectives made from nothing, and from another

 private:
  struct Slot {
    bool filled = false;
    std::array<std::vector<std::uint64_t>, 2> bits;  // the features that the sums are of
    std::array<AlignedNumbers, 2> sums;
  };

  double judge(int ply, int mover);
  Slot& slot_at(int ply);
  void settle(Slot& slot, const Slot* above, std::size_t side);

  const Network* network_;
  const NetworkLoops* loops_ = nullptr;
  std::array<FeatureList, 2> lists_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> bits_;
  std::vector<const std::int16_t*> added_, removed_;
};

// Of a game without features.
struct NoAccumulators {
  explicit NoAccumulators(const Network*) {}
};
template <class G>
using AccumulatorsFor = std::conditional_t<HasFeatures<G>, Accumulators, NoAccumulators>;

}  // namespace zermelo
