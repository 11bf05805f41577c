// The code of network.hpp: to be included by one file of a program.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "network.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace zermelo {

namespace {

constexpr std::size_t ALIGNED = 64;

void change_plain(std::int16_t* to, const std::int16_t* from, NetworkLoops::Rows added, NetworkLoops::Rows removed,
                  int hidden) {
  const auto sum = [](std::int16_t a, int b) { return static_cast<std::int16_t>(static_cast<std::uint16_t>(a + b)); };
  if (to != from) std::copy_n(from, hidden, to);
  for (const std::int16_t* row : added)
    for (int i = 0; i < hidden; ++i) to[i] = sum(to[i], row[i]);
  for (const std::int16_t* row : removed)
    for (int i = 0; i < hidden; ++i) to[i] = sum(to[i], -row[i]);
}

std::int64_t output_plain(const std::int16_t* values, const std::int16_t* weights, int hidden) {
  std::int64_t total = 0;
  for (int i = 0; i < hidden; ++i) {
    const int act = std::clamp<int>(values[i], 0, Network::QA);
    total += act * act * weights[i];
  }
  return total;
}

constexpr NetworkLoops PLAIN{change_plain, output_plain};

#if defined(__x86_64__)

// So many registers are worked on together that a wide network needs few rounds over its rows.
constexpr int TOGETHER = 4;

[[gnu::target("avx2")]] inline __m256i sixteen(const std::int16_t* from) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}

template <int N>
[[gnu::target("avx2")]] inline void change_some_256(std::int16_t* to, const std::int16_t* from,
                                                    NetworkLoops::Rows added, NetworkLoops::Rows removed, int begin) {
  __m256i sums[N];
  for (int i = 0; i < N; ++i) sums[i] = sixteen(from + begin + 16 * i);
  for (const std::int16_t* row : added)
    for (int i = 0; i < N; ++i) sums[i] = _mm256_add_epi16(sums[i], sixteen(row + begin + 16 * i));
  for (const std::int16_t* row : removed)
    for (int i = 0; i < N; ++i) sums[i] = _mm256_sub_epi16(sums[i], sixteen(row + begin + 16 * i));
  for (int i = 0; i < N; ++i) _mm256_store_si256(reinterpret_cast<__m256i*>(to + begin + 16 * i), sums[i]);
}

[[gnu::target("avx2")]] void change_avx2(std::int16_t* to, const std::int16_t* from, NetworkLoops::Rows added,
                                         NetworkLoops::Rows removed, int hidden) {
  int begin = 0;
  for (; begin + 16 * TOGETHER <= hidden; begin += 16 * TOGETHER)
    change_some_256<TOGETHER>(to, from, added, removed, begin);
  for (; begin < hidden; begin += 16) change_some_256<1>(to, from, added, removed, begin);
}

// Each lane of 32 bits adds up 2 · 512 / 8 products of at most 255 · 255 · 127: they fit.
[[gnu::target("avx2")]] inline __m256i weighed_256(const std::int16_t* values, const std::int16_t* weights) {
  const __m256i positive = _mm256_max_epi16(sixteen(values), _mm256_setzero_si256());
  const __m256i act = _mm256_min_epi16(positive, _mm256_set1_epi16(Network::QA));
  return _mm256_madd_epi16(_mm256_mullo_epi16(act, sixteen(weights)), act);
}

template <std::size_t N>
std::int64_t total_of(const std::int32_t (&lanes)[N]) {
  std::int64_t total = 0;
  for (const std::int32_t lane : lanes) total += lane;
  return total;
}

[[gnu::target("avx2")]] std::int64_t output_avx2(const std::int16_t* values, const std::int16_t* weights, int hidden) {
  __m256i sum = _mm256_setzero_si256();
  for (int i = 0; i < hidden; i += 16) sum = _mm256_add_epi32(sum, weighed_256(values + i, weights + i));
  alignas(32) std::int32_t lanes[8];
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sum);
  return total_of(lanes);
}

constexpr NetworkLoops AVX2{change_avx2, output_avx2};

#define ZERMELO_AVX512 gnu::target("avx2,avx512f,avx512bw,avx512vl,avx512dq")

template <int N>
[[ZERMELO_AVX512]] inline void change_some_512(std::int16_t* to, const std::int16_t* from, NetworkLoops::Rows added,
                                               NetworkLoops::Rows removed, int begin) {
  __m512i sums[N];
  for (int i = 0; i < N; ++i) sums[i] = _mm512_loadu_si512(from + begin + 32 * i);
  for (const std::int16_t* row : added)
    for (int i = 0; i < N; ++i) sums[i] = _mm512_add_epi16(sums[i], _mm512_loadu_si512(row + begin + 32 * i));
  for (const std::int16_t* row : removed)
    for (int i = 0; i < N; ++i) sums[i] = _mm512_sub_epi16(sums[i], _mm512_loadu_si512(row + begin + 32 * i));
  for (int i = 0; i < N; ++i) _mm512_storeu_si512(to + begin + 32 * i, sums[i]);
}

[[ZERMELO_AVX512]] void change_avx512(std::int16_t* to, const std::int16_t* from, NetworkLoops::Rows added,
                                      NetworkLoops::Rows removed, int hidden) {
  int begin = 0;
  for (; begin + 32 * TOGETHER <= hidden; begin += 32 * TOGETHER)
    change_some_512<TOGETHER>(to, from, added, removed, begin);
  for (; begin + 32 <= hidden; begin += 32) change_some_512<1>(to, from, added, removed, begin);
  if (begin < hidden) change_some_256<1>(to, from, added, removed, begin);
}

[[ZERMELO_AVX512]] std::int64_t output_avx512(const std::int16_t* values, const std::int16_t* weights, int hidden) {
  const __m512i none = _mm512_setzero_si512(), most = _mm512_set1_epi16(Network::QA);
  __m512i sum = none;
  int i = 0;
  for (; i + 32 <= hidden; i += 32) {
    const __m512i act = _mm512_min_epi16(_mm512_max_epi16(_mm512_loadu_si512(values + i), none), most);
    const __m512i product = _mm512_mullo_epi16(act, _mm512_loadu_si512(weights + i));
    sum = _mm512_add_epi32(sum, _mm512_madd_epi16(product, act));
  }
  alignas(64) std::int32_t lanes[16];
  _mm512_store_si512(lanes, sum);
  std::int64_t total = total_of(lanes);
  if (i < hidden) total += output_avx2(values + i, weights + i, hidden - i);
  return total;
}

constexpr NetworkLoops AVX512{change_avx512, output_avx512};

#endif

}  // namespace

void AlignedFree::operator()(std::int16_t* memory) const { ::operator delete[](memory, std::align_val_t{ALIGNED}); }

AlignedNumbers aligned_numbers(std::size_t count) {
  return AlignedNumbers(static_cast<std::int16_t*>(
      ::operator new[](std::max<std::size_t>(count, 1) * sizeof(std::int16_t), std::align_val_t{ALIGNED})));
}

bool has_form(NetworkForm form) {
  if (form == NetworkForm::plain) return true;
#if defined(__x86_64__)
  if (form == NetworkForm::avx2) return __builtin_cpu_supports("avx2");
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#else
  return false;
#endif
}

const NetworkLoops& loops_of(NetworkForm form) {
  if (!has_form(form))
    throw std::invalid_argument("this processor cannot run the form " +
                                std::string(NETWORK_FORMS[static_cast<std::size_t>(form)]));
#if defined(__x86_64__)
  if (form == NetworkForm::avx2) return AVX2;
  if (form == NetworkForm::avx512) return AVX512;
#endif
  return PLAIN;
}

NetworkForm usual_form() {
  if (const char* wanted = std::getenv("ZERMELO_NETWORK"); wanted && *wanted) {
    const auto found = std::find(NETWORK_FORMS.begin(), NETWORK_FORMS.end(), std::string_view(wanted));
    if (found == NETWORK_FORMS.end())
      throw std::invalid_argument("ZERMELO_NETWORK is '" + std::string(wanted) +
                                  "': it can be plain, avx2 or avx512, or unset");
    const auto form = static_cast<NetworkForm>(found - NETWORK_FORMS.begin());
    loops_of(form);
    return form;
  }
  if (has_form(NetworkForm::avx512)) return NetworkForm::avx512;
  return has_form(NetworkForm::avx2) ? NetworkForm::avx2 : NetworkForm::plain;
}

namespace {

AlignedNumbers copied(std::span<const std::int16_t> numbers, std::size_t wanted, const char* name) {
  if (numbers.size() != wanted)
    throw std::invalid_argument(std::string(name) + " holds " + std::to_string(numbers.size()) + " numbers, not " +
                                std::to_string(wanted));
  AlignedNumbers memory = aligned_numbers(wanted);
  std::copy(numbers.begin(), numbers.end(), memory.get());
  return memory;
}

std::uint64_t print_of(std::uint64_t sum, std::span<const std::int16_t> numbers) {
  for (const std::int16_t each : numbers) sum = mix(sum + static_cast<std::uint16_t>(each) + 1);
  return sum;
}

void check_weights(std::span<const std::int16_t> weights, const char* name) {
  for (const std::int16_t each : weights)
    if (std::abs(each) > Network::LARGEST_OUTPUT)
      throw std::invalid_argument(std::string(name) + " holds " + std::to_string(each) + ": it must be -127 to 127");
}

void check_shape(int features, int hidden, double scale) {
  if (features < 1 || features > Network::MOST_FEATURES)
    throw std::invalid_argument("feature_count is " + std::to_string(features) + ": it must be 1 to 65536");
  if (hidden < Network::LANES || hidden > Network::WIDEST || hidden % Network::LANES)
    throw std::invalid_argument("hidden is " + std::to_string(hidden) + ": it must be a multiple of 16 up to 512");
  if (!(std::isfinite(scale) && scale > 0)) throw std::invalid_argument("scale must be a finite number above 0");
}

}  // namespace

Network::Network(int features, int hidden, double scale, std::span<const std::int16_t> w1,
                 std::span<const std::int16_t> b1, std::span<const std::int16_t> w2, std::int32_t b2,
                 std::span<const std::int16_t> policy)
    : features_(features), hidden_(hidden), scale_(scale), b2_(b2) {
  check_shape(features, hidden, scale);
  check_weights(w2, "w2");
  check_weights(policy, "policy");
  const auto width = static_cast<std::size_t>(hidden);
  w1_ = copied(w1, static_cast<std::size_t>(features) * width, "w1");
  b1_ = copied(b1, width, "b1");
  w2_ = copied(w2, 2 * width, "w2");
  moves_ = static_cast<int>(policy.size() / (2 * width));
  policy_ = copied(policy, static_cast<std::size_t>(moves_) * 2 * width, "policy");
  print_ = mix(std::bit_cast<std::uint64_t>(scale) ^ mix(static_cast<std::uint32_t>(b2)) ^ width);
  print_ = print_of(print_of(print_of(print_of(print_, w1), b1), w2), policy);
}

double Network::output(const NetworkLoops& loops, const std::int16_t* mover, const std::int16_t* other) const {
  const std::int64_t sum = loops.output(mover, w2_.get(), hidden_) + loops.output(other, w2_.get() + hidden_, hidden_);
  return (static_cast<double>(sum) / QA + b2_) / (QA * QB) * scale_;
}

double Network::logit(const NetworkLoops& loops, const std::int16_t* mover, const std::int16_t* other, int move) const {
  const std::int16_t* row = policy_.get() + static_cast<std::size_t>(move) * 2 * static_cast<std::size_t>(hidden_);
  const std::int64_t sum = loops.output(mover, row, hidden_) + loops.output(other, row + hidden_, hidden_);
  return static_cast<double>(sum) / (static_cast<double>(QA) * QA * QB);
}

double Network::value(const FeatureList& mover, const FeatureList& other, NetworkForm form) const {
  const NetworkLoops& loops = loops_of(form);
  std::array<AlignedNumbers, 2> sums;
  std::vector<const std::int16_t*> rows;
  for (const std::size_t side : {0u, 1u}) {
    rows.clear();
    for (const std::uint32_t feature : side == 0 ? mover : other) rows.push_back(row(feature));
    sums[side] = aligned_numbers(static_cast<std::size_t>(hidden_));
    loops.change(sums[side].get(), bias(), rows, {}, hidden_);
  }
  return output(loops, sums[0].get(), sums[1].get());
}

Accumulators::Accumulators(const Network* network) : network_(network) {
  if (!network) return;
  loops_ = &loops_of(usual_form());
  bits_.resize((static_cast<std::size_t>(network->features()) + 63) / 64);
}

Accumulators::Slot& Accumulators::slot_at(int ply) {
  const auto index = static_cast<std::size_t>(ply);
  if (index >= slots_.size()) slots_.resize(index + 8);
  Slot& slot = slots_[index];
  if (!slot.sums[0])
    for (const std::size_t side : {0u, 1u}) {
      slot.bits[side].resize(bits_.size());
      slot.sums[side] = aligned_numbers(static_cast<std::size_t>(network_->hidden()));
    }
  return slot;
}

double Accumulators::judge(const FeatureList& first, const FeatureList& second, int mover, int ply) {
  lists_[0] = first;
  lists_[1] = second;
  return judge(ply, mover);
}

double Accumulators::judge(int ply, int mover) {
  Slot& slot = slot_at(ply);
  const Slot* above = ply > 0 && slots_[static_cast<std::size_t>(ply) - 1].filled
                          ? &slots_[static_cast<std::size_t>(ply) - 1]
                          : nullptr;
  for (const std::size_t side : {0u, 1u}) settle(slot, above, side);
  slot.filled = true;
  const auto own = static_cast<std::size_t>(mover);
  return network_->output(*loops_, slot.sums[own].get(), slot.sums[1 - own].get());
}

namespace {

int difference(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::popcount(a[i] ^ b[i]);
  return count;
}

}  // namespace

void Accumulators::settle(Slot& slot, const Slot* above, std::size_t side) {
  std::fill(bits_.begin(), bits_.end(), 0);
  for (const std::uint32_t feature : lists_[side]) bits_[feature / 64] |= std::uint64_t{1} << feature % 64;

  // The cheapest way: from what this ply held, from what the ply above holds, or from nothing.
  int least = static_cast<int>(lists_[side].size());
  const Slot* from = nullptr;
  for (const Slot* each : {static_cast<const Slot*>(slot.filled ? &slot : nullptr), above})
    if (each)
      if (const int count = difference(each->bits[side], bits_); count < least) least = count, from = each;

  added_.clear();
  removed_.clear();
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    const std::uint64_t before = from ? from->bits[side][i] : 0;
    for (std::uint64_t left = before ^ bits_[i]; left; left &= left - 1) {
      const auto feature = static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(left));
      (before >> feature % 64 & 1 ? removed_ : added_).push_back(network_->row(feature));
    }
  }
  ++(from ? changed : refreshed);
  const std::int16_t* sums = from ? from->sums[side].get() : network_->bias();
  if (sums != slot.sums[side].get() || !added_.empty() || !removed_.empty())
    loops_->change(slot.sums[side].get(), sums, added_, removed_, network_->hidden());
  std::swap(slot.bits[side], bits_);
}

}  // namespace zermelo
