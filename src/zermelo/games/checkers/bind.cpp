#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"
#include "fen.hpp"
#include "index.hpp"

namespace zermelo::checkers {

namespace {

// Every legal move by its name, with the numbers of the squares that it touches.
nb::list ways(const State& state) {
  const auto* held = dynamic_cast<const PositionOf<Position>*>(state.position.get());
  if (held == nullptr) throw nb::value_error("expected a position of checkers");
  const Position& position = held->value();
  MoveList<Move> list;
  position.moves(list);
  nb::list all;
  for (std::size_t i = 0; i < list.size(); ++i) {
    nb::list squares;
    for (const int each : squares_of(list[i].move)) squares.append(number_of(each));
    all.append(nb::make_tuple(position.name(list[i].move), squares));
  }
  return all;
}

// The words of a file of weights; they are taken once, by the first who comes.
void load_weights(const nb::bytes& data) {
  if (data.size() != 2 * Weights::WORDS)
    throw nb::value_error("these are no weights of checkers: their number is wrong");
  std::vector<std::int16_t> words(Weights::WORDS);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(data.c_str()) + 2 * i;
    words[i] = static_cast<std::int16_t>(bytes[0] | bytes[1] << 8);
  }
  const Weights* none = nullptr;
  auto fresh = std::make_unique<const Weights>(words);
  if (loaded_weights.compare_exchange_strong(none, fresh.get())) (void)fresh.release();
}

const Registered registered(
    "checkers",
    [](const nb::dict&, const std::optional<std::string>& text) {
      return std::make_shared<PositionOf<Position>>(text ? parse(*text) : Position{}, nullptr);
    },
    [](nb::module_& m) {
      m.def("checkers_load_weights", &load_weights, nb::arg("data"));
      m.def("checkers_has_weights", [] { return loaded_weights.load() != nullptr; });
      m.def("checkers_moves", &ways, nb::arg("state"),
            nb::sig("def checkers_moves(state: State) -> list[tuple[str, list[int]]]"));
    });

}  // namespace

}  // namespace zermelo::checkers
