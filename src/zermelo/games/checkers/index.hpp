// The index of endgame tables: every position of few pieces has a number.
//
// A slice is one material, with either side to move. The board is turned so that the men of the stronger side (more pieces,
// then more men) go up. With equal sides it is the one to move that goes up, and of two positions of the men that follow
// each other when the board is turned, the one with the lower number has both.
//
//     number = ((men of the stronger * sets of the other's men + men of the other) * 2 + half) * sets of kings + kings
//
// The half says that the weaker side moves (with equal sides: that the men stand the other way round). A set of men is
// numbered by the rows that they have before them, so that every step of a man leads to a lower number: where the men stand is
// a block. Kings are numbered among the squares that are left.
#pragma once

#include "core/subsets.hpp"
#include "game.hpp"

namespace zermelo::checkers {

inline constexpr int MOST_NUMBERED = 6;  // pieces; seven would take 35 GB

// Squares by number instead of by bit: 1 is bit 0. For Black the board is turned.
struct ByNumber {
  using Bytes = std::array<std::array<Squares, 256>, 4>;
  std::array<Bytes, 2> to{};
  Bytes from{};

  constexpr ByNumber() {
    for (std::size_t byte = 0; byte < 4; ++byte)
      for (std::size_t set = 0; set < 256; ++set)
        for (std::size_t i = 0; i < 8; ++i) {
          if (!(set >> i & 1)) continue;
          const int at = static_cast<int>(8 * byte + i);
          to[WHITE][byte][set] |= square(number_of(at) - 1);
          to[BLACK][byte][set] |= square(32 - number_of(at));
          from[byte][set] |= square(bit_of(at + 1));
        }
  }
  static constexpr Squares looked_up(const Bytes& in, Squares set) {
    return in[0][set & 255] | in[1][set >> 8 & 255] | in[2][set >> 16 & 255] | in[3][set >> 24];
  }
};
inline constexpr ByNumber BY_NUMBER{};

// A side's men by the squares that they can stand on, 0 to 27, the foremost first; and back, as men that go up.
inline Squares men_by_number(int side, Squares men) {
  return ByNumber::looked_up(BY_NUMBER.to[static_cast<std::size_t>(side)], men) >> 4;
}
inline Squares men_going_up(Squares by_number) { return ByNumber::looked_up(BY_NUMBER.from, by_number << 4); }

// Sets of few squares in their order, so that they need not be computed.
struct Sets {
  static constexpr int LISTED = 4;
  std::array<std::vector<Squares>, LISTED + 1> of;

  Sets() {
    for (int k = 0; k <= LISTED; ++k)
      for (std::uint64_t i = 0; i < subsets::binomial(32, k); ++i)
        of[static_cast<std::size_t>(k)].push_back(static_cast<Squares>(subsets::unrank(32, k, i)));
  }
  Squares get(int k, std::uint64_t i) const {
    return k <= LISTED ? of[static_cast<std::size_t>(k)][i] : static_cast<Squares>(subsets::unrank(32, k, i));
  }
};

// Men and kings of the stronger side and of the other, and what follows for numbers.
struct Material {
  int men, kings, other_men, other_kings;
  std::uint64_t men_sets, other_men_sets, other_king_sets, king_sets;  // king_sets: of both

  Material(int m, int k, int om, int ok) : men(m), kings(k), other_men(om), other_kings(ok) {
    men_sets = subsets::binomial(28, m);
    other_men_sets = subsets::binomial(28, om);
    other_king_sets = subsets::binomial(32 - m - om - k, ok);
    king_sets = subsets::binomial(32 - m - om, k) * other_king_sets;
  }
  bool equal() const { return men == other_men && kings == other_kings; }
  std::uint64_t block() const { return 2 * king_sets; }
  std::uint64_t size() const { return men_sets * other_men_sets * block(); }
  std::string name() const { return side(men, kings) + " v " + side(other_men, other_kings); }

 private:
  static std::string side(int men, int kings) {
    const std::string crowned = kings ? std::to_string(kings) + "k" : "", plain = men ? std::to_string(men) + "m" : "";
    return crowned + (kings && men ? " " : "") + plain;
  }
};

// All materials, the fewest pieces first, then the fewest men: crowning leads back in this order, as taking does.
struct Materials {
  std::vector<Material> all;
  std::array<std::uint16_t, (MOST_NUMBERED + 1) * (MOST_NUMBERED + 1) * (MOST_NUMBERED + 1) * (MOST_NUMBERED + 1)>
      number{};
  Sets sets;

  static std::size_t place(int men, int kings, int other_men, int other_kings) {
    constexpr int N = MOST_NUMBERED + 1;
    return static_cast<std::size_t>(((men * N + kings) * N + other_men) * N + other_kings);
  }

  Materials() {
    for (int pieces = 2; pieces <= MOST_NUMBERED; ++pieces)
      for (int both_men = 0; both_men <= pieces; ++both_men)
        for (int own = (pieces + 1) / 2; own < pieces; ++own)
          for (int men = std::min(own, both_men); men >= 0; --men) {
            const int other_men = both_men - men, other = pieces - own;
            if (other_men > other || (own == other && men < other_men)) continue;
            number[place(men, own - men, other_men, other - other_men)] = static_cast<std::uint16_t>(all.size());
            all.emplace_back(men, own - men, other_men, other - other_men);
          }
  }
  static const Materials& get() {
    static const Materials materials;
    return materials;
  }
};

inline std::vector<Slice> Position::slices(int pieces_) const {
  std::vector<Slice> found;
  for (const Material& each : Materials::get().all) {
    const int count = each.men + each.kings + each.other_men + each.other_kings;
    if (count <= pieces_) found.push_back({each.name(), count, each.size()});
  }
  return found;
}

inline std::uint64_t Position::block_size(std::size_t slice) const { return Materials::get().all[slice].block(); }

inline std::optional<Place> Position::rank() const {
  const int black = std::popcount(pieces[BLACK]), white = std::popcount(pieces[WHITE]);
  if (black == 0 || white == 0 || black + white > MOST_NUMBERED) return std::nullopt;
  const int black_men = std::popcount(men(BLACK)), white_men = std::popcount(men(WHITE));
  const bool equal = black == white && black_men == white_men;
  const bool black_first = black != white           ? black > white
                           : black_men != white_men ? black_men > white_men
                                                    : mover == BLACK;
  const int first = black_first ? BLACK : WHITE, other = 1 - first;
  const Materials& materials = Materials::get();
  const std::size_t slice =
      black_first ? materials.number[Materials::place(black_men, black - black_men, white_men, white - white_men)]
                  : materials.number[Materials::place(white_men, white - white_men, black_men, black - black_men)];
  const Material& material = materials.all[slice];
  const std::uint64_t own_men = subsets::rank(men_by_number(first, men(first)));
  const std::uint64_t other_men = subsets::rank(men_by_number(other, men(other)));
  std::uint64_t block = own_men * material.other_men_sets + other_men;
  bool half = mover != first;
  if (equal) {
    const std::uint64_t twin = other_men * material.other_men_sets + own_men;
    half = twin < block;
    block = std::min(block, twin);
  }
  Squares occupied = (pieces[BLACK] | pieces[WHITE]) & ~kings, own_kings = kings_of(first),
          other_kings = kings_of(other);
  if (black_first) occupied = turned(occupied), own_kings = turned(own_kings), other_kings = turned(other_kings);
  const std::uint64_t placed =
      subsets::rank(subsets::squeezed(own_kings, static_cast<Squares>(~occupied))) * material.other_king_sets +
      subsets::rank(subsets::squeezed(other_kings, static_cast<Squares>(~(occupied | own_kings))));
  return Place{slice, (block * 2 + half) * material.king_sets + placed, mover};
}

// Nothing where two men would stand on one square, and where with equal sides the board is numbered the other way round.
inline std::optional<Position> Position::unrank(std::size_t slice, std::uint64_t i) const {
  const Materials& materials = Materials::get();
  const Material& material = materials.all[slice];
  const std::uint64_t placed = i % material.king_sets, rest = i / material.king_sets, block = rest / 2;
  const bool half = rest % 2;
  std::uint64_t own_place = block / material.other_men_sets, other_place = block % material.other_men_sets;
  const bool equal = material.equal();
  if (equal) {
    if (own_place > other_place || (half && own_place == other_place)) return std::nullopt;
    if (half) std::swap(own_place, other_place);
  }
  const Squares own = men_going_up(materials.sets.get(material.men, own_place));
  const Squares other = turned(men_going_up(materials.sets.get(material.other_men, other_place)));
  if (own & other) return std::nullopt;
  const Squares room = ~(own | other);
  const auto own_kings = static_cast<Squares>(
      subsets::spread(materials.sets.get(material.kings, placed / material.other_king_sets), room));
  const auto other_kings = static_cast<Squares>(
      subsets::spread(materials.sets.get(material.other_kings, placed % material.other_king_sets), room & ~own_kings));
  Position position;
  position.pieces = {other | other_kings, own | own_kings};
  position.kings = own_kings | other_kings;
  position.mover = half && !equal ? BLACK : WHITE;
  return position;
}

// A king of the side that moved last goes back a step; from there its side must not have had to take.
template <class Call>
void Position::unmoves(const Call& call) const {
  const int last = 1 - mover;
  Position before = *this;
  before.mover = static_cast<std::uint8_t>(last);
  before.quiet = 0;
  for (Squares left = kings_of(last); left; left &= left - 1) {
    const Squares from = left & (~left + 1), free = empty();
    Squares back_to =
        (step<UP_LEFT>(from) | step<UP_RIGHT>(from) | step<DOWN_LEFT>(from) | step<DOWN_RIGHT>(from)) & free;
    for (; back_to; back_to &= back_to - 1) {
      const Squares to = back_to & (~back_to + 1);
      before.pieces[static_cast<std::size_t>(last)] = (pieces[static_cast<std::size_t>(last)] & ~from) | to;
      before.kings = (kings & ~from) | to;
      if (!before.must_take()) call(static_cast<const Position&>(before));
    }
  }
}

}  // namespace zermelo::checkers
