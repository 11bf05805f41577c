// What the solver remembers: sets of positions at the start of a trick that share a bound, told by as few ranks as the
// proof of the bound needed (partition search: M. Ginsberg, "Partition Search", AAAI 1996).
//
// A position is the lengths of all suits in all hands (its shape), who leads, and for every suit the owners of the cards
// that are left, from the highest down. An entry asks for the shape and leader and for the first so many owners only.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "cards.hpp"

namespace zermelo::bridge {

// Owners of the cards left, two bits each: spades and hearts in the first word, diamonds and clubs in the second; a suit
// has 32 bits, its highest card in the top two.
struct Owners {
  std::uint64_t major, minor;
};

struct Entry {
  std::uint64_t major, minor, major_mask, minor_mask;
  std::uint16_t depths;  // how many cards of each suit count, four bits each
  std::int8_t low, high;  // tricks north-south still take: at least, at most
  std::uint32_t next;
};

class Table {
 public:
  explicit Table(std::size_t bytes)
      : capacity_(static_cast<std::uint32_t>(std::max<std::size_t>(bytes / 64, 1024))), heads_(HEADS) {
    clear();
  }

  void clear() {
    std::fill(heads_.begin(), heads_.end(), 0);
    shapes_.assign(1, {});
    entries_.resize(1);
  }

  // The list of entries for a shape and leader, 0 if there is none yet.
  std::uint32_t find(std::uint64_t key) const {
    std::uint32_t at = heads_[slot(key)];
    while (at && shapes_[at].key != key) at = shapes_[at].next;
    return at;
  }

  // An entry that decides whether north-south take `need` tricks; null if there is none.
  const Entry* decide(std::uint32_t shape, const Owners& owners, int need) {
    for (std::uint32_t at = shapes_[shape].first; at; at = entries_[at].next) {
      const Entry& e = entries_[at];
      ++scanned;
      if ((owners.major & e.major_mask) == e.major && (owners.minor & e.minor_mask) == e.minor &&
          (e.low >= need || e.high < need))
        return &e;
    }
    return nullptr;
  }

  void add(std::uint64_t key, const Entry& entry) {
    if (entries_.size() + shapes_.size() >= capacity_) clear();
    std::uint32_t shape = find(key);
    if (!shape) {
      shape = static_cast<std::uint32_t>(shapes_.size());
      std::uint32_t& head = heads_[slot(key)];
      shapes_.push_back({key, 0, head});
      head = shape;
    }
    for (std::uint32_t at = shapes_[shape].first; at; at = entries_[at].next) {
      Entry& e = entries_[at];
      if (e.depths == entry.depths && e.major == entry.major && e.minor == entry.minor) {
        e.low = std::max(e.low, entry.low);
        e.high = std::min(e.high, entry.high);
        return;
      }
    }
    entries_.push_back(entry);
    entries_.back().next = shapes_[shape].first;
    shapes_[shape].first = static_cast<std::uint32_t>(entries_.size() - 1);
  }

  std::size_t size() const { return entries_.size(); }
  std::uint64_t scanned = 0;

 private:
  static constexpr std::size_t HEADS = 1 << 16;
  struct Shape {
    std::uint64_t key;
    std::uint32_t first, next;
  };
  static std::size_t slot(std::uint64_t key) { return (key * 0x9e3779b97f4a7c15ULL) >> 48; }

  std::size_t capacity_;
  std::vector<std::uint32_t> heads_;
  std::vector<Shape> shapes_;
  std::vector<Entry> entries_;
};

}  // namespace zermelo::bridge
