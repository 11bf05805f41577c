// What an evaluation by a network costs: nanoseconds, from nothing and from the position before, by form and width.
//
//   c++ -std=c++20 -O3 -march=native -Isrc/zermelo bench/networks.cpp -o networks && ./networks
//
// Random positions of 24 features among 420, as mini-chess has, of which a move changes 1 to 3 on either side. The best of
// several runs counts. Listing the features is the game's work and not part of it.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "core/network_code.hpp"

namespace zermelo {

namespace {

constexpr int FEATURES = 420, HELD = 24, POSITIONS = 4096, RUNS = 15;
using Pair = std::array<FeatureList, 2>;

std::vector<std::int16_t> draw(Random& random, std::size_t count, int largest) {
  std::vector<std::int16_t> list(count);
  for (auto& each : list) each = static_cast<std::int16_t>(static_cast<int>(random.below(2 * largest + 1)) - largest);
  return list;
}

// A game of so many moves, if they are `near`; else positions that have nothing to do with each other.
std::vector<Pair> positions(Random& random, bool near) {
  std::vector<Pair> all(POSITIONS);
  for (std::size_t n = 0; n < all.size(); ++n)
    for (std::size_t side = 0; side < 2; ++side) {
      FeatureList& list = all[n][side];
      if (near && n > 0) list = all[n - 1][side];
      while (list.size() < HELD) {
        const auto feature = static_cast<std::uint32_t>(random.below(FEATURES));
        if (std::find(list.begin(), list.end(), feature) == list.end()) list.push_back(feature);
      }
      if (!near || n == 0) continue;
      const std::size_t at = random.below(list.size());
      std::uint32_t feature = list[at];
      while (std::find(list.begin(), list.end(), feature) != list.end())
        feature = static_cast<std::uint32_t>(random.below(FEATURES));
      list[at] = feature;  // a man moves: one feature less, one more
    }
  for (Pair& each : all)
    for (FeatureList& list : each) std::sort(list.begin(), list.end());
  return all;
}

double nanoseconds(const Network& network, const std::vector<Pair>& all, double& sink) {
  double least = 1e300;
  for (int run = 0; run < RUNS; ++run) {
    Accumulators accumulators(&network);
    const auto began = std::chrono::steady_clock::now();
    for (std::size_t n = 0; n < all.size(); ++n)
      sink += accumulators.judge(all[n][0], all[n][1], static_cast<int>(n & 1), static_cast<int>(n & 7));
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - began;
    least = std::min(least, took.count() / POSITIONS);
  }
  return least;
}

}  // namespace

}  // namespace zermelo

int main() {
  using namespace zermelo;
  Random random(1);
  const std::vector<Pair> far = positions(random, false), near = positions(random, true);
  double sink = 0;
  std::printf("hidden  form     from nothing  changed\n");
  for (const int hidden : {32, 64, 128, 256}) {
    const auto width = static_cast<std::size_t>(hidden);
    const Network network(FEATURES, hidden, 400, draw(random, FEATURES * width, 100), draw(random, width, 100),
                          draw(random, 2 * width, 127), 0);
    for (const char* form : {"plain", "avx2", "avx512"}) {
      setenv("ZERMELO_NETWORK", form, 1);
      if (!has_form(form[0] == 'p' ? NetworkForm::plain : form[3] == '2' ? NetworkForm::avx2 : NetworkForm::avx512))
        continue;
      const double fresh = nanoseconds(network, far, sink), changed = nanoseconds(network, near, sink);
      std::printf("%6d  %-7s  %9.0f ns  %4.0f ns\n", hidden, form, fresh, changed);
    }
  }
  return sink == 0.125 ? 1 : 0;
}
