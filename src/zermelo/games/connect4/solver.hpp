// The exact solver of Connect Four: null-window alpha-beta over quiet positions, with a table.
// Zugzwang is after V. Allis, "A Knowledge-based Approach of Connect-Four" (1988); the rest is cited where it is used.
//
// Forced moves are played out at once, so every node is a position where the side to move has no win, nothing to
// parry and at least two moves that do not lose at once. At a node all children are settled, bounded by zugzwang and
// looked up before the first of them is searched: most nodes end there.
#pragma once

#include <cstddef>
#include <utility>

#include "core/memory.hpp"
#include "threats.hpp"

namespace zermelo::connect4 {

// What is known of a score: low <= score <= high, in the view of the side to move.
struct Bounds {
  int low, high;
  void raise(int value) { low = std::max(low, value); }
  void lower(int value) { high = std::min(high, value); }
  Bounds reversed() const { return {-high, -low}; }
};

// A position with the winning squares of both sides, full or empty, kept up to date.
struct Position {
  Bits mine, mask, my_wins, their_wins;
  Bits safe;  // once settled and open: the moves after which the other side cannot win at once
  int stones;

  Bits theirs() const { return mine ^ mask; }
};

template <class Size>
Position make_position(const Size& size, Bits mine, Bits mask) {
  return {mine, mask, winning_squares(size, mine), winning_squares(size, mine ^ mask), 0, std::popcount(mask)};
}

// The position after `move`, one bit among the possible moves.
template <class Size>
Position after(const Size& size, const Position& p, Bits move) {
  return {p.theirs(), p.mask | move, p.their_wins, winning_squares(size, p.mine | move), 0, p.stones + 1};
}

// How forced play ends: either nobody has a choice and `score` is exact, or the position is open. `turned` tells
// that the side to move, and so the view of the score, has changed.
struct Settled {
  bool open, turned;
  int score;
};

// Plays forced moves on `p` until the side to move has a choice. Requires that it cannot win at once.
template <class Size>
Settled settle(const Size& size, Position& p) {
  for (bool turned = false;; turned = !turned) {
    const Bits possible = possible_moves(size, p.mask), parries = possible & p.their_wins;
    if (possible == 0) return {false, turned, 0};
    // A cell under a winning square of theirs is never safe, nor is anything but the only parry.
    p.safe = (parries ? parries : possible) & ~(p.their_wins >> 1);
    if (p.safe == 0 || (parries & (parries - 1))) return {false, turned, -win_score(size.cells, p.stones + 1)};
    if (p.safe & (p.safe - 1)) return {true, turned, 0};
    p = after(size, p, p.safe);
  }
}

// What one player is sure of by following up: answering in the column where the other one has just played.
//
// Let the cells of `theirs` be those the other side then gets in each column from the empty ones; the follower gets the
// rest. Next cells that are the follower's by this rule are loose: there is an even number of them when the other
// side is to move, they are all playable, and the follower answers one by another (or begins with one, when it is to
// move and their number is odd). So at worst the other side gets its own cells and the loose ones. Where the follower
// has a winning square among its cells, the column ends: the other side cannot play under it. If the other side
// cannot make four from all this, the follower does not lose, and it wins if a column ends so: everything else
// fills up and then the other side must play under a winning square.
template <class Size>
int follower_score(const Size& size, Bits follower, Bits other, Bits wins, Bits theirs, int unknown) {
  const Bits mask = follower | other, empty = size.board ^ mask, possible = possible_moves(size, mask);
  const Bits ended = with_all_above(size, wins & empty & ~theirs);
  if (has_four(size, other | (empty & theirs & ~ended) | (possible & ~theirs))) return unknown;
  if (ended) return win_score(size.cells, size.cells - std::popcount(ended));
  return has_four(size, follower | (empty & ~theirs & ~possible)) ? 1 : 0;
}

// Bounds on an open position from the number of stones: nobody wins with the next stone.
template <class Size>
Bounds plain_bounds(const Size& size, const Position& p) {
  return {-win_score(size.cells, p.stones + 3), win_score(size.cells, p.stones + 2)};
}

// Narrows the bounds of an open position by what zugzwang decides.
template <class Size>
void zugzwang_bounds(const Size& size, const Position& p, Bounds& bounds) {
  // With an even number of empty cells the side not to move can follow up everywhere; it gets the top rows.
  const bool i_follow = (size.cells - p.stones) % 2 == 1;
  const Bits follower = i_follow ? p.mine : p.theirs(), leader = p.mask ^ follower;
  const Bits follower_wins = i_follow ? p.my_wins : p.their_wins, leader_wins = i_follow ? p.their_wins : p.my_wins;
  const Bits lower_rows = size.board ^ size.top_rows;
  const int unknown = -size.cells;
  const int sure = follower_score(size, follower, leader, follower_wins, lower_rows, unknown);
  int leader_sure = unknown;
  // The leader can follow up if one column ends with a winning square of its own in a lower row.
  for (Bits odd = leader_wins & lower_rows & ~p.mask; odd && sure == unknown;) {
    const Bits column = column_cells(size, std::countr_zero(odd) / size.stride);
    odd &= ~column;
    const int here = follower_score(size, leader, follower, leader_wins, lower_rows ^ column, unknown);
    leader_sure = std::max(leader_sure, here);
  }
  // Late in the game the follower may have no line left at all.
  if (leader_sure == unknown && 4 * p.stones > 3 * size.cells && !has_four(size, follower | (size.board ^ p.mask)))
    leader_sure = 0;
  if (i_follow)
    bounds.raise(sure), bounds.lower(-leader_sure);
  else
    bounds.raise(leader_sure), bounds.lower(-sure);
}

// Bounds of positions searched before, by exact key. `forget` empties it in constant time, and it starts small: the
// part in use grows with the number of entries, so that an easy position never leaves the near caches.
class Table {
 public:
  Table(int key_bits, std::size_t bytes)
      : key_bits_(key_bits),
        small_bits_(std::max(12, key_bits - 46)),
        full_bits_(std::max(small_bits_, static_cast<int>(std::bit_width(bytes / sizeof(Bucket))) - 1)),
        buckets_(std::size_t{1} << full_bits_) {
    tag_bits_ = std::max(0, key_bits - small_bits_);
    age_shift_ = tag_bits_ + 16;
    tag_mask_ = low_bits(tag_bits_) | ~low_bits(age_shift_);
    forget();
  }

  void forget() {
    // Entries of another age count as empty. The age has few bits, so now and then what was in use is cleared.
    if (++age_ >> (64 - age_shift_)) {
      std::fill_n(&buckets_[0], touched_, Bucket{});
      touched_ = 0;
      age_ = 1;
    }
    use(small_bits_);
  }

  // Hints that `key` will be looked up soon.
  void prefetch([[maybe_unused]] Bits key) const {
#ifdef __GNUC__
    __builtin_prefetch(&buckets_[mix(key) & in_use_]);
#endif
  }

  // Narrows `bounds` by what is known of `key`.
  void find(Bits key, Bounds& bounds) const {
    const Bits hash = mix(key), wanted = tag(hash);
    Bits found = 0;
    for (const Bits entry : buckets_[hash & in_use_].entries) found |= ((entry ^ wanted) & tag_mask_) == 0 ? entry : 0;
    if (found == 0) return;
    bounds.raise(unpack(found >> tag_bits_));
    bounds.lower(unpack(found >> (tag_bits_ + 6)));
  }

  // Remembers what a search of `nodes` nodes for `target` has found: a bound from below if value >= target, else
  // one from above.
  void update(Bits key, int value, int target, std::uint64_t nodes) {
    const Bits hash = mix(key), wanted = tag(hash);
    Bounds bounds{-31, 31};
    Bits* place = nullptr;
    for (Bits& entry : buckets_[hash & in_use_].entries) {
      if (((entry ^ wanted) & tag_mask_) == 0) {
        bounds = {unpack(entry >> tag_bits_), unpack(entry >> (tag_bits_ + 6))};
        place = &entry;
        break;
      }
      if (place == nullptr || work(entry) < work(*place)) place = &entry;
    }
    if (value >= target)
      bounds.raise(value);
    else
      bounds.lower(value);
    if (work(*place) == 0) ++filled_;
    const Bits effort = std::min<Bits>(15, static_cast<Bits>(std::bit_width(nodes)));
    *place = wanted | (pack(bounds.low) | pack(bounds.high) << 6 | effort << 12) << tag_bits_;
    if (filled_ > in_use_ && in_use_bits_ < full_bits_) grow();
  }

 private:
  // An entry, from its lowest bit: tag, low and high of 6 bits each, the work it took in 4, age.
  struct Bucket {
    std::array<Bits, 2> entries{};
  };

  static Bits pack(int score) { return static_cast<Bits>(score + 32); }
  static int unpack(Bits field) { return static_cast<int>(field & 63) - 32; }
  Bits low_bits(int n) const { return n >= 64 ? ~Bits{0} : (Bits{1} << n) - 1; }
  Bits tag(Bits hash) const { return hash >> small_bits_ | age_ << age_shift_; }
  Bits work(Bits entry) const { return entry >> age_shift_ == age_ ? entry >> (tag_bits_ + 12) & 15 : 0; }

  // One-to-one on keys, so that the place and the tag together name the position.
  Bits mix(Bits key) const {
    const Bits product = key * 0x9E3779B97F4A7C15u & low_bits(key_bits_);
    return product ^ product >> (key_bits_ + 1) / 2;
  }

  void use(int bits) {
    in_use_bits_ = bits;
    in_use_ = (Bits{1} << bits) - 1;
    filled_ = 0;
    touched_ = std::max(touched_, std::size_t{1} << bits);
  }

  // More places; every entry moves to where it will be looked for.
  void grow() {
    const std::size_t before = in_use_ + 1;
    use(std::min(full_bits_, in_use_bits_ + 2));
    for (std::size_t from = 0; from < before; ++from)
      for (Bits& entry : buckets_[from].entries)
        if (work(entry) != 0) move(entry, from);
  }

  void move(Bits& entry, std::size_t from) {
    ++filled_;
    const Bits to = ((entry & low_bits(tag_bits_)) << small_bits_ | (from & low_bits(small_bits_))) & in_use_;
    if (to == from) return;
    for (Bits& place : buckets_[to].entries)
      if (work(place) == 0) {
        place = std::exchange(entry, 0);
        return;
      }
  }

  int key_bits_, small_bits_, full_bits_, tag_bits_, age_shift_, in_use_bits_ = 0;
  Bits age_ = 0, tag_mask_ = 0, in_use_ = 0, filled_ = 0;
  std::size_t touched_ = 0;  // no bucket from here on was written since the last fill
  ZeroedArray<Bucket> buckets_;
};

// Solves positions on one size of board; it owns its table and shares nothing, so each thread may have one.
template <class Size>
class Solver {
 public:
  // The table takes the largest power of two within `table_bytes`, but at least 64 KiB (4 MiB where a position
  // has 64 bits).
  Solver(Size size, std::size_t table_bytes) : size_(size), table_(size.width * size.stride, table_bytes) {
    weigh_cells();
  }

  // Makes the next search a cold one.
  void forget() { table_.forget(); }

  int min_score(Bits mask) const { return connect4::min_score(size_.cells, std::popcount(mask)); }
  int max_score(Bits mask) const { return connect4::max_score(size_.cells, std::popcount(mask)); }

  // The exact score of a position that is not over.
  template <class Watch>
  int score(Bits mine, Bits mask, Watch& watch) {
    return solve(mine, mask, min_score(mask), max_score(mask), watch);
  }

  // The exact score of a position that is not over if it is inside [low, high], low < high; otherwise a bound: a
  // result <= low is at least the score, one >= high is at most the score. Counts in `watch.nodes` and calls
  // `watch.check()` every 1024 nodes; what it throws passes through and leaves the solver fit for use.
  template <class Watch>
  int solve(Bits mine, Bits mask, int low, int high, Watch& watch) {
    Position p = make_position(size_, mine, mask);
    if (possible_moves(size_, mask) & p.my_wins) return win_score(size_.cells, p.stones);
    const Settled end = settle(size_, p);
    if (!end.open) return end.turned ? -end.score : end.score;
    return end.turned ? -bisect(p, -high, -low, watch) : bisect(p, low, high, watch);
  }

 private:
  struct Child {
    Position position;
    Bounds bounds;  // in the view of the parent
    Bits key;
    bool turned;  // the side to move is the other one than at the parent
    int order;
  };

  // Narrows the bounds by null windows until they meet, or leave [low, high].
  template <class Watch>
  int bisect(const Position& p, int low, int high, Watch& watch) {
    Bounds bounds = plain_bounds(size_, p);
    zugzwang_bounds(size_, p, bounds);
    table_.find(key(p), bounds);
    if (bounds.high <= low) return bounds.high;
    if (bounds.low >= high) return bounds.low;
    bounds.raise(low);
    bounds.lower(high);
    while (bounds.low < bounds.high) {
      const int target = next_target(bounds);
      const int value = search(p, target, watch);
      (value >= target ? bounds.low : bounds.high) = value;
    }
    return bounds.low >= high ? bounds.low : bounds.high;
  }

  // The score to ask for next. A score far from 0 is cheap to refute, the game being short, so the ends are tried
  // before the middle, until asking for the sign costs no more.
  static int next_target(Bounds bounds) {
    const auto [low, high] = bounds;
    if (low >= 0) return high - (high - low - 1) / 4;
    if (high <= 0) return low + 1 + (high - low - 1) / 4;
    const auto nearer = [](int score) { return score > 8 ? score * 7 / 8 : 0; };
    return -low > high ? -nearer(-low) : nearer(high) + 1;
  }

  // A bound on the score of an open position: at most the score if >= target, at least the score if < target.
  template <class Watch>
  int search(const Position& p, int target, Watch& watch) {
    if ((++watch.nodes & 1023) == 0) watch.check();
    const std::uint64_t start = watch.nodes;
    std::array<Child, Size::max_width> children;
    std::array<int, Size::max_width> queue;  // order and index of a child in one number, best first
    unsigned count = 0, waiting = 0;
    int best = -size_.cells;

    // 1. Settle and bound every child; keep those that may still decide.
    for (Bits rest = p.safe; rest; rest &= rest - 1) {
      Child& child = children[count];
      expand(p, rest & (~rest + 1), target, child);
      if (child.bounds.low >= target) return child.bounds.low;
      if (child.bounds.high < target)
        best = std::max(best, child.bounds.high);
      else
        table_.prefetch(child.key), ++count;
    }
    // 2. Look them up.
    for (unsigned i = 0; i < count; ++i) {
      Child& child = children[i];
      look_up(child);
      if (child.bounds.low >= target) {
        table_.update(key(p), child.bounds.low, target, 1);
        return child.bounds.low;
      }
      if (child.bounds.high < target)
        best = std::max(best, child.bounds.high);
      else
        insert(queue, waiting++, child.order * 32 + static_cast<int>(31 - i));
    }
    // 3. Search them.
    for (unsigned i = 0; i < waiting && best < target; ++i) {
      Child& child = children[31 - static_cast<unsigned>(queue[i] & 31)];
      if (i > 0) look_up(child);  // a sibling may have met it
      best = std::max(best, value_of(child, target, watch));
    }
    table_.update(key(p), best, target, watch.nodes - start + 1);
    return best;
  }

  // A bound on the score of a child for its parent, as `search` promises it.
  template <class Watch>
  int value_of(const Child& child, int target, Watch& watch) {
    if (child.bounds.low >= target) return child.bounds.low;
    if (child.bounds.high < target) return child.bounds.high;
    return child.turned ? -search(child.position, 1 - target, watch) : search(child.position, target, watch);
  }

  // Makes the child of `p` by `move`; `bounds` are as narrow as it takes to decide on `target`.
  void expand(const Position& p, Bits move, int target, Child& child) const {
    Position c = after(size_, p, move);
    const Settled end = settle(size_, c);
    const bool turned = !end.turned;
    Bounds bounds{end.score, end.score};
    if (end.open) {
      bounds = plain_bounds(size_, c);
      const int wanted = turned ? 1 - target : target;
      if (bounds.low < wanted && bounds.high >= wanted) {
        zugzwang_bounds(size_, c, bounds);
        child.position = c;
        child.key = key(c);
        child.order = promise(p, move, c, turned);
      }
    }
    child.turned = turned;
    child.bounds = turned ? bounds.reversed() : bounds;
  }

  // Ranks a move: what it threatens, how forcing it is, how few replies it leaves, and the lines through its cell.
  int promise(const Position& p, Bits move, const Position& c, bool turned) const {
    const Bits wins = (turned ? c.their_wins : c.my_wins) & ~c.mask;
    const int replies = turned ? std::popcount(c.safe) : 2;
    return 8 * std::popcount(wins) + 4 * (c.stones - p.stones) - 6 * replies +
           2 * weights_[static_cast<std::size_t>(std::countr_zero(move))];
  }

  void look_up(Child& child) const {
    Bounds bounds = child.turned ? child.bounds.reversed() : child.bounds;
    table_.find(child.key, bounds);
    child.bounds = child.turned ? bounds.reversed() : bounds;
  }

  static void insert(std::array<int, Size::max_width>& queue, unsigned count, int entry) {
    for (; count > 0 && queue[count - 1] < entry; --count) queue[count] = queue[count - 1];
    queue[count] = entry;
  }

  // Names a position. Mirror images share a key while there are few stones: later they hardly ever meet.
  Bits key(const Position& p) const {
    const Bits plain = p.mine + p.mask;
    return p.stones > size_.cells / 3 ? plain : std::min(plain, mirrored(size_, plain));
  }

  // The number of lines of four through each cell.
  void weigh_cells() {
    for (int distance : size_.directions)
      for (int start = 0; start < 64; ++start) {
        Bits line = 0;
        for (int i = 0; i < 4; ++i)
          if (start + i * distance < 64) line |= Bits{1} << (start + i * distance);
        if (std::popcount(line) < 4 || (line & ~size_.board)) continue;
        for (; line; line &= line - 1) ++weights_[static_cast<std::size_t>(std::countr_zero(line))];
      }
  }

  [[no_unique_address]] Size size_;
  Table table_;
  std::array<int, 64> weights_{};
};

}  // namespace zermelo::connect4
