// Retrograde analysis of an index whose slices are divided into blocks (HasUnmoves): a block at a time, back from decided
// positions by unmoves. No move is kept, and what is worked on is small.
//
// For: as retrograde.hpp, by index; players must move in turn, and the game say which positions lead to one of the same block.
// Positions are taken in the order of plies as there, so that every distance is exact.
#pragma once

#include "clock.hpp"
#include "endgames.hpp"
#include "retrograde.hpp"

namespace zermelo {

template <Game G>
  requires HasUnmoves<G>
class BlockAnalysis {
 public:
  using Move = typename G::Move;

  BlockAnalysis(const G& like, const EndgameTable& table, double megabytes, Control& control)
      : like_(like),
        table_(table),
        number_(table.parts.size()),
        slice_(table.planned[number_]),
        block_(like.block_size(number_)),
        megabytes_(megabytes),
        watch_(control, true) {}

  // The bytes that a slice takes while it is analysed: a byte for each position, and the work on a block.
  static double needed_bytes(std::uint64_t size, std::uint64_t block) {
    return static_cast<double>(size) + 14.0 * static_cast<double>(block);
  }

  // Throws TooManyPositions, and Stopped as the control says.
  [[gnu::noinline]] EndgameTable::Part run() {
    const double needed = static_cast<double>(table_.bytes()) + needed_bytes(slice_.size, block_);
    if (needed > megabytes_ * (1 << 20))
      throw TooManyPositions("slice " + slice_.name + " has " + std::to_string(slice_.size) + " positions and takes " +
                             in_megabytes(needed) + " with those before it: more than the " +
                             in_megabytes(megabytes_ * (1 << 20)) + " that are allowed (memory_mb)");
    cells_ = Cells(slice_.size);
    Tally tally;
    for (begin_ = 0; begin_ < slice_.size; begin_ += block_) {
      left_.assign(block_, 0);
      worst_.assign(block_, 0);
      codes_.assign(block_, UNKNOWN);
      for (std::uint64_t i = 0; i < block_; ++i) look(static_cast<std::uint32_t>(i));
      propagate();
      for (std::uint64_t i = 0; i < block_; ++i) {
        const Code found = codes_[i] == UNKNOWN ? code::DRAW : codes_[i];
        tally.count(found);
        cells_.set(begin_ + i, found);
      }
    }
    return {slice_, std::move(cells_), tally};
  }

 private:
  static constexpr Code UNKNOWN = 0xFFFF, WINS_SOON = 0xFFFE;  // only while the block is analysed

  // What a move is worth to its mover that leads out of the block.
  Code after(const G& position, int mover, Move move) const {
    const G child = position.play(move);
    const std::optional<Place> place = child.rank();
    if (!place) {
      if (child.turn() != OVER) throw GameError(slice_.name + ": a move leads out of the slices" + written(position));
      const double payoff = child.payoff(mover);
      return payoff > 0 ? code::win(0) : payoff < 0 ? code::loss(0) : code::DRAW;
    }
    const bool here = place->slice == number_;
    if (place->slice > number_ || (here && place->index >= begin_))
      throw GameError(slice_.name + ": a move leads to a later block" + written(position));
    const Code known = here ? cells_[place->index] : table_.parts[place->slice].cells[place->index];
    return place->viewer == mover ? known : code::turned(known);
  }

  // What the moves of a position out of its block come to, and how many stay in it.
  void look(std::uint32_t i) {
    watch_.count();
    const std::optional<G> position = like_.unrank(number_, begin_ + i);
    if (!position) {
      codes_[i] = code::NOTHING;
      return;
    }
    const int mover = position->turn();
    if (mover == OVER) {
      const double payoff = position->payoff(position->rank()->viewer);
      left_[i] = payoff < 0 ? 0 : 1;
      if (payoff != 0) decide(i, 0);
      return;
    }
    list_.clear();
    position->moves(list_);
    int inside = 0, quickest = code::LONGEST + 1, slowest = 0;
    bool draws = false;
    for (std::size_t j = 0; j < list_.size(); ++j) {
      if (position->stays(list_[j].move)) {
        ++inside;
        continue;
      }
      const Code value = after(*position, mover, list_[j].move);
      if (!code::decided(value))
        draws = true;
      else if (code::wins(value))
        quickest = std::min(quickest, code::plies(value) + 1);
      else
        slowest = std::max(slowest, code::plies(value) + 1);
    }
    const bool wins = quickest <= code::LONGEST;
    left_[i] = static_cast<std::uint16_t>(inside + (wins || draws));  // with one of these it never loses
    worst_[i] = static_cast<std::uint16_t>(slowest);
    if (wins)
      decide(i, quickest);
    else if (left_[i] == 0)
      decide(i, slowest);
  }

  // A position will be known after so many plies, unless it is before.
  void decide(std::uint32_t i, int plies) {
    if (plies > code::LONGEST) throw GameError("a win takes more than 32766 plies");
    if (due_.size() <= static_cast<std::size_t>(plies)) due_.resize(static_cast<std::size_t>(plies) + 1);
    due_[static_cast<std::size_t>(plies)].push_back(i);
  }

  // A position that is due is won if some of its moves is left that does not lose: the one that wins.
  void propagate() {
    for (std::size_t plies = 0; plies < due_.size(); ++plies) {
      for (std::size_t j = 0; j < due_[plies].size(); ++j) {  // nothing is added to it: what follows is later
        const std::uint32_t i = due_[plies][j];
        if (codes_[i] < WINS_SOON) continue;
        const int now = static_cast<int>(plies);
        codes_[i] = left_[i] == 0 ? code::loss(now) : code::win(now);
        lead_to(i, now);
      }
      due_[plies].clear();
    }
  }

  // The positions before one that has been decided.
  void lead_to(std::uint32_t i, int plies) {
    watch_.count();
    const bool lost = !code::wins(codes_[i]);
    like_.unrank(number_, begin_ + i)->unmoves([&](const G& before) {
      const auto at = static_cast<std::uint32_t>(before.rank()->index - begin_);
      if (codes_[at] != UNKNOWN) return;
      if (lost)
        decide(at, plies + 1), codes_[at] = WINS_SOON;
      else if (--left_[at] == 0)
        decide(at, std::max<int>(worst_[at], plies + 1));
    });
  }

  const G like_;
  const EndgameTable& table_;
  const std::size_t number_;
  const Slice slice_;
  const std::uint64_t block_;
  const double megabytes_;
  Watch watch_;
  Cells cells_;
  std::uint64_t begin_ = 0;
  MoveList<Move> list_;
  std::vector<Code> codes_;
  std::vector<std::uint16_t> left_, worst_;  // moves that are not known to lose; plies of the slowest loss
  std::vector<std::vector<std::uint32_t>> due_;
};

}  // namespace zermelo
