// Endgame tables as Python sees them.
#pragma once

#include "any_position.hpp"

namespace zermelo {

// ValueError if the table is not of this position's game.
void check_endgames(const EndgameTable& table, const State& state);

// Add the class of the tables, and the functions that make them (endgames.cpp).
void bind_endgames(nb::module_& m);
void bind_endgame_analysis(nb::module_& m);

}  // namespace zermelo
