#include <charconv>

#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::synthetic {

std::string Position::text() const {
  return std::to_string(ply) + ":" + std::to_string(id) + ":" + std::to_string(static_cast<long long>(target));
}

namespace {

// `ply:id:target`, as text() writes it; nothing for the root.
Position parse(const Rules* rules, const std::string& text) {
  Position position{rules, mix(rules->seed)};
  if (text.empty()) return position;
  std::size_t at = 0;
  const auto field = [&]<class Number>(Number& number, char end) {
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    const auto next = static_cast<std::size_t>(stop - text.data());
    const bool closed = end == '\0' ? next == text.size() : next < text.size() && text[next] == end;
    if (error != std::errc() || !closed) throw ParseError("expected ply:id:target, three whole numbers", text, at);
    at = next + 1;
  };
  long long target = 0;
  field(position.ply, ':');
  field(position.id, ':');
  field(target, '\0');
  position.target = static_cast<double>(target);
  if (position.ply < 0 || position.ply > rules->plies)
    throw ParseError("the tree is " + std::to_string(rules->plies) + " plies deep", text, 0);
  return position;
}

const Registered registered("synthetic", [](const nb::dict& options, const std::optional<std::string>& text) {
  auto rules = std::make_shared<Rules>();
  rules->branching = whole_option(options, "branching", 4);
  rules->plies = whole_option(options, "plies", 6);
  rules->seed = static_cast<std::uint64_t>(whole_option(options, "seed", 0));
  rules->meetings = static_cast<std::uint64_t>(whole_option(options, "meetings", 0));
  rules->values = whole_option(options, "values", 1000);
  const auto leaves = options.contains("leaves") ? nb::cast<std::string>(options["leaves"]) : "independent";
  rules->leaves = leaves == "best_first"  ? Leaves::best_first
                  : leaves == "best_last" ? Leaves::best_last
                                          : Leaves::independent;
  rules->info.name = "synthetic";
  rules->info.players = {"MAX", "MIN"};
  rules->info.payoffs = Payoffs::points;
  rules->info.first_player_view = true;
  rules->info.max_plies = rules->plies;
  const Position position = parse(rules.get(), text.value_or(""));
  return std::make_shared<PositionOf<Position>>(position, rules);
});

}  // namespace

}  // namespace zermelo::synthetic
