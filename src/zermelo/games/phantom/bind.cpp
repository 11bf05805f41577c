#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::phantom {

namespace {

struct Try {
  Position::Move cell;
  bool taken;
  std::size_t column;
};

// `b2,a1x,c3`: the tries of one player, from `at` up to `end`.
std::vector<Try> read_tries(const std::string& text, std::size_t at, std::size_t end) {
  std::vector<Try> tries;
  while (at < end) {
    if (!tries.empty() && text[at++] != ',') throw ParseError("expected , between two tries", text, at - 1);
    if (at + 1 >= end || text[at] < 'a' || text[at] > 'c' || text[at + 1] < '1' || text[at + 1] > '3')
      throw ParseError("expected a cell from a1 to c3", text, at);
    Try each{static_cast<Position::Move>(text[at] - 'a' + 3 * (text[at + 1] - '1')), false, at};
    at += 2;
    if (at < end && text[at] == 'x') each.taken = true, ++at;
    tries.push_back(each);
  }
  return tries;
}

// Plays both players' tries in the only order there is, and refuses what cannot have happened.
Position parse(const std::string& text) {
  const std::size_t bar = text.find('/');
  if (bar == std::string::npos) throw ParseError("expected / between X's tries and O's", text, text.size());
  const std::vector<Try> tries[2] = {read_tries(text, 0, bar), read_tries(text, bar + 1, text.size())};
  std::size_t done[2] = {0, 0};
  Position position;
  while (true) {
    const int player = position.turn();
    if (player == OVER || done[player] == tries[player].size()) break;
    const Try& each = tries[player][done[player]++];
    if (position.named[player] >> each.cell & 1)
      throw ParseError("impossible: a cell is named twice", text, each.column);
    const bool taken = position.stones[1 - player] >> each.cell & 1;
    if (taken != each.taken)
      throw ParseError(taken ? "impossible: the cell is taken" : "impossible: the cell is free", text, each.column);
    position = position.play(each.cell);
  }
  for (int player = 0; player < 2; ++player)
    if (done[player] < tries[player].size())
      throw ParseError("impossible: it was not this player's turn", text, tries[player][done[player]].column);
  return position;
}

const Registered registered("phantom", [](const nb::dict&, const std::optional<std::string>& text) {
  return boxed(text ? parse(*text) : Position{});
});

}  // namespace

}  // namespace zermelo::phantom
