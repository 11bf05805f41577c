// Plays games for the recipe: a program of its own, so that it can be built by one command where nothing is installed.
//
//   selfplay games   WEIGHTS OUT SEED FIRST GAMES DEPTH EXACT THREADS     positions with results, 20 bytes each
//   selfplay spread  WEIGHTS IN  OUT SAMPLES DEEPEST EXACT THREADS        scores of positions at every depth, for ProbCut
//   selfplay plies   WEIGHTS IN  OUT                                      adds what each number of empty squares is off by
//   selfplay duel    WEIGHTS WEIGHTS PAIRS DEPTH EXACT THREADS            one evaluation against another
//
// WEIGHTS is a file of 16-bit words, or `zero`. Game i depends on the seed and i alone, whatever the threads.
#include "games/othello/selfplay.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

using namespace zermelo;
using namespace zermelo::othello;

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "selfplay: %s\n", why.c_str());
  std::exit(2);
}

// With or without those of the plies.
std::vector<std::int16_t> read_words(const char* name) {
  std::vector<std::int16_t> words(WEIGHT_COUNT);
  if (std::strcmp(name, "zero") == 0) return words;
  std::ifstream file(name, std::ios::binary);
  file.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(words.size() * 2));
  const auto got = static_cast<std::size_t>(file.gcount()) / 2;
  if (got != WEIGHT_COUNT && got != STAGES * STAGE_SIZE) fail(std::string("cannot read weights from ") + name);
  return words;
}
Weights read_weights(const char* name) { return Weights(read_words(name)); }

std::vector<Record> read_records(const char* name) {
  std::ifstream in(name, std::ios::binary);
  std::vector<Record> records;
  for (Record record; in.read(reinterpret_cast<char*>(&record), sizeof record);) records.push_back(record);
  if (records.empty()) fail(std::string("no records in ") + name);
  return records;
}

// work(chunk, memory) for every chunk, on several threads.
template <class Work>
void share_out(std::uint64_t chunks, int threads, double megabytes, Work work) {
  std::atomic<std::uint64_t> next{0};
  std::vector<std::thread> team;
  for (int i = 0; i < threads; ++i)
    team.emplace_back([&] {
      Memory memory(megabytes);
      for (std::uint64_t chunk; (chunk = next++) < chunks;) work(chunk, memory);
    });
  for (auto& each : team) each.join();
}

u64 seed_of(u64 seed, u64 game) { return Dice(seed * 0x2545f4914f6cdd1dULL + game).next(); }

constexpr std::uint64_t CHUNK = 256;

int games(char** argument) {
  const Weights weights = read_weights(argument[0]);
  const u64 seed = std::strtoull(argument[2], nullptr, 10), first = std::strtoull(argument[3], nullptr, 10);
  const u64 wanted = std::strtoull(argument[4], nullptr, 10);
  const SelfPlay plan{.depth = std::atoi(argument[5]), .exact = std::atoi(argument[6])};
  const std::uint64_t chunks = (wanted + CHUNK - 1) / CHUNK;
  std::vector<std::vector<Record>> parts(chunks);
  share_out(chunks, std::atoi(argument[7]), plan.exact > 16 ? 8 : 1, [&](std::uint64_t chunk, Memory& memory) {
    for (u64 game = chunk * CHUNK; game < std::min(wanted, (chunk + 1) * CHUNK); ++game)
      self_play(plan, seed_of(seed, first + game), weights, memory, parts[chunk]);
  });
  std::ofstream out(argument[1], std::ios::binary);
  for (const auto& part : parts)
    out.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size() * sizeof(Record)));
  out.close();
  if (!out) fail(std::string("cannot write ") + argument[1]);
  return 0;
}

// Rows of bytes: empty squares, the score at depth 0, 1, … DEEPEST (signed), then the exact one from EXACT empty squares on
// (127: not known).
int spread(char** argument) {
  const Weights weights = read_weights(argument[0]);
  const std::vector<Record> records = read_records(argument[1]);
  const std::uint64_t samples = std::strtoull(argument[3], nullptr, 10);
  const int deepest = std::atoi(argument[4]), exact = std::atoi(argument[5]);
  std::vector<std::string> rows(samples);
  share_out(samples, std::atoi(argument[6]), 8, [&](std::uint64_t i, Memory& memory) {
    const Record& record = records[seed_of(17, i) % records.size()];
    const int empties = count(~(record.me | record.opp));
    if (empties < 13 || !moves(record.me, record.opp)) return;
    std::string row(1, static_cast<char>(empties));
    for (int depth = 0; depth <= deepest; ++depth) {
      memory.forget();
      Control control;
      Team team(memory, weights, control, 1);
      Searcher searcher(team, true);
      const Position position = Position::of(record.me, record.opp);
      row += static_cast<char>(searcher.search(position, -64, 64, depth, CERTAIN));
    }
    if (empties <= exact) {
      memory.forget();
      Control control;
      Team team(memory, weights, control, 1);
      row += static_cast<char>(Root(record.me, record.opp, team, Wish{}).run().moves.front().score);
    } else {
      row += static_cast<char>(127);
    }
    rows[i] = row;
  });
  std::ofstream out(argument[2], std::ios::binary);
  for (const auto& row : rows) out << row;
  return 0;
}

// Stages without records take over the next one's weights; then the mean error for each number of empty squares, smoothed
// where records are few.
int plies(char** argument) {
  std::vector<std::int16_t> words = read_words(argument[0]);
  const std::vector<Record> records = read_records(argument[1]);
  bool played[STAGES] = {};
  for (const Record& record : records) played[stage_of(count(~(record.me | record.opp)))] = true;
  for (int stage = STAGES - 2; stage >= 0; --stage)
    if (!played[stage]) {
      const auto here = words.begin() + static_cast<std::ptrdiff_t>(STAGE_SIZE) * stage;
      std::copy_n(here + static_cast<std::ptrdiff_t>(STAGE_SIZE), STAGE_SIZE, here);
      std::printf("stage %d is stage %d\n", stage, stage + 1);
    }
  const Weights weights(words);
  double error[61] = {}, seen[61] = {};
  for (const Record& record : records) {
    const int empties = std::min(60, count(~(record.me | record.opp)));
    const int value = weights.sum(Indices::of(record.me, record.opp), empties);
    if (std::abs(value) > 60 * WEIGHT_UNIT) continue;
    error[empties] += record.score * WEIGHT_UNIT - value, ++seen[empties];
  }
  for (std::size_t i = 0; i <= 60; ++i) {
    words[STAGES * STAGE_SIZE + i] =
        static_cast<std::int16_t>(words[STAGES * STAGE_SIZE + i] + error[i] / (seen[i] + 2000));
    std::printf("%zu empty: %.0f records, %+.2f discs\n", i, seen[i], words[STAGES * STAGE_SIZE + i] / 128.0);
  }
  std::ofstream out(argument[2], std::ios::binary);
  out.write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(words.size() * 2));
  return 0;
}

int duel(char** argument) {
  const Weights first = read_weights(argument[0]), second = read_weights(argument[1]);
  const std::uint64_t pairs = std::strtoull(argument[2], nullptr, 10);
  const int depth = std::atoi(argument[3]), exact = std::atoi(argument[4]);
  std::atomic<int> wins{0}, draws{0}, discs{0}, played{0};
  share_out(pairs, std::atoi(argument[5]), 8, [&](std::uint64_t pair, Memory& memory) {
    for (const bool swapped : {false, true}) {
      Dice dice(seed_of(99, pair));
      u64 me = START_ME, opp = START_OPP;
      bool turn = false;  // false: the player that began
      for (int ply = 0;; ++ply) {
        if (!moves(me, opp)) {
          std::swap(me, opp), turn = !turn;
          if (!moves(me, opp)) break;
        }
        int square;
        if (ply < 10) {
          u64 legal = moves(me, opp);
          for (int skip = dice.below(count(legal)); skip > 0; --skip) legal &= legal - 1;
          square = first_square(legal);
        } else {
          memory.forget();
          Control control;
          control.limits.depth = count(~(me | opp)) <= exact ? FULL_DEPTH : depth;
          Team team(memory, turn != swapped ? second : first, control, 1);
          square = Root(me, opp, team, Wish{}).run().moves.front().square;
        }
        const u64 turned = flips(square, me, opp), mine = me;
        me = opp ^ turned, opp = mine ^ turned ^ bit(square), turn = !turn;
      }
      const int score = final_score(me, opp) * (turn != swapped ? -1 : 1);
      ++played, discs += score;
      if (score > 0) ++wins;
      if (score == 0) ++draws;
    }
  });
  std::printf("%d games: %d won, %d drawn, score %.1f %%, %+.2f discs a game\n", played.load(), wins.load(),
              draws.load(), 100.0 * (wins + 0.5 * draws) / played, static_cast<double>(discs) / played);
  return 0;
}

}  // namespace

int main(int arguments, char** argument) {
  const std::string command = arguments > 1 ? argument[1] : "";
  if (command == "games" && arguments == 10) return games(argument + 2);
  if (command == "spread" && arguments == 9) return spread(argument + 2);
  if (command == "plies" && arguments == 5) return plies(argument + 2);
  if (command == "duel" && arguments == 8) return duel(argument + 2);
  fail("expected games, spread, plies or duel and their arguments; see the top of selfplay.cpp");
}
