// Any game's position behind one interface: what Python sees as a State.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <memory>

#include "core/endgames.hpp"
#include "core/game.hpp"

namespace zermelo {

namespace nb = nanobind;

struct Control;
struct MoveGraph;
struct Report;
struct Request;
struct SequenceForm;
struct TreeSize;
class SampledRegret;
class Watch;

class AnyPosition;
using WorldList = std::vector<std::pair<std::shared_ptr<const AnyPosition>, double>>;

class AnyPosition {
 public:
  virtual ~AnyPosition() = default;
  virtual const Info& info() const = 0;
  virtual Abilities abilities() const = 0;
  virtual int turn() const = 0;
  virtual nb::list moves() const = 0;
  virtual std::string name(nb::handle move) const = 0;
  virtual std::shared_ptr<const AnyPosition> play(nb::handle move) const = 0;
  virtual double payoff(int player) const = 0;
  virtual double odds(nb::handle move) const = 0;
  virtual std::string view(int player) const = 0;
  // What the player cannot tell from this; `start` says where the game begins, for games that must be walked through.
  using Beginning = std::function<std::shared_ptr<const AnyPosition>()>;
  virtual std::shared_ptr<const AnyPosition> sample(int player, std::uint64_t seed, const Beginning& start) const = 0;
  // With a control, listing them ends when that says so: Stopped is thrown.
  virtual WorldList worlds(int player, const Beginning& start, Control* control = nullptr) const = 0;
  virtual WorldList walked_worlds(int player, const Beginning& start,  // the slow way, whatever the game has
                                  Control* control = nullptr) const = 0;
  virtual std::uint64_t key() const = 0;
  // What has to be equal for the position to have come back, and what a table keeps it under; null: the whole position.
  virtual nb::object repetition_key() const = 0;
  virtual nb::object table_key() const = 0;
  virtual std::string text() const = 0;
  virtual nb::object data() const = 0;
  virtual bool equals(const AnyPosition& other) const = 0;
  virtual std::shared_ptr<const AnyPosition> canonical() const = 0;
  virtual double evaluate(int player) const = 0;
  virtual FeatureList features(int player) const = 0;
  virtual int move_index(nb::handle move) const = 0;
  virtual bool noisy(nb::handle move) const = 0;
  virtual int plies_left() const = 0;
  virtual int moves_to_think() const = 0;
  virtual std::uint64_t count(int depth) const = 0;
  virtual TreeSize measure(int depth) const = 0;
  virtual std::vector<std::uint64_t> distinct(int depth, bool symmetric) const = 0;
  virtual Report search(const Request& request, nb::handle game, const Beginning& start) const = 0;
  // Endgame tables: every position that can be met from these; or the slices of an index and what is in the next of them.
  using Progress = std::function<void(std::uint64_t, std::uint64_t)>;
  virtual MoveGraph positions_from(const std::vector<std::shared_ptr<const AnyPosition>>& starts, bool symmetric,
                                   double megabytes, Control& control, const Progress& progress) const = 0;
  virtual std::vector<Slice> slices(int pieces) const = 0;
  virtual std::uint64_t slice_print(int pieces) const = 0;  // a number that changes when the index does
  virtual EndgameTable::Part next_slice(const EndgameTable& table, int threads, double megabytes,
                                        Control& control) const = 0;
  virtual std::optional<Known> probe(const EndgameTable& table) const = 0;
  virtual std::shared_ptr<SequenceForm> sequences(std::uint64_t most_nodes) const = 0;
  virtual std::shared_ptr<SampledRegret> sampled_regret(std::uint64_t seed) const = 0;
};

// The State Python holds: a position and the description of its game.
struct State {
  std::shared_ptr<const AnyPosition> position;
  nb::object game;
};

}  // namespace zermelo
