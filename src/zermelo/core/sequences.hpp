// A game of hidden information compiled once, so that equilibria can be looked for without playing it again.
//
// For: two-player zero-sum games with perfect recall (nobody forgets what they saw or did), with or without chance.
//
// A *sequence* of a player is its own moves on the way to a place, with what it had seen at each. With x and y
// the weights of both players' sequences (how far each of them lets play come there), the expected payoff is x' A y:
// A holds, for every pair of sequences that can end a game together, chance times payoff. Every method of regret.hpp,
// best responses and the linear program work on these arrays alone.
//
// Koller, Megiddo and von Stengel 1994.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "clock.hpp"
#include "game.hpp"

namespace zermelo {

// What a player cannot tell apart, and decides upon at once.
struct InfoSet {
  std::int32_t parent;  // the player's sequence that leads here
  std::int32_t first;   // the moves here are the sequences first … first + moves - 1
  std::int32_t moves;
};

// Rows of a sparse matrix, one after the other: row i is entries[begin[i]] … entries[begin[i + 1] - 1].
struct SparseRows {
  struct Entry {
    std::int32_t column;
    double value;
  };
  std::vector<std::int32_t> begin;
  std::vector<Entry> entries;
};

struct SequenceForm {
  struct Side {
    std::vector<InfoSet> sets;       // whoever leads to a set stands before it
    std::vector<std::string> views;  // what the player has seen at each
    std::vector<std::string> names;  // of the sequences' last moves; sequence 0 is the empty one
    SparseRows payoffs;              // by the player's sequences: what each wins against each of the other's

    std::size_t sequences() const { return names.size(); }
  };
  std::array<Side, 2> sides;
  std::uint64_t nodes = 0;  // of the tree that was walked
};

// More nodes than were allowed.
struct TooLarge : GameError {
  using GameError::GameError;
};

// Walks the whole tree below a position.
template <class G>
class SequenceCompiler {
 public:
  SequenceCompiler(std::uint64_t most_nodes, Watch& watch) : most_nodes_(most_nodes), watch_(watch) {
    for (auto& side : form_.sides) side.names.emplace_back();
  }

  SequenceForm compile(const G& root) {
    walk(root, {0, 0}, 1.0);
    for (int player = 0; player < 2; ++player) form_.sides[static_cast<std::size_t>(player)].payoffs = rows(player);
    return std::move(form_);
  }

 private:
  using Sequences = std::array<std::int32_t, 2>;
  struct End {
    Sequences at;
    double value;  // for player 0, times chance
  };

  void walk(const G& position, Sequences at, double odds) {
    watch_.count();
    if (++form_.nodes > most_nodes_) throw TooLarge(too_large(position.info()));
    const int player = position.turn();
    if (player == OVER) {
      ends_.push_back({at, odds * position.payoff(0)});
      return;
    }
    const Pin<G> pin(position);
    MoveList<typename G::Move> list;
    position.moves(list);
    if (player == CHANCE) {
      if constexpr (requires { position.odds(list[0].move); })
        for (std::size_t i = 0; i < list.size(); ++i)
          walk(position.play(list[i].move), at, odds * position.odds(list[i].move));
      return;
    }
    const std::int32_t first = set_at(position, player, at, list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      Sequences next = at;
      next[static_cast<std::size_t>(player)] = first + static_cast<std::int32_t>(i);
      walk(position.play(list[i].move), next, odds);
    }
  }

  // The first sequence of the player's set here; a set seen for the first time is made.
  std::int32_t set_at(const G& position, int player, const Sequences& at, const MoveList<typename G::Move>& list) {
    const auto who = static_cast<std::size_t>(player);
    auto& side = form_.sides[who];
    std::string view = position.view(player);
    const auto [entry, fresh] = known_[who].try_emplace(view, static_cast<std::int32_t>(side.sets.size()));
    if (!fresh) return same_set(position, player, at, list, side.sets[static_cast<std::size_t>(entry->second)], view);
    const auto first = static_cast<std::int32_t>(side.sequences());
    side.sets.push_back({at[who], first, static_cast<std::int32_t>(list.size())});
    side.views.push_back(std::move(view));
    for (std::size_t i = 0; i < list.size(); ++i) side.names.push_back(position.name(list[i].move));
    return first;
  }

  std::int32_t same_set(const G& position, int player, const Sequences& at, const MoveList<typename G::Move>& list,
                        const InfoSet& set, const std::string& view) const {
    const auto who = static_cast<std::size_t>(player);
    const std::string& game = position.info().name;
    if (set.parent != at[who])
      throw GameError(game + ": player " + std::to_string(player) + " forgets how it came to \"" + view +
                      "\": what it sees must hold all it saw and did before");
    bool same = static_cast<std::size_t>(set.moves) == list.size();
    for (std::size_t i = 0; same && i < list.size(); ++i)
      same = form_.sides[who].names[static_cast<std::size_t>(set.first) + i] == position.name(list[i].move);
    if (!same)
      throw GameError(game + ": positions that look alike to player " + std::to_string(player) +
                      " have different moves: \"" + view + "\"");
    return set.first;
  }

  // The payoffs by the sequences of one player; ends of the same two sequences are one entry.
  SparseRows rows(int player) {
    const auto own = static_cast<std::size_t>(player), other = 1 - own;
    std::sort(ends_.begin(), ends_.end(), [&](const End& a, const End& b) {
      return a.at[own] != b.at[own] ? a.at[own] < b.at[own] : a.at[other] < b.at[other];
    });
    SparseRows result;
    std::int32_t row = -1;
    for (const End& end : ends_) {
      const bool new_row = row != end.at[own];
      for (; row < end.at[own]; ++row) result.begin.push_back(static_cast<std::int32_t>(result.entries.size()));
      const double value = player == 0 ? end.value : -end.value;
      if (!new_row && result.entries.back().column == end.at[other])
        result.entries.back().value += value;
      else
        result.entries.push_back({end.at[other], value});
    }
    while (result.begin.size() <= form_.sides[own].sequences())
      result.begin.push_back(static_cast<std::int32_t>(result.entries.size()));
    return result;
  }

  std::string too_large(const Info& info) const {
    return info.name + ": the game has more than " + std::to_string(most_nodes_) +
           " nodes below this position; sample it instead (mccfr) or allow more";
  }

  std::uint64_t most_nodes_;
  Watch& watch_;
  SequenceForm form_;
  std::vector<End> ends_;
  std::array<std::unordered_map<std::string, std::int32_t>, 2> known_;
};

}  // namespace zermelo
