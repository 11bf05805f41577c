// A position and what is to be learned of it, as the programs of this recipe write it for train.py and decide.py: 50 bytes
// of men (side on roll first), the phase, a byte that decide.cpp uses, FEATURES and 5 chances as 32-bit floats.
#pragma once

#include "judge.hpp"

namespace recipe {

using namespace zermelo::backgammon;

struct Record {
  u8 men[50];
  u8 phase, used;
  float known[FEATURES];
  float chances[5];
};
static_assert(sizeof(Record) == 52 + 4 * (FEATURES + 5));

inline Record record_of(const Board& board, const Chances& c) {
  Record record{};
  std::copy(board.men[0], board.men[0] + 25, record.men);
  std::copy(board.men[1], board.men[1] + 25, record.men + 25);
  record.phase = static_cast<u8>(phase_of(board));
  features(board, record.known);
  const float told[5] = {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon};
  std::copy(told, told + 5, record.chances);
  return record;
}

}  // namespace recipe
