#include "network.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "core/network_code.hpp"

namespace zermelo {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Numbers of 16 bits, low byte first.
std::vector<std::int16_t> numbers(const nb::bytes& data) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(data.c_str());
  std::vector<std::int16_t> list(data.size() / 2);
  for (std::size_t i = 0; i < list.size(); ++i)
    list[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8));
  return list;
}

NetworkForm form_from(const std::string& name) {
  if (name.empty()) return usual_form();
  const auto found = std::find(NETWORK_FORMS.begin(), NETWORK_FORMS.end(), name);
  if (found == NETWORK_FORMS.end()) throw std::invalid_argument("form is plain, avx2 or avx512, not '" + name + "'");
  return static_cast<NetworkForm>(found - NETWORK_FORMS.begin());
}

// Features of a position, each once and in range: whatever a caller gives.
void check_features(const Network& network, FeatureList& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  if (!list.empty() && list.back() >= static_cast<std::uint32_t>(network.features()))
    throw std::invalid_argument("feature " + std::to_string(list.back()) + " is not below feature_count, " +
                                std::to_string(network.features()));
}

double value(const Network& network, FeatureList mover, FeatureList other, const std::string& form) {
  check_features(network, mover);
  check_features(network, other);
  return network.value(mover, other, form_from(form));
}

std::vector<double> logits(const Network& network, FeatureList mover, FeatureList other,
                           const std::vector<int>& moves) {
  check_features(network, mover);
  check_features(network, other);
  Accumulators accumulators(&network);
  accumulators.judge(mover, other, 0, 0);
  std::vector<double> all;
  for (const int move : moves) {
    if (move < 0 || move >= network.moves()) throw std::invalid_argument("a move that the policy has no row for");
    all.push_back(accumulators.logit(0, 0, move));
  }
  return all;
}

// The values of positions in turn, at these plies, as a search asks for them: made from one another.
std::vector<double> walk(const Network& network,
                         const std::vector<std::tuple<FeatureList, FeatureList, int, int>>& all) {
  Accumulators accumulators(&network);
  std::vector<double> values;
  for (auto [first, second, mover, ply] : all) {
    check_features(network, first);
    check_features(network, second);
    if (mover < 0 || mover > 1 || ply < 0 || ply > 10000)
      throw std::invalid_argument("mover is 0 or 1, ply 0 to 10000");
    values.push_back(accumulators.judge(first, second, mover, ply));
  }
  return values;
}

}  // namespace

void bind_networks(nb::module_& m) {
  nb::class_<Network>(m, "Network", "The numbers of a network, ready to be used. zermelo.Network holds one.")
      .def(
          "__init__",
          [](Network* self, int features, int hidden, double scale, const nb::bytes& w1, const nb::bytes& b1,
             const nb::bytes& w2, std::int32_t b2, const nb::bytes& policy) {
            new (self) Network(features, hidden, scale, numbers(w1), numbers(b1), numbers(w2), b2, numbers(policy));
          },
          "features"_a, "hidden"_a, "scale"_a, "w1"_a, "b1"_a, "w2"_a, "b2"_a, "policy"_a = nb::bytes(""))
      .def("value", &value, "mover"_a, "other"_a, "form"_a = "",
           "For the mover, from the features that each side sees; by the form of the code that is asked for.")
      .def("logits", &logits, "mover"_a, "other"_a, "moves"_a,
           "Of the moves with these indices, from the features that each side sees.")
      .def("walk", &walk, "positions"_a,
           "Of (features for player 0, for player 1, mover, ply), each made from those before as in a search.");
  m.def(
      "network_forms",
      [] {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < NETWORK_FORMS.size(); ++i)
          if (has_form(static_cast<NetworkForm>(i))) names.emplace_back(NETWORK_FORMS[i]);
        return names;
      },
      "The forms of a network's code that this processor can run.");
}

}  // namespace zermelo
