// A game's position as an AnyPosition, with every search compiled for that game alone.
#pragma once

#include <deque>
#include <random>
#include <unordered_map>

#include "any_position.hpp"
#include "core/count.hpp"
#include "core/deepen.hpp"
#include "core/maxn.hpp"
#include "core/mccfr.hpp"
#include "core/mcts.hpp"
#include "core/proof.hpp"
#include "core/puct_plan.hpp"
#include "core/retrograde.hpp"
#include "core/sequences.hpp"
#include "core/sides.hpp"
#include "core/worlds.hpp"
#include "query.hpp"
#include "report.hpp"
#include "signals.hpp"

namespace zermelo {

// How a game's moves and positions look in Python. Built-in games use their notation; others specialise this.
template <class G>
struct Surface {
  static constexpr bool needs_python = false;  // the rules themselves are Python code
  static nb::object show(const G& position, typename G::Move move) { return nb::cast(position.name(move)); }
  static nb::object data(const G& position) { return nb::cast(position.text()); }
  static std::uint64_t key(const G& position) { return position.key(); }
  static nb::object repetition_key(const G& position) { return nb::cast(repetition_key_of(position)); }
  static nb::object table_key(const G& position) { return nb::cast(table_key_of(position)); }
  static std::optional<typename G::Move> read(const G& position, nb::handle move) {
    std::string text;
    if (!nb::isinstance<nb::str>(move) || !nb::try_cast(move, text)) return std::nullopt;
    MoveList<typename G::Move> list;
    position.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (position.name(list[i].move) == text || position.also_reads(list[i].move, text)) return list[i].move;
    return std::nullopt;
  }
};

// Text from Python in UTF-8; what has no place there (a lone surrogate) is written as an escape.
inline std::string text_of(nb::handle text) {
  PyObject* raw = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace");
  if (!raw) throw nb::python_error();
  const nb::object bytes = nb::steal(raw);
  return {PyBytes_AS_STRING(raw), static_cast<std::size_t>(PyBytes_GET_SIZE(raw))};
}

// How Python shows an object, for a message: cut where it is long, and never an error of its own.
inline std::string repr_of(nb::handle object) {
  constexpr std::size_t LONGEST = 200;
  PyObject* raw = PyObject_Repr(object.ptr());
  if (!raw) {
    PyErr_Clear();
    return std::string("<a ") + Py_TYPE(object.ptr())->tp_name + " whose repr fails>";
  }
  std::string text = text_of(nb::steal(raw));
  if (text.size() <= LONGEST) return text;
  std::size_t end = LONGEST;
  while ((text[end] & 0xC0) == 0x80) --end;  // not inside a letter
  return text.substr(0, end) + "…";
}

inline double checked_number(nb::handle value, const char* what) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    throw GameError(std::string(what) + " returned " + repr_of(value) + ", not a number");
  }
  if (std::isnan(number)) throw GameError(std::string(what) + " returned nan");
  return number;
}

// What the values of a kept table's entries are values of, as a number that is mixed into its keys. What a search is asked
// gives the same number everywhere; functions and games of the user's are compared as Python compares them and held, so
// that none is taken for another that came later in its place, and have numbers of this process alone.
inline std::uint64_t salt_of(Table& table, std::uint64_t asked, const nb::tuple& given) {
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

// Whether the searches that solve a game are compiled for it: two players, nothing hidden, no dice. Games that are known
// only at run time say then what they are.
template <class G>
inline constexpr bool SOLVABLE =
    !NeverTwo<G> && (requires(const G g) { g.abilities(); } || (!HasOdds<G> && !HasView<G>));

template <Game G>
class PositionOf final : public AnyPosition {
 public:
  using Move = typename G::Move;

  // `owner` keeps alive whatever the position points to.
  PositionOf(const G& position, std::shared_ptr<void> owner)
      : owner_(std::move(owner)), position_(position), pin_(position) {}

  const G& value() const { return position_; }
  const Info& info() const override { return position_.info(); }
  Abilities abilities() const override { return abilities_of(position_); }
  int turn() const override { return position_.turn(); }
  std::uint64_t key() const override { return Surface<G>::key(position_); }
  nb::object repetition_key() const override {
    return keyed(position_).repetition ? Surface<G>::repetition_key(position_) : nb::object();
  }
  nb::object table_key() const override {
    return keyed(position_).table ? Surface<G>::table_key(position_) : nb::object();
  }
  std::string text() const override { return position_.text(); }
  nb::object data() const override { return Surface<G>::data(position_); }
  bool equals(const AnyPosition& other) const override {
    const auto* same = dynamic_cast<const PositionOf*>(&other);
    return same && position_.equals(same->position_);
  }

  nb::list moves() const override {
    nb::list result;
    if (turn() == OVER) return result;
    MoveList<Move> list;
    position_.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) result.append(Surface<G>::show(position_, list[i].move));
    return result;
  }

  std::string name(nb::handle move) const override { return position_.name(legal(move)); }
  std::shared_ptr<const AnyPosition> play(nb::handle move) const override { return wrap(position_.play(legal(move))); }
  double payoff(int player) const override { return turn() == OVER ? position_.payoff(player) + 0.0 : 0.0; }

  double odds(nb::handle move) const override {
    if constexpr (HasOdds<G>)
      if (turn() == CHANCE) return position_.odds(legal(move));
    throw GameError("only a chance node has odds");
  }

  std::string view(int player) const override { return view_of(position_, player); }

  std::shared_ptr<const AnyPosition> sample(int player, std::uint64_t seed, const Beginning& start) const override {
    Random random(mix(seed));
    if (!info().hidden) return wrap(position_);
    if constexpr (HasSample<G>)
      if (abilities().samples) return wrap(position_.sample(player, random));
    return drawn(worlds(player, start), random);
  }

  WorldList worlds(int player, const Beginning& start, Control* control = nullptr) const override {
    if (!info().hidden) return {{wrap(position_), 1.0}};
    if constexpr (HasWorlds<G>)
      if (abilities().lists_worlds) {
        std::vector<World<G>> own;
        position_.worlds(player, own);
        const WorldList list = wrapped(own);
        if constexpr (HasPins<G>)
          for (const World<G>& each : own) each.position.unpin();
        if (list.empty()) throw GameError(info().name + ": worlds gave nothing for " + text());
        return list;
      }
    return walked_worlds(player, start, control);
  }

  WorldList walked_worlds(int player, const Beginning& start, Control* control = nullptr) const override {
    if constexpr (HasView<G>) {
      const auto begun = start();
      const auto walk_through = [&](Watch& watch) {
        WorldWalk<G> walk(position_, player, watch);
        const auto& found = walk.all(adopted(*begun));
        if (found.empty()) throw GameError("the game never comes to " + text() + " from its start");
        nb::gil_scoped_acquire held;
        return wrapped(found);
      };
      return control ? within(*control, walk_through) : unlimited(walk_through);
    }
    return worlds(player, start, control);  // everybody sees everything
  }

  std::shared_ptr<const AnyPosition> canonical() const override {
    if constexpr (HasSymmetry<G>)
      if (abilities().symmetric) return wrap(position_.canonical());
    throw GameError(info().name + " declares no symmetry (canonical)");
  }

  double evaluate(int player) const override {
    if constexpr (HasValue<G>)
      if (abilities().evaluates) return Skill<G>::value(position_, player) + 0.0;
    throw GameError(info().name + " has no evaluation of its own");
  }

  FeatureList features(int player) const override {
    if constexpr (HasFeatures<G>)
      if (abilities().sees_features) {
        FeatureList list;
        Skill<G>::features(position_, player, list);
        std::sort(list.begin(), list.end());
        return list;
      }
    throw GameError(info().name + " has no features");
  }

  int move_index(nb::handle move) const override {
    if constexpr (HasMoveIndex<G>)
      if (abilities().indexes_moves) return Skill<G>::move_index(position_, legal(move));
    throw GameError(info().name + " does not number its moves (move_index)");
  }

  // How much longer the game can last.
  int plies_left() const override {
    if constexpr (requires { position_.plies_left(); }) return position_.plies_left();
    return info().max_plies;
  }

  // How many more decisions of one side a clock has to be shared out over.
  int moves_to_think() const override {
    if constexpr (requires { position_.moves_to_think(); }) return position_.moves_to_think();
    return (plies_left() + 1) / 2;
  }

  std::uint64_t count(int depth) const override {
    return unlimited([&](Watch& watch) { return perft(position_, depth, watch); });
  }
  TreeSize measure(int depth) const override {
    TreeSize size;
    unlimited([&](Watch& watch) {
      measure_tree(position_, depth, watch, size);
      return 0;
    });
    return size;
  }
  std::vector<std::uint64_t> distinct(int depth, bool symmetric) const override {
    return unlimited([&](Watch& watch) { return distinct_positions(position_, depth, symmetric, watch); });
  }

  Report search(const Request& request, nb::handle game, const Beginning& start) const override {
    Plan<G> plan = plan_of(request, game);
    std::deque<Pin<G>> earlier;  // they keep their keys for as long as they are held
    for (nb::handle each : request.asked.history.given) {
      const std::shared_ptr<const AnyPosition> before = nb::cast<const State&>(each).position;
      if (!dynamic_cast<const PositionOf*>(before.get())) throw nb::value_error("history: a position of another game");
      earlier.emplace_back(adopted(*before));
      plan.task.before.push_back(repetition_key_of(earlier.back().held));
    }
    Control control;
    const Query& asked = request.asked;
    const std::uint64_t nodes = asked.nodes.held ? asked.nodes.held->value : 0;
    control.limits = {depth_of(request), nodes, request.hard_seconds, request.soft_seconds};
    control.cancel = asked.stop.flag;
    poll_signals(control, Surface<G>::needs_python);
    try {
      if (request.kind == "ismcts") plan.draw = drawer(start, control);
    } catch (const Stopped& stop) {
      return report(nothing_found(stop), plan);
    }
    if (Surface<G>::needs_python || plan.task.hooks.value || plan.task.hooks.cutoff) control.check_every = 1;
    std::shared_ptr<Table> table = asked.table;
    plan.task.growing = !table && plan.threads == 1;
    if (table) plan.kept = &table->beside;
    if (table && request.features.engine) plan.memory_mb = static_cast<double>(table->bytes()) / (1 << 20);
    if (request.features.table && !request.features.engine && !table)
      table = std::make_shared<Table>(asked.memory_mb.value, request.features.replacement, plan.task.growing);
    if (table) table->new_search();
    if (asked.table) plan.task.salt = salt_for(*asked.table, request, plan.task, game);
    plan.task.table = request.features.table ? table.get() : nullptr;
    Findings<Move> findings;
    if constexpr (Surface<G>::needs_python) {
      findings = run(request.kind, plan, control);
    } else {
      nb::gil_scoped_release release;
      findings = run(request.kind, plan, control);
    }
    return report(findings, plan);
  }

  MoveGraph positions_from(const std::vector<std::shared_ptr<const AnyPosition>>& starts, bool symmetric,
                           double megabytes, Control& control, const Progress& progress) const override {
    if constexpr (SOLVABLE<G>) {
      std::vector<G> all;
      std::deque<Pin<G>> pinned;
      for (const auto& each : starts) {
        if (!dynamic_cast<const PositionOf*>(each.get())) throw nb::value_error("starts: a position of another game");
        pinned.emplace_back(adopted(*each));
        all.push_back(pinned.back().held);
      }
      return within(control, [&](Watch& watch) { return enumerate(all, symmetric, megabytes, watch, progress); });
    }
    throw GameError(info().name + " is no game for two without chance and hidden information");
  }

  std::vector<Slice> slices(int pieces) const override {
    if constexpr (HasIndex<G>) return position_.slices(pieces);
    return {};
  }
  std::uint64_t slice_print(int pieces) const override {
    std::uint64_t sum = 0;
    if constexpr (HasIndex<G>) {
      const std::vector<Slice> all = position_.slices(pieces);
      for (std::size_t i = 0; i < all.size(); ++i)
        for (const std::uint64_t at : {std::uint64_t{0}, all[i].size / 3, all[i].size / 2, all[i].size - 1}) {
          const std::optional<G> sample = position_.unrank(i, at);
          sum = mix(sum + all[i].size * 3 + at);
          for (const char letter : sample ? sample->text() : "") sum = mix(sum + static_cast<unsigned char>(letter));
        }
    }
    return sum;
  }
  EndgameTable::Part next_slice(const EndgameTable& table, int threads, double megabytes,
                                Control& control) const override {
    if constexpr (HasIndex<G>) {
      const nb::gil_scoped_release release;
      return SliceAnalysis<G>(position_, table, threads, megabytes, control).run();
    }
    throw GameError(info().name + " has no index of its positions");
  }
  std::optional<Known> probe(const EndgameTable& table) const override { return table.find(position_); }

  // The game from here on, written out for methods that look for equilibria.
  std::shared_ptr<SequenceForm> sequences(std::uint64_t most_nodes) const override {
    if constexpr (HasView<G>)
      return unlimited([&](Watch& watch) {
        return std::make_shared<SequenceForm>(SequenceCompiler<G>(most_nodes, watch).compile(position_));
      });
    throw GameError(info().name + " hides nothing");
  }
  std::shared_ptr<SampledRegret> sampled_regret(std::uint64_t seed) const override {
    if constexpr (HasView<G>) {
      auto run = std::make_shared<ExternalSampling<G>>(position_, owner_, seed);
      run->python = Surface<G>::needs_python;
      return run;
    }
    throw GameError(info().name + " hides nothing");
  }

 private:
  std::shared_ptr<const AnyPosition> wrap(const G& position) const {
    return std::make_shared<PositionOf>(position, owner_);
  }

  Findings<Move> run(const std::string& kind, const Plan<G>& plan, Control& control) const {
    if (kind == "mcts" || kind == "ismcts") return run_mcts(position_, plan, control);
    if constexpr (!NeverTwo<G>)
      if (kind == "puct") return run_puct(position_, plan, control);
    if constexpr (SOLVABLE<G>)
      if (kind == "proof") return run_proof(position_, plan, control);
    if constexpr (MayBeMany<G>) {
      if (kind == "maxn") return run_maxn(position_, plan, control);
      if (kind == "paranoid") return run_paranoid(position_, plan, control);
      if (!info().sides.empty()) return run_partners(position_, plan, control);
    }
    if constexpr (NeverTwo<G>)
      throw GameError(info().name + " is not a game for two");
    else
      return run_search(position_, plan, control);
  }

  // Positions as the player to move may think them, for a search that samples.
  std::function<G(Random&)> drawer(const Beginning& start, Control& control) const {
    const int player = std::max(turn(), 0);
    if constexpr (HasSampler<G>) return position_.sampler(player);
    if constexpr (HasSample<G>)
      if (abilities().samples) return [this, player](Random& random) { return position_.sample(player, random); };
    return [list = worlds(player, start, &control)](Random& random) {
      return dynamic_cast<const PositionOf&>(*drawn(list, random)).position_;
    };
  }

  WorldList wrapped(const std::vector<World<G>>& worlds) const {
    WorldList list;
    for (const World<G>& each : worlds) list.emplace_back(wrap(each.position), each.chance);
    return list;
  }

  static std::shared_ptr<const AnyPosition> drawn(const WorldList& worlds, Random& random) {
    double left = random.unit();
    for (const auto& [position, chance] : worlds)
      if ((left -= chance) < 0) return position;
    return worlds.back().first;
  }

  // A position of the same game, kept where this one is kept.
  G adopted(const AnyPosition& other) const {
    const auto& same = dynamic_cast<const PositionOf&>(other);
    if constexpr (requires { position_.adopt(same.position_); }) return position_.adopt(same.position_);
    return same.position_;
  }

  Move legal(nb::handle move) const {
    if (turn() == OVER) throw IllegalMove("the game is over: no move is legal", text());
    const std::optional<Move> found = Surface<G>::read(position_, move);
    if (found) return *found;
    throw IllegalMove("move " + repr_of(move) + " is not legal here; legal: " + legal_moves(), text());
  }

  // The first of them in a row; those with spaces of their own are separated by commas.
  std::string legal_moves() const {
    constexpr std::size_t MOST = 40;
    std::vector<std::string> names;
    const nb::list all = moves();
    for (nb::handle each : all) {
      if (names.size() == MOST) break;
      names.push_back(nb::isinstance<nb::str>(each) ? text_of(each) : repr_of(each));
    }
    const bool spaced =
        std::ranges::any_of(names, [](const auto& name) { return name.find(' ') != std::string::npos; });
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : spaced ? ", " : " ") + name;
    return list + (all.size() > MOST ? " …" : "");
  }

  template <class Work>
  auto unlimited(Work work) const {
    Control control;
    poll_signals(control, Surface<G>::needs_python);
    return within(control, work);
  }

  // The same up to the limits of a control: throws Stopped.
  template <class Work>
  static auto within(Control& control, Work work) {
    Watch watch(control, true);
    if constexpr (Surface<G>::needs_python) {
      return work(watch);
    } else {
      nb::gil_scoped_release release;
      return work(watch);
    }
  }

  // As deep as the game goes is to its end.
  int depth_of(const Request& request) const {
    const auto& asked = request.asked.depth.held;
    return asked && asked->plies < info().max_plies ? asked->plies : FULL_DEPTH;
  }

  // A search that ended before it began: any legal move.
  Findings<Move> nothing_found(const Stopped& stop) const {
    Findings<Move> findings;
    MoveList<Move> list;
    position_.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) findings.moves.push_back({.move = list[i].move, .line = {}});
    findings.stopped = stop.why;
    return findings;
  }

  Plan<G> plan_of(const Request& request, nb::handle game) const {
    Plan<G> plan;
    const Query& asked = request.asked;
    Task<G>& task = plan.task;
    task.can = abilities();
    task.features = resolved(request.features, task.can);
    task.seed = asked.seed.value;
    task.endgames = asked.endgames.table.get();
    task.trace_cap = asked.trace.nodes;
    const auto state = [this, game](const G& g) { return State{wrap(g), nb::borrow(game)}; };
    const nb::object& evaluation = asked.eval.given;
    const bool judged_zero = nb::isinstance<nb::str>(evaluation);
    // Between two players the core uses a network itself; elsewhere it is a function like others.
    if (asked.eval.network && (request.kind.empty() || request.kind == "puct") && info().sides.empty()) {
      if (!task.can.sees_features || info().feature_count != asked.eval.network->features())
        throw nb::value_error("eval: the network is for other features than the game's");
      task.network = asked.eval.network.get();
    } else if (!evaluation.is_none() && !judged_zero)
      task.hooks.value = remembered([call = evaluation, state](const G& g, int player) {
        nb::gil_scoped_acquire held;
        return checked_number(call(state(g), player), "the evaluation");
      });
    if (!asked.cutoff.given.is_none())
      task.hooks.cutoff = [call = asked.cutoff.given, state](const G& g, int ply) {
        nb::gil_scoped_acquire held;
        const int answer = PyObject_IsTrue(nb::object(call(state(g), ply)).ptr());
        if (answer < 0) throw nb::python_error();
        return answer == 1;
      };
    task.evaluates = !judged_zero && (task.network || task.hooks.value || abilities().evaluates);
    const bool cut_short = depth_of(request) < FULL_DEPTH || task.hooks.cutoff || request.features.deepen;
    task.distance = info().payoffs == Payoffs::outcome && !info().chance &&
                    (request.features.quick || (task.evaluates && cut_short));
    plan.best = asked.best.count;
    plan.memory_mb = asked.memory_mb.value;
    plan.explore = asked.explore.value;
    plan.alpha = request.window.alpha;
    plan.beta = request.window.beta;
    plan.threads = Surface<G>::needs_python ? 1 : static_cast<int>(asked.threads.value);
    if (!request.progress.is_none())
      plan.progress = [this, call = request.progress, plan_distance = task.distance](const Findings<Move>& findings) {
        nb::gil_scoped_acquire held;
        call(report_of(findings, plan_distance, 1));
      };
    return plan;
  }

  // What the values of this search are values of: a kept table serves searches that agree in all of it.
  std::uint64_t salt_for(Table& table, const Request& request, const Task<G>& task, nb::handle game) const {
    const bool users = !Surface<G>::needs_python && nb::hasattr(game, "initial");  // keys of others are its own
    const bool judged_zero = nb::isinstance<nb::str>(request.asked.eval.given);
    const Features& features = request.features;
    const auto side = static_cast<std::uint64_t>(request.kind == "paranoid" ? turn() + 2 : 0);
    const std::uint64_t print = request.asked.eval.network ? request.asked.eval.network->print() : 0;
    const std::uint64_t asked =
        side << 4 | static_cast<std::uint64_t>(task.evaluates) << 3 | static_cast<std::uint64_t>(task.distance) << 2 |
        static_cast<std::uint64_t>(features.symmetry) << 1 | static_cast<std::uint64_t>(features.filter);
    return salt_of(table, asked ^ print,
                   nb::make_tuple(judged_zero || print ? nb::none() : request.asked.eval.given,
                                  request.asked.cutoff.given, users ? nb::borrow(game) : nb::none()));
  }

  // Games in Python: the evaluation of a state is asked once a search.
  static std::function<double(const G&, int)> remembered(std::function<double(const G&, int)> ask) {
    if constexpr (!Surface<G>::needs_python) return ask;
    return [ask = std::move(ask), known = std::unordered_map<std::uint64_t, double>()](const G& g, int player) mutable {
      const auto [entry, fresh] = known.try_emplace(g.key() ^ static_cast<std::uint64_t>(player));
      if (fresh) entry->second = ask(g, player);
      return entry->second;
    };
  }

  Report report(const Findings<Move>& findings, const Plan<G>& plan) const {
    const bool by_solver = findings.solved && findings.depth == 0;
    Report result = report_of(findings, plan.task.distance || by_solver, plan.threads);
    if (plan.task.trace_cap > 0) result.trace = trace_of(findings);
    return result;
  }

  Report report_of(const Findings<Move>& findings, bool distance, int threads) const {
    Report result;
    for (const auto& each : findings.moves) {
      LineReport line{Surface<G>::show(position_, each.move),
                      each.value + 0.0,
                      static_cast<int>(each.bound),
                      each.proved,
                      {},
                      each.error,
                      each.visits,
                      each.values,
                      each.about || (findings.confidence < 1 && !each.proved),
                      each.share};
      G at = position_;
      for (const Move move : each.line) {
        line.line.append(Surface<G>::show(at, move));
        at = at.play(move);
      }
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

  // Rows come in the order of the walk, so one stack of positions is enough to name every move.
  TraceReport trace_of(const Findings<Move>& findings) const {
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
    std::vector<G> path;
    for (const TraceRow& row : rows) {
      if (row.ply == 0) {
        path.assign(1, position_);
        result.moves.append(nb::none());
        continue;
      }
      path.resize(static_cast<std::size_t>(row.ply), position_);
      const G& parent = path.back();
      const Move move = static_cast<Move>(row.move);
      result.moves.append(Surface<G>::show(parent, move));
      if (row.kind != NodeKind::pruned) path.push_back(parent.play(move));
    }
    return result;
  }

  std::shared_ptr<void> owner_;
  G position_;
  Pin<G> pin_;
};

}  // namespace zermelo
