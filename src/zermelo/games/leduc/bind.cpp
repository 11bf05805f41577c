#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::leduc {

namespace {

// One move that the text goes on with: a card of two letters where chance deals, else f, c or r.
Position read_move(const Position& position, const std::string& text, std::size_t& at) {
  if (position.turn() == OVER) throw ParseError("the game is over here: nothing can follow", text, at);
  const bool dealing = position.turn() == CHANCE;
  const std::string word = text.substr(at, dealing ? 2 : 1);
  MoveList<Position::Move> list;
  position.moves(list);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto move = list[i].move;
    if (dealing ? position.name(move) != word : !position.also_reads(move, word)) continue;
    at += word.size();
    return position.play(move);
  }
  throw ParseError(dealing ? "expected a card that is not dealt yet: Js Jh Qs Qh Ks or Kh"
                           : "expected f, c or r: what may be done here",
                   text, at);
}

Position parse(const std::string& text) {
  Position position;
  if (text == "-") return position;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ' && at > 0 && text[at - 1] != ' ') {
      ++at;
      continue;
    }
    position = read_move(position, text, at);
  }
  const std::string shown = position.text();
  if (shown != text) {
    const auto [here, there] = std::mismatch(text.begin(), text.end(), shown.begin(), shown.end());
    throw ParseError("expected " + shown, text, static_cast<std::size_t>(here - text.begin()));
  }
  return position;
}

const Registered registered("leduc", [](const nb::dict&, const std::optional<std::string>& text) {
  return boxed(text ? parse(*text) : Position{});
});

}  // namespace

}  // namespace zermelo::leduc
