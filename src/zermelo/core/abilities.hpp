// What a game can do beyond its rules, read off what it has.
#pragma once

#include "deepen.hpp"

namespace zermelo {

// Of a native game the compiler knows; a game that is known only at run time says it of itself.
template <Game G>
Abilities abilities_of(const G& position) {
  if constexpr (requires { position.abilities(); }) return position.abilities();
  return {.evaluates = HasValue<G>,
          .sees_noise = HasNoise<G>,
          .ranks_moves = HasPrior<G>,
          .weighs = HasGain<G>,
          .sees_features = HasFeatures<G>,
          .indexes_moves = HasMoveIndex<G>,
          .passes = HasPass<G>,
          .plays_out = HasPlayout<G>,
          .symmetric = HasSymmetry<G>,
          .repetition_keyed = HasRepetitionKey<G>,
          .table_keyed = HasTableKey<G>,
          .samples = HasSample<G>,
          .lists_worlds = HasWorlds<G>,
          .solves = HasSolver<G>,
          .engine = HasEngine<G>};
}

// The features as a search of this game uses them: `best` becomes the orders that the game can do.
inline Features resolved(Features features, const Abilities& can) {
  if (!features.orders(Order::best)) return features;
  features.order.bits &= ~static_cast<unsigned>(Order::best);
  features.order = features.order | Order::table | Order::noisy | Order::history;
  if (can.ranks_moves) features.order = features.order | Order::prior;
  if (features.leaves_out()) features.order = features.order | Order::killers | Order::continuation;
  return features;
}

}  // namespace zermelo
