#include "registry.hpp"

namespace zermelo {

// Made when first asked for: games register before main begins, in any order.
std::map<std::string, Factory>& registry() {
  static std::map<std::string, Factory> games;
  return games;
}

std::vector<Extension>& extensions() {
  static std::vector<Extension> all;
  return all;
}

Extended::Extended(Extension extension) { extensions().push_back(std::move(extension)); }

Registered::Registered(const std::string& name, Factory factory, Extension extension) {
  registry()[name] = std::move(factory);
  if (extension) extensions().push_back(std::move(extension));
}

int whole_option(const nb::dict& options, const char* name, int otherwise) {
  return options.contains(name) ? nb::cast<int>(options[name]) : otherwise;
}

}  // namespace zermelo
