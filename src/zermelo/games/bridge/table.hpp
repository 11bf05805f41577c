// What the solver remembers: sets of positions at the start of a trick that share a bound, described by as few ranks as the
// proof of the bound needed (partition search: M. Ginsberg, "Partition Search", AAAI 1996).
//
// A position is the lengths of all suits in all hands (its shape), who leads, and for every suit the owners of the cards
// that are left, from the highest down. An entry asks for the shape and leader and for the first so many owners only.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "cards.hpp"

namespace zermelo::bridge {

// Owners of the cards left, two bits each: spades and hearts in the first word, diamonds and clubs in the second; a suit
// has 32 bits, its highest card in the top two.
struct Owners {
  std::uint64_t major = 0, minor = 0;

  // Of the four highest cards of each suit.
  std::uint32_t top() const {
    return static_cast<std::uint32_t>((major >> 32 & 0xff000000) | (major >> 8 & 0xff0000) | (minor >> 48 & 0xff00) |
                                      (minor >> 24 & 0xff));
  }
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

  Owners mask() const { return {OWNER_MASKS[depths & 255], OWNER_MASKS[depths >> 8]}; }
  bool covers(const Owners& other) const {
    return (other.major & OWNER_MASKS[depths & 255]) == owners.major &&
           (other.minor & OWNER_MASKS[depths >> 8]) == owners.minor;
  }
  // Says at least as much about at least as many positions.
  bool subsumes(const Entry& other) const {
    const Owners wide = mask(), narrow = other.mask();
    return low >= other.low && high <= other.high && covers(other.owners) && !(wide.major & ~narrow.major) &&
           !(wide.minor & ~narrow.minor);
  }
};

// Entries by shape and leader, those of one shape side by side. When the memory is full everything is forgotten.
class Table {
 public:
  explicit Table(std::size_t bytes)
      : most_(std::max<std::size_t>(bytes / (sizeof(Entry) + sizeof(Brief) + sizeof(Shape)), 1024)) {
    clear();
  }

  void clear() {
    shapes_.assign(FEWEST_SHAPES, {});
    used_ = 0;
    briefs_.clear();
    entries_.clear();
    for (auto& list : unused_) list.clear();
  }

  // What decides whether north-south take `need` tricks; null if nothing does.
  const Entry* decide(std::uint64_t key, const Owners& owners, int need) {
    const Shape& shape = shapes_[find(key)];
    const std::uint32_t top = owners.top(), size = shape.size;
    Brief* const briefs = briefs_.data() + shape.first;
    Entry* const entries = entries_.data() + shape.first;
    for (std::uint32_t i = 0; i < size; ++i) {
      if ((top & briefs[i].mask) != briefs[i].top) continue;
      if ((entries[i].low < need && entries[i].high >= need) || !entries[i].covers(owners)) continue;
      // What was of use comes nearer to the front.
      if (i == 0) return entries;
      std::swap(briefs[i], briefs[i / 2]);
      std::swap(entries[i], entries[i / 2]);
      return entries + i / 2;
    }
    return nullptr;
  }

  void add(std::uint64_t key, const Entry& entry) {
    if (entries_.size() + 2 * used_ >= most_) clear();
    if (2 * used_ >= shapes_.size()) rehash();
    Shape& shape = shapes_[find(key)];
    if (!shape.key) {
      ++used_;
      shape = {key, room(1), 0, 1};
    }
    const Brief brief{entry.owners.top(), entry.mask().top()};
    Brief* const briefs = briefs_.data() + shape.first;
    Entry* const entries = entries_.data() + shape.first;
    for (std::uint32_t i = 0; i < shape.size;) {
      if ((briefs[i].top & brief.mask) == brief.top && !(brief.mask & ~briefs[i].mask)) {
        Entry& e = entries[i];
        if (e.depths == entry.depths && e.owners.major == entry.owners.major && e.owners.minor == entry.owners.minor) {
          e.low = std::max(e.low, entry.low);
          e.high = std::min(e.high, entry.high);
          return;
        }
        if (entry.subsumes(e)) {
          --shape.size;
          briefs[i] = briefs[shape.size];
          entries[i] = entries[shape.size];
          continue;
        }
      }
      ++i;
    }
    if (shape.size == 1u << shape.log_room) grow(shape);
    briefs_[shape.first + shape.size] = brief;
    entries_[shape.first + shape.size++] = entry;
  }

 private:
  static constexpr std::size_t FEWEST_SHAPES = std::size_t{1} << 12;
  // The owners of the four highest cards of each suit, as far as they count: enough to tell most entries apart.
  struct Brief {
    std::uint32_t top, mask;
  };
  struct Shape {
    std::uint64_t key = 0;  // 0: none
    std::uint32_t first = 0;
    std::uint32_t size : 26 = 0, log_room : 6 = 0;
  };

  // Where the shape is, or would be.
  std::size_t find(std::uint64_t key) const {
    const std::size_t last = shapes_.size() - 1;
    std::size_t at = (key * 0x9e3779b97f4a7c15ULL) >> 32 & last;
    while (shapes_[at].key != key && shapes_[at].key) at = (at + 1) & last;
    return at;
  }

  void rehash() {
    std::vector<Shape> old(2 * shapes_.size());
    old.swap(shapes_);
    for (const Shape& each : old)
      if (each.key) shapes_[find(each.key)] = each;
  }

  std::uint32_t room(int log_room) {
    auto& list = unused_[log_room];
    if (!list.empty()) {
      const std::uint32_t first = list.back();
      list.pop_back();
      return first;
    }
    const std::size_t first = entries_.size();
    entries_.resize(first + (std::size_t{1} << log_room));
    briefs_.resize(entries_.size());
    return static_cast<std::uint32_t>(first);
  }

  void grow(Shape& shape) {
    const std::uint32_t first = room(shape.log_room + 1);
    std::copy_n(entries_.begin() + shape.first, shape.size, entries_.begin() + first);
    std::copy_n(briefs_.begin() + shape.first, shape.size, briefs_.begin() + first);
    unused_[shape.log_room].push_back(shape.first);
    shape.first = first;
    ++shape.log_room;
  }

  std::size_t most_, used_ = 0;
  std::vector<Shape> shapes_;  // a power of two of them, half of them free
  std::vector<Brief> briefs_;
  std::vector<Entry> entries_;
  std::array<std::vector<std::uint32_t>, 32> unused_;  // rooms given up, by size
};

}  // namespace zermelo::bridge
