// What a player may believe: positions that fit all that the player has heard, with weights.
//
// For: games whose moves are answered by what each player hears of them. All positions that fit are kept while they are few
// (exact); beyond that some of them, with weights (a particle filter). For every position kept some moves of the other are drawn,
// and where too few of them fit what is heard next, all are tried, so that a surprise that any of them allows is survived. Equal
// positions are merged, and of too many the heavy ones stay and the light ones are drawn with equal weights, which leaves every
// expectation as it was (Fearnhead and Clifford 2003). What is refused and what is not said is evidence like anything else: a
// position in which something else would have been heard goes. If none is left, the last steps are made again with more.
//
// A belief is a function of what was heard and of nothing else: its random numbers are seeded by that. So it may be kept and
// extended by what is heard next, and comes out the same as if it were made anew.
//
// A Model says what a game is to this:
//   Board, Move                        a trivially copyable position; a move of the other
//   bool is_own(heard)                 whether what was heard is of the player's own move
//   bool follow(board, heard, next)    the player's own move: whether it would have been answered so
//   void choices(board, out)           what the other may do there, legal or not, with its relative odds
//   Fit reply(board, move, heard, next)
//   uint64 key(board)                  equal for positions that go on alike
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "game.hpp"

namespace zermelo {

enum class Fit : std::uint8_t { illegal, otherwise, fits };

template <class Move>
struct Option {
  Move move;
  double odds;
};

struct BeliefLimits {
  std::size_t exact = 10'000;     // most positions that are all kept
  std::size_t particles = 3'000;  // and how many when they are more
};

template <class Model>
class Belief {
 public:
  using Board = typename Model::Board;
  using Move = typename Model::Move;
  using Heard = std::uint64_t;

  Belief(const Board& start, const BeliefLimits& limits) : limits_(limits) {
    trail_.push_back(std::make_shared<const Moment>(Moment{{start}, {1.0}, {1.0}, nullptr, 0, true}));
    start_ = trail_.back();
  }

  std::size_t size() const { return now().boards.size(); }
  bool exact() const { return now().exact; }  // all that is possible, each with its probability
  const Board& board(std::size_t i) const { return now().boards[i]; }
  double weight(std::size_t i) const { return now().weights[i]; }

  // Takes in something more that was heard; false if no position was found that fits.
  bool hear(const Model& model, Heard heard) {
    heard_.push_back(heard);
    auto next = step(model, now(), heard, limits_.particles);
    for (const Repair& each : REPAIRS) {
      if (next) break;
      next = repaired(model, each);
    }
    if (!next) return false;
    trail_.push_back(std::move(next));
    if (trail_.size() > LONGEST_REPAIR + 1) trail_.erase(trail_.begin());
    return true;
  }

  std::size_t drawn(Random& random) const {
    const auto& upto = now().upto;
    const auto found = std::upper_bound(upto.begin(), upto.end(), random.unit() * upto.back());
    return std::min(static_cast<std::size_t>(found - upto.begin()), upto.size() - 1);
  }

  // The other's moves that led to a board, first to last.
  std::vector<Move> moves_to(std::size_t i) const {
    std::vector<Move> all;
    for (const Step* at = now().steps.get(); at; at = at->before.get()) {
      const Link& link = at->links[i];
      if (!at->own) all.push_back(link.move);
      i = link.parent;
    }
    std::reverse(all.begin(), all.end());
    return all;
  }

 private:
  struct Link {
    std::uint32_t parent;
    Move move;
  };
  struct Step {  // how the boards before became those after
    std::shared_ptr<const Step> before;
    std::vector<Link> links;
    bool own;
  };
  struct Moment {  // what was believed at some time
    std::vector<Board> boards;
    std::vector<double> weights, upto;
    std::shared_ptr<const Step> steps;
    std::uint64_t history;  // a hash of what was heard: the seed of what follows
    bool exact;
  };
  using Past = std::shared_ptr<const Moment>;
  struct Growth {  // boards that are being found
    std::vector<Board> boards;
    std::vector<double> weights;
    std::vector<Link> links;
    std::unordered_map<std::uint64_t, std::uint32_t> places;
  };
  struct Repair {
    std::size_t back, times;  // steps; as many particles
  };
  static constexpr std::size_t LONGEST_REPAIR = 16;
  static constexpr std::array<Repair, 2> REPAIRS{{{6, 8}, {LONGEST_REPAIR, 24}}};
  static constexpr int DRAWS = 2;  // moves of the other that are drawn for each particle

  const Moment& now() const { return *trail_.back(); }

  // Goes some steps back and comes again with more particles.
  Past repaired(const Model& model, const Repair& repair) const {
    const bool all = repair.back >= heard_.size();
    if (!all && repair.back + 1 > trail_.size()) return nullptr;
    Past at = all ? start_ : trail_[trail_.size() - repair.back];
    const std::size_t from = all ? 0 : heard_.size() - repair.back;
    for (std::size_t i = from; i < heard_.size() && at; ++i)
      at = step(model, *at, heard_[i], i + 1 == heard_.size() ? limits_.particles : limits_.particles * repair.times);
    return at;
  }

  // What is believed after `heard`; null if nothing is left.
  Past step(const Model& model, const Moment& before, Heard heard, std::size_t particles) const {
    const std::uint64_t history = mix(before.history + heard + 1);
    Random random(mix(history + particles));
    Growth next;
    const bool own = model.is_own(heard);
    if (own)
      follow(model, before, heard, next);
    else if (before.exact || !draw(model, before, heard, particles, next, random))
      expand(model, before, heard, next, random);
    if (next.boards.empty()) return nullptr;
    const bool exact = before.exact && next.boards.size() <= limits_.exact;
    if (!exact && next.boards.size() > particles) thin(next, particles, random);
    Moment after{std::move(next.boards), std::move(next.weights), {}, nullptr, history, exact};
    double sum = 0, upto = 0;
    for (const double weight : after.weights) sum += weight;
    for (double& weight : after.weights) after.upto.push_back(upto += (weight /= sum));
    after.steps = std::make_shared<const Step>(Step{before.steps, std::move(next.links), own});
    return std::make_shared<const Moment>(std::move(after));
  }

  static void follow(const Model& model, const Moment& before, Heard heard, Growth& next) {
    Board after;
    for (std::size_t i = 0; i < before.boards.size(); ++i)
      if (model.follow(before.boards[i], heard, after)) {
        next.boards.push_back(after);
        next.weights.push_back(before.weights[i]);
        next.links.push_back({static_cast<std::uint32_t>(i), Move{}});
      }
  }

  // Draws some moves of the other for each board, by their odds; false if too few of them fit.
  static bool draw(const Model& model, const Moment& before, Heard heard, std::size_t particles, Growth& next,
                   Random& random) {
    std::vector<Option<Move>> options;
    Board after;
    for (std::size_t i = 0; i < before.boards.size(); ++i) {
      options.clear();
      model.choices(before.boards[i], options);
      for (int drawn = 0; drawn < DRAWS && !options.empty();) {
        const std::size_t which = chosen(options, random);
        const Move move = options[which].move;
        const Fit fit = model.reply(before.boards[i], move, heard, after);
        if (fit == Fit::illegal) {
          options[which] = options.back();
          options.pop_back();
          continue;
        }
        ++drawn;
        if (fit == Fit::fits)
          add(model, next, after, before.weights[i] / DRAWS, {static_cast<std::uint32_t>(i), move}, random);
      }
      if (i == before.boards.size() / 8 && next.boards.size() < particles / 32) break;
    }
    if (next.boards.size() >= particles / 4) return true;
    next = {};
    return false;
  }

  static std::size_t chosen(const std::vector<Option<Move>>& options, Random& random) {
    double most = 0;
    for (const Option<Move>& each : options) most = std::max(most, each.odds);
    while (true) {
      const std::size_t which = random.below(options.size());
      if (options[which].odds >= most || random.unit() * most < options[which].odds) return which;
    }
  }

  // Every move of the other, in every board, that would have sounded like this.
  static void expand(const Model& model, const Moment& before, Heard heard, Growth& next, Random& random) {
    std::vector<Option<Move>> options;
    std::vector<std::pair<Board, Option<Move>>> fitting;
    Board after;
    for (std::size_t i = 0; i < before.boards.size(); ++i) {
      options.clear();
      fitting.clear();
      model.choices(before.boards[i], options);
      double all = 0;
      for (const Option<Move>& each : options) {
        const Fit fit = model.reply(before.boards[i], each.move, heard, after);
        if (fit == Fit::illegal) continue;
        all += each.odds;
        if (fit == Fit::fits) fitting.emplace_back(after, each);
      }
      for (const auto& [board, option] : fitting)
        add(model, next, board, before.weights[i] * option.odds / all, {static_cast<std::uint32_t>(i), option.move},
            random);
    }
  }

  // A board that was met already gets more weight; which way led there is drawn by the weights.
  static void add(const Model& model, Growth& next, const Board& board, double weight, const Link& link,
                  Random& random) {
    const auto [place, fresh] =
        next.places.try_emplace(model.key(board), static_cast<std::uint32_t>(next.boards.size()));
    if (fresh) {
      next.boards.push_back(board);
      next.weights.push_back(weight);
      next.links.push_back(link);
      return;
    }
    double& sum = next.weights[place->second];
    sum += weight;
    if (random.unit() * sum < weight) next.links[place->second] = link;
  }

  // Keeps about so many: whatever weighs more than its share, and of the rest some, drawn evenly.
  static void thin(Growth& next, std::size_t particles, Random& random) {
    const double share = share_of(next.weights, particles);
    double carried = random.unit();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < next.boards.size(); ++i) {
      double weight = next.weights[i];
      if (weight < share) {
        carried += weight / share;
        if (carried < 1) continue;
        carried -= 1;
        weight = share;
      }
      next.boards[kept] = next.boards[i];
      next.weights[kept] = weight;
      next.links[kept++] = next.links[i];
    }
    next.boards.resize(kept);
    next.weights.resize(kept);
    next.links.resize(kept);
  }

  // The weight that one of the drawn has, so that all together are as many as wanted.
  static double share_of(const std::vector<double>& weights, std::size_t particles) {
    double share = 0;
    for (int round = 0; round < 50; ++round) {
      double light = 0;
      std::size_t heavy = 0;
      for (const double weight : weights) {
        if (round > 0 && weight >= share)
          ++heavy;
        else
          light += weight;
      }
      if (heavy >= particles) return share;
      const double next = light / static_cast<double>(particles - heavy);
      if (round > 0 && next >= share * (1 - 1e-12)) return share;
      share = next;
    }
    return share;
  }

  BeliefLimits limits_;
  std::vector<Heard> heard_;
  Past start_;
  std::vector<Past> trail_;  // the last moments, the present one at the end
};

// The beliefs that were asked for last, so that a game that goes on, or a search that draws often, need not begin anew.
template <class Model>
class BeliefCache {
 public:
  using Shared = std::shared_ptr<const Belief<Model>>;

  // What is believed after all of this was heard; null if nothing that fits was found. `place` tells games and players apart.
  Shared find(std::uint64_t place, const Model& model, const typename Model::Board& start,
              const std::vector<std::uint64_t>& heard, const BeliefLimits& limits) {
    std::vector<std::uint64_t> names{mix(place + limits.particles + (limits.exact << 20))};
    for (const std::uint64_t each : heard) names.push_back(mix(names.back() + each) + 1);
    if (was_in_vain(names)) return nullptr;
    std::size_t known = heard.size() + 1;
    Shared base;
    while (known > 0 && !(base = look(names[known - 1]))) --known;
    if (base && known == heard.size() + 1) return base;
    auto grown = std::make_shared<Belief<Model>>(base ? *base : Belief<Model>(start, limits));
    for (std::size_t i = base ? known - 1 : 0; i < heard.size(); ++i)
      if (!grown->hear(model, heard[i])) {
        give_up(names[i + 1]);
        return nullptr;
      }
    keep(names.back(), grown);
    return grown;
  }

 private:
  static constexpr std::size_t MOST = 6;
  struct Kept {
    std::uint64_t name;
    Shared belief;
  };

  Shared look(std::uint64_t name) {
    const std::lock_guard lock(mutex_);
    for (const Kept& each : kept_)
      if (each.name == name) return each.belief;
    return nullptr;
  }
  void keep(std::uint64_t name, Shared belief) {
    const std::lock_guard lock(mutex_);
    if (kept_.size() == MOST) kept_.erase(kept_.begin());
    kept_.push_back({name, std::move(belief)});
  }

  // Where nothing was found once, nothing is found later.
  bool was_in_vain(const std::vector<std::uint64_t>& names) {
    const std::lock_guard lock(mutex_);
    return std::any_of(names.begin(), names.end(), [this](std::uint64_t name) { return vain_.count(name) > 0; });
  }
  void give_up(std::uint64_t name) {
    const std::lock_guard lock(mutex_);
    if (vain_.size() == MOST_VAIN) vain_.clear();
    vain_.insert(name);
  }

  static constexpr std::size_t MOST_VAIN = 10'000;
  std::mutex mutex_;
  std::vector<Kept> kept_;
  std::unordered_set<std::uint64_t> vain_;
};

}  // namespace zermelo
