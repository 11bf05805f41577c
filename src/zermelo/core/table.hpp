// The transposition table: what was found out about a position, kept for when it comes back (S2.1, S2.4).
//
// One 64-byte line, a bucket, holds three entries, each verified by the full 64-bit key; a full bucket uses its
// neighbour's free places:
//
//   word 0 1 2   check    = key ^ value ^ meta
//   word 3 4 5   value    (bits of a double)
//   half 12 13 14  meta   = move tag 16 | depth 8 | solved 1 | deeper 1 | stamp 4 | bound 2      (half 15 unused)
//
// No locks: words are read and written singly, and an entry torn between two threads fails its check (the XOR
// trick of Hyatt and Mann), so it reads as absent, never as wrong.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "memory.hpp"
#include "value.hpp"

namespace zermelo {

struct Learned;  // experience.hpp

// Which entry gives way when a bucket is full (S2.2).
//   full      stop storing new positions
//   lru       the least recently used of the bucket
//   always    the new one always takes the first place
//   depth     the shallowest, and only if it is not deeper than the new one
//   ageing    the entry worth least: old searches first, then shallow ones
enum class Replacement : std::uint8_t { full, lru, always, depth, ageing };

struct TableEntry {
  double value;
  std::uint16_t move;  // low bits of the best move; a hint to be matched with a legal move
  std::uint8_t depth;  // plies searched below; if solved, the depth from which on every search finds this
  Bound bound;
  bool solved = false;   // the bound is one on the game's own value: nothing unfinished was judged
  bool deeper = false;   // some of what it rests on was searched deeper than its depth says
  bool earlier = false;  // an earlier search stored it
};

class Table {
 public:
  static constexpr int DEEPEST = 254;  // an entry of this depth was searched that deep or deeper

  // Throws std::bad_alloc when there is not that much memory. A table that is `growing` starts small, which keeps small
  // searches in the processor's cache, and takes more room before it lets go of anything; only one thread may use it.
  Table(double megabytes, Replacement policy, bool growing = false)
      : buckets_(std::max<std::size_t>(1, static_cast<std::size_t>(megabytes * (1024 * 1024 / sizeof(Bucket))))),
        in_use_(growing ? std::min(buckets_, FIRST_BUCKETS) : buckets_),
        line_(buckets_),
        policy_(policy) {
    if (!growing) line_.expect_full_use(buckets_);
  }

  std::shared_ptr<void> beside;      // what a game's own search remembers, kept with the table for as long as it lives
  std::shared_ptr<Learned> learned;  // what selective searches with it have learned
  std::shared_ptr<void> meanings;    // what its entries have been values of (see Task::salt), where it is kept
  std::string game;                  // the one that it holds positions of, once it has been used
  bool lasting = true;               // keys mean the same in another process; those of games written in Python do not

  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }
  Replacement policy() const { return policy_; }
  std::uint32_t stamp() const { return stamp_; }

  // Starts a new search: what is stored stays readable, but counts as old.
  void new_search() { stamp_ = (stamp_ + 1) & AGES; }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&line_[index(key)]); }

  std::optional<TableEntry> find(std::uint64_t key) {
    const std::size_t home = index(key);
    if (const auto entry = find_in(line_[home], key)) return entry;
    return full(line_[home]) ? find_in(line_[neighbour(home)], key) : std::nullopt;
  }

  // Returns false when the policy refused to store.
  bool store(std::uint64_t key, const TableEntry& entry) {
    const std::uint32_t meta =
        static_cast<std::uint32_t>(entry.move) << 16 | static_cast<std::uint32_t>(entry.depth) << 8 |
        static_cast<std::uint32_t>(entry.solved) << 7 | static_cast<std::uint32_t>(entry.deeper) << 6 | stamp_ << 2 |
        static_cast<std::uint32_t>(entry.bound);
    const auto value = std::bit_cast<std::uint64_t>(entry.value);
    const Raw raw{key ^ value ^ meta, value, meta};
    const std::size_t home = index(key);
    if (put(line_[home], key, raw) || put(line_[neighbour(home)], key, raw)) return true;
    Bucket& b = line_[home];
    const std::optional<std::size_t> slot = victim(b, rank(meta));
    if (!slot) return false;
    b.write(*slot, raw);
    if (policy_ == Replacement::lru) b.move_to_front(*slot);
    return true;
  }

  // Called before store() by the one thread that uses a growing table: makes room if there is none for this key. While
  // the table is small nothing is given up; later it grows when one bucket in eight has overflowed.
  void make_room(std::uint64_t key) {
    while (in_use_ < buckets_ && crowded(key) && (in_use_ < FREE_BUCKETS || ++crowds_ > in_use_ / 8)) grow();
  }

  // Share of the table in use, sampled.
  double fullness() const;

  // What is stored, to be written to a file: for every bucket in use its number and its words, in this machine's order
  // of bytes. Entries that another thread is just writing are left out.
  std::string packed() const;

  // Fills an empty table with what packed() gave of one of the same size; throws if it is anything else.
  void unpack(std::string_view data, std::uint32_t stamp);

 private:
  static constexpr std::size_t SLOTS = 3;
  static constexpr std::uint32_t AGES = 15;  // and then the count of searches begins again
  static constexpr std::size_t FIRST_BUCKETS = 2048, FREE_BUCKETS = 131072;

  struct Raw {
    std::uint64_t check, value;
    std::uint32_t meta;
  };

  struct Bucket {
    std::uint64_t check[SLOTS], value[SLOTS];
    std::uint32_t meta[SLOTS], unused;

    template <class Word>
    static Word load(Word& word) {
      return std::atomic_ref<Word>(word).load(std::memory_order_relaxed);
    }
    template <class Word>
    static void store(Word& word, Word content) {
      std::atomic_ref<Word>(word).store(content, std::memory_order_relaxed);
    }
    Raw read(std::size_t i) { return Raw{load(check[i]), load(value[i]), load(meta[i])}; }
    void write(std::size_t i, const Raw& raw) {
      store(check[i], raw.check);
      store(value[i], raw.value);
      store(meta[i], raw.meta);
    }
    void move_to_front(std::size_t i) {
      const Raw used = read(i);
      for (; i > 0; --i) write(i, read(i - 1));
      write(0, used);
    }
  };
  static_assert(sizeof(Bucket) == 64);
  static constexpr std::size_t PACKED = offsetof(Bucket, unused);

  // A copy of a bucket without entries that are not where their key belongs: two threads are writing them.
  Bucket intact(std::size_t i) const;

  static Bound bound(std::uint32_t meta) { return static_cast<Bound>(meta & 3); }
  static int depth(std::uint32_t meta) { return static_cast<int>(meta >> 8 & 255); }
  static bool solved(std::uint32_t meta) { return meta >> 7 & 1; }
  static bool deeper(std::uint32_t meta) { return meta >> 6 & 1; }
  // What is solved is worth more than any depth.
  static int rank(std::uint32_t meta) { return solved(meta) ? 255 : depth(meta); }

  // How much an entry is worth keeping: a search's age costs it eight plies of depth.
  int worth(std::uint32_t meta) const {
    const int age = static_cast<int>((stamp_ - (meta >> 2)) & AGES);
    return rank(meta) - 8 * age;
  }

  static bool holds(const Raw& raw, std::uint64_t key) {
    return (raw.check ^ raw.value ^ raw.meta) == key && bound(raw.meta) != Bound::none;
  }

  std::optional<TableEntry> find_in(Bucket& b, std::uint64_t key) {
    for (std::size_t i = 0; i < SLOTS; ++i) {
      const Raw raw = b.read(i);
      if (!holds(raw, key)) continue;
      if (policy_ == Replacement::lru) b.move_to_front(i);
      return TableEntry{std::bit_cast<double>(raw.value),
                        static_cast<std::uint16_t>(raw.meta >> 16),
                        static_cast<std::uint8_t>(raw.meta >> 8),
                        bound(raw.meta),
                        solved(raw.meta),
                        deeper(raw.meta),
                        (raw.meta >> 2 & AGES) != stamp_};
    }
    return std::nullopt;
  }

  // Writes over the key's own entry or into a free place; false if there is neither.
  bool put(Bucket& b, std::uint64_t key, const Raw& raw) {
    for (std::size_t i = 0; i < SLOTS; ++i) {
      const Raw old = b.read(i);
      if (bound(old.meta) != Bound::none && !holds(old, key)) continue;
      b.write(i, raw);
      if (policy_ == Replacement::lru) b.move_to_front(i);
      return true;
    }
    return false;
  }

  // Which entry of a full bucket gives way.
  std::optional<std::size_t> victim(Bucket& b, int new_rank) const {
    if (policy_ == Replacement::full) return std::nullopt;
    if (policy_ == Replacement::lru) return SLOTS - 1;
    if (policy_ == Replacement::always) return 0;
    std::size_t least = 0;
    const auto keep = [&](std::size_t i) {
      const std::uint32_t meta = b.read(i).meta;
      return policy_ == Replacement::depth ? rank(meta) : worth(meta);
    };
    for (std::size_t i = 1; i < SLOTS; ++i)
      if (keep(i) < keep(least)) least = i;
    if (policy_ == Replacement::depth && rank(b.read(least).meta) > new_rank) return std::nullopt;
    return least;
  }

  static bool full(Bucket& b) { return bound(b.read(SLOTS - 1).meta) != Bound::none; }

  bool crowded(std::uint64_t key) {
    const std::size_t home = index(key);
    return full(line_[home]) && full(line_[neighbour(home)]) && !find(key);
  }

  // Four times the buckets, or all. A bucket and its neighbour are taken out together, the last two first: their entries
  // belong to the same two or to later ones, which by then hold only entries of the grown table.
  void grow();

  // The entries of a bucket to where they belong now. Of more than fit there, which only the last growth by less than four
  // can bring, those worth least are given up.
  void move_in(Bucket& old);

  // The high bits of key * buckets: any number of buckets, no division.
  std::size_t index(std::uint64_t key) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<wide>(key) * in_use_) >> 64);
  }
  // Where an entry goes when its own bucket is full.
  std::size_t neighbour(std::size_t home) const { return (home ^ 1) < in_use_ ? home ^ 1 : home; }

  std::size_t buckets_;
  std::size_t in_use_;
  std::size_t crowds_ = 0;  // full buckets met since the table last grew
  ZeroedArray<Bucket> line_;
  Replacement policy_;
  std::uint32_t stamp_ = 0;
};

}  // namespace zermelo
