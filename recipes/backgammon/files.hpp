// What the programs of this recipe share: random numbers and the file of networks in full precision.
//
// The file: "ZBG1", then for each phase two 32-bit numbers (hidden units, units of the second layer; 0: none) and the
// weights as 32-bit floats in the order of Layers.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "judge.hpp"

namespace recipe {

using namespace zermelo::backgammon;

// xoshiro256**, seeded by splitmix64.
struct Random {
  u64 s[4];
  explicit Random(u64 seed) {
    for (u64& each : s) {
      seed += 0x9e3779b97f4a7c15ULL;
      u64 z = seed;
      z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
      each = z ^ z >> 31;
    }
  }
  u64 operator()() {
    const u64 result = std::rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
    s[3] = std::rotl(s[3], 45);
    return result;
  }
  u32 below(u32 n) { return static_cast<u32>(((*this)() >> 32) * n >> 32); }
  float unit() { return static_cast<float>((*this)() >> 40) * 0x1p-24f; }
  Roll roll() {
    const u8 a = static_cast<u8>(1 + below(6)), b = static_cast<u8>(1 + below(6));
    return {std::max(a, b), std::min(a, b)};
  }
};

inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

inline std::array<Layers, PHASES> read_layers(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  char magic[4];
  if (!file || std::fread(magic, 1, 4, file) != 4 || std::string(magic, 4) != "ZBG1") fail(path + ": no networks");
  std::array<Layers, PHASES> all;
  for (Layers& each : all) {
    u32 shape[2];
    if (std::fread(shape, 4, 2, file) != 2) fail(path + ": ends early");
    each.hidden = static_cast<int>(shape[0]);
    each.second = static_cast<int>(shape[1]);
    each.weights.resize(Layers::count(each.hidden, each.second));
    if (std::fread(each.weights.data(), 4, each.weights.size(), file) != each.weights.size())
      fail(path + ": ends early");
  }
  std::fclose(file);
  return all;
}

inline void write_layers(const std::string& path, const std::array<Layers, PHASES>& all) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) fail(path + ": cannot be written");
  std::fwrite("ZBG1", 1, 4, file);
  for (const Layers& each : all) {
    const u32 shape[2] = {static_cast<u32>(each.hidden), static_cast<u32>(each.second)};
    std::fwrite(shape, 4, 2, file);
    std::fwrite(each.weights.data(), 4, each.weights.size(), file);
  }
  std::fclose(file);
}

inline Judge judge_of(const std::array<Layers, PHASES>& all) {
  Judge judge;
  for (std::size_t i = 0; i < PHASES; ++i) judge.networks[i] = Network(all[i]);
  return judge;
}

}  // namespace recipe
