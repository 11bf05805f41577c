// Decisions and what a look ahead says of the plays worth a thought, for learning to tell them apart.
//
//   decide NETWORKS DEPTH DECISIONS SEED OUT
//
// Plays games against itself; one in twelve begins from a back game drawn at random, one in six of the others with some
// random plays. Of decisions that are close, and of one in eight that are not, the best plays by the networks (up to
// PLAYS, none worse by more than 0.16 but the second) are judged with DEPTH plies of looking ahead.
//
// A decision is PLAYS records as in teach.cpp; the byte after the phase is 1 where there is a play.
#include "files.hpp"
#include "plies.hpp"
#include "record.hpp"

using namespace recipe;

namespace {

constexpr std::size_t PLAYS = 4;
constexpr float CLOSE = 0.10f, WITHIN = 0.16f;

// Both sides hold points in the other's home board; the rest stands anywhere.
Board back_game(Random& random) {
  Board board;
  for (auto& side : board.men) {
    int left = MEN;
    const auto put = [&](u32 point, u32 men) {
      const int n = std::min(left, static_cast<int>(men));
      side[point] = static_cast<u8>(side[point] + n);
      left -= n;
    };
    for (u32 anchors = 1 + random.below(3); anchors > 0; --anchors) put(17 + random.below(7), 2 + random.below(3));
    while (left) put(random.below(3) ? random.below(14) : random.below(24), 1 + random.below(3));
  }
  for (int i = 0; i < 24; ++i)  // a point is one side's
    if (board.men[0][i] && board.men[1][23 - i]) (random.below(2) ? board.men[0][i] : board.men[1][23 - i]) = 0;
  for (int side = 0; side < 2; ++side)
    while (board.on_board(side) < MEN) {
      const u32 point = random.below(24);
      if (!board.men[1 - side][23 - point]) ++board.men[side][point];
    }
  return board;
}

class Decider {
 public:
  Decider(const Judge& judge, int depth, u64 seed, std::FILE* out)
      : search_(judge), depth_(depth), random_(seed), out_(out) {}

  void run(long decisions) {
    for (left_ = decisions; left_ > 0;) game();
  }

 private:
  using Play = Lookahead::Play;

  void game() {
    const bool back = random_.below(12) == 0;
    Board board = back ? back_game(random_) : Board::start();
    int wild = !back && random_.below(6) == 0 ? static_cast<int>(2 + random_.below(10)) : 0;
    while (!Judge::exact(board) && left_ > 0) {
      std::vector<Play> plays = search_.plays(board, random_.roll());
      std::stable_sort(plays.begin(), plays.end(), [](const Play& a, const Play& b) { return a.worth > b.worth; });
      if (plays.size() > 1 && wanted(plays)) keep(plays);
      board = plays[wild-- > 0 ? random_.below(static_cast<u32>(plays.size())) : 0].after;
    }
  }

  bool wanted(const std::vector<Play>& plays) {
    if (Judge::exact(plays[0].after)) return false;
    const bool race = phase_of(plays[0].after) == Phase::race;
    if (plays[0].worth - plays[1].worth >= CLOSE) return random_.below(8) == 0;
    return !race || random_.below(3) == 0;
  }

  void keep(const std::vector<Play>& plays) {
    Record records[PLAYS] = {};
    std::size_t used = 0;
    for (std::size_t i = 0; i < std::min(PLAYS, plays.size()); ++i) {
      if (i > 1 && plays[i].worth < plays[0].worth - WITHIN) break;
      if (Judge::exact(plays[i].after)) continue;
      records[used] = record_of(plays[i].after, search_.value(plays[i].after, depth_));
      records[used++].used = 1;
    }
    if (used < 2) return;
    std::fwrite(records, sizeof(Record), PLAYS, out_);
    --left_;
  }

  Lookahead search_;
  int depth_;
  Random random_;
  std::FILE* out_;
  long left_ = 0;
};

}  // namespace

int main(int count, char** words) {
  if (count != 6) fail("decide NETWORKS DEPTH DECISIONS SEED OUT");
  const Judge judge = judge_of(read_layers(words[1]));
  std::FILE* out = std::fopen(words[5], "wb");
  if (!out) fail(std::string(words[5]) + ": cannot be written");
  Decider(judge, std::atoi(words[2]), static_cast<u64>(std::atoll(words[4])), out).run(std::atol(words[3]));
  std::fclose(out);
}
