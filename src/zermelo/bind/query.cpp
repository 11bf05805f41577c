// The options of a search as Python classes: how each reads, and Features, Query, Request and what comes back.
#include "query.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <cmath>

#include "report.hpp"

namespace zermelo {

using namespace nb::literals;

std::uint64_t whole_number(const char* name, nb::handle value, std::uint64_t least, std::uint64_t most) {
  const bool open = most >= std::uint64_t{1} << 32;  // a bound that nobody means
  const std::string expected =
      "must be a whole number " +
      (open ? ">= " + std::to_string(least) : "from " + std::to_string(least) + " to " + std::to_string(most));
  std::uint64_t number = 0;
  if (!PyLong_Check(value.ptr()) || PyBool_Check(value.ptr())) refuse_value(name, value, expected);
  if (!nb::try_cast(value, number, false)) {
    const bool negative = PyObject_RichCompareBool(value.ptr(), nb::int_(0).ptr(), Py_LT) == 1;
    refuse_value(name, value, open && !negative ? "too large" : expected);
  }
  if (number < least || (number > most && !open)) refuse_value(name, value, expected);
  if (number > most) refuse_value(name, value, "too large");
  return number;
}

namespace {

bool is_number(nb::handle value) {
  return PyFloat_Check(value.ptr()) || (PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr()));
}

// nan where it is no number, or one too large for a double.
double number_of(nb::handle value) {
  if (!is_number(value)) return NAN;
  const double number = PyFloat_AsDouble(value.ptr());
  if (!PyErr_Occurred()) return number;
  PyErr_Clear();
  return NAN;
}

bool is_instance_of(nb::handle value, const char* module, const char* name) {
  return nb::isinstance(value, nb::module_::import_(module).attr(name));
}

nb::object function(const char* name, nb::handle value) {
  if (!value.is_none() && !PyCallable_Check(value.ptr())) refuse_value(name, value, "must be a function");
  return nb::borrow(value);
}

}  // namespace

double number_from_zero(const char* name, nb::handle value, bool zero) {
  const double number = number_of(value);
  const bool fits = std::isfinite(number) && (zero ? number >= 0 : number > 0);
  if (!fits) refuse_value(name, value, zero ? "must be a number >= 0" : "must be a number above 0");
  return number;
}

Depth Python<Depth>::from(const char* name, nb::handle value) {
  const bool whole = PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr());
  const double number = number_of(value);
  if (PyFloat_Check(value.ptr()) && number == INF) return {};
  if (!whole || !(number >= 0 || std::isnan(number)))
    refuse_value(name, value, "must be a whole number >= 0, or math.inf for the whole game");
  return {number < FULL_DEPTH ? static_cast<int>(number) : FULL_DEPTH};
}
nb::object Python<Depth>::to(const Depth& value) {
  if (value.plies >= FULL_DEPTH) return nb::float_(INF);
  return nb::int_(value.plies);
}

Best Python<Best>::from(const char* name, nb::handle value) {
  if (nb::isinstance<nb::str>(value) && nb::str("all").equal(value)) return {0};
  std::uint64_t count = 0;
  if (PyBool_Check(value.ptr()) || !PyLong_Check(value.ptr()) || !nb::try_cast(value, count, false) || count < 1)
    refuse_value(name, value, "must be a whole number >= 1, or \"all\"");
  return {count};
}
nb::object Python<Best>::to(const Best& value) {
  if (value.count == 0) return nb::str("all");
  return nb::int_(value.count);
}

Window Python<Window>::from(const char* name, nb::handle value) {
  const bool pair = (nb::isinstance<nb::tuple>(value) || nb::isinstance<nb::list>(value)) && nb::len(value) == 2;
  const Window window = pair ? Window{number_of(value[0]), number_of(value[1])} : Window{};
  if (!pair || !(window.alpha < window.beta)) refuse_value(name, value, "must be (alpha, beta) with alpha < beta");
  return window;
}

TraceCap Python<TraceCap>::from(const char* name, nb::handle value) {
  if (PyBool_Check(value.ptr())) return {value.ptr() == Py_True ? TraceCap::USUAL : 0};
  std::uint64_t nodes = 0;
  if (!PyLong_Check(value.ptr()) || !nb::try_cast(value, nodes, false))
    refuse_value(name, value, "must be True, False or the most nodes to record");
  return {nodes};
}

Evaluation Python<Evaluation>::from(const char* name, nb::handle value) {
  if ((nb::isinstance<nb::str>(value) && !nb::str("none").equal(value) && !nb::str("own").equal(value)) ||
      nb::hasattr(value, "__fspath__"))
    return from(
        name,
        nb::module_::import_("zermelo.network").attr("remembered")(nb::module_::import_("os").attr("fspath")(value)));
  const bool none = nb::isinstance<nb::str>(value);
  if (!value.is_none() && !none && !PyCallable_Check(value.ptr()))
    refuse_value(name, value, "must be a function of (state, player), a Network or its file, \"own\" or \"none\"");
  if (value.is_none() || none || !is_instance_of(value, "zermelo.network", "Network")) return {nb::borrow(value), {}};
  return {nb::borrow(value), nb::cast<std::shared_ptr<Network>>(value.attr("ready"))};
}

CutoffFunction Python<CutoffFunction>::from(const char* name, nb::handle value) { return {function(name, value)}; }
ProgressFunction Python<ProgressFunction>::from(const char* name, nb::handle value) { return {function(name, value)}; }

ClockObject Python<ClockObject>::from(const char* name, nb::handle value) {
  if (!value.is_none() && !is_instance_of(value, "zermelo.limits", "Clock"))
    refuse_type(name, value, "must be a zermelo.Clock, such as Clock(60, increment=1)");
  return {nb::borrow(value)};
}

StateList Python<StateList>::from(const char* name, nb::handle value) {
  PyObject* states = PySequence_Tuple(value.ptr());
  if (!states) {
    PyErr_Clear();
    refuse_type(name, value, "must hold States");
  }
  const nb::object list = nb::steal(states);
  for (nb::handle each : list)
    if (!is_instance_of(each, "zermelo.game", "State")) refuse_value(name, value, "must hold States");
  return {list};
}

MethodName Python<MethodName>::from(const char* name, nb::handle value) {
  if (nb::isinstance<nb::str>(value))
    return {nb::cast<std::string>(nb::module_::import_("zermelo.methods").attr("known_method")(value))};
  refuse_type(name, value, "expected the name of a method");
}

StopObject Python<StopObject>::from(const char* name, nb::handle value) {
  StopFlag flag;
  if (!value.is_none() && !nb::try_cast(value, flag)) refuse_value(name, value, "must be a zermelo.Stop");
  return {flag};
}

EndgamesObject Python<EndgamesObject>::from(const char* name, nb::handle value) {
  std::shared_ptr<EndgameTable> table;
  if (value.is_none() || nb::try_cast(value, table)) return {table};
  if (!nb::isinstance<nb::str>(value) && !nb::hasattr(value, "__fspath__"))
    refuse_type(name, value, "expected an EndgameTable or the name of its file");
  return {nb::cast<std::shared_ptr<EndgameTable>>(
      nb::module_::import_("zermelo.endgame_file")
          .attr("remembered")(nb::module_::import_("os").attr("fspath")(value)))};
}

namespace {

// Everything that search() takes: the rows of the query, then the features.
std::vector<Field> options() {
  std::vector<Field> rows = rows_of<Query>();
  for (Field& each : rows_of<Features>()) {
    if (each.name == "table") each.type = "bool | Table";
    rows.push_back(std::move(each));
  }
  return rows;
}

void bind_features(nb::module_& m) {
  nb::class_<Features> bound(m, "Features",
                             "What a search is put together from. Every method is a choice of these, and each can be "
                             "set by keyword.");
  bound.def(
      "__init__",
      [](Features* self, const nb::kwargs& given) { new (self) Features(with_fields(Features{}, given, "Features")); },
      nb::sig("def __init__(self, **given: typing.Unpack[FeatureOptions]) -> None"));
  bound.def(
      "replace", [](const Features& self, const nb::kwargs& given) { return with_fields(self, given, "Features"); },
      nb::sig("def replace(self, **given: typing.Unpack[FeatureOptions]) -> Features"),
      "The same with some of them changed.");
  bind_fields(bound);
  bind_rows(bound, "Features");
  bound.def(
      "__eq__",
      [](const Features& self, nb::handle other) {
        Features* same = nullptr;
        return nb::try_cast(other, same) && same && self == *same;
      },
      nb::sig("def __eq__(self, other: object, /) -> bool"));
  bound.def("__hash__", [](nb::handle self) { return nb::hash(nb::repr(self)); });
  bound.def(
      "__reduce__",
      [](nb::object self) {
        return nb::make_tuple(nb::module_::import_("zermelo.query").attr("features_from"),
                              nb::make_tuple(self.attr("as_dict")()));
      },
      nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

// One option by its name; false if there is none. A Table given for table= is also one to go on using.
bool set_option(Query& query, Features& checked, const std::string& name, nb::handle value) {
  if (set_field(query, name, value)) return true;
  if (name == "table") {
    query.table.reset();
    if (!PyBool_Check(value.ptr()) && !nb::try_cast(value, query.table))
      refuse_type("table", value, "expected True, False or a zermelo.Table");
    query.changes["table"] = nb::bool_(query.table || value.ptr() == Py_True);
    return true;
  }
  if (!set_field(checked, name, value)) return false;
  query.changes[name.c_str()] = value;
  return true;
}

// The options by keyword, over those of `base`; anything else is refused with the closest name.
Query with_options(Query base, const nb::kwargs& given) {
  nb::dict copy;
  copy.update(base.changes);
  base.changes = copy;
  Features checked;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    if (set_option(base, checked, name, value)) continue;
    nb::list known;
    for (const Field& each : options()) known.append(each.name);
    throw nb::type_error(("search has no option '" + name + "'" + did_you_mean(name, known)).c_str());
  }
  return base;
}

void bind_query(nb::module_& m) {
  nb::class_<Field>(m, "Field", "One row of a list of options: what it is called, its type, and what it means.")
      .def_ro("name", &Field::name)
      .def_ro("type", &Field::type, "As it is written in Python.")
      .def_ro("meaning", &Field::meaning)
      .def_ro("default", &Field::fallback, nb::for_getter(nb::sig("def default(self) -> object")))
      .def_ro("words", &Field::words, nb::for_getter(nb::sig("def words(self) -> tuple[str, ...]")),
              "All that it can be, where they can be listed.");

  nb::class_<Query> query(m, "Query", "Everything a search is asked; checked when it is made.");
  query.def(
      "__init__", [](Query* self, const nb::kwargs& given) { new (self) Query(with_options({}, given)); },
      nb::sig("def __init__(self, **given: typing.Unpack[SearchOptions]) -> None"));
  query.def(
      "replace", [](const Query& self, const nb::kwargs& given) { return with_options(self, given); },
      nb::sig("def replace(self, **given: typing.Unpack[SearchOptions]) -> Query"),
      "The same with some of them changed.");
  bind_fields(query);
  query.def_prop_ro(
      "changes", [](const Query& self) { return self.changes; }, nb::sig("def changes(self) -> FeatureOptions"),
      "The features that are set by hand, over those of the method.");
  query.def_prop_ro(
      "table", [](const Query& self) { return self.table; }, nb::sig("def table(self) -> Table | None"),
      "One to go on using, if it was given for table=.");
  query.def_static("fields", &options, "Every option of search(), features last.");

  nb::class_<Request>(m, "Request", "A query settled for one position: what the core is given.")
      .def(nb::init<Query>(), "asked"_a)
      .def_ro("asked", &Request::asked)
      .def_rw("kind", &Request::kind)
      .def_rw("features", &Request::features)
      .def_rw("hard_seconds", &Request::hard_seconds)
      .def_rw("soft_seconds", &Request::soft_seconds)
      .def_prop_rw(
          "window", [](const Request& r) { return Python<Window>::to(r.window); },
          [](Request& r, nb::handle window) { r.window = Python<Window>::from("window", window); },
          nb::for_getter(nb::sig("def window(self) -> tuple[float, float]")),
          nb::for_setter(nb::sig("def window(self, window: tuple[float, float], /) -> None")))
      .def_rw("progress", &Request::progress, nb::arg().none(),
              nb::for_getter(nb::sig("def progress(self) -> collections.abc.Callable[[Report], object] | None")),
              nb::for_setter(
                  nb::sig("def progress(self, call: collections.abc.Callable[[Report], object] | None, /) -> None")));
}

void bind_report(nb::module_& m) {
  nb::class_<Stats> stats(m, "Stats", "What a search counted.");
  bind_fields(stats);
  bind_rows(stats, "Stats");

  nb::class_<LineReport>(m, "LineReport")
      .def_ro("move", &LineReport::move, nb::for_getter(nb::sig("def move(self) -> collections.abc.Hashable")))
      .def_ro("value", &LineReport::value)
      .def_ro("bound", &LineReport::bound)
      .def_ro("proved", &LineReport::proved)
      .def_ro("error", &LineReport::error)
      .def_ro("visits", &LineReport::visits)
      .def_ro("values", &LineReport::values)
      .def_ro("about", &LineReport::about)
      .def_ro("share", &LineReport::share)
      .def_ro("line", &LineReport::line, nb::for_getter(nb::sig("def line(self) -> list[collections.abc.Hashable]")));

  nb::class_<TraceReport>(m, "TraceReport")
      .def_ro("size", &TraceReport::size)
      .def_ro("capped", &TraceReport::capped)
      .def_ro("columns", &TraceReport::columns, nb::for_getter(nb::sig("def columns(self) -> dict[str, bytes]")))
      .def_ro("moves", &TraceReport::moves,
              nb::for_getter(nb::sig("def moves(self) -> list[collections.abc.Hashable]")));

  nb::class_<Report>(m, "Report")
      .def_ro("lines", &Report::lines)
      .def_ro("ranked", &Report::ranked)
      .def_ro("distance", &Report::distance)
      .def_ro("depth", &Report::depth)
      .def_ro("deepest", &Report::deepest)
      .def_ro("threads", &Report::threads)
      .def_ro("nodes", &Report::nodes)
      .def_ro("rounds", &Report::rounds)
      .def_ro("seconds", &Report::seconds)
      .def_ro("table_used", &Report::table_used)
      .def_ro("confidence", &Report::confidence)
      .def_ro("expected", &Report::expected)
      .def_ro("mixed", &Report::mixed)
      .def_ro("solved", &Report::solved)
      .def_ro("stopped", &Report::stopped)
      .def_ro("stats", &Report::stats)
      .def_ro("depths", &Report::depths)
      .def_ro("depth_nodes", &Report::depth_nodes)
      .def_ro("trace", &Report::trace);
}

}  // namespace

void bind_searches(nb::module_& m) {
  nb::class_<std::atomic<bool>>(m, "Stop", "A flag that ends running searches, from any thread.")
      .def("__init__", [](std::atomic<bool>* self) { new (self) std::atomic<bool>(false); })
      .def(
          "set", [](std::atomic<bool>& flag) { flag = true; }, "Ends every search that was given this flag.")
      .def("clear", [](std::atomic<bool>& flag) { flag = false; })
      .def("is_set", [](const std::atomic<bool>& flag) { return flag.load(); })
      .def(
          "__copy__", [](nb::object self) { return self; }, nb::sig("def __copy__(self) -> Stop"))
      .def(
          "__deepcopy__", [](nb::object self, nb::handle) { return self; }, "memo"_a,
          nb::sig("def __deepcopy__(self, memo: object) -> Stop"), "The same flag: whoever holds it ends the search.")
      .def(
          "__reduce__",
          [](nb::handle) -> nb::object {
            throw nb::type_error("a Stop ends searches of its own process: it cannot be pickled");
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));

  bind_features(m);
  bind_query(m);
  bind_report(m);
  m.def(
      "share_clock",
      [](double remaining, double increment, int moves_to_go, int moves_left) {
        Limits limits;
        share_clock(remaining, increment, moves_to_go, moves_left, limits);
        return nb::make_tuple(limits.hard, limits.soft);
      },
      "remaining"_a, "increment"_a, "moves_to_go"_a, "moves_left"_a,
      nb::sig("def share_clock(remaining: float, increment: float, moves_to_go: int, moves_left: int) -> "
              "tuple[float, float]"),
      "What one move may take of a game's clock: the seconds after which it is broken off, and after which nothing new "
      "is begun.");
}

}  // namespace zermelo
