// The betting of no-limit hold'em as a tree: the sizes of bets are given as lists, cards are not in it.
//
// Both players have put half of the pot in and have `stack` left. A node stands for a line of bets; what follows a chance
// node is the next street, whatever the card; after an all-in that was called nobody bets any more. Nodes are in preorder: a subtree is a run of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace zermelo::holdem {

// One size of a bet or raise: a share of the pot (after calling), a multiple of the bet faced, chips, or everything.
struct Size {
  enum Kind : std::uint8_t { pot, times, chips, all_in } kind;
  double amount = 0;
};

struct Betting {
  double pot = 1, stack = 1;
  double all_in = 1;                            // a bet of at least this share of what is left is made all-in
  int most_bets = 4;                            // bets and raises a street
  std::vector<std::vector<Size>> bets, raises;  // for each street from the first on
};

enum class Kind : std::uint8_t { decision, chance, fold, showdown };

struct BetNode {
  Kind kind;
  std::uint8_t street = 0;  // 0: the first, of the board as given
  std::uint8_t player = 0;  // who decides; at a fold: who folded
  std::vector<std::int32_t> children;
  std::vector<std::string> names;  // of the actions
  double put[2] = {0, 0};          // chips put in beyond the pot
  std::int32_t end = 0;            // behind the last node of the subtree
  std::size_t rows = 0;            // where its numbers begin: see solver.hpp
  std::size_t scale = 0;
};

inline std::string chips_text(double amount) {
  std::string text = std::to_string(std::round(amount * 100) / 100);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

struct TooManyNodes : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class BetTree {
 public:
  static constexpr std::size_t MOST = 400'000;

  explicit BetTree(const Betting& betting) : betting_(betting) { decide(Line{}); }

  std::vector<BetNode> nodes;

 private:
  struct Line {
    std::uint8_t street = 0, player = 0;
    double put[2] = {0, 0}, before = 0;  // before: what each had put in when the street began
    double step = 0;                     // the last bet or raise beyond what was to call
    int bets = 0;
    bool checked = false;

    double to_call() const { return put[1 - player] - put[player]; }
  };

  std::int32_t add(Kind kind, const Line& line) {
    if (nodes.size() >= MOST)
      throw TooManyNodes("more than " + std::to_string(MOST) +
                         " lines of bets: give fewer sizes or a lower limit of bets");
    BetNode node;
    node.kind = kind;
    node.street = line.street;
    node.player = line.player;
    node.put[0] = line.put[0];
    node.put[1] = line.put[1];
    nodes.push_back(node);
    return static_cast<std::int32_t>(nodes.size() - 1);
  }

  BetNode& at(std::int32_t node) { return nodes[static_cast<std::size_t>(node)]; }
  void close(std::int32_t node) { at(node).end = static_cast<std::int32_t>(nodes.size()); }
  void follow(std::int32_t node, const std::string& name, std::int32_t child) {
    at(node).names.push_back(name);
    at(node).children.push_back(child);
  }

  std::int32_t decide(const Line& line) {
    const std::int32_t here = add(Kind::decision, line);
    const double call = line.to_call();
    if (call > 0) {
      const std::int32_t folded = add(Kind::fold, line);
      close(folded);
      follow(here, "fold", folded);
    }
    follow(here, call > 0 ? "call" : "check", passive(line));
    for (const double amount : amounts(line)) follow(here, name(line, amount), bet(line, amount));
    close(here);
    return here;
  }

  std::int32_t passive(Line line) {
    const bool ends = line.to_call() > 0 || line.checked;
    line.put[line.player] = line.put[1 - line.player];
    line.checked = true;
    line.player = static_cast<std::uint8_t>(1 - line.player);
    return ends ? end_street(line) : decide(line);
  }

  std::int32_t bet(Line line, double amount) {
    line.step = amount - line.to_call();
    line.put[line.player] += amount;
    line.bets += 1;
    line.player = static_cast<std::uint8_t>(1 - line.player);
    return decide(line);
  }

  // Both have put in the same: the next street, or the cards are shown (with nothing left to bet, those that lack come).
  std::int32_t end_street(const Line& line) {
    const bool shown = line.street + 1U == betting_.bets.size() || line.put[0] >= betting_.stack;
    const std::int32_t here = add(shown ? Kind::showdown : Kind::chance, line);
    if (!shown) {
      Line next;
      next.street = static_cast<std::uint8_t>(line.street + 1);
      next.put[0] = next.put[1] = next.before = line.put[0];
      const std::int32_t child = decide(next);
      at(here).children.push_back(child);
    }
    close(here);
    return here;
  }

  // What may be put in beyond the call, by rising size: everything that a size comes to, each once.
  std::vector<double> amounts(const Line& line) const {
    std::vector<double> found;
    const double call = line.to_call(), left = betting_.stack - line.put[line.player];
    if (line.bets >= betting_.most_bets || left <= call || line.put[1 - line.player] >= betting_.stack) return found;
    for (const Size& size : (line.bets ? betting_.raises : betting_.bets)[line.street]) {
      double amount = std::max(wanted(line, size, left), call + line.step);
      if (amount >= betting_.all_in * left) amount = left;
      if (amount > call) found.push_back(amount);
    }
    std::sort(found.begin(), found.end());
    const auto same = [](double a, double b) { return std::abs(a - b) < 0.005; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    return found;
  }

  double wanted(const Line& line, const Size& size, double left) const {
    const double call = line.to_call(), pot = betting_.pot + line.put[0] + line.put[1];
    switch (size.kind) {
      case Size::pot:
        return call + size.amount * (pot + call);
      case Size::times:
        return size.amount * (line.put[1 - line.player] - line.before) - (line.put[line.player] - line.before);
      case Size::chips:
        return call + size.amount;
      default:
        return left;
    }
  }

  // `bet 50`, `raise 150` (to, on this street), `all-in 300`.
  std::string name(const Line& line, double amount) const {
    const double to = line.put[line.player] - line.before + amount;
    const bool all = line.put[line.player] + amount >= betting_.stack;
    return (all ? "all-in " : line.bets ? "raise " : "bet ") + chips_text(to);
  }

  Betting betting_;
};

}  // namespace zermelo::holdem
