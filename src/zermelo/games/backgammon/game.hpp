// Backgammon: the whole game with its dice, and where asked for the doubling cube and matches. board.hpp has the plays.
//
// Player 0 is X, player 1 is O. The dice are chance nodes: one for the opening roll, in which each side throws one die and
// the higher begins, and one before every other move.
#pragma once

#include "core/game.hpp"
#include "notation.hpp"

namespace zermelo::backgammon {

enum class Stage : u8 {
  opening,  // each side throws a die
  choice,   // the player on roll may double
  offered,  // the other may take or drop
  roll,     // the dice
  move,
  over
};

inline constexpr int NOBODY = 2;
inline constexpr int MOST_DOUBLINGS = 10;
inline constexpr int LONGEST_MATCH = 25;

struct Position {
  using Move = u32;  // a Play; at other stages the number of the choice

  Board board = Board::start();  // side 0 is the mover's
  u8 mover = 0;                  // who is on roll; while a double is offered, who offered it
  Stage stage = Stage::opening;
  Roll dice{0, 0};
  u8 doublings = 0;  // the cube shows 2 to this power
  u8 owner = NOBODY;
  bool cube = false;    // in use
  bool jacoby = false;  // money: gammons count only once the cube was turned
  u8 length = 0;        // of the match, in points; 0: a game for money
  u8 score[2] = {0, 0};
  bool crawford = false;  // the one game without the cube, when a player comes within a point of winning the match
  bool dropped = false;   // the game ended by a refused double

  int turn() const {
    switch (stage) {
      case Stage::opening:
      case Stage::roll:
        return CHANCE;
      case Stage::choice:
      case Stage::move:
        return mover;
      case Stage::offered:
        return 1 - mover;
      default:
        return OVER;
    }
  }

  void moves(MoveList<Move>& out) const {
    if (stage == Stage::opening) {
      for (Move first = 0; first < 6; ++first)
        for (Move second = 0; second < 6; ++second)
          if (first != second) out.add(6 * first + second);
    } else if (stage == Stage::roll) {
      for (Move i = 0; i < ROLLS.size(); ++i) out.add(i);
    } else if (stage == Stage::move) {
      for (const Outcome& each : plays()) out.add(each.play);
    } else {
      out.add(0);
      out.add(1);
    }
  }
  std::uint64_t count_moves() const {
    return stage == Stage::over      ? 0
           : stage == Stage::opening ? 30
           : stage == Stage::roll    ? ROLLS.size()
           : stage == Stage::move    ? plays().size()
                                     : 2;
  }

  double odds(Move move) const { return stage == Stage::opening ? 1.0 / 30 : ROLLS[move].weight() / 36.0; }

  Position play(Move move) const {
    Position next = *this;
    switch (stage) {
      case Stage::opening:
        next.begin(static_cast<u8>(move / 6 + 1), static_cast<u8>(move % 6 + 1));
        break;
      case Stage::roll:
        next.dice = ROLLS[move];
        next.stage = Stage::move;
        break;
      case Stage::choice:
        next.stage = move ? Stage::offered : Stage::roll;
        break;
      case Stage::offered:
        next.answer(move == 0);
        break;
      case Stage::move:
        next.board = played(board, move, dice);
        next.dice = {0, 0};
        if (next.board.last(0) < 0)
          next.win(points_won(next.board));
        else
          next.pass_on();
        break;
      default:
        break;
    }
    return next;
  }

  // For money in points, the cube included; a match is won or lost.
  double payoff(int player) const {
    const int winner = length ? (score[0] >= length ? 0 : 1) : mover;
    const int worth = length ? 1 : money_points(dropped ? 1 : points_won(board));
    return player == winner ? worth : -worth;
  }

  std::uint64_t key() const {
    u64 words[8], sum = state_word();
    std::memcpy(words, board.men, sizeof words);
    for (const u64 word : words) sum = mix(sum ^ word) + 0x9e3779b97f4a7c15ULL;
    return mix(sum);
  }
  bool equals(const Position& other) const { return board == other.board && state_word() == other.state_word(); }
  const Info& info() const;

  std::string name(Move move) const {
    if (stage == Stage::opening) return digit(move / 6 + 1) + "-" + digit(move % 6 + 1);
    if (stage == Stage::roll) return digit(ROLLS[move].high) + digit(ROLLS[move].low);
    if (stage == Stage::choice) return move ? "double" : "roll";
    if (stage == Stage::offered) return move ? "drop" : "take";
    return play_name(board, dice, move);
  }
  bool also_reads(Move move, const std::string& text) const {
    if (stage == Stage::roll) return text == digit(ROLLS[move].low) + digit(ROLLS[move].high);
    return stage == Stage::move && reads_as(board, played(board, move, dice), text);
  }
  std::string text() const;

  // The player on roll has the right to double. One who wins the match with the cube as it is has no use for it.
  bool may_double() const {
    return cube && !crawford && (owner == NOBODY || owner == mover) && doublings < MOST_DOUBLINGS &&
           (length == 0 || score[mover] + (1 << doublings) < length);
  }
  // Some player may come to turn the cube.
  bool may_turn() const { return cube && doublings < MOST_DOUBLINGS; }
  // Where a turn begins.
  Stage fresh_stage() const { return may_double() ? Stage::choice : Stage::roll; }

 private:
  static std::string digit(Move number) { return std::string(1, static_cast<char>('0' + number)); }

  const std::vector<Outcome>& plays() const {
    thread_local Plays generator;
    return generator.of(board, dice);
  }

  int money_points(int points) const { return (jacoby && doublings == 0 ? 1 : points) << doublings; }

  void begin(u8 first, u8 second) {
    mover = first > second ? 0 : 1;
    dice = {std::max(first, second), std::min(first, second)};
    stage = Stage::move;
  }
  void pass_on() {
    board.swap();
    mover ^= 1;
    stage = fresh_stage();
  }
  void answer(bool take) {
    if (take) {
      ++doublings;
      owner = 1 - mover;
      stage = Stage::roll;
    } else {
      dropped = true;
      win(1);
    }
  }

  // The mover has won the game; in a match the next one begins, if it goes on.
  void win(int points) {
    stage = Stage::over;
    if (!length) return;
    const int before = std::max(score[0], score[1]);
    score[mover] = static_cast<u8>(std::min<int>(length, score[mover] + (points << doublings)));
    crawford = crawford && score[mover] < length;
    if (score[mover] == length) return;
    Position next;
    next.cube = cube;
    next.length = length;
    std::copy(score, score + 2, next.score);
    next.crawford = cube && before < length - 1 && score[mover] == length - 1;
    *this = next;
  }

  u64 state_word() const {
    u64 word = 0;
    for (const u64 part : {u64{mover}, u64{static_cast<u8>(stage)}, u64{dice.high}, u64{dice.low}, u64{doublings},
                           u64{owner}, u64{score[0]}, u64{score[1]}, u64{length}})
      word = word << 6 | part;
    return word << 4 | u64{cube} << 3 | u64{jacoby} << 2 | u64{crawford} << 1 | u64{dropped};
  }
};

}  // namespace zermelo::backgammon
