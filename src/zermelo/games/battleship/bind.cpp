#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "bind/registry.hpp"
#include "fleets.hpp"

namespace zermelo::battleship {

namespace {

const std::map<std::string, std::vector<int>> FLEETS = {
    {"standard", {5, 4, 3, 3, 2}}, {"small", {3, 2}}, {"pair", {2, 2}}, {"one", {2}}};

const Rules* rules_of(int width, int height, const std::string& fleet, int shots) {
  static std::mutex mutex;
  static std::map<std::tuple<int, int, std::string, int>, std::unique_ptr<Rules>> known;
  const std::lock_guard lock(mutex);
  auto& rules = known[{width, height, fleet, shots}];
  if (!rules) rules = std::make_unique<Rules>(width, height, FLEETS.at(fleet), shots);
  return rules.get();
}

std::optional<Position::Move> read_place(const Position& position, const std::string& text) {
  const int player = position.turn();
  const auto& all = position.rules->places[position.placed[player]];
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == text && !(all[i].cells & position.occupied(player))) return static_cast<Position::Move>(i);
  return std::nullopt;
}

std::optional<Position::Move> read_cell(const Position& position, const std::string& text) {
  for (int cell = 0; cell < position.rules->width * position.rules->height; ++cell)
    if (position.rules->cell_names[static_cast<std::size_t>(cell)] == text &&
        !(position.shot_at(position.turn()) >> cell & 1))
      return static_cast<Position::Move>(cell);
  return std::nullopt;
}

// What happened, in order: `a1-e1 … b4:miss c3:hit`; what is said to have come of a shot must be true.
Position parse(const Rules* rules, const std::string& text) {
  Position position(rules);
  if (text == "-") return position;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string part = text.substr(at, end - at), move = part.substr(0, part.find(':'));
    if (position.turn() == OVER) throw ParseError("the game is over before this", text, at);
    const bool placing = position.placing();
    const int player = position.turn();
    const std::optional<Position::Move> found = placing ? read_place(position, move) : read_cell(position, move);
    if (!found)
      throw ParseError(placing ? "expected where a ship lies, as a1-c1" : "expected a cell that was not shot at", text,
                       at);
    position = position.play(*found);
    std::string told = move;
    if (!placing) {
      const int came = position.result(player, static_cast<std::size_t>(position.fired[player] - 1));
      told += came == 0 ? ":miss" : came == 1 ? ":hit" : ":sunk" + std::to_string(came - 1);
    }
    if (part != told) throw ParseError("expected " + told, text, at);
    at = end + 1;
  }
  return position;
}

const Registered registered("battleship", [](const nb::dict& options, const std::optional<std::string>& text) {
  const std::string fleet = options.contains("fleet") ? nb::cast<std::string>(options["fleet"]) : "standard";
  const Rules* rules = rules_of(whole_option(options, "width", 10), whole_option(options, "height", 10), fleet,
                                whole_option(options, "shots", 0));
  return boxed(text ? parse(rules, *text) : Position(rules));
});

}  // namespace

}  // namespace zermelo::battleship
