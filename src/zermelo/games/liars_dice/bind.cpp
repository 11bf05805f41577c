#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::liars_dice {

namespace {

// The move of a name, or an error that says what could stand here.
Position play_named(const Position& position, const std::string& word, const std::string& text, std::size_t at) {
  if (position.turn() == OVER) throw ParseError("the game is over here: nothing can follow", text, at);
  MoveList<Position::Move> list;
  position.moves(list);
  for (std::size_t i = 0; i < list.size(); ++i)
    if (position.name(list[i].move) == word) return position.play(list[i].move);
  throw ParseError(position.turn() == CHANCE
                       ? "expected the face of a die, 1 to " + std::to_string(position.rules->sides)
                       : "expected a higher bid, such as " + position.name(list[0].move) + ", or liar",
                   text, at);
}

Position parse(const Rules* rules, const std::string& text) {
  Position position{.rules = rules};
  if (text == "-") return position;
  std::size_t at = 0;
  while (at < text.size()) {
    const bool dice = position.turn() == CHANCE;
    if (position.rolled == rules->dice && dice) {
      if (text[at] != '|') throw ParseError("expected | before the second player's dice", text, at);
      ++at;
    } else if (!dice) {
      if (text[at] != ' ') throw ParseError("expected a space before a bid", text, at);
      ++at;
    }
    const std::size_t end = dice ? at + 1 : std::min(text.find(' ', at), text.size());
    position = play_named(position, text.substr(at, end - at), text, at);
    at = end;
  }
  if (text.empty()) throw ParseError("expected - or the dice", text, 0);
  return position;
}

const Registered registered("liars_dice", [](const nb::dict& options, const std::optional<std::string>& text) {
  const Rules* rules = Rules::of(whole_option(options, "dice", 1), whole_option(options, "sides", 6));
  const Position position = text ? parse(rules, *text) : Position{.rules = rules};
  return boxed(position);
});

}  // namespace

}  // namespace zermelo::liars_dice
