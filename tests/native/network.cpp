// Networks by themselves: every form of the code against sums written out, and accumulators that are changed against
// fresh ones, on random networks and positions, without Python.
//
//   c++ -std=c++20 -O1 -Isrc/zermelo tests/native/network.cpp -o network && ./network
//
// Prints one line for each part and ends with status 1 if anything was wrong.
#include <cstdio>
#include <string>
#include <vector>

#include "checks.hpp"
#include "core/network_code.hpp"

namespace zermelo {

namespace {

// The numbers of a network, and the network.
struct Model {
  int features, hidden;
  double scale;
  std::vector<std::int16_t> w1, b1, w2;
  std::int32_t b2;
  Network network;

  static std::vector<std::int16_t> draw(Random& random, std::size_t count, int largest) {
    std::vector<std::int16_t> list(count);
    for (auto& each : list)
      each = static_cast<std::int16_t>(static_cast<int>(random.below(static_cast<std::uint64_t>(2 * largest + 1))) -
                                       largest);
    return list;
  }
  Model(Random& random, int features_, int hidden_, int largest)
      : features(features_),
        hidden(hidden_),
        scale(100 + static_cast<double>(random.below(100))),
        w1(draw(random, static_cast<std::size_t>(features * hidden), largest)),
        b1(draw(random, static_cast<std::size_t>(hidden), largest)),
        w2(draw(random, static_cast<std::size_t>(2 * hidden), Network::LARGEST_OUTPUT)),
        b2(static_cast<std::int32_t>(random.below(20000)) - 10000),
        network(features, hidden, scale, w1, b1, w2, b2) {}

  // As the definition says, in numbers that hold everything.
  double value(const FeatureList& mover, const FeatureList& other) const {
    std::int64_t total = 0;
    for (int part = 0; part < 2; ++part)
      for (int i = 0; i < hidden; ++i) {
        std::int64_t sum = b1[static_cast<std::size_t>(i)];
        for (const std::uint32_t each : part == 0 ? mover : other)
          sum += w1[each * static_cast<std::size_t>(hidden) + static_cast<std::size_t>(i)];
        sum = static_cast<std::int16_t>(static_cast<std::uint16_t>(sum & 0xffff));
        const std::int64_t act = std::clamp<std::int64_t>(sum, 0, 255);
        total += act * act * w2[static_cast<std::size_t>(part * hidden + i)];
      }
    return (static_cast<double>(total) / 255 + b2) / (255 * 64) * scale;
  }
};

FeatureList draw_features(Random& random, int features, std::size_t count) {
  std::vector<bool> taken(static_cast<std::size_t>(features));
  for (std::size_t i = 0; i < count; ++i) taken[random.below(taken.size())] = true;
  FeatureList list;
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (taken[i]) list.push_back(static_cast<std::uint32_t>(i));
  return list;
}

// Weights of every size, up to sums that do not fit into 16 bits.
void forms() {
  Random random(1);
  for (const int hidden : {16, 32, 48, 64, 112, 128, 256, 272, 512})
    for (const int largest : {20, 300, 32767}) {
      const Model model(random, 70, hidden, largest);
      for (int i = 0; i < 20; ++i) {
        const FeatureList mover = draw_features(random, 70, random.below(40)),
                          other = draw_features(random, 70, random.below(40));
        const double wanted = model.value(mover, other);
        for (const NetworkForm form : {NetworkForm::plain, NetworkForm::avx2, NetworkForm::avx512})
          if (has_form(form))
            CHECK(model.network.value(mover, other, form) == wanted,
                  "hidden " + std::to_string(hidden) + " differs by form " + std::to_string(static_cast<int>(form)));
      }
    }
}

// The largest output there can be: every lane at its end.
void extremes() {
  for (const int sign : {1, -1}) {
    const std::vector<std::int16_t> w1(512, 0), b1(512, 255),
        w2(1024, static_cast<std::int16_t>(sign * Network::LARGEST_OUTPUT));
    const Network network(1, 512, 1.0, w1, b1, w2, 0);
    const double wanted = sign * (1024.0 * 255 * 255 * 127 / 255) / (255 * 64);
    for (const NetworkForm form : {NetworkForm::plain, NetworkForm::avx2, NetworkForm::avx512})
      if (has_form(form)) CHECK(network.value({}, {}, form) == wanted, "the largest sum does not fit");
  }
}

// A walk up and down the plies, as a search asks: small changes, jumps, and positions that come back.
void accumulators() {
  Random random(2);
  for (const int features : {9, 64, 65, 700}) {
    const Model model(random, features, 48, 100);
    Accumulators all(&model.network);
    std::vector<std::array<FeatureList, 2>> path(1);
    for (int step = 0; step < 2000; ++step) {
      if (random.below(3) == 0 && path.size() > 1) path.pop_back();
      path.push_back(path.back());
      for (FeatureList& list : path.back()) {
        std::vector<bool> held(static_cast<std::size_t>(features));
        for (const std::uint32_t each : list) held[each] = true;
        const std::uint64_t changes = random.below(30) == 0 ? 60 : random.below(4);
        for (std::uint64_t i = 0; i < changes; ++i) {
          const std::size_t at = random.below(held.size());
          held[at] = !held[at];
        }
        list.clear();
        for (std::size_t i = held.size(); i-- > 0;)  // in any order
          if (held[i]) list.push_back(static_cast<std::uint32_t>(i));
      }
      if (random.below(4) == 0) continue;  // not asked for at every ply
      if (path.size() > 40) path.resize(2);
      const int mover = static_cast<int>(random.below(2));
      const auto& [first, second] = path.back();
      const double wanted = mover == 0 ? model.value(first, second) : model.value(second, first);
      CHECK(all.judge(first, second, mover, static_cast<int>(path.size()) - 1) == wanted, "a changed accumulator");
    }
    CHECK(all.changed > 2 * all.refreshed, "hardly anything was changed instead of made from nothing");
  }
}

template <class Work>
bool refuses(Work work) {
  try {
    work();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

void refusals() {
  const std::vector<std::int16_t> few(16), twice(32), large(32, 128);
  CHECK(!refuses([&] { Network(1, 16, 1.0, few, few, twice, 0); }), "a right one");
  CHECK(refuses([&] { Network(0, 16, 1.0, {}, few, twice, 0); }), "no features");
  CHECK(refuses([&] { Network(1, 17, 1.0, few, few, twice, 0); }), "an odd width");
  CHECK(refuses([&] { Network(1, 1024, 1.0, few, few, twice, 0); }), "too wide");
  CHECK(refuses([&] { Network(2, 16, 1.0, few, few, twice, 0); }), "w1 too short");
  CHECK(refuses([&] { Network(1, 16, 0.0, few, few, twice, 0); }), "no scale");
  CHECK(refuses([&] { Network(1, 16, 1.0, few, few, large, 0); }), "a product that does not fit");
}

}  // namespace

}  // namespace zermelo

int main() {
  using namespace zermelo;
  run("forms", forms);
  run("extremes", extremes);
  run("accumulators", accumulators);
  run("refusals", refusals);
  return failures ? 1 : 0;
}
