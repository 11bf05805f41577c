// Ctrl-C while native code runs.
#pragma once

#include <nanobind/nanobind.h>

#include "core/clock.hpp"

namespace zermelo {

namespace nb = nanobind;

// Ctrl-C reaches a running search here. With `yield` other Python threads get their turn, which a search that holds the
// GIL owes them.
inline void poll_signals(Control& control, bool yield) {
  control.poll = [yield] {
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (yield) nb::gil_scoped_release others;
  };
}

}  // namespace zermelo
