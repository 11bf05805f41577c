#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"

namespace zermelo::mnk {

namespace {

// A won position is possible if its winner moved last and taking back one of its stones leaves no line.
bool could_end_so(const Position& p, Cells own) {
  for (Cells left = own; left; left &= left - 1) {
    const Cells rest = own & ~(left & (~left + 1));
    bool line = false;
    for (const Cells each : p.rules->lines) line |= (rest & each) == each;
    if (!line) return true;
  }
  return false;
}

void check_possible(Position& p, const std::string& text, bool mover_given) {
  const int x = std::popcount(p.stones[0]), o = std::popcount(p.stones[1]);
  if (x > o + 1 || o > x + 1)
    throw ParseError("impossible: " + std::to_string(x) + " X and " + std::to_string(o) + " O; the players alternate",
                     text, 0);
  if (mover_given && ((x > o && p.mover == 0) || (o > x && p.mover == 1)))
    throw ParseError(
        std::string("impossible: ") + (p.mover == 0 ? "X" : "O") + " has more stones and cannot be to move", text,
        text.size() - 1);
  for (int side = 0; side < 2; ++side)
    for (const Cells line : p.rules->lines)
      if ((p.stones[static_cast<std::size_t>(side)] & line) == line) {
        if (p.winner >= 0 && p.winner != side) throw ParseError("impossible: both sides have a full line", text, 0);
        p.winner = static_cast<std::int8_t>(side);
      }
  if (p.winner < 0) return;
  // With equal counts either side may have begun; if it was not said, the winner moved last.
  if (!mover_given && x == o) p.mover = static_cast<std::int8_t>(1 - p.winner);
  if (p.winner == p.mover || !could_end_so(p, p.stones[static_cast<std::size_t>(p.winner)]))
    throw ParseError("impossible: the winner's line was complete before the last move", text, 0);
}

}  // namespace

Position parse(const Rules* rules, const std::string& text) {
  Position p{.rules = rules};
  std::size_t at = 0;
  const auto expect = [&](bool right, const std::string& what) {
    if (!right) throw ParseError(what, text, at);
  };
  for (int y = 0; y < rules->n; ++y) {
    if (y > 0) {
      expect(at < text.size() && text[at] == '/',
             "expected '/' after row " + std::to_string(y) + " of " + std::to_string(rules->m) + " cells");
      ++at;
    }
    for (int x = 0; x < rules->m; ++x, ++at) {
      expect(at < text.size(), "the text ends in row " + std::to_string(y + 1) + "; expected " +
                                   std::to_string(rules->n) + " rows of " + std::to_string(rules->m) + " cells");
      const char c = text[at];
      expect(c != '\0' && std::string("XxOo.-_").find(c) != std::string::npos, "expected X, O or . for a cell");
      if (c == 'X' || c == 'x') p.stones[0] |= cell(y * rules->m + x);
      if (c == 'O' || c == 'o') p.stones[1] |= cell(y * rules->m + x);
    }
  }
  p.mover = static_cast<std::int8_t>(p.usual_mover());
  const bool mover_given = at < text.size();
  if (mover_given) {
    expect(text[at] == ' ', "expected the end or a space and who moves");
    ++at;
    expect(at + 1 == text.size() && std::string("XxOo").find(text[at]) != std::string::npos,
           "expected X or O: who moves");
    p.mover = text[at] == 'O' || text[at] == 'o';
  }
  check_possible(p, text, mover_given);
  return p;
}

namespace {

const Registered registered("mnk", [](const nb::dict& options, const std::optional<std::string>& text) {
  const Rules* rules =
      Rules::of(whole_option(options, "m", 3), whole_option(options, "n", 3), whole_option(options, "k", 3));
  const Position position = text ? parse(rules, *text) : Position{.rules = rules};
  return std::make_shared<PositionOf<Position>>(position, nullptr);
});

}  // namespace

}  // namespace zermelo::mnk
