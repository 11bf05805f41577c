#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"
#include "text.hpp"

namespace zermelo::hearts {

namespace {

// The highest `ranks` of each suit, dealt by the seed, to be passed as the word says.
Position dealt(int ranks, const std::string& passing, std::uint64_t seed) {
  Setup setup;
  const Cards suit = SUIT >> (RANKS - ranks) << (RANKS - ranks);
  setup.deck = suit | suit << 16 | suit << 32 | suit << 48;
  for (int i = 0; i < SEATS; ++i)
    if (passing == PASSINGS[i]) setup.passing = i;
  Knowledge nothing;
  nothing.loose = setup.deck;
  nothing.missing.fill(setup.length());
  Random random(mix(seed));
  return Position::start(kept(setup), Dealer(nothing).draw(random));
}

const Registered registered("hearts", [](const nb::dict& options, const std::optional<std::string>& text) {
  const Position at = text ? Reader(*text).position()
                           : dealt(nb::cast<int>(options["ranks"]), nb::cast<std::string>(options["passing"]),
                                   nb::cast<std::uint64_t>(options["seed"]));
  return std::make_shared<PositionOf<Position>>(at, nullptr);
});

}  // namespace

}  // namespace zermelo::hearts
