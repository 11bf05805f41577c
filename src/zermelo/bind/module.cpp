// The Python module: State, searches over it, and the games that have registered themselves.
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>

#include "compiled.hpp"
#include "endgames.hpp"
#include "network.hpp"
#include "pygame.hpp"
#include "registry.hpp"

namespace zermelo {

namespace {

using namespace nb::literals;

nb::object python_class(const char* name) { return nb::module_::import_("zermelo.errors").attr(name); }

template <class... Arguments>
void raise_in_python(const char* name, const Arguments&... arguments) {
  nb::object error = python_class(name)(arguments...);
  PyErr_SetObject(python_class(name).ptr(), error.ptr());
}

void translate(const std::exception_ptr& raised, void*) {
  try {
    std::rethrow_exception(raised);
  } catch (const ParseError& error) {
    raise_in_python("ParseError", error.what(), error.text, error.column);
  } catch (const IllegalMove& error) {
    raise_in_python("IllegalMove", error.what(), error.position);
  } catch (const GameError& error) {
    raise_in_python("GameError", error.what());
  } catch (const TooManyPositions& error) {
    raise_in_python("TooLarge", error.what());
  } catch (const CompiledFailure& error) {
    raise_in_python("CompiledFailure", error.method, error.state, error.argument);
  }
}

// What a Python game declares, read from the attributes of the same names.
Info declared_by(nb::handle game) {
  Info info;
  try {
    Info::each_field([&]<class T>(const char* name, T Info::* member, const char*) {
      const bool label = std::string_view(name) == "name";
      info.*member = Python<T>::from(name, nb::getattr(game, label ? "label" : name));
    });
  } catch (const nb::builtin_exception& error) {
    throw GameError(nb::cast<std::string>(game.type().attr("__name__")) + "." + error.what());
  }
  if (info.payoffs == Payoffs::outcome) {  // then nobody wins more than 1
    if (info.low == -INF) info.low = -1;
    if (info.high == INF) info.high = 1;
  }
  return info;
}

// A position as Python holds it: of the class State, or of the one under it that a game has for its positions.
nb::object held(nb::handle kind, std::shared_ptr<const AnyPosition> position, nb::object game) {
  nb::object made = nb::inst_alloc(kind);
  new (nb::inst_ptr<State>(made)) State{std::move(position), std::move(game)};
  nb::inst_mark_ready(made);
  return made;
}

nb::object start(const std::string& name, const nb::dict& options, const std::optional<std::string>& text,
                 nb::object game, nb::handle kind) {
  if (PyObject_IsSubclass(kind.ptr(), nb::type<State>().ptr()) != 1)
    throw nb::type_error("kind: expected a State's class");
  return held(kind, registry().at(name)(options, text), std::move(game));
}

State start_python(const std::string& label, const nb::dict& methods, nb::object state, std::size_t max_states,
                   nb::object game) {
  const auto method = [&](const char* name) { return nb::object(methods[name]); };
  auto rules = std::make_shared<PythonRules>(
      declared_by(game), label,
      PythonRules::Methods{method("turn"),      method("moves"),          method("play"),      method("payoff"),
                           method("odds"),      method("evaluate"),       method("noisy"),     method("canonical"),
                           method("text"),      method("name"),           method("view"),      method("sample"),
                           method("worlds"),    method("repetition_key"), method("table_key"), method("gain"),
                           method("stand_pat"), method("forced"),         method("pass_turn"), method("zugzwang"),
                           method("features"),  method("move_index")},
      max_states);
  const PythonPosition position{rules.get(), rules->intern(std::move(state))};
  return {std::make_shared<PositionOf<PythonPosition>>(position, rules), std::move(game)};
}

template <std::size_t Room>
std::shared_ptr<const AnyPosition> compiled_position(const std::shared_ptr<CompiledRules>& rules,
                                                     const std::vector<Word>& words) {
  CompiledPosition<Room> position{rules.get(), 0, {}};
  std::copy(words.begin(), words.end(), position.words.begin());
  position.player = rules->turn(position.words.data());
  if (position.player < OVER || position.player > 1) position.fail("turn", 0);
  return std::make_shared<PositionOf<CompiledPosition<Room>>>(position, rules);
}

State start_compiled(const nb::dict& addresses, const std::vector<Word>& words, nb::object show_state, nb::object text,
                     nb::object name, nb::object game) {
  auto rules = std::make_shared<CompiledRules>();
  rules->info = declared_by(game);
  rules->words = words.size();
  const auto function = [&]<class F>(const char* key, F& target) {
    target = reinterpret_cast<F>(nb::cast<std::uintptr_t>(addresses[key]));
  };
  function("turn", rules->turn);
  function("moves", rules->moves);
  function("play", rules->play);
  function("payoff", rules->payoff);
  function("evaluate", rules->evaluate);
  function("noisy", rules->noisy);
  function("canonical", rules->canonical);
  function("repetition_key", rules->repetition_key);
  function("table_key", rules->table_key);
  function("gain", rules->gain);
  function("stand_pat", rules->stand_pat);
  function("forced", rules->forced);
  function("pass_turn", rules->pass_turn);
  function("zugzwang", rules->zugzwang);
  function("features", rules->features);
  function("move_index", rules->move_index);
  rules->show_state = std::move(show_state);
  rules->text = std::move(text);
  rules->name = std::move(name);
  if (words.empty() || words.size() > 30) throw nb::value_error("a compiled state has 1 to 30 words");
  if (words.size() <= 4) return {compiled_position<4>(rules, words), std::move(game)};
  return {compiled_position<30>(rules, words), std::move(game)};
}

const AnyPosition& at(const State& state) { return *state.position; }

nb::object or_itself(nb::object key, const nb::object& state) { return key.is_valid() ? key : state; }

int checked_player(const State& s, int player) {
  const auto count = static_cast<int>(at(s).info().players.size());
  if (player >= 0 && player < count) return player;
  throw nb::value_error(
      (count == 2 ? std::string("player is 0 or 1") : "player is 0 to " + std::to_string(count - 1)).c_str());
}

// Where the game of a state begins.
AnyPosition::Beginning beginning(const State& s) {
  return [&s] {
    nb::gil_scoped_acquire held;
    return nb::cast<State>(s.game.attr("beginning")()).position;
  };
}

const State& state_in(nb::handle self) {
  State* state = nullptr;
  if (!nb::try_cast(self, state) || !state) throw nb::type_error("expected a State");
  return *state;
}

std::vector<std::pair<nb::object, double>> states(nb::handle self, const WorldList& worlds) {
  std::vector<std::pair<nb::object, double>> list;
  for (const auto& [position, chance] : worlds)
    list.emplace_back(held(self.type(), position, state_in(self).game), chance);
  return list;
}

// What Python sees of a game: what it declares and what it can do.
struct GameInfo {
  Info declared;
  Abilities can;
};

void bind_info(nb::module_& m) {
  nb::class_<GameInfo> bound(m, "Info", "What a game declares about itself, and what it can do.");
  const auto property = [&]<class S, class T>(S GameInfo::* part, const char* name, T S::* member,
                                              const char* meaning) {
    bound.def_prop_ro(
        name, [part, member](const GameInfo& self) { return Python<T>::to(self.*part.*member); },
        nb::sig(kept("def " + std::string(name) + "(self) -> " + Python<T>::type())), meaning);
  };
  Info::each_field([&](const char* name, auto member, const char* meaning) {
    property(&GameInfo::declared, name, member, meaning);
  });
  Abilities::each_field(
      [&](const char* name, auto member, const char* meaning) { property(&GameInfo::can, name, member, meaning); });
  bound.def(
      "as_dict",
      [](const GameInfo& self) {
        nb::dict fields;
        const auto add = [&]<class S, class T>(const S& part, const char* name, T S::* member) {
          fields[name] = Python<T>::to(part.*member);
        };
        Info::each_field([&](const char* name, auto member, const char*) { add(self.declared, name, member); });
        Abilities::each_field([&](const char* name, auto member, const char*) { add(self.can, name, member); });
        return fields;
      },
      nb::sig("def as_dict(self) -> dict[str, object]"));
  bound.def_static(
      "fields",
      [] {
        std::vector<Field> rows = rows_of<Info>();
        for (Field& each : rows_of<Abilities>()) rows.push_back(std::move(each));
        return rows;
      },
      "Every field: its name, type, usual value and what it means.");
  bound.def(
      "open",
      [](GameInfo self) {
        self.declared.hidden = false;
        return self;
      },
      "The same game as if everybody saw everything.");
  bound.def(
      "without_chance",
      [](GameInfo self) {
        self.declared.chance = false;
        return self;
      },
      "The same game once the dice have fallen.");
}

// Positions of another game would be taken for this one's where their keys are equal.
void claim(Table& table, const State& s) {
  const auto label = nb::cast<std::string>(s.game.attr("label"));
  if (table.game.empty()) table.game = label;
  if (table.game != label)
    throw nb::value_error(("this table holds positions of " + table.game + ": give " + label + " its own").c_str());
  if (dynamic_cast<const PositionOf<PythonPosition>*>(s.position.get())) table.lasting = false;
}

void bind_table(nb::module_& m) {
  nb::class_<Table>(m, "Table", "A transposition table that several searches of one game may go on using.")
      .def(
          "__init__",
          [](Table* self, double megabytes, nb::handle replacement) {
            if (!(megabytes > 0 && megabytes <= 1e7)) throw nb::value_error("megabytes must be positive");
            new (self) Table(megabytes, Python<Replacement>::from("replacement", replacement));
          },
          "megabytes"_a = 64.0, "replacement"_a = "ageing",
          nb::sig("def __init__(self, megabytes: float = 64.0, replacement: str = 'ageing') -> None"))
      .def_prop_ro("bytes", &Table::bytes)
      .def_prop_ro("fullness", &Table::fullness, "Share of the table in use, sampled.")
      .def_prop_ro(
          "replacement", [](const Table& t) { return Python<Replacement>::to(t.policy()); },
          nb::sig(kept("def replacement(self) -> " + Python<Replacement>::type())),
          "Which entry gives way to a new one.")
      .def_prop_ro(
          "game", [](const Table& t) { return t.game; }, "The game it holds positions of; empty before its first use.")
      .def(
          "save",
          [](nb::object self, nb::object file) { nb::module_::import_("zermelo.table_file").attr("save")(self, file); },
          "file"_a, nb::sig("def save(self, file: str | os.PathLike[str]) -> None"),
          "Writes the table to a file; a later process goes on with it by Table.load.")
      .def_static(
          "load",
          [](nb::object file) {
            return nb::cast<nb::object>(nb::module_::import_("zermelo.table_file").attr("load")(file));
          },
          "file"_a, nb::sig("def load(file: str | os.PathLike[str]) -> Table"), "The table that a file holds.")
      .def_prop_ro("_stamp", &Table::stamp)
      .def_prop_ro("_lasting", [](const Table& t) { return t.lasting; })
      .def_prop_ro("_beside", [](const Table& t) { return t.beside != nullptr; })
      .def(
          "__reduce__", [](nb::object self) { return nb::module_::import_("zermelo.table_file").attr("parts")(self); },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def(
          "__deepcopy__",
          [](nb::object self, nb::handle) { return nb::module_::import_("zermelo.table_file").attr("copied")(self); },
          "memo"_a, nb::sig("def __deepcopy__(self, memo: object) -> Table"))
      .def(
          "__copy__", [](nb::object self) { return nb::module_::import_("zermelo.table_file").attr("copied")(self); },
          nb::sig("def __copy__(self) -> Table"));
  m.def(
      "table_content",
      [](const Table& table) {
        const std::string data = table.packed();
        return nb::bytes(data.data(), data.size());
      },
      "table"_a);
  m.def(
      "fill_table",
      [](Table& table, const nb::bytes& data, std::uint32_t stamp, const std::string& game) {
        table.unpack({data.c_str(), data.size()}, stamp);
        table.game = game;
      },
      "table"_a, "data"_a, "stamp"_a, "game"_a);
}

void bind_state(nb::module_& m) {
  nb::class_<State>(m, "State",
                    "A position of a game: a value. Playing a move gives a new State and leaves this one alone.")
      .def_prop_ro(
          "game", [](const State& s) { return s.game; }, nb::sig("def game(self) -> typing.Any"),
          "The description of the game.")
      .def_prop_ro(
          "turn", [](const State& s) { return at(s).turn(); }, "A player (0, 1, …), CHANCE or OVER.")
      .def_prop_ro("is_over", [](const State& s) { return at(s).turn() == OVER; })
      .def(
          "moves", [](const State& s) { return at(s).moves(); }, nb::sig("def moves(self) -> list[typing.Any]"),
          "The legal moves, in a fixed order; none when the game is over.")
      .def(
          "play",
          [](nb::handle self, nb::handle move) {
            const State& s = state_in(self);
            return held(self.type(), at(s).play(move), s.game);
          },
          "move"_a.none(), nb::sig("def play(self, move: typing.Any) -> typing.Self"),
          "The position after a legal move; raises IllegalMove.")
      .def(
          "payoff", [](const State& s, int player) { return at(s).payoff(checked_player(s, player)); }, "player"_a,
          "What the player has won; 0 while the game goes on.")
      .def(
          "odds", [](const State& s, nb::handle move) { return at(s).odds(move); }, "move"_a.none(),
          nb::sig("def odds(self, move: typing.Any) -> float"), "The probability of an outcome at a chance node.")
      .def(
          "view", [](const State& s, int player) { return at(s).view(checked_player(s, player)); }, "player"_a,
          "Everything the player has seen so far, as text; the whole position if the game hides nothing.")
      .def(
          "sample",
          [](nb::handle self, int player, std::uint64_t seed) {
            const State& s = state_in(self);
            return held(self.type(), at(s).sample(checked_player(s, player), seed, beginning(s)), s.game);
          },
          "player"_a, "seed"_a, nb::sig("def sample(self, player: int, seed: int) -> typing.Self"),
          "A position that the player cannot tell from this one, drawn by its probability given what was seen.")
      .def(
          "worlds",
          [](nb::handle self, int player) {
            const State& s = state_in(self);
            return states(self, at(s).worlds(checked_player(s, player), beginning(s)));
          },
          "player"_a, nb::sig("def worlds(self, player: int) -> list[tuple[typing.Self, float]]"),
          "All positions that the player cannot tell from this one, with their probabilities given what was seen.")
      .def(
          "_worlds",
          [](nb::handle self, int player, double seconds, const StopFlag& stop) {
            const State& s = state_in(self);
            Control control;
            control.limits.hard = seconds;
            control.cancel = stop;
            poll_signals(control, true);
            try {
              return states(self, at(s).worlds(checked_player(s, player), beginning(s), &control));
            } catch (const Stopped&) {
              return std::vector<std::pair<nb::object, double>>{};
            }
          },
          "player"_a, "seconds"_a, "stop"_a.none(),
          nb::sig("def _worlds(self, player: int, seconds: float, stop: Stop | None) -> "
                  "list[tuple[typing.Self, float]]"),
          "The same within so many seconds (0: any number) and until a stop; nothing if that was too short.")
      .def(
          "_walked_worlds",
          [](nb::handle self, int player) {
            const State& s = state_in(self);
            return states(self, at(s).walked_worlds(checked_player(s, player), beginning(s)));
          },
          "player"_a, nb::sig("def _walked_worlds(self, player: int) -> list[tuple[typing.Self, float]]"),
          "The same, found by walking through the game from its start.")
      .def(
          "name", [](const State& s, nb::handle move) { return at(s).name(move); }, "move"_a.none(),
          nb::sig("def name(self, move: typing.Any) -> str"), "A legal move as text.")
      .def(
          "evaluate", [](const State& s, int player) { return at(s).evaluate(checked_player(s, player)); }, "player"_a,
          "The game's own static evaluation, for this player.")
      .def(
          "features", [](const State& s, int player) { return at(s).features(checked_player(s, player)); }, "player"_a,
          "What is true in the position, seen from this player's side: numbers below info.feature_count, in order.")
      .def(
          "move_index", [](const State& s, nb::handle move) { return at(s).move_index(move); }, "move"_a.none(),
          nb::sig("def move_index(self, move: typing.Any) -> int"),
          "The number of a legal move for a network's policy, below info.move_count.")
      .def(
          "noisy", [](const State& s, nb::handle move) { return at(s).noisy(move); }, "move"_a.none(),
          nb::sig("def noisy(self, move: typing.Any) -> bool"),
          "Whether a legal move changes much at once, or the mover may not decline such moves here: a position that\n"
          "should not be judged as it stands. For games whose info says sees_noise.")
      .def(
          "canonical",
          [](nb::handle self) { return held(self.type(), at(state_in(self)).canonical(), state_in(self).game); },
          nb::sig("def canonical(self) -> typing.Self"), "The representative of this position's mirror images.")
      .def_prop_ro(
          "key", [](const State& s) { return at(s).key(); }, "64-bit hash of the content.")
      .def_prop_ro(
          "repetition_key",
          [](nb::object self) { return or_itself(at(nb::cast<const State&>(self)).repetition_key(), self); },
          nb::sig("def repetition_key(self) -> object"),
          "What has to be equal (==) for the position to have come back: the State itself unless its game says less.")
      .def_prop_ro(
          "table_key", [](nb::object self) { return or_itself(at(nb::cast<const State&>(self)).table_key(), self); },
          nb::sig("def table_key(self) -> object"),
          "What a table keeps the position under: the State itself unless its game says less.")
      .def_prop_ro(
          "text", [](const State& s) { return at(s).text(); }, "The position as text that can be read back.")
      .def_prop_ro(
          "data", [](const State& s) { return at(s).data(); }, nb::sig("def data(self) -> typing.Any"),
          "The value itself, for games written in Python; the text for others.")
      .def_prop_ro(
          "info", [](const State& s) { return GameInfo{at(s).info(), at(s).abilities()}; },
          "What the game declares about itself, and what it can do.")
      .def_prop_ro(
          "plies_left", [](const State& s) { return at(s).plies_left(); }, "How much longer the game can last.")
      .def_prop_ro(
          "moves_to_think", [](const State& s) { return at(s).moves_to_think(); },
          "How many more decisions of one side a clock has to be shared out over.")
      .def(
          "_count", [](const State& s, int depth) { return at(s).count(depth); }, "depth"_a)
      .def(
          "_measure",
          [](const State& s, int depth) {
            const TreeSize size = at(s).measure(depth);
            return nb::make_tuple(size.nodes, size.games, size.first_wins, size.second_wins, size.draws);
          },
          "depth"_a, nb::sig("def _measure(self, depth: int) -> tuple[int, int, int, int, int]"))
      .def(
          "_distinct", [](const State& s, int depth, bool symmetric) { return at(s).distinct(depth, symmetric); },
          "depth"_a, "symmetric"_a = false)
      .def(
          "_search",
          [](const State& s, const Request& request) {
            if (request.asked.table) claim(*request.asked.table, s);
            if (request.asked.endgames.table) check_endgames(*request.asked.endgames.table, s);
            return at(s).search(request, s.game, beginning(s));
          },
          "request"_a)
      .def(
          "__eq__",
          [](const State& s, nb::handle other) {
            State* o = nullptr;
            return nb::try_cast(other, o) && o && s.game.type().is(o->game.type()) && at(s).equals(at(*o));
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const State& s) { return static_cast<Py_hash_t>(at(s).key() >> 1); })
      .def(
          "__reduce__",
          [](nb::object self) { return nb::module_::import_("zermelo.pickling").attr("state_parts")(self); },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def(
          "__copy__", [](nb::object self) { return self; }, nb::sig("def __copy__(self) -> State"))
      .def(
          "__deepcopy__", [](nb::object self, nb::handle) { return self; }, "memo"_a,
          nb::sig("def __deepcopy__(self, memo: object) -> State"), "A value needs no copy.")
      .def(
          "_repr_svg_",
          [](nb::object self) { return nb::module_::import_("zermelo.view.display").attr("state_svg")(self); },
          nb::sig("def _repr_svg_(self) -> str | None"), "How notebooks show it.")
      .def("__repr__",
           [](const State& s) { return "<" + nb::cast<std::string>(s.game.attr("label")) + " " + at(s).text() + ">"; })
      .def("__str__", [](const State& s) { return at(s).text(); });
}

}  // namespace

}  // namespace zermelo

NB_MODULE(ZERMELO_MODULE, m) {
  using namespace nanobind::literals;
  using namespace zermelo;
  m.doc() = "The search core.";
  m.attr("CHANCE") = CHANCE;
  m.attr("OVER") = OVER;
  m.attr("WIN") = WIN;
  m.attr("SURE") = SURE;
  m.attr("FULL_DEPTH") = FULL_DEPTH;
  // A module that keeps a State of its own game in a global is a cycle Python cannot see; it ends with the program.
  nb::set_leak_warnings(false);
  nb::register_exception_translator(translate);
  bind_table(m);
  bind_endgames(m);
  bind_networks(m);
  bind_searches(m);
  bind_info(m);
  bind_state(m);
  bind_endgame_analysis(m);
  for (const Extension& extend : extensions()) extend(m);
  m.def(
      "games",
      [] {
        std::vector<std::string> names;
        for (const auto& [name, factory] : registry()) names.push_back(name);
        return names;
      },
      "Names of the compiled-in games.");
  m.def("start", &start, "name"_a, "options"_a, "text"_a.none(), "game"_a, "kind"_a,
        nb::sig("def start(name: str, options: dict[str, typing.Any], text: str | None, game: object, "
                "kind: type[State]) -> State"));
  m.def("start_python", &start_python, "label"_a, "methods"_a, "state"_a, "max_states"_a, "game"_a,
        nb::sig("def start_python(label: str, methods: dict[str, typing.Any], "
                "state: object, max_states: int, game: object) -> State"));
  m.def("start_compiled", &start_compiled, "addresses"_a, "words"_a, "show_state"_a, "text"_a, "name"_a, "game"_a,
        nb::sig("def start_compiled(addresses: dict[str, int], words: list[int], "
                "show_state: object, text: object, name: object, game: object) -> State"));
}
