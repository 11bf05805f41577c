// The core by itself: values, the table, limits, and the searches against plain minimax, without Python.
//
//   c++ -std=c++20 -O1 -Isrc/zermelo tests/native/core.cpp -o core && ./core [trees]
//
// Prints one line for each part and ends with status 1 if anything was wrong.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "checks.hpp"
#include "core/boxed.hpp"
#include "core/count.hpp"
#include "core/deepen.hpp"
#include "core/mcts.hpp"

namespace zermelo {

namespace {

// A tree written out: node 0 is the root, the children of a node lie side by side.
struct Node {
  int turn = OVER;
  double value = 0;  // a leaf's, for player 0; elsewhere what an evaluation says
  double odds = 1;
  std::uint32_t first = 0, count = 0;
};

struct Tree {
  Info info;
  std::vector<Node> nodes;
};

struct Position {
  using Move = std::uint8_t;

  const Tree* tree;
  std::uint32_t node = 0;

  const Node& here() const { return tree->nodes[node]; }
  int turn() const { return here().turn; }
  void moves(MoveList<Move>& out) const {
    for (std::uint32_t i = 0; i < here().count; ++i) out.add(static_cast<Move>(i));
  }
  Position play(Move move) const { return {tree, here().first + move}; }
  double payoff(int player) const { return player == 0 ? here().value : -here().value; }
  double odds(Move move) const { return tree->nodes[here().first + move].odds; }
  std::uint64_t key() const { return mix(node + 1); }
  const Info& info() const { return tree->info; }
  bool equals(const Position& other) const { return node == other.node; }
  std::string text() const { return std::to_string(node); }
  std::string name(Move move) const { return std::to_string(move); }
  bool also_reads(Move, const std::string&) const { return false; }
};

}  // namespace

template <>
struct Skill<Position> {
  static double value(const Position& p, int player) { return p.payoff(player); }
};

namespace {

// Two to four moves, three to six plies, few different values so that many are equal; players need not alternate.
Tree random_tree(Random& random, bool dice) {
  Tree tree;
  tree.info.name = "tree";
  tree.info.payoffs = Payoffs::points;
  tree.info.chance = dice;
  tree.info.low = -4, tree.info.high = 4;
  const int plies = 3 + static_cast<int>(random.below(dice ? 3 : 4));
  tree.info.max_plies = plies;
  tree.nodes.emplace_back();
  std::size_t begin = 0;
  for (int ply = 0; ply <= plies; ++ply) {
    const std::size_t end = tree.nodes.size();
    for (std::size_t i = begin; i < end; ++i) {
      tree.nodes[i].value = static_cast<double>(random.below(9)) - 4;
      if (ply == plies || (ply > 0 && random.below(8) == 0)) continue;
      const auto count = static_cast<std::uint32_t>(2 + random.below(3));
      tree.nodes[i].turn = dice && random.below(3) == 0 ? CHANCE : static_cast<int>(random.below(2));
      tree.nodes[i].first = static_cast<std::uint32_t>(tree.nodes.size());
      tree.nodes[i].count = count;
      for (std::uint32_t child = 0; child < count; ++child)
        tree.nodes.push_back({.odds = tree.nodes[i].turn == CHANCE ? 1.0 / count : 1});
    }
    begin = end;
  }
  return tree;
}

// The value for player 0, by the definition. Depth counts decisions.
double plain(const Position& at, int depth) {
  const Node& node = at.here();
  if (node.turn == OVER || depth == 0) return node.value;
  double best = node.turn == CHANCE ? 0 : node.turn == 0 ? -INF : INF;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const auto move = static_cast<Position::Move>(i);
    const double value = plain(at.play(move), node.turn == CHANCE ? depth : depth - 1);
    if (node.turn == CHANCE)
      best += at.odds(move) * value;
    else
      best = node.turn == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

template <class G>
Plan<G> plan_with(const Features& features, Table* table) {
  Plan<G> plan;
  plan.task.features = features;
  plan.task.table = features.table ? table : nullptr;
  plan.task.evaluates = true;
  return plan;
}

template <class G>
Findings search(const G& root, const Plan<G>& plan, int depth) {
  Control control;
  control.limits.depth = depth;
  return run_search(root, plan, control);
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9; }

void test_values() {
  CHECK(before(1) < 1 && 1 < after(1) && after(before(1)) == 1, "neighbours of a value");
  CHECK(bound_of(5, 0, 5) == Bound::lower, "on beta: at least");
  CHECK(bound_of(0, 0, 5) == Bound::upper, "on alpha: at most");
  CHECK(bound_of(3, 0, 5) == Bound::exact, "inside: exact");
  CHECK(bound_of(INF, 0, INF) == Bound::exact && bound_of(-INF, -INF, 5) == Bound::exact,
        "nothing lies beyond infinity");
  CHECK(is_sure(WIN - 1000) && is_sure(1000 - WIN) && !is_sure(HEURISTIC_LIMIT), "sure values");
  CHECK(WIN - 3 > WIN - 4 && WIN - (WIN - 3) == 3, "distances are exact");
}

TableEntry entry(double value, int depth = 5) { return {value, 7, static_cast<std::uint8_t>(depth), Bound::exact}; }

// A table of one bucket (three places), filled beyond: which positions are still there.
std::set<std::uint64_t> survivors(Replacement policy, const std::vector<std::pair<std::uint64_t, int>>& stored,
                                  const std::vector<std::uint64_t>& used = {}) {
  Table table(64.0 / (1 << 20), policy);
  CHECK(table.bytes() == 64, "one bucket");
  std::size_t count = 0;
  for (const auto& [key, depth] : stored) {
    if (++count == 4) {
      for (const std::uint64_t each : used) table.find(each);
      if (policy == Replacement::ageing) table.new_search();
    }
    table.store(key, entry(static_cast<double>(key), depth));
  }
  std::set<std::uint64_t> there;
  for (const auto& [key, depth] : stored)
    if (const auto found = table.find(key)) {
      CHECK(found->value == static_cast<double>(key), "an entry belongs to its key");
      there.insert(key);
    }
  return there;
}

void test_replacement() {
  using Keys = std::set<std::uint64_t>;
  CHECK(survivors(Replacement::full, {{1, 9}, {2, 1}, {3, 5}, {4, 9}}) == (Keys{1, 2, 3}), "full: nothing gives way");
  CHECK(survivors(Replacement::always, {{1, 9}, {2, 1}, {3, 5}, {4, 2}}) == (Keys{2, 3, 4}), "always: the first place");
  CHECK(survivors(Replacement::lru, {{1, 9}, {2, 1}, {3, 5}, {4, 2}}, {1}) == (Keys{1, 3, 4}),
        "lru: the longest unused");
  CHECK(survivors(Replacement::depth, {{1, 9}, {2, 1}, {3, 5}, {4, 2}}) == (Keys{1, 3, 4}), "depth: the shallowest");
  CHECK(survivors(Replacement::depth, {{1, 9}, {2, 3}, {3, 5}, {4, 2}}) == (Keys{1, 2, 3}), "depth: never for less");
  CHECK(survivors(Replacement::ageing, {{1, 9}, {2, 3}, {3, 5}, {4, 2}}) == (Keys{1, 3, 4}), "ageing: worth least");
}

void test_table() {
  Table table(1, Replacement::ageing);
  CHECK(!table.find(42), "an empty table knows nothing");
  CHECK(table.fullness() == 0, "an empty table is empty");
  table.store(42, {-3.5, 60000, 9, Bound::upper, true});
  const auto found = table.find(42);
  CHECK(found && found->value == -3.5 && found->move == 60000 && found->depth == 9 && found->solved && !found->deeper &&
            found->bound == Bound::upper,
        "what was stored comes back");
  table.store(42, entry(1));
  CHECK(table.find(42)->value == 1, "the same position is stored over");
  CHECK(!table.find(43), "another key is another position");
}

void keeps_all(const std::vector<std::uint64_t>& keys, std::size_t buckets, Replacement policy) {
  Table table(static_cast<double>(buckets) * 64 / (1 << 20), policy, true);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    table.make_room(keys[i]);
    table.store(keys[i], entry(static_cast<double>(i)));
  }
  std::size_t there = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto found = table.find(keys[i]);
    there += found && found->value == static_cast<double>(i);
  }
  CHECK(there == keys.size(), "a growing table of " + std::to_string(buckets) + " buckets keeps " +
                                  std::to_string(there) + " of " + std::to_string(keys.size()));
  CHECK(table.bytes() == buckets * 64, "its size is what it may become");
}

// A growing table gives nothing up while it may still take more room, fourfold or as far as it goes.
void test_growth() {
  std::vector<std::uint64_t> many, crowd;
  for (std::uint64_t i = 1; i <= 30000; ++i) many.push_back(mix(i));
  // Of the 2048 buckets that it begins with, some are full and their last entry is next door: when it grows, the entries
  // of the bucket itself move on, and the last one comes home. Seven in one place make it grow.
  for (const std::uint64_t home : {0, 4, 600}) {
    const std::uint64_t first = home << 53, end = (home + 1) << 53;
    crowd.insert(crowd.end(), {end - 1, end - 2, end - 3, first + 5});
  }
  for (std::uint64_t i = 0; i < 7; ++i) crowd.push_back((std::uint64_t{1001} << 53) + (i % 4 << 51) + i);
  for (const Replacement policy : {Replacement::ageing, Replacement::lru, Replacement::full}) {
    keeps_all(many, 131072, policy);  // grows three times
    for (const std::size_t buckets : {131072, 8192, 4000, 2500}) keeps_all(crowd, buckets, policy);
  }
}

// Entries torn between threads read as absent, never as wrong.
void test_shared_table() {
  Table table(64.0 / (1 << 20), Replacement::always);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint64_t number = 0; number < 3; ++number)
    threads.emplace_back([&, number] {
      Random random(number);
      for (int i = 0; i < 20000; ++i) {
        const std::uint64_t key = mix(random.below(8) + 1);
        if (const auto found = table.find(key)) wrong += found->value != static_cast<double>(key >> 12);
        table.store(key, entry(static_cast<double>(key >> 12)));
      }
    });
  for (auto& each : threads) each.join();
  CHECK(wrong == 0, "an entry of one position was read as another's");
}

void test_clock() {
  Limits even, last, more;
  share_clock(60, 0, 0, 20, even);
  CHECK(close(even.soft, 57.0 / 14) && close(even.hard, 3 * 57.0 / 14), "an even share, thrice in need");
  share_clock(60, 0, 1, 20, last);
  CHECK(close(last.soft, 0.9 * 57) && close(last.hard, 0.95 * 57), "the last move before new time");
  share_clock(60, 2, 0, 20, more);
  CHECK(close(more.soft, 57.0 / 14 + 1.6), "0.8 of the increment");
  for (const double remaining : {0.0, 0.001, 0.01, 0.03, 0.5, 5.0}) {
    Limits limits;
    share_clock(remaining, 10, 0, 3, limits);
    CHECK(limits.soft > 0 && limits.hard >= limits.soft && limits.hard <= std::max(0.001, remaining),
          "never more than there is: " + std::to_string(remaining));
  }
}

void test_watch() {
  Control control;
  control.limits.nodes = 1000;
  Watch watch(control, true);
  const char* why = "";
  try {
    while (true) watch.count();
  } catch (const Stopped& stop) {
    why = stop.why;
  }
  CHECK(watch.nodes == 1000 && std::string(why) == "nodes", "a node limit is kept to the node");
  Control cancelled;
  cancelled.cancel = std::make_shared<std::atomic<bool>>(true);
  why = "";
  try {
    Watch(cancelled, true).check();
  } catch (const Stopped& stop) {
    why = stop.why;
  }
  CHECK(std::string(why) == "cancelled", "a raised flag stops");
}

std::vector<std::pair<std::string, Features>> feature_sets() {
  const auto with = [](auto change) {
    Features features;
    change(features);
    return features;
  };
  const unsigned all = 2 | 8 | 16 | 32;
  return {{"minimax", with([](Features& f) { f.prune = false; })},
          {"alphabeta", with([](Features&) {})},
          {"strict", with([](Features& f) { f.cut = Cut::above; })},
          {"hard", with([](Features& f) { f.fail = Fail::hard; })},
          {"scout", with([](Features& f) { f.scout = true; })},
          {"table", with([](Features& f) { f.table = true; })},
          {"minimax with a table", with([](Features& f) { f.table = true, f.prune = false; })},
          {"mtd", with([](Features& f) { f.mtd = f.table = f.same_depth = true; })},
          {"deepening", with([](Features& f) { f.deepen = f.aspiration = f.table = true, f.order = Orders{8}; })},
          {"all orders", with([all](Features& f) { f.scout = f.deepen = true, f.order = Orders{all}; })},
          {"all", with([all](Features& f) {
             f.scout = f.deepen = f.aspiration = f.table = f.etc = f.same_depth = true, f.order = Orders{all};
           })}};
}

// Every choice of features on random trees, to the end and to a depth, against the definition.
void test_searches(int trees) {
  Random random(2024);
  for (int number = 0; number < trees; ++number) {
    const bool dice = number % 3 == 0;
    const Tree tree = random_tree(random, dice);
    const Position root{&tree};
    for (const auto& [name, chosen] : feature_sets())
      for (const int depth : {FULL_DEPTH, 2}) {
        Features features = chosen;
        features.star = dice ? static_cast<Star>(random.below(3)) : Star::none;
        features.same_depth = depth < FULL_DEPTH;  // a deeper entry is a better answer, but another one
        Table table(0.01, Replacement::ageing);
        const auto found = search(root, plan_with<Position>(features, &table), depth);
        const double wanted = plain(root, depth);
        const double sign = root.turn() == 1 ? -1 : 1;
        const double value = root.turn() == CHANCE ? found.expected : sign * found.moves[0].value;
        CHECK(close(value, wanted), name + ", tree " + std::to_string(number) + ", depth " + std::to_string(depth) +
                                        ": " + std::to_string(value) + " for " + std::to_string(wanted));
        if (depth == FULL_DEPTH) CHECK(found.solved, name + ": searched to the end");
      }
  }
}

// All root values, a window, and what the bounds of the moves promise.
void test_bounds(int trees) {
  Random random(7);
  for (int number = 0; number < trees; ++number) {
    const Tree tree = random_tree(random, false);
    const Position root{&tree};
    const double sign = root.turn() == 0 ? 1 : -1;
    const auto true_value = [&](Position::Move move) { return sign * plain(root.play(move), FULL_DEPTH); };
    Plan<Position> plan = plan_with<Position>(Features{}, nullptr);
    plan.best = 0;
    for (const auto& each : search(root, plan, FULL_DEPTH).moves)
      CHECK(each.bound == Bound::exact && each.value == true_value(each.move), "every root move has its value");
    plan.best = 1;
    plan.alpha = static_cast<double>(random.below(9)) - 5;
    plan.beta = plan.alpha + 1 + static_cast<double>(random.below(3));
    for (const auto& each : search(root, plan, FULL_DEPTH).moves) {
      const double truth = each.bound == Bound::none ? 0 : true_value(each.move);
      const bool kept = each.bound == Bound::none || (each.bound == Bound::exact && each.value == truth) ||
                        (each.bound == Bound::lower && each.value <= truth) ||
                        (each.bound == Bound::upper && each.value >= truth);
      CHECK(kept, "a bound of tree " + std::to_string(number) + " promises what is not so");
    }
  }
}

// Several threads through one table find the same value.
void test_threads(int trees) {
  Random random(99);
  Features features;
  features.deepen = features.table = true;
  features.order = Orders{8};
  for (int number = 0; number < trees; ++number) {
    const Tree tree = random_tree(random, false);
    const Position root{&tree};
    Table table(0.1, Replacement::ageing);
    Plan<Position> plan = plan_with<Position>(features, &table);
    plan.threads = 3;
    const auto found = search(root, plan, FULL_DEPTH);
    CHECK((root.turn() == 0 ? 1 : -1) * found.moves[0].value == plain(root, FULL_DEPTH), "three threads");
  }
}

// A game in a box is searched node by node as it is outside.
void test_boxes(int trees) {
  Random random(5);
  for (int number = 0; number < trees; ++number) {
    const Tree tree = random_tree(random, number % 2 == 0);
    const Position root{&tree};
    const Boxed box = Box<Position>::closed(root);
    CHECK(box.turn() == root.turn() && box.key() == root.key() && box.text() == root.text(), "the same position");
    CHECK(!box.abilities().samples && !box.abilities().lists_worlds, "a box offers what the game has");
    CHECK(box.table_key() == box.key() && box.repetition_key() == box.key() && !keyed(box).table, "no keys of its own");
    for (const auto& [name, features] : feature_sets()) {
      Table own(0.01, Replacement::ageing), boxed(0.01, Replacement::ageing);
      const auto here = search(root, plan_with<Position>(features, &own), FULL_DEPTH);
      const auto there = search(box, plan_with<Boxed>(features, &boxed), FULL_DEPTH);
      CHECK(here.nodes == there.nodes && here.moves[0].value == there.moves[0].value &&
                here.moves[0].move == there.moves[0].move,
            name + " finds something else in a box");
    }
    Control own, boxed;
    own.limits.nodes = boxed.limits.nodes = 3000;
    const auto here = run_mcts(root, plan_with<Position>(Features{}, nullptr), own);
    const auto there = run_mcts(box, plan_with<Boxed>(Features{}, nullptr), boxed);
    CHECK(here.rounds == there.rounds && here.moves[0].value == there.moves[0].value, "playouts differ in a box");
    bool refused = false;
    try {
      (void)box.view(0);
    } catch (const GameError&) {
      refused = true;
    }
    CHECK(refused, "a box of a game without views has none");
  }
}

// Places with ways between them, and a count of moves without progress that ends the game as a draw. A position comes back
// with its place, whatever the count; a table keeps two counts together.
struct Ways {
  struct Place {
    int turn = OVER;
    double value = 0;
    std::vector<std::pair<std::uint32_t, bool>> to;  // and whether it is progress
  };
  Info info;
  std::uint32_t limit = 0;
  std::vector<Place> places;
};

struct Walker {
  using Move = std::uint8_t;

  const Ways* ways;
  std::uint32_t place = 0, count = 0;

  const Ways::Place& here() const { return ways->places[place]; }
  int turn() const { return count >= ways->limit ? OVER : here().turn; }
  void moves(MoveList<Move>& out) const {
    for (std::size_t i = 0; i < here().to.size(); ++i) out.add(static_cast<Move>(i));
  }
  Walker play(Move move) const {
    const auto [to, progress] = here().to[move];
    return {ways, to, progress ? 0 : count + 1};
  }
  double payoff(int player) const {
    const double value = here().turn == OVER ? here().value : 0;
    return player == 0 ? value : -value;
  }
  std::uint64_t key() const { return mix((std::uint64_t{place} << 8 | count) + 1); }
  std::uint64_t repetition_key() const { return mix(place + 1); }
  std::uint64_t table_key() const { return mix((std::uint64_t{place} << 8 | count / 2) + 1); }
  const Info& info() const { return ways->info; }
  bool equals(const Walker& other) const { return place == other.place && count == other.count; }
  std::string text() const { return std::to_string(place) + "/" + std::to_string(count); }
  std::string name(Move move) const { return std::to_string(move); }
  bool also_reads(Move, const std::string&) const { return false; }
};

Ways random_ways(Random& random) {
  Ways ways;
  ways.info.name = "ways";
  ways.info.payoffs = Payoffs::points;
  ways.info.repetition = 2;
  ways.info.max_plies = 24;
  ways.limit = static_cast<std::uint32_t>(2 + random.below(5));
  const auto count = static_cast<std::uint32_t>(5 + random.below(4));
  for (std::uint32_t i = 0; i < count; ++i) {
    Ways::Place place;
    place.value = static_cast<double>(random.below(7)) - 3;
    if (i + 2 < count) {
      place.turn = static_cast<int>(random.below(2));
      for (std::uint64_t to = 1 + random.below(3); to > 0; --to)
        place.to.emplace_back((i + 1 + random.below(count - 1)) % count, random.below(3) == 0);
    }
    ways.places.push_back(place);
  }
  return ways;
}

// The value for player 0 by the definition: what stands on the path already is a draw, and so is what lies beyond the depth.
double walked(const Walker& at, int depth, std::vector<std::uint64_t>& path) {
  if (at.turn() == OVER) return at.payoff(0);
  if (depth == 0 || std::find(path.begin(), path.end(), at.repetition_key()) != path.end()) return 0;
  path.push_back(at.repetition_key());
  double best = at.turn() == 0 ? -INF : INF;
  for (std::size_t i = 0; i < at.here().to.size(); ++i) {
    const double value = walked(at.play(static_cast<Walker::Move>(i)), depth - 1, path);
    best = at.turn() == 0 ? std::max(best, value) : std::min(best, value);
  }
  path.pop_back();
  return best;
}

// A game with keys of its own, in a box: what a search does not call an estimate is the value, and what it calls solved is.
void test_keys(int games) {
  Random random(31);
  int sure = 0, estimates = 0, solved = 0;
  for (int number = 0; number < games; ++number) {
    const Ways ways = random_ways(random);
    const Walker root{&ways};
    const Boxed box = Box<Walker>::closed(root);
    CHECK(box.repetition_key() == root.repetition_key() && box.table_key() == root.table_key(), "a box has the keys");
    CHECK(keyed(box).repetition && keyed(box).table && keyed(root).table, "and says so");
    for (const auto& [name, features] : feature_sets())
      for (const int depth : {FULL_DEPTH, 3}) {
        Table table(0.01, Replacement::ageing);
        const auto found = search(box, plan_with<Boxed>(features, &table), depth);
        std::vector<std::uint64_t> path;
        const double sign = root.turn() == 0 ? 1 : -1;
        const double value = sign * found.moves[0].value;
        ++(found.moves[0].about ? estimates : sure);
        solved += found.solved;
        if (!found.moves[0].about) CHECK(value == walked(root, depth, path), name + ", ways " + std::to_string(number));
        if (found.solved) CHECK(value == walked(root, FULL_DEPTH, path), name + ": solved, and wrong");
        CHECK(features.table || !found.moves[0].about, name + " has no table to rest on");
      }
  }
  CHECK(sure > estimates && estimates > 0 && solved > 0, "all three were met");
}

void test_counting() {
  Random random(11);
  const Tree tree = random_tree(random, false);
  Control control;
  Watch watch(control, true);
  TreeSize size;
  measure_tree(Position{&tree}, FULL_DEPTH, watch, size);
  std::uint64_t leaves = 0;
  for (const Node& node : tree.nodes) leaves += node.turn == OVER;
  CHECK(size.nodes == tree.nodes.size() && size.games == leaves, "every node once");
  CHECK(perft(Position{&tree}, 1, watch) == tree.nodes[0].count, "the moves of the root");
}

}  // namespace

}  // namespace zermelo

int main(int count, char** arguments) {
  using namespace zermelo;
  const int trees = count > 1 ? std::atoi(arguments[1]) : 300;
  run("values", test_values);
  run("table", test_table);
  run("replacement", test_replacement);
  run("growth", test_growth);
  run("table and threads", test_shared_table);
  run("clock", test_clock);
  run("limits", test_watch);
  run("counting", test_counting);
  run("searches", [&] { test_searches(trees); });
  run("bounds", [&] { test_bounds(trees); });
  run("threads", [&] { test_threads(trees / 10); });
  run("boxes", [&] { test_boxes(trees / 10); });
  run("keys", [&] { test_keys(trees); });
  return failures == 0 ? 0 : 1;
}
