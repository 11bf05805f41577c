#include <charconv>
#include <cmath>
#include <cstring>

#include "bind/registry.hpp"
#include "core/value.hpp"
#include "game.hpp"

namespace zermelo::tree {

namespace {

constexpr int DEEPEST = 200;
constexpr std::size_t LARGEST = 20'000'000;

// A node as it is read, before the levels are numbered.
struct Draft {
  Node node;
  std::vector<Draft> children;
  bool odds_given = false;
  std::size_t column = 0;
};

class Reader {
 public:
  Reader(const std::string& text, std::size_t at) : text_(text), at_(at) {}

  Draft whole() {
    Draft root = node(0, 0);
    if (root.node.turn == OVER) fail("a tree needs at least one move: a number alone is a leaf", 0);
    return root;
  }
  std::size_t at() const { return at_; }

 private:
  [[noreturn]] void fail(const std::string& what, std::size_t column) const { throw ParseError(what, text_, column); }
  [[noreturn]] void fail(const std::string& what) const { fail(what, at_); }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  char peek() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  std::string word() {
    skip();
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    return text_.substr(start, at_ - start);
  }

  // `turn`: whose node it is if nothing else is said and it turns out to have children.
  Draft node(int turn, int depth) {
    if (depth > DEEPEST) fail("the tree is deeper than " + std::to_string(DEEPEST));
    Draft draft;
    skip();
    draft.column = at_;
    read_label(draft);
    skip();
    const std::size_t before_kind = at_;
    const std::string kind = std::isalpha(static_cast<unsigned char>(peek())) ? word() : "";
    if (kind == "max")
      turn = 0;
    else if (kind == "min")
      turn = 1;
    else if (kind == "chance")
      turn = CHANCE;
    else
      at_ = before_kind;
    const bool said = at_ != before_kind;
    if (take('[')) {
      children(draft, turn, depth, ']');
    } else if (take('(')) {
      const bool leaf = is_infinite() || (peek() != '(' && !std::isalpha(static_cast<unsigned char>(peek())));
      if (leaf && is_alone()) return bracketed_leaf(draft, said);
      children(draft, turn, depth, ')');
    } else {
      if (said) fail("expected [ or ( after '" + kind + "'");
      draft.node.value = number();
    }
    return draft;
  }

  bool is_infinite() { return peek() == 'i' && text_.compare(at_, 3, "inf") == 0; }

  // Whether a number is all there is before the bracket closes: (3) is a leaf, (3 5) a node with two leaves.
  bool is_alone() {
    const std::size_t start = at_;
    number();
    const bool alone = peek() == ')' || at_ >= text_.size();
    at_ = start;
    return alone;
  }

  Draft bracketed_leaf(Draft draft, bool said) {
    if (said) fail("a leaf is nobody's turn");
    draft.node.value = number();
    if (!take(')')) fail("expected ) after the leaf's value");
    return draft;
  }

  // `name:` or, below a chance node, `0.25:`
  void read_label(Draft& draft) {
    const std::size_t start = at_;
    if (std::isalpha(static_cast<unsigned char>(peek())) || peek() == '_') {
      std::string name = word();
      if (take(':')) {
        if (name == "max" || name == "min" || name == "chance" || name == "inf")
          fail("'" + name + "' cannot be a label", start);
        draft.node.label = std::move(name);
        read_odds(draft);
        return;
      }
      at_ = start;
    } else {
      read_odds(draft);
    }
  }

  void read_odds(Draft& draft) {
    skip();
    const std::size_t start = at_;
    if (!std::isdigit(static_cast<unsigned char>(peek())) && peek() != '.') return;
    const double odds = number();
    if (!take(':')) {
      at_ = start;
      return;
    }
    if (!(odds > 0 && odds <= 1)) fail("a probability lies above 0 and not above 1", start);
    draft.node.odds = odds;
    draft.odds_given = true;
  }

  double number() {
    skip();
    const std::size_t start = at_;
    const bool signed_plus = at_ < text_.size() && text_[at_] == '+';
    const char* begin = text_.data() + at_ + (signed_plus ? 1 : 0);
    double value = 0;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || std::isnan(value))
      fail(at_ < text_.size() ? "expected a number, [ or (" : "the text ends inside the tree", start);
    at_ = static_cast<std::size_t>(end - text_.data());
    return value + 0.0;
  }

  void children(Draft& draft, int turn, int depth, char close) {
    draft.node.turn = turn;
    const int below = turn == CHANCE ? after_chance() : 1 - turn;
    last_player_.push_back(turn == CHANCE ? (last_player_.empty() ? 1 : last_player_.back()) : turn);
    while (peek() != close) {
      if (at_ >= text_.size()) fail(std::string("the text ends before the closing ") + close);
      if (++size_ > LARGEST) fail("the tree has more than 20,000,000 nodes");
      draft.children.push_back(node(below, depth + 1));
      if (!take(',') && close == ']' && peek() != close) fail("expected , or ]");
    }
    last_player_.pop_back();
    if (draft.children.empty()) fail("a node needs at least one child");
    take(close);
    if (draft.children.size() > 60000) fail("a node has more than 60000 children", draft.column);
    check_labels(draft);
    if (turn == CHANCE)
      set_odds(draft);
    else
      for (const Draft& each : draft.children)
        if (each.odds_given) fail("only children of a chance node have probabilities", each.column);
  }

  // After the dice it is the turn of the player who did not move before them; MAX if nobody did.
  int after_chance() const { return last_player_.empty() ? 0 : 1 - last_player_.back(); }

  void check_labels(const Draft& draft) const {
    for (std::size_t i = 0; i < draft.children.size(); ++i)
      if (const std::string& label = draft.children[i].node.label; !label.empty())
        for (std::size_t j = 0; j < i; ++j)
          if (draft.children[j].node.label == label)
            fail("two children are called '" + label + "'", draft.children[i].column);
  }

  void set_odds(Draft& draft) const {
    double sum = 0;
    std::size_t given = 0;
    for (const Draft& each : draft.children) sum += each.odds_given ? each.node.odds : 0, given += each.odds_given;
    if (given == 0)
      for (Draft& each : draft.children) each.node.odds = 1.0 / static_cast<double>(draft.children.size());
    else if (given != draft.children.size())
      fail("either all children of a chance node have probabilities or none", draft.column);
    else if (std::abs(sum - 1) > 1e-9)
      fail("the probabilities add up to " + std::to_string(sum) + ", not 1", draft.column);
  }

  const std::string& text_;
  std::size_t at_;
  std::size_t size_ = 1;
  std::vector<int> last_player_;
};

// Shortest text that reads back as the same number.
std::string number_text(double value) {
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

void write(const Tree& tree, std::uint32_t index, int expected, int last_player, std::string& out) {
  const Node& node = tree.nodes[index];
  if (!node.label.empty()) out += node.label + ":";
  if (index != 0 && tree.nodes[node.parent].turn == CHANCE) out += number_text(node.odds) + ":";
  if (node.turn == OVER) {
    out += number_text(node.value);
    return;
  }
  if (node.turn != expected) out += node.turn == 0 ? "max" : node.turn == 1 ? "min" : "chance";
  const int last = node.turn == CHANCE ? last_player : node.turn;
  const int below = 1 - last;
  out += '[';
  for (std::uint32_t i = 0; i < node.count; ++i) {
    if (i > 0) out += ',';
    write(tree, node.first + i, below, last, out);
  }
  out += ']';
}

Position parse(const std::string& text, std::shared_ptr<const Tree>& owner) {
  std::size_t at = 0;
  owner = parse_tree(text, at);
  Position position{owner.get(), 0};
  while (true) {
    while (at < text.size() && text[at] == ' ') ++at;
    if (at == text.size()) return position;
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string edge = text.substr(at, end - at);
    std::uint32_t child = 0;
    while (child < position.here().count && position.name(static_cast<Position::Move>(child)) != edge &&
           !position.also_reads(static_cast<Position::Move>(child), edge))
      ++child;
    if (child == position.here().count) throw ParseError("no edge '" + edge + "' leads on from here", text, at);
    position = position.play(static_cast<Position::Move>(child));
    at = end;
  }
}

const Registered registered("tree", [](const nb::dict&, const std::optional<std::string>& text) {
  std::shared_ptr<const Tree> owner;
  const Position position = parse(text.value_or("[[9,8,7],[6,5,4],[3,2,1]]"), owner);
  return boxed(position, std::const_pointer_cast<Tree>(owner));
});

}  // namespace

std::string Tree::text() const {
  std::string out;
  write(*this, 0, 0, 1, out);
  return out;
}

std::shared_ptr<const Tree> parse_tree(const std::string& text, std::size_t& at) {
  Reader reader(text, at);
  const Draft root = reader.whole();
  at = reader.at();
  auto tree = std::make_shared<Tree>();
  std::vector<const Draft*> order{&root};
  tree->nodes.push_back(root.node);
  std::vector<int> height{0};
  bool chance = false;
  for (std::size_t i = 0; i < order.size(); ++i) {
    tree->nodes[i].first = static_cast<std::uint32_t>(order.size());
    tree->nodes[i].count = static_cast<std::uint32_t>(order[i]->children.size());
    chance |= tree->nodes[i].turn == CHANCE;
    for (const Draft& child : order[i]->children) {
      order.push_back(&child);
      tree->nodes.push_back(child.node);
      tree->nodes.back().parent = static_cast<std::uint32_t>(i);
      height.push_back(height[i] + 1);
    }
  }
  tree->info.name = "tree";
  tree->info.players = {"MAX", "MIN"};
  tree->info.payoffs = Payoffs::points;
  tree->info.chance = chance;
  tree->info.small = tree->info.first_player_view = true;
  tree->info.max_plies = height.back();
  tree->info.low = INF, tree->info.high = -INF;
  for (const Node& node : tree->nodes)
    if (node.turn == OVER) {
      tree->info.low = std::min(tree->info.low, node.value);
      tree->info.high = std::max(tree->info.high, node.value);
    }
  for (const char c : tree->text()) tree->hash = mix(tree->hash ^ static_cast<unsigned char>(c)) + 1;
  return tree;
}

}  // namespace zermelo::tree
