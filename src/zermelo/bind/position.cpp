#include "position.hpp"

#include <deque>
#include <random>

namespace zermelo {

std::string text_of(nb::handle text) {
  PyObject* raw = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace");
  if (!raw) throw nb::python_error();
  const nb::object bytes = nb::steal(raw);
  return {PyBytes_AsString(raw), static_cast<std::size_t>(PyBytes_Size(raw))};
}

std::string repr_of(nb::handle object) {
  constexpr std::size_t LONGEST = 200;
  PyObject* raw = PyObject_Repr(object.ptr());
  if (!raw) {
    PyErr_Clear();
    return "<a " + text_of(object.type().attr("__name__")) + " whose repr fails>";
  }
  std::string text = text_of(nb::steal(raw));
  if (text.size() <= LONGEST) return text;
  std::size_t end = LONGEST;
  while ((text[end] & 0xC0) == 0x80) --end;  // not inside a letter
  return text.substr(0, end) + "…";
}

double checked_number(nb::handle value, const char* what) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    throw GameError(std::string(what) + " returned " + repr_of(value) + ", not a number");
  }
  if (std::isnan(number)) throw GameError(std::string(what) + " returned nan");
  return number;
}

namespace {

// What the values of a kept table's entries are values of, as a number that is mixed into its keys. What a search is asked
// gives the same number everywhere; functions and games of the user's are compared as Python compares them and held, so
// that none is taken for another that came later in its place, and have numbers of this process alone.
std::uint64_t salt_of(Table& table, std::uint64_t asked, const nb::tuple& given) {
  constexpr std::size_t MOST = 64;  // an older one is given up, and with it what was stored
  struct Meanings {
    std::deque<std::pair<nb::tuple, std::uint64_t>> known;
  };
  static std::uint64_t last = (static_cast<std::uint64_t>(std::random_device{}()) << 32) + std::random_device{}();
  bool plain = true;
  for (nb::handle each : given) plain = plain && each.is_none();
  if (plain) return mix(asked ^ 0x2545f4914f6cdd1dULL);  // far from the small numbers that keys may be made of
  if (!table.meanings)
    table.meanings = std::shared_ptr<void>(new Meanings, [](void* all) {
      nb::gil_scoped_acquire held;
      delete static_cast<Meanings*>(all);
    });
  auto& all = static_cast<Meanings*>(table.meanings.get())->known;
  for (const auto& [known, number] : all) {
    const int same = PyObject_RichCompareBool(known.ptr(), given.ptr(), Py_EQ);
    if (same < 0) PyErr_Clear();
    if (same == 1) return mix(asked ^ mix(number));
  }
  if (all.size() == MOST) all.pop_front();
  all.emplace_back(given, ++last);
  return mix(asked ^ mix(last));
}

// The first of them in a row; those with spaces of their own are separated by commas.
std::string legal_moves(const AnyPosition& position) {
  constexpr std::size_t MOST = 40;
  std::vector<std::string> names;
  const nb::list all = position.moves();
  for (nb::handle each : all) {
    if (names.size() == MOST) break;
    names.push_back(nb::isinstance<nb::str>(each) ? text_of(each) : repr_of(each));
  }
  const bool spaced = std::ranges::any_of(names, [](const auto& name) { return name.find(' ') != std::string::npos; });
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : spaced ? ", " : " ") + name;
  return list + (all.size() > MOST ? " …" : "");
}

// As deep as the game goes is to its end.
int depth_of(const Request& request, const Info& info) {
  const auto& asked = request.asked.depth.held;
  return asked && asked->plies < info.max_plies ? asked->plies : FULL_DEPTH;
}

bool judges_zero(const Request& request) { return nb::isinstance<nb::str>(request.asked.eval.given); }

// What the values of this search are values of: a kept table serves searches that agree in all of it.
std::uint64_t salt_for(Table& table, const Request& request, const TaskBase& task, const AnyPosition& root,
                       bool in_python, nb::handle game) {
  const bool users = !in_python && nb::hasattr(game, "initial");  // keys of others are its own
  const Features& features = request.features;
  const auto side = static_cast<std::uint64_t>(request.kind == "paranoid" ? root.turn() + 2 : 0);
  const std::uint64_t print = request.asked.eval.network ? request.asked.eval.network->print() : 0;
  const std::uint64_t asked =
      side << 4 | static_cast<std::uint64_t>(task.evaluates) << 3 | static_cast<std::uint64_t>(task.distance) << 2 |
      static_cast<std::uint64_t>(features.symmetry) << 1 | static_cast<std::uint64_t>(features.filter);
  return salt_of(table, asked ^ print,
                 nb::make_tuple(judges_zero(request) || print ? nb::none() : request.asked.eval.given,
                                request.asked.cutoff.given, users ? nb::borrow(game) : nb::none()));
}

}  // namespace

void refuse_move(const AnyPosition& position, nb::handle move) {
  if (position.turn() == OVER) throw IllegalMove("the game is over: no move is legal", position.text());
  throw IllegalMove("move " + repr_of(move) + " is not legal here; legal: " + legal_moves(position), position.text());
}

void limit_search(const Request& request, const Info& info, bool in_python, Control& control) {
  const Query& asked = request.asked;
  const std::uint64_t nodes = asked.nodes.held ? asked.nodes.held->value : 0;
  control.limits = {depth_of(request, info), nodes, request.hard_seconds, request.soft_seconds};
  control.cancel = asked.stop.flag;
  poll_signals(control, in_python);
}

const Network* network_for(const Request& request, const AnyPosition& root) {
  const Network* network = request.asked.eval.network.get();
  const bool core = request.kind.empty() || request.kind == "puct";
  if (!network || !core || !root.info().sides.empty()) return nullptr;
  if (!root.abilities().sees_features || root.info().feature_count != network->features())
    throw nb::value_error("eval: the network is for other features than the game's");
  return network;
}

void plan_search(const Request& request, const AnyPosition& root, bool in_python, bool judges, bool cuts,
                 PlanBase& plan, TaskBase& task) {
  const Query& asked = request.asked;
  task.can = root.abilities();
  task.features = resolved(request.features, task.can);
  task.seed = asked.seed.value;
  task.endgames = asked.endgames.table.get();
  task.trace_cap = asked.trace.nodes;
  task.evaluates = !judges_zero(request) && (task.network || judges || task.can.evaluates);
  const Info& info = root.info();
  const bool cut_short = depth_of(request, info) < FULL_DEPTH || cuts || request.features.deepen;
  task.distance =
      info.payoffs == Payoffs::outcome && !info.chance && (request.features.quick || (task.evaluates && cut_short));
  plan.best = asked.best.count;
  plan.memory_mb = asked.memory_mb.value;
  plan.explore = asked.explore.value;
  plan.alpha = request.window.alpha;
  plan.beta = request.window.beta;
  plan.threads = in_python ? 1 : static_cast<int>(asked.threads.value);
}

std::shared_ptr<Table> table_for(const Request& request, const AnyPosition& root, bool in_python, nb::handle game,
                                 PlanBase& plan, TaskBase& task) {
  const Features& features = request.features;
  std::shared_ptr<Table> table = request.asked.table;
  task.growing = !table && plan.threads == 1;
  if (table) {
    plan.kept = &table->beside;
    task.learned = &table->learned;
    if (features.engine) plan.memory_mb = static_cast<double>(table->bytes()) / (1 << 20);
    task.salt = salt_for(*table, request, task, root, in_python, game);
  } else if (features.table && !features.engine) {
    table = std::make_shared<Table>(request.asked.memory_mb.value, features.replacement, task.growing);
  }
  if (table) table->new_search();
  task.table = features.table ? table.get() : nullptr;
  return table;
}

Report report_from(const Findings& findings, bool distance, int threads, const ShowLine& shown) {
  Report result;
  for (const auto& each : findings.moves) {
    LineReport line{nb::object(shown({each.move})[0]),
                    each.value + 0.0,
                    static_cast<int>(each.bound),
                    each.proved,
                    shown(each.line),
                    each.error,
                    each.visits,
                    each.values,
                    each.about || (findings.confidence < 1 && !each.proved),
                    each.share};
    result.lines.push_back(std::move(line));
  }
  result.ranked = findings.ranked;
  result.distance = distance;
  result.depth = findings.depth;
  result.deepest = findings.stats.deepest;
  result.threads = threads;
  result.nodes = findings.nodes;
  result.rounds = findings.rounds;
  result.seconds = findings.seconds;
  result.table_used = findings.table_used;
  result.confidence = findings.confidence;
  result.expected = findings.expected;
  result.mixed = findings.mixed;
  result.solved = findings.solved;
  result.stopped = findings.stopped;
  result.stats = findings.stats;
  result.depths = findings.depths;
  result.depth_nodes = findings.depth_nodes;
  return result;
}

TraceReport trace_from(const Findings& findings) {
  const std::vector<TraceRow>& rows = findings.trace;
  TraceReport result;
  result.size = rows.size();
  result.capped = findings.trace_capped;
  const auto column = [&]<class T>(const char* name, T TraceRow::* member) {
    std::vector<T> values;
    values.reserve(rows.size());
    for (const TraceRow& row : rows) values.push_back(row.*member);
    result.columns[name] = nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  };
  const auto byte_column = [&](const char* name, auto value_of) {
    std::string values;
    for (const TraceRow& row : rows) values.push_back(static_cast<char>(value_of(row)));
    result.columns[name] = nb::bytes(values.data(), values.size());
  };
  column("parent", &TraceRow::parent);
  column("ply", &TraceRow::ply);
  column("depth", &TraceRow::depth);
  column("iteration", &TraceRow::iteration);
  column("turn", &TraceRow::turn);
  column("alpha", &TraceRow::alpha);
  column("beta", &TraceRow::beta);
  column("value", &TraceRow::value);
  column("odds", &TraceRow::odds);
  column("enter", &TraceRow::enter);
  column("leave", &TraceRow::leave);
  byte_column("bound", [](const TraceRow& r) { return r.bound; });
  byte_column("kind", [](const TraceRow& r) { return r.kind; });
  byte_column("cut", [](const TraceRow& r) { return r.cut; });
  byte_column("null_window", [](const TraceRow& r) { return r.null_window; });
  byte_column("research", [](const TraceRow& r) { return r.research; });
  byte_column("probe", [](const TraceRow& r) { return r.probe; });
  byte_column("reason", [](const TraceRow& r) { return r.reason; });
  byte_column("change", [](const TraceRow& r) { return r.change; });
  byte_column("at_node", [](const TraceRow& r) { return r.at_node; });
  byte_column("shift", [](const TraceRow& r) { return r.shift; });
  column("judged", &TraceRow::judged);
  return result;
}

}  // namespace zermelo
