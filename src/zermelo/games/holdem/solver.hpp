// Equilibria of hold'em from a flop, a turn or a river on, by regret minimisation over whole ranges.
//
// The tree is that of what both players see: bets and cards. A walk carries the other player's range along as a row of
// weights, one a hand, and comes back with a row of values, one for each hand of the player who learns. On the last street
// the ends of all lines are collected first and evaluated side by side (showdown.hpp). Players take turns; strategies
// follow from regrets; the average is what has been learned.
//
// Values are chips won or lost, half of the pot being each player's own, times the weights of the hands they were won
// from. Johanson et al. 2011 (public trees, showdowns by sorted hands); Brown and Sandholm 2019 (discounting).
#pragma once

#include <memory>
#include <numeric>

#include "betting.hpp"
#include "core/clock.hpp"
#include "regrets.hpp"
#include "showdown.hpp"

namespace zermelo::holdem {

// Rows of numbers, one a hand, that are taken and given back like a stack.
class Rows {
 public:
  explicit Rows(std::size_t length) : length_(length) {}

  // `count` rows, one behind the other.
  float* take(std::size_t count) {
    const std::size_t wanted = count * length_;
    if (block_ == blocks_.size() || used_ + wanted > blocks_[block_].size) next_block(wanted);
    float* const row = blocks_[block_].numbers.get() + used_;
    used_ += wanted;
    return row;
  }
  std::size_t length() const { return length_; }

  // Gives back, at the end of a scope, all that was taken in it.
  class Scope {
   public:
    explicit Scope(Rows& rows) : rows_(rows), block_(rows.block_), used_(rows.used_) {}
    ~Scope() {
      rows_.block_ = block_;
      rows_.used_ = used_;
    }
    Scope(const Scope&) = delete;

   private:
    Rows& rows_;
    std::size_t block_, used_;
  };

 private:
  static constexpr std::size_t USUAL = 64;  // rows of a block
  struct Free {
    void operator()(float* numbers) const { ::operator delete[](numbers, std::align_val_t{64}); }
  };
  struct Block {
    std::unique_ptr<float[], Free> numbers;
    std::size_t size;
  };

  void next_block(std::size_t wanted) {
    if (block_ < blocks_.size()) ++block_;
    used_ = 0;
    if (block_ < blocks_.size() && blocks_[block_].size >= wanted) return;
    const std::size_t size = std::max(wanted, USUAL * length_);
    Block fresh{std::unique_ptr<float[], Free>(
                    static_cast<float*>(::operator new[](size * sizeof(float), std::align_val_t{64}))),
                size};
    if (block_ < blocks_.size())
      blocks_[block_] = std::move(fresh);
    else
      blocks_.push_back(std::move(fresh));
  }

  std::size_t length_, block_ = 0, used_ = 0;
  std::vector<Block> blocks_;
};

// What a spot is, before anything is computed.
struct Setting {
  std::vector<int> board;
  std::array<std::vector<float>, 2> weights;  // of all pairs of cards
  Betting betting;
  bool isomorphism = true;
  double gains = 1.5, losses = 0.5, plans = 5;
};

struct Line;

// What a line of bets and cards has come to, for both players.
struct Report {
  Kind kind = Kind::decision;
  int player = 0;
  std::vector<std::string> names;
  std::vector<int> cards;  // that may come
  double put[2] = {0, 0};
  std::array<std::vector<double>, 2> reach, met, values, equity;  // per hand; NaN: cannot be held
  std::vector<std::vector<double>> shares, action_values;         // per action and hand of the player to act
};

// One spot and all that is known of it, with numbers of one kind.
class AnySolver {
 public:
  virtual ~AnySolver() = default;
  virtual void iterate(Watch& watch) = 0;
  virtual std::array<double, 2> best_responses(Watch& watch) = 0;
  virtual double value(Watch& watch) = 0;
  virtual Report report(const std::vector<int>& path, bool values, Watch& watch) = 0;

  std::uint64_t iterations = 0;
};

// The tree and the boards of a spot, which is all that has to be known to tell how much memory it takes.
class Spot {
 public:
  explicit Spot(const Setting& setting)
      : setting_(setting), deals(setting.board, setting.weights, setting.isomorphism), tree(setting.betting) {
    for (BetNode& node : tree.nodes) {
      if (node.kind != Kind::decision) continue;
      node.rows = cells;
      node.scale = decisions;
      decisions += deals.deals[node.street].size();
      cells += cells_of(node) * deals.deals[node.street].size();
    }
    total = pairs();
  }

  const Setting& setting() const { return setting_; }

  // Regrets and strategies of a node on one board.
  std::size_t cells_of(const BetNode& node) const {
    return 2 * node.children.size() * deals.ranges[node.player].padded;
  }

  // Bytes that solving takes, with numbers of so many bytes.
  std::size_t memory(std::size_t cell) const {
    const std::size_t row = std::max(deals.ranges[0].padded, deals.ranges[1].padded) * sizeof(float);
    return cells * cell + (cell == 4 ? 0 : 2 * decisions * sizeof(float)) + deals.bytes() +
           tree.nodes.size() * sizeof(BetNode) + row * (2 * longest_river() + 128);
  }

  // Weights of all pairs of hands that can be out together.
  double pairs() const {
    double sum = 0;
    std::array<double, DECK> cards{};
    const Range &first = deals.ranges[0], &second = deals.ranges[1];
    for (std::size_t h = 0; h < second.size; ++h) {
      sum += second.weight[h];
      cards[second.high[h]] += second.weight[h];
      cards[second.low[h]] += second.weight[h];
    }
    double all = 0;
    for (std::size_t h = 0; h < first.size; ++h) {
      const int same = second.place[static_cast<std::size_t>(pair_index(first.high[h], first.low[h]))];
      all += first.weight[h] * (sum - cards[first.high[h]] - cards[first.low[h]] +
                                (same < 0 ? 0.0 : second.weight[static_cast<std::size_t>(same)]));
    }
    return all;
  }

 private:
  std::size_t longest_river() const {
    std::size_t most = 0;
    const std::size_t last = setting_.betting.bets.size() - 1;
    for (const BetNode& node : tree.nodes)
      if (node.street == last) most = std::max(most, static_cast<std::size_t>(node.end - (&node - tree.nodes.data())));
    return most;
  }

  Setting setting_;

 public:
  Deals deals;
  BetTree tree;
  std::size_t cells = 0, decisions = 0;
  double total = 0;
};

template <class Regret, class Plan>
class Solver : public AnySolver {
 public:
  explicit Solver(std::shared_ptr<const Spot> spot)
      : spot_(std::move(spot)),
        evaluator_(spot_->deals),
        rows_(std::max(spot_->deals.ranges[0].padded, spot_->deals.ranges[1].padded)) {
    static_assert(sizeof(Regret) == sizeof(Plan));
    cells_.reset(static_cast<Regret*>(std::calloc(spot_->cells + 1, sizeof(Regret))));
    if (!cells_) throw std::bad_alloc();
    if (!std::is_same_v<Regret, float>) scales_.resize(2 * spot_->decisions, 0.0F);
  }

  void iterate(Watch& watch) override {
    const Setting& setting = spot_->setting();
    const Fading fading = Fading::of(static_cast<double>(iterations + 1), setting.gains, setting.losses, setting.plans);
    for (std::size_t player = 0; player < 2; ++player) root(player, Goal::learn, fading, watch);
    ++iterations;
  }

  std::array<double, 2> best_responses(Watch& watch) override {
    return {root(0, Goal::best, {}, watch), root(1, Goal::best, {}, watch)};
  }

  double value(Watch& watch) override { return root(0, Goal::average, {}, watch); }

  Report report(const std::vector<int>& path, bool values, Watch& watch) override;

 private:
  enum class Goal { learn, best, average };
  static constexpr std::int32_t TOGETHER = 64;  // nodes of later streets that are walked at once: what caches hold

  // A walk: who it is for and what for.
  struct Walk {
    std::size_t player;
    Goal goal;
    Fading fading;
    Watch& watch;
  };

  const Range& range(std::size_t player) const { return spot_->deals.ranges[player]; }
  const BetNode& node(std::int32_t i) const { return spot_->tree.nodes[static_cast<std::size_t>(i)]; }

  double root(std::size_t player, Goal goal, const Fading& fading, Watch& watch) {
    const Rows::Scope scope(rows_);
    const Walk walk{player, goal, fading, watch};
    float* const out = rows_.take(1);
    float* const always = rows_.take(1);
    std::fill(always, always + range(player).padded, 1.0F);
    const Entry entry{0, range(1 - player).weight.data(), always, out};
    street(walk, &entry, 1, spot_->deals.deals[0][0], 0, 0);
    double sum = 0;
    for (std::size_t h = 0; h < range(player).size; ++h)
      sum += static_cast<double>(range(player).weight[h]) * static_cast<double>(out[h]);
    return sum / spot_->total;
  }

  // Where the numbers of a node lie on a board.
  Regret* regrets(const BetNode& at, std::size_t deal) const {
    return cells_.get() + at.rows + deal * spot_->cells_of(at);
  }
  Plan* plans(const BetNode& at, std::size_t deal) const {
    return reinterpret_cast<Plan*>(regrets(at, deal) + at.children.size() * range(at.player).padded);
  }

  // The strategy at a node: of this iteration while learning, the average otherwise.
  const float* shares(Goal goal, const BetNode& at, std::size_t deal) {
    const std::size_t actions = at.children.size(), size = range(at.player).padded;
    float* const out = rows_.take(actions);
    const Rows::Scope scope(rows_);
    if (goal == Goal::learn)
      match(regrets(at, deal), actions, size, out, rows_.take(1));
    else
      match(plans(at, deal), actions, size, out, rows_.take(1));
    return out;
  }

  double payoff(const BetNode& at) const {
    const std::size_t loser = at.kind == Kind::fold ? at.player : 0;
    return spot_->setting().betting.pot / 2 + at.put[loser];
  }

  // The end of a line of bets, on this board.
  Ending ending(const Walk& walk, const BetNode& at, const float* other, float* out) const {
    const double won = payoff(at);
    return {other, out, static_cast<float>(at.kind == Kind::fold && at.player == walk.player ? -won : won)};
  }

  static bool none(const float* row, std::size_t size) {
    std::array<float, BLOCK> sum{};
    for (std::size_t block = 0; block < size; block += BLOCK)
      for (std::size_t k = 0; k < BLOCK; ++k) sum[k] += row[block + k];
    for (const float each : sum)
      if (each != 0) return false;
    return true;
  }

  // A node with the ranges that come to it (the player's own only while learning), and where its values go.
  struct Entry {
    std::int32_t node;
    const float *other, *own;
    float* out;
  };

  struct Decision {
    const BetNode* node;
    float *values, *out;  // of the actions, one behind the other; of the node
    const float *share, *own;
  };

  // The lines of a street that are being walked.
  struct Lines {
    std::vector<Entry> nodes;  // those of a subtree by their order: the first is nodes[0]
    std::vector<Ending> folds, shown;
    std::vector<Entry> cards;
    std::vector<Decision> decisions;
  };

  // The player's own decision, with the values of its actions; while learning with its strategy and the player's reach.
  void choose(const Walk& walk, const Decision& decision, const Deal& deal, std::size_t place) {
    const BetNode& at = *decision.node;
    const std::size_t actions = at.children.size(), size = range(walk.player).padded;
    float *const values = decision.values, *const out = decision.out;
    for (const Deal::Twin& twin : deal.twins[walk.player])  // rounding must not tell apart what is alike
      for (std::size_t a = 0; a < actions; ++a) values[a * size + twin.hand] = values[a * size + twin.first];
    if (walk.goal == Goal::best) return best(values, actions, size, out);
    const Rows::Scope scope(rows_);
    if (walk.goal == Goal::average) return mix(shares(walk.goal, at, place), values, actions, size, out);
    mix(decision.share, values, actions, size, out);
    float* const scratch = std::is_same_v<Regret, float> ? nullptr : rows_.take(actions);
    std::array<float, 2> none{};
    float* const scale = scales_.empty() ? none.data() : &scales_[2 * (at.scale + place)];
    learn(regrets(at, place), scale[0], actions, size, values, out, walk.fading, scratch);
    blend(plans(at, place), scale[1], actions, size, decision.share, decision.own, walk.fading.fresh, scratch);
  }

  // Values of the player's hands at the beginnings of a street, all on the same board. First ranges go down all lines,
  // then all ends are evaluated together, then values come up.
  void street(const Walk& walk, const Entry* entries, std::size_t count, const Deal& deal, std::size_t place,
              std::size_t stage) {
    walk.watch.count();
    const Rows::Scope scope(rows_);
    Lines& lines = lines_[stage];
    lines.folds.clear();
    lines.shown.clear();
    lines.cards.clear();
    lines.decisions.clear();
    for (std::size_t i = 0; i < count; ++i) go_down(walk, entries[i], place, lines);
    for (std::size_t i = 0; i < lines.folds.size(); i += LANES)
      evaluator_.folds(walk.player, deal, &lines.folds[i], std::min(LANES, lines.folds.size() - i));
    for (std::size_t i = 0; i < lines.shown.size(); i += LANES)
      evaluator_.showdowns(walk.player, stage, deal, &lines.shown[i], std::min(LANES, lines.shown.size() - i));
    for (std::size_t i = 0; i < lines.cards.size();) {
      const std::size_t first = i;
      for (std::int32_t nodes = 0; i < lines.cards.size() && (i == first || nodes < TOGETHER); ++i)
        nodes += node(lines.cards[i].node).end - lines.cards[i].node;
      chances(walk, &lines.cards[first], i - first, deal, stage);
    }
    for (std::size_t i = lines.decisions.size(); i-- > 0;) {
      const Decision& each = lines.decisions[i];
      if (each.node->player == walk.player)
        choose(walk, each, deal, place);
      else
        add_up(each.values, each.node->children.size(), range(walk.player).padded, each.out);
    }
  }

  void go_down(const Walk& walk, const Entry& entry, std::size_t place, Lines& lines) {
    if (none(entry.other, range(1 - walk.player).padded))
      return std::fill(entry.out, entry.out + range(walk.player).padded, 0.0F);
    const std::int32_t first = entry.node, end = node(first).end;
    lines.nodes.resize(std::max(lines.nodes.size(), static_cast<std::size_t>(end - first)));
    lines.nodes[0] = entry;
    for (std::int32_t i = first; i < end; i = node(i).kind == Kind::chance ? node(i).end : i + 1) {
      const BetNode& at = node(i);
      const Entry here = lines.nodes[static_cast<std::size_t>(i - first)];
      if (at.kind == Kind::decision)
        share_out(walk, at, first, place, here, lines);
      else if (at.kind == Kind::chance)
        lines.cards.push_back(here);
      else
        (at.kind == Kind::fold ? lines.folds : lines.shown).push_back(ending(walk, at, here.other, here.out));
    }
  }

  // What of the ranges goes on by each action: of the other's where the other decides; while learning, of the player's own
  // where the player does.
  void share_out(const Walk& walk, const BetNode& at, std::int32_t first, std::size_t place, const Entry& here,
                 Lines& lines) {
    const bool mine = at.player == walk.player;
    const std::size_t actions = at.children.size(), size = range(walk.player).padded, width = range(at.player).padded;
    float* const values = rows_.take(actions);
    const float *share = nullptr, *parts = nullptr;
    if (!mine || walk.goal == Goal::learn) {
      const float* const whole = mine ? here.own : here.other;
      float* const part = rows_.take(actions);
      share = shares(walk.goal, at, place);
      for (std::size_t a = 0; a < actions; ++a)
        for (std::size_t h = 0; h < width; ++h) part[a * width + h] = whole[h] * share[a * width + h];
      parts = part;
    }
    lines.decisions.push_back({&at, values, here.out, share, here.own});
    for (std::size_t a = 0; a < actions; ++a) {
      Entry& child = lines.nodes[static_cast<std::size_t>(at.children[a] - first)];
      child = {at.children[a], here.other, here.own, values + a * size};
      if (parts) (mine ? child.own : child.other) = parts + a * width;
    }
  }

  // The mean over the cards that may come, for several lines. Both hands are known to be out: that many cards are left.
  void chances(const Walk& walk, const Entry* lines, std::size_t count, const Deal& deal, std::size_t stage) {
    const Rows::Scope scope(rows_);
    const std::size_t size = range(walk.player).padded, width = range(1 - walk.player).padded;
    std::vector<Entry> next_lines(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::fill(lines[i].out, lines[i].out + size, 0.0F);
      next_lines[i] = {node(lines[i].node).children[0], nullptr, lines[i].own, rows_.take(1)};
    }
    float* const reach = rows_.take(count);
    for (const Deal::Next& next : deal.next) {
      const Deal& dealt = spot_->deals.deals[stage + 1][next.deal];
      for (std::size_t i = 0; i < count; ++i) {
        float* const row = reach + i * width;
        std::copy(lines[i].other, lines[i].other + width, row);
        for (const Index h : dealt.dead[1 - walk.player]) row[h] = 0;
        next_lines[i].other = row;
      }
      street(walk, next_lines.data(), count, dealt, next.deal, stage + 1);
      for (std::size_t i = 0; i < count; ++i) add_card(walk.player, dealt, next, next_lines[i].out, lines[i].out);
    }
    const float odds = 1.0F / static_cast<float>(DECK - 4 - static_cast<int>(deal.board.size()));
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t h = 0; h < size; ++h) lines[i].out[h] *= odds;
  }

  // Adds the values after a card, for it and for all cards like it.
  void add_card(std::size_t player, const Deal& dealt, const Deal::Next& next, float* __restrict value,
                float* __restrict out) const {
    const std::size_t size = range(player).padded;
    for (const Index h : dealt.dead[player]) value[h] = 0;
    for (const auto& [card, renaming] : next.cards)
      if (renaming) {
        const Index* const to = renaming->hands[player].data();
        for (std::size_t h = 0; h < size; ++h) out[h] += value[to[h]];
      } else {
        for (std::size_t h = 0; h < size; ++h) out[h] += value[h];
      }
  }

  static void add_up(const float* values, std::size_t actions, std::size_t size, float* out) {
    for (std::size_t h = 0; h < size; ++h) out[h] = values[h];
    for (std::size_t a = 1; a < actions; ++a)
      for (std::size_t h = 0; h < size; ++h) out[h] += values[a * size + h];
  }

  // Down a line of bets and cards, and what is known there (report.hpp).
  void descend(Line& line, int step);
  std::vector<int> cards_at(const Line& line, const Deal& deal) const;
  void describe(const Line& line, const Deal& deal, std::size_t player, Watch& watch, Report& found);
  void node_values(const Walk& walk, std::int32_t i, const Line& line, float* out);

  struct Free {
    void operator()(Regret* cells) const { std::free(cells); }
  };

  std::shared_ptr<const Spot> spot_;
  Evaluator evaluator_;
  Rows rows_;
  std::unique_ptr<Regret[], Free> cells_;
  std::vector<float> scales_;
  std::array<Lines, 3> lines_;
};

}  // namespace zermelo::holdem
