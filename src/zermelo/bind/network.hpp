// Networks in Python: what zermelo.network is built on.
#pragma once

#include <nanobind/nanobind.h>

namespace zermelo {

void bind_networks(nanobind::module_& m);

}  // namespace zermelo
