// The numbers that regret minimisation keeps for a decision, and its arithmetic on rows of hands.
//
// A decision with A actions has A rows of regrets and A rows of plans, whose shares are the average strategy. In `float`
// they are kept as they are. In 16 bits the regrets of a decision share a scale, the largest of them being 32767, and so do
// the plans, with 65535: half the memory, and half of what has to be moved.
//
// Brown and Sandholm 2019 (DCFR): after iteration t positive regrets are multiplied by t^1.5 / (t^1.5 + 1), negative ones
// by 1/2, and the strategy of iteration t weighs t^γ in the average, times how often the player comes there with the hand.
// A hand that never comes there gets a thousandth of that weight all the same, so that its strategy is one worth reading.
#pragma once

#include <algorithm>
#include <cmath>

#include "deals.hpp"

namespace zermelo::holdem {

struct Fading {
  float gains = 1, losses = 1;  // what is kept of positive and of negative regrets
  float fresh = 1;              // the weight of this iteration in the average

  static Fading of(double t, double gains, double losses, double plans) {
    const auto kept = [&](double power) { return std::pow(t - 1, power) / (std::pow(t - 1, power) + 1); };
    return {static_cast<float>(kept(gains)), static_cast<float>(losses), static_cast<float>((plans + 1) / (plans + t))};
  }
};

// Each action by its share: of positive regrets (regret matching), or of plans (the average strategy). All alike where
// there is nothing. `sum` is a row to work in.
template <class Cell>
void match(const Cell* __restrict regrets, std::size_t actions, std::size_t size, float* __restrict shares,
           float* __restrict sum) {
  const float even = 1.0F / static_cast<float>(actions);
  for (std::size_t h = 0; h < size; ++h) sum[h] = 0;
  for (std::size_t a = 0; a < actions; ++a)
    for (std::size_t h = 0; h < size; ++h) {
      const auto regret = static_cast<float>(regrets[a * size + h]);
      const float gain = regret > 0 ? regret : 0;
      shares[a * size + h] = gain;
      sum[h] += gain;
    }
  for (std::size_t h = 0; h < size; ++h) sum[h] = (sum[h] > 0 ? 1.0F : 0.0F) / (sum[h] > 0 ? sum[h] : 1.0F);
  for (std::size_t a = 0; a < actions; ++a)
    for (std::size_t h = 0; h < size; ++h) {
      const float share = shares[a * size + h] * sum[h];
      shares[a * size + h] = sum[h] > 0 ? share : even;
    }
}

inline constexpr float LEAST_REACH = 1.0F / 1024;

// The plans after an iteration: moved towards its strategy, `shares`, by how often the player comes there, `reach`.
inline void blend(float* __restrict plans, float&, std::size_t actions, std::size_t size,
                  const float* __restrict shares, const float* __restrict reach, float fresh, float*) {
  for (std::size_t a = 0; a < actions; ++a)
    for (std::size_t h = 0; h < size; ++h) {
      const std::size_t i = a * size + h;
      plans[i] += fresh * ((reach[h] + LEAST_REACH) * shares[i] - plans[i]);
    }
}

// The largest of some numbers that are not negative.
inline float largest(const float* numbers, std::size_t size) {
  std::array<float, BLOCK> most{};
  for (std::size_t block = 0; block < size; block += BLOCK)
    for (std::size_t k = 0; k < BLOCK; ++k) most[k] = most[k] > numbers[block + k] ? most[k] : numbers[block + k];
  return *std::max_element(most.begin(), most.end());
}

inline void blend(std::uint16_t* __restrict plans, float& scale, std::size_t actions, std::size_t size,
                  const float* __restrict shares, const float* __restrict reach, float fresh,
                  float* __restrict scratch) {
  const float kept = scale * (1 - fresh);
  for (std::size_t a = 0; a < actions; ++a)
    for (std::size_t h = 0; h < size; ++h) {
      const std::size_t i = a * size + h;
      scratch[i] = static_cast<float>(plans[i]) * kept + fresh * ((reach[h] + LEAST_REACH) * shares[i]);
    }
  const float most = largest(scratch, actions * size), unit = 65535 / most;
  scale = most / 65535;
  for (std::size_t i = 0; i < actions * size; ++i)
    plans[i] = static_cast<std::uint16_t>(static_cast<std::int32_t>(scratch[i] * unit + 0.5F));
}

// What the mixture is worth, per hand.
inline void mix(const float* shares, const float* values, std::size_t actions, std::size_t size, float* out) {
  for (std::size_t h = 0; h < size; ++h) out[h] = shares[h] * values[h];
  for (std::size_t a = 1; a < actions; ++a)
    for (std::size_t h = 0; h < size; ++h) out[h] += shares[a * size + h] * values[a * size + h];
}

inline void best(const float* values, std::size_t actions, std::size_t size, float* out) {
  for (std::size_t h = 0; h < size; ++h) out[h] = values[h];
  for (std::size_t a = 1; a < actions; ++a)
    for (std::size_t h = 0; h < size; ++h) {
      const float value = values[a * size + h];
      out[h] = out[h] > value ? out[h] : value;
    }
}

// Regrets after an iteration: `values` of the actions against what the mixture was worth.
inline void learn(float* regrets, float&, std::size_t actions, std::size_t size, const float* values,
                  const float* worth, const Fading& fading, float*) {
  for (std::size_t a = 0; a < actions; ++a)
    for (std::size_t h = 0; h < size; ++h) {
      const std::size_t i = a * size + h;
      const float old = regrets[i], kept = old > 0 ? fading.gains : fading.losses;
      regrets[i] = old * kept + (values[i] - worth[h]);
    }
}

inline void learn(std::int16_t* __restrict regrets, float& scale, std::size_t actions, std::size_t size,
                  const float* __restrict values, const float* __restrict worth, const Fading& fading,
                  float* __restrict scratch) {
  const float gains = fading.gains * scale, losses = fading.losses * scale;
  std::array<float, BLOCK> most{};
  for (std::size_t a = 0; a < actions; ++a)
    for (std::size_t block = 0; block < size; block += BLOCK)
      for (std::size_t k = 0; k < BLOCK; ++k) {
        const std::size_t i = a * size + block + k;
        const auto old = static_cast<float>(regrets[i]);
        const float now = old * (old > 0 ? gains : losses) + (values[i] - worth[block + k]);
        scratch[i] = now;
        most[k] = most[k] > std::fabs(now) ? most[k] : std::fabs(now);
      }
  const float top = *std::max_element(most.begin(), most.end()), unit = top > 0 ? 32767 / top : 0;
  scale = top / 32767;
  for (std::size_t i = 0; i < actions * size; ++i) {
    const float number = scratch[i] * unit;
    regrets[i] = static_cast<std::int16_t>(static_cast<std::int32_t>(number + (number > 0 ? 0.5F : -0.5F)));
  }
}

}  // namespace zermelo::holdem
