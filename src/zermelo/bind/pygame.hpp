// A game written in Python, as a Game.
//
// The user's code is the only cost: every distinct state is interned (found again by == , as Python's dict
// does it) and its turn, moves, children, payoff and evaluation are asked once. When the store is full,
// everything that no search path and no State holds is dropped, and the search goes on.
#pragma once

#include <atomic>
#include <deque>
#include <limits>
#include <memory>
#include <unordered_map>

#include "position.hpp"

namespace zermelo {

// A hash of plain data that depends on nothing else: equal values have equal hashes, in every process. TypeError for
// objects whose content cannot be known.
std::uint64_t lasting_hash(nb::handle value);

class PythonRules : public std::enable_shared_from_this<PythonRules> {
 public:
  // Bound methods of the user's game; None where the game has none.
  struct Methods {
    nb::object turn, moves, play, payoff, odds, evaluate, noisy, canonical, text, name, view, sample, worlds,
        repetition_key, table_key;
    nb::object gain, stand_pat, forced, pass_turn, zugzwang, features, move_index;
  };

  PythonRules(Info info_, std::string label, Methods methods, std::size_t max_states)
      : info(std::move(info_)), label_(std::move(label)), methods_(std::move(methods)), max_states_(max_states) {}

  static constexpr std::int8_t NOT_ASKED = -1;
  struct Edge {
    std::uint32_t move;
    std::uint32_t child = UNKNOWN;
    std::int8_t noisy = NOT_ASKED;
    double gain = std::numeric_limits<double>::quiet_NaN();  // not asked
    std::int32_t index = NOT_ASKED;
  };

  struct Record {
    nb::object state;
    std::uint64_t serial = 0;
    std::uint64_t repetition = 0, filed = 0;  // serials of what counts for repetition and for a table; 0: not asked yet
    std::uint64_t lasting = 0;                // 0: not asked yet
    std::int32_t turn = OVER;
    std::int32_t pins = 0;
    bool expanded = false;
    bool used = false;
    std::int8_t stand_pat = NOT_ASKED, forced = NOT_ASKED, zugzwang = NOT_ASKED;
    std::uint32_t passed = UNKNOWN;     // the same with the other to move
    std::vector<double> payoff, value;  // by player; nan: not asked yet
    std::vector<Edge> edges;
    std::unique_ptr<std::array<FeatureList, 2>> features;  // by player; null: not asked yet
  };

  static constexpr std::uint32_t UNKNOWN = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t MOST_MOVES = 60000;

  // The number of a state, the same for equal states for as long as somebody holds it.
  std::uint32_t intern(nb::object state) {
    PyObject* known = PyDict_GetItemWithError(index_.ptr(), state.ptr());
    if (known) return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
    if (PyErr_Occurred()) {
      nb::python_error error;
      if (!error.matches(PyExc_TypeError)) throw error;
      throw GameError(label_ + ": the state " + shown(state) + " cannot be hashed: use an int, a str or a tuple");
    }
    const std::int32_t turn = ask_turn(state);
    if (states_ >= max_states_) sweep();
    const std::uint32_t id = free_slot();
    Record& record = records_[id];
    record.state = state;
    record.serial = next_serial();
    record.turn = turn;
    record.used = true;
    ++states_;
    index_[state] = nb::int_(id);
    return id;
  }

  Record& at(std::uint32_t id) { return records_[id]; }

  const std::vector<Edge>& edges(std::uint32_t id) {
    Record& record = at(id);
    if (!record.expanded) expand(record);
    return record.edges;
  }

  std::uint32_t child(std::uint32_t id, std::uint32_t move) {
    Record& record = at(id);
    Edge* edge = &edge_of(record, move);
    if (edge->child != UNKNOWN) return edge->child;
    ++record.pins;
    const Release release{record};
    nb::object next = call(methods_.play, "play", record.state, moves_[move]);
    if (next.is_none()) throw GameError(where("play", record.state, moves_[move]) + " returned None, not a state");
    const std::uint32_t id_of_next = intern(next);
    if (id_of_next == id)
      throw GameError(where("play", record.state, moves_[move]) +
                      " returned the state it was given: states are values, a move makes a new one");
    return edge->child = id_of_next;
  }

  double payoff(std::uint32_t id, int player) {
    return asked(at(id), &Record::payoff, methods_.payoff, "payoff", player);
  }

  double value(std::uint32_t id, int player) {
    return asked(at(id), &Record::value, methods_.evaluate, "evaluate", player);
  }

  bool noisy(std::uint32_t id, std::uint32_t move) {
    Record& record = at(id);
    Edge& edge = edge_of(record, move);
    if (edge.noisy == NOT_ASKED) {
      ++record.pins;
      const Release release{record};
      edge.noisy = truth(call(methods_.noisy, "noisy", record.state, moves_[move]));
    }
    return edge.noisy == 1;
  }

  double gain(std::uint32_t id, std::uint32_t move) {
    Record& record = at(id);
    Edge& edge = edge_of(record, move);
    if (std::isnan(edge.gain)) {
      ++record.pins;
      const Release release{record};
      const nb::object answer = call(methods_.gain, "gain", record.state, moves_[move]);
      edge.gain = checked_number(answer, where("gain", record.state, moves_[move]).c_str());
    }
    return edge.gain;
  }

  // The number of a move for a policy.
  int move_index(std::uint32_t id, std::uint32_t move) {
    Record& record = at(id);
    Edge& edge = edge_of(record, move);
    if (edge.index == NOT_ASKED) {
      ++record.pins;
      const Release release{record};
      const nb::object answer = call(methods_.move_index, "move_index", record.state, moves_[move]);
      const Py_ssize_t number = PyNumber_AsSsize_t(answer.ptr(), nullptr);
      if (PyErr_Occurred()) PyErr_Clear();
      if (!PyIndex_Check(answer.ptr()) || number < 0 || number >= info.move_count)
        throw GameError(where("move_index", record.state, moves_[move]) + " returned " + shown(answer) +
                        ": expected a whole number from 0 to " + std::to_string(info.move_count - 1) + " (move_count)");
      edge.index = static_cast<std::int32_t>(number);
    }
    return edge.index;
  }

  bool stand_pat(std::uint32_t id) {
    return methods_.stand_pat.is_none() || told(id, &Record::stand_pat, methods_.stand_pat, "stand_pat");
  }
  bool forced(std::uint32_t id) {
    return !methods_.forced.is_none() && told(id, &Record::forced, methods_.forced, "forced");
  }
  bool zugzwang(std::uint32_t id) {
    return !methods_.zugzwang.is_none() && told(id, &Record::zugzwang, methods_.zugzwang, "zugzwang");
  }
  std::uint32_t pass_turn(std::uint32_t id) {
    Record& record = at(id);
    if (record.passed != UNKNOWN) return record.passed;
    ++record.pins;
    const Release release{record};
    const std::uint32_t other = intern(call(methods_.pass_turn, "pass_turn", record.state));
    if (at(other).turn == record.turn)
      throw GameError(where("pass_turn", record.state) + " gave a state with the same player to move");
    return record.passed = other;
  }

  // What is true in a state, seen from either side.
  const FeatureList& features(std::uint32_t id, int player) {
    Record& record = at(id);
    if (!record.features) {
      ++record.pins;
      const Release release{record};
      auto found = std::make_unique<std::array<FeatureList, 2>>();
      for (const int side : {0, 1}) (*found)[static_cast<std::size_t>(side)] = ask_features(record.state, side);
      record.features = std::move(found);
    }
    return (*record.features)[static_cast<std::size_t>(player)];
  }

  double odds(std::uint32_t id, std::uint32_t move) {
    const nb::object answer = call(methods_.odds, "odds", at(id).state, moves_[move]);
    return checked_number(answer, where("odds", at(id).state, moves_[move]).c_str());
  }

  // What the player has seen; anything but text is shown as Python shows it.
  std::string view(std::uint32_t id, int player) {
    const nb::object seen = call(methods_.view, "view", at(id).state, nb::int_(player));
    return text_of(nb::isinstance<nb::str>(seen) ? nb::str(seen) : nb::repr(seen));
  }

  std::uint32_t sample(std::uint32_t id, int player, std::uint64_t seed) {
    const nb::object rng = nb::module_::import_("random").attr("Random")(seed);
    return intern(call(methods_.sample, "sample", at(id).state, nb::int_(player), rng));
  }

  // (state, probability) for all that the player thinks possible. Each is pinned, and the caller lets go.
  std::vector<std::pair<std::uint32_t, double>> worlds(std::uint32_t id, int player) {
    const nb::object answer = call(methods_.worlds, "worlds", at(id).state, nb::int_(player));
    const std::string place = where("worlds", at(id).state, nb::int_(player));
    std::vector<std::pair<std::uint32_t, double>> list;
    try {
      for (nb::handle each : nb::iter(answer)) {
        if (!nb::isinstance<nb::tuple>(each) || nb::len(each) != 2)
          throw GameError(place + " gave " + shown(nb::borrow(each)) + ", not (state, probability)");
        list.emplace_back(intern(nb::object(each[0])), 0.0);
        ++at(list.back().first).pins;
        list.back().second = checked_number(nb::object(each[1]), place.c_str());
      }
    } catch (const std::exception& error) {
      for (const auto& [world, chance] : list) --at(world).pins;
      const auto* raised = dynamic_cast<const nb::python_error*>(&error);
      if (!raised || !raised->matches(PyExc_TypeError)) throw;
      throw GameError(place + " returned " + shown(answer) + ", not a sequence of (state, probability)");
    }
    return list;
  }

  // What the user has written beyond the rules.
  Abilities abilities() const {
    return {.evaluates = !methods_.evaluate.is_none(),
            .sees_noise = !methods_.noisy.is_none(),
            .weighs = !methods_.gain.is_none() && !methods_.noisy.is_none(),
            .sees_features = !methods_.features.is_none(),
            .indexes_moves = !methods_.features.is_none() && !methods_.move_index.is_none(),
            .passes = !methods_.pass_turn.is_none(),
            .symmetric = !methods_.canonical.is_none(),
            .repetition_keyed = keyed().repetition,
            .table_keyed = keyed().table,
            .samples = !methods_.sample.is_none(),
            .lists_worlds = !methods_.worlds.is_none()};
  }

  Keyed keyed() const { return {!methods_.repetition_key.is_none(), !methods_.table_key.is_none()}; }

  nb::object repetition_part(std::uint32_t id) { return part(at(id).state, methods_.repetition_key, "repetition_key"); }
  nb::object table_part(std::uint32_t id) { return part(at(id).state, methods_.table_key, "table_key"); }

  // The number of what counts of a state: of all of it where the game does not say.
  std::uint64_t repetition_serial(std::uint32_t id) {
    Record& record = at(id);
    if (!keyed().repetition) return record.serial;
    if (record.repetition == 0) record.repetition = part_serial(repetition_part(id));
    return record.repetition;
  }
  std::uint64_t table_serial(std::uint32_t id) {
    Record& record = at(id);
    if (!keyed().table) return record.serial;
    if (record.filed == 0) record.filed = part_serial(table_part(id));
    return record.filed;
  }

  std::uint32_t canonical(std::uint32_t id) { return intern(call(methods_.canonical, "canonical", at(id).state)); }

  std::string text(std::uint32_t id) {
    const nb::object& state = at(id).state;
    if (!methods_.text.is_none()) return text_of(nb::str(call(methods_.text, "text", state)));
    return text_of(nb::isinstance<nb::str>(state) ? nb::str(state) : nb::repr(state));
  }

  std::string name(std::uint32_t id, std::uint32_t move) {
    const nb::object& object = moves_[move];
    return text_of(nb::str(methods_.name.is_none() ? object : call(methods_.name, "name", at(id).state, object)));
  }

  // Of the content alone: the same in every process.
  std::uint64_t lasting(std::uint32_t id) {
    Record& record = at(id);
    if (record.lasting == 0) record.lasting = lasting_hash(record.state);
    return record.lasting;
  }

  const nb::object& move(std::uint32_t id) const { return moves_[id]; }

  std::optional<std::uint32_t> find_move(nb::handle object) {
    PyObject* known = PyDict_GetItemWithError(move_index_.ptr(), object.ptr());
    if (!known) {
      PyErr_Clear();
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
  }

  std::size_t states() const { return states_; }

  Info info;

 private:
  struct Release {
    Record& record;
    ~Release() { --record.pins; }
  };

  Edge& edge_of(Record& record, std::uint32_t move) {
    if (!record.expanded) expand(record);
    for (Edge& each : record.edges)
      if (each.move == move) return each;
    throw GameError(where("moves", record.state) + " gave other moves than before: it must depend on the state alone");
  }

  FeatureList ask_features(const nb::object& state, int player) {
    const nb::object side = nb::int_(player);
    const nb::object answer = call(methods_.features, "features", state, side);
    PyObject* raw = PyObject_GetIter(answer.ptr());
    if (!raw) {
      PyErr_Clear();
      throw GameError(where("features", state, side) + " returned " + shown(answer) + ", which is not a sequence");
    }
    const nb::object iterator = nb::steal(raw);
    FeatureList list;
    while (PyObject* next = PyIter_Next(iterator.ptr())) {
      const nb::object feature = nb::steal(next);
      const Py_ssize_t number = PyNumber_AsSsize_t(feature.ptr(), nullptr);
      if (PyErr_Occurred()) PyErr_Clear();
      if (!PyIndex_Check(feature.ptr()) || number < 0 || number >= info.feature_count)
        throw GameError(where("features", state, side) + " gave " + shown(feature) +
                        ": expected whole numbers from 0 to " + std::to_string(info.feature_count - 1) +
                        " (feature_count)");
      list.push_back(static_cast<std::uint32_t>(number));
    }
    if (PyErr_Occurred()) rethrow("features", state, side);
    std::sort(list.begin(), list.end());
    if (const auto twin = std::adjacent_find(list.begin(), list.end()); twin != list.end())
      throw GameError(where("features", state, side) + " gave " + std::to_string(*twin) + " twice");
    return list;
  }

  static std::int8_t truth(const nb::object& answer) {
    const int yes = PyObject_IsTrue(answer.ptr());
    if (yes < 0) throw nb::python_error();
    return static_cast<std::int8_t>(yes);
  }

  // What the game says of a state, yes or no; asked once.
  bool told(std::uint32_t id, std::int8_t Record::* held, const nb::object& method, const char* name) {
    Record& record = at(id);
    if (record.*held == NOT_ASKED) {
      ++record.pins;
      const Release release{record};
      record.*held = truth(call(method, name, record.state));
    }
    return record.*held == 1;
  }

  std::int32_t ask_turn(const nb::object& state) {
    const nb::object answer = call(methods_.turn, "turn", state);
    const long turn = PyLong_Check(answer.ptr()) ? PyLong_AsLong(answer.ptr()) : -99;
    const auto players = static_cast<long>(info.players.size());
    if ((turn >= 0 && turn < players) || turn == OVER || (turn == CHANCE && info.chance))
      return static_cast<std::int32_t>(turn);
    const bool too_large = PyErr_Occurred() != nullptr;
    PyErr_Clear();
    const std::string numbers = players == 2 ? "0, 1" : "0 to " + std::to_string(players - 1);
    throw GameError(where("turn", state) + " returned " + shown(answer) + ": expected " + numbers + " or OVER" +
                    (info.chance                    ? " or CHANCE"
                     : turn == CHANCE && !too_large ? " (CHANCE needs chance = True)"
                                                    : ""));
  }

  void expand(Record& record) {
    ++record.pins;
    const Release release{record};
    const nb::object answer = call(methods_.moves, "moves", record.state);
    PyObject* raw = PyObject_GetIter(answer.ptr());
    if (!raw) {
      PyErr_Clear();
      throw GameError(where("moves", record.state) + " returned " + shown(answer) +
                      ", which is not a sequence of moves");
    }
    const nb::object iterator = nb::steal(raw);
    std::vector<Edge> edges;
    std::vector<bool> seen(moves_.size() + 16);
    while (PyObject* next = PyIter_Next(iterator.ptr())) {
      const std::uint32_t move = intern_move(nb::steal(next), record.state);
      if (move >= seen.size()) seen.resize(move * 2 + 1);
      if (seen[move]) throw GameError(where("moves", record.state) + " gave " + shown(moves_[move]) + " twice");
      seen[move] = true;
      edges.push_back({move});
      if (edges.size() > MOST_MOVES)
        throw GameError(where("moves", record.state) + " gave more than " + std::to_string(MOST_MOVES) + " moves");
    }
    if (PyErr_Occurred()) rethrow("moves", record.state, {});
    if (edges.empty())
      throw GameError(where("moves", record.state) + " gave no moves, yet turn says the game is not OVER");
    record.edges = std::move(edges);
    record.expanded = true;
  }

  std::uint32_t intern_move(nb::object move, const nb::object& state) {
    if (PyObject* known = PyDict_GetItemWithError(move_index_.ptr(), move.ptr()))
      return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
    if (PyErr_Occurred()) {
      PyErr_Clear();
      throw GameError(where("moves", state) + " gave the move " + shown(move) + ", which cannot be hashed");
    }
    const auto id = static_cast<std::uint32_t>(moves_.size());
    moves_.push_back(move);
    move_index_[move] = nb::int_(id);
    return id;
  }

  nb::object part(const nb::object& state, const nb::object& method, const char* name) {
    nb::object key = call(method, name, state);
    if (key.is_none()) throw GameError(where(name, state) + " returned None: what counts of the state is needed");
    if (PyObject_Hash(key.ptr()) != -1 || !PyErr_Occurred()) return key;
    PyErr_Clear();
    throw GameError(where(name, state) + " returned " + shown(key) +
                    ", which cannot be hashed: use an int, a str or a tuple");
  }

  // The same for equal keys for as long as a state is in use that has it.
  std::uint64_t part_serial(const nb::object& key) {
    if (PyObject* known = PyDict_GetItemWithError(parts_.ptr(), key.ptr())) return PyLong_AsUnsignedLongLong(known);
    if (PyErr_Occurred()) throw nb::python_error();
    const std::uint64_t serial = next_serial();
    parts_[key] = nb::int_(serial);
    return serial;
  }

  // After a sweep: only what states in use have keeps its number.
  void keep_parts_in_use() {
    if (!keyed().repetition && !keyed().table) return;
    nb::dict kept;
    for (std::uint32_t id = 0; id < records_.size(); ++id) {
      const Record& record = records_[id];
      if (record.repetition != 0) kept[repetition_part(id)] = nb::int_(record.repetition);
      if (record.filed != 0) kept[table_part(id)] = nb::int_(record.filed);
    }
    parts_ = kept;
  }

  double asked(Record& record, std::vector<double> Record::* answers, const nb::object& method, const char* name,
               int player) {
    if ((record.*answers).empty()) (record.*answers).assign(info.players.size(), std::nan(""));
    const auto slot = static_cast<std::size_t>(player);
    if (std::isnan((record.*answers)[slot])) {
      const double answer = number(method, name, record, player);
      (record.*answers)[slot] = answer;
    }
    return (record.*answers)[slot];
  }

  double number(const nb::object& method, const char* name, Record& record, int player) {
    ++record.pins;
    const Release release{record};
    const nb::object answer = call(method, name, record.state, nb::int_(player));
    const double value = PyFloat_AsDouble(answer.ptr());
    if (value == -1.0 || std::isnan(value)) {
      PyErr_Clear();  // or the state could not be shown
      return checked_number(answer, where(name, record.state, nb::int_(player)).c_str());
    }
    return value + 0.0;
  }

  nb::object call(const nb::object& method, const char* name, const nb::object& state, const nb::object& argument = {},
                  const nb::object& extra = {}) {
    PyObject* arguments[] = {nullptr, state.ptr(), argument.ptr(), extra.ptr()};
    const std::size_t count = extra.is_valid() ? 3 : argument.is_valid() ? 2 : 1;
    PyObject* result =
        PyObject_Vectorcall(method.ptr(), arguments + 1, count | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (!result) rethrow(name, state, argument);
    return nb::steal(result);
  }

  // What the user's code raised, reported with the call that raised it; Ctrl-C and the like pass unchanged.
  [[noreturn]] void rethrow(const char* method, const nb::object& state, const nb::object& argument) {
    nb::python_error error;
    if (!error.matches(PyExc_Exception)) throw error;
    nb::object explain = nb::module_::import_("zermelo.errors").attr("raised_by_game");
    explain(where(method, state, argument), error.value());
    throw GameError(where(method, state, argument) + " failed");
  }

  std::string where(const char* method, const nb::object& state, const nb::object& argument = {}) const {
    return label_ + "." + method + "(" + shown(state) + (argument.is_valid() ? ", " + shown(argument) : "") + ")";
  }

  static std::string shown(const nb::object& object) { return repr_of(object); }

  // Different for every state of every game ever met, so that a table never takes one for another.
  static std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  std::uint32_t free_slot() {
    if (!free_.empty()) {
      const std::uint32_t id = free_.back();
      free_.pop_back();
      return id;
    }
    records_.emplace_back();
    return static_cast<std::uint32_t>(records_.size() - 1);
  }

  // Drops every state that nobody holds; the others forget their children's numbers.
  void sweep() {
    for (std::uint32_t id = 0; id < records_.size(); ++id) {
      Record& record = records_[id];
      if (!record.used) continue;
      for (Edge& edge : record.edges) edge.child = UNKNOWN;
      record.passed = UNKNOWN;
      if (record.pins > 0) continue;
      if (PyDict_DelItem(index_.ptr(), record.state.ptr()) != 0) PyErr_Clear();
      record = Record{};
      free_.push_back(id);
      --states_;
    }
    keep_parts_in_use();
  }

  std::string label_;
  Methods methods_;
  std::size_t max_states_;
  std::size_t states_ = 0;
  nb::dict index_, move_index_;
  nb::dict parts_;  // keys of repetition and of tables, with their serials
  std::vector<nb::object> moves_;
  std::deque<Record> records_;
  std::vector<std::uint32_t> free_;
};

struct PythonPosition {
  using Move = std::uint32_t;
  static constexpr bool many = true;

  PythonRules* rules;
  std::uint32_t id;

  int turn() const { return rules->at(id).turn; }
  void moves(MoveList<Move>& out) const {
    for (const auto& edge : rules->edges(id)) out.add(edge.move);
  }
  PythonPosition play(Move move) const { return {rules, rules->child(id, move)}; }
  double payoff(int player) const { return rules->payoff(id, player); }
  double odds(Move move) const { return rules->odds(id, move); }
  Abilities abilities() const { return rules->abilities(); }
  std::string view(int player) const { return rules->view(id, player); }
  PythonPosition sample(int player, Random& random) const { return {rules, rules->sample(id, player, random())}; }
  void worlds(int player, std::vector<World<PythonPosition>>& out) const {
    for (const auto& [world, chance] : rules->worlds(id, player)) out.push_back({{rules, world}, chance});
  }
  PythonPosition adopt(const PythonPosition& other) const {
    return {rules, rules->intern(other.rules->at(other.id).state)};
  }
  std::uint64_t key() const { return mix(rules->at(id).serial); }
  std::uint64_t repetition_key() const { return mix(rules->repetition_serial(id)); }
  std::uint64_t table_key() const { return mix(rules->table_serial(id)); }
  Keyed keyed() const { return rules->keyed(); }
  std::uint64_t lasting_key() const { return rules->lasting(id); }
  const Info& info() const { return rules->info; }
  PythonPosition canonical() const {
    return rules->abilities().symmetric ? PythonPosition{rules, rules->canonical(id)} : *this;
  }
  std::string text() const { return rules->text(id); }
  std::string name(Move move) const { return rules->name(id, move); }
  bool equals(const PythonPosition& other) const {
    if (rules == other.rules) return id == other.id;
    const int answer =
        PyObject_RichCompareBool(rules->at(id).state.ptr(), other.rules->at(other.id).state.ptr(), Py_EQ);
    if (answer < 0) throw nb::python_error();
    return answer == 1;
  }
  void pin() const { ++rules->at(id).pins; }
  void unpin() const { --rules->at(id).pins; }
};

// States by themselves, found by == as Python's dict does it: the rules may forget them meanwhile.
template <>
class Roster<PythonPosition> {
 public:
  explicit Roster(bool symmetric) : symmetric_(symmetric) {}

  std::uint32_t number(const PythonPosition& met) {
    rules_ = met.rules;
    const std::uint32_t id = symmetric_ ? met.canonical().id : met.id;
    const nb::object state = rules_->at(id).state;
    if (PyObject* known = PyDict_GetItemWithError(numbers_.ptr(), state.ptr()))
      return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
    if (PyErr_Occurred()) throw nb::python_error();
    const auto next = static_cast<std::uint32_t>(keys_.size());
    numbers_[state] = nb::int_(next);
    keys_.push_back(rules_->lasting(id));
    waiting_.push_back(state);
    return next;
  }
  PythonPosition take() {
    const nb::object state = std::move(waiting_.front());
    waiting_.pop_front();
    return {rules_, rules_->intern(state)};
  }
  std::size_t size() const { return keys_.size(); }
  std::size_t waiting() const { return waiting_.size(); }
  std::size_t bytes() const { return keys_.size() * STATE_BYTES; }
  std::vector<std::uint64_t> keys() { return std::move(keys_); }

 private:
  static constexpr std::size_t STATE_BYTES = 250;  // a state and its place in the dict, about

  bool symmetric_;
  PythonRules* rules_ = nullptr;
  nb::dict numbers_;
  std::vector<std::uint64_t> keys_;
  std::deque<nb::object> waiting_;
};

template <>
struct Skill<PythonPosition> {
  static double value(const PythonPosition& p, int player) { return p.rules->value(p.id, player); }
  struct Judge {
    explicit Judge(const PythonPosition& position) : p(position) {}
    bool noisy(std::uint32_t move) const { return p.rules->abilities().sees_noise && p.rules->noisy(p.id, move); }
    double gain(std::uint32_t move) const { return p.rules->gain(p.id, move); }
    const PythonPosition& p;
  };
  static bool stand_pat(const PythonPosition& p) { return p.rules->stand_pat(p.id); }
  static bool forced(const PythonPosition& p) { return p.rules->forced(p.id); }
  static bool zugzwang(const PythonPosition& p) { return p.rules->zugzwang(p.id); }
  static PythonPosition pass_turn(const PythonPosition& p) { return {p.rules, p.rules->pass_turn(p.id)}; }
  static int move_index(const PythonPosition& p, std::uint32_t move) { return p.rules->move_index(p.id, move); }
  static void features(const PythonPosition& p, int player, FeatureList& out) { out = p.rules->features(p.id, player); }
};

template <>
struct Surface<PythonPosition> {
  static constexpr bool needs_python = true;
  static nb::object show(const PythonPosition& position, std::uint32_t move) { return position.rules->move(move); }
  static nb::object data(const PythonPosition& position) { return position.rules->at(position.id).state; }
  // The search's own key numbers states as they are met; this one depends on the state alone.
  static std::uint64_t key(const PythonPosition& position) {
    const Py_hash_t hash = PyObject_Hash(data(position).ptr());
    return mix(static_cast<std::uint64_t>(hash));
  }
  static nb::object repetition_key(const PythonPosition& position) {
    return position.rules->repetition_part(position.id);
  }
  static nb::object table_key(const PythonPosition& position) { return position.rules->table_part(position.id); }
  static std::optional<std::uint32_t> read(const PythonPosition& position, nb::handle move) {
    const auto& edges = position.rules->edges(position.id);
    const std::optional<std::uint32_t> known = position.rules->find_move(move);
    for (const auto& edge : edges)
      if (known == edge.move) return known;
    std::string text;
    if (!nb::isinstance<nb::str>(move) || !nb::try_cast(move, text)) return std::nullopt;
    for (const auto& edge : edges)
      if (position.name(edge.move) == text) return edge.move;
    return std::nullopt;
  }
};

// The searches are compiled in pygame.cpp.
extern template class PositionOf<PythonPosition>;

}  // namespace zermelo
