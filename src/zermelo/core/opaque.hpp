// A position of any game as bytes, and what a search that is compiled once for all games asks about it.
//
// Searches whose time goes into judging positions lose nothing by a call through a pointer at every step, and compile in
// one place (puct.hpp); a game only compiles the few functions below. Unlike a box (boxed.hpp) it leaves nothing out: a
// game's opinion of moves, its playouts and what the user plugged in are asked through it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "deepen.hpp"

namespace zermelo {

using OpaqueMove = std::int64_t;

struct OpaquePosition {
  alignas(16) std::array<std::byte, 256> bytes;
};

class OpaqueGame {
 public:
  using Moves = MoveList<OpaqueMove>;

  OpaqueGame() = default;
  OpaqueGame(const OpaqueGame&) = delete;
  OpaqueGame& operator=(const OpaqueGame&) = delete;
  virtual ~OpaqueGame() = default;

  virtual int turn(const OpaquePosition&) const = 0;
  virtual void moves(const OpaquePosition&, Moves& out) const = 0;
  virtual OpaquePosition play(const OpaquePosition&, OpaqueMove) const = 0;
  virtual double payoff(const OpaquePosition&, int player) const = 0;
  virtual double odds(const OpaquePosition&, OpaqueMove) const = 0;
  virtual std::uint64_t repetition_key(const OpaquePosition&) const = 0;
  virtual bool pins() const = 0;  // whether positions in use have to be pinned
  virtual void pin(const OpaquePosition&) const = 0;
  virtual void unpin(const OpaquePosition&) const = 0;
  [[noreturn]] virtual void endless() const = 0;

  // What the evaluation says: a network, the user's, or the game's own. The accumulators are those of the caller's thread.
  virtual double value(const OpaquePosition&, int player, int ply, Accumulators& sums) const = 0;
  // Whether the user's cutoff says that nothing is to be searched below.
  virtual bool stops(const OpaquePosition&, int ply) const = 0;
  // The policy of a network, as the moves' ranks; false if there is none.
  virtual bool logits(const OpaquePosition&, int ply, Accumulators& sums, Moves& list) const = 0;
  // The game's static opinion of the moves, as their ranks; false if it has none.
  virtual bool rank(const OpaquePosition&, Moves& list) const = 0;
  // The end of a game that is played out as the game's skill says, else at random; draws it after `most` plies if
  // positions may come back.
  virtual OpaquePosition played_out(const OpaquePosition&, int most, Random&, Watch&) const = 0;
};

template <Game G>
class OpaqueOf final : public OpaqueGame {
 public:
  using Move = typename G::Move;

  OpaqueOf(const G& root, const Task<G>& task) : root_(root), task_(task) {}

  static OpaquePosition closed(const G& position) {
    OpaquePosition held;
    std::memcpy(held.bytes.data(), &position, sizeof(G));
    return held;
  }

  int turn(const OpaquePosition& p) const override { return open(p).turn(); }
  void moves(const OpaquePosition& p, Moves& out) const override {
    MoveList<Move>& list = scratch();
    open(p).moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) out.add(static_cast<OpaqueMove>(list[i].move));
  }
  OpaquePosition play(const OpaquePosition& p, OpaqueMove move) const override {
    return closed(open(p).play(static_cast<Move>(move)));
  }
  double payoff(const OpaquePosition& p, int player) const override { return open(p).payoff(player); }
  double odds(const OpaquePosition& p, OpaqueMove move) const override {
    if constexpr (HasOdds<G>) return open(p).odds(static_cast<Move>(move));
    return 0;
  }
  std::uint64_t repetition_key(const OpaquePosition& p) const override { return repetition_key_of(open(p)); }
  bool pins() const override { return HasPins<G>; }
  void pin(const OpaquePosition& p) const override {
    if constexpr (HasPins<G>) open(p).pin();
  }
  void unpin(const OpaquePosition& p) const override {
    if constexpr (HasPins<G>) open(p).unpin();
  }
  [[noreturn]] void endless() const override { zermelo::endless(root_.info()); }

  double value(const OpaquePosition& p, int player, [[maybe_unused]] int ply,
               [[maybe_unused]] Accumulators& sums) const override {
    if constexpr (HasFeatures<G>)
      if (task_.network) return sums.value(open(p), player, ply);
    if (task_.hooks.value) return task_.hooks.value(open(p), player);
    if constexpr (HasValue<G>) return Skill<G>::value(open(p), player);
    return 0;
  }
  bool stops(const OpaquePosition& p, int ply) const override {
    return task_.hooks.cutoff && task_.hooks.cutoff(open(p), ply);
  }
  bool logits([[maybe_unused]] const OpaquePosition& p, [[maybe_unused]] int ply, [[maybe_unused]] Accumulators& sums,
              [[maybe_unused]] Moves& list) const override {
    if constexpr (HasMoveIndex<G>) {
      if (!task_.network || !task_.network->moves() || !task_.can.indexes_moves) return false;
      const G position = open(p);
      const int mover = position.turn();
      sums.value(position, mover, ply);
      for (std::size_t i = 0; i < list.size(); ++i) {
        const int index = Skill<G>::move_index(position, static_cast<Move>(list[i].move));
        list[i].rank = static_cast<float>(sums.logit(mover, ply, index));
      }
      return true;
    }
    return false;
  }
  bool rank([[maybe_unused]] const OpaquePosition& p, [[maybe_unused]] Moves& list) const override {
    if constexpr (HasPrior<G>) {
      const G position = open(p);
      const typename Skill<G>::Judge judge(position);
      for (std::size_t i = 0; i < list.size(); ++i) list[i].rank = judge.prior(static_cast<Move>(list[i].move));
      return true;
    }
    return false;
  }

  OpaquePosition played_out(const OpaquePosition& p, int most, Random& random, Watch& watch) const override {
    G at = open(p);
    MoveList<Move>& list = scratch();
    for (int plies = 0; at.turn() != OVER; ++plies) {
      watch.count();
      if (plies >= most) {
        if (at.info().repetition == 0) endless();
        break;
      }
      const Pin<G> held(at);
      list.clear();
      at.moves(list);
      if (list.size() == 0) throw GameError("a position that is not over has no moves");
      at = at.play(at.turn() == CHANCE ? rolled(at, list, random) : drawn(at, list, random));
    }
    return closed(at);
  }

 private:
  static G open(const OpaquePosition& held) {
    alignas(G) std::array<std::byte, sizeof(G)> bytes;
    std::memcpy(bytes.data(), held.bytes.data(), sizeof(G));
    return *std::launder(reinterpret_cast<const G*>(bytes.data()));
  }

  static MoveList<Move>& scratch() {
    thread_local MoveList<Move> list;  // kept, so that nothing is allocated at a node
    list.clear();
    return list;
  }

  static Move drawn(const G& at, const MoveList<Move>& list, Random& random) {
    if constexpr (HasPlayout<G>)
      return Skill<G>::playout(at, list, random);
    else
      return static_cast<void>(at), list[random.below(list.size())].move;
  }

  static Move rolled(const G& at, const MoveList<Move>& list, Random& random) {
    if constexpr (HasOdds<G>) {
      double left = random.unit();
      for (std::size_t i = 0; i + 1 < list.size(); ++i)
        if ((left -= at.odds(list[i].move)) < 0) return list[i].move;
    }
    static_cast<void>(at), static_cast<void>(random);
    return list[list.size() - 1].move;
  }

  const G root_;
  const Task<G>& task_;
};

}  // namespace zermelo
