// Sets of squares as numbers: the k-element subsets of n squares in a row from 0 to binomial(n, k) - 1, for games that
// number their positions (endgames.hpp). The combinatorial number system (Lehmer 1964).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace zermelo {

namespace subsets {

inline constexpr int MOST = 64;
inline constexpr std::uint64_t LARGEST = ~std::uint64_t{0};

inline constexpr auto BINOMIALS = [] {
  std::array<std::array<std::uint64_t, MOST + 1>, MOST + 1> all{};
  for (std::size_t i = 0; i <= MOST; ++i) {
    all[i][0] = all[i][i] = 1;
    for (std::size_t j = 1; j < i; ++j) all[i][j] = all[i - 1][j - 1] + all[i - 1][j];  // the largest has 61 bits
  }
  return all;
}();

// Up to binomial(64, k).
inline std::uint64_t binomial(int n, int k) {
  return k < 0 || k > n ? 0 : BINOMIALS[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// The place of a set among all sets with as many elements.
inline std::uint64_t rank(std::uint64_t set) {
  std::uint64_t sum = 0;
  for (int count = 1; set; set &= set - 1) sum += binomial(std::countr_zero(set), count++);
  return sum;
}

// The set of k of the squares 0 … n - 1 at a place.
inline std::uint64_t unrank(int n, int k, std::uint64_t place) {
  std::uint64_t set = 0;
  for (int at = n - 1; k > 0; --at)
    if (const std::uint64_t before = binomial(at, k); before <= place) {
      set |= std::uint64_t{1} << at;
      place -= before;
      --k;
    }
  return set;
}

// The elements of `set` numbered among those of `room` alone, and back.
inline std::uint64_t squeezed(std::uint64_t set, std::uint64_t room) {
#ifdef __BMI2__
  return _pext_u64(set, room);
#else
  std::uint64_t out = 0;
  for (int i = 0; room; room &= room - 1, ++i)
    if (set & (room & (~room + 1))) out |= std::uint64_t{1} << i;
  return out;
#endif
}
inline std::uint64_t spread(std::uint64_t set, std::uint64_t room) {
#ifdef __BMI2__
  return _pdep_u64(set, room);
#else
  std::uint64_t out = 0;
  for (; room; room &= room - 1, set >>= 1)
    if (set & 1) out |= room & (~room + 1);
  return out;
#endif
}

}  // namespace subsets

}  // namespace zermelo
