// Retrograde analysis and proofs by themselves, without Python: against the plainest way to say what a win is.
//
//   c++ -std=c++20 -O1 -pthread -Isrc/zermelo tests/native/endgames.cpp -o endgames && ./endgames [graphs]
//
// Prints one line for each part and ends with status 1 if anything was wrong.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "checks.hpp"
#include "core/block_analysis.hpp"
#include "core/proof.hpp"
#include "core/retrograde.hpp"
#include "core/subsets.hpp"
#include "games/checkers/index.hpp"
#include "games/checkers/notation.hpp"

namespace zermelo {

namespace {

// --- any graph of positions -------------------------------------------------------------------------------------------

struct Node {
  int turn = OVER;
  double payoff = 0;
  std::vector<std::uint32_t> to;
};

struct Graph {
  Info info;
  std::vector<Node> nodes;
};

struct Walker {
  using Move = std::uint32_t;

  const Graph* graph;
  std::uint32_t node = 0;

  const Node& here() const { return graph->nodes[node]; }
  int turn() const { return here().turn; }
  void moves(MoveList<Move>& out) const {
    for (const std::uint32_t each : here().to) out.add(each);
  }
  Walker play(Move move) const { return {graph, move}; }
  double payoff(int player) const { return player == 0 ? here().payoff : -here().payoff; }
  std::uint64_t key() const { return mix(node + 1); }
  const Info& info() const { return graph->info; }
};

// Positions with loops, chains and ends; `points` gives payoffs from -3 to 3.
Graph random_graph(Random& random, bool points) {
  Graph graph;
  graph.info.repetition = 2;
  graph.info.payoffs = points ? Payoffs::points : Payoffs::outcome;
  const std::uint64_t size = 2 + random.below(14), ends = 1 + random.below(4), most = 1 + random.below(3);
  for (std::uint32_t i = 0; i < size; ++i) {
    Node node{.turn = static_cast<int>(random.below(2)), .payoff = 0, .to = {}};
    const std::uint64_t moves = 1 + random.below(most);
    for (std::uint64_t j = 0; j < moves; ++j) {
      const auto to = static_cast<std::uint32_t>(random.below(size + ends));
      if (to != i && std::find(node.to.begin(), node.to.end(), to) == node.to.end()) node.to.push_back(to);
    }
    if (node.to.empty()) node.to.push_back(static_cast<std::uint32_t>(size));
    graph.nodes.push_back(node);
  }
  for (std::uint64_t i = 0; i < ends; ++i)
    graph.nodes.push_back(
        {OVER, points ? static_cast<double>(random.below(7)) - 3 : static_cast<double>(random.below(3)) - 1, {}});
  return graph;
}

// Which positions a player can force a payoff of at least `goal` from (for that player), and in how many plies: by asking
// every position again until nothing changes.
std::vector<int> forced(const Graph& graph, int player, double goal) {
  const std::size_t size = graph.nodes.size();
  std::vector<int> plies(size, -1);
  for (std::size_t i = 0; i < size; ++i) {
    const Node& node = graph.nodes[i];
    if (node.turn == OVER && (player == 0 ? node.payoff : -node.payoff) >= goal) plies[i] = 0;
  }
  for (int level = 1, found = 1; found || level < 2; ++level) {
    found = 0;
    std::vector<int> next = plies;
    for (std::size_t i = 0; i < size; ++i) {
      const Node& node = graph.nodes[i];
      if (node.turn == OVER || plies[i] >= 0) continue;
      bool any = false, all = true;
      for (const std::uint32_t to : node.to) (plies[to] >= 0 ? any : all) = plies[to] >= 0;
      if (node.turn == player ? any : all) next[i] = level, found = 1;
    }
    plies = next;
  }
  return plies;
}

MoveGraph all_of(const Graph& graph, Watch& watch) {
  std::vector<Walker> starts;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) starts.push_back({&graph, i});
  return enumerate(starts, false, 100, watch);
}

void outcomes_of_graphs(int count) {
  Random random(1);
  for (int i = 0; i < count; ++i) {
    const Graph graph = random_graph(random, false);
    Control control;
    Watch watch(control, true);
    const MoveGraph found = all_of(graph, watch);
    CHECK(found.size() == graph.nodes.size(), "every position is met once");
    const std::vector<Code> codes = GraphAnalysis(found, watch).outcomes();
    const std::vector<int> first = forced(graph, 0, 1), second = forced(graph, 1, 1);
    for (std::size_t j = 0; j < codes.size(); ++j) {
      const Code wanted = first[j] >= 0 ? code::win(first[j]) : second[j] >= 0 ? code::loss(second[j]) : code::DRAW;
      CHECK(codes[j] == wanted, "graph " + std::to_string(i) + " position " + std::to_string(j));
    }
  }
}

void points_of_graphs(int count) {
  Random random(2);
  for (int i = 0; i < count; ++i) {
    const Graph graph = random_graph(random, true);
    Control control;
    Watch watch(control, true);
    std::vector<double> payoffs;
    const std::vector<Code> codes = GraphAnalysis(all_of(graph, watch), watch).points(payoffs);
    for (std::size_t j = 0; j < codes.size(); ++j) {
      double wanted = 0;
      for (const double goal : {1, 2, 3}) {
        if (forced(graph, 0, goal)[j] >= 0) wanted = goal;
        if (forced(graph, 1, goal)[j] >= 0) wanted = -goal;
      }
      CHECK(payoffs[codes[j]] == wanted, "graph " + std::to_string(i) + " position " + std::to_string(j));
    }
  }
}

// Every position asked, one after the other with what is remembered and by itself, with much memory and with hardly any.
void proofs_of_graphs(int count) {
  Random random(3);
  for (int i = 0; i < count; ++i) {
    const Graph graph = random_graph(random, false);
    Control control;
    Watch watch(control, true);
    for (int attacker = 0; attacker < 2; ++attacker) {
      const std::vector<int> wanted = forced(graph, attacker, 1);
      Prover<Walker> remembers(attacker, graph.info, {}, 1, watch), forgets(attacker, graph.info, {}, 0, watch);
      for (std::uint32_t j = 0; j < graph.nodes.size(); ++j) {
        Prover<Walker> fresh(attacker, graph.info, {}, 0.1, watch);
        for (Prover<Walker>* each : {&fresh, &remembers, &forgets}) {
          const auto answer = each->ask({&graph, j});
          CHECK(answer == (wanted[j] >= 0 ? Prover<Walker>::Answer::yes : Prover<Walker>::Answer::no),
                "graph " + std::to_string(i) + " position " + std::to_string(j));
        }
      }
    }
  }
}

void loops_that_must_not_be() {
  Graph graph;
  graph.nodes = {{0, 0, {1}}, {1, 0, {0, 2}}, {OVER, 1, {}}};
  Control control;
  Watch watch(control, true);
  CHECK(!GraphAnalysis(all_of(graph, watch), watch).acyclic(), "0 and 1 come back");
  graph.nodes[1].to = {2};
  CHECK(GraphAnalysis(all_of(graph, watch), watch).acyclic(), "nothing comes back");
}

// --- a game with an index ---------------------------------------------------------------------------------------------

// Kings of two colours on 3 x 3 squares: one step up, down, left or right, onto the other's to take it. Who steps onto the
// middle moves again. Without a king, or without a move, one has lost. Play may go round for ever.
struct Kings {
  using Move = std::uint8_t;  // from * 16 + to
  static constexpr int SQUARES = 9;

  std::array<std::uint16_t, 2> kings{};
  std::int8_t mover = 0;

  static const Info& rules() {
    static const Info info = [] {
      Info made;
      made.name = "kings";
      made.repetition = 3;
      return made;
    }();
    return info;
  }
  static std::uint16_t beside(int i) {
    unsigned set = 0;
    if (i % 3 > 0) set |= 1u << (i - 1);
    if (i % 3 < 2) set |= 1u << (i + 1);
    if (i >= 3) set |= 1u << (i - 3);
    if (i < 6) set |= 1u << (i + 3);
    return static_cast<std::uint16_t>(set);
  }

  std::uint16_t own() const { return kings[static_cast<std::size_t>(mover)]; }
  std::uint16_t others() const { return kings[static_cast<std::size_t>(1 - mover)]; }
  int turn() const {
    if (own() == 0 || others() == 0) return OVER;
    for (int i = 0; i < SQUARES; ++i)
      if (own() >> i & 1 && beside(i) & ~own()) return mover;
    return OVER;
  }
  void moves(MoveList<Move>& out) const {
    for (int i = 0; i < SQUARES; ++i)
      if (own() >> i & 1)
        for (int j = 0; j < SQUARES; ++j)
          if (beside(i) & ~own() & 1u << j) out.add(static_cast<Move>(i * 16 + j));
  }
  Kings play(Move move) const {
    Kings next = *this;
    const unsigned from = 1u << (move >> 4), to = 1u << (move & 15);
    auto& mine = next.kings[static_cast<std::size_t>(mover)];
    auto& yours = next.kings[static_cast<std::size_t>(1 - mover)];
    mine = static_cast<std::uint16_t>((mine & ~from) | to);
    const bool again = (move & 15) == 4;
    yours = static_cast<std::uint16_t>(yours & ~to);
    if (!again || yours == 0) next.mover = static_cast<std::int8_t>(1 - mover);
    return next;
  }
  double payoff(int player) const { return player == mover ? -1 : 1; }
  std::uint64_t key() const { return mix(kings[0] | kings[1] << 9 | static_cast<std::uint64_t>(mover) << 18); }
  const Info& info() const { return rules(); }

  // By the kings of the one to move and of the other; whoever that is.
  struct Material {
    int own, others;
  };
  static std::vector<Material> materials(int pieces) {
    std::vector<Material> all;
    for (int count = 2; count <= pieces; ++count)
      for (int mine = 1; mine < count; ++mine) all.push_back({mine, count - mine});
    return all;
  }
  // Moves lead from m kings against n to n against m and back: these two are one slice.
  static std::vector<Material> slice_list(int pieces) {
    std::vector<Material> all;
    for (const Material& each : materials(pieces))
      if (each.own >= each.others) all.push_back(each);
    return all;
  }
  static std::uint64_t ways(int mine, int yours) {
    return subsets::binomial(SQUARES, mine) * subsets::binomial(SQUARES - mine, yours);
  }
  std::vector<Slice> slices(int pieces) const {
    std::vector<Slice> all;
    for (const auto& [a, b] : slice_list(pieces))
      all.push_back({std::to_string(a) + "v" + std::to_string(b), a + b, ways(a, b) * (a == b ? 1 : 2)});
    return all;
  }
  std::optional<Place> rank() const {
    const int mine = std::popcount(own()), yours = std::popcount(others());
    if (mine == 0 || yours == 0) return std::nullopt;
    const auto all = slice_list(9);
    std::size_t slice = 0;
    while (all[slice].own != std::max(mine, yours) || all[slice].others != std::min(mine, yours)) ++slice;
    const std::uint64_t room = ((1u << SQUARES) - 1) & ~own();
    const std::uint64_t at = subsets::rank(own()) * subsets::binomial(SQUARES - mine, yours) +
                             subsets::rank(subsets::squeezed(others(), room));
    return Place{slice, at + (mine < yours ? ways(yours, mine) : 0), mover};
  }
  std::optional<Kings> unrank(std::size_t slice, std::uint64_t i) const {
    auto [mine, yours] = slice_list(9)[slice];
    if (i >= ways(mine, yours)) {
      i -= ways(mine, yours);
      std::swap(mine, yours);
    }
    const std::uint64_t each = subsets::binomial(SQUARES - mine, yours);
    const std::uint64_t first = subsets::unrank(SQUARES, mine, i / each);
    const std::uint64_t room = ((1u << SQUARES) - 1) & ~first;
    return Kings{{static_cast<std::uint16_t>(first),
                  static_cast<std::uint16_t>(subsets::spread(subsets::unrank(SQUARES - mine, yours, i % each), room))},
                 0};
  }
};

void subsets_in_a_row() {
  CHECK(subsets::binomial(9, 4) == 126 && subsets::binomial(64, 32) == 1832624140942590534ULL, "binomials");
  CHECK(subsets::binomial(5, 6) == 0 && subsets::binomial(0, 0) == 1 && subsets::binomial(64, 64) == 1, "edges");
  for (int k = 0; k <= 9; ++k)
    for (std::uint64_t i = 0; i < subsets::binomial(9, k); ++i) {
      const std::uint64_t set = subsets::unrank(9, k, i);
      CHECK(std::popcount(set) == k && set < 512 && subsets::rank(set) == i, "subset " + std::to_string(i));
      CHECK(subsets::squeezed(subsets::spread(set, 0x5555'5555'5555ULL), 0x5555'5555'5555ULL) == set, "spread");
    }
}

EndgameTable table_of_kings(int pieces, int threads, double megabytes) {
  EndgameTable table;
  const Kings like;
  table.planned = like.slices(pieces);
  while (!table.complete()) {
    Control control;
    table.parts.push_back(SliceAnalysis<Kings>(like, table, threads, megabytes, control).run());
  }
  return table;
}

// The slices, in every way to find them, against all positions met from anywhere.
void slices_of_kings(int pieces) {
  const Kings like;
  std::vector<Kings> starts;
  const std::vector<Slice> all = like.slices(pieces);
  for (std::size_t slice = 0; slice < all.size(); ++slice)
    for (std::uint64_t i = 0; i < all[slice].size; ++i) {
      const Kings position = *like.unrank(slice, i);
      const std::optional<Place> place = position.rank();
      CHECK(place && place->slice == slice && place->index == i, "rank and unrank belong together");
      starts.push_back(position);
    }
  Control control;
  Watch watch(control, true);
  const MoveGraph graph = enumerate(starts, false, 1000, watch);
  EndgameTable wanted;
  CHECK(wanted.fill(graph.keys, GraphAnalysis(graph, watch).outcomes()), "keys differ");
  const EndgameTable tables[] = {table_of_kings(pieces, 1, 100), table_of_kings(pieces, 3, 100),
                                 table_of_kings(pieces, 1, 0.05), table_of_kings(pieces, 2, 0.05)};
  for (const EndgameTable& table : tables)
    for (const Kings& each : starts) {
      const auto here = table.find(each), there = wanted.find(each);
      CHECK(here && there && here->value == there->value && here->plies == there->plies, "a value");
    }
  CHECK(tables[0].tally().draws > 0 && tables[0].tally().longest > 10, "there is something to find");
}

// Blocks and unmoves against the general analysis of the same index.
void blocks_of_checkers(int pieces) {
  const checkers::Position like;
  EndgameTable by_blocks, by_moves;
  by_blocks.planned = by_moves.planned = like.slices(pieces);
  for (std::size_t slice = 0; slice < by_blocks.planned.size(); ++slice) {
    Control control;
    by_blocks.parts.push_back(BlockAnalysis<checkers::Position>(like, by_blocks, 100, control).run());
    by_moves.parts.push_back(SliceAnalysis<checkers::Position>(like, by_moves, 1, 1000, control).run());
    const EndgameTable::Part &one = by_blocks.parts.back(), &two = by_moves.parts.back();
    std::uint64_t held = 0;
    for (std::uint64_t i = 0; i < one.slice.size; ++i) {
      CHECK(one.cells[i] == two.cells[i], one.slice.name + " " + std::to_string(i));
      const std::optional<checkers::Position> position = like.unrank(slice, i);
      CHECK(position.has_value() == (one.cells[i] != code::NOTHING), "a hole");
      if (!position) continue;
      ++held;
      const std::optional<Place> place = position->rank();
      CHECK(place && place->slice == slice && place->index == i, "rank and unrank belong together");
    }
    CHECK(one.tally.all() == held && one.slice.size % like.block_size(slice) == 0, "blocks fill a slice");
  }
}

void too_much() {
  EndgameTable table;
  const Kings like;
  table.planned = like.slices(4);
  Control control;
  std::string said;
  try {
    SliceAnalysis<Kings>(like, table, 1, 1e-5, control).run();
  } catch (const TooManyPositions& error) {
    said = error.what();
  }
  CHECK(said.find("slice 1v1 has 72 positions and takes 0.0 MB") == 0, said);
  control.cancel = std::make_shared<std::atomic<bool>>(true);
  bool stopped = false;
  try {
    table.planned = {like.slices(5).back()};
    Control soon;
    soon.cancel = control.cancel;
    soon.check_every = 1;
    SliceAnalysis<Kings>(like, table, 2, 100, soon).run();
  } catch (const Stopped& stop) {
    stopped = std::string(stop.why) == "cancelled" || std::string(stop.why) == "finished";
  }
  CHECK(stopped, "a raised flag ends it");
}

}  // namespace

}  // namespace zermelo

int main(int count, char** words) {
  using namespace zermelo;
  const int graphs = count > 1 ? std::atoi(words[1]) : 2000;
  run("subsets", subsets_in_a_row);
  run("outcomes of graphs", [&] { outcomes_of_graphs(graphs); });
  run("points of graphs", [&] { points_of_graphs(graphs); });
  run("proofs of graphs", [&] { proofs_of_graphs(graphs / 4); });
  run("loops that must not be", loops_that_must_not_be);
  run("slices of kings", [] { slices_of_kings(5); });
  run("blocks of checkers", [] { blocks_of_checkers(3); });
  run("too much", too_much);
  return failures == 0 ? 0 : 1;
}
