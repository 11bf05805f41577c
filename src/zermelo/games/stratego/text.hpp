// Stratego as text: whole games, and what a player has seen.
//
//   a game:  red's letters `/` blue's letters, then the moves: `KMB/BMK a2a3 a5a4`;  `-` at the beginning
//   a view:  the same with `+` for each of the other's men, and `:L>K`, `:K<L` or `:K=K` behind a fight;
//           where squares may stay empty, once both have set up, which of the other's are (`A`)
#pragma once

#include "chase.hpp"

namespace zermelo::stratego {

inline std::string fight_text(const Event& event) {
  if (!event.attacker) return "";
  const int result = fight(event.attacker, event.defender);
  return {':', letter_of(event.attacker), result > 0 ? '>' : result < 0 ? '<' : '=', letter_of(event.defender)};
}

inline std::string move_name(const Rules& rules, Move move) {
  return rules.square_name(from_of(move)) + rules.square_name(to_of(move));
}

// Set-ups in letters; of the one who is not to be seen (-1: both are) only how many men stand.
inline std::string setup_text(const Position& p, int unseen) {
  const std::array<Setup, 2> both = p.setups();
  std::string out;
  for (int side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < p.placed[side]; ++i) out += side == unseen ? '+' : letter_of(both[index(side)][i]);
    if (side == 0 && p.placed[0] == p.men()) out += '/';
  }
  return out;
}

inline std::string Position::view(int player) const {
  std::string out = setup_text(*this, 1 - player);
  if (placing()) return out;
  out += ' ';
  if (rules->men[EMPTY]) {
    const Setup other = setups()[index(1 - player)];
    for (int i = 0; i < men(); ++i) out += other[index(i)] == EMPTY ? 'A' : '+';
    out += ' ';
  }
  for (const Event& event : whole().events) out += move_name(*rules, event.move) + fight_text(event) + " ";
  return out;
}

inline std::string Position::text() const {
  std::string out = setup_text(*this, -1);
  for (const Event& event : whole().events) out += " " + move_name(*rules, event.move);
  return out.empty() ? "-" : out;
}

// Reads a whole game; `past` holds what it has to remember.
inline Position parse(const Rules* rules, const std::string& text, Past& past) {
  Position position = beginning(rules);
  if (text == "-") return position;
  std::size_t at = 0;
  const auto take = [&](const std::string& name, const char* expected) {
    if (position.turn() == OVER) throw ParseError("the game is over before this", text, at);
    MoveList<Move> list;
    position.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (position.name(list[i].move) == name) {
        position = position.play(list[i].move);
        for (std::size_t j = 0; j < position.count; ++j) {
          past.events.push_back(position.recent[j]);
          past.hashes.push_back(position.hashes[j]);
        }
        position.past = &past;
        position.count = 0;
        return;
      }
    throw ParseError(expected, text, at);
  };
  while (at < text.size() && position.placing()) {
    if (position.placed[0] == position.men() && position.placed[1] == 0 && text[at - 1] != '/') {
      if (text[at] != '/') throw ParseError("expected / between the set-ups", text, at);
      if (++at == text.size()) break;
    }
    take({text[at]}, "expected the letter of a man that is still to be placed");
    ++at;
  }
  if (text.empty()) throw ParseError("expected a game, or - for its beginning", text, 0);
  if (position.placed[0] == position.men() && position.placed[1] == 0 && text.back() != '/')
    throw ParseError("expected / after the first set-up", text, at);
  while (at < text.size()) {
    if (text[at] != ' ') throw ParseError("expected a space before a move", text, at);
    const std::size_t end = std::min(text.find(' ', ++at), text.size());
    take(text.substr(at, end - at), "expected a legal move, as a4a5");
    at = end;
  }
  return position;
}

}  // namespace zermelo::stratego
