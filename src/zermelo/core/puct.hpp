// Tree search by a policy and a value (PUCT, as in AlphaZero), with Gumbel's choice of root moves for few visits.
//
// For: two players whose payoffs cancel, dice. Each round walks down the tree, choosing the move with the highest bound
// (what it brought on average, plus more the likelier the policy thinks it and the less it was tried), comes to a position
// that it has not judged yet, judges it and backs the value up. Positions are judged by the evaluation, squashed to between
// a loss and a win where the game is one of outcome; without an evaluation by playing the game out. The policy is that of the
// network that evaluates, the game's own opinion of its moves, what the evaluation thinks of the positions after them, or
// nothing: all moves alike.
//
// With `gumbel` the root's moves are chosen otherwise: the few that policy and Gumbel noise put first are considered, all
// equally often, and after each of log2(considered) equal parts of the search the worse half is dropped (sequential
// halving). "full" also chooses below the root by the improved policy: the policy shifted by the values found, where a move
// without one counts as the mixture of those that have one.
//
// What is returned: for each root move the average, its standard error, the rounds, and its share of the improved policy,
// the target to train a policy by. Averages, never called exact, except what is certain: in games of outcome without dice
// wins, draws and losses are marked as mcts.hpp does, and not tried again.
//
// Rosin 2011 (PUCT); Silver and others 2018 (AlphaZero); Danihelka and others 2022 (Gumbel, completed values);
// Teytaud and Teytaud 2010 (decisive moves). Several threads: as mcts.hpp.
#pragma once

#include "puct_plan.hpp"
#include "sampled_tree.hpp"

namespace zermelo {

struct PuctNode : SampledNode<OpaqueMove> {
  float prior = 0;  // what the policy thinks of the move, of 1
  float value = 0;  // what the position was judged to be worth to player 0
};

class PuctSearch {
 public:
  PuctSearch(const OpaqueGame& game, const Info& info, const OpaquePosition& root, const PuctPlan& plan, Watch& watch,
             std::uint64_t number)
      : game_(game),
        info_(info),
        root_(root),
        plan_(plan),
        features_(plan.features),
        watch_(watch),
        random_(mix(plan.seed + 0x9e3779b97f4a7c15ULL * (number + 1))),
        outcome_(info.payoffs == Payoffs::outcome),
        proves_(!info.chance && outcome_),
        next_report_(plan.progress && number == 0 ? FIRST_REPORT : 0),
        one_(plan.network ? 2 * plan.network->scale() : info.unit * plan.features.squash),
        sums_(plan.network),
        rewards_(2),
        tree_(plan.memory_mb / plan.threads),
        least_(outcome_ ? -1 : info.low),
        most_(outcome_ ? 1 : info.high) {
    if (!std::isfinite(least_) || !std::isfinite(most_)) least_ = INF, most_ = -INF, learns_range_ = true;
  }

  // Rounds until a limit ends them or the root is certain.
  void run() {
    try {
      while (!solved()) {
        if (time_is_up()) throw Stopped{"seconds"};
        round();
        if (++rounds_ == next_report_) {
          plan_.progress(found());
          next_report_ *= 2;
        }
      }
      stopped_ = "solved";
    } catch (const Stopped& stop) {
      stopped_ = stop.why;
    }
    let_go();
  }
  ~PuctSearch() { let_go(); }
  PuctSearch(const PuctSearch&) = delete;
  PuctSearch& operator=(const PuctSearch&) = delete;

  bool solved() const { return tree_.solved(); }

  void absorb(const PuctSearch& other) {
    if (!solved() && other.solved()) stopped_ = other.stopped_;
    tree_.absorb(other.tree_);
    rounds_ += other.rounds_;
    stats_.add(other.stats_);
    others_ += other.watch_.nodes;
    least_ = std::min(least_, other.least_), most_ = std::max(most_, other.most_);
  }

  Findings found() {
    Findings findings;
    findings.stopped = stopped_;
    list_.clear();
    game_.moves(root_, list_);
    findings.moves = tree_.found(list_, true);
    share_out(findings.moves);
    rank(findings.moves);
    findings.ranked = findings.moves.size();
    findings.solved = solved();
    findings.nodes = watch_.nodes + others_;
    findings.rounds = rounds_;
    findings.seconds = seconds_since(watch_.control().start);
    findings.stats = stats_;
    findings.depth = stats_.deepest;
    return findings;
  }

 private:
  using Node = PuctNode;
  static constexpr std::uint32_t NONE = Node::NONE;
  static constexpr std::uint64_t FIRST_REPORT = 256;  // rounds; then after twice as many each time
  static constexpr double UNTRIED = 0.2;              // how much worse an untried move is thought to be, at most
  static constexpr double LARGEST = 1e250;
  static constexpr double C_BASE = 19652;  // visits after which exploration grows (Silver and others 2018)

  // --- one round ---

  void round() {
    watch_.count();
    tree_.begin();
    keys_ = plan_.before;
    let_go();
    OpaquePosition at = root_;
    for (int ply = 0; !judged(at, ply); ++ply) {
      const int turn = game_.turn(at);
      if (turn == CHANCE)
        tree_.descend(rolled(at), CHANCE);
      else
        tree_.path.push_back(ply == 0 && gumbel() ? considered() : chosen(tree_.path.back(), turn));
      at = game_.play(at, tree_.here().move);
    }
    tree_.learn(rewards_, true);
    if (proves_) stats_.proofs += tree_.prove();
  }

  // Whether the walk ends here; then the rewards say what was found. Otherwise the node has children to choose from.
  bool judged(const OpaquePosition& at, int ply) {
    stats_.deepest = std::max(stats_.deepest, ply);
    const std::uint32_t index = tree_.path.back();
    const int turn = game_.turn(at);
    if (turn == OVER) return ended(index, sign(game_.payoff(at, 0)));
    if (ply > 0 && tree_[index].proof != Proof::open) return take_proof(tree_[index]);
    if (repeated(at, ply)) return ended(index, 0);
    if (ply > info_.max_plies) game_.endless();
    hold(at);
    if (turn == CHANCE) return !tree_.has_room(1) && judge(index, at, ply);
    const bool fresh = tree_[index].visits == 0 && ply > 0;
    if (fresh || (ply > 0 && (ply >= watch_.control().limits.depth || game_.stops(at, ply))))
      return judge(index, at, ply);
    if (tree_[index].width > 0) return false;
    if (!expand(index, at, turn, ply)) return judge(index, at, ply);
    return ply > 0 && tree_[index].proof != Proof::open && take_proof(tree_[index]);
  }

  bool ended(std::uint32_t index, double value) {
    reward(value);
    Node& node = tree_[index];
    if (proves_ && node.mover >= 0) node.proof = proof_of(node.mover == 0 ? value : -value);
    return true;
  }
  static Proof proof_of(double value) { return value > 0 ? Proof::win : value < 0 ? Proof::loss : Proof::draw; }
  double sign(double payoff) const { return outcome_ ? (payoff > 0) - (payoff < 0) : payoff; }

  bool take_proof(const Node& node) {
    reward(node.mover == 0 ? worth(node.proof) : -worth(node.proof));
    return true;
  }

  // Infinities, which trees and evaluations may hold, have no average: a number too large to matter stands for them.
  void reward(double value) {
    value = std::clamp(value, -LARGEST, LARGEST);
    rewards_ = {value, -value};
    if (learns_range_) least_ = std::min({least_, value, -value}), most_ = std::max({most_, value, -value});
  }

  // A position that was there before: a draw once it has come as often as the game says.
  bool repeated(const OpaquePosition& at, int ply) {
    if (info_.repetition == 0) return false;
    const std::uint64_t key = game_.repetition_key(at);
    const auto times = 1 + std::count(keys_.begin(), keys_.end(), key);
    keys_.push_back(key);
    return ply > 0 && times >= info_.repetition;
  }

  bool judge(std::uint32_t index, const OpaquePosition& at, int ply) {
    reward(plan_.evaluates ? static_value(at, ply) : played_out(at, ply));
    tree_[index].value = static_cast<float>(rewards_[0]);
    return true;
  }

  // For player 0, between a loss and a win where nothing lies beyond them.
  double static_value(const OpaquePosition& at, int ply) {
    ++stats_.evaluations;
    const double value = game_.value(at, 0, ply, sums_);
    return outcome_ ? std::tanh(value / one_) : value;
  }

  double played_out(const OpaquePosition& at, int ply) {
    ++stats_.playouts;
    const OpaquePosition end = game_.played_out(at, info_.max_plies - ply, random_, watch_);
    return game_.turn(end) == OVER ? sign(game_.payoff(end, 0)) : 0;
  }

  OpaqueMove rolled(const OpaquePosition& at) {
    list_.clear();
    game_.moves(at, list_);
    double left = random_.unit();
    for (std::size_t i = 0; i + 1 < list_.size(); ++i)
      if ((left -= game_.odds(at, list_[i].move)) < 0) return list_[i].move;
    return list_[list_.size() - 1].move;
  }

  // --- the policy ---

  // Gives a node its children; false if there is no room for them.
  bool expand(std::uint32_t index, const OpaquePosition& at, int turn, int ply) {
    list_.clear();
    game_.moves(at, list_);
    if (list_.size() == 0) throw GameError("a position that is not over has no moves");
    if (!tree_.has_room(list_.size()) && index != 0) return false;
    if (index == 0 && plan_.evaluates) tree_[0].value = static_cast<float>(static_value(at, 0));
    think(at, turn, ply);
    for (std::size_t i = list_.size(); i-- > 0;) {
      const std::uint32_t child = tree_.add(index, list_[i].move, turn);
      tree_[child].prior = list_[i].rank;
    }
    tree_[index].width = static_cast<std::uint32_t>(list_.size());
    if (proves_ && features_.decisive) mark_ends(index, at);
    if (proves_) stats_.proofs += tree_.settle(index, turn);
    return true;
  }

  // Moves that end the game are certain at once.
  void mark_ends(std::uint32_t index, const OpaquePosition& at) {
    tree_.each_child(index, [&](std::uint32_t child) {
      Node& node = tree_[child];
      const OpaquePosition after = game_.play(at, node.move);
      if (game_.turn(after) == OVER) node.proof = proof_of(sign(game_.payoff(after, node.mover)));
    });
  }

  // The chances of the moves in the list, as their ranks.
  void think(const OpaquePosition& at, int turn, int ply) {
    const bool known = game_.logits(at, ply, sums_, list_) ||
                       (features_.orders(Order::prior) && game_.rank(at, list_) && standardised()) ||
                       (features_.orders(Order::eval) && plan_.evaluates && by_evaluation(at, turn, ply));
    if (!known)
      for (std::size_t i = 0; i < list_.size(); ++i) list_[i].rank = 0;
    softmax(list_);
  }

  // A game's opinions have a scale of their own: here they spread by 1 around 0.
  bool standardised() {
    const auto n = static_cast<double>(list_.size());
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < list_.size(); ++i)
      sum += list_[i].rank, squares += double{list_[i].rank} * list_[i].rank;
    const double mean = sum / n, spread = std::sqrt(std::max(0.0, squares / n - mean * mean));
    if (!(spread > 0) || !std::isfinite(spread)) return false;
    for (std::size_t i = 0; i < list_.size(); ++i)
      list_[i].rank = static_cast<float>(std::clamp((list_[i].rank - mean) / spread, -3.0, 3.0));
    return true;
  }

  // What the positions after the moves look like; half a win more is e times as likely.
  bool by_evaluation(const OpaquePosition& at, int turn, int ply) {
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const OpaquePosition after = game_.play(at, list_[i].move);
      watch_.count();
      const int next = game_.turn(after);
      double value = next == OVER ? sign(game_.payoff(after, 0)) : static_value(after, ply + 1);
      if (turn == 1) value = -value;
      list_[i].rank = static_cast<float>(std::clamp(outcome_ ? 2 * value : value / one_, -30.0, 30.0));
    }
    return true;
  }

  template <class List>
  static void softmax(List& list) {
    float highest = list[0].rank, sum = 0;
    for (std::size_t i = 1; i < list.size(); ++i) highest = std::max(highest, list[i].rank);
    for (std::size_t i = 0; i < list.size(); ++i) sum += list[i].rank = std::exp(list[i].rank - highest);
    for (std::size_t i = 0; i < list.size(); ++i) list[i].rank /= sum;
  }

  // --- the choice of a move ---

  // What was found at a node so far, for the player who moves there.
  struct Summary {
    double visits = 0, most = 0;  // of the children: all, the most of one
    double value = 0;             // the average of the node's own value and of all that was found below, from 0 to 1
    double tried = 0;             // the policy's share of the moves that were tried
    double mixed = 0;             // what an untried move counts as: v_mix of Danihelka and others
    bool choice = false, open = false;  // some move is not certainly lost, not certain at all
  };

  Summary summary(std::uint32_t index, int turn) const {
    Summary all;
    double sum = 0, weighted = 0;
    tree_.each_child(index, [&](std::uint32_t child) {
      const Node& node = tree_[child];
      all.choice = all.choice || node.proof != Proof::loss;
      all.open = all.open || node.proof == Proof::open;
      if (node.visits == 0) return;
      all.visits += node.visits;
      all.most = std::max<double>(all.most, node.visits);
      sum += node.sum;
      all.tried += node.prior;
      weighted += node.prior * mean(node);
    });
    const double raw = tree_[index].value;
    const double own = scaled(turn == 0 ? raw : -raw);
    all.value = all.visits > 0 ? (own + scaled(sum / all.visits) * all.visits) / (1 + all.visits) : own;
    all.mixed = all.tried > 0 ? (own + all.visits * weighted / all.tried) / (1 + all.visits) : own;
    return all;
  }

  // From 0 for the least that can be had to 1 for the most.
  double scaled(double value) const {
    return most_ > least_ ? std::clamp((value - least_) / (most_ - least_), 0.0, 1.0) : 0.5;
  }
  // What the move brought its player, on that scale.
  double mean(const Node& node) const {
    return scaled(node.proof != Proof::open ? worth(node.proof) : node.sum / node.visits);
  }

  std::uint32_t chosen(std::uint32_t index, int turn) {
    const Summary all = summary(index, turn);
    return features_.gumbel == Gumbel::full ? by_improved_policy(index, all) : by_bound(index, all);
  }

  // What is certain is not tried again if there is a choice: there is nothing more to learn of it.
  static bool settled(const Node& node, const Summary& all) {
    return node.proof != Proof::open && (all.open || (all.choice && node.proof == Proof::loss));
  }

  // PUCT.
  std::uint32_t by_bound(std::uint32_t index, const Summary& all) const {
    const double wide = plan_.explore * (features_.c_puct + std::log((1 + all.visits + C_BASE) / C_BASE));
    const double root = wide * std::sqrt(std::max(1.0, all.visits));
    const double untried = all.value - UNTRIED * std::sqrt(all.tried);
    std::uint32_t best = NONE;
    double highest = -INF;
    tree_.each_child(index, [&](std::uint32_t child) {
      const Node& node = tree_[child];
      if (settled(node, all)) return;
      const double value = node.visits > 0 || node.proof != Proof::open ? mean(node) : untried;
      const double bound = value + root * node.prior / (1.0 + node.visits);
      if (best == NONE || bound > highest) best = child, highest = bound;
    });
    return best;
  }

  // How much a value shifts the policy: the more, the better it is known.
  double shift(double value, const Summary& all) const {
    return (features_.c_visit + all.most) * features_.c_scale * value;
  }
  // The logarithm of the improved policy, apart from a constant.
  double improved(const Node& node, const Summary& all) const {
    const bool known = node.visits > 0 || node.proof != Proof::open;
    return std::log(std::max(node.prior, 1e-30F)) + shift(known ? mean(node) : all.mixed, all);
  }

  // As many visits for each move as the improved policy says.
  std::uint32_t by_improved_policy(std::uint32_t index, const Summary& all) {
    weights_.clear();
    double highest = -INF, sum = 0;
    tree_.each_child(index, [&](std::uint32_t child) {
      const bool out = settled(tree_[child], all);
      weights_.push_back(out ? -INF : improved(tree_[child], all));
      highest = std::max(highest, weights_.back());
    });
    for (double& each : weights_) sum += each = std::exp(each - highest);
    std::uint32_t best = NONE;
    double most = -INF;
    std::size_t i = 0;
    tree_.each_child(index, [&](std::uint32_t child) {
      const double weight = weights_[i++];
      const double lack = weight / sum - tree_[child].visits / (1 + all.visits);
      if (weight > 0 && lack > most) best = child, most = lack;
    });
    return best == NONE ? by_bound(index, all) : best;
  }

  // --- Gumbel's choice at the root ---

  struct Candidate {
    std::uint32_t child;
    double noise;
    std::size_t part;  // of the search: the last in which it was considered
  };

  bool gumbel() const { return features_.gumbel != Gumbel::none; }

  std::uint32_t considered() {
    const int turn = game_.turn(root_);
    if (candidates_.empty()) draw_candidates();
    const Summary all = summary(0, turn);
    while (part_ + 1 < parts_ && used() * static_cast<double>(parts_) >= static_cast<double>(part_ + 1)) halve(all);
    const Candidate* best = nullptr;
    for (const Candidate& each : candidates_) {
      const Node& node = tree_[each.child];
      if (each.part < part_ || settled(node, all)) continue;
      if (!best || node.visits < tree_[best->child].visits) best = &each;
    }
    return best ? best->child : by_bound(0, all);  // those considered all lose: it is for the others to do better
  }

  // The moves that policy and noise put first, the best first.
  void draw_candidates() {
    Random random(mix(plan_.seed ^ 0x6a09e667f3bcc909ULL));  // the same for all threads
    tree_.each_child(0, [&](std::uint32_t child) {
      const double noise = -std::log(-std::log(std::max(random.unit(), 1e-300)));
      candidates_.push_back({child, features_.noise * noise, 0});
    });
    const auto first = [&](const Candidate& a, const Candidate& b) { return draw_of(a) > draw_of(b); };
    std::stable_sort(candidates_.begin(), candidates_.end(), first);
    const auto most = static_cast<std::size_t>(features_.considered);
    if (most > 0 && candidates_.size() > most) candidates_.resize(most);
    while ((std::size_t{1} << parts_) < candidates_.size()) ++parts_;
  }
  double draw_of(const Candidate& each) const {
    return each.noise + std::log(std::max(tree_[each.child].prior, 1e-30F));
  }

  void halve(const Summary& all) {
    const auto better = [&](const Candidate& a, const Candidate& b) {
      if (a.part != b.part) return a.part > b.part;
      return a.noise + improved(tree_[a.child], all) > b.noise + improved(tree_[b.child], all);
    };
    std::stable_sort(candidates_.begin(), candidates_.end(), better);
    std::size_t left = 0;
    for (const Candidate& each : candidates_) left += each.part == part_;
    for (std::size_t i = 0; i < (left + 1) / 2; ++i) candidates_[i].part = part_ + 1;
    ++part_;
  }

  // How much of what the search may use it has used, from 0 to 1.
  double used() const {
    const Limits& limits = watch_.control().limits;
    const double seconds = limits.soft > 0 ? limits.soft : limits.hard;
    const double time = seconds > 0 ? seconds_since(watch_.control().start) / seconds : 0;
    const double nodes = limits.nodes ? static_cast<double>(watch_.nodes) / static_cast<double>(limits.nodes) : 0;
    return std::max(time, nodes);
  }

  // --- what is reported ---

  // The improved policy: with Gumbel's choice by the values, otherwise as often as each move was tried. All of it goes to
  // what certainly wins, nothing to what certainly loses if there is a choice.
  void share_out(std::vector<Found>& moves) const {
    const Summary all = summary(0, game_.turn(root_));
    const bool wins = std::ranges::any_of(moves, [](const Found& f) { return f.proved && f.value > 0; });
    double highest = -INF, sum = 0;
    for (Found& each : moves) {
      const std::uint32_t child = tree_.find(0, each.move);
      const bool out = wins ? !(each.proved && each.value > 0) : each.proved && each.value < 0 && all.choice;
      // A certain draw is not tried any more: what was tried in vain to do better counts for it.
      const bool draw = each.proved && each.value == 0 && all.value <= scaled(0);
      each.share = child == NONE || out ? -INF
                   : wins               ? 0
                   : gumbel()           ? improved(tree_[child], all)
                                        : std::log(draw ? all.visits : static_cast<double>(each.visits));
      highest = std::max(highest, each.share);
    }
    for (Found& each : moves) sum += each.share = highest > -INF ? std::exp(each.share - highest) : 1;
    for (Found& each : moves) each.share /= sum;
  }

  // What is certain first and last; then what was considered longest, or tried most.
  void rank(std::vector<Found>& moves) const {
    const Summary all = summary(0, game_.turn(root_));
    const auto kept = [&](const Found& found) {
      const std::uint32_t child = tree_.find(0, found.move);
      for (const Candidate& each : candidates_)
        if (each.child == child)
          return std::pair(static_cast<double>(each.part), each.noise + improved(tree_[child], all));
      return std::pair(-1.0, 0.0);
    };
    tree_.rank(moves, [&](const Found& a, const Found& b) {
      if (kept(a) != kept(b)) return kept(a) > kept(b);
      return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
    });
  }

  // The share of a clock is used up, or there is nothing to choose.
  bool time_is_up() const {
    const Limits& limits = watch_.control().limits;
    return limits.soft > 0 && (tree_.root().width == 1 || seconds_since(watch_.control().start) >= limits.soft);
  }

  // Positions of the walk stay in use for as long as it goes on.
  void hold(const OpaquePosition& at) {
    if (!game_.pins()) return;
    game_.pin(at);
    held_.push_back(at);
  }
  void let_go() {
    for (const OpaquePosition& each : held_) game_.unpin(each);
    held_.clear();
  }

  const OpaqueGame& game_;
  const Info& info_;
  const OpaquePosition root_;
  const PuctPlan& plan_;
  const Features& features_;
  Watch& watch_;
  Random random_;
  bool outcome_, proves_;
  std::uint64_t next_report_;  // none: 0
  double one_;                 // the value that counts as tanh(1) of a win: a network's logits are chances
  Accumulators sums_;
  std::vector<double> rewards_;
  SampledTree<Node> tree_;
  double least_, most_;  // what can be had; as far as it was met, if the game does not say
  bool learns_range_ = false;
  std::uint64_t rounds_ = 0, others_ = 0;  // rounds; nodes of trees that were absorbed
  Stats stats_;
  const char* stopped_ = "";
  OpaqueGame::Moves list_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> keys_;
  std::vector<OpaquePosition> held_;
  std::vector<Candidate> candidates_;
  std::size_t part_ = 0, parts_ = 0;  // of sequential halving
};

}  // namespace zermelo
