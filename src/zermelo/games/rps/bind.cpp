#include <map>
#include <memory>
#include <mutex>

#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::rps {

namespace {

const Rules* rules_of(const std::array<int, 3>& worth) {
  static std::mutex mutex;
  static std::map<std::array<int, 3>, std::unique_ptr<Rules>> known;
  const std::lock_guard lock(mutex);
  auto& rules = known[worth];
  if (!rules) rules = std::make_unique<Rules>(worth);
  return rules.get();
}

Position parse(const Rules* rules, const std::string& text) {
  Position position{rules};
  if (text == "-") return position;
  if (text.empty()) throw ParseError("expected hands, or - before the first", text, 0);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (position.turn() == OVER) throw ParseError("expected the end after two hands", text, at);
    const std::size_t hand = HANDS.find(text[at]);
    if (hand == std::string::npos) throw ParseError("expected r, p or s", text, at);
    position = position.play(static_cast<Position::Move>(hand));
  }
  return position;
}

const Registered registered("rps", [](const nb::dict& options, const std::optional<std::string>& text) {
  const Rules* rules = rules_of(
      {whole_option(options, "rock", 1), whole_option(options, "paper", 1), whole_option(options, "scissors", 1)});
  return boxed(text ? parse(rules, *text) : Position{rules});
});

}  // namespace

}  // namespace zermelo::rps
