// What a chess player knows: how good a position looks, which moves change the material and by how much, what a network
// sees. Values are pawns.
#pragma once

#include "core/deepen.hpp"
#include "exchange.hpp"
#include "index.hpp"
#include "terms.hpp"

namespace zermelo {

template <>
struct Skill<chess::Position> {
  using Position = chess::Position;
  using Move = chess::Move;

  static double value(const Position& p, int player) {
    const double white = chess::Evaluation<>(p).value() / 100.0;
    return player == 0 ? white : -white;
  }

  struct Judge {
    explicit Judge(const Position& position) : p(position) {}

    bool noisy(Move move) const {
      const int promoted = chess::promoted_to(move);
      return promoted == chess::QUEEN || (promoted == chess::NOTHING && chess::taken_of(move) != chess::NOTHING);
    }
    // A check that does not lose the piece.
    bool forcing(Move move) const { return p.gives_check(move) && chess::Exchange::gain(p, move) >= 0; }
    double gain(Move move) const { return chess::Exchange::gain(p, move) / 100.0; }
    double risk(Move move) const { return std::max(0, -chess::Exchange::gain(p, move)) / 100.0; }

    // What the piece gains by standing there, in hundredths of a pawn; to become less than a queen seldom helps.
    float prior(Move move) const {
      if (chess::how_of(move) == chess::CASTLING) return 40;
      const int turn = p.mover == 0 ? 0 : 56, promoted = chess::promoted_to(move);
      if (promoted != chess::NOTHING) return promoted == chess::QUEEN ? 800.0f : -800.0f;
      const auto square = [&](int where) {
        return chess::WEIGHTS[chess::at(chess::SQUARES + 64 * chess::piece_of(move) + (where ^ turn))];
      };
      const chess::Score more = square(chess::to_of(move)) - square(chess::from_of(move));
      return static_cast<float>(more.middle + more.end) / 2;
    }
    const Position& p;
  };

  static void noisy_moves(const Position& p, MoveList<Move>& out) { p.noisy_moves(out); }

  // The pawns, and the other pieces of each side.
  static std::array<std::uint64_t, 3> parts(const Position& p) {
    const auto key = [](chess::u64 one, chess::u64 other) { return mix(mix(one) + other); };
    const chess::u64 pawns = p.kinds[chess::PAWN];
    const auto officers = [&](int side) {
      const chess::u64 own = p.sides[chess::at(side)];
      return key(key(own & p.kinds[chess::KNIGHT], own & p.kinds[chess::BISHOP]),
                 key(own & (p.kinds[chess::ROOK] | p.kinds[chess::KING]),
                     own & (p.kinds[chess::QUEEN] | p.kinds[chess::KING])));
    };
    return {key(pawns & p.sides[0], pawns & p.sides[1]), officers(0), officers(1)};
  }

  // What is remembered of moves is remembered by the piece and where it goes.
  static std::size_t slot(Move move) { return chess::at(chess::piece_of(move) * 64 + chess::to_of(move)); }

  // Whoever is in check must answer it.
  static bool stand_pat(const Position& p) { return !p.checkers; }
  static bool forced(const Position& p) { return p.checkers != 0; }

  static Position pass_turn(const Position& p) {
    Position other = p;
    other.forget_en_passant();
    other.change_turn();
    other.look();
    return other;
  }
  // With a king and pawns alone every move may be one too many.
  static bool zugzwang(const Position& p) {
    return !(p.sides[chess::at(p.mover)] & ~p.kinds[chess::PAWN] & ~p.kinds[chess::KING]);
  }

  // The player's pieces, then the other's, by kind and square: ranks counted from the player's side, and the files
  // mirrored so that the player's king is on the left half.
  static void features(const Position& p, int player, FeatureList& out) {
    const int turn = (player == 0 ? 0 : 56) ^ (chess::file_of(p.king(player)) > 3 ? 7 : 0);
    for (int kind = chess::PAWN; kind <= chess::KING; ++kind)
      for (chess::u64 left = p.kinds[chess::at(kind)]; left; left &= left - 1) {
        const int square = chess::first(left);
        const bool own = p.sides[chess::at(player)] >> square & 1;
        out.push_back(static_cast<std::uint32_t>((own ? 0 : 384) + 64 * kind + (square ^ turn)));
      }
  }
};

}  // namespace zermelo
