#include "table.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>

namespace zermelo {

double Table::fullness() const {
  const std::size_t sample = std::min<std::size_t>(in_use_, 1000);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (std::size_t j = 0; j < SLOTS; ++j) used += bound(line_[i].read(j).meta) != Bound::none;
  return static_cast<double>(used) / static_cast<double>(sample * SLOTS) * static_cast<double>(in_use_) /
         static_cast<double>(buckets_);
}

std::string Table::packed() const {
  std::string out;
  for (std::uint64_t i = 0; i < in_use_; ++i) {
    const Bucket bucket = intact(i);
    if (std::ranges::all_of(bucket.meta, [](std::uint32_t meta) { return bound(meta) == Bound::none; })) continue;
    out.append(reinterpret_cast<const char*>(&i), sizeof i);
    out.append(reinterpret_cast<const char*>(&bucket), PACKED);
  }
  return out;
}

void Table::unpack(std::string_view data, std::uint32_t stamp) {
  if (data.size() % (sizeof(std::uint64_t) + PACKED) != 0 || stamp > AGES)
    throw std::invalid_argument("not the content of a table");
  for (std::size_t at = 0; at < data.size(); at += sizeof(std::uint64_t) + PACKED) {
    std::uint64_t i = 0;
    std::memcpy(&i, data.data() + at, sizeof i);
    if (i >= in_use_) throw std::invalid_argument("a bucket that the table does not have");
    std::memcpy(&line_[i], data.data() + at + sizeof i, PACKED);
    const Bucket read = intact(i);
    if (std::memcmp(&line_[i], &read, PACKED) != 0) throw std::invalid_argument("an entry in the wrong place");
  }
  stamp_ = stamp;
}

Table::Bucket Table::intact(std::size_t i) const {
  Bucket copy{};
  for (std::size_t j = 0; j < SLOTS; ++j) {
    const Raw raw = line_[i].read(j);
    const std::size_t home = index(raw.check ^ raw.value ^ raw.meta);
    const bool belongs = bound(raw.meta) != Bound::none && (home == i || neighbour(home) == i);
    if (belongs && !std::isnan(std::bit_cast<double>(raw.value))) copy.write(j, raw);
  }
  return copy;
}

void Table::grow() {
  const std::size_t before = in_use_;  // FIRST_BUCKETS or four, sixteen … times that: an even number
  crowds_ = 0;
  in_use_ = std::min(buckets_, in_use_ * 4);
  for (std::size_t i = before; i > 0; i -= 2) {
    Bucket first = line_[i - 2], second = line_[i - 1];
    line_[i - 2] = line_[i - 1] = Bucket{};
    move_in(second);
    move_in(first);
  }
}

void Table::move_in(Bucket& old) {
  for (std::size_t j = 0; j < SLOTS; ++j) {
    const Raw raw = old.read(policy_ == Replacement::lru ? SLOTS - 1 - j : j);  // so that the order of use stays
    if (bound(raw.meta) == Bound::none) continue;
    const std::uint64_t key = raw.check ^ raw.value ^ raw.meta;
    Bucket& home = line_[index(key)];
    if (put(home, key, raw) || put(line_[neighbour(index(key))], key, raw)) continue;
    std::size_t least = 0;
    for (std::size_t i = 1; i < SLOTS; ++i)
      if (worth(home.read(i).meta) < worth(home.read(least).meta)) least = i;
    if (worth(home.read(least).meta) < worth(raw.meta)) home.write(least, raw);
  }
}

}  // namespace zermelo
