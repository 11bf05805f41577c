// The searches for games compiled by Numba, for small states and for large ones.
#include "compiled.hpp"

namespace zermelo {

template class PositionOf<CompiledPosition<4>>;
template class PositionOf<CompiledPosition<30>>;

}  // namespace zermelo
