// The one copy of puct that all games share.
#include "core/puct.hpp"

namespace zermelo {

Findings run_puct(const OpaqueGame& game, const Info& info, const OpaquePosition& root, const PuctPlan& plan,
                  Control& control) {
  return grown<PuctSearch>(control, plan.threads, game, info, root, plan);
}

}  // namespace zermelo
