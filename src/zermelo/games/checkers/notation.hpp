// How checkers is written: moves and positions as in PDN (Portable Draughts Notation).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "game.hpp"

namespace zermelo::checkers {

using Way = std::vector<int>;  // the squares that a piece comes to, by their bits

// The squares that a move touches, start and end included.
inline Way squares_of(Move move) {
  Way squares{from_of(move)};
  const int jumps = std::popcount(taken_by(move));
  for (int i = 0; i + 1 < jumps; ++i) squares.push_back((squares.back() + 2 * TURN[way_of(move) >> 2 * i & 3]) & 31);
  squares.push_back(to_of(move));
  return squares;
}

// Squares by number with `-`, `x` or `:` between them; nothing if it is no such text.
inline std::optional<Way> read_way(const std::string& text) {
  Way way;
  std::size_t at = 0;
  while (true) {
    int number = 0, digits = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && digits < 3; ++at, ++digits)
      number = 10 * number + (text[at] - '0');
    if (digits == 0 || number < 1 || number > 32) return std::nullopt;
    way.push_back(bit_of(number));
    if (at == text.size()) return way.size() >= 2 ? std::optional<Way>(way) : std::nullopt;
    const char between = text[at++];
    if (between != '-' && between != 'x' && between != 'X' && between != ':') return std::nullopt;
  }
}

// The legal moves from and to the same squares.
inline std::vector<Move> between_ends_of(const Position& position, Move move) {
  MoveList<Move> list;
  position.moves(list);
  std::vector<Move> same;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (from_of(list[i].move) == from_of(move) && to_of(list[i].move) == to_of(move)) same.push_back(list[i].move);
  return same;
}

inline std::string Position::name(Move move) const {
  const bool whole = taken_by(move) && between_ends_of(*this, move).size() > 1;
  std::string out;
  for (const int each : whole ? squares_of(move) : Way{from_of(move), to_of(move)})
    out += (out.empty() ? "" : taken_by(move) ? "x" : "-") + std::to_string(number_of(each));
  return out;
}

// The ends alone are enough where all ways between them take the same men.
inline bool Position::also_reads(Move move, const std::string& text) const {
  const std::optional<Way> way = read_way(text);
  if (!way || way->front() != from_of(move) || way->back() != to_of(move)) return false;
  if (way->size() > 2 || std::popcount(taken_by(move)) == 1) return *way == squares_of(move);
  return std::ranges::all_of(between_ends_of(*this, move), [&](Move each) { return taken_by(each) == taken_by(move); });
}

inline std::string Position::text() const {
  std::string out = mover == WHITE ? "W" : "B";
  for (const int side : {WHITE, BLACK}) {
    out += side == WHITE ? ":W" : ":B";
    const char* before = "";
    for (int number = 1; number <= 32; ++number) {
      const Squares here = square(bit_of(number));
      if (!(all(side) & here)) continue;
      out += before + std::string(kings & here ? "K" : "") + std::to_string(number);
      before = ",";
    }
  }
  return quiet ? out + ":H" + std::to_string(quiet) : out;
}

}  // namespace zermelo::checkers
