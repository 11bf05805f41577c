// Fills the table of first plies (games/connect4/openings.hpp) with who wins, by the solver alone.
//
//   openings FILE PLY [SECONDS]
//
// Solves every position of PLY stones that FILE does not know yet, mirror images once, for at most so many seconds of CPU time.
// What follows is filled in before and after: a position is won if a move leads to a lost one, and whatever a lost
// position leads to is won. FILE is written every ten seconds of CPU time, so that it can be stopped and started again at any time.
#include "games/connect4/openings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "stones.hpp"

namespace zermelo::connect4 {

namespace {

// The solver keeps its table for so many nodes: neighbours meet again, which halves the time; then it is full of what
// was hard long ago. A larger table saves nodes and loses them to the caches.
constexpr std::uint64_t KEPT_FOR = 25'000'000;
constexpr std::size_t SOLVER_BYTES = 16 << 20;

// Positions by ply that games lead to, mirror images once, none of them over.
std::vector<std::vector<Stones>> positions(int most) {
  std::vector<std::vector<Stones>> all{{{0, 0}}};
  for (int ply = 0; ply < most; ++ply) {
    std::unordered_set<Bits> seen;
    all.emplace_back();
    for (const Stones& parent : all[static_cast<std::size_t>(ply)])
      parent.children([&](const Stones& child) {
        if (seen.insert(child.key()).second) all.back().push_back(child);
      });
  }
  return all;
}

class Work {
 public:
  explicit Work(const std::string& file) : file_(file), all_(positions(Openings::MOST)), solver_(SIZE, SOLVER_BYTES) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.size() == table_.bytes()) table_.load(text);
  }

  void solve(int ply, double seconds) {
    infer();
    double kept = cpu();
    for (const Stones& p : all_[static_cast<std::size_t>(ply)]) {
      if (seconds > 0 && cpu() > seconds) break;
      if (table_.sign(p.mine, p.mask)) continue;
      set(p, sign(p));
      if (cpu() - kept > 10) report(), kept = cpu();
    }
    infer();
    report();
  }

  void report() {
    const std::string text = table_.text(), next = file_ + ".next";
    std::ofstream(next, std::ios::binary) << text;
    if (std::rename(next.c_str(), file_.c_str()) != 0) std::exit(1);
    std::printf("%.0f s:", cpu());
    for (std::size_t ply = 0; ply < all_.size(); ++ply) {
      std::size_t known = 0;
      for (const Stones& p : all_[ply]) known += table_.sign(p.mine, p.mask).has_value();
      std::printf(" %zu/%zu", known, all_[ply].size());
    }
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  static double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

  void set(const Stones& p, int sign) {
    const Stones image = p.mirror();
    table_.set(p.mine, p.mask, sign);
    table_.set(image.mine, image.mask, sign);
  }

  // The likelier answer first: whoever began mostly wins.
  int sign(const Stones& p) {
    if (p.wins_now()) return 1;
    if (count_.nodes > KEPT_FOR) {
      solver_.forget();
      count_.nodes = 0;
    }
    if (std::popcount(p.mask) % 2 == 0) return at_least(p, 1) ? 1 : at_least(p, 0) ? 0 : -1;
    return !at_least(p, 0) ? -1 : at_least(p, 1) ? 1 : 0;
  }

  // Whether the side to move is sure of `worth`, 0 or 1. Whatever is settled on the way is kept.
  bool at_least(const Stones& p, int worth) {
    if (p.wins_now()) return true;
    if (const auto known = table_.sign(p.mine, p.mask)) return *known >= worth;
    Bounds& bounds = partly_.try_emplace(p.key(), Bounds{-1, 1}).first->second;
    if (bounds.low >= worth) return true;
    if (bounds.high < worth) return false;
    const bool found = std::popcount(p.mask) == Openings::MOST ? searched(p, worth) : by_moves(p, worth);
    if (found)
      bounds.raise(worth);
    else
      bounds.lower(worth - 1);
    if (bounds.low == bounds.high) set(p, bounds.low);
    return found;
  }

  // The same by way of its moves: what is known of them saves their search.
  bool by_moves(const Stones& p, int worth) {
    std::vector<Stones> unknown;
    bool found = false;
    p.children([&](const Stones& child) {
      const auto reply = child.wins_now() ? 1 : table_.sign(child.mine, child.mask);
      found = found || (reply && -*reply >= worth);
      if (!reply) unknown.push_back(child);
    });
    if (found) return true;
    std::sort(unknown.begin(), unknown.end(),
              [](const Stones& a, const Stones& b) { return a.from_middle() < b.from_middle(); });
    return std::any_of(unknown.begin(), unknown.end(),
                       [&](const Stones& child) { return !at_least(child, 1 - worth); });
  }

  bool searched(const Stones& p, int worth) { return solver_.solve(p.mine, p.mask, worth - 1, worth, count_) >= worth; }

  void infer() {
    for (std::size_t ply = all_.size(); ply-- > 0;)
      for (const Stones& p : all_[ply])
        if (!table_.sign(p.mine, p.mask)) infer_up(p);
    for (const auto& same_ply : all_)
      for (const Stones& p : same_ply)
        if (table_.sign(p.mine, p.mask) == -1 && std::popcount(p.mask) < Openings::MOST)
          p.children([&](const Stones& child) { set(child, 1); });
  }

  // From its children: a win if one of them is lost, and anything if all are known.
  void infer_up(const Stones& p) {
    if (p.wins_now()) return set(p, 1);
    if (std::popcount(p.mask) == Openings::MOST) return;
    bool all_known = true;
    int best = -1;
    p.children([&](const Stones& child) {
      const auto reply = table_.sign(child.mine, child.mask);
      all_known = all_known && reply;
      if (reply) best = std::max(best, -*reply);
    });
    if (best == 1 || all_known) set(p, best);
  }

  std::string file_;
  std::vector<std::vector<Stones>> all_;
  Openings table_;
  Solver<Size> solver_;
  Count count_;
  std::unordered_map<Bits, Bounds> partly_;  // of positions whose sign is not known yet
};

}  // namespace

}  // namespace zermelo::connect4

int main(int count, char** arguments) {
  if (count < 3) return std::fprintf(stderr, "openings FILE PLY [SECONDS]\n"), 2;
  zermelo::connect4::Work(arguments[1]).solve(std::atoi(arguments[2]), count > 3 ? std::atof(arguments[3]) : 0);
  return 0;
}
