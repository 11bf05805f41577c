// Random numbers that are the same everywhere for the same seed: SplitMix64 (Steele, Lea and Flood 2014).
#pragma once

#include <cstdint>
#include <limits>

namespace zermelo {

class Random {
 public:
  using result_type = std::uint64_t;

  explicit Random(std::uint64_t seed) : state_(seed) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
  }

  // 0 <= result < n, each as likely as any other (Lemire 2019, without the rare correction: n is far below 2^32).
  std::uint64_t below(std::uint64_t n) {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>((*this)()) * n) >> 64);
  }

  // 0 <= result < 1.
  double unit() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace zermelo
