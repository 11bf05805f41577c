#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"
#include "notation.hpp"

namespace zermelo {

// As for other built-in games, but a move's text is taken apart once instead of being compared with every move's.
template <>
struct Surface<chess::Position> {
  using G = chess::Position;
  static constexpr bool needs_python = false;
  static nb::object show(const G& position, G::Move move) { return nb::cast(position.name(move)); }
  static nb::object data(const G& position) { return nb::cast(position.text()); }
  static std::uint64_t key(const G& position) { return position.key(); }
  static nb::object repetition_key(const G& position) { return nb::cast(position.repetition_key()); }
  static nb::object table_key(const G& position) { return nb::cast(position.table_key()); }
  static std::optional<G::Move> read(const G& position, nb::handle move) {
    std::string text;
    if (!nb::isinstance<nb::str>(move) || !nb::try_cast(move, text)) return std::nullopt;
    return chess::read_move(position, text);
  }
};

namespace chess {

namespace {

// Moves from the start, `e4 e5 Nf3`.
Position replay(Position position, const std::string& text) {
  std::size_t at = 0;
  for (;;) {
    while (at < text.size() && text[at] == ' ') ++at;
    if (at == text.size()) return position;
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (position.turn() == OVER) throw ParseError("the game is over before this move", text, at);
    const std::optional<Move> move = read_move(position, std::string_view(text).substr(at, end - at));
    if (!move) throw ParseError("expected a FEN, or moves from the start: this is no legal move", text, at);
    position = position.play(*move);
    at = end;
  }
}

Position parse(const Position& start, const std::string& text) {
  if (text.find_first_not_of(' ') == std::string::npos)
    throw ParseError("expected a FEN, or moves from the start", text, 0);
  if (text.find('/') == std::string::npos) return replay(start, text);
  return FenReader(text, start.draws).read();
}

const Position& position_of(const State& state) {
  const auto* own = dynamic_cast<const PositionOf<Position>*>(state.position.get());
  if (!own) throw nb::value_error("expected a position of chess");
  return own->value();
}

Move move_of(const Position& position, const std::string& text) {
  const std::optional<Move> move = position.turn() == OVER ? std::nullopt : read_move(position, text);
  if (!move) throw IllegalMove("move '" + text + "' is not legal here", position.text());
  return *move;
}

// Every legal move as SAN and UCI, also where a draw has ended the game.
nb::list legal_moves(const State& state, bool chess960) {
  const Position& position = position_of(state);
  MoveList<Move> list;
  position.moves(list);
  nb::list all;
  for (std::size_t i = 0; i < list.size(); ++i)
    all.append(nb::make_tuple(position.name(list[i].move), uci_name(list[i].move, chess960)));
  return all;
}

// What a rook and a bishop attack, by every form of the code that this build holds, for comparison.
nb::dict attacks(int square, u64 occupied) {
  if (square < 0 || square > 63) throw nb::value_error("a square is 0 to 63");
  nb::list rook, bishop;
  rook.append(ByRays::rook(square, occupied));
  bishop.append(ByRays::bishop(square, occupied));
#if defined(__BMI2__)
  make_tables();
  rook.append(ByTable::rook(square, occupied));
  bishop.append(ByTable::bishop(square, occupied));
#endif
  nb::dict all;
  all["rook"] = rook;
  all["bishop"] = bishop;
  return all;
}

const Registered registered(
    "chess",
    [](const nb::dict& options, const std::optional<std::string>& text) {
      make_tables();
      const bool automatic = options.contains("draws") && nb::cast<std::string>(options["draws"]) == "automatic";
      const Position start = setup(whole_option(options, "setup", 518), automatic ? Draws::automatic : Draws::claimed);
      return std::make_shared<PositionOf<Position>>(text ? parse(start, *text) : start, nullptr);
    },
    [](nb::module_& m) {
      m.def(
          "chess_uci",
          [](const State& state, const std::string& move, bool chess960) {
            const Position& position = position_of(state);
            return uci_name(move_of(position, move), chess960);
          },
          nb::arg("state"), nb::arg("move"), nb::arg("chess960") = false);
      m.def("chess_moves", &legal_moves, nb::arg("state"), nb::arg("chess960") = false,
            nb::sig("def chess_moves(state: State, chess960: bool = False) -> list[tuple[str, str]]"));
      m.def("chess_attacks", &attacks, nb::arg("square"), nb::arg("occupied"),
            nb::sig("def chess_attacks(square: int, occupied: int) -> dict[str, list[int]]"));
      m.def("chess_in_check", [](const State& state) { return position_of(state).checkers != 0; }, nb::arg("state"));
      m.def("chess_dead", [](const State& state) { return position_of(state).dead(); }, nb::arg("state"));
    });

}  // namespace

}  // namespace chess

}  // namespace zermelo
