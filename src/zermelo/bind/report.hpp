// What a search came to, as Python reads it (result.py makes a Result of it).
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "core/features.hpp"

namespace zermelo {

namespace nb = nanobind;

struct LineReport {
  nb::object move;
  double value;
  int bound;
  bool proved;
  nb::list line;
  double error;
  std::uint64_t visits;
  std::vector<double> values;
  bool about;    // an estimate, whatever the bound says
  double share;  // of the policy that the search came to
};

// The columns of a trace, as raw bytes to be cast: row i of each column belongs to node i.
struct TraceReport {
  std::size_t size = 0;
  bool capped = false;
  nb::dict columns;
  nb::list moves;
};

struct Report {
  std::vector<LineReport> lines;
  std::size_t ranked = 0;
  bool distance = false;  // values are WIN minus plies
  int depth = 0, deepest = 0, threads = 1;
  std::uint64_t nodes = 0, rounds = 0;
  double seconds = 0, table_used = 0, confidence = 1, expected = 0;
  bool solved = false, mixed = false;
  std::string stopped;
  Stats stats;
  std::vector<int> depths;
  std::vector<std::uint64_t> depth_nodes;
  std::optional<TraceReport> trace;
};

}  // namespace zermelo
