// A game written in Python and compiled to C functions (by Numba, see compiled.py): called without the GIL,
// from as many threads as you like.
//
// A state is `words` 64-bit words. A function answers -100 or less when the user's code raised; the search
// ends and Python runs the same call again, uncompiled, to show what went wrong and where.
#pragma once

#include <array>
#include <cstring>

#include "position.hpp"

namespace zermelo {

using Word = std::int64_t;

struct CompiledFailure : std::runtime_error {
  CompiledFailure(const char* method_, std::vector<Word> state_, Word argument_)
      : std::runtime_error(method_), method(method_), state(std::move(state_)), argument(argument_) {}
  std::string method;
  std::vector<Word> state;
  Word argument;
};

struct CompiledRules {
  Info info;
  std::size_t words = 1;
  Word (*turn)(const Word* state) = nullptr;
  Word (*moves)(const Word* state, Word* out, Word capacity) = nullptr;
  Word (*play)(const Word* state, Word move, Word* out) = nullptr;  // answers turn() of the new state
  Word (*payoff)(const Word* state, Word player, double* out) = nullptr;
  Word (*evaluate)(const Word* state, Word player, double* out) = nullptr;
  Word (*noisy)(const Word* state, Word move) = nullptr;
  Word (*canonical)(const Word* state, Word* out) = nullptr;
  Word (*repetition_key)(const Word* state,
                         Word* out) = nullptr;  // a key is a state, with what does not count left out
  Word (*table_key)(const Word* state, Word* out) = nullptr;
  Word (*gain)(const Word* state, Word move, double* out) = nullptr;
  Word (*stand_pat)(const Word* state) = nullptr;
  Word (*forced)(const Word* state) = nullptr;
  Word (*pass_turn)(const Word* state, Word* out) = nullptr;  // answers turn() of the new state
  Word (*zugzwang)(const Word* state) = nullptr;
  Word (*features)(const Word* state, Word player, Word* out, Word capacity) = nullptr;  // answers how many
  Word (*move_index)(const Word* state, Word move, double* out) = nullptr;
  nb::object show_state, text, name;  // Python: words -> state, its text, the name of a move
};

template <std::size_t Room>
struct CompiledPosition {
  using Move = Word;
  static constexpr Word MOST_MOVES = 1024, MOST_FEATURES = 1024;

  const CompiledRules* rules;
  Word player;
  std::array<Word, Room> words{};

  int turn() const { return static_cast<int>(player); }

  void moves(MoveList<Move>& out) const {
    Word buffer[MOST_MOVES];
    const Word count = rules->moves(words.data(), buffer, MOST_MOVES);
    if (count < 0) fail("moves", 0);
    for (Word i = 0; i < count; ++i) out.add(buffer[i]);
  }

  CompiledPosition play(Move move) const {
    CompiledPosition next{rules, 0, {}};
    next.player = rules->play(words.data(), move, next.words.data());
    if (next.player < OVER || next.player > 1) fail("play", move);
    return next;
  }

  double payoff(int viewer) const { return number(rules->payoff, "payoff", viewer); }
  double value(int viewer) const { return number(rules->evaluate, "evaluate", viewer); }

  std::uint64_t key() const { return hashed(words); }
  std::uint64_t repetition_key() const { return rules->repetition_key ? hashed(repetition_part()) : key(); }
  std::uint64_t table_key() const { return rules->table_key ? hashed(table_part()) : key(); }
  Keyed keyed() const { return {rules->repetition_key != nullptr, rules->table_key != nullptr}; }

  // What counts of the state, where the game says so.
  std::array<Word, Room> repetition_part() const { return part(rules->repetition_key, "repetition_key"); }
  std::array<Word, Room> table_part() const { return part(rules->table_key, "table_key"); }

  bool equals(const CompiledPosition& other) const { return words == other.words; }
  const Info& info() const { return rules->info; }
  Abilities abilities() const {
    return {.evaluates = rules->evaluate != nullptr,
            .sees_noise = rules->noisy != nullptr,
            .weighs = rules->gain != nullptr && rules->noisy != nullptr,
            .sees_features = rules->features != nullptr,
            .indexes_moves = rules->move_index != nullptr && rules->features != nullptr,
            .passes = rules->pass_turn != nullptr,
            .symmetric = rules->canonical != nullptr,
            .repetition_keyed = keyed().repetition,
            .table_keyed = keyed().table};
  }

  CompiledPosition canonical() const {
    if (!rules->canonical) return *this;
    CompiledPosition image{rules, player, {}};
    if (rules->canonical(words.data(), image.words.data()) < 0) fail("canonical", 0);
    return image;
  }

  CompiledPosition pass_turn() const {
    CompiledPosition next{rules, 0, {}};
    next.player = rules->pass_turn(words.data(), next.words.data());
    if (next.player < OVER || next.player > 1 || next.player == player) fail("pass_turn", 0);
    return next;
  }
  double gain(Move move) const {
    double result = 0;
    if (rules->gain(words.data(), move, &result) < 0 || std::isnan(result)) fail("gain", move);
    return result;
  }
  void features(int viewer, FeatureList& out) const {
    Word buffer[MOST_FEATURES];
    const Word count = rules->features(words.data(), viewer, buffer, MOST_FEATURES);
    if (count < 0) fail("features", viewer);
    for (Word i = 0; i < count; ++i) {
      if (buffer[i] < 0 || buffer[i] >= rules->info.feature_count) fail("features", viewer);
      out.push_back(static_cast<std::uint32_t>(buffer[i]));
    }
  }
  int move_index(Move move) const {
    double result = 0;
    if (!rules->move_index || rules->move_index(words.data(), move, &result) < 0) fail("move_index", move);
    if (!(result >= 0 && result < rules->info.move_count)) fail("move_index", move);
    return static_cast<int>(result);
  }
  // What the game says of the position, yes or no; `otherwise` if it says nothing.
  bool says(Word (*function)(const Word*), const char* method, bool otherwise) const {
    if (!function) return otherwise;
    const Word answer = function(words.data());
    if (answer < 0) fail(method, 0);
    return answer != 0;
  }

  std::string text() const {
    nb::gil_scoped_acquire held;
    return text_of(rules->text(shown()));
  }
  std::string name(Move move) const {
    nb::gil_scoped_acquire held;
    return text_of(rules->name(shown(), move));
  }
  nb::object shown() const { return shown(words); }
  nb::object shown(const std::array<Word, Room>& state) const { return rules->show_state(content(state)); }

  [[noreturn]] void fail(const char* method, Word argument) const {
    throw CompiledFailure(method, content(words), argument);
  }

 private:
  std::vector<Word> content(const std::array<Word, Room>& state) const {
    return {state.begin(), state.begin() + static_cast<std::ptrdiff_t>(rules->words)};
  }

  std::uint64_t hashed(const std::array<Word, Room>& state) const {
    std::uint64_t sum = 0x9e3779b97f4a7c15ULL;
    for (std::size_t i = 0; i < rules->words; ++i) sum = mix(sum + static_cast<std::uint64_t>(state[i]));
    return sum;
  }

  std::array<Word, Room> part(Word (*function)(const Word*, Word*), const char* method) const {
    std::array<Word, Room> kept{};
    if (function(words.data(), kept.data()) < 0) fail(method, 0);
    return kept;
  }

  double number(Word (*function)(const Word*, Word, double*), const char* method, int viewer) const {
    double result = 0;
    if (function(words.data(), viewer, &result) < 0) fail(method, viewer);
    if (std::isnan(result)) fail(method, viewer);
    return result + 0.0;
  }
};

template <std::size_t Room>
struct Skill<CompiledPosition<Room>> {
  using Position = CompiledPosition<Room>;
  static double value(const Position& p, int player) { return p.value(player); }
  struct Judge {
    explicit Judge(const Position& position) : p(position) {}
    bool noisy(Word move) const {
      if (!p.rules->noisy) return false;
      const Word answer = p.rules->noisy(p.words.data(), move);
      if (answer < 0) p.fail("noisy", move);
      return answer != 0;
    }
    double gain(Word move) const { return p.gain(move); }
    const Position& p;
  };
  static bool stand_pat(const Position& p) { return p.says(p.rules->stand_pat, "stand_pat", true); }
  static bool forced(const Position& p) { return p.says(p.rules->forced, "forced", false); }
  static bool zugzwang(const Position& p) { return p.says(p.rules->zugzwang, "zugzwang", false); }
  static Position pass_turn(const Position& p) { return p.pass_turn(); }
  static void features(const Position& p, int player, FeatureList& out) { p.features(player, out); }
  static int move_index(const Position& p, Word move) { return p.move_index(move); }
};

template <std::size_t Room>
struct Surface<CompiledPosition<Room>> {
  using Position = CompiledPosition<Room>;
  static constexpr bool needs_python = false;
  static nb::object show(const Position&, Word move) { return nb::int_(move); }
  static nb::object data(const Position& position) { return position.shown(); }
  static std::uint64_t key(const Position& position) { return position.key(); }
  static nb::object repetition_key(const Position& position) { return position.shown(position.repetition_part()); }
  static nb::object table_key(const Position& position) { return position.shown(position.table_part()); }
  static std::optional<Word> read(const Position& position, nb::handle move) {
    MoveList<Word> list;
    position.moves(list);
    std::string text;
    Word wanted = 0;
    const bool named = nb::isinstance<nb::str>(move);
    if (named ? !nb::try_cast(move, text) : !nb::try_cast(move, wanted)) return std::nullopt;
    for (std::size_t i = 0; i < list.size(); ++i)
      if (named ? position.name(list[i].move) == text : list[i].move == wanted) return list[i].move;
    return std::nullopt;
  }
};

// The searches are compiled in compiled.cpp.
extern template class PositionOf<CompiledPosition<4>>;
extern template class PositionOf<CompiledPosition<30>>;

}  // namespace zermelo
