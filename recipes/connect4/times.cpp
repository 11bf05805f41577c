// How long the solver takes without the table of first positions: random positions, each from a cold start.
//
//   times STONES COUNT [SEED]
//
// One line each for knowing who wins, for that and a move that keeps it, and for that and what every move is worth: nodes and
// seconds of CPU time (mean, median, 99 %, most).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "stones.hpp"

namespace zermelo::connect4 {

namespace {

double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Stones random_position(int stones, std::mt19937& draw) {
  for (Stones p{0, 0};; p = {0, 0}) {
    while (std::popcount(p.mask) < stones) {
      std::vector<Stones> next;
      p.children([&](const Stones& child) { next.push_back(child); });
      // A move that wins counts among those to draw from: the game is over, and another one is begun.
      const std::size_t moves = static_cast<std::size_t>(std::popcount(possible_moves(SIZE, p.mask)));
      const std::size_t drawn = draw() % moves;
      if (drawn >= next.size()) break;
      p = next[drawn];
    }
    if (std::popcount(p.mask) == stones) return p;
  }
}

struct Costs {
  std::vector<double> nodes, seconds;
  void add(double more_nodes, double more_seconds) {
    nodes.push_back(more_nodes);
    seconds.push_back(more_seconds);
  }
  static void print(std::vector<double> values, const char* form) {
    std::sort(values.begin(), values.end());
    double sum = 0;
    for (const double value : values) sum += value;
    const std::size_t count = values.size();
    for (const double value :
         {sum / static_cast<double>(count), values[count / 2], values[count * 99 / 100], values.back()})
      std::printf(form, value);
  }
  void report(const char* what) const {
    std::printf("%-9s nodes", what);
    print(nodes, " %9.0f");
    std::printf("   seconds");
    print(seconds, " %7.4f");
    std::printf("\n");
  }
};

class Trial {
 public:
  Trial(int stones, unsigned seed) : stones_(stones), draw_(seed), solver_(SIZE, 64 << 20) {}

  void once() {
    const Stones p = random_position(stones_, draw_);
    solver_.forget();
    count_.nodes = 0;
    const double start = cpu();
    const auto note = [&](Costs& costs) { costs.add(static_cast<double>(count_.nodes), cpu() - start); };
    const int worth = sign(p);
    note(who_wins_);
    if (!p.wins_now() && worth >= 0) keep(p, worth);
    note(with_move_);
    if (!p.wins_now()) p.children([&](const Stones& child) { sign(child); });
    note(with_all_);
  }

  void report() const {
    who_wins_.report("who wins");
    with_move_.report("+ move");
    with_all_.report("+ all");
  }

 private:
  bool at_least(const Stones& p, int worth) {
    return p.wins_now() || solver_.solve(p.mine, p.mask, worth - 1, worth, count_) >= worth;
  }

  int sign(const Stones& p) {
    if (std::popcount(p.mask) % 2 == 0) return at_least(p, 1) ? 1 : at_least(p, 0) ? 0 : -1;
    return !at_least(p, 0) ? -1 : at_least(p, 1) ? 1 : 0;
  }

  // The first move that keeps what the position is worth, from the middle outwards; the last one needs no search.
  void keep(const Stones& p, int worth) {
    std::vector<Stones> next;
    p.children([&](const Stones& child) { next.push_back(child); });
    std::stable_sort(next.begin(), next.end(),
                     [](const Stones& a, const Stones& b) { return a.from_middle() < b.from_middle(); });
    for (std::size_t i = 0; i + 1 < next.size(); ++i)
      if (!at_least(next[i], 1 - worth)) return;
  }

  int stones_;
  std::mt19937 draw_;
  Solver<Size> solver_;
  Count count_;
  Costs who_wins_, with_move_, with_all_;
};

}  // namespace

}  // namespace zermelo::connect4

int main(int count, char** arguments) {
  if (count < 3) return std::fprintf(stderr, "times STONES COUNT [SEED]\n"), 2;
  zermelo::connect4::Trial trial(std::atoi(arguments[1]),
                                 count > 3 ? static_cast<unsigned>(std::atoi(arguments[3])) : 1);
  for (int i = 0; i < std::atoi(arguments[2]); ++i) trial.once();
  trial.report();
  return 0;
}
