#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::kuhn {

namespace {

const Rules* rules_of(int cards) {
  static const std::vector<Rules> all = [] {
    std::vector<Rules> each;
    for (int n = 0; n <= 13; ++n) each.emplace_back(n);
    return each;
  }();
  return &all[static_cast<std::size_t>(cards)];
}

int read_card(const Rules* rules, const std::string& text, std::size_t at) {
  for (int card = 0; card < rules->cards; ++card)
    if (rules->letter(card) == text[at]) return card;
  throw ParseError("expected a card that is in play", text, at);
}

// `-`, `J`, `JK:`, `JK:pb`.
Position parse(const Rules* rules, const std::string& text) {
  Position position{rules};
  if (text == "-") return position;
  if (text.empty()) throw ParseError("expected the cards, or - before the deal", text, 0);
  position = position.play(static_cast<Position::Move>(read_card(rules, text, 0)));
  if (text.size() == 1) return position;
  const int second = read_card(rules, text, 1);
  if (second == position.card[0]) throw ParseError("impossible: both have the same card", text, 1);
  position = position.play(static_cast<Position::Move>(second));
  if (text.size() == 2 || text[2] != ':') throw ParseError("expected : after the two cards", text, 2);
  for (std::size_t at = 3; at < text.size(); ++at) {
    if (position.turn() == OVER) throw ParseError("the game is over before this", text, at);
    if (text[at] != 'p' && text[at] != 'b') throw ParseError("expected p (pass) or b (bet)", text, at);
    position = position.play(text[at] == 'b');
  }
  return position;
}

const Registered registered("kuhn", [](const nb::dict& options, const std::optional<std::string>& text) {
  const Rules* rules = rules_of(whole_option(options, "cards", 3));
  const Position position = text ? parse(rules, *text) : Position{rules};
  return boxed(position);
});

}  // namespace

}  // namespace zermelo::kuhn
