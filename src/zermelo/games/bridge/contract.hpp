// Contracts and what they pay (Laws of Duplicate Bridge 2017, law 77).
#pragma once

#include <string>

#include "cards.hpp"

namespace zermelo::bridge {

struct Contract {
  int level = 0;  // 1 to 7; 0: only tricks are counted
  int strain = NOTRUMP;
  int doubled = 0;  // 1 doubled, 2 redoubled
  int declarer = 2;
  int vulnerable = 0;  // bit 0 north-south, bit 1 east-west

  int dummy() const { return partner_of(declarer); }
  int leader() const { return next_seat(declarer); }
  int target() const { return level + 6; }
  bool is_vulnerable() const { return vulnerable >> (declarer & 1) & 1; }
};

// What declarer's side scores with this many tricks.
inline int score(const Contract& contract, int tricks) {
  const bool vulnerable = contract.is_vulnerable();
  const int over = tricks - contract.target(), times = 1 << contract.doubled;
  if (over < 0) {
    const int down = -over;
    if (contract.doubled == 0) return -down * (vulnerable ? 100 : 50);
    int lost = 0;  // once doubled: 200, then 300 each; not vulnerable 100, 200, 200, then 300 each
    for (int i = 1; i <= down; ++i) lost += vulnerable ? (i == 1 ? 200 : 300) : i == 1 ? 100 : i <= 3 ? 200 : 300;
    return -lost * times / 2;
  }
  const bool major = contract.strain <= 1, notrump = contract.strain == NOTRUMP;
  const int each = major || notrump ? 30 : 20;
  const int bid = (contract.level * each + (notrump ? 10 : 0)) * times;
  int points = bid + (bid >= 100 ? (vulnerable ? 500 : 300) : 50);
  if (contract.level == 6) points += vulnerable ? 750 : 500;
  if (contract.level == 7) points += vulnerable ? 1500 : 1000;
  if (contract.doubled == 0) return points + over * each;
  return points + 25 * times + over * (vulnerable ? 100 : 50) * times;
}

// `4HXS`: level, strain, doubled or not, declarer. Without a level only tricks are counted.
inline std::string contract_text(const Contract& contract) {
  std::string text = contract.level ? std::string(1, static_cast<char>('0' + contract.level)) : "";
  text += contract.strain == NOTRUMP ? "NT" : std::string(1, SUIT_LETTERS[contract.strain]);
  return text + std::string(static_cast<std::size_t>(contract.doubled), 'X') + SEAT_LETTERS[contract.declarer];
}

inline constexpr const char* VULNERABILITIES[] = {"none", "ns", "ew", "both"};

}  // namespace zermelo::bridge
