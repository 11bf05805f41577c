// What the vector kernels of the games cost in the form that this program is compiled for, and what they find.
//
//   c++ -std=c++20 -O3 -march=… -Isrc/zermelo bench/kernels.cpp -o kernels && ./kernels
//
// kernels.py builds and runs it for AVX-512, AVX2 and plain x86-64. Weights are random: time and rounding do not depend on them.
// A line each: name, nanoseconds of CPU time (the best of several runs), then numbers to compare.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "core/random.hpp"
#include "games/backgammon/network.hpp"
#include "games/othello/patterns.hpp"

namespace zermelo {

namespace {

constexpr int RUNS = 15;

double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

template <class Work>
double nanoseconds(std::size_t count, Work work) {
  double least = 1e300;
  for (int run = 0; run < RUNS; ++run) {
    const double began = now();
    work();
    least = std::min(least, (now() - began) / static_cast<double>(count));
  }
  return least;
}

backgammon::Board drawn(Random& random) {
  backgammon::Board board{};
  for (std::size_t side = 0; side < 2; ++side)
    for (int man = 0; man < backgammon::MEN; ++man) ++board.men[side][random.below(24)];
  return board;
}

void backgammon_network(int hidden, int second) {
  using namespace backgammon;
  Random random(1);
  Layers layers{hidden, second, {}};
  for (std::size_t i = 0; i < Layers::count(hidden, second); ++i)
    layers.weights.push_back(static_cast<float>(random.unit() - 0.5) * 0.2f);
  const Network network(layers);
  std::vector<Board> boards;
  for (int i = 0; i < 64 * TEAM; ++i) boards.push_back(drawn(random));
  std::vector<Chances> found(boards.size());
  const double took = nanoseconds(boards.size(), [&] {
    for (std::size_t i = 0; i < boards.size(); i += TEAM) {
      const Board* team[TEAM];
      for (std::size_t k = 0; k < TEAM; ++k) team[k] = &boards[i + k];
      network.of(team, TEAM, &found[i]);
    }
  });
  std::printf("backgammon_%d_%d %.1f", hidden, second, took);
  for (std::size_t i = 0; i < found.size(); i += 37) std::printf(" %.9g %.9g", found[i].win, found[i].lose_gammon);
  std::printf("\n");
}

void othello_patterns() {
  using namespace othello;
  Random random(2);
  std::vector<std::int16_t> numbers(WEIGHT_COUNT);
  for (auto& each : numbers) each = static_cast<std::int16_t>(static_cast<int>(random.below(2001)) - 1000);
  const Weights weights(numbers);
  struct Step {
    int square;
    u64 turned;
  };
  std::vector<Indices> before;
  std::vector<Step> steps;
  for (int i = 0; i < 256; ++i) {
    u64 me = 0, opp = 0;
    for (int square = 1; square < 64; ++square) (random.below(3) == 0 ? me : random.below(2) ? opp : me) |= bit(square);
    opp &= ~me;
    before.push_back(Indices::of(me, opp));
    u64 turned = 0;
    for (int k = 0; k < 4; ++k) turned |= opp & bit(static_cast<int>(1 + random.below(63)));
    steps.push_back({0, turned});
  }
  long long sum = 0;
  const double took = nanoseconds(before.size() * 64, [&] {
    sum = 0;
    for (int round = 0; round < 64; ++round)
      for (std::size_t i = 0; i < before.size(); ++i)
        sum += weights.sum(before[i].after(steps[i].square, steps[i].turned), 20 + (round & 15));
  });
  std::printf("othello_patterns %.1f %lld\n", took, sum);
}

}  // namespace

}  // namespace zermelo

int main() {
  zermelo::backgammon_network(128, 0);
  zermelo::backgammon_network(256, 64);
  zermelo::othello_patterns();
}
