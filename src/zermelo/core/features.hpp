// The features a search is put together from. Each named method is a choice of these, so that one thing at a
// time can be switched on and its effect counted.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

#include "fields.hpp"
#include "table.hpp"

namespace zermelo {

enum class Order : unsigned {
  given = 0,
  random = 1,          // shuffled, the same way for the same seed
  eval = 2,            // by the static evaluation of the position after the move
  noisy = 4,           // captures, wins and blocks first
  table = 8,           // the move the table remembers first
  killers = 16,        // moves that cut off at the same distance from the root
  history = 32,        // moves that have cut off often
  prior = 64,          // the game's static opinion of a move
  best = 128,          // whatever of these the game can do: resolved() says which
  continuation = 256,  // moves that have cut off often after the move before
};

// Several of them, joined by + in words: the bits of Order.
struct Orders {
  unsigned bits = 0;
  constexpr bool operator==(const Orders&) const = default;
  constexpr bool has(Order kind) const { return bits & static_cast<unsigned>(kind); }
  constexpr explicit operator bool() const { return bits != 0; }
};
constexpr Orders operator|(Orders all, Order kind) { return {all.bits | static_cast<unsigned>(kind)}; }
constexpr Orders operator|(Order one, Order other) { return Orders{} | one | other; }
template <>
struct Words<Orders> {  // given, then the word of each bit
  static constexpr std::array<std::string_view, 10> all{"given",   "random",  "eval",  "noisy", "table",
                                                        "killers", "history", "prior", "best",  "continuation"};
};

// When a value cuts off: already when it reaches the bound, or only beyond it.
enum class Cut : std::uint8_t { at_least, above };
template <>
struct Words<Cut> {
  static constexpr std::array<std::string_view, 2> all{">=", ">"};
};

// What is returned for a value outside the window: the value, or the window's edge.
enum class Fail : std::uint8_t { soft, hard };
template <>
struct Words<Fail> {
  static constexpr std::array<std::string_view, 2> all{"soft", "hard"};
};

// What a chance node may leave out (expectation.hpp).
enum class Star : std::uint8_t { none, one, two };
template <>
struct Words<Star> {
  static constexpr std::array<std::string_view, 3> all{"none", "star1", "star2"};
};

// Where puct chooses by Gumbel's noise and the improved policy: nowhere, at the root, everywhere.
enum class Gumbel : std::uint8_t { none, root, full };
template <>
struct Words<Gumbel> {
  static constexpr std::array<std::string_view, 3> all{"none", "root", "full"};
};

template <>
struct Words<Replacement> {
  static constexpr std::array<std::string_view, 5> all{"full", "lru", "always", "depth", "ageing"};
};

// Every switch of the search. A row here is all that a new one needs: the member, the keyword of search(), the setting of
// players and of the command line and the type in the stubs are made from it.
#define ZERMELO_FEATURES(FIELD)                                                                                  \
  FIELD(bool, prune, true, "alpha-beta; off: plain minimax")                                                     \
  FIELD(Cut, cut, Cut::at_least, "when a value cuts off: on reaching the bound, or only beyond it")              \
  FIELD(Fail, fail, Fail::soft, "hard: results never leave the window")                                          \
  FIELD(bool, scout, false, "null-window tests with re-search (NegaScout, PVS)")                                 \
  FIELD(bool, mtd, false, "only null windows (MTD(f))")                                                          \
  FIELD(bool, deepen, false, "depth 1, 2, 3, …")                                                                 \
  FIELD(bool, stride, false, "two depths at a time, if the last depth is known")                                 \
  FIELD(bool, aspiration, false, "each depth starts with a window around the last value")                        \
  FIELD(bool, table, false, "a transposition table; give a Table to go on using it")                             \
  FIELD(Replacement, replacement, Replacement::ageing, "which entry gives way in a full table")                  \
  FIELD(bool, same_depth, false, "reuse table values of exactly the wanted depth only")                          \
  FIELD(bool, etc, false, "enhanced transposition cut-offs")                                                     \
  FIELD(Orders, order, {}, "which moves come first; several joined by +")                                        \
  FIELD(bool, symmetry, false, "positions that are mirror images are one")                                       \
  FIELD(bool, quick, false, "prefer quick wins and slow losses (games of outcome)")                              \
  FIELD(bool, solver, false, "use the game's own exact solver, if it has one")                                   \
  FIELD(bool, engine, false, "use the game's own search, if it has one")                                         \
  FIELD(bool, selective, false,                                                                                  \
        "may leave out what hardly matters; off: every feature from here to probcut is off too")                 \
  FIELD(bool, quiescence, false, "below the last ply noisy moves are followed until the position is quiet")      \
  FIELD(bool, extensions, false, "a ply is not counted where there is one reply or the game says so (forced)")   \
  FIELD(bool, null_move, false, "a node is left where even passing would reach beta (games with pass_turn)")     \
  FIELD(bool, reductions, false, "late moves are searched less deep first, and again if they surprise")          \
  FIELD(bool, late_pruning, false, "near the leaves, late quiet moves are left out")                             \
  FIELD(bool, futility, false, "near the leaves, quiet moves that cannot reach alpha are left out")              \
  FIELD(bool, reverse_futility, false, "near the leaves, a node that is far above beta is left")                 \
  FIELD(bool, razoring, false, "near the leaves, a node that is far below alpha is judged by quiescence")        \
  FIELD(bool, internal_reduction, false, "a node whose best move the table does not know is searched less deep") \
  FIELD(bool, singular, false, "a move that is better than all others by far is searched deeper")                \
  FIELD(bool, probcut, false,                                                                                    \
        "a node is left where a shallow search is so far outside the window that a deep one would be")           \
  FIELD(bool, correction, false, "static values are corrected by how far searches have differed from them")      \
  FIELD(double, margin, 1.0, "how wide the margins are that pruning keeps, in errors of the evaluation")         \
  FIELD(double, reduction, 1.0, "how much late moves are reduced")                                               \
  FIELD(double, late_moves, 1.0, "how many late moves are kept near the leaves")                                 \
  FIELD(double, eval_error, 0.0, "the error of the evaluation, where it is known; 0: measured while searching")  \
  FIELD(double, depth_error, 0.0, "the same of shallow searches, for probcut; 0: measured while searching")      \
  FIELD(Star, star, Star::none, "outcomes of chance that can no longer matter are left out")                     \
  FIELD(bool, filter, false, "below the root only the move that looks best is followed: quick, not exact")       \
  FIELD(Gumbel, gumbel, Gumbel::none, "puct for few visits: Gumbel's choice and sequential halving at the root") \
  FIELD(int, considered, 16, "with gumbel: how many root moves are considered; 0: all")                          \
  FIELD(double, noise, 1.0, "with gumbel: how much noise; 0: the policy alone says which moves are considered")  \
  FIELD(double, c_puct, 1.25, "puct: how much the policy counts beside the values")                              \
  FIELD(double, c_visit, 50.0, "puct: visits that values are trusted by from the start (improved policy)")       \
  FIELD(double, c_scale, 1.0, "puct: how far values shift the policy (improved policy)")                         \
  FIELD(double, squash, 3.0, "puct: an evaluation of so many units counts as 0.76 of a win")                     \
  FIELD(bool, decisive, true, "puct: the moves of a node are looked through for those that end the game")

struct Features {
  ZERMELO_FIELDS(Features, ZERMELO_FEATURES)

  bool operator==(const Features&) const = default;
  bool strict() const { return cut == Cut::above; }
  bool hard() const { return fail == Fail::hard; }
  bool orders(Order kind) const { return order.has(kind); }
  // Nothing but the bare recursion: the compile-time version of it can run.
  bool bare() const {
    return !(strict() || hard() || scout || table || symmetry || order || filter || star != Star::none || leaves_out());
  }
  // Whether anything of the recursion is selective (or, as extensions are, not of one depth).
  bool leaves_out() const {
    return quiescence || extensions || null_move || reductions || late_pruning || futility || reverse_futility ||
           razoring || internal_reduction || singular || probcut || correction;
  }
};

// What the user may plug in: an evaluation, and a test that says where to stop looking (S0.2, S3.7).
template <class G>
struct Hooks {
  std::function<double(const G&, int)> value;
  std::function<bool(const G&, int)> cutoff;
};

// What a search counts.
#define ZERMELO_STATS(FIELD)                                                                           \
  FIELD(std::uint64_t, evaluations, 0, "positions judged by the evaluation")                           \
  FIELD(std::uint64_t, cutoffs, 0, "nodes left before all moves were searched")                        \
  FIELD(std::uint64_t, first_cutoffs, 0, "of these: left after the first move")                        \
  FIELD(std::uint64_t, table_hits, 0, "positions the table knew")                                      \
  FIELD(std::uint64_t, table_cutoffs, 0, "of these: settled by what it knew")                          \
  FIELD(std::uint64_t, researches, 0, "searches made again with a wider window")                       \
  FIELD(std::uint64_t, deeper, 0, "table cut-offs by entries of deeper searches than was asked for")   \
  FIELD(std::uint64_t, quiescent, 0, "nodes below the last ply: noisy moves followed")                 \
  FIELD(std::uint64_t, extended, 0, "moves searched deeper than the depth says")                       \
  FIELD(std::uint64_t, reduced, 0, "moves searched less deep first")                                   \
  FIELD(std::uint64_t, late, 0, "late moves left out")                                                 \
  FIELD(std::uint64_t, futile, 0, "moves left out that could not reach alpha")                         \
  FIELD(std::uint64_t, far_above, 0, "nodes left because they were far above beta (reverse futility)") \
  FIELD(std::uint64_t, razored, 0, "nodes left because they were far below alpha")                     \
  FIELD(std::uint64_t, null_moves, 0, "nodes left because even passing reached beta")                  \
  FIELD(std::uint64_t, shallower, 0, "nodes searched less deep because the table knew no move")        \
  FIELD(std::uint64_t, probcuts, 0, "nodes left because a shallow search was far outside the window")  \
  FIELD(std::uint64_t, endgames, 0, "positions that an endgame table answered")                        \
  FIELD(std::uint64_t, playouts, 0, "games played out (puct)")                                         \
  FIELD(std::uint64_t, proofs, 0, "nodes of a sampled tree that became certain (puct)")

struct Stats {
  ZERMELO_FIELDS(Stats, ZERMELO_STATS)
  int deepest = 0;

  void add(const Stats& other) {
    each_field([&](const char*, auto member, const char*) { this->*member += other.*member; });
    deepest = std::max(deepest, other.deepest);
  }
};

}  // namespace zermelo
