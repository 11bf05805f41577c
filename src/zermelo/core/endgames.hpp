// Endgame tables: the true value of every position of a game, or of a part of it. Made by retrograde.hpp, probed by every
// search that is given one.
//
// A table knows its positions in one of two ways.
//   by key     every position that was met from a start: 64-bit keys in order, and a value beside each
//   by index   a game numbers its positions itself, in slices by material: values only, no keys
//
// Values are codes. In games of outcome 0 is a draw, 1 no position at all, 2 + 2n a loss in n plies and 3 + 2n a win in n;
// in games of points a code is the place of the payoff in a list.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game.hpp"

namespace zermelo {

// The positions of one kind of material. `pieces` is what users limit: the pieces on the board, or the empty squares in
// games that fill it.
struct Slice {
  std::string name;
  int pieces = 0;
  std::uint64_t size = 0;
  bool operator==(const Slice&) const = default;
};

// Where an index has a position. The value there is that of player `viewer`: of the one to move, also where the game is
// over, so that a game may count a position and the same one with colours changed over as one.
struct Place {
  std::size_t slice = 0;
  std::uint64_t index = 0;
  int viewer = 0;
};

// A game with an index says of any of its positions
//   slices(n)         every slice of at most n pieces, in an order in which moves lead to the same slice or to earlier ones;
//                     slices(n) is the beginning of slices(n + 1)
//   rank()            where the position stands; nothing if no slice has it
//   unrank(slice, i)  the position that rank() finds there; nothing where there is none
template <class G>
concept HasIndex = requires(const G g, int pieces, std::size_t slice, std::uint64_t i) {
  { g.slices(pieces) } -> std::same_as<std::vector<Slice>>;
  { g.rank() } -> std::same_as<std::optional<Place>>;
  { g.unrank(slice, i) } -> std::same_as<std::optional<G>>;
};

// An index may say more of itself, which makes its analysis faster and lets it do without memory for moves (block_analysis.hpp):
//   block_size(slice)  a slice consists of blocks of so many places. Moves lead to the same block, to earlier ones or to earlier
//                      slices; in a game whose pawns or men never go back a block may be where they stand.
//   stays(move)        whether a legal move leads to the same block
//   unmoves(call)      call(position) for every position of the block from which a move that stays leads here, once for each
//                      such move. The players move in turn.
template <class G>
concept HasUnmoves = HasIndex<G> && requires(const G g, std::size_t slice, typename G::Move move) {
  { g.block_size(slice) } -> std::same_as<std::uint64_t>;
  { g.stays(move) } -> std::same_as<bool>;
  g.unmoves([](const G&) {});
};

// Tables know nothing of a rule that ends a game without progress. A game with such a rule says how many plies may still be
// played before it is drawn (plies_to_draw): a search is not sure of a win that takes longer.
template <class G>
concept HasDrawLimit = requires(const G g) {
  { g.plies_to_draw() } -> std::same_as<int>;
};

// A key that means the same in every process; games whose usual keys do not have a second one.
template <Game G>
std::uint64_t lasting_key(const G& position) {
  if constexpr (requires { position.lasting_key(); }) return position.lasting_key();
  return position.key();
}

using Code = std::uint16_t;

namespace code {
inline constexpr Code DRAW = 0, NOTHING = 1;
inline constexpr int LONGEST = 32766;  // plies that a code can say
constexpr Code loss(int plies) { return static_cast<Code>(2 + 2 * plies); }
constexpr Code win(int plies) { return static_cast<Code>(3 + 2 * plies); }
constexpr bool decided(Code code) { return code >= 2; }
constexpr bool wins(Code code) { return code >= 2 && code % 2 == 1; }
constexpr int plies(Code code) { return (code - 2) / 2; }
// The same value as the other player sees it.
constexpr Code turned(Code code) { return decided(code) ? static_cast<Code>(code ^ 1) : code; }
}  // namespace code

// Codes, one byte each where that is enough: where all are small, or where players move in turn. Then whoever moves wins in an
// odd number of plies and loses in an even one, and 2 + plies says both.
class Cells {
 public:
  enum class Form : std::uint8_t { plies, narrow, wide };  // a file writes 0, 1, 2

  Cells() = default;
  explicit Cells(const std::vector<Code>& codes) {
    if (std::ranges::all_of(codes, [](Code each) { return each < 256; }))
      narrow_.assign(codes.begin(), codes.end());
    else
      wide_ = codes, form_ = Form::wide;
  }
  // To be set one by one, of players who move in turn.
  explicit Cells(std::uint64_t size) : form_(Form::plies), narrow_(size) {}
  Cells(Form form, std::vector<std::uint8_t> narrow, std::vector<Code> wide)
      : form_(form), narrow_(std::move(narrow)), wide_(std::move(wide)) {}

  Code operator[](std::uint64_t i) const {
    return form_ == Form::wide ? wide_[i] : form_ == Form::narrow ? narrow_[i] : MEANT[narrow_[i]];
  }
  void set(std::uint64_t i, Code to) {
    if (form_ == Form::plies) {
      const int byte = to < 2 ? to : 2 + code::plies(to);
      if (byte < 256 && MEANT[static_cast<std::size_t>(byte)] == to) {
        narrow_[i] = static_cast<std::uint8_t>(byte);
        return;
      }
      for (const std::uint8_t each : narrow_) wide_.push_back(MEANT[each]);
      form_ = Form::wide;
      std::vector<std::uint8_t>().swap(narrow_);
    }
    wide_[i] = to;
  }
  std::uint64_t size() const { return form_ == Form::wide ? wide_.size() : narrow_.size(); }
  std::size_t bytes() const { return narrow_.size() + 2 * wide_.size(); }
  Form form() const { return form_; }
  const std::vector<std::uint8_t>& narrow() const { return narrow_; }
  const std::vector<Code>& wide() const { return wide_; }

 private:
  static constexpr auto MEANT = [] {
    std::array<Code, 256> codes{code::DRAW, code::NOTHING};
    for (int plies = 0; plies < 254; ++plies)
      codes[static_cast<std::size_t>(2 + plies)] = plies % 2 ? code::win(plies) : code::loss(plies);
    return codes;
  }();

  Form form_ = Form::narrow;
  std::vector<std::uint8_t> narrow_;
  std::vector<Code> wide_;
};

// How many positions end how: for player 0 in a table by key, for the one to move in one by index.
struct Tally {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  int longest = 0;  // plies of the longest win or loss

  void count(Code each) {
    if (each == code::NOTHING) return;
    ++(each == code::DRAW ? draws : code::wins(each) ? wins : losses);
    if (code::decided(each)) longest = std::max(longest, code::plies(each));
  }
  void count(double payoff) { ++(payoff == 0 ? draws : payoff > 0 ? wins : losses); }
  void add(const Tally& other) {
    wins += other.wins, draws += other.draws, losses += other.losses;
    longest = std::max(longest, other.longest);
  }
  std::uint64_t all() const { return wins + draws + losses; }
};

// What a table knows of a position.
struct Known {
  double value = 0;  // to player 0
  int plies = -1;    // to the end of the game; -1: it does not end, or payoffs are points
};

class EndgameTable {
 public:
  struct Part {
    Slice slice;
    Cells cells;
    Tally tally;
  };

  std::string game;              // whose positions it holds
  std::vector<double> payoffs;   // of a game of points, what the codes mean; otherwise empty
  bool symmetric = false;        // by key: mirror images are one
  std::vector<Part> parts;       // by index, as far as they are finished
  std::vector<Slice> planned;    // by index, all of them
  std::uint64_t check = 0;       // by index: a number that goes with how positions are numbered
  mutable bool checked = false;  // and that it still is so has been seen

  bool by_index() const { return !planned.empty(); }
  bool complete() const { return by_index() ? parts.size() == planned.size() : !keys_.empty(); }

  // Takes the positions of a table by key; the keys must all be different (false if they are not).
  bool fill(const std::vector<std::uint64_t>& keys, const std::vector<Code>& codes) {
    std::vector<std::uint32_t> order(keys.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return keys[i]; });
    std::vector<Code> sorted(codes.size());
    keys_.resize(keys.size());
    for (std::size_t i = 0; i < order.size(); ++i) keys_[i] = keys[order[i]], sorted[i] = codes[order[i]];
    cells_ = Cells(sorted);
    tabulate();
    return std::ranges::adjacent_find(keys_) == keys_.end();
  }
  // The same from what a file holds: keys in order.
  void take(std::vector<std::uint64_t> keys, Cells cells) {
    keys_ = std::move(keys);
    cells_ = std::move(cells);
    tabulate();
  }

  const std::vector<std::uint64_t>& keys() const { return keys_; }
  const Cells& cells() const { return cells_; }

  std::uint64_t positions() const { return tally().all(); }
  Tally tally() const {
    Tally sum = tally_;
    for (const Part& each : parts) sum.add(each.tally);
    return sum;
  }
  std::size_t bytes() const {
    std::size_t sum = keys_.size() * 8 + cells_.bytes() + first_.size() * 4;
    for (const Part& each : parts) sum += each.cells.bytes();
    return sum;
  }

  std::optional<Code> at_key(std::uint64_t key) const {
    if (keys_.empty()) return std::nullopt;
    const std::size_t bucket = shift_ == 64 ? 0 : key >> shift_;
    const auto begin = keys_.begin() + first_[bucket], end = keys_.begin() + first_[bucket + 1];
    const auto found = std::lower_bound(begin, end, key);
    if (found == end || *found != key) return std::nullopt;
    return cells_[static_cast<std::uint64_t>(found - keys_.begin())];
  }

  // Player 0's value of a code as `viewer` sees it.
  Known meaning(Code each, int viewer) const {
    if (!payoffs.empty()) return {payoffs[each], -1};
    if (!code::decided(each)) return {0, -1};
    return {code::wins(each) == (viewer == 0) ? 1.0 : -1.0, code::plies(each)};
  }

  template <Game G>
  std::optional<Known> find(const G& position) const {
    if (by_index()) {
      if constexpr (HasIndex<G>) {
        const std::optional<Place> place = position.rank();
        if (!place || place->slice >= parts.size()) return std::nullopt;
        const Code each = parts[place->slice].cells[place->index];
        if (each == code::NOTHING) return std::nullopt;
        return meaning(each, place->viewer);
      }
      return std::nullopt;
    }
    if (symmetric) {
      if constexpr (HasSymmetry<G>)
        if (const auto found = at_key(lasting_key(position.canonical()))) return meaning(*found, 0);
      return std::nullopt;
    }
    const auto found = at_key(lasting_key(position));
    if (!found) return std::nullopt;
    return meaning(*found, 0);
  }

 private:
  // A directory by the first bits of the keys, and the tally.
  void tabulate() {
    int bits = 0;
    while (bits < 28 && std::uint64_t{8} << bits < keys_.size()) ++bits;  // some eight keys for each entry
    shift_ = 64 - bits;
    first_.assign((std::size_t{1} << bits) + 1, 0);
    std::size_t at = 0;
    for (std::size_t bucket = 0; bucket + 1 < first_.size(); ++bucket) {
      while (at < keys_.size() && (shift_ == 64 ? 0 : keys_[at] >> shift_) < bucket) ++at;
      first_[bucket] = static_cast<std::uint32_t>(at);
    }
    first_.back() = static_cast<std::uint32_t>(keys_.size());
    tally_ = {};
    for (std::uint64_t i = 0; i < cells_.size(); ++i)
      if (payoffs.empty())
        tally_.count(cells_[i]);
      else
        tally_.count(payoffs[cells_[i]]);
  }

  std::vector<std::uint64_t> keys_;
  Cells cells_;
  std::vector<std::uint32_t> first_;
  int shift_ = 64;
  Tally tally_;
};

}  // namespace zermelo
