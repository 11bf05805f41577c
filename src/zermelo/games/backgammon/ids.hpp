// Positions in writing: XGID, and the position and match IDs of GNU Backgammon.
//
// XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
//   26 places: O's bar, the points 1 to 24 as X counts them, X's bar; A, B, … for 1, 2, … men of X, a, b, … of O
//   the cube's power of 2, its owner (1 X, -1 O, 0 nobody), who is on roll (1, -1), the dice (00: not thrown, D: doubled),
//   the points of X and of O, Crawford (of a match) or Jacoby (1) and beavers (2), the match's length, the highest cube
// Added here: on roll 0 before the opening roll, dice `..` after a player chose not to double, `DP` after a dropped double;
// and a highest cube of 0 where there is no cube.
#pragma once

#include <charconv>

#include "game.hpp"

namespace zermelo::backgammon {

inline std::string Position::text() const {
  const int x = mover == 0 ? 0 : 1;  // which side of the board is X's
  std::string places(26, '-');
  for (int i = 0; i < 25; ++i) {
    const auto men_of = [&](int side) { return board.men[side][i]; };
    if (const u8 n = men_of(x)) places[static_cast<std::size_t>(i + 1)] = static_cast<char>('A' + n - 1);
    if (const u8 n = men_of(1 - x)) places[static_cast<std::size_t>(24 - i)] = static_cast<char>('a' + n - 1);
  }
  const std::string thrown = stage == Stage::move      ? std::to_string(dice.high) + std::to_string(dice.low)
                             : stage == Stage::offered ? "D"
                             : dropped                 ? "DP"
                             : stage == Stage::roll && may_double() ? ".."
                                                                    : "00";
  const auto sign = [](int player) { return player == NOBODY ? "0" : player == 0 ? "1" : "-1"; };
  std::string text = "XGID=" + places;
  for (const std::string& part :
       {std::to_string(doublings), std::string(sign(owner)), std::string(stage == Stage::opening ? "0" : sign(mover)),
        thrown, std::to_string(score[0]), std::to_string(score[1]), std::string(crawford || jacoby ? "1" : "0"),
        std::to_string(length), std::string(cube ? "10" : "0")})
    text += ":" + part;
  return text;
}

// What the variant's options say where a text does not.
struct Variant {
  bool cube = false, jacoby = false;
  int length = 0;

  Position start() const {
    Position position;
    position.cube = cube;
    position.jacoby = jacoby && length == 0;
    position.length = static_cast<u8>(length);
    return position;
  }
};

class IdReader {
 public:
  IdReader(const std::string& text, const Variant& variant) : text_(text), variant_(variant) {}

  Position read() {
    while (end_ > 0 && is_blank(text_[end_ - 1])) --end_;
    while (at_ < end_ && is_blank(text_[at_])) ++at_;
    if (end_ - at_ == 14 || (end_ - at_ == 27 && text_[at_ + 14] == ':')) return gnubg();
    if (text_.compare(at_, 5, "XGID=") == 0) at_ += 5;
    return xgid();
  }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  [[noreturn]] void refuse(const std::string& why) const { throw ParseError(why, text_, std::min(at_, text_.size())); }

  // --- XGID ---

  Position xgid() {
    Position position;
    Board board;
    const std::size_t begin = at_;
    if (end_ - at_ < 27) refuse("expected an XGID (26 places, then nine fields) or a GNU Backgammon ID");
    for (int i = 0; i < 26; ++i, ++at_) place(board, i, text_[at_]);
    position.board = board;
    std::string fields[9];
    for (std::string& each : fields) {
      if (at_ >= end_ || text_[at_] != ':') refuse("expected ':' and a field; an XGID has nine after its places");
      for (++at_; at_ < end_ && text_[at_] != ':'; ++at_) each += text_[at_];
    }
    if (at_ != end_) refuse("expected the end after nine fields");
    at_ = begin;
    position.doublings = static_cast<u8>(whole(fields[0], 0, MOST_DOUBLINGS, "the cube"));
    position.owner = static_cast<u8>(player_of(fields[1], "the cube's owner"));
    position.length = static_cast<u8>(whole(fields[7], 0, LONGEST_MATCH, "the match's length"));
    const int most = position.length ? position.length : 9999;
    const int points[2] = {whole(fields[4], 0, most, "X's points"), whole(fields[5], 0, most, "O's points")};
    if (position.length) std::copy(points, points + 2, position.score);
    const int flag = whole(fields[6], 0, position.length ? 1 : 3, "Crawford or Jacoby");
    (position.length ? position.crawford : position.jacoby) = flag & 1;
    position.cube = whole(fields[8], 0, 99, "the highest cube") > 0;
    const int mover = player_of(fields[2], "who is on roll");
    position.mover = static_cast<u8>(mover == NOBODY ? 0 : mover);
    if (position.mover == 1) position.board.swap();
    set_stage(position, fields[3], mover == NOBODY);
    return checked(position);
  }

  // Place 0 is O's bar, 25 X's.
  void place(Board& board, int i, char c) const {
    if (c == '-') return;
    const bool x = c >= 'A' && c <= 'O', o = c >= 'a' && c <= 'o';
    if ((!x && !o) || (x && i == 0) || (o && i == 25)) refuse("expected -, A to O for X or a to o for O");
    if (x) board.men[0][i - 1] = static_cast<u8>(c - 'A' + 1);
    if (o) board.men[1][24 - i] = static_cast<u8>(c - 'a' + 1);
  }

  int whole(const std::string& field, int low, int high, const std::string& what) const {
    int value = 0;
    const auto [stop, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || stop != field.data() + field.size() || value < low || value > high)
      refuse(what + " is '" + field + "'; expected " + std::to_string(low) + " to " + std::to_string(high));
    return value;
  }
  int player_of(const std::string& field, const std::string& what) const {
    if (field == "1") return 0;
    if (field == "-1") return 1;
    if (field == "0") return NOBODY;
    refuse(what + " is '" + field + "'; expected 1, -1 or 0");
  }

  void set_stage(Position& position, const std::string& thrown, bool opening) const {
    position.stage = Stage::move;
    if (opening) {
      if (thrown != "00") refuse("nobody is on roll, yet the dice are thrown");
      position.stage = Stage::opening;
    } else if (thrown == "00") {
      position.stage = position.fresh_stage();
    } else if (thrown == "..") {
      position.stage = Stage::roll;
    } else if (thrown == "D") {
      position.stage = Stage::offered;
    } else if (thrown == "DP") {
      position.stage = Stage::over;
      position.dropped = true;
    } else if (thrown.size() == 2 && is_die(thrown[0]) && is_die(thrown[1])) {
      const auto a = static_cast<u8>(thrown[0] - '0'), b = static_cast<u8>(thrown[1] - '0');
      position.dice = {std::max(a, b), std::min(a, b)};
    } else {
      refuse("the dice are '" + thrown + "'; expected 11 to 66, 00 before the roll, or D for a double");
    }
  }
  static bool is_die(char c) { return c >= '1' && c <= '6'; }

  // --- what must be true of any position ---

  Position checked(Position position) const {
    const Board& board = position.board;
    for (const int side : {0, 1})
      if (board.on_board(side) > MEN) refuse("a side has more than 15 men");
    if (board.last(0) < 0 && board.last(1) < 0) refuse("both sides have all their men off");
    if (board.men[0][BAR] && board.men[1][BAR] && closed(board, 0) && closed(board, 1))
      refuse("both sides are shut out: nobody could ever move");
    if ((position.doublings == 0) != (position.owner == NOBODY))
      refuse("a cube that was turned has an owner, and only such a cube");
    if (position.doublings && !position.cube) refuse("the cube was turned in a game without one");
    if (position.stage == Stage::opening && !(board == Board::start() && position.doublings == 0))
      refuse("only a game's first position comes before the opening roll");
    if (position.crawford && !position.cube) refuse("Crawford's rule needs a cube");
    if (position.crawford && std::max(position.score[0], position.score[1]) != position.length - 1)
      refuse("Crawford's game is the one after a player came within a point of the match");
    if (position.crawford && position.doublings) refuse("no doubling in Crawford's game");
    ended(position);
    const bool asks = position.stage == Stage::offered || position.dropped;
    if (asks && !position.may_double()) refuse("this double could not have been offered");
    return position;
  }
  static bool closed(const Board& board, int side) { return std::popcount(board.at_least(side, 2) & 63) == 6; }
  // Positions that are over: the winner is the one on roll.
  void ended(Position& position) const {
    const bool won = position.length && std::max(position.score[0], position.score[1]) == position.length;
    if (won && position.score[1 - position.mover] == position.length)
      refuse("the match is over, and its winner is not on roll");
    const bool out = position.board.last(0) < 0;
    if (position.board.last(1) < 0) refuse("the player on roll has men, the other none");
    if (position.length && !won && (out || position.dropped))
      refuse("the game is over, yet the match's next is not begun");
    if (won && !out) refuse("the match is over in the middle of a game");
    if (out && position.dropped) refuse("a double cannot be dropped when all men are off");
    if (out && position.stage != Stage::roll && position.stage != Stage::choice && position.stage != Stage::over)
      refuse("the game is over, yet something is left to do");
    if (out) position.stage = Stage::over;
  }

  // --- GNU Backgammon: base 64 of bits, the lowest first ---

  std::vector<bool> bits(std::size_t begin, std::size_t count) const {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<u8> bytes;
    u32 held = 0;
    int have = 0;
    for (std::size_t i = begin; i < begin + count; ++i) {
      const std::size_t value = digits.find(text_[i]);
      if (value == std::string::npos) throw ParseError("a GNU Backgammon ID is written in base 64", text_, i);
      held = held << 6 | static_cast<u32>(value);
      have += 6;
      if (have >= 8) bytes.push_back(static_cast<u8>(held >> (have -= 8)));
    }
    if (held & ((1u << have) - 1)) throw ParseError("the ID has bits to spare", text_, begin + count - 1);
    std::vector<bool> all;
    for (const u8 byte : bytes)
      for (int i = 0; i < 8; ++i) all.push_back(byte >> i & 1);
    return all;
  }

  Position gnubg() {
    Position position = variant_.start();
    position.board = board_of(bits(at_, 14));
    position.stage = position.fresh_stage();
    if (end_ - at_ == 27) {
      at_ += 15;
      match(bits(at_, 12), position);
    }
    return checked(position);
  }

  // For both sides, the other one's first, the men of each point and the bar as so many ones, then a zero.
  Board board_of(const std::vector<bool>& bits) const {
    Board board;
    std::size_t at = 0;
    for (const int side : {1, 0})
      for (int i = 0; i < 25; ++i, ++at)
        for (; at < bits.size() && bits[at]; ++at)
          if (++board.men[side][i] > MEN) refuse("a point has more than 15 men");
    for (; at < bits.size(); ++at)
      if (bits[at]) refuse("the ID goes on after both sides are complete");
    for (int i = 0; i < 24; ++i)
      if (board.men[0][i] && board.men[1][23 - i]) refuse("both sides have men on one point");
    return board;
  }

  void match(const std::vector<bool>& bits, Position& position) const {
    std::size_t at = 0;
    const auto next = [&](int count) {
      int value = 0;
      for (int i = 0; i < count; ++i) value |= static_cast<int>(bits[at++]) << i;
      return value;
    };
    const int doublings = next(4), owner = next(2), on_roll = next(1), crawford = next(1), state = next(3);
    const int turn = next(1), doubled = next(1), resigned = next(2), first = next(3), second = next(3);
    const int length = next(15), points[2] = {next(15), next(15)};
    if (doublings > MOST_DOUBLINGS || owner == 2 || resigned || length > LONGEST_MATCH || first > 6 || second > 6)
      refuse("the match ID describes something that is not played here (a high cube, a resignation, a long match)");
    if (state != 1) refuse("the match ID is not of a game in play");
    if ((first == 0) != (second == 0) || (doubled && first)) refuse("the match ID's dice make no sense");
    if (length && std::max(points[0], points[1]) >= length) refuse("the match ID is of a match that is over");
    position.length = static_cast<u8>(length);
    position.jacoby = position.jacoby && length == 0;
    if (length) std::copy(points, points + 2, position.score);
    position.crawford = crawford;
    position.doublings = static_cast<u8>(doublings);
    position.owner = static_cast<u8>(doublings == 0 || owner == 3 ? NOBODY : owner);
    position.cube = position.cube || doublings || doubled || crawford;
    position.mover = static_cast<u8>(on_roll);
    if (turn != (doubled ? 1 - on_roll : on_roll)) refuse("the match ID gives the turn to the wrong player");
    position.dice = {static_cast<u8>(std::max(first, second)), static_cast<u8>(std::min(first, second))};
    position.stage = doubled ? Stage::offered : first ? Stage::move : position.fresh_stage();
  }

  const std::string& text_;
  Variant variant_;
  std::size_t at_ = 0, end_ = text_.size();
};

}  // namespace zermelo::backgammon
