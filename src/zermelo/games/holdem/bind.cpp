#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <mutex>

#include "bind/registry.hpp"
#include "bind/signals.hpp"
#include "game.hpp"
#include "report.hpp"

namespace zermelo::holdem {

namespace {

const std::string EXAMPLE = "board KsTd7h4c2s; pot 6; bet 2; raises 3; hands AA,KK,QQ,AK,QJs,65s / AA,TT,AK,KQ,98s,A5s";

// Reads what an endgame is: fields separated by `; `, in this order.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::shared_ptr<const Rules> rules() {
    auto found = std::make_shared<Rules>();
    word("board ");
    while (at_ < text_.size() && text_[at_] != ';') found->board.push_back(card(*found));
    require(found->board.size() == 4 || found->board.size() == 5, "expected a board of four or five cards");
    word("; pot ");
    found->pot = amount();
    word("; bet ");
    found->bet = amount();
    word("; raises ");
    found->raises = static_cast<int>(amount());
    require(found->raises >= 1 && found->raises <= MOST_RAISES, "expected 1 to 4 raises a round");
    word("; hands ");
    found->ranges[0] = range(*found);
    word(" / ");
    found->ranges[1] = range(*found);
    found->header = text_.substr(0, at_);
    deal(*found);
    describe(*found);
    return found;
  }

  // What happened in the endgame; the rest of the text.
  Position play(Position position) {
    if (at_ == text_.size()) return position;
    word("; ");
    const std::size_t first = at_;
    while (at_ < text_.size()) {
      if (text_[at_] == ' ' && at_ > first && text_[at_ - 1] != ' ') ++at_;
      position = move(position);
    }
    require(position.text() == text_, "expected " + position.text());
    return position;
  }

 private:
  void require(bool right, const std::string& what) const {
    if (!right) throw ParseError(what, text_, at_);
  }

  void word(const std::string& wanted) {
    require(text_.compare(at_, wanted.size(), wanted) == 0, "expected \"" + wanted + "\"");
    at_ += wanted.size();
  }

  double amount() {
    std::size_t end = at_;
    while (end < text_.size() && end - at_ < 9 &&
           (std::isdigit(static_cast<unsigned char>(text_[end])) || text_[end] == '.'))
      ++end;
    const std::string digits = text_.substr(at_, end - at_);
    require(!digits.empty() && digits != "." && std::count(digits.begin(), digits.end(), '.') <= 1,
            "expected a number");
    const double value = std::stod(digits);
    require(value > 0, "expected a number above 0");
    at_ = end;
    return value;
  }

  int rank() {
    const std::size_t found = at_ < text_.size() ? RANKS.find(text_[at_]) : std::string::npos;
    require(found != std::string::npos, "expected a rank: 2 to 9, T, J, Q, K or A");
    ++at_;
    return static_cast<int>(found);
  }

  int suit() {
    const std::size_t found = at_ < text_.size() ? SUITS.find(text_[at_]) : std::string::npos;
    require(found != std::string::npos, "expected a suit: c, d, h or s");
    ++at_;
    return static_cast<int>(found);
  }

  std::int8_t card(const Rules& rules) {
    const std::size_t begin = at_;
    const int value = 4 * rank() + suit();
    for (const int each : rules.board)
      if (each == value) {
        at_ = begin;
        require(false, card_name(value) + " is on the board twice");
      }
    return static_cast<std::int8_t>(value);
  }

  bool next(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  // Hands separated by commas: AhKh, AKs (one suit), AKo (two suits), AK (both), AA; each with a weight if `:0.5` follows.
  std::vector<Hand> range(const Rules& rules) {
    std::vector<Hand> found;
    do {
      const std::size_t first = found.size();
      hands(rules, found);
      if (next(':')) {
        const double weight = amount();
        require(weight <= 1, "expected a weight of at most 1");
        for (std::size_t i = first; i < found.size(); ++i) found[i].weight = weight;
      }
    } while (next(','));
    require(!found.empty(), "the board leaves no hand of this range");
    return found;
  }

  void hands(const Rules& rules, std::vector<Hand>& found) {
    const int one = rank();
    if (at_ < text_.size() && SUITS.find(text_[at_]) != std::string_view::npos && at_ + 1 < text_.size() &&
        RANKS.find(text_[at_ + 1]) != std::string_view::npos) {
      const int first = 4 * one + suit(), second = 4 * rank() + suit();
      require(first != second, "a hand has two different cards");
      return add(rules, found, first, second);
    }
    const int two = rank();
    const bool same = next('s'), other = !same && next('o');
    require(one != two || !same, "a pair is of two suits");
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        if ((one == two && a <= b) || (same && a != b) || (other && a == b)) continue;
        add(rules, found, 4 * one + a, 4 * two + b);
      }
  }

  // A hand that the board leaves; one that is there already stays once.
  static void add(const Rules& rules, std::vector<Hand>& found, int first, int second) {
    const Hand hand{static_cast<std::int8_t>(std::max(first, second)),
                    static_cast<std::int8_t>(std::min(first, second)), 1};
    for (const int each : rules.board)
      if (hand.meets(each)) return;
    for (const Hand& each : found)
      if (each.high == hand.high && each.low == hand.low) return;
    found.push_back(hand);
  }

  void deal(Rules& rules) const {
    double sum = 0;
    for (std::size_t a = 0; a < rules.ranges[0].size(); ++a)
      for (std::size_t b = 0; b < rules.ranges[1].size(); ++b) {
        const Hand &first = rules.ranges[0][a], &second = rules.ranges[1][b];
        if (first.meets(second)) continue;
        rules.deals.push_back(
            {{static_cast<std::int16_t>(a), static_cast<std::int16_t>(b)}, first.weight * second.weight});
        sum += first.weight * second.weight;
      }
    require(!rules.deals.empty(), "no two hands of the ranges can be out together");
    for (auto& each : rules.deals) each.chance /= sum;
  }

  static void describe(Rules& rules) {
    Info& info = rules.info;
    info.name = "holdem";
    info.players = {"first", "second"};
    info.payoffs = Payoffs::points;
    info.chance = info.hidden = true;
    info.max_plies = 2 + 2 * (rules.raises + 2);
    const int rounds = rules.board.size() == 5 ? 1 : 2;
    info.high = rules.pot / 2 + rounds * rules.raises * rules.bet;
    info.low = -info.high;
  }

  Position move(const Position& position) {
    require(position.turn() != OVER, "the game is over here: nothing can follow");
    MoveList<Position::Move> list;
    position.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string name =
          position.turn() == CHANCE ? position.name(list[i].move) : std::string(1, "fcr"[list[i].move]);
      if (text_.compare(at_, name.size(), name) != 0) continue;
      at_ += name.size();
      return position.play(list[i].move);
    }
    require(false, position.deal < 0 ? "expected two hands of the ranges, such as " + position.name(list[0].move)
                   : position.turn() == CHANCE ? "expected a card that is not out"
                                               : "expected f, c or r: what may be done here");
    return position;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Value value_of_text(const std::string& text) {
  Cards cards;
  int count = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    const std::size_t rank = RANKS.find(text[at]);
    const std::size_t suit = at + 1 < text.size() ? SUITS.find(text[at + 1]) : std::string::npos;
    if (rank == std::string::npos || suit == std::string::npos)
      throw ParseError("expected a card, such as Ah", text, at);
    const int card = static_cast<int>(4 * rank + suit);
    if (cards.has(card)) throw ParseError(card_name(card) + " is there twice", text, at);
    cards.add(card);
    ++count;
    at += 2;
  }
  if (count < 5 || count > 7) throw ParseError("expected five to seven cards", text, 0);
  return value_of(cards);
}

// Spots: their size, the solver, and what it found.

using Sizes = std::vector<std::vector<std::pair<std::string, double>>>;

std::vector<std::vector<Size>> sizes_of(const Sizes& streets) {
  std::vector<std::vector<Size>> found;
  for (const auto& street : streets) {
    std::vector<Size> all;
    for (const auto& [kind, amount] : street) {
      if (kind != "pot" && kind != "times" && kind != "chips" && kind != "all-in")
        throw nb::value_error("a size is of pot, times, chips or all-in");
      all.push_back({kind == "pot"     ? Size::pot
                     : kind == "times" ? Size::times
                     : kind == "chips" ? Size::chips
                                       : Size::all_in,
                     amount});
    }
    found.push_back(all);
  }
  return found;
}

struct PySpot {
  std::shared_ptr<const Spot> spot;
};

// A solver and when it has to stop. Other threads of Python go on meanwhile; those that ask the same solver wait.
class PySolver {
 public:
  PySolver(const PySpot& spot, int bits) : spot_(spot.spot) {
    if (bits == 32)
      solver_ = std::make_unique<Solver<float, float>>(spot_);
    else if (bits == 16)
      solver_ = std::make_unique<Solver<std::int16_t, std::uint16_t>>(spot_);
    else
      throw nb::value_error("numbers have 16 or 32 bits");
  }

  std::uint64_t iterations() const { return solver_->iterations; }

  std::string run(std::uint64_t count, double seconds, const StopFlag& stop) {
    return watched(seconds, stop, [&](Watch& watch) {
      for (std::uint64_t i = 0; i < count; ++i) {
        watch.check();
        solver_->iterate(watch);
      }
    });
  }

  // What a best response of each player wins; the last is why it ended.
  std::tuple<double, double, std::string> measure(double seconds, const StopFlag& stop) {
    std::array<double, 2> responses{};
    const std::string why = watched(seconds, stop, [&](Watch& watch) { responses = solver_->best_responses(watch); });
    return {responses[0], responses[1], why};
  }

  // What the first player wins on average.
  double value() {
    double found = 0;
    watched(0, nullptr, [&](Watch& watch) { found = solver_->value(watch); });
    return found;
  }

  Report report(const std::vector<int>& path, bool values) {
    Report found;
    watched(0, nullptr, [&](Watch& watch) { found = solver_->report(path, values, watch); });
    return found;
  }

 private:
  template <class Work>
  std::string watched(double seconds, const StopFlag& stop, Work work) {
    Control control;
    control.limits.hard = seconds;
    control.cancel = stop;
    control.check_every = 1;
    poll_signals(control, false);
    Watch watch(control, true);
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    try {
      work(watch);
    } catch (const Stopped& stopped) {
      return stopped.why;
    }
    return "iterations";
  }

  std::shared_ptr<const Spot> spot_;
  std::unique_ptr<AnySolver> solver_;
  std::mutex mutex_;
};

void bind_spots(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PySpot>(m, "PokerSpot", "A board, two ranges and the bets that may be made.")
      .def(
          "__init__",
          [](PySpot* self, const std::vector<int>& board, const std::array<std::vector<float>, 2>& weights, double pot,
             double stack, const Sizes& bets, const Sizes& raises, double all_in, int most_bets, bool isomorphism) {
            Setting setting;
            setting.board = board;
            setting.weights = weights;
            setting.betting = {pot, stack, all_in, most_bets, sizes_of(bets), sizes_of(raises)};
            setting.isomorphism = isomorphism;
            if (board.size() < 3 || board.size() > 5 || bets.size() != 6 - board.size() || raises.size() != bets.size())
              throw nb::value_error("sizes are for every street from the board's on");
            for (const auto& each : weights)
              if (each.size() != PAIRS) throw nb::value_error("a range has a weight for each of 1326 hands");
            const nb::gil_scoped_release release;
            try {
              new (self) PySpot{std::make_shared<const Spot>(setting)};
            } catch (const TooManyNodes& error) {
              throw std::invalid_argument(error.what());
            }
          },
          "board"_a, "weights"_a, "pot"_a, "stack"_a, "bets"_a, "raises"_a, "all_in"_a, "most_bets"_a, "isomorphism"_a)
      .def(
          "memory", [](const PySpot& s, int bits) { return s.spot->memory(static_cast<std::size_t>(bits) / 8); },
          "bits"_a, "Bytes that solving takes, with numbers of 16 or 32 bits.")
      .def_prop_ro("pairs", [](const PySpot& s) { return s.spot->total; })
      .def_prop_ro("nodes", [](const PySpot& s) { return s.spot->tree.nodes.size(); })
      .def_prop_ro("decisions", [](const PySpot& s) { return s.spot->decisions; })
      .def_prop_ro("boards",
                   [](const PySpot& s) {
                     std::vector<std::size_t> counts;
                     for (const auto& stage : s.spot->deals.deals)
                       if (!stage.empty()) counts.push_back(stage.size());
                     return counts;
                   })
      .def(
          "hands",
          [](const PySpot& s, int player) {
            const Range& range = s.spot->deals.ranges[player == 0 ? 0 : 1];
            std::vector<std::tuple<int, int>> found;
            for (std::size_t h = 0; h < range.size; ++h) found.emplace_back(range.high[h], range.low[h]);
            return found;
          },
          "player"_a);
  nb::class_<Report>(m, "PokerReport", "What is known after a line of bets and cards.")
      .def_prop_ro("kind",
                   [](const Report& r) {
                     return r.kind == Kind::decision ? "decision"
                            : r.kind == Kind::chance ? "chance"
                            : r.kind == Kind::fold   ? "fold"
                                                     : "showdown";
                   })
      .def_ro("player", &Report::player)
      .def_ro("names", &Report::names)
      .def_ro("cards", &Report::cards)
      .def_prop_ro("put", [](const Report& r) { return std::pair(r.put[0], r.put[1]); })
      .def_ro("reach", &Report::reach)
      .def_ro("met", &Report::met)
      .def_ro("values", &Report::values)
      .def_ro("equity", &Report::equity)
      .def_ro("shares", &Report::shares)
      .def_ro("action_values", &Report::action_values);
  nb::class_<PySolver>(m, "PokerSolver", "Regret minimisation over the ranges of a spot.")
      .def(nb::init<const PySpot&, int>(), "spot"_a, "bits"_a)
      .def_prop_ro("iterations", &PySolver::iterations)
      .def("run", &PySolver::run, "iterations"_a, "seconds"_a, "stop"_a.none())
      .def("measure", &PySolver::measure, "seconds"_a, "stop"_a.none())
      .def("value", &PySolver::value)
      .def("report", &PySolver::report, "path"_a, "values"_a);
}

const Registered registered(
    "holdem",
    [](const nb::dict&, const std::optional<std::string>& text) {
      const std::string whole = text.value_or(EXAMPLE);
      Reader reader(whole);
      const std::shared_ptr<const Rules> rules = reader.rules();
      const Position position = reader.play(Position{.rules = rules.get()});
      return boxed(position, std::const_pointer_cast<Rules>(rules));
    },
    [](nb::module_& m) {
      m.def("holdem_value", &value_of_text, nb::arg("cards"));
      bind_spots(m);
    });

}  // namespace

}  // namespace zermelo::holdem
