// Plays in writing: `24/20 13/10`, `bar/22*`, `6/off`, `8/5(2) 6/3(2)`. A man that moves on is written once, `24/14`, with
// the points between where it hits, `24/20*/14`.
#pragma once

#include <optional>
#include <string>

#include "board.hpp"

namespace zermelo::backgammon {

// One man's way: the points it is written with, 25 for the bar and 0 for off.
struct Way {
  std::vector<int> points;
  std::vector<bool> hits;  // for each point

  bool operator==(const Way& other) const { return points == other.points; }
};

inline std::string point_name(int point) { return point == 25 ? "bar" : point == 0 ? "off" : std::to_string(point); }

// The ways of a play, the highest first. A step goes on with the first man that stands where it begins.
inline std::vector<Way> ways_of(Board board, Roll roll, Play play) {
  std::vector<Way> ways;
  for (int i = 0; i < 4 && source_of(play, i) >= 0; ++i) {
    const int from = source_of(play, i), to = std::max(-1, from - die_of(play, roll, i));
    const bool hit = step(board, from, die_of(play, roll, i));
    auto way = std::find_if(ways.begin(), ways.end(), [&](const Way& each) { return each.points.back() == from + 1; });
    if (way == ways.end()) way = ways.insert(way, Way{{from + 1}, {false}});
    way->points.push_back(to + 1);
    way->hits.push_back(hit);
  }
  for (Way& way : ways)
    for (std::size_t i = way.points.size() - 2; i >= 1; --i)
      if (!way.hits[i]) {
        way.points.erase(way.points.begin() + static_cast<std::ptrdiff_t>(i));
        way.hits.erase(way.hits.begin() + static_cast<std::ptrdiff_t>(i));
      }
  std::stable_sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) { return a.points > b.points; });
  return ways;
}

inline std::string play_name(const Board& board, Roll roll, Play play) {
  if (play == NO_PLAY) return "pass";
  std::string text;
  const std::vector<Way> ways = ways_of(board, roll, play);
  for (std::size_t i = 0; i < ways.size();) {
    std::size_t same = 1;
    while (i + same < ways.size() && ways[i + same] == ways[i]) ++same;
    if (i) text += ' ';
    for (std::size_t k = 0; k < ways[i].points.size(); ++k) {
      bool hit = false;
      for (std::size_t j = i; j < i + same; ++j) hit = hit || ways[j].hits[k];
      text += (k ? "/" : "") + point_name(ways[i].points[k]) + (hit ? "*" : "");
    }
    if (same > 1) text += "(" + std::to_string(same) + ")";
    i += same;
  }
  return text;
}

// Reads a play as people write it, in any order, with any points between and with or without the marks of hits, and makes it
// on the board; nothing if the text is none, a man cannot go there, or a mark stands where nothing is hit.
class PlayReader {
 public:
  PlayReader(const Board& board, const std::string& text) : board_(board), text_(text) {}

  std::optional<Board> read() {
    if (text_.size() > 80) return {};
    bool any = false;
    for (skip(); at_ < text_.size(); skip()) {
      if (!way()) return {};
      any = true;
    }
    return any ? std::optional(board_) : std::nullopt;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == ',')) ++at_;
  }
  bool word(const char* wanted) {
    std::size_t n = 0;
    while (wanted[n] && at_ + n < text_.size() && (text_[at_ + n] | 32) == wanted[n]) ++n;
    if (wanted[n]) return false;
    at_ += n;
    return true;
  }
  int number() {
    int value = -1;
    for (int n = 0; n < 2 && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++n)
      value = std::max(value, 0) * 10 + (text_[at_++] - '0');
    return value;
  }
  struct Point {
    int number;  // 25 … 0, or -1
    bool marked;
  };
  Point point() {
    const int value = word("bar") ? 25 : word("off") ? 0 : number();
    if (value > 25) return {-1, false};
    const bool marked = at_ < text_.size() && text_[at_] == '*';
    at_ += marked;
    return {value, marked};
  }

  bool way() {
    std::vector<Point> points{point()};
    while (at_ < text_.size() && text_[at_] == '/') {
      ++at_;
      points.push_back(point());
    }
    int times = 1;
    if (at_ < text_.size() && text_[at_] == '(') {
      ++at_;
      times = number();
      if (at_ == text_.size() || text_[at_++] != ')' || times < 1 || times > 4) return false;
    }
    if (points.size() < 2) return false;
    if (points[0].marked) return false;
    for (std::size_t k = 1; k < points.size(); ++k)
      for (int i = 0; i < times; ++i)
        if (!move(points[k - 1].number, points[k].number, points[k].marked && i == 0)) return false;
    return true;
  }
  bool move(int from, int to, bool marked) {
    if (from < 1 || to < 0 || to >= from || board_.men[0][from - 1] == 0) return false;
    if (to > 0 && board_.men[1][24 - to] > 1) return false;
    const bool hit = step(board_, from - 1, to == 0 ? 25 : from - to);
    return hit || !marked;
  }

  Board board_;
  const std::string& text_;
  std::size_t at_ = 0;
};

inline bool reads_as(const Board& board, const Board& after, const std::string& text) {
  if (after == board) return text == "no move" || text == "cannot move";
  const std::optional<Board> told = PlayReader(board, text).read();
  return told && *told == after;
}

}  // namespace zermelo::backgammon
