// Positions and what a look ahead says of them, for supervised learning.
//
//   teach NETWORKS DEPTH POSITIONS THREADS SEED OUT
//
// Plays games against itself and keeps, of every roll, the position reached and now and then another that could have been:
// a player has to judge bad plays too. Each is judged by the networks with DEPTH plies of looking ahead. Games now and then
// begin with some random plays, so that strange positions are met.
#include <atomic>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "files.hpp"
#include "plies.hpp"
#include "record.hpp"

using namespace recipe;

namespace {

u64 key_of(const Board& board) {
  u64 key = 0, words[8];
  std::memcpy(words, board.men, sizeof words);
  for (const u64 word : words) key = (key ^ word) * 0x9e3779b97f4a7c15ULL, key ^= key >> 29;
  return key;
}

class Teacher {
 public:
  Teacher(const Judge& judge, int depth, u64 seed, std::FILE* out, std::mutex& lock, std::atomic<long>& left)
      : search_(judge), depth_(depth), random_(seed), out_(out), lock_(lock), left_(left) {}

  void run() {
    while (left_ > 0) game();
    flush();
  }

 private:
  void game() {
    Board board = Board::start();
    int wild = random_.below(4) == 0 ? static_cast<int>(2 + random_.below(14)) : 0;
    while (!Judge::exact(board)) {
      const Roll roll = random_.roll();
      const std::vector<Outcome> plays = plays_.of(board, roll);
      Board next = after(plays[random_.below(static_cast<u32>(plays.size()))]);
      if (wild-- <= 0) next = search_.reply(board, roll).first;
      if (plays.size() > 1 && random_.below(2) == 0) keep(after(plays[random_.below(static_cast<u32>(plays.size()))]));
      board = next;
      keep(board);
    }
  }

  static Board after(const Outcome& outcome) {
    Board board = outcome.board;
    board.swap();
    return board;
  }

  void keep(const Board& board) {
    if (Judge::exact(board) || left_ <= 0) return;
    if (phase_of(board) == Phase::race && random_.below(2)) return;
    if (!known_.insert(key_of(board)).second) return;
    records_.push_back(record_of(board, search_.value(board, depth_)));
    --left_;
    if (records_.size() == 1000) flush();
  }

  void flush() {
    const std::lock_guard hold(lock_);
    std::fwrite(records_.data(), sizeof(Record), records_.size(), out_);
    records_.clear();
  }

  Lookahead search_;
  int depth_;
  Random random_;
  std::FILE* out_;
  std::mutex& lock_;
  std::atomic<long>& left_;
  Plays plays_;
  std::unordered_set<u64> known_;
  std::vector<Record> records_;
};

}  // namespace

int main(int count, char** words) {
  if (count != 7) fail("teach NETWORKS DEPTH POSITIONS THREADS SEED OUT");
  const Judge judge = judge_of(read_layers(words[1]));
  std::atomic<long> left{std::atol(words[3])};
  const int threads = std::atoi(words[4]);
  std::FILE* out = std::fopen(words[6], "wb");
  if (!out) fail(std::string(words[6]) + ": cannot be written");
  one_sided(), two_sided(), freedoms();
  std::mutex lock;
  std::vector<std::thread> crew;
  for (int i = 0; i < threads; ++i)
    crew.emplace_back([&, i] {
      Teacher(judge, std::atoi(words[2]), static_cast<u64>(std::atoll(words[5])) * 1000 + static_cast<u64>(i), out,
              lock, left)
          .run();
    });
  for (auto& each : crew) each.join();
  std::fclose(out);
}
