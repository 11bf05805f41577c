#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::blotto {

namespace {

const Rules* rules_of(int first, int second, int fields, bool difference) {
  static std::mutex mutex;
  static std::map<std::tuple<int, int, int, bool>, std::unique_ptr<Rules>> known;
  const std::lock_guard lock(mutex);
  auto& rules = known[{first, second, fields, difference}];
  if (!rules) rules = std::make_unique<Rules>(first, second, fields, difference);
  return rules.get();
}

// `.`, `3-3-4`, `3-3-4 2-2-4`.
Position parse(const Rules* rules, const std::string& text) {
  Position position{rules};
  if (text == ".") return position;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (position.turn() == OVER) throw ParseError("expected the end after two ways to share out", text, at);
    const std::string part = text.substr(at, end - at);
    MoveList<Position::Move> list;
    position.moves(list);
    std::size_t i = 0;
    while (i < list.size() && position.name(list[i].move) != part) ++i;
    if (i == list.size())
      throw ParseError("expected " + std::to_string(rules->coins[position.turn()]) + " coins on " +
                           std::to_string(rules->fields) + " fields, as 3-3-4",
                       text, at);
    position = position.play(list[i].move);
    at = end + 1;
  }
  return position;
}

const Registered registered("blotto", [](const nb::dict& options, const std::optional<std::string>& text) {
  const int coins = whole_option(options, "coins", 10), other = whole_option(options, "other", 0);
  const bool difference =
      options.contains("payoff") && nb::cast<std::string>(options["payoff"]) == std::string("difference");
  const Rules* rules = rules_of(coins, other == 0 ? coins : other, whole_option(options, "fields", 3), difference);
  return boxed(text ? parse(rules, *text) : Position{rules});
});

}  // namespace

}  // namespace zermelo::blotto
