#include "bind/position.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"

namespace zermelo::othello {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; }

bool is_square(const std::string& text, std::size_t at) {
  return at + 1 < text.size() && small(text[at]) >= 'a' && small(text[at]) <= 'h' && text[at + 1] >= '1' &&
         text[at + 1] <= '8';
}

// Letters of a written pass at this place; 0 if there is none.
std::size_t pass_length(const std::string& text, std::size_t at) {
  for (const std::string pass : {"pass", "pa", "--"}) {
    std::size_t same = 0;
    while (same < pass.size() && at + same < text.size() && small(text[at + same]) == pass[same]) ++same;
    if (same == pass.size()) return same;
  }
  return 0;
}

// Moves from the start, `f5d6c3…`; passes may be left out.
Board replay(const std::string& text) {
  Board board;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    const std::size_t pass = pass_length(text, at);
    if (!pass && !is_square(text, at)) throw ParseError("expected a square from a1 to h8, or pass", text, at);
    if (board.turn() == OVER) throw ParseError("the game is over before this move", text, at);
    const bool must_pass = !moves(board.me, board.opp);
    if (pass && !must_pass) throw ParseError("a pass, but there are moves", text, at);
    if (must_pass) board = board.play(PASS);
    if (!pass) {
      const int square = (small(text[at]) - 'a') + 8 * (text[at + 1] - '1');
      if (!(moves(board.me, board.opp) & bit(square)))
        throw ParseError(square_name(square) + " is not legal here", text, at);
      board = board.play(static_cast<Board::Move>(square));
    }
    at += pass ? pass : 2;
  }
  return board;
}

int colour(char c) {
  return std::string("Xx*Bb").find(c) != std::string::npos  ? 0
         : std::string("OoWw").find(c) != std::string::npos ? 1
                                                            : -1;
}

// Every disc was put beside another, beginning with the four in the middle.
u64 reached(u64 discs) {
  u64 found = discs & MIDDLE;
  for (u64 before = 0; before != found;) {
    before = found;
    found |= around(found) & discs;
  }
  return found;
}

// 64 squares and the side to move, with spaces anywhere.
Board read_squares(const std::string& text) {
  u64 discs[2] = {0, 0};
  std::size_t at = 0, places[64];
  const auto next = [&](const std::string& wanted) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at == text.size()) throw ParseError("the text ends early; expected " + wanted, text, at);
    return text[at];
  };
  for (int square = 0; square < 64; ++square, ++at) {
    const char c = next("64 squares, then X or O to move");
    if (colour(c) >= 0)
      discs[colour(c)] |= bit(square);
    else if (c != '-' && c != '.')
      throw ParseError("expected X, O or - for " + square_name(square), text, at);
    places[square] = at;
  }
  const int mover = colour(next("X or O: who moves"));
  if (mover < 0) throw ParseError("expected X or O: who moves", text, at);
  for (++at; at < text.size(); ++at)
    if (!is_blank(text[at])) throw ParseError("expected the end after who moves", text, at);
  const u64 both = discs[0] | discs[1];
  for (const u64 wrong : {MIDDLE & ~both, both & ~reached(both)})
    if (wrong) {
      const int square = std::countr_zero(wrong);
      const std::string why = bit(square) & MIDDLE ? "the four squares in the middle are never empty"
                                                   : "a disc that is not joined to the middle";
      throw ParseError("impossible at " + square_name(square) + ": " + why, text, places[square]);
    }
  return {discs[mover], discs[1 - mover], mover == 1};
}

Board parse(const std::string& text) { return text.empty() || is_square(text, 0) ? replay(text) : read_squares(text); }

std::vector<std::int16_t> words(const nb::bytes& data) {
  if (data.size() % 2) throw nb::value_error("weights are 16-bit words: an even number of bytes");
  std::vector<std::int16_t> result(data.size() / 2);
  if (!result.empty()) std::memcpy(result.data(), data.c_str(), data.size());
  if (std::endian::native == std::endian::big)
    for (auto& each : result) each = static_cast<std::int16_t>(__builtin_bswap16(static_cast<std::uint16_t>(each)));
  return result;
}

// All of them, or every one once as in the shipped file. They may only be put where none are: positions keep theirs.
void load_weights(const nb::bytes& data, std::size_t slot) {
  if (slot >= SLOTS) throw nb::value_error("there are 16 slots for weights, 0 to 15");
  const Weights* none = nullptr;
  auto fresh = std::make_unique<const Weights>(data.size() == 2 * WEIGHT_COUNT ? Weights(words(data))
                                                                               : Weights::spread(words(data)));
  if (!weight_slots()[slot].compare_exchange_strong(none, fresh.get())) throw nb::value_error("this slot is taken");
  (void)fresh.release();
}

std::vector<std::vector<std::vector<int>>> patterns() {
  std::vector<std::vector<std::vector<int>>> families(static_cast<std::size_t>(FAMILY_COUNT));
  for (const Layout::Region& region : LAYOUT.regions)
    families[static_cast<std::size_t>(region.family)].emplace_back(region.squares, region.squares + region.size);
  return families;
}

template <class Form>
nb::tuple moves_and_flips(u64 me, u64 opp) {
  nb::list turned;
  for (int square = 0; square < 64; ++square)
    turned.append((me | opp) & bit(square) ? u64{0} : Form::flips(square, me, opp));
  return nb::make_tuple(Form::moves(me, opp), turned);
}

// Every form of the move generator that this build holds, for comparison.
nb::dict forms(u64 me, u64 opp) {
  nb::dict all;
  all["portable"] = moves_and_flips<Portable>(me, opp);
#if defined(__AVX2__)
  all["avx2"] = moves_and_flips<Avx2>(me, opp);
#endif
#if defined(ZERMELO_OTHELLO_AVX512)
  all["avx512"] = moves_and_flips<Avx512>(me, opp);
#endif
  return all;
}

int stable(u64 own, u64 other) { return stable_discs(own, other); }

const Registered registered(
    "othello",
    [](const nb::dict& options, const std::optional<std::string>& text) {
      Board board = text ? parse(*text) : Board{};
      board.slot = static_cast<std::uint8_t>(whole_option(options, "weights", 0));
      return std::make_shared<PositionOf<Board>>(board, nullptr);
    },
    [](nb::module_& m) {
      m.def("othello_load_weights", &load_weights, nb::arg("data"), nb::arg("slot") = 0);
      m.def("othello_has_weights", [](std::size_t slot) { return slot < SLOTS && weight_slots()[slot].load(); });
      m.def("othello_patterns", &patterns);
      m.def("othello_forms", &forms, nb::arg("me"), nb::arg("opp"),
            nb::sig("def othello_forms(me: int, opp: int) -> dict[str, tuple[int, list[int]]]"));
      m.def("othello_stable", &stable, nb::arg("own"), nb::arg("other"));
    });

}  // namespace

}  // namespace zermelo::othello
