// Endgame tables as Python sees them: making them a slice or a game at a time, probing, and the bytes of their files.
#include "endgames.hpp"

#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>

#include <cstring>

#include "core/retrograde.hpp"
#include "signals.hpp"

namespace zermelo {

using namespace nb::literals;

namespace {

template <class T>
nb::bytes bytes_of(const std::vector<T>& values) {
  return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}
template <class T>
std::vector<T> values_of(const nb::bytes& data) {
  std::vector<T> values(data.size() / sizeof(T));
  std::memcpy(values.data(), data.c_str(), values.size() * sizeof(T));
  return values;
}

// The cells as bytes, and in which form they are.
nb::tuple packed(const Cells& cells) {
  const bool wide = cells.form() == Cells::Form::wide;
  return nb::make_tuple(static_cast<int>(cells.form()), wide ? bytes_of(cells.wide()) : bytes_of(cells.narrow()));
}
Cells unpacked(int width, const nb::bytes& data) {
  if (width < 0 || width > 2) throw nb::value_error("values in an unknown form");
  const auto form = static_cast<Cells::Form>(width);
  if (form == Cells::Form::wide) return {form, {}, values_of<Code>(data)};
  return {form, values_of<std::uint8_t>(data), {}};
}

std::string label_of(const State& state) { return nb::cast<std::string>(state.game.attr("label")); }

// Every position from the starts, analysed. Returns why it ended early, or nothing.
std::string enumerated(EndgameTable& table, const std::vector<State>& starts, double megabytes, double seconds,
                       std::uint64_t nodes, const StopFlag& stop, const AnyPosition::Progress& progress) {
  std::vector<std::shared_ptr<const AnyPosition>> positions;
  for (const State& each : starts) positions.push_back(each.position);
  const Info& info = positions.front()->info();
  Control control;
  control.limits.hard = seconds;
  control.limits.nodes = nodes;
  control.cancel = stop;
  poll_signals(control, true);
  try {
    Watch(control, true).check();
    const MoveGraph graph = positions.front()->positions_from(positions, table.symmetric, megabytes, control, progress);
    std::vector<Code> codes;
    {
      const nb::gil_scoped_release release;
      Watch watch(control, true);
      GraphAnalysis analysis(graph, watch);
      if (info.repetition == 0 && !analysis.acyclic())
        throw GameError(info.name + ": positions come back, but the game declares repetition = 0");
      codes = info.payoffs == Payoffs::points ? analysis.points(table.payoffs) : analysis.outcomes();
    }
    if (!table.fill(graph.keys, codes)) throw GameError(info.name + ": two different positions have the same key");
  } catch (const Stopped& stopped) {
    return stopped.why;
  }
  return "";
}

std::string next_slice(EndgameTable& table, const State& state, int threads, double megabytes, double seconds,
                       const StopFlag& stop) {
  if (table.complete()) return "";
  Control control;
  control.limits.hard = seconds;
  control.cancel = stop;
  poll_signals(control, false);
  try {
    Watch(control, true).check();
    table.parts.push_back(state.position->next_slice(table, threads, megabytes, control));
  } catch (const Stopped& stopped) {
    return stopped.why;
  }
  return "";
}

std::optional<Known> known(const EndgameTable& table, const State& state) {
  check_endgames(table, state);
  return state.position->probe(table);
}

// For player 0, what a position is worth that may be over.
std::optional<Known> worth(const EndgameTable& table, const AnyPosition& position) {
  if (position.turn() == OVER) return Known{position.payoff(0), 0};
  return position.probe(table);
}

// Of two values of one player, which is better: any win before any draw, quick wins and slow losses first.
double preference(const Known& known, double sign) {
  const double value = sign * known.value;
  return value + (known.plies < 0 || value == 0 ? 0 : (value > 0 ? -1 : 1) * 1e-6 * known.plies);
}

nb::object best_move(const EndgameTable& table, const State& state) {
  const int turn = state.position->turn();
  if (turn < 0 || !known(table, state)) return nb::none();
  nb::object best = nb::none();
  double highest = -INFINITE;
  for (nb::handle move : state.position->moves()) {
    const std::optional<Known> after = worth(table, *state.position->play(move));
    if (!after) return nb::none();
    const double value = preference(*after, turn == 0 ? 1 : -1);
    if (best.is_none() || value > highest) best = nb::borrow(move), highest = value;
  }
  return best;
}

nb::tuple part_of(const EndgameTable& table, std::size_t number) { return packed(table.parts.at(number).cells); }

void add_part(EndgameTable& table, int width, const nb::bytes& data) {
  EndgameTable::Part part{table.planned.at(table.parts.size()), unpacked(width, data), {}};
  if (part.cells.size() != part.slice.size) throw nb::value_error("a slice of the wrong size");
  for (std::uint64_t i = 0; i < part.cells.size(); ++i) part.tally.count(part.cells[i]);
  table.parts.push_back(std::move(part));
}

}  // namespace

void check_endgames(const EndgameTable& table, const State& state) {
  const std::string label = label_of(state);
  if (table.game != label)
    throw nb::value_error(("this endgame table holds positions of " + table.game + ", not of " + label).c_str());
  if (!table.by_index() || table.checked) return;
  if (state.position->slices(table.planned.back().pieces) != table.planned ||
      state.position->slice_print(table.planned.back().pieces) != table.check)
    throw nb::value_error(("this endgame table of " + label + " numbers positions otherwise: make it again").c_str());
  table.checked = true;
}

void bind_endgames(nb::module_& m) {
  nb::class_<Slice>(m, "Slice", "The positions of one kind of material, as a game numbers them.")
      .def(nb::init<std::string, int, std::uint64_t>(), "name"_a, "pieces"_a, "size"_a)
      .def_ro("name", &Slice::name)
      .def_ro("pieces", &Slice::pieces)
      .def_ro("size", &Slice::size);
  nb::class_<Tally>(m, "Tally", "How many positions are won, drawn and lost, and the plies of the longest win or loss.")
      .def_ro("wins", &Tally::wins)
      .def_ro("draws", &Tally::draws)
      .def_ro("losses", &Tally::losses)
      .def_ro("longest", &Tally::longest);
  nb::class_<EndgameTable>(m, "EndgameTable", "The true value of every position of a game, or of a part of it.")
      .def(
          "__init__",
          [](EndgameTable* self, std::string game, bool symmetric, std::vector<Slice> planned, std::uint64_t check) {
            new (self) EndgameTable;
            self->game = std::move(game);
            self->symmetric = symmetric;
            self->planned = std::move(planned);
            self->check = check;
          },
          "game"_a, "symmetric"_a = false, "planned"_a = std::vector<Slice>{}, "check"_a = 0)
      .def_ro("check", &EndgameTable::check, "A number that goes with how the game numbers its positions.")
      .def_ro("game", &EndgameTable::game, "Whose positions it holds.")
      .def_ro("symmetric", &EndgameTable::symmetric, "Mirror images count once.")
      .def_ro("planned", &EndgameTable::planned, "The slices of an index; none if positions are known by their keys.")
      .def_ro("payoffs", &EndgameTable::payoffs, "In a game of points, all that positions can be worth.")
      .def_prop_ro("complete", &EndgameTable::complete, "Everything that was asked for is in it.")
      .def_prop_ro("bytes", &EndgameTable::bytes, "The memory it takes.")
      .def_prop_ro("tally", &EndgameTable::tally, "Counts: for the first player, or, by index, for the player to move.")
      .def_prop_ro(
          "tallies",
          [](const EndgameTable& t) {
            std::vector<Tally> all;
            for (const auto& each : t.parts) all.push_back(each.tally);
            return all;
          },
          "The same for every slice that is finished.")
      .def("__len__", [](const EndgameTable& t) { return t.positions(); })
      .def("__repr__",
           [](const EndgameTable& t) {
             return "<endgame table of " + t.game + ": " + std::to_string(t.positions()) + " positions" +
                    (t.complete() ? ">" : ", unfinished>");
           })
      .def(
          "value",
          [](const EndgameTable& t, const State& s) -> std::optional<double> {
            const auto found = known(t, s);
            if (!found) return std::nullopt;
            return (s.position->turn() == 1 ? -found->value : found->value) + 0.0;
          },
          "state"_a,
          "What the position is worth to the player to move (to the first player, if it is over); None if it is not "
          "here.")
      .def(
          "distance",
          [](const EndgameTable& t, const State& s) -> std::optional<int> {
            const auto found = known(t, s);
            return found && found->plies >= 0 ? std::optional(found->plies) : std::nullopt;
          },
          "state"_a,
          "Plies to the end if both sides do their best; None for draws, in games of points, or if not here.")
      .def("best", &best_move, "state"_a, nb::sig("def best(self, state: State) -> collections.abc.Hashable | None"),
           "A move that keeps the value: the quickest win, the slowest loss. None if the position is not here.")
      .def(
          "save",
          [](nb::object self, nb::object file) {
            nb::module_::import_("zermelo.endgame_file").attr("save")(self, file);
          },
          "file"_a, nb::sig("def save(self, file: str | os.PathLike[str]) -> None"),
          "Writes the table to a file, compressed.")
      .def_static(
          "load",
          [](nb::object file) {
            return nb::cast<nb::object>(nb::module_::import_("zermelo.endgame_file").attr("load")(file));
          },
          "file"_a, nb::sig("def load(file: str | os.PathLike[str]) -> EndgameTable"), "The table that a file holds.")
      .def(
          "__reduce__",
          [](nb::object self) { return nb::module_::import_("zermelo.endgame_file").attr("parts")(self); },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def(
          "__copy__", [](nb::object self) { return self; }, nb::sig("def __copy__(self) -> EndgameTable"))
      .def(
          "__deepcopy__", [](nb::object self, nb::handle) { return self; }, "memo"_a,
          nb::sig("def __deepcopy__(self, memo: object) -> EndgameTable"));
}

void bind_endgame_analysis(nb::module_& m) {
  m.def(
      "endgame_slices", [](const State& s, int pieces) { return s.position->slices(pieces); }, "state"_a, "pieces"_a,
      "The slices of at most so many pieces; none if the game has no index.");
  m.def(
      "endgame_print", [](const State& s, int pieces) { return s.position->slice_print(pieces); }, "state"_a,
      "pieces"_a, "A number that changes when the game numbers its positions otherwise.");
  m.def("enumerate_endgames", &enumerated, "table"_a, "starts"_a, "memory_mb"_a, "seconds"_a, "nodes"_a,
        "stop"_a.none(), "progress"_a = nb::none(),
        "Fills a table with every position from the starts; why it ended early, or nothing.");
  m.def("next_endgame_slice", &next_slice, "table"_a, "state"_a, "threads"_a, "memory_mb"_a, "seconds"_a,
        "stop"_a.none(), "Analyses the next slice of a table; why it ended early, or nothing.");
  m.def(
      "endgame_keys", [](const EndgameTable& t) { return nb::make_tuple(bytes_of(t.keys()), packed(t.cells())); },
      "table"_a, nb::sig("def endgame_keys(table: EndgameTable) -> tuple[bytes, tuple[int, bytes]]"));
  m.def("endgame_part", &part_of, "table"_a, "number"_a,
        nb::sig("def endgame_part(table: EndgameTable, number: int) -> tuple[int, bytes]"));
  m.def(
      "fill_endgame_keys",
      [](EndgameTable& t, std::vector<double> payoffs, const nb::bytes& keys, int width, const nb::bytes& cells) {
        t.payoffs = std::move(payoffs);
        Cells values = unpacked(width, cells);
        auto all = values_of<std::uint64_t>(keys);
        bool right = values.size() == all.size() && std::ranges::is_sorted(all);
        for (std::uint64_t i = 0; right && !t.payoffs.empty() && i < values.size(); ++i)
          right = values[i] < t.payoffs.size();
        if (!right) throw nb::value_error("keys and values that do not belong together");
        t.take(std::move(all), std::move(values));
      },
      "table"_a, "payoffs"_a, "keys"_a, "width"_a, "cells"_a);
  m.def("add_endgame_part", &add_part, "table"_a, "width"_a, "cells"_a);
}

}  // namespace zermelo
