#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"
#include "ids.hpp"
#include "rollout.hpp"

namespace zermelo::backgammon {

namespace {

Info info_of(double most) {
  Info info;
  info.name = "backgammon";
  info.players = {"X", "O"};
  info.payoffs = Payoffs::points;
  info.chance = true;
  info.max_plies = 100'000;
  info.unit = 0.01;
  info.low = -most;
  info.high = most;
  return info;
}

}  // namespace

const Info& Position::info() const {
  static const Info plain = info_of(3), money = info_of(3 << MOST_DOUBLINGS), match = info_of(1);
  return length ? match : cube ? money : plain;
}

namespace {

Position read(const std::string& text) { return IdReader(text, {}).read(); }

// Reads numbers off the front of a string of bytes.
class Bytes {
 public:
  explicit Bytes(nb::bytes data) : at_(data.c_str()), end_(at_ + data.size()) {}
  template <class T>
  std::vector<T> take(std::size_t count) {
    if (static_cast<std::size_t>(end_ - at_) < count * sizeof(T)) throw nb::value_error("the networks end early");
    std::vector<T> values(count);
    std::memcpy(values.data(), at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return values;
  }
  bool done() const { return at_ == end_; }

 private:
  const char* at_;
  const char* end_;
};

// Inputs (the bias as one more) and outputs of each layer.
std::vector<std::array<std::size_t, 2>> layers_of(std::size_t hidden, std::size_t second) {
  if (second) return {{INPUTS + 1, hidden}, {hidden + 1, second}, {second + 1, 5}};
  return {{INPUTS + 1, hidden}, {hidden + 1, 5}};
}

// Networks as weights.py unpacks them: the sizes of all phases, the scale of every layer's outputs, then the numbers in 16
// bits, all low bytes before all high ones.
void load(nb::bytes data) {
  Bytes bytes(data);
  const auto shapes = bytes.take<std::uint16_t>(2 * PHASES);
  std::size_t columns = 0, count = 0;
  for (std::size_t i = 0; i < PHASES; ++i) {
    if (shapes[2 * i] > WIDEST || shapes[2 * i + 1] > WIDEST) throw nb::value_error("a network is too wide");
    for (const auto& [rows, width] : layers_of(shapes[2 * i], shapes[2 * i + 1])) {
      columns += width;
      count += rows * width;
    }
  }
  const auto scales = bytes.take<float>(columns);
  const auto low = bytes.take<u8>(count);
  const auto high = bytes.take<u8>(count);
  if (!bytes.done()) throw nb::value_error("the networks go on after the last phase");
  auto fresh = std::make_unique<Judge>();
  std::size_t at = 0, scale = 0;
  for (std::size_t i = 0; i < PHASES; ++i) {
    Layers layers{shapes[2 * i], shapes[2 * i + 1], {}};
    for (const auto& [rows, width] : layers_of(shapes[2 * i], shapes[2 * i + 1])) {
      for (std::size_t k = 0; k < rows * width; ++k, ++at)
        layers.weights.push_back(static_cast<float>(static_cast<std::int16_t>(low[at] | high[at] << 8)) *
                                 scales[scale + k % width]);
      scale += width;
    }
    try {
      fresh->networks[i] = Network(layers);
    } catch (const std::invalid_argument& error) {
      throw nb::value_error(error.what());
    }
  }
  const Judge* none = nullptr;
  if (loaded_judge().compare_exchange_strong(none, fresh.get())) (void)fresh.release();
}

using Five = std::tuple<double, double, double, double, double>;
Five five(const Chances& c) { return {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon}; }

// What the player on roll can expect before the dice, cube and match aside.
Five chances(const std::string& text, int depth) {
  const Position position = read(text);
  const nb::gil_scoped_release release;
  Lookahead search(judge(), gains_of(position));
  return five(search.value(position.board, std::clamp(depth - 1, 0, DEEPEST - 1)));
}

// All plays of the dice thrown: name, value with the cube and match counted in, depth of the look, chances.
nb::list ranked(const std::string& text, int depth) {
  const Position position = read(text);
  if (position.stage != Stage::move) throw nb::value_error("no dice are thrown here");
  Lookahead search(judge(), gains_of(position));
  Ranking ranking(position, search, 0, 1);
  {
    const nb::gil_scoped_release release;
    for (int d = 2; d <= std::min(depth, DEEPEST); ++d) ranking.deepen(d);
  }
  nb::list all;
  for (const Ranking::Candidate& each : ranking.all())
    all.append(nb::make_tuple(position.name(each.move), each.value, each.depth, five(each.chances)));
  return all;
}

nb::tuple roll_out(const std::string& text, int games, int plies, int depth, std::uint64_t seed, bool reduce) {
  const Position position = read(text);
  Rollout result;
  {
    const nb::gil_scoped_release release;
    result = rollout(judge(), position.board, {games, plies, depth, seed, reduce});
  }
  return nb::make_tuple(five(result.mean), five(result.error), result.equity, result.equity_error, result.games);
}

std::tuple<double, std::vector<double>> bear_off_rolls(const std::vector<int>& men) {
  if (men.size() != HOME) throw nb::value_error("expected six numbers of men, for the points 1 to 6");
  Home home{};
  int sum = 0;
  for (std::size_t i = 0; i < HOME; ++i) {
    if (men[i] < 0 || men[i] > MEN) throw nb::value_error("a point has 0 to 15 men");
    home[i] = static_cast<u8>(men[i]);
    sum += men[i];
  }
  if (sum > MEN) throw nb::value_error("there are 15 men at most");
  const Duration& found = one_sided().of(home.data());
  return {found.mean, {found.chance.begin(), found.chance.begin() + found.most + 1}};
}

std::vector<float> encoded(const std::string& text) {
  const Board board = read(text).board;
  std::vector<float> inputs(MAN_INPUTS);
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < 25; ++i)
      for (int n = 0; n < std::min<int>(board.men[side][i], UNITS); ++n)
        inputs[static_cast<std::size_t>((side * 25 + i) * UNITS + n)] = 1;
  std::vector<float> known(FEATURES);
  features(board, known.data());
  inputs.insert(inputs.end(), known.begin(), known.end());
  return inputs;
}

const Registered registered(
    "backgammon",
    [](const nb::dict& options, const std::optional<std::string>& text) {
      const Variant variant{whole_option(options, "cube", 0) == 1, whole_option(options, "jacoby", 0) == 1,
                            whole_option(options, "match", 0)};
      return std::make_shared<PositionOf<Position>>(text ? IdReader(*text, variant).read() : variant.start(), nullptr);
    },
    [](nb::module_& m) {
      m.def("backgammon_load", &load, nb::arg("data"));
      m.def("backgammon_loaded", [] { return loaded_judge().load() != nullptr; });
      m.def("backgammon_chances", &chances, nb::arg("text"), nb::arg("depth"));
      m.def("backgammon_ranked", &ranked, nb::arg("text"), nb::arg("depth"),
            nb::sig("def backgammon_ranked(text: str, depth: int) -> "
                    "list[tuple[str, float, int, tuple[float, float, float, float, float]]]"));
      m.def("backgammon_rollout", &roll_out, nb::arg("text"), nb::arg("games"), nb::arg("plies"), nb::arg("depth"),
            nb::arg("seed"), nb::arg("reduce"),
            nb::sig("def backgammon_rollout(text: str, games: int, plies: int, depth: int, seed: int, reduce: bool) -> "
                    "tuple[tuple[float, float, float, float, float], tuple[float, float, float, float, float], float, "
                    "float, int]"));
      m.def("backgammon_bear_off", &bear_off_rolls, nb::arg("men"));
      m.def(
          "backgammon_two_sided",
          [](const std::string& text) {
            const Board board = read(text).board;
            if (!TwoSided::holds(board)) throw nb::value_error("more than six men, or men outside the home board");
            return two_sided().win(board);
          },
          nb::arg("text"));
      m.def("backgammon_encoded", &encoded, nb::arg("text"));
      m.def(
          "backgammon_match",
          [](int mine, int others, bool after_crawford) {
            if (mine < 1 || others < 1 || mine > LONGEST_MATCH || others > LONGEST_MATCH)
              throw nb::value_error("points to go: 1 to 25");
            return match_table().at(mine, others, after_crawford);
          },
          nb::arg("mine"), nb::arg("others"), nb::arg("after_crawford") = false);
    });

}  // namespace

}  // namespace zermelo::backgammon
