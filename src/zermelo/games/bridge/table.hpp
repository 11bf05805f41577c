// What the solver remembers: sets of positions at the start of a trick that share a bound, told by as few ranks as the
// proof of the bound needed (partition search: M. Ginsberg, "Partition Search", AAAI 1996).
//
// A position is the lengths of all suits in all hands (its shape), who leads, and for every suit the owners of the cards
// that are left, from the highest down. An entry asks for the shape and leader and for the first so many owners only.
#pragma once

#include <algorithm>
#include <vector>

#include "cards.hpp"

namespace zermelo::bridge {

// Owners of the cards left, two bits each: spades and hearts in the first word, diamonds and clubs in the second; a suit
// has 32 bits, its highest card in the top two.
struct Owners {
  std::uint64_t major = 0, minor = 0;
};

// Which bits two suits' owners take up, by how many cards of each count: four bits for the first, four for the second.
inline constexpr auto OWNER_MASKS = [] {
  std::array<std::uint64_t, 256> masks{};
  for (int i = 0; i < 256; ++i) {
    const auto bits = [](int depth) { return depth ? ~std::uint32_t{0} << (32 - 2 * std::min(depth, RANKS)) : 0; };
    masks[i] = std::uint64_t{bits(i & 15)} << 32 | bits(i >> 4);
  }
  return masks;
}();

struct Entry {
  Owners owners;          // those that count
  std::uint16_t depths;   // how many cards of each suit count, four bits each, spades lowest
  std::int8_t low, high;  // tricks north-south still take: at least, at most

  bool covers(const Owners& other) const {
    return (other.major & OWNER_MASKS[depths & 255]) == owners.major &&
           (other.minor & OWNER_MASKS[depths >> 8]) == owners.minor;
  }
  // Says at least as much about at least as many positions.
  bool subsumes(const Entry& other) const {
    return low >= other.low && high <= other.high && covers(other.owners) &&
           !(OWNER_MASKS[depths & 255] & ~OWNER_MASKS[other.depths & 255]) &&
           !(OWNER_MASKS[depths >> 8] & ~OWNER_MASKS[other.depths >> 8]);
  }
};

// Entries by shape and leader, those of one shape side by side. When the memory is full everything is forgotten.
class Table {
 public:
  explicit Table(std::size_t bytes) : most_(std::max<std::size_t>(bytes / sizeof(Entry), 1024)), heads_(HEADS) {
    clear();
  }

  void clear() {
    std::fill(heads_.begin(), heads_.end(), 0);
    shapes_.assign(1, {});
    entries_.clear();
    for (auto& list : unused_) list.clear();
  }

  // An entry that decides whether north-south take `need` tricks; null if there is none.
  const Entry* decide(std::uint64_t key, const Owners& owners, int need) {
    const std::uint32_t at = find(key);
    if (!at) return nullptr;
    Entry* const first = &entries_[shapes_[at].first];
    const std::uint32_t size = shapes_[at].size;
    for (std::uint32_t i = 0; i < size; ++i) {
      if ((first[i].low >= need || first[i].high < need) && first[i].covers(owners)) {
        // What was of use comes nearer to the front.
        if (i == 0) return first;
        std::swap(first[i], first[i / 2]);
        return first + i / 2;
      }
    }
    return nullptr;
  }

  void add(std::uint64_t key, const Entry& entry) {
    if (entries_.size() + shapes_.size() >= most_) clear();
    std::uint32_t at = find(key);
    if (!at) at = new_shape(key);
    Shape& shape = shapes_[at];
    for (std::uint32_t i = 0; i < shape.size;) {
      Entry& e = entries_[shape.first + i];
      if (e.depths == entry.depths && e.owners.major == entry.owners.major && e.owners.minor == entry.owners.minor) {
        e.low = std::max(e.low, entry.low);
        e.high = std::min(e.high, entry.high);
        return;
      }
      if (entry.subsumes(e))
        e = entries_[shape.first + --shape.size];
      else
        ++i;
    }
    if (shape.size == 1u << shape.log_room) grow(shape);
    entries_[shape.first + shape.size++] = entry;
  }

  std::size_t size() const { return entries_.size(); }

 private:
  static constexpr int HEAD_BITS = 17;
  static constexpr std::size_t HEADS = std::size_t{1} << HEAD_BITS;
  struct Shape {
    std::uint64_t key;
    std::uint32_t next, first, size, log_room;
  };
  static std::size_t slot(std::uint64_t key) { return (key * 0x9e3779b97f4a7c15ULL) >> (64 - HEAD_BITS); }

  std::uint32_t find(std::uint64_t key) const {
    std::uint32_t at = heads_[slot(key)];
    while (at && shapes_[at].key != key) at = shapes_[at].next;
    return at;
  }

  std::uint32_t new_shape(std::uint64_t key) {
    std::uint32_t& head = heads_[slot(key)];
    shapes_.push_back({key, head, room(1), 0, 1});
    return head = static_cast<std::uint32_t>(shapes_.size() - 1);
  }

  std::uint32_t room(std::uint32_t log_room) {
    auto& list = unused_[log_room];
    if (!list.empty()) {
      const std::uint32_t first = list.back();
      list.pop_back();
      return first;
    }
    entries_.resize(entries_.size() + (std::size_t{1} << log_room));
    return static_cast<std::uint32_t>(entries_.size() - (std::size_t{1} << log_room));
  }

  void grow(Shape& shape) {
    const std::uint32_t first = room(shape.log_room + 1);
    std::copy_n(entries_.begin() + shape.first, shape.size, entries_.begin() + first);
    unused_[shape.log_room].push_back(shape.first);
    shape.first = first;
    ++shape.log_room;
  }

  std::size_t most_;
  std::vector<std::uint32_t> heads_;
  std::vector<Shape> shapes_;
  std::vector<Entry> entries_;
  std::array<std::vector<std::uint32_t>, 32> unused_;  // rooms given up, by size
};

}  // namespace zermelo::bridge
