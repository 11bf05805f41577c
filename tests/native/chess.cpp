// What chess offers the general search, against the slow way, on the positions of random games.
//
//   c++ -std=c++20 -O1 -Isrc/zermelo tests/native/chess.cpp src/zermelo/core/*.cpp -o chess && ./chess [games]
//
// Prints one line for each part and ends with status 1 if anything was wrong.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checks.hpp"
#include "games/chess/eval.hpp"
#include "games/chess/notation.hpp"

namespace zermelo {

namespace {

using chess::Move;
using chess::Position;

void check(bool right, const Position& position, const std::string& what) {
  CHECK(right, position.text() + ": " + what);
}

// Every position of some games of random moves, from random setups of Chess960.
template <class Visit>
void walk(int games, Visit visit) {
  Random random(13);
  for (int game = 0; game < games; ++game) {
    Position at = chess::setup(static_cast<int>(random.below(960)), chess::Draws::claimed);
    for (int ply = 0; ply < 120 && at.turn() != OVER; ++ply) {
      visit(at);
      MoveList<Move> list;
      at.moves(list);
      at = at.play(list[random.below(list.size())].move);
    }
  }
}

// The noisy moves alone are those of all moves that are noisy, in the same order.
void test_noisy_moves(int games) {
  std::size_t met = 0;
  walk(games, [&](const Position& position) {
    MoveList<Move> all, noisy;
    position.moves(all);
    Skill<Position>::noisy_moves(position, noisy);
    const Skill<Position>::Judge judge(position);
    std::vector<Move> wanted;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (judge.noisy(all[i].move)) wanted.push_back(all[i].move);
    check(noisy.size() == wanted.size(), position, "another number of noisy moves");
    for (std::size_t i = 0; i < wanted.size() && i < noisy.size(); ++i)
      check(noisy[i].move == wanted[i], position, "noisy move " + std::to_string(i));
    met += wanted.size();
  });
  CHECK(met >= 1000, "too few were met");
}

// A quiet move gives check if the position after it says so; castling and promotions are not asked.
void test_checks(int games) {
  std::size_t met = 0;
  walk(games, [&](const Position& position) {
    MoveList<Move> all;
    position.moves(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Move move = all[i].move;
      if (chess::how_of(move) >= chess::EN_PASSANT) continue;
      const bool checks = position.play(move).checkers != 0;
      check(position.gives_check(move) == checks, position, "check by " + position.name(move));
      met += checks;
    }
  });
  CHECK(met >= 1000, "too few were met");
}

// The parts that corrections are learned by change when, and only when, the pieces that they are of do.
void test_parts(int games) {
  walk(games, [&](const Position& position) {
    MoveList<Move> all;
    position.moves(all);
    const auto before = Skill<Position>::parts(position);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Move move = all[i].move;
      const auto after = Skill<Position>::parts(position.play(move));
      const int own = 1 + position.mover, other = 2 - position.mover;
      const bool pawn = chess::piece_of(move) == chess::PAWN, takes = chess::taken_of(move) != chess::NOTHING;
      const bool takes_pawn = chess::taken_of(move) == chess::PAWN;
      const bool promotes = chess::promoted_to(move) != chess::NOTHING;
      check((before[0] != after[0]) == (pawn || takes_pawn), position, "pawns after " + position.name(move));
      check((before[chess::at(own)] != after[chess::at(own)]) == (!pawn || promotes), position,
            "the mover's pieces after " + position.name(move));
      check((before[chess::at(other)] != after[chess::at(other)]) == (takes && !takes_pawn), position,
            "the other's pieces after " + position.name(move));
    }
  });
}

// The same with white and black exchanged.
Position turned(const Position& position) {
  Position other;
  for (int side : {0, 1})
    for (int kind = chess::PAWN; kind <= chess::KING; ++kind)
      for (chess::u64 left = position.pieces(side, kind); left; left &= left - 1)
        other.put(1 - side, kind, chess::first(left) ^ 56);
  if (position.mover == 0) other.change_turn();
  other.look();
  return other;
}

struct Recorder {
  std::vector<int>* counts;
  void count(int term, int times) const { (*counts)[chess::at(term)] += times; }
};

// What the evaluation says is what it counts times the weights, and it does not care who is called white.
void test_evaluation(int games) {
  std::vector<int> ever(chess::TERMS);
  walk(games, [&](const Position& position) {
    std::vector<int> counts(chess::TERMS);
    chess::Evaluation<Recorder> recorded(position, Recorder{&counts});
    const int value = recorded.value();
    check(value == chess::Evaluation<>(position).value(), position, "another value when it is recorded");
    check(value == -chess::Evaluation<>(turned(position)).value(), position, "another value with colours exchanged");
    chess::Score sum;
    for (int term = 0; term < chess::TERMS; ++term) {
      sum += chess::WEIGHTS[chess::at(term)] * counts[chess::at(term)];
      ever[chess::at(term)] += counts[chess::at(term)] != 0;
    }
    const int end = sum.end * recorded.scale(sum.end > 0 ? 0 : 1) / 16, phase = recorded.phase();
    check(value == (sum.middle * phase + end * (24 - phase)) / 24, position, "not the sum of its terms");
  });
  int met = 0;
  for (const int times : ever) met += times > 0;
  CHECK(met >= 500, "only " + std::to_string(met) + " of the terms were met");
}

// Every number is one position, moves that stay lead to the same block, and there are as many of them as ways back.
void test_index(int samples) {
  const Position like = chess::setup(518, chess::Draws::claimed);
  const std::vector<Slice> slices = like.slices(chess::MOST_NUMBERED);
  MoveList<chess::Move> list;
  Random random(5);
  for (std::size_t slice = 0; slice < slices.size(); ++slice) {
    const std::uint64_t block = like.block_size(slice);
    int met = 0;
    for (int i = 0; i < samples; ++i) {
      const std::uint64_t index = random.below(slices[slice].size);
      const std::optional<Position> position = like.unrank(slice, index);
      if (!position) continue;
      ++met;
      const std::optional<Place> place = position->rank();
      check(place && place->slice == slice && place->index == index && place->viewer == position->mover, *position,
            "has another number");
      const std::optional<Place> other = turned(*position).rank();
      check(other && other->slice == slice, *position, "is of another slice with colours exchanged");
      if (position->turn() == OVER) continue;
      list.clear();
      position->moves(list);
      std::map<std::uint64_t, int> forth;
      for (std::size_t j = 0; j < list.size(); ++j)
        if (Position::stays(list[j].move)) ++forth[position->play(list[j].move).rank()->index];
      for (const auto& [child, times] : forth) {
        check(child / block == index / block, *position, "a move that stays leads to another block");
        int back = 0;
        like.unrank(slice, child)->unmoves([&](const Position& before) { back += before.rank()->index == index; });
        check(back == times, *position, "as many ways back as moves");
      }
    }
    CHECK(met >= samples / 5, slices[slice].name + ": too few were met");
  }
}

}  // namespace

}  // namespace zermelo

int main(int count, char** arguments) {
  using namespace zermelo;
  chess::make_tables();
  const int games = count > 1 ? std::atoi(arguments[1]) : 60;
  run("noisy moves", [&] { test_noisy_moves(games); });
  run("checks", [&] { test_checks(games); });
  run("parts", [&] { test_parts(games); });
  run("evaluation", [&] { test_evaluation(games); });
  run("index", [&] { test_index(5 * games); });
  return failures == 0 ? 0 : 1;
}
