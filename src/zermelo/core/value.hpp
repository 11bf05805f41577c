// Values as the search compares them.
//
// A value is a double. In games of points it is the payoff or the evaluation as it stands. In games of
// outcome a payoff may be turned into WIN minus the number of plies to it, so that any win beats any
// evaluation and a quick win beats a slow one.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace zermelo {

inline constexpr double INF = std::numeric_limits<double>::infinity();
inline constexpr double WIN = 0x1p40;              // every WIN - n is exact
inline constexpr double SURE = WIN - 0x1p16;       // from here on it is a proved win
inline constexpr double HEURISTIC_LIMIT = 0x1p39;  // evaluations are kept inside
inline constexpr int FULL_DEPTH = 1 << 20;         // deeper than any game

constexpr bool is_sure(double value) { return value >= SURE || value <= -SURE; }

// The next larger and smaller value: the null window above alpha is (alpha, after(alpha)).
inline double after(double value) { return std::nextafter(value, INF); }
inline double before(double value) { return std::nextafter(value, -INF); }

// What a returned number promises about the true one.
enum class Bound : std::uint8_t { none = 0, upper = 1, lower = 2, exact = 3 };

inline Bound bound_of(double value, double alpha, double beta) {
  if (value >= beta && value < INF) return Bound::lower;
  if (value <= alpha && value > -INF) return Bound::upper;
  return Bound::exact;
}

}  // namespace zermelo
