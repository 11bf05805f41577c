#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"

namespace zermelo::connect4 {

namespace {

// Moves as a string of columns, `4453…`.
template <class Size>
Board<Size> replay(const Rules<Size>* rules, const std::string& text) {
  Board<Size> board{rules};
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int column = text[at] - '1';
    if (column < 0 || column >= rules->size.width)
      throw ParseError("expected a column from 1 to " + std::to_string(rules->size.width), text, at);
    if (board.turn() == OVER) throw ParseError("the game is over before this move", text, at);
    if (!board.cell(static_cast<std::uint8_t>(column)))
      throw ParseError("column " + std::to_string(column + 1) + " is full", text, at);
    board = board.play(static_cast<std::uint8_t>(column));
  }
  return board;
}

// Rows from the top, X having begun. Refuses stones in the air, wrong counts and lines that were complete too early.
template <class Size>
Board<Size> read_rows(const Rules<Size>* rules, const std::string& text) {
  const Size& size = rules->size;
  Bits stones[2] = {0, 0};
  std::size_t at = 0;
  for (int row = size.height - 1; row >= 0; --row) {
    for (int column = 0; column < size.width; ++column, ++at) {
      if (at >= text.size())
        throw ParseError(
            "the text ends early; expected " + std::to_string(size.height) + " rows of " + std::to_string(size.width),
            text, at);
      const char c = text[at];
      const Bits here = Bits{1} << (column * size.stride + row);
      if (c == 'X' || c == 'x')
        stones[0] |= here;
      else if (c == 'O' || c == 'o')
        stones[1] |= here;
      else if (c != '.')
        throw ParseError("expected X, O or . for a cell", text, at);
    }
    if (row > 0) {
      if (at >= text.size() || text[at] != '/')
        throw ParseError("expected '/' after a row of " + std::to_string(size.width), text, at);
      ++at;
    }
  }
  if (at != text.size()) throw ParseError("expected the end after " + std::to_string(size.height) + " rows", text, at);
  const Bits mask = stones[0] | stones[1];
  const int first = std::popcount(stones[0]), second = std::popcount(stones[1]);
  // Adding one at the bottom of a column without gaps carries past all its stones.
  if ((mask + size.bottom) & mask) throw ParseError("impossible: a stone hangs in the air", text, 0);
  if (first != second && first != second + 1)
    throw ParseError(
        "impossible: " + std::to_string(first) + " X and " + std::to_string(second) + " O; X begins and they alternate",
        text, 0);
  const int mover = first > second;
  if (has_four(size, stones[mover])) throw ParseError("impossible: a four was complete before the last move", text, 0);
  const Bits last = stones[1 - mover];
  const bool won = has_four(size, last);
  if (won) {
    const Bits tops = ((mask + size.bottom) >> 1) & last;  // one of them was the last stone
    bool possible = false;
    for (Bits rest = tops; rest; rest &= rest - 1) possible |= !has_four(size, last & ~(rest & (~rest + 1)));
    if (!possible) throw ParseError("impossible: a four was complete before the last move", text, 0);
  }
  return {rules, stones[mover], mask, won};
}

template <class Size>
Board<Size> parse(const Rules<Size>* rules, const std::string& text) {
  return text.empty() || (text[0] >= '0' && text[0] <= '9') ? replay(rules, text) : read_rows(rules, text);
}

template <class Size>
std::shared_ptr<const AnyPosition> make(Size size, const std::optional<std::string>& text) {
  const auto* rules = Rules<Size>::of(size);
  return std::make_shared<PositionOf<Board<Size>>>(text ? parse(rules, *text) : Board<Size>{rules}, nullptr);
}

// The exact score of a board in the usual convention: how many stones before the end the winner wins, 0 for a draw.
template <class Size>
int score_of(const Board<Size>& board, double megabytes) {
  if (board.won) return -win_score(board.size().cells, board.stones() - 1);
  if (board.turn() == OVER) return 0;
  Control control;
  poll_signals(control, false);
  Watch watch(control, true);
  nb::gil_scoped_release release;
  return cold_solver(board.size(), megabytes).score(board.mine, board.mask, watch);
}

int score(const State& state, double megabytes) {
  if (const auto* usual = dynamic_cast<const PositionOf<Board<Fixed<7, 6>>>*>(state.position.get()))
    return score_of(usual->value(), megabytes);
  if (const auto* other = dynamic_cast<const PositionOf<Board<AnySize>>*>(state.position.get()))
    return score_of(other->value(), megabytes);
  throw nb::type_error("not a position of connect4");
}

// The table of first positions, once for the whole program.
void load_openings(const nb::bytes& data) {
  auto table = std::make_unique<Openings>();
  if (data.size() != table->bytes()) throw nb::value_error("the table of first positions has another size");
  table->load({data.c_str(), data.size()});
  const Openings* none = nullptr;
  if (openings().compare_exchange_strong(none, table.get())) (void)table.release();
}

const Registered registered(
    "connect4",
    [](const nb::dict& options, const std::optional<std::string>& text) {
      const int width = whole_option(options, "width", 7), height = whole_option(options, "height", 6);
      if (width == 7 && height == 6) return make(Fixed<7, 6>{}, text);
      return make(AnySize{width, height}, text);
    },
    [](nb::module_& m) {
      m.def("connect4_score", &score, nb::arg("state"), nb::arg("memory_mb") = 64.0);
      m.def("connect4_load_openings", &load_openings, nb::arg("data"));
      m.def("connect4_has_openings", [] { return openings().load() != nullptr; });
    });

}  // namespace

}  // namespace zermelo::connect4
