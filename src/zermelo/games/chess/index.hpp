// The index of endgame tables: every position of few men has a number.
//
// A slice is one material. The board is turned so that the stronger side is white; with equal men it stays as it is. Men are
// put down in this order, pawns first:
//
//     number = ((pawns * 2 + mover) * squares of the stronger king + stronger king) * 64 + weaker king, then 64 for each piece
//
// A pawn is numbered by the ranks before it, so that each of its steps leads to a lower number: where the pawns stand is a
// block. Mirror images are one position: the only pawn stands on the files a to d; without pawns the stronger king stands on
// one of the sixteen squares up to d4. No position is its own mirror image, so that moves forth and back are as many.
//
// Two pawns against each other are left out: one may take the other en passant, which is no matter of where men stand.
#pragma once

#include <optional>
#include <vector>

#include "core/endgames.hpp"
#include "game.hpp"

namespace zermelo::chess {

inline constexpr int MOST_NUMBERED = 4;  // men; five would take 18 GB

// What stands on the board beside the kings: one man or two, the stronger's first.
struct Material {
  int first = NOTHING, second = NOTHING;
  bool split = false;  // the second is the weaker side's

  int men() const { return second == NOTHING ? 1 : 2; }
  int kind(int i) const { return i == 0 ? first : second; }
  int side(int i) const { return i == 1 && split ? 1 : 0; }
  int pawns() const { return (first == PAWN) + (second == PAWN); }
  bool twins() const { return first == second && !split; }
  std::uint64_t pawn_sets() const { return pawns() == 0 ? 1 : pawns() == 1 ? 24 : 48 * 48; }
  std::uint64_t kings() const { return (pawns() == 0 ? 16 : 64) * 64; }
  std::uint64_t block() const {
    std::uint64_t places = 2 * kings();
    for (int i = pawns(); i < men(); ++i) places *= 64;
    return places;
  }
  std::uint64_t size() const { return pawn_sets() * block(); }
  std::string name() const {
    constexpr std::string_view letters = "PNBRQK";
    std::string text{"K"};
    text += letters[at(first)];
    if (second != NOTHING && !split) text += letters[at(second)];
    text += 'K';
    if (split) text += letters[at(second)];
    return text;
  }
};

// All that is not dead, in an order in which taking and becoming another piece lead back.
struct Materials {
  std::vector<Material> all;
  std::array<std::array<std::array<int, 2>, 7>, 7> number{};

  Materials() {
    for (auto& row : number)
      for (auto& each : row) each = {-1, -1};
    for (const int kind : {QUEEN, ROOK, PAWN}) add({kind, NOTHING, false});
    for (int first = QUEEN; first >= KNIGHT; --first)
      for (int second = first; second >= KNIGHT; --second)
        for (const bool split : {false, true}) add({first, second, split});
    for (int first = QUEEN; first >= KNIGHT; --first)
      for (const bool split : {false, true}) add({first, PAWN, split});
    add({PAWN, PAWN, false});
  }
  void add(Material material) {
    number[at(material.first)][at(material.second)][material.split] = static_cast<int>(all.size());
    all.push_back(material);
  }
  static const Materials& get() {
    static const Materials materials;
    return materials;
  }
};

// Where everything stands, as the index sees it.
struct Placing {
  Material material;
  std::array<int, 2> kings{};   // the stronger's, the weaker's
  std::array<int, 2> places{};  // of the men
  bool weaker_moves = false;

  void turn(int by) {
    for (int& each : kings) each ^= by;
    for (int& each : places) each ^= by;
  }

  // A pawn by the ranks before it, and then by its file.
  int pawn(int i) const {
    const int square = places[at(i)], rank = material.side(i) == 0 ? rank_of(square) : 7 - rank_of(square);
    return (6 - rank) * (material.pawns() == 1 ? 4 : 8) + file_of(square);
  }
  void put_pawn(int i, int number) {
    const int files = material.pawns() == 1 ? 4 : 8, rank = 6 - number / files;
    places[at(i)] = (material.side(i) == 0 ? rank : 7 - rank) * 8 + number % files;
  }

  // The mirror image that is numbered, and of two men of a kind the one on the lower square first (of pawns: the last).
  void settle() {
    const int last = material.men() - 1;
    if (material.pawns() == 1 && file_of(places[at(last)]) > 3) turn(7);
    if (material.pawns() == 0) turn((file_of(kings[0]) > 3 ? 7 : 0) ^ (rank_of(kings[0]) > 3 ? 56 : 0));
    if (material.twins() && (material.pawns() ? pawn(0) < pawn(1) : places[0] > places[1]))
      std::swap(places[0], places[1]);
  }

  std::uint64_t number() const {
    const int pawns = material.pawns(), men = material.men();
    std::uint64_t at_all = 0;
    if (pawns == 1) at_all = static_cast<std::uint64_t>(pawn(men - 1));
    if (pawns == 2) at_all = static_cast<std::uint64_t>(pawn(0) * 48 + pawn(1));
    at_all = at_all * 2 + weaker_moves;
    at_all = pawns == 0 ? at_all * 16 + static_cast<std::uint64_t>(rank_of(kings[0]) * 4 + file_of(kings[0]))
                        : at_all * 64 + static_cast<std::uint64_t>(kings[0]);
    at_all = at_all * 64 + static_cast<std::uint64_t>(kings[1]);
    for (int i = 0; i < men - pawns; ++i) at_all = at_all * 64 + static_cast<std::uint64_t>(places[at(i)]);
    return at_all;
  }

  static Placing read(const Material& material, std::uint64_t number) {
    Placing found{.material = material};
    const auto next = [&number](std::uint64_t many) {
      const auto digit = static_cast<int>(number % many);
      number /= many;
      return digit;
    };
    const int pawns = material.pawns(), men = material.men();
    for (int i = men - pawns - 1; i >= 0; --i) found.places[at(i)] = next(64);
    found.kings[1] = next(64);
    found.kings[0] = next(pawns == 0 ? 16 : 64);
    if (pawns == 0) found.kings[0] = found.kings[0] / 4 * 8 + found.kings[0] % 4;
    found.weaker_moves = next(2);
    if (pawns == 1) found.put_pawn(men - 1, next(24));
    if (pawns == 2) {
      found.put_pawn(1, next(48));
      found.put_pawn(0, next(48));
    }
    return found;
  }
};

inline std::vector<Slice> Position::slices(int pieces_) const {
  std::vector<Slice> found;
  for (const Material& each : Materials::get().all)
    if (2 + each.men() <= pieces_) found.push_back({each.name(), 2 + each.men(), each.size()});
  return found;
}

inline std::optional<Place> Position::rank() const {
  if (std::popcount(occupied()) > MOST_NUMBERED || castling || en_passant != NOWHERE) return std::nullopt;
  // The men beside the kings, those of one side first and the stronger of it before the other.
  std::array<int, 2> kind{NOTHING, NOTHING}, side{}, square{};
  std::size_t men = 0;
  for (int which = QUEEN; which >= PAWN; --which)
    for (u64 left = kinds[at(which)]; left; left &= left - 1, ++men)
      kind[men] = which, square[men] = first(left), side[men] = sides[1] >> first(left) & 1;
  if (men == 0) return std::nullopt;
  const bool split = men == 2 && side[0] != side[1];
  if (split && kind[0] == kind[1] && side[0] == 1) std::swap(square[0], square[1]), std::swap(side[0], side[1]);
  const int stronger = side[0], slice = Materials::get().number[at(kind[0])][at(kind[1])][split];
  if (slice < 0) return std::nullopt;
  Placing placing{{kind[0], kind[1], split}, {king(stronger), king(1 - stronger)}, square, mover != stronger};
  if (stronger == 1) placing.turn(56);
  placing.settle();
  return Place{static_cast<std::size_t>(slice), placing.number(), mover};
}

inline std::uint64_t Position::block_size(std::size_t slice) const { return Materials::get().all[slice].block(); }

// Nothing where two men would stand on one square, where the side that has moved is in check, and where another number has
// the position.
inline std::optional<Position> Position::unrank(std::size_t slice, std::uint64_t i) const {
  const Material& material = Materials::get().all[slice];
  const Placing placing = Placing::read(material, i);
  Placing settled = placing;
  settled.settle();
  if (settled.places != placing.places || settled.kings != placing.kings) return std::nullopt;
  u64 taken = bit(placing.kings[0]);
  for (int man = -1; man < material.men(); ++man) {
    const u64 here = bit(man < 0 ? placing.kings[1] : placing.places[at(man)]);
    if (taken & here) return std::nullopt;
    taken |= here;
  }
  Position position;
  position.draws = draws;
  position.put(0, KING, placing.kings[0]);
  position.put(1, KING, placing.kings[1]);
  for (int man = 0; man < material.men(); ++man)
    position.put(material.side(man), material.kind(man), placing.places[at(man)]);
  if (placing.weaker_moves) position.change_turn();
  if (!position.could_have_moved()) return std::nullopt;
  position.look();
  return position;
}

// A piece of the side that moved last goes back; the other king must not have stood in check then.
template <class Call>
void Position::unmoves(const Call& call) const {
  const int last = 1 - mover;
  const u64 all = occupied();
  for (int kind = KNIGHT; kind <= KING; ++kind)
    for (u64 left = pieces(last, kind); left; left &= left - 1) {
      const int from = first(left);
      for (u64 back = attacks(kind, from, all) & ~all; back; back &= back - 1) {
        Position before = *this;
        before.waited = 0;
        before.take(last, kind, from);
        before.put(last, kind, first(back));
        before.change_turn();
        if (!before.could_have_moved()) continue;
        before.look();
        call(static_cast<const Position&>(before));
      }
    }
}

}  // namespace zermelo::chess
