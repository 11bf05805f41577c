#include "belief.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"

namespace zermelo::kriegspiel {

namespace {

struct Variant {
  const char* fen;
  int width, height, most_waited, most_plies;
  bool placing;  // black places the king first
};

const std::map<std::string, Variant> VARIANTS = {
    {"standard", {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", 8, 8, 100, 1000, false}},
    {"4x4", {"r1kr/pppp/PPPP/R1KR w -", 4, 4, 40, 200, false}},
    {"3x4", {"k2/p2/2P/2K w -", 3, 4, 20, 60, false}},
    {"krk4", {"4/4/4/K2R b -", 4, 4, 100, 400, true}},
    {"krk6", {"6/6/6/6/6/K4R b -", 6, 6, 150, 400, true}},
    {"krk8", {"8/8/8/8/8/8/8/K6R b -", 8, 8, 200, 400, true}}};

Board men_of(const std::string& fen, int height) {
  Board board;
  int rank = height - 1, file = 0;
  for (std::size_t i = 0; fen[i] != ' '; ++i) {
    if (fen[i] == '/')
      --rank, file = 0;
    else if (fen[i] <= '9')
      file += fen[i] - '0';
    else
      board.put(fen[i] >= 'a', static_cast<int>(std::string(LETTERS).find(static_cast<char>(fen[i] | 32))),
                8 * rank + file++);
  }
  return board;
}

std::unique_ptr<Rules> make_rules(const Variant& variant, int plies) {
  auto rules = std::make_unique<Rules>();
  Frame& frame = rules->frame;
  frame.width = variant.width;
  frame.height = variant.height;
  frame.area = 0;
  for (int square = 0; square < 64; ++square)
    if (file_of(square) < frame.width && rank_of(square) < frame.height) frame.area |= bit(square);
  frame.castles = frame.doubles = variant.height == 8 && variant.width == 8;
  frame.most_waited = variant.most_waited;
  frame.most_plies = plies ? plies : variant.most_plies;
  rules->start = men_of(variant.fen, variant.height);
  if (frame.castles && !variant.placing) rules->start.castling = 15;
  rules->start.mover = variant.placing ? 1 : 0;
  rules->start.placing = variant.placing;
  rules->start.pawn_tries = static_cast<std::uint8_t>(variant.placing ? 0 : count_pawn_tries(rules->start, frame));
  Info& info = rules->info;
  info.name = "kriegspiel";
  info.players = {"white", "black"};
  info.hidden = info.view_grows = true;
  info.max_plies = frame.most_plies * MOST_TRIES;
  info.low = -1;
  info.high = 1;
  return rules;
}

// The rules of a variant live as long as the program; positions point to them.
const Rules* rules_of(const std::string& board, int plies) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, int>, std::unique_ptr<Rules>> known;
  const std::lock_guard lock(mutex);
  make_tables();
  auto& rules = known[{board, plies}];
  if (!rules) rules = make_rules(VARIANTS.at(board), plies);
  return rules.get();
}

std::shared_ptr<const AnyPosition> read(const Rules* rules, const std::string& text) {
  auto past = std::make_shared<Past>(Reader(rules, text).read_past());
  return boxed(remembered(rules, past.get()), past);
}

const Registered registered("kriegspiel", [](const nb::dict& options, const std::optional<std::string>& text) {
  const std::string board = options.contains("board") ? nb::cast<std::string>(options["board"]) : "standard";
  const Rules* rules = rules_of(board, whole_option(options, "plies", 0));
  return text ? read(rules, *text) : boxed(beginning(rules));
});

}  // namespace

}  // namespace zermelo::kriegspiel
