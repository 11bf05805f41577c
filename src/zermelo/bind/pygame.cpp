// The searches for games written in Python.
#include "pygame.hpp"

namespace zermelo {

template class PositionOf<PythonPosition>;

}  // namespace zermelo
