#include "trace.hpp"

namespace zermelo {

void FullTrace::because(Reason reason) {
  if (TraceRow* row = current()) row->at_node = reason;
}

void FullTrace::shift(int change) {
  if (TraceRow* row = current()) row->shift = static_cast<std::int8_t>(row->shift + change);
}

void FullTrace::judged(double value) {
  if (TraceRow* row = current()) row->judged = value + 0.0;
}

void FullTrace::enter(double sign, int turn, int depth, int ply, double alpha, double beta) {
  const std::int32_t parent = stack_.empty() ? -1 : stack_.back();
  if (muted_ > 0) {
    stack_.push_back(-1);
    plan(Reason::none, 0);  // it was for this node, and not for the next one that is recorded
    return;
  }
  if (rows.size() >= cap_) {
    capped = true;
    stack_.push_back(-1);
    ++step_;
    return;
  }
  stack_.push_back(static_cast<std::int32_t>(rows.size()));
  const double low = sign > 0 ? alpha : -beta, high = sign > 0 ? beta : -alpha;
  rows.push_back(
      {parent,    move_,  ply,     depth,  iteration_,  turn,           low,           high,
       0,         odds_,  step_++, -1,     Bound::none, NodeKind::open, CutKind::none, high == after(low) && low > -INF,
       research_, probe_, reason_, change_});
  plan(Reason::none, 0);
}

void FullTrace::mark(NodeKind kind, CutKind cut) {
  if (TraceRow* row = current()) {
    row->kind = kind;
    row->cut = cut;
  }
}

void FullTrace::pruned(std::int64_t move, double odds) {
  if (!current()) return;
  if (rows.size() >= cap_) {
    capped = true;
    return;
  }
  const TraceRow& node = *current();
  rows.push_back({stack_.back(), move, node.ply + 1, node.depth - 1, iteration_, OVER, 0, 0, 0, odds, -1, -1,
                  Bound::none, NodeKind::pruned, CutKind::none, false, false, false});
}

void FullTrace::left_out(std::int64_t move, Reason reason, double sign, double alpha, double beta, double most) {
  const std::size_t before = rows.size();
  pruned(move);
  if (rows.size() == before) return;
  TraceRow& row = rows.back();
  row.reason = reason;
  row.alpha = sign > 0 ? alpha : -beta;
  row.beta = sign > 0 ? beta : -alpha;
  row.judged = sign * most + 0.0;
  if (!std::isnan(most)) row.bound = sign > 0 ? Bound::upper : Bound::lower;
}

void FullTrace::leave(double sign, double value, Bound bound) {
  if (TraceRow* row = current()) {
    row->value = sign * value + 0.0;
    row->bound = sign > 0 || bound == Bound::exact ? bound : bound == Bound::lower ? Bound::upper : Bound::lower;
    row->leave = step_;
  }
  if (muted_ == 0) ++step_;
  stack_.pop_back();
}

void FullTrace::abandon() {
  stack_.clear();
  muted_ = 0;
}

}  // namespace zermelo
