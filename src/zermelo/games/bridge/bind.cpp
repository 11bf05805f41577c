#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "montecarlo.hpp"
#include "text.hpp"

namespace zermelo::bridge {

namespace {

Position read(const std::string& text) { return Reader(text).position(); }

// The deal a game begins with when none is given: drawn with seed 0, three no trumps by south.
Position usual_start() {
  Knowledge nothing;
  nothing.loose = DECK;
  nothing.missing = {RANKS, RANKS, RANKS, RANKS};
  Random random(0);
  Position at{setup_of({3, NOTRUMP, 0, 2, 0}, {}, RANKS)};
  at.dealt = Dealer(nothing).draw(random);
  at.seat = static_cast<std::uint8_t>(at.contract().leader());
  return at;
}

const Position& position_of(const State& state) {
  if (const auto* own = dynamic_cast<const PositionOf<Position>*>(state.position.get())) return own->value();
  throw nb::type_error("not a position of bridge");
}

// Runs the work without the GIL, under a time limit (0: none). Out of time: TimeoutError.
template <class Work>
auto limited(double seconds, const StopFlag& stop, Work work) {
  Control control;
  control.limits.hard = seconds;
  control.cancel = stop;
  poll_signals(control, false);
  try {
    nb::gil_scoped_release release;
    return work(control);
  } catch (const Stopped& stopped) {
    PyErr_Format(PyExc_TimeoutError, "the solver was stopped (%s) before it was done", stopped.why);
    throw nb::python_error();
  }
}

std::vector<std::string> names(Cards cards) {
  std::vector<std::string> list;
  for (; cards; cards ^= card_bit(highest(cards))) list.push_back(card_text(highest(cards)));
  return list;
}

using Ranked = std::vector<std::pair<std::vector<std::string>, int>>;

// Every card that can be played, equals together, with the tricks its side takes in all; and the nodes counted.
std::pair<Ranked, std::uint64_t> ranked(const State& state, double megabytes, double seconds, const StopFlag& stop) {
  const Position at = position_of(state);
  if (at.over()) return {};
  Ranked result;
  std::uint64_t nodes = 0;
  limited(seconds, stop, [&](Control& control) {
    Watch watch(control, true);
    Solver& solver = solver_at(at, megabytes);
    for (const CardValue& each : solver.cards(solver.guess(), watch))
      result.push_back({names(each.run), each.tricks + at.won[at.seat & 1]});
    nodes = watch.nodes;
    return 0;
  });
  return {result, nodes};
}

std::vector<std::string> line(const State& state, double megabytes, double seconds, const StopFlag& stop) {
  const Position at = position_of(state);
  std::vector<std::string> cards;
  limited(seconds, stop, [&](Control& control) {
    Watch watch(control, true);
    Solver& solver = solver_at(at, megabytes);
    for (const int card : best_line(solver, at, solver.tricks(solver.guess(), watch), watch))
      cards.push_back(card_text(card));
    return 0;
  });
  return cards;
}

using Tricks = std::array<std::array<int, SEATS>, SUITS + 1>;

// Tricks of every declarer in every strain, of the hands as dealt.
std::pair<Tricks, std::uint64_t> table(const State& state, double megabytes, double seconds, const StopFlag& stop) {
  const Hands hands = position_of(state).dealt;
  const int length = count(hands[0]);
  Tricks result{};
  std::uint64_t nodes = 0;
  limited(seconds, stop, [&](Control& control) {
    Watch watch(control, true);
    Solver& solver = solver_with(megabytes);
    for (int strain = 0; strain <= NOTRUMP; ++strain) {
      solver.begin(hands, strain);
      int guess = solver.guess();
      for (const int leader : {0, 2, 1, 3}) {  // what the lead of a partner brings is the best guess
        solver.place(hands, leader, {});
        guess = solver.tricks(guess, watch);
        const int declarer = (leader + 3) & 3;
        result[strain][declarer] = declarer & 1 ? length - guess : guess;
      }
    }
    nodes = watch.nodes;
    return 0;
  });
  return {result, nodes};
}

using Judged = std::tuple<std::vector<std::tuple<std::string, double, double>>, int, bool, std::string>;

Judged montecarlo(const State& state, int worlds, std::uint64_t seed, int threads, const std::string& aim, double sure,
                  double megabytes, double seconds, const StopFlag& stop) {
  const Position at = position_of(state);
  if (at.over()) throw IllegalMove("the game is over: no move is legal", at.text());
  Sampling plan;
  plan.worlds = worlds;
  plan.seed = seed;
  plan.threads = threads;
  plan.sure = sure;
  plan.megabytes = megabytes;
  plan.aim = aim == "tricks" ? Aim::tricks : aim == "make" ? Aim::make : Aim::score;
  Control control;
  control.limits.hard = seconds;
  control.cancel = stop;
  poll_signals(control, false);
  Verdict verdict;
  {
    nb::gil_scoped_release release;
    verdict = MonteCarlo(at, plan, control).run();
  }
  Judged result;
  for (const Average& each : verdict.cards)
    std::get<0>(result).emplace_back(card_text(each.card), each.mean, each.error);
  std::get<1>(result) = verdict.worlds;
  std::get<2>(result) = verdict.decided;
  std::get<3>(result) = verdict.stopped;
  return result;
}

// A deal drawn evenly from all in which the seats hold the hands given (none: unknown) and keep their limits.
std::string deal(std::uint64_t seed, const std::array<std::string, SEATS>& hands,
                 const std::array<std::string, SEATS>& limits) {
  Knowledge known;
  Cards seen = 0;
  for (int seat = 0; seat < SEATS; ++seat) {
    if (!hands[seat].empty()) known.certain[seat] = Reader(hands[seat]).whole_hand(seen);
    if (!limits[seat].empty()) known.limits[seat] = Reader(limits[seat]).whole_limits();
    known.missing[seat] = hands[seat].empty() ? RANKS : 0;
  }
  known.loose = DECK & ~seen;
  Random random(mix(seed));
  const Hands drawn = Dealer(known).draw(random);
  std::string text = "N:";
  for (int seat = 0; seat < SEATS; ++seat) text += (seat ? " " : "") + hand_text(drawn[seat]);
  return text;
}

int score_of(int level, int strain, int doubled, bool vulnerable, int tricks) {
  return score({level, strain, doubled, 0, vulnerable ? 1 : 0}, tricks);
}

const Registered registered(
    "bridge",
    [](const nb::dict&, const std::optional<std::string>& text) -> std::shared_ptr<const AnyPosition> {
      return std::make_shared<PositionOf<Position>>(text ? read(*text) : usual_start(), nullptr);
    },
    [](nb::module_& m) {
      m.def("bridge_cards", &ranked, nb::arg("state"), nb::arg("memory_mb"), nb::arg("seconds"),
            nb::arg("stop").none());
      m.def("bridge_line", &line, nb::arg("state"), nb::arg("memory_mb"), nb::arg("seconds"), nb::arg("stop").none());
      m.def("bridge_table", &table, nb::arg("state"), nb::arg("memory_mb"), nb::arg("seconds"), nb::arg("stop").none());
      m.def("bridge_montecarlo", &montecarlo, nb::arg("state"), nb::arg("worlds"), nb::arg("seed"), nb::arg("threads"),
            nb::arg("aim"), nb::arg("sure"), nb::arg("memory_mb"), nb::arg("seconds"), nb::arg("stop").none());
      m.def("bridge_deal", &deal, nb::arg("seed"), nb::arg("hands"), nb::arg("limits"));
      m.def("bridge_score", &score_of, nb::arg("level"), nb::arg("strain"), nb::arg("doubled"), nb::arg("vulnerable"),
            nb::arg("tricks"));
    });

}  // namespace

}  // namespace zermelo::bridge
