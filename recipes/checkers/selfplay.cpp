// Games of checkers against itself, for learning:
//
//     selfplay games WEIGHTS FILE GAMES SEED NODES      plays; WEIGHTS `none`: by the evaluation that was set by hand
//     selfplay duel WEIGHTS WEIGHTS PAIRS SEED SECONDS  the points of the first against the second, at equal CPU time a move
//     selfplay features FILE OUT                        what the learned evaluation (patterns.hpp) sees of the records
//
// A game begins with 4 to 11 random plies. Each side then searches NODES positions a move, until there are four pieces or
// fewer (the endgame tables know the rest), a position has come back, or 60 plies have brought no progress. Every
// position where nothing is to be taken is a record of 24 bytes, and the last position of the game ends it:
//
//     black, white, kings    4 bytes each: the squares by their bits (squares.hpp)
//     mover                  1 byte
//     kind                   1 byte: 0 a position on the way, 1 the last one
//     score                  2 bytes, signed: what the search found, for the mover, in hundredths of a man
//     game                   4 bytes: its number
//     unused                 4 bytes
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "core/abilities.hpp"
#include "core/deepen.hpp"
#include "core/network_code.hpp"
#include "games/checkers/eval.hpp"
#include "games/checkers/fen.hpp"
#include "games/checkers/index.hpp"
#include "games/checkers/notation.hpp"
#include "games/checkers/patterns.hpp"

using namespace zermelo;
using checkers::Position;

namespace {

struct Record {
  std::uint32_t black, white, kings;
  std::uint8_t mover, kind;
  std::int16_t score;
  std::uint32_t game, unused;
};
static_assert(sizeof(Record) == 24);

// What `auto` is made of, but for what takes longer to set up than so small a search.
Features usual() {
  Features f;
  f.scout = f.deepen = f.stride = f.table = f.etc = f.quick = f.selective = true;
  f.quiescence = f.null_move = f.reductions = f.late_pruning = f.futility = true;
  f.reverse_futility = f.razoring = f.internal_reduction = f.singular = f.probcut = true;
  f.order = Orders{} | Order::table | Order::noisy | Order::history | Order::prior | Order::killers;
  return f;
}

Found searched(const Position& position, Table& table, std::uint64_t nodes, const std::vector<std::uint64_t>& before) {
  table.new_search();  // entries of the moves before count as such
  Plan<Position> plan;
  plan.task.can = abilities_of(position);
  plan.task.features = resolved(usual(), plan.task.can);
  plan.task.table = &table;
  plan.task.evaluates = plan.task.distance = true;
  plan.task.before = before;
  Control control;
  control.limits.nodes = nodes;
  return run_root<Position, Flexible>(position, plan, control).moves.front();
}

Position random_start(Random& random) {
  for (;;) {
    Position p;
    bool open = true;
    for (int left = 4 + static_cast<int>(random.below(8)); left > 0 && open; --left) {
      MoveList<checkers::Move> list;
      p.moves(list);
      p = p.play(list[random.below(list.size())].move);
      open = p.turn() != OVER;
    }
    if (open) return p;
  }
}

Record record_of(const Position& p, int kind, double score, std::uint32_t game) {
  return {p.pieces[0],
          p.pieces[1],
          p.kings,
          p.mover,
          static_cast<std::uint8_t>(kind),
          static_cast<std::int16_t>(std::clamp(score, -30000.0, 30000.0)),
          game,
          0};
}

void play(std::FILE* out, std::uint32_t game, std::uint64_t nodes, Random& random) {
  Table table(1, Replacement::ageing);
  Position p = random_start(random);
  std::vector<std::uint64_t> before;
  std::vector<Record> records;
  while (p.turn() != OVER && std::popcount(p.pieces[0] | p.pieces[1]) > 4 && p.quiet < 60) {
    if (std::ranges::count(before, p.repetition_key()) > 0) break;
    const Found best = searched(p, table, nodes, before);
    if (!p.must_take()) records.push_back(record_of(p, 0, best.value, game));
    before.push_back(p.repetition_key());
    p = p.play(static_cast<checkers::Move>(best.move));
  }
  records.push_back(record_of(p, 1, 0, game));
  std::fwrite(records.data(), sizeof(Record), records.size(), out);
}

// What there is of a record to learn from, 64 bytes.
struct Seen {
  std::array<std::uint16_t, checkers::BLOCKS> indices;
  std::array<std::int8_t, checkers::COUNTS> counts;
  std::array<std::int8_t, 32> king;  // by the numbers of squares, Black's turned round and counted negative
  std::uint8_t pieces, mover, kind, unused;
};
static_assert(sizeof(Seen) == 64);

Seen seen_of(const Record& record) {
  Position p;
  p.pieces = {record.black, record.white};
  p.kings = record.kings;
  p.mover = record.mover;
  Seen out{};
  const checkers::Indices indices = checkers::indices_of(p);
  for (std::size_t b = 0; b < checkers::BLOCKS; ++b) out.indices[b] = indices[b];
  const auto counts = checkers::counts_of(p);
  for (std::size_t i = 0; i < checkers::COUNTS; ++i) out.counts[i] = static_cast<std::int8_t>(counts[i]);
  for (int number = 1; number <= 32; ++number) {
    const checkers::Squares at = checkers::square(checkers::bit_of(number));
    const int white = p.kings_of(checkers::WHITE) & at ? 1 : 0;
    const int black = checkers::turned(p.kings_of(checkers::BLACK)) & at ? 1 : 0;
    out.king[static_cast<std::size_t>(number - 1)] = static_cast<std::int8_t>(white - black);
  }
  out.pieces = static_cast<std::uint8_t>(std::popcount(record.black | record.white));
  out.mover = record.mover;
  out.kind = record.kind;
  return out;
}

std::FILE* opened(const char* name, const char* how) {
  std::FILE* file = std::fopen(name, how);
  if (!file) std::perror(name), std::exit(1);
  return file;
}

int features(const char* from, const char* to) {
  std::FILE *in = opened(from, "rb"), *out = opened(to, "wb");
  for (Record record; std::fread(&record, sizeof record, 1, in) == 1;) {
    const Seen seen = seen_of(record);
    std::fwrite(&seen, sizeof seen, 1, out);
  }
  std::fclose(in);
  return std::fclose(out);
}

const checkers::Weights* read_weights(const char* name) {
  if (std::strcmp(name, "none") == 0) return nullptr;
  std::vector<std::int16_t> words(checkers::Weights::WORDS);
  std::FILE* in = opened(name, "rb");
  if (std::fread(words.data(), 2, words.size(), in) != words.size()) std::exit(1);
  std::fclose(in);
  return new checkers::Weights(words);
}

int games(char** words) {
  checkers::loaded_weights = read_weights(words[0]);
  std::FILE* out = opened(words[1], "wb");
  const auto number = static_cast<std::uint32_t>(std::atoi(words[2]));
  for (std::uint32_t i = 0; i < number; ++i) {
    Random random(mix(static_cast<std::uint64_t>(std::atoll(words[3])) * 1000003 + i));
    play(out, i, static_cast<std::uint64_t>(std::atoll(words[4])), random);
  }
  return std::fclose(out);
}

// One side of a duel: as many nodes a move as fit into the time by its speed so far.
struct Duellist {
  const checkers::Weights* weights;
  double seconds = 0, nodes = 0, moves = 0;
  Table table{4, Replacement::ageing};

  checkers::Move move(const Position& p, const std::vector<std::uint64_t>& before, double wanted) {
    const double rate = seconds > 0.1 ? nodes / seconds : 2e6;
    checkers::loaded_weights = weights;
    const std::clock_t began = std::clock();
    const Found best = searched(p, table, static_cast<std::uint64_t>(wanted * rate), before);
    seconds += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    nodes += wanted * rate;
    moves += 1;
    return static_cast<checkers::Move>(best.move);
  }
};

// What Black gets: 1, 0 or -1. Where four pieces are left or nothing happens for long, whoever has more has won.
double decided(const Position& p) {
  if (p.turn() == OVER) return p.payoff(checkers::BLACK);
  const auto worth = [&](int side) { return std::popcount(p.all(side)) + 0.3 * std::popcount(p.kings_of(side)); };
  const double ahead = worth(checkers::BLACK) - worth(checkers::WHITE);
  return std::popcount(p.pieces[0] | p.pieces[1]) <= 4 && std::abs(ahead) >= 0.9 ? (ahead > 0 ? 1 : -1) : 0;
}

int duel(char** words) {
  std::array<Duellist, 2> sides{Duellist{read_weights(words[0])}, Duellist{read_weights(words[1])}};
  std::array<int, 3> results{};
  for (int pair = 0; pair < std::atoi(words[2]); ++pair) {
    Random random(mix(static_cast<std::uint64_t>(std::atoll(words[3])) * 77003 + static_cast<std::uint64_t>(pair)));
    const Position start = random_start(random);
    for (int turned = 0; turned < 2; ++turned) {
      Position p = start;
      std::vector<std::uint64_t> before;
      while (p.turn() != OVER && p.quiet < 60 && std::popcount(p.pieces[0] | p.pieces[1]) > 4 &&
             std::ranges::count(before, p.repetition_key()) < 2) {
        auto& side = sides[static_cast<std::size_t>(p.mover ^ turned)];
        const checkers::Move move = side.move(p, before, std::atof(words[4]));
        before.push_back(p.repetition_key());
        p = p.play(move);
      }
      const double black = decided(p) * (turned ? -1 : 1);
      ++results[black > 0 ? 0 : black == 0 ? 1 : 2];
    }
    if (pair % 10 == 9)
      std::printf("%d games +%d =%d -%d %.1f %%, CPU a move %.4f %.4f, nodes/s %.2f %.2f M\n", 2 * pair + 2, results[0],
                  results[1], results[2], 50.0 * (2 * results[0] + results[1]) / (2 * pair + 2),
                  sides[0].seconds / sides[0].moves, sides[1].seconds / sides[1].moves,
                  sides[0].nodes / sides[0].seconds / 1e6, sides[1].nodes / sides[1].seconds / 1e6),
          std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "games" && count == 7) return games(words + 2);
  if (what == "duel" && count == 7) return duel(words + 2);
  if (what == "features" && count == 4) return features(words[2], words[3]);
  return std::fprintf(stderr, "selfplay games WEIGHTS FILE GAMES SEED NODES | features FILE OUT\n"), 2;
}
