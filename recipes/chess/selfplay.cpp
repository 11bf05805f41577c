// Plays games for the recipe: a program of its own, so that it can be built by one command where nothing is installed.
//
//   selfplay games GAMES NODES SEED OUT     a line for each quiet position: FEN|score for white in pawns|result for white
//   selfplay counts IN OUT                  what the evaluation counts in each of them (fit.py reads it)
//
// Games begin with 7 to 10 random moves after which a search finds nothing won, and depend on the seed alone.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/abilities.hpp"
#include "core/network_code.hpp"
#include "games/chess/eval.hpp"
#include "games/chess/notation.hpp"

using namespace zermelo;
using chess::Move;
using chess::Position;

namespace {

constexpr double LEVEL = 0.8, DECIDED = 9, WON_ANYWAY = 15;  // pawns
constexpr int OPENING_NODES = 3000, LONGEST = 300;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "selfplay: %s\n", why.c_str());
  std::exit(2);
}

// What `auto` is in chess, with a table and what was learned kept from move to move.
class Engine {
 public:
  explicit Engine(const Position& start) {
    Features features;
    features.scout = features.deepen = features.stride = features.table = features.etc = features.quick = true;
    features.aspiration = features.selective = features.quiescence = features.extensions = features.null_move = true;
    features.reductions = features.late_pruning = features.futility = features.reverse_futility = true;
    features.internal_reduction = features.singular = features.correction = true;
    features.order = features.order | Order::best;
    features.margin = 2.2;
    features.eval_error = 0.17;
    features.late_moves = 0.4;
    plan_.task.can = abilities_of(start);
    plan_.task.features = resolved(features, plan_.task.can);
    plan_.task.table = &table_;
    plan_.task.learned = &learned_;
    plan_.task.evaluates = plan_.task.distance = true;
  }

  Found best(const Position& position, const std::vector<std::uint64_t>& before, std::uint64_t nodes) {
    table_.new_search();
    plan_.task.before = before;
    Control control;
    control.limits.nodes = nodes;
    return run_search(position, plan_, control).moves.front();
  }

 private:
  Table table_{16.0, Replacement::ageing};
  std::shared_ptr<Learned> learned_;
  Plan<Position> plan_;
};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 7919) {}
  std::uint64_t below(std::uint64_t limit) { return mix(state_ += 0x9e3779b97f4a7c15ULL) % limit; }

 private:
  std::uint64_t state_;
};

// The moves that lead to a level position.
std::vector<Move> opening(int plies, Dice& dice) {
  for (;;) {
    Position position = chess::setup(518, chess::Draws::claimed);
    std::vector<Move> moves;
    while (static_cast<int>(moves.size()) < plies && position.turn() != OVER) {
      MoveList<Move> list;
      position.moves(list);
      moves.push_back(list[dice.below(list.size())].move);
      position = position.play(moves.back());
    }
    if (position.turn() == OVER) continue;
    if (std::abs(Engine(position).best(position, {}, OPENING_NODES).value) < LEVEL) return moves;
  }
}

void play_one(int plies, std::uint64_t nodes, Dice& dice, std::FILE* out) {
  Position at = chess::setup(518, chess::Draws::claimed);
  std::vector<std::uint64_t> before;
  std::map<std::uint64_t, int> seen;
  const auto step = [&](Move move) {
    before.push_back(at.repetition_key());
    ++seen[at.repetition_key()];
    at = at.play(move);
  };
  for (const Move move : opening(plies, dice)) step(move);
  Engine engine(at);
  std::vector<std::string> rows;
  int decided = 0, last = 0;
  double result = 0.5;
  for (int ply = 0; ply <= LONGEST && seen[at.repetition_key()] < 2; ++ply) {
    if (at.turn() == OVER) {
      result = 0.5 + 0.5 * at.payoff(0);
      break;
    }
    const Found found = engine.best(at, before, nodes + dice.below(nodes / 2));
    const double white = at.mover == 0 ? found.value : -found.value;
    const int winner = white > DECIDED ? 1 : white < -DECIDED ? -1 : 0;
    decided = winner != 0 && winner == last ? decided + 1 : 0;
    last = winner;
    if (decided == 4) {
      result = winner > 0 ? 1 : 0;
      break;
    }
    const auto move = static_cast<Move>(found.move);
    if (!at.checkers && !Skill<Position>::Judge(at).noisy(move) && std::abs(white) < WON_ANYWAY) {
      char score[32];
      std::snprintf(score, sizeof score, "|%.2f", white);
      rows.push_back(at.text() + score);
    }
    step(move);
  }
  for (const std::string& row : rows) std::fprintf(out, "%s|%.1f\n", row.c_str(), result);
}

struct Recorder {
  std::vector<std::int16_t>* counts;
  void count(int term, int times) const {
    auto& each = (*counts)[chess::at(term)];
    each = static_cast<std::int16_t>(each + times);
  }
};

// score, result, value, phase, mover (1 or -1) as floats; both scales as bytes; then the number of terms, and for each its
// number and its count for white, less that for black, in 16 bits.
void write_counts(const char* from, const char* to) {
  std::ifstream in(from);
  std::FILE* out = std::fopen(to, "wb");
  if (!in || !out) fail("cannot read or write the files");
  std::vector<std::int16_t> counts(chess::TERMS);
  for (std::string line; std::getline(in, line);) {
    const std::size_t score = line.find('|'), result = line.find('|', score + 1);
    if (result == std::string::npos) fail("no position: " + line);
    const Position position = chess::FenReader(line.substr(0, score), chess::Draws::claimed).read();
    std::fill(counts.begin(), counts.end(), std::int16_t{0});
    chess::Evaluation<Recorder> evaluation(position, Recorder{&counts});
    const auto value = static_cast<float>(evaluation.value());
    const float head[5]{std::strtof(line.c_str() + score + 1, nullptr), std::strtof(line.c_str() + result + 1, nullptr),
                        value, static_cast<float>(evaluation.phase()), position.mover == 0 ? 1.0f : -1.0f};
    const std::int8_t scales[2]{static_cast<std::int8_t>(evaluation.scale(0)),
                                static_cast<std::int8_t>(evaluation.scale(1))};
    std::vector<std::int16_t> pairs{0};
    for (int term = 0; term < chess::TERMS; ++term)
      if (counts[chess::at(term)] != 0) {
        pairs.push_back(static_cast<std::int16_t>(term));
        pairs.push_back(counts[chess::at(term)]);
        ++pairs[0];
      }
    std::fwrite(head, sizeof head, 1, out);
    std::fwrite(scales, sizeof scales, 1, out);
    std::fwrite(pairs.data(), sizeof pairs[0], pairs.size(), out);
  }
  std::fclose(out);
}

}  // namespace

int main(int count, char** given) {
  chess::make_tables();
  const std::string task = count > 1 ? given[1] : "";
  if (task == "counts" && count == 4) {
    write_counts(given[2], given[3]);
  } else if (task == "games" && count == 6) {
    Dice dice(static_cast<std::uint64_t>(std::atoll(given[4])));
    std::FILE* out = std::fopen(given[5], "a");
    if (!out) fail(std::string("cannot write ") + given[5]);
    for (int game = 0; game < std::atoi(given[2]); ++game)
      play_one(7 + game % 4, static_cast<std::uint64_t>(std::atoll(given[3])), dice, out);
    std::fclose(out);
  } else {
    fail("see the head of selfplay.cpp");
  }
}
