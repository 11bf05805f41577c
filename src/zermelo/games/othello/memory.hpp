// What a search remembers of positions: bounds on their score, how deeply and how surely they were found, two moves.
// Shared by all threads without locks: an entry that was torn by two writers does not match its key.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "bits.hpp"
#include "core/memory.hpp"

namespace zermelo::othello {

inline constexpr int NO_MOVE = 64;

// How sure a selective search is: the number of standard deviations it asks for before it cuts. Its place in this list is
// kept with every stored bound, and a bound only answers a search that asks for no more.
inline constexpr double CONFIDENCE[] = {1.1, 1.5, 2.0, 2.6, 3.3};
inline constexpr int CERTAIN = 5;

struct Known {
  std::int8_t lower, upper;
  std::uint8_t depth, sureness, date, cost, move, second;
};
static_assert(sizeof(Known) == 8);

class Memory {
 public:
  explicit Memory(double megabytes) {
    while (static_cast<double>(buckets_ * 2 * sizeof(Bucket)) <= megabytes * 1024 * 1024) buckets_ *= 2;
    table_ = std::make_unique<ZeroedArray<Bucket>>(buckets_);
    table_->expect_full_use(buckets_);
    in_use_ = std::min(buckets_, FIRST_BUCKETS);
  }

  std::atomic<bool> in_search = false;  // one search at a time

  // Only one thread may use a table that still grows.
  void grow_fully() {
    while (in_use_ < buckets_) grow();
  }

  double megabytes() const { return static_cast<double>(buckets_ * sizeof(Bucket)) / (1024 * 1024); }
  // Older entries give way to those of the search that begins.
  void new_search() {
    if (date_ == 255) wipe();
    ++date_;
  }
  // Nothing stored before now is found any more.
  void forget() {
    new_search();
    oldest_ = date_;
    in_use_ = std::min(buckets_, FIRST_BUCKETS);
    stored_ = 0;
  }
  // Scores of another evaluation are of no use.
  void judged_by(const void* judge) {
    if (judge_ != judge) forget();
    judge_ = judge;
  }
  void prefetch(u64 key) const { __builtin_prefetch(&bucket_of(key)); }

  bool find(u64 key, Known& known) const {
    Bucket& bucket = bucket_of(key);
    for (Entry& entry : bucket.entries) {
      const u64 data = load(entry.data);
      if ((load(entry.check) ^ data) != key || !data) continue;
      const Known found = std::bit_cast<Known>(data);
      if (found.date < oldest_) continue;
      known = found;
      return true;
    }
    return false;
  }

  // A search of the position with window (alpha, beta) ended with `score`.
  void store(u64 key, int depth, int sureness, int cost, int alpha, int beta, int score, int move) {
    Bucket& bucket = bucket_of(key);
    Entry* place = &bucket.entries[0];
    int least = 1 << 20;
    for (Entry& entry : bucket.entries) {
      const u64 data = load(entry.data);
      const Known known = std::bit_cast<Known>(data);
      if (data && (load(entry.check) ^ data) == key && known.date >= oldest_) {
        update(entry, key, known, depth, sureness, cost, alpha, beta, score, move);
        return;
      }
      const int worth = !data || known.date < oldest_
                            ? -1
                            : (known.date == date_ ? 1 << 10 : 0) + known.cost * 4 + (known.depth >> 4);
      if (worth < least) least = worth, place = &entry;
    }
    write(*place, key, fresh(depth, sureness, cost, alpha, beta, score, move));
    if (in_use_ < buckets_ && ++stored_ > 2 * in_use_) grow();
  }

  double fullness() const {
    std::size_t used = 0, seen = 0;
    for (std::size_t i = 0; i < in_use_ && seen < 4000; ++i)
      for (Entry& entry : (*table_)[i].entries) {
        const u64 data = load(entry.data);
        ++seen, used += data && std::bit_cast<Known>(data).date == date_;
      }
    return static_cast<double>(used) / static_cast<double>(seen);
  }

 private:
  struct Entry {
    u64 check, data;
  };
  struct alignas(64) Bucket {
    Entry entries[4];
  };

  Bucket& bucket_of(u64 key) const { return (*table_)[static_cast<std::size_t>(key) & (in_use_ - 1)]; }
  static u64 load(u64& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }

  static void write(Entry& entry, u64 key, const Known& known) {
    const u64 data = std::bit_cast<u64>(known);
    std::atomic_ref(entry.data).store(data, std::memory_order_relaxed);
    std::atomic_ref(entry.check).store(key ^ data, std::memory_order_relaxed);
  }

  Known fresh(int depth, int sureness, int cost, int alpha, int beta, int score, int move) const {
    Known known{-64,
                64,
                static_cast<std::uint8_t>(depth),
                static_cast<std::uint8_t>(sureness),
                date_,
                static_cast<std::uint8_t>(cost),
                NO_MOVE,
                NO_MOVE};
    if (score < beta) known.upper = static_cast<std::int8_t>(score);
    if (score > alpha) known.lower = static_cast<std::int8_t>(score);
    known.move = static_cast<std::uint8_t>(move);
    return known;
  }

  void update(Entry& entry, u64 key, Known known, int depth, int sureness, int cost, int alpha, int beta, int score,
              int move) {
    if (known.depth == depth && known.sureness == sureness) {
      if (score < beta) known.upper = std::min(known.upper, static_cast<std::int8_t>(score));
      if (score > alpha) known.lower = std::max(known.lower, static_cast<std::int8_t>(score));
      // Threads, or a selective search repeated, may contradict each other: the newer answer stands alone.
      if (known.lower > known.upper) {
        known.lower = score > alpha ? static_cast<std::int8_t>(score) : std::int8_t{-64};
        known.upper = score < beta ? static_cast<std::int8_t>(score) : std::int8_t{64};
      }
      known.cost = static_cast<std::uint8_t>(std::max<int>(known.cost, cost));
    } else if (known.date == date_ && known.depth >= depth && known.sureness >= sureness) {
      return;  // more is known already
    } else {
      const std::uint8_t first = known.move, second = known.second;
      known = fresh(depth, sureness, cost, alpha, beta, score, NO_MOVE);
      known.move = first, known.second = second;
    }
    known.date = date_;
    if (move != NO_MOVE && (score > alpha || known.move == NO_MOVE) && move != known.move) {
      known.second = known.move;
      known.move = static_cast<std::uint8_t>(move);
    }
    write(entry, key, known);
  }

  // Twice the room: every entry's place is the old one or, by one more bit of its key, the same in the new half.
  void grow() {
    for (std::size_t i = 0; i < in_use_; ++i)
      for (std::size_t slot = 0; slot < 4; ++slot) {
        Entry& entry = (*table_)[i].entries[slot];
        Entry& moved = (*table_)[i + in_use_].entries[slot];
        const bool goes = entry.data && (entry.check ^ entry.data) & in_use_;
        moved = goes ? entry : Entry{};
        if (goes) entry = Entry{};
      }
    in_use_ *= 2;
  }

  void wipe() {
    for (std::size_t i = 0; i < buckets_; ++i) (*table_)[i] = Bucket{};
    date_ = 0, oldest_ = 1;
  }

  // Small searches stay in the processor's cache.
  static constexpr std::size_t FIRST_BUCKETS = 1 << 12;
  std::size_t buckets_ = 1, in_use_ = 1, stored_ = 0;
  std::unique_ptr<ZeroedArray<Bucket>> table_;
  std::uint8_t date_ = 1, oldest_ = 1;
  const void* judge_ = nullptr;
};

}  // namespace zermelo::othello
