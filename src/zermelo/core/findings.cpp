#include "findings.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

template class std::vector<zermelo::Found>;

namespace zermelo {

Findings::Findings() = default;
Findings::~Findings() = default;
Findings::Findings(const Findings&) = default;
Findings::Findings(Findings&&) noexcept = default;
Findings& Findings::operator=(const Findings&) = default;
Findings& Findings::operator=(Findings&&) noexcept = default;

void best_first(std::vector<Found>& moves) {
  std::stable_sort(moves.begin(), moves.end(), [](const Found& a, const Found& b) {
    if ((a.bound == Bound::none) != (b.bound == Bound::none)) return b.bound == Bound::none;
    return a.value != b.value ? a.value > b.value : a.bound != Bound::upper && b.bound == Bound::upper;
  });
}

void most_visited_first(std::vector<Found>& moves) {
  const auto certainty = [](const Found& f) { return f.proved ? (f.value > 0) - (f.value < 0) : 0; };
  std::stable_sort(moves.begin(), moves.end(), [&](const Found& a, const Found& b) {
    if (certainty(a) != certainty(b)) return certainty(a) > certainty(b);
    return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
  });
}

void largest_first(std::vector<Found>& moves, const std::vector<std::uint64_t>& numbers) {
  std::vector<std::size_t> order(moves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return numbers[a] > numbers[b]; });
  std::vector<Found> sorted;
  for (const std::size_t each : order) sorted.push_back(std::move(moves[each]));
  moves = std::move(sorted);
}

}  // namespace zermelo
