// A position of any game in a box of one size, with a table of the game's functions.
//
// The searches are templates and compile to code of their own for each game: that is what makes them fast, and what makes
// a game expensive to build. Small games share one copy instead, compiled for `Boxed` (bind/boxed.cpp); the price is a
// call through a pointer for every turn, list of moves and move. It finds the same, node by node, as a copy of its own.
//
// A box holds the rules, keys, hidden information and an evaluation. Whoever has more to offer a search (symmetries, an opinion
// of moves, a solver, more than two players) has a reason for a copy of its own, and the compiler says so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "game.hpp"

namespace zermelo {

struct Boxed;

// What a game does with its boxes; `value`, `repetition_key`, `table_key`, `view`, `sample`, `worlds` and `settle` are null
// where it has none.
struct BoxFunctions {
  using Move = std::int32_t;

  int (*turn)(const Boxed&);
  void (*moves)(const Boxed&, MoveList<Move>&);
  Boxed (*play)(const Boxed&, Move);
  double (*payoff)(const Boxed&, int player);
  double (*odds)(const Boxed&, Move);
  double (*value)(const Boxed&, int player);
  std::uint64_t (*key)(const Boxed&);
  std::uint64_t (*repetition_key)(const Boxed&);
  std::uint64_t (*table_key)(const Boxed&);
  bool (*equals)(const Boxed&, const Boxed&);
  const Info& (*info)(const Boxed&);
  int (*plies_left)(const Boxed&);
  std::string (*text)(const Boxed&);
  std::string (*name)(const Boxed&, Move);
  bool (*also_reads)(const Boxed&, Move, const std::string&);
  std::string (*view)(const Boxed&, int player);
  Boxed (*sample)(const Boxed&, int player, Random&, Store*);
  void (*worlds)(const Boxed&, int player, std::vector<World<Boxed>>&, Store*);
  Store (*settle)(Boxed&);
};

struct Boxed {
  using Move = BoxFunctions::Move;
  static constexpr std::size_t ROOM = 224;

  const BoxFunctions* game;
  alignas(8) std::array<std::byte, ROOM> content{};

  int turn() const { return game->turn(*this); }
  void moves(MoveList<Move>& out) const { game->moves(*this, out); }
  Boxed play(Move move) const { return game->play(*this, move); }
  double payoff(int player) const { return game->payoff(*this, player); }
  double odds(Move move) const { return game->odds(*this, move); }
  std::uint64_t key() const { return game->key(*this); }
  std::uint64_t repetition_key() const { return game->repetition_key ? game->repetition_key(*this) : key(); }
  std::uint64_t table_key() const { return game->table_key ? game->table_key(*this) : key(); }
  Keyed keyed() const { return {game->repetition_key != nullptr, game->table_key != nullptr}; }
  bool equals(const Boxed& other) const { return game == other.game && game->equals(*this, other); }
  const Info& info() const { return game->info(*this); }
  int plies_left() const { return game->plies_left(*this); }
  std::string text() const { return game->text(*this); }
  std::string name(Move move) const { return game->name(*this, move); }
  bool also_reads(Move move, const std::string& text) const { return game->also_reads(*this, move, text); }
  std::string view(int player) const {
    if (!game->view) throw GameError(info().name + " hides nothing");
    return game->view(*this, player);
  }
  Boxed sample(int player, Random& random, Store* store = nullptr) const {
    return game->sample(*this, player, random, store);
  }
  void worlds(int player, std::vector<World<Boxed>>& out, Store* store = nullptr) const {
    game->worlds(*this, player, out, store);
  }
  Store settle() { return game->settle ? game->settle(*this) : nullptr; }
  Abilities abilities() const {
    return {.evaluates = game->value != nullptr,
            .repetition_keyed = keyed().repetition,
            .table_keyed = keyed().table,
            .samples = game->sample != nullptr,
            .lists_worlds = game->worlds != nullptr};
  }
};

template <>
struct Skill<Boxed> {
  // Nothing known is 0, as in a game without an evaluation.
  static double value(const Boxed& position, int player) {
    return position.game->value ? position.game->value(position, player) : 0;
  }
};

// What a box leaves out.
template <class G>
concept Boxable = Game<G> && sizeof(G) <= Boxed::ROOM && alignof(G) <= 8 && !HasSymmetry<G> && !HasJudge<G> &&
                  !HasPlayout<G> && !HasFeatures<G> && !HasSampler<G> && !MayBeMany<G> && !HasPins<G> &&
                  !requires(const G g) { g.count_moves(); } && !requires(const G g) { g.moves_to_think(); } &&
                  !requires { &Skill<G>::solver_nodes; } && !requires { &Skill<G>::search; };

// How the positions of one game are put into boxes and used there.
template <Boxable G>
class Box {
 public:
  static Boxed closed(const G& position) {
    Boxed box{&functions};
    ::new (static_cast<void*>(box.content.data())) G(position);
    return box;
  }

 private:
  using Move = BoxFunctions::Move;
  using Own = typename G::Move;

  static G& open(Boxed& box) { return *std::launder(reinterpret_cast<G*>(box.content.data())); }
  static const G& open(const Boxed& box) { return *std::launder(reinterpret_cast<const G*>(box.content.data())); }

  static int turn(const Boxed& box) { return open(box).turn(); }
  static void moves(const Boxed& box, MoveList<Move>& out) {
    thread_local MoveList<Own> list;  // kept, so that nothing is allocated at a node
    list.clear();
    open(box).moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) out.add(static_cast<Move>(list[i].move));
  }
  static Boxed play(const Boxed& box, Move move) { return closed(open(box).play(static_cast<Own>(move))); }
  static double payoff(const Boxed& box, int player) { return open(box).payoff(player); }
  static double odds(const Boxed& box, Move move) {
    if constexpr (HasOdds<G>) return open(box).odds(static_cast<Own>(move));
    throw GameError(info(box).name + " has no dice");
  }
  static double value(const Boxed& box, int player)
    requires HasValue<G>
  {
    return Skill<G>::value(open(box), player);
  }
  static std::uint64_t key(const Boxed& box) { return open(box).key(); }
  static std::uint64_t repetition_key(const Boxed& box)
    requires HasRepetitionKey<G>
  {
    return open(box).repetition_key();
  }
  static std::uint64_t table_key(const Boxed& box)
    requires HasTableKey<G>
  {
    return open(box).table_key();
  }
  static bool equals(const Boxed& a, const Boxed& b) { return open(a).equals(open(b)); }
  static const Info& info(const Boxed& box) { return open(box).info(); }
  static int plies_left(const Boxed& box) {
    if constexpr (requires(const G g) { g.plies_left(); }) return open(box).plies_left();
    return info(box).max_plies;
  }
  static std::string text(const Boxed& box) { return open(box).text(); }
  static std::string name(const Boxed& box, Move move) { return open(box).name(static_cast<Own>(move)); }
  static bool also_reads(const Boxed& box, Move move, const std::string& text) {
    return open(box).also_reads(static_cast<Own>(move), text);
  }
  static std::string view(const Boxed& box, int player)
    requires HasView<G>
  {
    return open(box).view(player);
  }
  static Boxed sample(const Boxed& box, int player, Random& random, [[maybe_unused]] Store* store)
    requires HasSample<G>
  {
    if constexpr (HasPast<G>)
      return closed(open(box).sample(player, random, store));
    else
      return closed(open(box).sample(player, random));
  }
  static void worlds(const Boxed& box, int player, std::vector<World<Boxed>>& out, [[maybe_unused]] Store* store)
    requires HasWorlds<G>
  {
    std::vector<World<G>> own;
    if constexpr (HasPast<G>)
      open(box).worlds(player, own, store);
    else
      open(box).worlds(player, own);
    for (const World<G>& each : own) out.push_back({closed(each.position), each.chance});
  }

  static Store settle(Boxed& box)
    requires HasPast<G>
  {
    return open(box).settle();
  }

  static constexpr BoxFunctions table() {
    BoxFunctions all{.turn = turn,
                     .moves = moves,
                     .play = play,
                     .payoff = payoff,
                     .odds = odds,
                     .value = nullptr,
                     .key = key,
                     .repetition_key = nullptr,
                     .table_key = nullptr,
                     .equals = equals,
                     .info = info,
                     .plies_left = plies_left,
                     .text = text,
                     .name = name,
                     .also_reads = also_reads,
                     .view = nullptr,
                     .sample = nullptr,
                     .worlds = nullptr,
                     .settle = nullptr};
    if constexpr (HasValue<G>) all.value = value;
    if constexpr (HasRepetitionKey<G>) all.repetition_key = repetition_key;
    if constexpr (HasTableKey<G>) all.table_key = table_key;
    if constexpr (HasView<G>) all.view = view;
    if constexpr (HasSample<G>) all.sample = sample;
    if constexpr (HasWorlds<G>) all.worlds = worlds;
    if constexpr (HasPast<G>) all.settle = settle;
    return all;
  }
  static constexpr BoxFunctions functions = table();
};

}  // namespace zermelo
