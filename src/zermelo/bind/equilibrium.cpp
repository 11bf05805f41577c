// What Python sees of sequences.hpp, regret.hpp and sampled.hpp.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "core/cfr.hpp"
#include "core/mccfr.hpp"
#include "registry.hpp"
#include "signals.hpp"

namespace zermelo {

namespace {

using namespace nb::literals;

template <class T>
nb::bytes bytes_of(const std::vector<T>& values) {
  return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

const SequenceForm::Side& side_of(const SequenceForm& form, int player) {
  if (player != 0 && player != 1) throw nb::value_error("player is 0 or 1");
  return form.sides[static_cast<std::size_t>(player)];
}

// A plan from bytes of doubles; it has to fit the player's sequences.
Weights plan_of(const SequenceForm& form, int player, const nb::bytes& bytes) {
  const std::size_t size = side_of(form, player).sequences();
  if (bytes.size() != size * sizeof(double)) throw nb::value_error("a plan has one number for each sequence");
  const auto* first = reinterpret_cast<const double*>(bytes.c_str());
  return {first, first + size};
}

nb::tuple payoffs(const SequenceForm& form) {
  const SparseRows& rows = form.sides[0].payoffs;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (const auto& entry : rows.entries) {
    columns.push_back(entry.column);
    values.push_back(entry.value);
  }
  return nb::make_tuple(bytes_of(rows.begin), bytes_of(columns), bytes_of(values));
}

RegretKind kind_of(const std::string& name) {
  return name == "cfr+" ? RegretKind::plus : name == "dcfr" ? RegretKind::discounted : RegretKind::cfr;
}

// Iterations until a number, a time or a stop; other threads of Python go on meanwhile. Returns why it ended.
template <class Step>
std::string run(std::uint64_t iterations, double seconds, const StopFlag& stop, bool python, Step step) {
  Control control;
  control.limits.hard = seconds;
  control.cancel = stop;
  control.check_every = 1;
  poll_signals(control, python);
  Watch watch(control, true);
  const auto all = [&] {
    try {
      for (std::uint64_t i = 0; i < iterations; ++i) {
        watch.check();
        step(watch);
      }
    } catch (const Stopped& stopped) {
      return std::string(stopped.why);
    }
    return std::string("iterations");
  };
  if (python) return all();
  nb::gil_scoped_release release;
  return all();
}

void bind(nb::module_& m) {
  nb::class_<SequenceForm>(m, "Sequences", "A game compiled for equilibria: information sets, sequences, payoffs.")
      .def_ro("nodes", &SequenceForm::nodes)
      .def(
          "views", [](const SequenceForm& f, int player) { return side_of(f, player).views; }, "player"_a)
      .def(
          "names", [](const SequenceForm& f, int player) { return side_of(f, player).names; }, "player"_a)
      .def(
          "sets", [](const SequenceForm& f, int player) { return bytes_of(side_of(f, player).sets); }, "player"_a)
      .def("payoffs", &payoffs, nb::sig("def payoffs(self) -> tuple[bytes, bytes, bytes]"))
      .def(
          "best_response",
          [](const SequenceForm& f, int player, const nb::bytes& other) {
            Weights choice;
            const double value = best_response(side_of(f, player), plan_of(f, 1 - player, other), choice);
            return std::pair(value, bytes_of(choice));
          },
          "player"_a, "other"_a)
      .def(
          "expected",
          [](const SequenceForm& f, const nb::bytes& first, const nb::bytes& second) {
            return expected(f, plan_of(f, 0, first), plan_of(f, 1, second));
          },
          "first"_a, "second"_a);

  nb::class_<Regret>(m, "Regret")
      .def(
          "__init__",
          [](Regret* self, const SequenceForm& form, const std::string& kind, std::array<double, 3> fade) {
            new (self) Regret(form, kind_of(kind), Discounts{fade[0], fade[1], fade[2]});
          },
          "form"_a, "kind"_a, "fade"_a, nb::keep_alive<1, 2>())
      .def_ro("iterations", &Regret::iterations)
      .def(
          "run",
          [](Regret& r, std::uint64_t iterations, double seconds, const StopFlag& stop) {
            return run(iterations, seconds, stop, false, [&](Watch&) { r.iterate(); });
          },
          "iterations"_a, "seconds"_a, "stop"_a.none())
      .def("average", [](const Regret& r, int player) { return bytes_of(r.average(player)); }, "player"_a);

  nb::class_<SampledRegret>(m, "SampledRegret")
      .def_ro("iterations", &SampledRegret::iterations)
      .def(
          "run",
          [](SampledRegret& r, std::uint64_t iterations, double seconds, const StopFlag& stop) {
            return run(iterations, seconds, stop, r.python, [&](Watch& watch) { r.iterate(watch); });
          },
          "iterations"_a, "seconds"_a, "stop"_a.none())
      .def(
          "policy",
          [](const SampledRegret& r, int player) {
            if (player != 0 && player != 1) throw nb::value_error("player is 0 or 1");
            nb::dict all;
            for (const auto& [view, place] : r.places[static_cast<std::size_t>(player)]) {
              nb::dict shares;
              double sum = 0;
              for (const double each : place.sum) sum += each;
              for (std::size_t i = 0; i < place.sum.size(); ++i)
                shares[place.names[i].c_str()] =
                    sum > 0 ? place.sum[i] / sum : 1.0 / static_cast<double>(place.sum.size());
              all[view.c_str()] = shares;
            }
            return all;
          },
          "player"_a, nb::sig("def policy(self, player: int) -> dict[str, dict[str, float]]"));

  m.def(
      "sequences", [](const State& state, std::uint64_t most_nodes) { return state.position->sequences(most_nodes); },
      "state"_a, "most_nodes"_a);
  m.def(
      "sampled_regret",
      [](const State& state, std::uint64_t seed, std::uint64_t most_places) {
        auto run = state.position->sampled_regret(seed);
        run->most_places = most_places;
        return run;
      },
      "state"_a, "seed"_a, "most_places"_a);
}

const Extended extended(bind);

}  // namespace

}  // namespace zermelo
