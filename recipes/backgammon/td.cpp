// The first networks, from nothing: self-play with TD(0) (Tesauro 1992) on several threads. Each thread learns on a copy of
// its own; after every few games the copies are replaced by their mean.
//
//   td SECONDS THREADS HIDDEN RATE_FROM RATE_TO SEED OUT [IN]
//
// Every position met is moved towards what the position after the best play says; the ends of games and the exact tables
// say what they know. The rate falls geometrically over the time given.
#include <atomic>
#include <barrier>
#include <chrono>
#include <thread>

#include "files.hpp"

using namespace recipe;

namespace {

// One network while it learns: every man is a row of its own.
struct Learner {
  Layers layers;
  float* row(int input) { return layers.weights.data() + static_cast<std::size_t>(input * layers.hidden); }
  float* last() { return row(INPUTS + 1); }
  float* last_bias() { return last() + 5 * layers.hidden; }
};

struct Seen {
  float known[FEATURES];
  int rows[30];
  int count = 0;
  alignas(64) float hidden[WIDEST];
  float out[5];
};

constexpr int WIDTH = 64;  // hidden units worked on together

void look(Learner& net, const Board& board, Seen& seen) {
  const int h = net.layers.hidden;
  features(board, seen.known);
  seen.count = 0;
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < 25; ++i)
      for (int n = 0; n < std::min<int>(board.men[side][i], UNITS); ++n)
        seen.rows[seen.count++] = (side * 25 + i) * UNITS + n;
  const float* bias = net.row(INPUTS);
  for (int begin = 0; begin < h; begin += WIDTH) {
    float sum[WIDTH];
    for (int i = 0; i < WIDTH; ++i) sum[i] = bias[begin + i];
    for (int r = 0; r < seen.count; ++r) {
      const float* row = net.row(seen.rows[r]) + begin;
      for (int i = 0; i < WIDTH; ++i) sum[i] += row[i];
    }
    for (int f = 0; f < FEATURES; ++f) {
      const float* row = net.row(MAN_INPUTS + f) + begin;
      for (int i = 0; i < WIDTH; ++i) sum[i] += seen.known[f] * row[i];
    }
    for (int i = 0; i < WIDTH; ++i) seen.hidden[begin + i] = std::max(sum[i], 0.0f);
  }
  const float* last = net.last();
  for (int o = 0; o < 5; ++o) {
    float sum = net.last_bias()[o];
    for (int i = 0; i < h; ++i) sum += seen.hidden[i] * last[o * h + i];
    seen.out[o] = squashed(sum);
  }
}

void learn(Learner& net, const Seen& seen, const float* wanted, float rate) {
  const int h = net.layers.hidden;
  alignas(64) float back[WIDEST] = {};
  float* last = net.last();
  for (int o = 0; o < 5; ++o) {
    const float error = rate * (wanted[o] - seen.out[o]);
    for (int i = 0; i < h; ++i) {
      back[i] += error * last[o * h + i];
      last[o * h + i] += error * seen.hidden[i];
    }
    net.last_bias()[o] += error;
  }
  for (int i = 0; i < h; ++i) back[i] = seen.hidden[i] > 0 ? back[i] : 0;
  float* bias = net.row(INPUTS);
  for (int i = 0; i < h; ++i) bias[i] += back[i];
  for (int r = 0; r < seen.count; ++r) {
    float* row = net.row(seen.rows[r]);
    for (int i = 0; i < h; ++i) row[i] += back[i];
  }
  for (int f = 0; f < FEATURES; ++f) {
    float* row = net.row(MAN_INPUTS + f);
    const float x = seen.known[f];
    for (int i = 0; i < h; ++i) row[i] += x * back[i];
  }
}

struct Nets {
  std::array<Learner, PHASES> nets;

  Chances judge(const Board& board, Seen& seen) {
    if (Judge::exact(board)) return Judge::exact_value(board);
    look(nets[static_cast<std::size_t>(phase_of(board))], board, seen);
    const float* o = seen.out;
    return Judge::sane(board, {o[0], o[1], o[2], o[3], o[4]});
  }
};

void play(Nets& nets, Random& random, float rate, u64 positions[PHASES]) {
  Board board = Board::start();
  Plays plays;
  Seen seen, next;
  bool opening = true;
  while (!Judge::exact(board)) {
    Roll roll = random.roll();
    while (opening && roll.high == roll.low) roll = random.roll();
    opening = false;
    Chances best;
    Board chosen;
    float most = -10;
    for (const Outcome& each : plays.of(board, roll)) {
      Board after = each.board;
      after.swap();
      const Chances chances = nets.judge(after, next).turned();
      if (chances.equity() > most) most = chances.equity(), best = chances, chosen = after;
    }
    const auto phase = static_cast<std::size_t>(phase_of(board));
    look(nets.nets[phase], board, seen);
    const float wanted[5] = {best.win, best.win_gammon, best.win_backgammon, best.lose_gammon, best.lose_backgammon};
    learn(nets.nets[phase], seen, wanted, rate);
    ++positions[phase];
    board = chosen;
  }
}

// The learner keeps the last layer output by output; files keep it input by input.
void turn_last(Layers& layers, bool to_file) {
  const auto h = static_cast<std::size_t>(layers.hidden);
  float* last = layers.weights.data() + (INPUTS + 1) * h;
  std::vector<float> copy(last, last + 5 * h);
  for (std::size_t i = 0; i < h; ++i)
    for (std::size_t o = 0; o < 5; ++o)
      if (to_file)
        last[5 * i + o] = copy[o * h + i];
      else
        last[o * h + i] = copy[5 * i + o];
}

void begin(Nets& nets, int hidden, u64 seed) {
  Random random(seed);
  for (Learner& each : nets.nets) {
    each.layers.hidden = hidden;
    each.layers.weights.assign(Layers::count(hidden, 0), 0);
    const auto first = static_cast<std::size_t>(INPUTS * hidden);
    for (std::size_t i = 0; i < first; ++i) each.layers.weights[i] = 0.3f * (random.unit() - 0.5f);
    for (int i = 0; i < 5 * hidden; ++i) each.last()[i] = 0.1f * (random.unit() - 0.5f);
    const float usual[5] = {0, -1.5f, -4, -1.5f, -4};
    std::copy(usual, usual + 5, each.last_bias());
  }
}

// This thread's share of the numbers: everyone's become their mean.
void average(std::vector<Nets>& copies, std::size_t share) {
  const std::size_t n = copies.size();
  for (std::size_t phase = 0; phase < PHASES; ++phase) {
    const std::size_t size = copies[0].nets[phase].layers.weights.size();
    for (std::size_t i = size * share / n; i < size * (share + 1) / n; ++i) {
      float sum = 0;
      for (const Nets& each : copies) sum += each.nets[phase].layers.weights[i];
      for (Nets& each : copies) each.nets[phase].layers.weights[i] = sum / static_cast<float>(n);
    }
  }
}

constexpr int GAMES_A_ROUND = 20;

}  // namespace

int main(int count, char** words) {
  if (count < 8) fail("td SECONDS THREADS HIDDEN RATE_FROM RATE_TO SEED OUT [IN]");
  const double seconds = std::atof(words[1]), from = std::atof(words[4]), to = std::atof(words[5]);
  const auto threads = static_cast<std::size_t>(std::atoi(words[2]));
  const u64 seed = static_cast<u64>(std::atoll(words[6]));
  Nets first;
  begin(first, std::atoi(words[3]), seed);
  if (count > 8) {
    const auto old = read_layers(words[8]);
    for (std::size_t i = 0; i < PHASES; ++i) {
      first.nets[i].layers = old[i];
      turn_last(first.nets[i].layers, false);
    }
  }
  one_sided(), two_sided(), freedoms();
  std::vector<Nets> copies(threads, first);
  std::vector<std::array<u64, PHASES>> positions(threads);
  u64 rounds = 0;
  bool done = false;
  double rate = from, told = 0;
  const auto start = std::chrono::steady_clock::now();
  std::barrier played(static_cast<std::ptrdiff_t>(threads));
  std::barrier averaged(static_cast<std::ptrdiff_t>(threads), [&]() noexcept {
    ++rounds;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    rate = from * std::pow(to / from, std::min(1.0, spent / seconds));
    done = spent >= seconds;
    if (spent - told < 30) return;
    told = spent;
    std::fprintf(stderr, "%.0f s, %llu games\n", spent,
                 static_cast<unsigned long long>(rounds * threads * GAMES_A_ROUND));
  });
  std::vector<std::thread> crew;
  for (std::size_t i = 0; i < threads; ++i)
    crew.emplace_back([&, i] {
      Random random(seed * 1000 + i + 1);
      while (!done) {
        for (int game = 0; game < GAMES_A_ROUND; ++game)
          play(copies[i], random, static_cast<float>(rate), positions[i].data());
        played.arrive_and_wait();
        average(copies, i);
        averaged.arrive_and_wait();
      }
    });
  for (auto& each : crew) each.join();
  std::array<Layers, PHASES> all;
  std::array<u64, PHASES> sum{};
  for (std::size_t i = 0; i < PHASES; ++i) {
    turn_last(copies[0].nets[i].layers, true);
    all[i] = copies[0].nets[i].layers;
    for (const auto& each : positions) sum[i] += each[i];
  }
  write_layers(words[7], all);
  std::printf("%llu games; positions: race %llu, contact %llu, crashed %llu, back %llu\n",
              static_cast<unsigned long long>(rounds * threads * GAMES_A_ROUND),
              static_cast<unsigned long long>(sum[0]), static_cast<unsigned long long>(sum[1]),
              static_cast<unsigned long long>(sum[2]), static_cast<unsigned long long>(sum[3]));
}
