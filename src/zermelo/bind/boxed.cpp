// The searches that all small games share.
#include "position.hpp"
#include "registry.hpp"

namespace zermelo {

template <>
inline constexpr bool COMPILED_BARE<Boxed> = false;

std::shared_ptr<const AnyPosition> boxed_position(const Boxed& position, std::shared_ptr<void> owner) {
  return std::make_shared<PositionOf<Boxed>>(position, std::move(owner));
}

}  // namespace zermelo
