#include <cmath>

#include "bind/registry.hpp"
#include "game.hpp"

namespace zermelo::holdem {

namespace {

const std::string EXAMPLE = "board KsTd7h4c2s; pot 6; bet 2; raises 3; hands AA,KK,QQ,AK,QJs,65s / AA,TT,AK,KQ,98s,A5s";

// Reads what an endgame is: fields separated by `; `, in this order.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::shared_ptr<const Rules> rules() {
    auto found = std::make_shared<Rules>();
    word("board ");
    while (at_ < text_.size() && text_[at_] != ';') found->board.push_back(card(*found));
    require(found->board.size() == 4 || found->board.size() == 5, "expected a board of four or five cards");
    word("; pot ");
    found->pot = amount();
    word("; bet ");
    found->bet = amount();
    word("; raises ");
    found->raises = static_cast<int>(amount());
    require(found->raises >= 1 && found->raises <= MOST_RAISES, "expected 1 to 4 raises a round");
    word("; hands ");
    found->ranges[0] = range(*found);
    word(" / ");
    found->ranges[1] = range(*found);
    found->header = text_.substr(0, at_);
    deal(*found);
    describe(*found);
    return found;
  }

  // What happened in the endgame; the rest of the text.
  Position play(Position position) {
    if (at_ == text_.size()) return position;
    word("; ");
    const std::size_t first = at_;
    while (at_ < text_.size()) {
      if (text_[at_] == ' ' && at_ > first && text_[at_ - 1] != ' ') ++at_;
      position = move(position);
    }
    require(position.text() == text_, "expected " + position.text());
    return position;
  }

 private:
  void require(bool right, const std::string& what) const {
    if (!right) throw ParseError(what, text_, at_);
  }

  void word(const std::string& wanted) {
    require(text_.compare(at_, wanted.size(), wanted) == 0, "expected \"" + wanted + "\"");
    at_ += wanted.size();
  }

  double amount() {
    std::size_t end = at_;
    while (end < text_.size() && end - at_ < 9 &&
           (std::isdigit(static_cast<unsigned char>(text_[end])) || text_[end] == '.'))
      ++end;
    const std::string digits = text_.substr(at_, end - at_);
    require(!digits.empty() && digits != "." && std::count(digits.begin(), digits.end(), '.') <= 1,
            "expected a number");
    const double value = std::stod(digits);
    require(value > 0, "expected a number above 0");
    at_ = end;
    return value;
  }

  int rank() {
    const std::size_t found = at_ < text_.size() ? RANKS.find(text_[at_]) : std::string::npos;
    require(found != std::string::npos, "expected a rank: 2 to 9, T, J, Q, K or A");
    ++at_;
    return static_cast<int>(found);
  }

  int suit() {
    const std::size_t found = at_ < text_.size() ? SUITS.find(text_[at_]) : std::string::npos;
    require(found != std::string::npos, "expected a suit: c, d, h or s");
    ++at_;
    return static_cast<int>(found);
  }

  std::int8_t card(const Rules& rules) {
    const std::size_t begin = at_;
    const int value = 4 * rank() + suit();
    for (const int each : rules.board)
      if (each == value) {
        at_ = begin;
        require(false, card_name(value) + " is on the board twice");
      }
    return static_cast<std::int8_t>(value);
  }

  bool next(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  // Hands separated by commas: AhKh, AKs (one suit), AKo (two suits), AK (both), AA; each with a weight if `:0.5` follows.
  std::vector<Hand> range(const Rules& rules) {
    std::vector<Hand> found;
    do {
      const std::size_t first = found.size();
      hands(rules, found);
      if (next(':')) {
        const double weight = amount();
        require(weight <= 1, "expected a weight of at most 1");
        for (std::size_t i = first; i < found.size(); ++i) found[i].weight = weight;
      }
    } while (next(','));
    require(!found.empty(), "the board leaves no hand of this range");
    return found;
  }

  void hands(const Rules& rules, std::vector<Hand>& found) {
    const int one = rank();
    if (at_ < text_.size() && SUITS.find(text_[at_]) != std::string_view::npos && at_ + 1 < text_.size() &&
        RANKS.find(text_[at_ + 1]) != std::string_view::npos) {
      const int first = 4 * one + suit(), second = 4 * rank() + suit();
      require(first != second, "a hand has two different cards");
      return add(rules, found, first, second);
    }
    const int two = rank();
    const bool same = next('s'), other = !same && next('o');
    require(one != two || !same, "a pair is of two suits");
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        if ((one == two && a <= b) || (same && a != b) || (other && a == b)) continue;
        add(rules, found, 4 * one + a, 4 * two + b);
      }
  }

  // A hand that the board leaves; one that is there already stays once.
  static void add(const Rules& rules, std::vector<Hand>& found, int first, int second) {
    const Hand hand{static_cast<std::int8_t>(std::max(first, second)),
                    static_cast<std::int8_t>(std::min(first, second)), 1};
    for (const int each : rules.board)
      if (hand.meets(each)) return;
    for (const Hand& each : found)
      if (each.high == hand.high && each.low == hand.low) return;
    found.push_back(hand);
  }

  void deal(Rules& rules) const {
    double sum = 0;
    for (std::size_t a = 0; a < rules.ranges[0].size(); ++a)
      for (std::size_t b = 0; b < rules.ranges[1].size(); ++b) {
        const Hand &first = rules.ranges[0][a], &second = rules.ranges[1][b];
        if (first.meets(second)) continue;
        rules.deals.push_back(
            {{static_cast<std::int16_t>(a), static_cast<std::int16_t>(b)}, first.weight * second.weight});
        sum += first.weight * second.weight;
      }
    require(!rules.deals.empty(), "no two hands of the ranges can be out together");
    for (auto& each : rules.deals) each.chance /= sum;
  }

  static void describe(Rules& rules) {
    Info& info = rules.info;
    info.name = "holdem";
    info.players = {"first", "second"};
    info.payoffs = Payoffs::points;
    info.chance = info.hidden = true;
    info.max_plies = 2 + 2 * (rules.raises + 2);
    const int rounds = rules.board.size() == 5 ? 1 : 2;
    info.high = rules.pot / 2 + rounds * rules.raises * rules.bet;
    info.low = -info.high;
  }

  Position move(const Position& position) {
    require(position.turn() != OVER, "the game is over here: nothing can follow");
    MoveList<Position::Move> list;
    position.moves(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string name =
          position.turn() == CHANCE ? position.name(list[i].move) : std::string(1, "fcr"[list[i].move]);
      if (text_.compare(at_, name.size(), name) != 0) continue;
      at_ += name.size();
      return position.play(list[i].move);
    }
    require(false, position.deal < 0 ? "expected two hands of the ranges, such as " + position.name(list[0].move)
                   : position.turn() == CHANCE ? "expected a card that is not out"
                                               : "expected f, c or r: what may be done here");
    return position;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Value value_of_text(const std::string& text) {
  Cards cards;
  int count = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    const std::size_t rank = RANKS.find(text[at]);
    const std::size_t suit = at + 1 < text.size() ? SUITS.find(text[at + 1]) : std::string::npos;
    if (rank == std::string::npos || suit == std::string::npos)
      throw ParseError("expected a card, such as Ah", text, at);
    const int card = static_cast<int>(4 * rank + suit);
    if (cards.has(card)) throw ParseError(card_name(card) + " is there twice", text, at);
    cards.add(card);
    ++count;
    at += 2;
  }
  if (count < 5 || count > 7) throw ParseError("expected five to seven cards", text, 0);
  return value_of(cards);
}

const Registered registered(
    "holdem",
    [](const nb::dict&, const std::optional<std::string>& text) {
      const std::string whole = text.value_or(EXAMPLE);
      Reader reader(whole);
      const std::shared_ptr<const Rules> rules = reader.rules();
      const Position position = reader.play(Position{.rules = rules.get()});
      return boxed(position, std::const_pointer_cast<Rules>(rules));
    },
    [](nb::module_& m) { m.def("holdem_value", &value_of_text, nb::arg("cards")); });

}  // namespace

}  // namespace zermelo::holdem
