#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"
#include "fen.hpp"
#include "index.hpp"

namespace zermelo::checkers {

namespace {

const Registered registered("checkers", [](const nb::dict&, const std::optional<std::string>& text) {
  return std::make_shared<PositionOf<Position>>(text ? parse(*text) : Position{}, nullptr);
});

}  // namespace

}  // namespace zermelo::checkers
