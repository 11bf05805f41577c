#include <map>
#include <mutex>

#include "belief.hpp"
#include "bind/registry.hpp"
#include "eval.hpp"

namespace zermelo::stratego {

namespace {

struct Variant {
  int width, height, rows;
  std::vector<int> lakes;
  Counts men;  // without empty squares
  std::vector<std::string> setups;
};

//                                  A  B  C  D  E  F  G  H  I  J  K  L  M
const std::map<std::string, Variant> VARIANTS = {
    {"standard",
     {10,
      10,
      4,
      {42, 43, 46, 47, 52, 53, 56, 57},
      {0, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 1},
      {"MBEDEBFEDBBEFGBDFCHGFIHGDJLIHDDKHDGIBEJD", "BDEFBEDEBMGHCFDBGFEBDHILJDGHIFDJEBIGDHKD",
       "EDBMBEDFEBFGEBFHGBDCHIDGLEJFIHDKDBGJDHID", "DEBFMBFEBDGCBFBEGEHFIDJGHLDIEDDHKDIBGJDH"}}},
    {"barrage",
     {10,
      10,
      4,
      {42, 43, 46, 47, 52, 53, 56, 57},
      {0, 1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1},
      {"MBAAAAAAAAEAAAAAAAAAACAAAAAADALAADAAKAAA", "AAAAMAAAAAAAABAEAAAAAADAAKAAAAADAALCAAAA"}}},
    {"small", {6, 6, 2, {13, 16, 19, 22}, {0, 2, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 1}, {"MBECDABLEDKA", "AEBMBCDKDLEA"}}},
    {"tiny", {3, 4, 1, {}, {0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, {}}}};

std::unique_ptr<Rules> make_rules(const Variant& variant, int back, int waited, int plies) {
  auto rules = std::make_unique<Rules>();
  rules->width = variant.width;
  rules->height = variant.height;
  rules->lakes = variant.lakes;
  rules->men = variant.men;
  rules->setups = variant.setups;
  rules->most_back = back;
  rules->most_waited = waited;
  rules->most_plies = plies;
  const int home = variant.width * variant.rows, all = variant.width * variant.height;
  rules->men[EMPTY] = home;
  for (std::size_t kind = 1; kind < KINDS; ++kind) rules->men[EMPTY] -= variant.men[kind];
  for (int i = 0; i < home; ++i) {
    rules->homes[0].push_back(i);
    rules->homes[1].push_back(all - 1 - i);
  }
  Info& info = rules->info;
  info.name = "stratego";
  info.players = {"red", "blue"};
  info.hidden = info.view_grows = true;
  info.max_plies = 2 * home + plies;
  info.low = -1;
  info.high = 1;
  info.unit = 0.02;
  return rules;
}

// The rules of a variant live as long as the program; positions point to them.
const Rules* rules_of(const std::string& board, int back, int waited, int plies) {
  static std::mutex mutex;
  static std::map<std::tuple<std::string, int, int, int>, std::unique_ptr<Rules>> known;
  const std::lock_guard lock(mutex);
  auto& rules = known[{board, back, waited, plies}];
  if (!rules) rules = make_rules(VARIANTS.at(board), back, waited, plies);
  return rules.get();
}

const Registered registered("stratego", [](const nb::dict& options, const std::optional<std::string>& text) {
  const std::string board = options.contains("board") ? nb::cast<std::string>(options["board"]) : "standard";
  const Rules* rules = rules_of(board, whole_option(options, "back", 3), whole_option(options, "waited", 200),
                                whole_option(options, "plies", 2000));
  if (!text) return boxed(beginning(rules));
  auto past = std::make_shared<Past>();
  const Position position = parse(rules, *text, *past);
  return boxed(position, past);
});

}  // namespace

}  // namespace zermelo::stratego
