// Playing with hidden hands: many deals that agree with what the player has seen, each solved with all cards open, and
// the card that does best on average (M. Ginsberg, "GIB: Imperfect information in a computationally challenging game",
// JAIR 14, 2001). What is averaged are open-card results: docs/bridge.md says what that gets wrong.
#pragma once

#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

#include "eval.hpp"

namespace zermelo::bridge {

enum class Aim { tricks, score, make };

struct Average {
  int card = 0;
  double mean = 0, error = 0;  // for the side that plays; the standard error of the mean
};

struct Verdict {
  std::vector<Average> cards;  // the best first; equal averages in the order of the seed
  int worlds = 0;
  bool decided = false;  // the best is ahead of every other by more than chance explains
  const char* stopped = "worlds";
};

struct Sampling {
  int worlds = 64, batch = 16, threads = 1;
  std::uint64_t seed = 0;
  Aim aim = Aim::tricks;
  double megabytes = 64, sure = 3.0;  // standard errors between the best card and the next that end the sampling
};

// World i depends on the seed and i alone, so that the number of threads changes nothing.
class MonteCarlo {
 public:
  MonteCarlo(const Position& position, const Sampling& plan, Control& control)
      : position_(position), plan_(plan), control_(control), dealer_(position.knowledge(position.turn())) {
    MoveList<Position::Move> list;
    position.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) cards_.push_back(list[i].move);
    sum_.resize(cards_.size());
    squares_.assign(cards_.size(), std::vector<double>(cards_.size()));
  }

  Verdict run() {
    Verdict verdict;
    try {
      while (cards_.size() > 1 && done_ < plan_.worlds) {
        add_batch(std::min(plan_.batch, plan_.worlds - done_));
        if (decided()) {
          verdict.decided = true;
          verdict.stopped = "decided";
          break;
        }
      }
    } catch (const Stopped& stop) {
      verdict.stopped = stop.why;
    }
    if (cards_.size() == 1) verdict.stopped = "forced", verdict.decided = true;
    verdict.worlds = done_;
    verdict.cards = averages();
    return verdict;
  }

 private:
  void add_batch(int size) {
    std::vector<std::vector<double>> values(static_cast<std::size_t>(size));
    const int first = done_;
    std::atomic<int> next{0};
    std::exception_ptr trouble;
    std::mutex mutex;
    const auto work = [&](bool main) {
      try {
        Watch watch(control_, main);
        for (int i; (i = next++) < size;) values[static_cast<std::size_t>(i)] = world(first + i, watch);
      } catch (...) {
        next = size;
        const std::lock_guard lock(mutex);
        if (!trouble || main) trouble = std::current_exception();
      }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < std::min(plan_.threads, size); ++i) others.emplace_back(work, false);
    work(true);
    if (trouble) control_.finished = true;
    for (auto& each : others) each.join();
    for (const auto& each : values) {
      if (each.empty()) break;  // the time was up
      count_in(each);
      ++done_;
    }
    if (trouble) std::rethrow_exception(trouble);
  }

  // The value of every card on one deal.
  std::vector<double> world(int number, Watch& watch) const {
    Random random(mix(plan_.seed ^ mix(static_cast<std::uint64_t>(number) + 1)));
    const Position deal = position_.with(dealer_.draw(random));
    Solver& solver = solver_at(deal, plan_.megabytes);
    const int side = position_.seat & 1, declaring = position_.contract().declarer & 1;
    const int left = count(deal.held(deal.seat));
    std::vector<double> values(cards_.size());
    const auto note = [&](Cards run, double value) {
      for (std::size_t i = 0; i < cards_.size(); ++i)
        if (run & card_bit(cards_[i])) values[i] = value;
    };
    if (plan_.aim == Aim::make) {
      const int missing = position_.contract().target() - position_.won[declaring];
      const int need = declaring == 0 ? missing : left + 1 - missing;  // of north-south
      for (const CardValue& each : solver.cards_reaching(need, watch))
        note(each.run, (each.tricks == 1) == (side == 0));
      return values;
    }
    for (const CardValue& each : solver.cards(solver.guess(), watch)) {
      const int mine = position_.won[side] + each.tricks;
      note(each.run, plan_.aim == Aim::tricks ? mine : position_.worth(side, mine));
    }
    return values;
  }

  void count_in(const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum_[i] += values[i];
      for (std::size_t j = 0; j < values.size(); ++j) {
        const double x = i == j ? values[i] : values[i] - values[j];
        squares_[i][j] += x * x;
      }
    }
  }

  // The standard error of a mean, or of the difference of two.
  double error(std::size_t i, std::size_t j) const {
    const double n = done_, mean = (i == j ? sum_[i] : sum_[i] - sum_[j]) / n;
    return n < 2 ? 0 : std::sqrt(std::max(0.0, squares_[i][j] / n - mean * mean) / (n - 1));
  }

  bool decided() const {
    const std::size_t best = static_cast<std::size_t>(std::max_element(sum_.begin(), sum_.end()) - sum_.begin());
    for (std::size_t i = 0; i < cards_.size(); ++i)
      if (i != best && sum_[best] - sum_[i] <= plan_.sure * error(best, i) * done_) return false;
    return true;
  }

  std::vector<Average> averages() const {
    std::vector<Average> result;
    for (std::size_t i = 0; i < cards_.size(); ++i)
      result.push_back({cards_[i], done_ ? sum_[i] / done_ : 0, done_ ? error(i, i) : 0});
    Random random(mix(plan_.seed ^ 0x7469657aULL));
    for (std::size_t i = result.size(); i > 1; --i) std::swap(result[i - 1], result[random.below(i)]);
    std::stable_sort(result.begin(), result.end(), [](auto& a, auto& b) { return a.mean > b.mean + 1e-9; });
    return result;
  }

  const Position position_;
  const Sampling plan_;
  Control& control_;
  const Dealer dealer_;
  std::vector<int> cards_;
  std::vector<double> sum_;
  std::vector<std::vector<double>> squares_;  // of each value, and of the differences of two
  int done_ = 0;
};

}  // namespace zermelo::bridge
