// An engine for Othello in the course's protocol: it takes the move that turns most discs, corners first.
// Build: cc -O2 -o engine engine.c
#include <stdio.h>
#include <string.h>

enum { EMPTY, BLACK, WHITE };

static int board[10][10];  // [column][row], both from 1 to 8, with an empty edge around; rows count from below

static int other(int color) { return BLACK + WHITE - color; }

// How many discs a move turns over, 0 if it is not legal; turns them if `play`.
static int turned(int column, int row, int color, int play) {
  int found = 0;
  if (board[column][row] != EMPTY) return 0;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y) {
      int steps = 1;
      while (board[column + steps * x][row + steps * y] == other(color)) ++steps;
      if (steps == 1 || board[column + steps * x][row + steps * y] != color) continue;
      found += steps - 1;
      for (int i = 1; play && i < steps; ++i) board[column + i * x][row + i * y] = color;
    }
  if (play) board[column][row] = color;
  return found;
}

// The best move as 10 * column + row, 0 if there is none.
static int best(int color) {
  int move = 0, most = 0;
  for (int column = 1; column <= 8; ++column)
    for (int row = 1; row <= 8; ++row) {
      const int corner = (column == 1 || column == 8) && (row == 1 || row == 8);
      const int discs = turned(column, row, color, 0);
      if (discs > 0 && discs + 100 * corner > most) {
        most = discs + 100 * corner;
        move = 10 * column + row;
      }
    }
  return move;
}

// Writes a move, or `pass`; nothing when the game is over.
static void answer(int color) {
  const int move = best(color);
  if (move) {
    turned(move / 10, move % 10, color, 1);
    printf("%d %d\n", move / 10, move % 10);
  } else if (best(other(color))) {
    printf("pass\n");
  }
  fflush(stdout);
}

int main(void) {
  char line[256], word[256];
  int me = WHITE, column, row;
  board[4][5] = board[5][4] = WHITE;
  board[5][5] = board[4][4] = BLACK;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "#")] = 0;
    if (sscanf(line, "%d %d", &column, &row) == 2) {
      turned(column, row, other(me), 1);
      answer(me);
    } else if (sscanf(line, "%s", word) == 1) {
      if (strcmp(word, "black") == 0) me = BLACK;
      if (strcmp(word, "white") != 0) answer(me);  // black begins; `pass` is answered
    }
  }
  return 0;
}
