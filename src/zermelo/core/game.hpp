// What a game must say. Everything under core/ is written against this page and knows no game by name.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "fields.hpp"
#include "random.hpp"

namespace zermelo {

// Whose decision a position is: a player (0, 1, …), the dice, or nobody's because the game is over.
inline constexpr int CHANCE = -1;
inline constexpr int OVER = -2;

// outcome: payoffs only say who won, so quicker wins may be preferred and evaluations have a scale of their
// own. points:  payoffs and evaluations share one scale, and payoffs are used as they are.
enum class Payoffs : std::uint8_t { outcome, points };
template <>
struct Words<Payoffs> {
  static constexpr std::array<std::string_view, 2> all{"outcome", "points"};
};

using Names = std::vector<std::string>;
using SideOfEach = std::vector<int>;

inline constexpr double INFINITE = std::numeric_limits<double>::infinity();

// What a game declares about itself; searches read it to refuse the kinds they cannot handle. Games written in Python
// declare the same things under the same names. What a game *can* do is not declared: see Abilities.
#define ZERMELO_INFO(FIELD)                                                                                          \
  FIELD(std::string, name, "", "what the game is called")                                                            \
  FIELD(Names, players, (Names{"0", "1"}), "what the players are called")                                            \
  FIELD(Payoffs, payoffs, Payoffs::outcome, "whether payoffs only say who won, or share one scale with evaluations") \
  FIELD(bool, chance, false, "has chance nodes")                                                                     \
  FIELD(bool, hidden, false, "imperfect information: players do not see everything")                                 \
  FIELD(bool, view_grows, false, "what a player has seen before is the beginning of what it has seen later")         \
  FIELD(bool, zero_sum, true, "payoffs cancel")                                                                      \
  FIELD(SideOfEach, sides, {}, "partners: the side of each player, 0 or 1; empty: everybody plays alone")            \
  FIELD(bool, small, false, "may be searched to the end without any limit")                                          \
  FIELD(bool, counts_ended, false, "counts of move sequences include games that ended earlier")                      \
  FIELD(bool, first_player_view, false, "values are those of player 0 whoever moves (MAX and MIN of a tree)")        \
  FIELD(int, max_plies, 1000, "no game lasts longer")                                                                \
  FIELD(int, repetition, 0, "a position seen this often is a draw; 0: positions cannot come back")                   \
  FIELD(double, unit, 1.0, "a small but real difference in the evaluation")                                          \
  FIELD(double, low, -INFINITE, "the least that player 0 can win: lets a search leave out dice")                     \
  FIELD(double, high, INFINITE, "the most that player 0 can win")                                                    \
  FIELD(int, feature_count, 0, "how many features a position can have, for networks (features)")                     \
  FIELD(int, move_count, 0, "how many moves a network's policy tells apart (move_index)")

struct Info {
  ZERMELO_FIELDS(Info, ZERMELO_INFO)
};

// What a game can do beyond its rules: read off what it has (abilities.hpp), never declared.
#define ZERMELO_ABILITIES(FIELD)                                                      \
  FIELD(bool, evaluates, false, "has an evaluation of its own")                       \
  FIELD(bool, sees_noise, false, "can tell noisy moves from quiet ones")              \
  FIELD(bool, ranks_moves, false, "has a static opinion of a move (prior)")           \
  FIELD(bool, weighs, false, "knows what an exchange is worth (gain)")                \
  FIELD(bool, sees_features, false, "says what is true in a position (features)")     \
  FIELD(bool, indexes_moves, false, "numbers its moves for a policy (move_index)")    \
  FIELD(bool, passes, false, "knows the position with the other to move (pass_turn)") \
  FIELD(bool, plays_out, false, "knows how to play a game out (playout)")             \
  FIELD(bool, symmetric, false, "knows which positions are mirror images")            \
  FIELD(bool, repetition_keyed, false, "says what is equal when a position returns")  \
  FIELD(bool, table_keyed, false, "says what a table keeps a position under")         \
  FIELD(bool, samples, false, "draws positions that a player cannot tell apart")      \
  FIELD(bool, lists_worlds, false, "lists positions that a player cannot tell apart") \
  FIELD(bool, solves, false, "has an exact solver of its own")                        \
  FIELD(bool, engine, false, "has a whole search of its own")

struct Abilities {
  ZERMELO_FIELDS(Abilities, ZERMELO_ABILITIES)
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
  const bool usual = info.payoffs == Payoffs::outcome && info.low == -1 && info.high == 1;
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
//   struct Judge { Judge(const G&); … }          an opinion of a position's moves, made once per node; either or both of
//     bool  noisy(Move)                          does the move change much at once (captures, wins, blocks)
//     float prior(Move)                          how promising it looks, more is better
//     double gain(Move)                          what the exchange that it begins is worth to the mover, in the
//                                                evaluation's own scale
//     double risk(Move)                          of a quiet move: what the other gains by taking what moved, 0 if nothing
//     bool  forcing(Move)                        of a quiet move: the other will have little choice (a check, say), so that
//                                                it is not left out for being quiet
//   static void noisy_moves(const G&, MoveList<Move>& out)
//                                                the noisy moves alone, in the order of moves(), where that is quicker
//   static std::array<std::uint64_t, n> parts(const G&)
//                                                keys of parts of the position (the pawns, say), by which a search learns
//                                                how far the evaluation is wrong
//   static std::size_t slot(Move)                what a search remembers a move by (below 512), where the move's own number
//                                                says less: the piece and where it goes, say
//   static bool stand_pat(const G&)              whether the mover may decline all noisy moves: not in check, not where
//                                                captures are forced. Without it: always
//   static constexpr bool FORCED_NOISE           with it, true: whoever may decline noisy moves has none, for they are
//                                                compulsory (the captures of draughts)
//   static bool forced(const G&)                 whether this ply is not to be counted: the mover has hardly a choice
//   static G pass_turn(const G&)                 the same position with the other to move, for null moves
//   static bool zugzwang(const G&)               with it: passing may be better than moving here, and proves nothing
//   static void features(const G&, int player, FeatureList& out)
//                                                what is true in the position, seen from `player`'s side: numbers below
//                                                info().feature_count, each once, for networks (network.hpp)
//   static int move_index(const G&, Move)        the number of a move below info().move_count, seen from the mover's side
//                                                as features are; no two moves of a position have the same
//   static Move playout(const G&, const MoveList<Move>&, Random&)
//                                                one of the moves listed, to play a game out quickly (mcts.hpp);
//   static constexpr unsigned PATIENCE           with it: playouts from a position before its moves are tried in turn
//   static void solve(…), solver_nodes(…)        an exact solver, see deepen.hpp
//   static Findings search(…)                    a whole search of its own, see deepen.hpp
template <class G>
struct Skill {};

// Where a game writes the features of a position.
using FeatureList = std::vector<std::uint32_t>;

template <class G>
concept HasValue = requires(const G g) { Skill<G>::value(g, 0); };
template <class G>
concept HasJudge = requires { typename Skill<G>::Judge; };
template <class G>
concept HasNoise = HasJudge<G> && requires(const typename Skill<G>::Judge judge, typename G::Move move) {
  { judge.noisy(move) } -> std::same_as<bool>;
};
template <class G>
concept HasPrior = HasJudge<G> && requires(const typename Skill<G>::Judge judge, typename G::Move move) {
  { judge.prior(move) } -> std::same_as<float>;
};
template <class G>
concept HasGain = HasJudge<G> && requires(const typename Skill<G>::Judge judge, typename G::Move move) {
  { judge.gain(move) } -> std::same_as<double>;
};
template <class G>
concept HasRisk = HasJudge<G> && requires(const typename Skill<G>::Judge judge, typename G::Move move) {
  { judge.risk(move) } -> std::same_as<double>;
};
template <class G>
concept HasForcing = HasJudge<G> && requires(const typename Skill<G>::Judge judge, typename G::Move move) {
  { judge.forcing(move) } -> std::same_as<bool>;
};
template <class G>
concept HasNoisyMoves =
    HasNoise<G> && requires(const G g, MoveList<typename G::Move>& out) { Skill<G>::noisy_moves(g, out); };
template <class G>
concept HasParts = requires(const G g) { Skill<G>::parts(g)[0]; };
template <class G>
concept HasSlot = requires(typename G::Move move) {
  { Skill<G>::slot(move) } -> std::same_as<std::size_t>;
};
template <class G>
concept HasStandPat = requires(const G g) {
  { Skill<G>::stand_pat(g) } -> std::same_as<bool>;
};
template <class G>
concept HasForcedNoise = HasStandPat<G> && requires { requires Skill<G>::FORCED_NOISE; };
template <class G>
concept HasForced = requires(const G g) {
  { Skill<G>::forced(g) } -> std::same_as<bool>;
};
template <class G>
concept HasPass = requires(const G g) {
  { Skill<G>::pass_turn(g) } -> std::same_as<G>;
  { Skill<G>::zugzwang(g) } -> std::same_as<bool>;
};
template <class G>
concept HasFeatures = requires(const G g, FeatureList& out) { Skill<G>::features(g, 0, out); };
template <class G>
concept HasMoveIndex = HasFeatures<G> && requires(const G g, typename G::Move move) {
  { Skill<G>::move_index(g, move) } -> std::same_as<int>;
};
template <class G>
concept HasPlayout = requires(const G g, const MoveList<typename G::Move>& list, Random& random) {
  { Skill<G>::playout(g, list, random) } -> std::same_as<typename G::Move>;
  { Skill<G>::PATIENCE } -> std::convertible_to<unsigned>;
};
template <class G>
concept HasSymmetry = requires(const G g) {
  { g.canonical() } -> std::same_as<G>;
};
// A position that comes back, and one that a table has met before, need not be equal in everything: draughts ends after
// many moves without progress, but their count is no part of the position. A game may say what counts:
//   repetition_key()   equal keys: the position has come back (Info::repetition). The same player is to move then, and the
//                      same moves lead to positions with equal keys, unless what is left out has ended the game.
//   table_key()        equal keys: a table keeps one entry for both. The same player is to move, with the same moves.
// Without them the whole position counts, key(). What is left out may change what a position is worth, so a search calls
// nothing exact or proved that rests on a table of such a game (Search::rely_on).
template <class G>
concept HasRepetitionKey = requires(const G g) {
  { g.repetition_key() } -> std::same_as<std::uint64_t>;
};
template <class G>
concept HasTableKey = requires(const G g) {
  { g.table_key() } -> std::same_as<std::uint64_t>;
};
template <class G>
std::uint64_t repetition_key_of(const G& position) {
  if constexpr (HasRepetitionKey<G>) return position.repetition_key();
  return position.key();
}
template <class G>
std::uint64_t table_key_of(const G& position) {
  if constexpr (HasTableKey<G>) return position.table_key();
  return position.key();
}

// A game may say how far back a position that has come back can lie:
//   reversible()       plies since a move that cannot be undone (0: just now)
template <class G>
concept HasReversible = requires(const G g) {
  { g.reversible() } -> std::same_as<int>;
};

// Which of the two a game has. One that is known only at run time says it of itself.
struct Keyed {
  bool repetition, table;
};
template <class G>
Keyed keyed(const G& position) {
  if constexpr (requires { position.keyed(); }) return position.keyed();
  return {HasRepetitionKey<G>, HasTableKey<G>};
}

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

// A game that may last too long for 256 bytes to hold all that was seen keeps what was seen before beside the position:
//   settle()                        moves it into storage that is not the position's; what is returned keeps that alive
//   sample(p, random, store), worlds(p, out, store)
//                                   as above; what the positions remember lives as long as `store`, and without one (null) a
//                                   drawn position has forgotten what was seen before: enough for a search
// Positions that a search makes remember what was there at its root and a few moves more. To ask for a view beyond these is
// a GameError.
using Store = std::shared_ptr<void>;
template <class G>
concept HasPast = requires(G g) {
  { g.settle() } -> std::same_as<Store>;
};

// A game whose rules and evaluation are a few lines says so: the bare searches are compiled with all of it inside. (Of
// others the compiler takes what it thinks best. It would take minutes for a network.)
template <class G>
inline constexpr bool SMALL = false;

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
