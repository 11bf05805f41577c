// Othello endings once more, slowly: an array of squares with a border, discs turned by walking, plain alpha-beta. It shares
// no code with the package and is compiled by the tests, which compare the two.
//
// In: a position a line, 64 squares a1 … h8 of X, O and -, then who moves. Out: its value in discs for the side to move,
// empty squares counted for the winner.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

constexpr int STEPS[] = {-11, -10, -9, -1, 1, 9, 10, 11};

struct Ending {
  char square[100];  // row by row with a border of spaces
  std::vector<int> empty;

  explicit Ending(const std::string& text) {
    std::fill(square, square + 100, ' ');
    for (int i = 0; i < 64; ++i) square[11 + i / 8 * 10 + i % 8] = text[static_cast<std::size_t>(i)];
    for (int at = 0; at < 100; ++at)
      if (square[at] == '-') empty.push_back(at);
  }

  std::vector<int> turned(int at, char own) const {
    const char other = own == 'X' ? 'O' : 'X';
    std::vector<int> found;
    for (const int step : STEPS) {
      int to = at + step;
      while (square[to] == other) to += step;
      if (square[to] != own) continue;
      for (to -= step; to != at; to -= step) found.push_back(to);
    }
    return found;
  }

  int mobility(char own) const {
    int moves = 0;
    for (const int at : empty) moves += square[at] == '-' && !turned(at, own).empty();
    return moves;
  }

  int final_value(char own) const {
    int mine = 0, theirs = 0;
    for (const char each : square) mine += each == own, theirs += each != own && (each == 'X' || each == 'O');
    return mine == theirs ? 0 : mine > theirs ? 64 - 2 * theirs : 2 * mine - 64;
  }

  void put(int at, const std::vector<int>& row, char own) {
    square[at] = own;
    for (const int each : row) square[each] = own;
  }
  void take(int at, const std::vector<int>& row, char other) {
    square[at] = '-';
    for (const int each : row) square[each] = other;
  }

  int value(char own, int alpha, int beta, int left, bool passed = false) {
    struct Move {
      int at, replies;
      std::vector<int> row;
    };
    const char other = own == 'X' ? 'O' : 'X';
    std::vector<Move> moves;
    for (const int at : empty)
      if (square[at] == '-')
        if (auto row = turned(at, own); !row.empty()) moves.push_back({at, 0, std::move(row)});
    if (moves.empty()) return passed ? final_value(own) : -value(other, -beta, -alpha, left, true);
    if (left > 5) {  // few replies first: the order changes the time, not the value
      for (Move& each : moves) {
        put(each.at, each.row, own);
        each.replies = mobility(other);
        take(each.at, each.row, other);
      }
      std::stable_sort(moves.begin(), moves.end(), [](auto& a, auto& b) { return a.replies < b.replies; });
    }
    int best = -65;
    for (const Move& each : moves) {
      put(each.at, each.row, own);
      best = std::max(best, -value(other, -beta, -std::max(alpha, best), left - 1));
      take(each.at, each.row, other);
      if (best >= beta) break;
    }
    return best;
  }
};

int main() {
  for (std::string squares, mover; std::cin >> squares >> mover;) {
    Ending ending(squares);
    std::cout << ending.value(mover[0], -65, 65, static_cast<int>(ending.empty.size())) << std::endl;
  }
}
