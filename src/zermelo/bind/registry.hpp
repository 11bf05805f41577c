// Where the built-in games register: a game's bind.cpp holds one Registered object.
#pragma once

#include <map>

#include "any_position.hpp"
#include "core/boxed.hpp"

namespace zermelo {

using Factory =
    std::function<std::shared_ptr<const AnyPosition>(const nb::dict& options, const std::optional<std::string>& text)>;

std::map<std::string, Factory>& registry();

// Functions that a game adds to the module, beyond what every game has.
using Extension = std::function<void(nb::module_&)>;

std::vector<Extension>& extensions();

// A part of the core that adds functions of its own.
struct Extended {
  explicit Extended(Extension extension);
};

// A position of a small game: its searches are the ones that all such games share (core/boxed.hpp). `owner` keeps alive
// whatever the position points to.
std::shared_ptr<const AnyPosition> boxed_position(const Boxed& position, std::shared_ptr<void> owner);

template <Boxable G>
std::shared_ptr<const AnyPosition> boxed(const G& position, std::shared_ptr<void> owner = nullptr) {
  return boxed_position(Box<G>::closed(position), std::move(owner));
}

struct Registered {
  Registered(const std::string& name, Factory factory, Extension extension = {});
};

// A whole-number option inside its range.
int whole_option(const nb::dict& options, const char* name, int otherwise);

}  // namespace zermelo
