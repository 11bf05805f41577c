// What the programs of this folder share: failures are counted, the first ones shown, and every test is a line.
#pragma once

#include <cstdio>
#include <string>

namespace zermelo {

inline int failures = 0;

inline void check(bool right, const std::string& what, const char* file, int line) {
  if (right) return;
  ++failures;
  if (failures <= 20) std::printf("%s:%d: %s\n", file, line, what.c_str());
}
#define CHECK(right, what) ::zermelo::check((right), (what), __FILE__, __LINE__)

template <class Test>
void run(const char* name, Test test) {
  const int before = failures;
  test();
  std::printf("%-22s %s\n", name, failures == before ? "ok" : "WRONG");
}

}  // namespace zermelo
