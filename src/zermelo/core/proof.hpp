// Proof-number search: df-pn. Finds out who wins where depth is no guide, by always working on what takes the least to
// prove or to disprove.
//
// For: two players, payoffs that cancel, perfect information, no dice, games of outcome. It answers one question, whether
// a player (the attacker) can force a win. A position is worth a win, a draw or a loss by two such questions: can the
// player to move force one, and if not, can the other?
//
// Of every position it keeps two numbers: how many unfinished positions would have to turn out well to prove the win, and
// how many to disprove it (0 and INFINITE: it is proved; INFINITE and 0: disproved).
//
// What is safe, and why:
//   loops        Play without end is no win, so a position that stands on its own path counts as disproved. A proof never
//                uses that: it holds on every path and is kept for good. A disproof may: it holds as long as the position
//                that it came back to is not proved, and carries how high up the path that stands. Once the search is back
//                there, and that one is disproved too, nothing outside remains and it is kept for good; until then it is
//                kept for this very path alone (the graph-history interaction problem; Kishimoto and Müller 2004).
//   no progress  Numbers that were found on other paths can send the search to and fro for ever. Whenever a visit has
//                expanded nothing new, its thresholds grow until it does: in the end it is a depth-first search of
//                everything (Kishimoto 2010).
//   memory       A full table forgets small subtrees; what a node on the path knows of its children stays with it.
//   seesaw       A child is left only when it is worse than its sibling by a quarter (Pawlewicz and Lew 2007).
//   transpositions  A sum over children that share descendants counts these over and over; the largest child counts, and
//                1 for every other (Ueda et al. 2008).
//
// Allis 1994 (proof-number search); Nagai 2002 (df-pn).
#pragma once

#include <deque>
#include <unordered_set>

#include "deepen.hpp"
#include "memory.hpp"

namespace zermelo {

struct ProofNumbers {
  static constexpr std::uint32_t INFINITE = 1u << 30;
  static constexpr int ANYWHERE = 1 << 30;

  std::uint32_t proof = 1, disproof = 1;
  int rests_on = ANYWHERE;  // of a disproof: the ply of the highest position on the path that must stay unproved

  bool proved() const { return proof == 0; }
  bool disproved() const { return disproof == 0; }
  bool settled() const { return proved() || disproved(); }

  static ProofNumbers win() { return {0, INFINITE}; }
  static ProofNumbers no_win(int rests_on = ANYWHERE) { return {INFINITE, 0, rests_on}; }
};

// What is known of positions, four to a bucket. The one with the least work in it gives way.
class ProofTable {
 public:
  explicit ProofTable(double megabytes)
      : buckets_(std::max<std::size_t>(16, static_cast<std::size_t>(megabytes * (1 << 20) / sizeof(Bucket)))),
        line_(buckets_) {}

  std::optional<ProofNumbers> find(std::uint64_t key) const {
    for (const Entry& each : line_[index(key)].entries)
      if (each.key == key && each.work > 0) return ProofNumbers{each.proof, each.disproof, each.rests_on};
    return std::nullopt;
  }
  std::uint32_t work(std::uint64_t key) const {
    for (const Entry& each : line_[index(key)].entries)
      if (each.key == key) return each.work;
    return 0;
  }

  void store(std::uint64_t key, const ProofNumbers& numbers, std::uint64_t work) {
    Bucket& bucket = line_[index(key)];
    Entry* place = &bucket.entries[0];
    for (Entry& each : bucket.entries) {
      if (each.key == key && each.work > 0) {
        place = &each;
        break;
      }
      if (each.work < place->work) place = &each;
    }
    const bool same = place->key == key && place->work > 0;
    used_ += place->work == 0;
    const std::uint64_t sum = std::max<std::uint64_t>(1, work + (same ? place->work : 0));
    *place = {key, numbers.proof, numbers.disproof, static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, 1u << 31)),
              numbers.rests_on};
  }

  double fullness() const { return static_cast<double>(used_) / static_cast<double>(4 * buckets_); }

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t proof, disproof;
    std::uint32_t work;  // nodes below it; 0: nothing here
    std::int32_t rests_on;
  };
  struct Bucket {
    std::array<Entry, 4> entries;
  };

  std::size_t index(std::uint64_t key) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<wide>(mix(key)) * buckets_) >> 64);
  }

  std::size_t buckets_;
  ZeroedArray<Bucket> line_;
  std::size_t used_ = 0;
};

// One question: can the attacker force a win?
template <Game G>
class Prover {
 public:
  using Move = typename G::Move;

  Prover(int attacker, const Info& info, const Features& features, double megabytes, Watch& watch)
      : table_(megabytes),
        watch_(watch),
        attacker_(attacker),
        loops_(info.repetition > 0),
        symmetric_(features.symmetry),
        deepest_allowed_(std::min(info.max_plies, MOST_PLIES)) {}

  enum class Answer : std::uint8_t { yes, no, unknown };

  // Throws Stopped. Unknown only if a path is longer than a search may be.
  Answer ask(const G& root) {
    if (root.turn() == OVER) return root.payoff(attacker_) > 0 ? Answer::yes : Answer::no;
    path_.clear();
    ProofNumbers found = look(key(root), 0).value_or(ProofNumbers{});
    if (!found.settled()) found = visit(root, key(root), 0, 0, ProofNumbers::INFINITE, ProofNumbers::INFINITE);
    if (found.proved()) return Answer::yes;
    return found.rests_on < 0 ? Answer::unknown : Answer::no;
  }

  // What is known of a position now, on any path.
  ProofNumbers known(const G& position) {
    if (position.turn() == OVER) return position.payoff(attacker_) > 0 ? ProofNumbers::win() : ProofNumbers::no_win();
    return table_.find(key(position)).value_or(ProofNumbers{});
  }
  std::uint32_t work(const G& position) const { return table_.work(key(position)); }
  int attacker() const { return attacker_; }
  int deepest() const { return deepest_; }
  double fullness() const { return table_.fullness(); }

 private:
  static constexpr int MOST_PLIES = 4000;
  static constexpr std::uint32_t MOST = ProofNumbers::INFINITE - 1;

  struct Kid {
    Move move;
    std::uint64_t key;
    ProofNumbers now;
  };
  struct Frame {
    MoveList<Move> list, replies;
    std::vector<Kid> kids;
  };

  std::uint64_t key(const G& position) const {
    if constexpr (HasSymmetry<G>)
      if (symmetric_) return position.canonical().key();
    return position.key();
  }

  // Where a disproof is kept that goes with its path.
  static std::uint64_t twin(std::uint64_t key, std::uint64_t trail) { return mix(key + 0x9e3779b97f4a7c15ULL) ^ trail; }
  static std::uint64_t longer(std::uint64_t trail, std::uint64_t key) { return mix(trail * 3 + key + 1); }

  // What is known of a position that the path leads to. `trail` stands for the path before it.
  std::optional<ProofNumbers> look(std::uint64_t here, std::uint64_t trail) const {
    const auto found = table_.find(here);
    if (!loops_ || (found && found->settled())) return found;
    for (std::size_t i = 0; i < path_.size(); ++i)
      if (path_[i] == here) return ProofNumbers::no_win(static_cast<int>(i));
    const auto on_path = table_.find(twin(here, trail));
    return on_path ? on_path : found;
  }

  // Of a position that nothing is known of: whoever has many moves there is hard to answer.
  ProofNumbers first_guess(const G& position, Frame& frame) const {
    frame.replies.clear();
    position.moves(frame.replies);
    const auto moves = static_cast<std::uint32_t>(std::max<std::size_t>(1, frame.replies.size()));
    return position.turn() == attacker_ ? ProofNumbers{1, moves} : ProofNumbers{moves, 1};
  }

  // Works on a position until it is settled or its numbers reach a threshold. Positions on the path are never visited.
  ProofNumbers visit(const G& position, std::uint64_t here, std::uint64_t trail, int ply, std::uint32_t most_proof,
                     std::uint32_t most_disproof) {
    const Pin<G> pin(position);
    const std::uint64_t nodes_before = watch_.nodes;
    const bool attacks = position.turn() == attacker_;
    const std::uint64_t below = loops_ ? longer(trail, here) : 0;
    if (loops_) path_.push_back(here);
    if (!table_.find(here)) ++expanded_;
    deepest_ = std::max(deepest_, ply);
    while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.emplace_back();
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    list_kids(position, frame, below, ply + 1);

    std::uint32_t slack = 0;
    ProofNumbers now;
    while (true) {
      refresh(frame, below);
      const Choice best = chosen(frame.kids, attacks);
      now = best.numbers;
      if (now.settled() || now.proof >= most_proof || now.disproof >= most_disproof) break;
      Kid& kid = frame.kids[best.kid];
      std::uint32_t proof = attacks ? std::min(most_proof, best.next) : reduced(most_proof, best.others);
      std::uint32_t disproof = attacks ? reduced(most_disproof, best.others) : std::min(most_disproof, best.next);
      proof = std::max(proof, std::min(MOST, kid.now.proof) + slack);
      disproof = std::max(disproof, std::min(MOST, kid.now.disproof) + slack);
      const std::uint64_t expanded = expanded_;
      const G child = position.play(kid.move);
      kid.key = key(child);  // a game in Python may have numbered it anew
      kid.now = visit(child, kid.key, below, ply + 1, std::min(proof, ProofNumbers::INFINITE),
                      std::min(disproof, ProofNumbers::INFINITE));
      slack = kid.now.settled() || expanded_ != expanded ? 0 : std::min(MOST, 2 * slack + 1);
    }
    if (loops_) path_.pop_back();
    if (now.disproved() && now.rests_on >= ply) now.rests_on = ProofNumbers::ANYWHERE;
    const bool of_this_path = now.disproved() && now.rests_on != ProofNumbers::ANYWHERE;
    table_.store(of_this_path ? twin(here, trail) : here, now, watch_.nodes - nodes_before);
    return now;
  }

  void list_kids(const G& position, Frame& frame, std::uint64_t below, int ply) {
    if (ply > deepest_allowed_ && !loops_) endless(position.info());
    frame.list.clear();
    position.moves(frame.list);
    if (frame.list.size() == 0) throw GameError("a position that is not over has no moves");
    frame.kids.clear();
    for (std::size_t i = 0; i < frame.list.size(); ++i) {
      watch_.count();
      const G child = position.play(frame.list[i].move);
      Kid kid{frame.list[i].move, 0, {}};
      if (child.turn() == OVER) {
        kid.now = child.payoff(attacker_) > 0 ? ProofNumbers::win() : ProofNumbers::no_win();
      } else {
        kid.key = key(child);
        if (const auto known = look(kid.key, below))
          kid.now = *known;
        else
          kid.now = ply > deepest_allowed_ ? ProofNumbers::no_win(-1) : first_guess(child, frame);
      }
      frame.kids.push_back(kid);
    }
  }

  // The children's numbers may have changed by what was found elsewhere; what the table has forgotten stays.
  void refresh(Frame& frame, std::uint64_t below) {
    for (Kid& each : frame.kids)
      if (!each.now.settled()) each.now = look(each.key, below).value_or(each.now);
  }

  struct Choice {
    ProofNumbers numbers;      // of the position itself
    std::size_t kid = 0;       // the child to work on
    std::uint32_t next = 0;    // leave it when it comes to this
    std::uint32_t others = 0;  // what its siblings add
  };

  // Where the attacker moves, the least proof of a child proves it and all disproofs together disprove it; where the
  // other moves, the other way round.
  static Choice chosen(const std::vector<Kid>& kids, bool attacks) {
    const auto easy = [&](const Kid& kid) { return attacks ? kid.now.proof : kid.now.disproof; };
    const auto hard = [&](const Kid& kid) { return attacks ? kid.now.disproof : kid.now.proof; };
    std::uint32_t least = ProofNumbers::INFINITE, second = ProofNumbers::INFINITE, largest = 0, open = 0;
    int rests_on = ProofNumbers::ANYWHERE, freest = -2;
    Choice choice;
    for (std::size_t i = 0; i < kids.size(); ++i) {
      const Kid& kid = kids[i];
      const std::uint32_t cost = easy(kid);
      if (cost < least || (cost == least && cost < ProofNumbers::INFINITE && hard(kid) < hard(kids[choice.kid]))) {
        second = least;
        least = cost;
        choice.kid = i;
      } else {
        second = std::min(second, cost);
      }
      if (hard(kid) > 0) ++open;
      largest = std::max(largest, hard(kid));
      if (kid.now.disproved()) {
        rests_on = std::min(rests_on, kid.now.rests_on);
        freest = std::max(freest, kid.now.rests_on);
      }
    }
    const std::uint32_t together = largest == 0                        ? 0
                                   : largest == ProofNumbers::INFINITE ? largest
                                                                       : std::min(MOST, largest + open - 1);
    choice.others = open > 0 ? open - 1 : 0;
    choice.next = second >= MOST - second / 4 - 1 ? ProofNumbers::INFINITE : second + second / 4 + 1;
    choice.numbers = attacks ? ProofNumbers{least, together} : ProofNumbers{together, least};
    if (choice.numbers.disproved()) choice.numbers.rests_on = attacks ? rests_on : freest;
    return choice;
  }

  static std::uint32_t reduced(std::uint32_t threshold, std::uint32_t others) {
    return threshold == ProofNumbers::INFINITE ? threshold : threshold > others ? threshold - others : 1;
  }

  ProofTable table_;
  Watch& watch_;
  int attacker_;
  bool loops_, symmetric_;
  int deepest_allowed_;
  int deepest_ = 0;
  std::uint64_t expanded_ = 0;  // positions expanded for the first time
  std::vector<std::uint64_t> path_;
  std::deque<Frame> frames_;  // a frame stays where it is
};

// A whole search by proofs: the value of a position in at most two questions, and the moves that go with it.
template <Game G>
class ProofSearch {
 public:
  using Move = typename G::Move;

  ProofSearch(const G& position, const Plan<G>& plan, Control& control)
      : position_(position), plan_(plan), watch_(control, true), player_(position.turn()), trace_(plan.task.trace_cap) {
    MoveList<Move> list;
    position.moves(list);
    if (list.size() == 0) throw GameError("a position that is not over has no moves");
    for (std::size_t i = 0; i < list.size(); ++i)
      findings_.moves.push_back({.move = static_cast<AnyMove>(list[i].move), .line = {}});
    findings_.stopped = "solved";
  }

  [[gnu::cold]] Findings run() {
    try {
      if (plan_.best == 1)
        find_best();
      else
        find_all();
      findings_.solved = decided_ && findings_.moves.front().proved;
      if (!decided_) findings_.stopped = "depth";
    } catch (const Stopped& stop) {
      findings_.stopped = stop.why;
      prefer_promising();
    }
    if (plan_.task.trace_cap > 0) record();
    findings_.nodes = watch_.nodes;
    findings_.seconds = seconds_since(watch_.control().start);
    findings_.stats.deepest = std::max(deepest(mine_), deepest(yours_));
    findings_.table_used = std::max(fullness(mine_), fullness(yours_));
    findings_.trace = trace_.rows;
    findings_.trace_capped = trace_.capped;
    return std::move(findings_);
  }

 private:
  using Answer = typename Prover<G>::Answer;

  // Each question has half of the memory.
  Prover<G>& asked(std::unique_ptr<Prover<G>>& prover, int attacker) {
    if (!prover)
      prover =
          std::make_unique<Prover<G>>(attacker, position_.info(), plan_.task.features, plan_.memory_mb / 2, watch_);
    return *prover;
  }
  Prover<G>& mine() { return asked(mine_, player_); }
  Prover<G>& yours() { return asked(yours_, 1 - player_); }

  // A win, or a draw, by one move; a loss by all of them. What is found of the position is said of the first move.
  [[gnu::cold]] void find_best() {
    const Answer wins = mine().ask(position_);
    if (wins == Answer::unknown) return;
    if (wins == Answer::yes) {
      put_first(1, mine());
      return;
    }
    for (auto& each : findings_.moves) settle(each, 0, Bound::upper);
    findings_.ranked = 1;
    const Answer loses = yours().ask(position_);
    if (loses == Answer::unknown) return;
    if (loses == Answer::yes) {
      for (auto& each : findings_.moves) settle(each, -1, Bound::exact);
      put_longest_first();
      decided_ = true;
      return;
    }
    put_first(0, yours());
  }

  // The move that does it comes first. Its position may have been forgotten: then the question is asked again, of it.
  [[gnu::cold]] void put_first(double value, Prover<G>& prover) {
    const Answer wanted = value > 0 ? Answer::yes : Answer::no;
    const auto does = [&](const G& child) {
      const ProofNumbers now = prover.known(child);
      return wanted == Answer::yes ? now.proved() : now.disproved();
    };
    auto& moves = findings_.moves;
    auto found = std::find_if(moves.begin(), moves.end(), [&](const auto& f) { return does(position_.play(f.move)); });
    if (found == moves.end())
      found = std::find_if(moves.begin(), moves.end(),
                           [&](const auto& f) { return prover.ask(position_.play(f.move)) == wanted; });
    if (found == moves.end()) return;
    settle(*found, value, Bound::exact);
    found->line = line(found->move, prover);
    std::rotate(moves.begin(), found, found + 1);
    findings_.ranked = 1;
    decided_ = true;
  }

  [[gnu::cold]] void put_longest_first() {
    auto& moves = findings_.moves;
    std::vector<std::uint64_t> work;
    for (const Found& each : moves) work.push_back(yours().work(position_.play(each.move)));
    largest_first(moves, work);
    moves.front().line = line(moves.front().move, yours());
  }

  // Every move by itself, the best first.
  [[gnu::cold]] void find_all() {
    decided_ = true;
    for (auto& each : findings_.moves) {
      const G child = position_.play(each.move);
      const Pin<G> pin(child);
      const Answer wins = mine().ask(child);
      const Answer loses = wins == Answer::no ? yours().ask(child) : Answer::no;
      if (wins == Answer::unknown || loses == Answer::unknown) {
        decided_ = false;
        continue;
      }
      settle(each, wins == Answer::yes ? 1 : loses == Answer::yes ? -1 : 0, Bound::exact);
      if (each.value != 0) each.line = line(each.move, each.value > 0 ? mine() : yours());
    }
    best_first(findings_.moves);
    findings_.ranked = std::min(plan_.best == 0 ? findings_.moves.size() : plan_.best, findings_.moves.size());
    if (!decided_) findings_.ranked = 0;
  }

  // Positions before the root can spoil what holds on every path from it, and so can positions that come back by keys of
  // their own: then nothing is called proved.
  [[gnu::cold]] void settle(Found& each, double value, Bound bound) const {
    each.value = value;
    each.bound = bound;
    each.proved = position_.info().repetition == 0 || (plan_.task.before.empty() && !keyed(position_).repetition);
    each.about = !each.proved;
    each.line.assign(1, each.move);
  }

  // Stopped: the move whose win looked easiest to prove, or whose loss hardest.
  [[gnu::cold]] void prefer_promising() {
    Prover<G>* prover = yours_ ? yours_.get() : mine_.get();
    if (!prover || plan_.best != 1) return;
    auto& moves = findings_.moves;
    const auto cost = [&](const Found& f) {
      const ProofNumbers now = prover->known(position_.play(f.move));
      return yours_ ? now.disproof : now.proof;
    };
    const auto best =
        std::min_element(moves.begin(), moves.end(), [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
    std::rotate(moves.begin(), best, best + 1);
  }

  // How the attacker wins, against what took the most work to refute.
  [[gnu::cold]] std::vector<AnyMove> line(AnyMove first, Prover<G>& prover) const {
    std::vector<AnyMove> moves{first};
    std::unordered_set<std::uint64_t> seen;
    G at = position_.play(first);
    MoveList<Move> list;
    while (at.turn() != OVER && moves.size() < 200 && seen.insert(at.key()).second) {
      const Pin<G> pin(at);
      list.clear();
      at.moves(list);
      const std::optional<Move> next = followed(at, list, prover);
      if (!next) break;
      moves.push_back(*next);
      at = at.play(*next);
    }
    return moves;
  }

  // The move of a proof; nothing where the table has forgotten it.
  [[gnu::cold]] static std::optional<Move> followed(const G& at, const MoveList<Move>& list, Prover<G>& prover) {
    const bool attacks = at.turn() == prover.attacker();
    std::optional<Move> best;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const G child = at.play(list[i].move);
      if (!prover.known(child).proved()) continue;
      if (attacks) return list[i].move;
      if (const std::uint32_t work = prover.work(child); !best || work > most) best = list[i].move, most = work;
    }
    return best;
  }

  // The trees that prove the answer, as far as the tables still know them: one for each question, from player 0's side.
  [[gnu::cold]] void record() {
    int question = 0;
    for (auto* prover : {mine_.get(), yours_.get()})
      if (prover) {
        trace_.iteration(++question);
        trace_.edge(-1);
        std::unordered_set<std::uint64_t> shown;
        record(position_, *prover, 0, shown);
      }
  }

  [[gnu::cold]] void record(const G& position, Prover<G>& prover, int ply, std::unordered_set<std::uint64_t>& shown) {
    const int turn = position.turn(), attacker = prover.attacker();
    const ProofNumbers now = prover.known(position);
    trace_.enter(1, turn, 0, ply, -1, 1);
    const double won = attacker == 0 ? 1 : -1;
    const double value = now.proved() ? won : turn == OVER ? position.payoff(0) : 0;
    Bound bound = turn == OVER || now.proved() ? Bound::exact : attacker == 0 ? Bound::upper : Bound::lower;
    NodeKind kind = turn == OVER ? NodeKind::terminal : NodeKind::inner;
    if (turn != OVER && (!now.settled() || trace_.capped || ply > 2000)) {
      kind = NodeKind::horizon;
      bound = now.settled() ? bound : Bound::none;
    } else if (turn != OVER && !shown.insert(position.key()).second) {
      kind = NodeKind::table;
    } else if (turn != OVER) {
      record_moves(position, prover, ply, shown, now.proved() == (turn == attacker));
    }
    trace_.mark(kind);
    trace_.leave(1, value, bound);
  }

  // Where one move is enough only that one is shown, and the others as left out.
  [[gnu::cold]] void record_moves(const G& position, Prover<G>& prover, int ply,
                                  std::unordered_set<std::uint64_t>& shown, bool one) {
    const Pin<G> pin(position);
    const bool proved = prover.known(position).proved();
    MoveList<Move> list;
    position.moves(list);
    bool done = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const G child = position.play(list[i].move);
      const ProofNumbers now = prover.known(child);
      if (one && (done || !(proved ? now.proved() : now.disproved()))) {
        trace_.pruned(static_cast<std::int64_t>(list[i].move));
        continue;
      }
      done = true;
      trace_.edge(static_cast<std::int64_t>(list[i].move));
      record(child, prover, ply + 1, shown);
    }
  }

  static int deepest(const std::unique_ptr<Prover<G>>& prover) { return prover ? prover->deepest() : 0; }
  static double fullness(const std::unique_ptr<Prover<G>>& prover) { return prover ? prover->fullness() : 0; }

  const G position_;
  const Plan<G>& plan_;
  Watch watch_;
  int player_;
  FullTrace trace_;
  bool decided_ = false;
  std::unique_ptr<Prover<G>> mine_, yours_;
  Findings findings_;
};

template <Game G>
[[gnu::cold]] Findings run_proof(const G& position, const Plan<G>& plan, Control& control) {
  return ProofSearch<G>(position, plan, control).run();
}

}  // namespace zermelo
