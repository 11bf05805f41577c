// What a game must say. Everything under core/ is written against this page and knows no game by name.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "random.hpp"

namespace zermelo {

// Whose decision a position is: a player (0, 1, …), the dice, or nobody's because the game is over.
inline constexpr int CHANCE = -1;
inline constexpr int OVER = -2;

// outcome: payoffs only say who won, so quicker wins may be preferred and evaluations have a scale of their
// own. points:  payoffs and evaluations share one scale, and payoffs are used as they are.
enum class Payoff { outcome, points };

// What a game declares about itself; searches read it to refuse the kinds they cannot handle.
struct Info {
  std::string name;
  std::vector<std::string> players{"0", "1"};
  Payoff payoff = Payoff::outcome;
  bool chance = false;
  bool hidden = false;
  bool view_grows = false;  // what a player has seen before is the beginning of what it has seen later
  bool zero_sum = true;
  std::vector<int> sides;     // of a game of partners: the side of each player, 0 or 1; empty: everybody plays alone
  bool evaluates = false;     // has an evaluation of its own
  bool sees_noise = false;    // can tell noisy moves from quiet ones
  bool ranks_moves = false;   // has a static opinion of a move (prior)
  bool plays_out = false;     // knows how to play a game out (playout)
  bool symmetric = false;     // has canonical()
  bool solves = false;        // has an exact solver of its own
  bool engine = false;        // has a whole search of its own
  bool small = false;         // may be searched to the end without any limit
  bool counts_ended = false;  // counts of move sequences include games that ended earlier, as its tables do
  bool first_player_view = false;  // values are player 0's whoever moves (MAX and MIN of a tree)
  int max_plies = 1000;            // no game lasts longer
  int repetition = 0;              // a position seen this often is a draw; 0: positions cannot come back
  double unit = 1.0;               // a small but real difference in the evaluation
  // Between these lies whatever player 0 can win: what lets a search leave out outcomes of the dice.
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

// Text that is not a position. `column` is where reading stopped making sense, counted from 0.
struct ParseError : std::runtime_error {
  ParseError(const std::string& what, std::string text_, std::size_t column_)
      : std::runtime_error(what), text(std::move(text_)), column(column_) {}
  std::string text;
  std::size_t column;
};

struct IllegalMove : std::runtime_error {
  IllegalMove(const std::string& what, std::string position_)
      : std::runtime_error(what), position(std::move(position_)) {}
  std::string position;
};

// The rules themselves misbehave: no end, no moves, nonsense. Only a user's game can cause it.
struct GameError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A payoff that lies outside `low` and `high`: what the game declares, or what win, draw and loss mean.
inline GameError outside_range(const Info& info, double payoff) {
  char range[100];
  std::snprintf(range, sizeof range, "a payoff of %g lies outside %g to %g", payoff, info.low, info.high);
  const bool usual = info.payoff == Payoff::outcome && info.low == -1 && info.high == 1;
  return GameError(info.name + ": " + range +
                   (usual ? ", the range of win, draw and loss (declare payoffs = \"points\", or low and high)"
                          : ", which the game declares (low, high)"));
}

// Where moves are written: kept by the search and reused, so that nothing is allocated at a node.
template <class Move>
class MoveList {
 public:
  struct Choice {
    Move move;
    float rank;
  };
  void clear() { size_ = 0; }
  void add(Move move) {
    if (size_ == choices_.size()) choices_.resize(choices_.size() * 2);
    choices_[size_++].move = move;
  }
  std::size_t size() const { return size_; }
  Choice& operator[](std::size_t i) { return choices_[i]; }
  const Choice& operator[](std::size_t i) const { return choices_[i]; }
  void resize(std::size_t n) { size_ = n; }

 private:
  std::vector<Choice> choices_ = std::vector<Choice>(32);
  std::size_t size_ = 0;
};

// A position is a value: small, trivially copyable, nothing to undo. The moves come in a fixed order; a
// forced pass is a move; moves() is only asked, and non-empty, while turn() is a player or CHANCE.
template <class G>
concept Game = std::is_trivially_copyable_v<G> && sizeof(G) <= 256 &&
               requires(const G position, typename G::Move move, MoveList<typename G::Move>& out) {
                 requires std::integral<typename G::Move>;
                 { position.turn() } -> std::same_as<int>;
                 position.moves(out);
                 { position.play(move) } -> std::same_as<G>;
                 { position.payoff(0) } -> std::same_as<double>;
                 { position.key() } -> std::same_as<std::uint64_t>;
                 { position.info() } -> std::same_as<const Info&>;
               };

// What a game knows beyond its rules; each game's eval.hpp specialises it with any of
//   static double value(const G&, int player)   how good the position looks for `player`
//   struct Judge { Judge(const G&); … }          an opinion of a position's moves, made once per node:
//     bool  noisy(Move)                          does the move change much at once (captures, wins, blocks)
//     float prior(Move)                          how promising it looks, more is better
//   static Move playout(const G&, const MoveList<Move>&, Random&)
//                                                one of the moves listed, to play a game out quickly (mcts.hpp);
//   static constexpr unsigned PATIENCE           with it: playouts from a position before its moves are tried in turn
//   static void solve(…), solver_nodes(…)        an exact solver, see deepen.hpp
//   static Findings search(…)                    a whole search of its own, see deepen.hpp
template <class G>
struct Skill {};

template <class G>
concept HasValue = requires(const G g) { Skill<G>::value(g, 0); };
template <class G>
concept HasJudge = requires { typename Skill<G>::Judge; };
template <class G>
concept HasPlayout = requires(const G g, const MoveList<typename G::Move>& list, Random& random) {
  { Skill<G>::playout(g, list, random) } -> std::same_as<typename G::Move>;
  { Skill<G>::PATIENCE } -> std::convertible_to<unsigned>;
};
template <class G>
concept HasSymmetry = requires(const G g) {
  { g.canonical() } -> std::same_as<G>;
};
// Dice: odds(m) is the probability of an outcome at a position whose turn() is CHANCE; outcomes come from moves().
template <class G>
concept HasOdds = requires(const G g, typename G::Move m) {
  { g.odds(m) } -> std::same_as<double>;
};

// Hidden information. view(p) is everything that player p has seen so far, as text: two positions with the same turn are
// one to p exactly when their views are equal, and nothing seen is ever forgotten. Whose turn it is, everybody knows.
// Simultaneous moves are hidden moves: one chooses first, the other does not see it.
template <class G>
concept HasView = requires(const G g) {
  { g.view(0) } -> std::same_as<std::string>;
};

// A position that a player thinks possible, and how likely it is given what the player has seen: dice fall by their
// odds, and unless the game knows better, unseen moves of others are taken as drawn at random from the legal ones.
template <class G>
struct World {
  G position;
  double chance;
};

// sample(p, random): one of the positions that p cannot tell from this one, drawn by its chance.
template <class G>
concept HasSample = requires(const G g, Random& random) {
  { g.sample(0, random) } -> std::same_as<G>;
};
// sampler(p): what draws many of them, made once.
template <class G>
concept HasSampler = requires(const G g, Random& random) {
  { g.sampler(0)(random) } -> std::same_as<G>;
};
// worlds(p, out): all of them (pinned once, where positions are). Games that have neither are walked through from their start (worlds.hpp).
template <class G>
concept HasWorlds = requires(const G g, std::vector<World<G>>& out) { g.worlds(0, out); };

// Which of the optional members a game known only at run time really has, as its offers() says.
struct Offers {
  bool sample = false, worlds = false;
};

// Games that may have more than two players, or payoffs that do not cancel, say `static constexpr bool many = true`.
template <class G>
concept MayBeMany = requires { requires G::many; };

// Of those, the ones that are never played by two alone say `static constexpr bool never_two = true`: the searches for
// two players are not compiled for them, except between sides (sides.hpp).
template <class G>
concept NeverTwo = requires { requires G::never_two; };

// Positions whose storage must know which are in use (games written in Python).
template <class G>
concept HasPins = requires(const G g) {
  g.pin();
  g.unpin();
};

// Keeps a position in use for the length of a scope.
template <class G>
struct Pin {
  explicit Pin(const G& position) : held(position) {
    if constexpr (HasPins<G>) held.pin();
  }
  ~Pin() {
    if constexpr (HasPins<G>) held.unpin();
  }
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;
  const G held;
};

// A bijection on 64-bit words that spreads every bit: makes a table key of any exact encoding.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

}  // namespace zermelo
