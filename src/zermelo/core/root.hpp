// The root of a search: its moves, their values, and the drivers that call the recursion: one pass, iterative
// deepening with aspiration windows, MTD(f), several threads (Lazy SMP).
//
// Slate and Atkin 1977 (iterative deepening); Plaat et al. 1996 (MTD(f)).
#pragma once

#include <functional>
#include <memory>

#include "clock.hpp"
#include "findings.hpp"
#include "recursion.hpp"

namespace zermelo {

// How a search from the root is asked for, whatever the game.
struct PlanBase {
  std::size_t best = 1;             // how many root moves get exact values; 0: all
  double alpha = -INF, beta = INF;  // root window, if the user asks for one
  int threads = 1;
  double memory_mb = 64;
  double explore = 1;                     // how much a search that samples tries what looks worse
  std::shared_ptr<void>* kept = nullptr;  // where a game's own search keeps its memory for the next; null: nowhere
  std::function<void(const Findings&)> progress;  // after each finished depth
};

// Does `work` with a recursion of its own for a thread, which counts its nodes in `watch`; the first thread's (`main`) may
// write a trace. (It stands on the stack: a place on the heap that big is fetched from the system again for every search.)
using Work = std::function<Findings(Recursion& search)>;
using WithRecursion = std::function<Findings(Watch& watch, bool main, const Work& work)>;

// Everything up to the limits, with as many threads as the plan says.
Findings search_root(const PlanBase& plan, const TaskBase& task, Control& control, const WithRecursion& with);

}  // namespace zermelo
