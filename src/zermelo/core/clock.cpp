#include "clock.hpp"

namespace zermelo {

void share_clock(double remaining, double increment, int moves_to_go, int moves_left, Limits& limits) {
  constexpr double reserve = 0.02;
  const double usable = std::max(0.001, std::min(remaining * 0.95, remaining - reserve));
  const double moves = moves_to_go > 0 ? moves_to_go : std::clamp(moves_left * 0.7, 2.0, 40.0);
  const double share = usable / moves + increment * 0.8;
  limits.soft = std::min(share, usable * (moves_to_go == 1 ? 0.9 : 0.5));
  limits.hard = std::min(3 * limits.soft, usable * (moves_to_go == 1 ? 0.95 : 0.6));
}

void Watch::check() {
  if (control_.limits.nodes && main_ &&
      nodes + control_.others.load(std::memory_order_relaxed) >= control_.limits.nodes)
    throw Stopped{"nodes"};
  if (control_.finished.load(std::memory_order_relaxed)) throw Stopped{"finished"};
  if (control_.cancel && control_.cancel->load(std::memory_order_relaxed)) throw Stopped{"cancelled"};
  if (!main_) {
    control_.others.fetch_add(nodes - told_, std::memory_order_relaxed);
    told_ = nodes;
  } else {
    const double elapsed = seconds_since(control_.start);
    pace(elapsed);
    if (control_.limits.hard > 0 && elapsed >= control_.limits.hard) throw Stopped{"seconds"};
    if (control_.poll && elapsed - polled_ > 0.04) {
      polled_ = elapsed;
      control_.poll();
    }
  }
  plan();
}

void Watch::pace(double elapsed) {
  const double taken = elapsed - looked_;
  looked_ = elapsed;
  if (taken < 0.0002) every_ = std::min<std::uint64_t>(1024, every_ * 2);
  if (taken > 0.001) every_ = std::max<std::uint64_t>(1, every_ / 4);
}

}  // namespace zermelo
