// A game's position as an AnyPosition, with every search compiled for that game alone.
#pragma once

#include <deque>
#include <random>
#include <unordered_map>

#include "any_position.hpp"
#include "core/block_analysis.hpp"
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
std::string text_of(nb::handle text);

// How Python shows an object, for a message: cut where it is long, and never an error of its own.
std::string repr_of(nb::handle object);

double checked_number(nb::handle value, const char* what);

// What all games share of a search that Python asks for (position.cpp).

// The limits of a request; Ctrl-C is heard.
void limit_search(const Request& request, const Info& info, bool in_python, Control& control);
// The network that judges, if the core is to use it itself: between two players. Elsewhere it is a function like others.
const Network* network_for(const Request& request, const AnyPosition& root);
// What a request says, apart from functions of the user's: `judges` and `cuts` if there is such an evaluation or cut-off.
void plan_search(const Request& request, const AnyPosition& root, bool in_python, bool judges, bool cuts,
                 PlanBase& plan, TaskBase& task);
// The table that a search uses, if it uses one: the one it was given, or one of its own.
std::shared_ptr<Table> table_for(const Request& request, const AnyPosition& root, bool in_python, nb::handle game,
                                 PlanBase& plan, TaskBase& task);
// A report without the names of moves in a trace; `shown` is how moves from the root on, one after the other, look.
using ShowLine = std::function<nb::list(const std::vector<AnyMove>& line)>;
Report report_from(const Findings& findings, bool distance, int threads, const ShowLine& shown);
TraceReport trace_from(const Findings& findings);
[[noreturn]] void refuse_move(const AnyPosition& position, nb::handle move);

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

  [[gnu::cold]] std::string name(nb::handle move) const override { return position_.name(legal(move)); }
  std::shared_ptr<const AnyPosition> play(nb::handle move) const override { return wrap(position_.play(legal(move))); }
  double payoff(int player) const override { return turn() == OVER ? position_.payoff(player) + 0.0 : 0.0; }

  [[gnu::cold]] double odds(nb::handle move) const override {
    if constexpr (HasOdds<G>)
      if (turn() == CHANCE) return position_.odds(legal(move));
    throw GameError("only a chance node has odds");
  }

  [[gnu::cold]] std::string view(int player) const override { return view_of(position_, player); }

  [[gnu::cold]] std::shared_ptr<const AnyPosition> sample(int player, std::uint64_t seed,
                                                          const Beginning& start) const override {
    Random random(mix(seed));
    if (!info().hidden) return wrap(position_);
    if constexpr (HasSample<G>)
      if (abilities().samples) {
        Store store;
        if constexpr (HasPast<G>)
          return wrap(position_.sample(player, random, &store));
        else
          return wrap(position_.sample(player, random));
      }
    return drawn(worlds(player, start), random);
  }

  [[gnu::cold]] WorldList worlds(int player, const Beginning& start, Control* control = nullptr) const override {
    if (!info().hidden) return {{wrap(position_), 1.0}};
    if constexpr (HasWorlds<G>)
      if (abilities().lists_worlds) {
        std::vector<World<G>> own;
        Store store;
        if constexpr (HasPast<G>)
          position_.worlds(player, own, &store);
        else
          position_.worlds(player, own);
        const WorldList list = wrapped(own);
        if constexpr (HasPins<G>)
          for (const World<G>& each : own) each.position.unpin();
        if (list.empty()) throw GameError(info().name + ": worlds gave nothing for " + text());
        return list;
      }
    return walked_worlds(player, start, control);
  }

  [[gnu::cold]] WorldList walked_worlds(int player, const Beginning& start, Control* control = nullptr) const override {
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

  [[gnu::cold]] std::shared_ptr<const AnyPosition> canonical() const override {
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

  bool noisy(nb::handle move) const override {
    if constexpr (HasNoise<G>)
      if (abilities().sees_noise) {
        if constexpr (HasStandPat<G>)
          if (!Skill<G>::stand_pat(position_)) return true;
        return typename Skill<G>::Judge(position_).noisy(legal(move));
      }
    throw GameError(info().name + " does not say which moves are noisy");
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

  [[gnu::cold]] std::uint64_t count(int depth) const override {
    return unlimited([&](Watch& watch) { return perft(position_, depth, watch); });
  }
  [[gnu::cold]] TreeSize measure(int depth) const override {
    TreeSize size;
    unlimited([&](Watch& watch) {
      measure_tree(position_, depth, watch, size);
      return 0;
    });
    return size;
  }
  [[gnu::cold]] std::vector<std::uint64_t> distinct(int depth, bool symmetric) const override {
    return unlimited([&](Watch& watch) { return distinct_positions(position_, depth, symmetric, watch); });
  }

  [[gnu::cold]] Report search(const Request& request, nb::handle game, const Beginning& start) const override {
    Plan<G> plan = plan_of(request, game);
    std::deque<Pin<G>> earlier;  // they keep their keys for as long as they are held
    for (nb::handle each : request.asked.history.given) {
      const std::shared_ptr<const AnyPosition> before = nb::cast<const State&>(each).position;
      if (!dynamic_cast<const PositionOf*>(before.get())) throw nb::value_error("history: a position of another game");
      earlier.emplace_back(adopted(*before));
      plan.task.before.push_back(repetition_key_of(earlier.back().held));
    }
    Control control;
    limit_search(request, info(), Surface<G>::needs_python, control);
    try {
      if (request.kind == "ismcts") plan.draw = drawer(start, control);
    } catch (const Stopped& stop) {
      return report(nothing_found(stop), plan);
    }
    if (Surface<G>::needs_python || plan.task.hooks.value || plan.task.hooks.cutoff) control.check_every = 1;
    const std::shared_ptr<Table> table = table_for(request, *this, Surface<G>::needs_python, game, plan, plan.task);
    Findings findings;
    if constexpr (Surface<G>::needs_python) {
      findings = run(request.kind, plan, control);
    } else {
      nb::gil_scoped_release release;
      findings = run(request.kind, plan, control);
    }
    return report(findings, plan);
  }

  [[gnu::cold]] MoveGraph positions_from(const std::vector<std::shared_ptr<const AnyPosition>>& starts, bool symmetric,
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
  [[gnu::cold]] std::uint64_t slice_print(int pieces) const override {
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
  [[gnu::cold]] EndgameTable::Part next_slice(const EndgameTable& table, int threads, double megabytes,
                                              Control& control) const override {
    if constexpr (HasIndex<G>) {
      const nb::gil_scoped_release release;
      if constexpr (HasUnmoves<G>) return BlockAnalysis<G>(position_, table, megabytes, control).run();
      return SliceAnalysis<G>(position_, table, threads, megabytes, control).run();
    }
    throw GameError(info().name + " has no index of its positions");
  }
  [[gnu::cold]] std::optional<Known> probe(const EndgameTable& table) const override { return table.find(position_); }

  // The game from here on, written out for methods that look for equilibria.
  [[gnu::cold]] std::shared_ptr<SequenceForm> sequences(std::uint64_t most_nodes) const override {
    if constexpr (HasView<G>)
      return unlimited([&](Watch& watch) {
        return std::make_shared<SequenceForm>(SequenceCompiler<G>(most_nodes, watch).compile(position_));
      });
    throw GameError(info().name + " hides nothing");
  }
  [[gnu::cold]] std::shared_ptr<SampledRegret> sampled_regret(std::uint64_t seed) const override {
    if constexpr (HasView<G>) {
      auto run = std::make_shared<ExternalSampling<G>>(position_, owner_, seed);
      run->python = Surface<G>::needs_python;
      return run;
    }
    throw GameError(info().name + " hides nothing");
  }

 private:
  std::shared_ptr<const AnyPosition> wrap(const G& position) const {
    if constexpr (HasPast<G>) {
      G own = position;
      if (Store past = own.settle()) return std::make_shared<PositionOf>(own, std::move(past));
    }
    return std::make_shared<PositionOf>(position, owner_);
  }

  [[gnu::cold]] Findings run(const std::string& kind, const Plan<G>& plan, Control& control) const {
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
  [[gnu::cold]] std::function<G(Random&)> drawer(const Beginning& start, Control& control) const {
    const int player = std::max(turn(), 0);
    if constexpr (HasSampler<G>) return position_.sampler(player);
    if constexpr (HasSample<G>)
      if (abilities().samples) return [this, player](Random& random) { return position_.sample(player, random); };
    return [list = worlds(player, start, &control)](Random& random) {
      return dynamic_cast<const PositionOf&>(*drawn(list, random)).position_;
    };
  }

  [[gnu::cold]] WorldList wrapped(const std::vector<World<G>>& worlds) const {
    WorldList list;
    for (const World<G>& each : worlds) list.emplace_back(wrap(each.position), each.chance);
    return list;
  }

  [[gnu::cold]] static std::shared_ptr<const AnyPosition> drawn(const WorldList& worlds, Random& random) {
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
    const std::optional<Move> found = turn() == OVER ? std::nullopt : Surface<G>::read(position_, move);
    if (!found) refuse_move(*this, move);
    return *found;
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

  // A search that ended before it began: any legal move.
  [[gnu::cold]] Findings nothing_found(const Stopped& stop) const {
    Findings findings;
    MoveList<Move> list;
    position_.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i)
      findings.moves.push_back({.move = static_cast<AnyMove>(list[i].move), .line = {}});
    findings.stopped = stop.why;
    return findings;
  }

  [[gnu::cold]] Plan<G> plan_of(const Request& request, nb::handle game) const {
    Plan<G> plan;
    const Query& asked = request.asked;
    Hooks<G>& hooks = plan.task.hooks;
    const auto state = [this, game](const G& g) { return State{wrap(g), nb::borrow(game)}; };
    const nb::object& evaluation = asked.eval.given;
    plan.task.network = network_for(request, *this);
    if (!plan.task.network && !evaluation.is_none() && !nb::isinstance<nb::str>(evaluation))
      hooks.value = remembered([call = evaluation, state](const G& g, int player) {
        nb::gil_scoped_acquire held;
        return checked_number(call(state(g), player), "the evaluation");
      });
    if (!asked.cutoff.given.is_none())
      hooks.cutoff = [call = asked.cutoff.given, state](const G& g, int ply) {
        nb::gil_scoped_acquire held;
        const int answer = PyObject_IsTrue(nb::object(call(state(g), ply)).ptr());
        if (answer < 0) throw nb::python_error();
        return answer == 1;
      };
    plan_search(request, *this, Surface<G>::needs_python, static_cast<bool>(hooks.value),
                static_cast<bool>(hooks.cutoff), plan, plan.task);
    if (!request.progress.is_none())
      plan.progress = [this, call = request.progress, plan_distance = plan.task.distance](const Findings& findings) {
        nb::gil_scoped_acquire held;
        call(report_of(findings, plan_distance, 1));
      };
    return plan;
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

  [[gnu::cold]] Report report(const Findings& findings, const Plan<G>& plan) const {
    const bool by_solver = findings.solved && findings.depth == 0;
    Report result = report_of(findings, plan.task.distance || by_solver, plan.threads);
    if (plan.task.trace_cap > 0) result.trace = trace_of(findings);
    return result;
  }

  [[gnu::cold]] Report report_of(const Findings& findings, bool distance, int threads) const {
    return report_from(findings, distance, threads, [this](const std::vector<AnyMove>& line) {
      nb::list shown;
      G at = position_;
      for (std::size_t i = 0; i < line.size(); ++i) {
        if (i > 0) at = at.play(static_cast<Move>(line[i - 1]));
        shown.append(Surface<G>::show(at, static_cast<Move>(line[i])));
      }
      return shown;
    });
  }

  // Rows come in the order of the walk, so one stack of positions is enough to name every move.
  [[gnu::cold]] TraceReport trace_of(const Findings& findings) const {
    TraceReport result = trace_from(findings);
    std::vector<G> path;
    for (const TraceRow& row : findings.trace) {
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
