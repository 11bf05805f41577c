// Everything a search is asked, written once and checked once: the keywords of search(), apart from the features.
//
// Each option has a type that knows what it accepts and how to say what it does not. The rows below are all there is:
// players, the command line, pages and the stubs read them (and those of Features) from Query.fields().
#pragma once

#include "core/abilities.hpp"
#include "core/clock.hpp"
#include "core/endgames.hpp"
#include "core/network.hpp"
#include "fields.hpp"

namespace zermelo {

// A whole number from Least to Most.
template <std::uint64_t Least, std::uint64_t Most = (std::uint64_t{1} << 63) - 1>
struct Whole {
  std::uint64_t value = Least;
};

// More than 0, or at least 0.
struct Positive {
  double value = 1;
};
struct NotNegative {
  double value = 0;
};

// Plies to search; more than any game has: to its end.
struct Depth {
  int plies = FULL_DEPTH;
};

// How many root moves get exact values; 0: all.
struct Best {
  std::size_t count = 1;
};

struct Window {
  double alpha = -INF, beta = INF;
};

// The most nodes to record; 0: no trace.
struct TraceCap {
  static constexpr std::size_t USUAL = 1'000'000;
  std::size_t nodes = 0;
};

// An evaluation: the game's best (None), a function of (state, player), a Network, "own", which is the game's own even
// where it brings a network, or "none", which judges everything 0.
struct Evaluation {
  nb::object given = nb::none();
  std::shared_ptr<const Network> network;  // of a zermelo.Network
};

// Something that may be there or not: None in Python.
template <class T>
struct Maybe {
  std::optional<T> held;
};

// Python objects that the core only hands on, each checked for what it is.
struct ClockObject {
  nb::object given = nb::none();
};
struct CutoffFunction {
  nb::object given = nb::none();
};
struct ProgressFunction {
  nb::object given = nb::none();
};
struct StateList {
  nb::object given = nb::tuple();
};
struct MethodName {
  std::string name = "auto";
};
struct StopObject {
  StopFlag flag;
};
// A table, or the file that holds one.
struct EndgamesObject {
  std::shared_ptr<const EndgameTable> table;
};

#define ZERMELO_QUERY(FIELD)                                                                                  \
  FIELD(Maybe<Depth>, depth, {}, "plies to search; inf: to the end of the game")                              \
  FIELD(Maybe<Whole<1>>, nodes, {}, "stop after so many nodes")                                               \
  FIELD(Maybe<Positive>, seconds, {}, "stop after this time")                                                 \
  FIELD(ClockObject, clock, {}, "a clock for the whole game, of which this move gets a share")                \
  FIELD(MethodName, method, {}, "how to search: one of the methods")                                          \
  FIELD(Best, best, {}, "how many moves get exact values, or all")                                            \
  FIELD(Evaluation, eval, {},                                                                                 \
        "how unfinished positions are judged: a function of (state, player), a network or its file, or none") \
  FIELD(CutoffFunction, cutoff, {}, "where to stop searching: a function of (state, ply)")                    \
  FIELD(Maybe<Window>, window, {}, "(alpha, beta): values outside it are only bounded")                       \
  FIELD(StateList, history, {}, "the positions before this one, for games in which they may come back")       \
  FIELD(Maybe<Whole<1>>, samples, {}, "positions that a method that samples draws")                           \
  FIELD(MethodName, inner, {}, "the method that searches each of these positions")                            \
  FIELD(NotNegative, explore, {1}, "how much a method that samples tries what looks worse")                   \
  FIELD(bool, open_cards, false, "search the true position, as if everybody saw everything")                  \
  FIELD(WholeSeed, seed, {}, "for whatever is random")                                                        \
  FIELD(Threads, threads, {}, "processor threads")                                                            \
  FIELD(Positive, memory_mb, {64}, "size of the transposition table")                                         \
  FIELD(EndgamesObject, endgames, {}, "an endgame table, or its file: what it knows is proved")               \
  FIELD(TraceCap, trace, {}, "record every node: True, or the most nodes to record")                          \
  FIELD(ProgressFunction, progress, {}, "called with a result after each finished depth")                     \
  FIELD(StopObject, stop, {}, "a flag that ends the search, from any thread")

using WholeSeed = Whole<0, ~std::uint64_t{0}>;
using Threads = Whole<1, 256>;

struct Query {
  ZERMELO_FIELDS(Query, ZERMELO_QUERY)
  nb::dict changes;              // the features that are set by hand, over those of the method
  std::shared_ptr<Table> table;  // one to go on using, if it was given for table=
};

// A query settled for one position: what the core is given. Filled in by search.py.
struct Request {
  Query asked;
  std::string kind;  // "": the recursion; or mcts, ismcts, maxn, paranoid
  Features features;
  double hard_seconds = 0, soft_seconds = 0;
  Window window;                     // as the player to move sees it
  nb::object progress = nb::none();  // called with a Report after each finished depth
};

// Adds the classes of a search to the module (query.cpp).
void bind_searches(nb::module_& m);

// How the options read in Python.

template <class T>
struct Python<Maybe<T>> {
  static std::string type() { return Python<T>::type() + " | None"; }
  static Maybe<T> from(const char* name, nb::handle value) {
    if (value.is_none()) return {};
    return {Python<T>::from(name, value)};
  }
  static nb::object to(const Maybe<T>& value) { return value.held ? Python<T>::to(*value.held) : nb::none(); }
};

// A whole number that is no bool; ValueError with `expected` otherwise.
std::uint64_t whole_number(const char* name, nb::handle value, std::uint64_t least, std::uint64_t most);
// A finite number that is no bool; ValueError with `expected` if it is none or below (or, if so asked, at) 0.
double number_from_zero(const char* name, nb::handle value, bool zero);

template <std::uint64_t Least, std::uint64_t Most>
struct Python<Whole<Least, Most>> {
  static std::string type() { return "int"; }
  static Whole<Least, Most> from(const char* name, nb::handle value) {
    return {whole_number(name, value, Least, Most)};
  }
  static nb::object to(const Whole<Least, Most>& value) { return nb::int_(value.value); }
};

template <>
struct Python<Positive> {
  static std::string type() { return "float"; }
  static Positive from(const char* name, nb::handle value) { return {number_from_zero(name, value, false)}; }
  static nb::object to(const Positive& value) { return nb::float_(value.value); }
};

template <>
struct Python<NotNegative> {
  static std::string type() { return "float"; }
  static NotNegative from(const char* name, nb::handle value) { return {number_from_zero(name, value, true)}; }
  static nb::object to(const NotNegative& value) { return nb::float_(value.value); }
};

template <>
struct Python<Depth> {
  static std::string type() { return "float"; }
  static Depth from(const char* name, nb::handle value);
  static nb::object to(const Depth& value);
};

template <>
struct Python<Best> {
  static std::string type() { return "int | typing.Literal['all']"; }
  static Best from(const char* name, nb::handle value);
  static nb::object to(const Best& value);
};

template <>
struct Python<Window> {
  static std::string type() { return "tuple[float, float]"; }
  static Window from(const char* name, nb::handle value);
  static nb::object to(const Window& value) { return nb::make_tuple(value.alpha, value.beta); }
};

template <>
struct Python<TraceCap> {
  static std::string type() { return "bool | int"; }
  static TraceCap from(const char* name, nb::handle value);
  static nb::object to(const TraceCap& value) { return nb::int_(value.nodes); }
};

template <>
struct Python<Evaluation> {
  static std::string type() { return "collections.abc.Callable[[State, int], float] | str | os.PathLike[str] | None"; }
  static Evaluation from(const char* name, nb::handle value);
  static nb::object to(const Evaluation& value) { return value.given; }
};

template <>
struct Python<CutoffFunction> {
  static std::string type() { return "collections.abc.Callable[[State, int], bool] | None"; }
  static CutoffFunction from(const char* name, nb::handle value);
  static nb::object to(const CutoffFunction& value) { return value.given; }
};

template <>
struct Python<ProgressFunction> {
  static std::string type() { return "collections.abc.Callable[[zermelo.result.Result], object] | None"; }
  static ProgressFunction from(const char* name, nb::handle value);
  static nb::object to(const ProgressFunction& value) { return value.given; }
};

template <>
struct Python<ClockObject> {
  static std::string type() { return "zermelo.limits.Clock | None"; }
  static ClockObject from(const char* name, nb::handle value);
  static nb::object to(const ClockObject& value) { return value.given; }
};

template <>
struct Python<StateList> {
  static std::string type() { return "collections.abc.Iterable[State]"; }
  static StateList from(const char* name, nb::handle value);
  static nb::object to(const StateList& value) { return value.given; }
};

template <>
struct Python<MethodName> {
  static std::string type() { return "str"; }
  static MethodName from(const char* name, nb::handle value);
  static nb::object to(const MethodName& value) { return nb::cast(value.name); }
};

template <>
struct Python<StopObject> {
  static std::string type() { return "Stop | None"; }
  static StopObject from(const char* name, nb::handle value);
  static nb::object to(const StopObject& value) { return nb::cast(value.flag); }
};

template <>
struct Python<EndgamesObject> {
  static std::string type() { return "EndgameTable | str | os.PathLike[str] | None"; }
  static EndgamesObject from(const char* name, nb::handle value);
  static nb::object to(const EndgamesObject& value) {
    return nb::cast(std::const_pointer_cast<EndgameTable>(value.table));
  }
};

}  // namespace zermelo
