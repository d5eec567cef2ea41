#include "farnorth/engine/bench.hpp"

#include "farnorth/core/rng.hpp"

namespace farnorth {

namespace {

// Connect four, a column in 7 bits.
struct ConnectFour {
  static constexpr int kColumns = 7, kRows = 6;

  std::array<std::uint64_t, 2> stones{};
  std::array<std::uint8_t, kColumns> height{};
  int turn = 0, played = 0;

  static bool has_four(std::uint64_t stones) {
    for (const int step : {1, 6, 7, 8}) {  // up, falling, across, rising
      const std::uint64_t pairs = stones & (stones >> step);
      if ((pairs & (pairs >> (2 * step))) != 0) return true;
    }
    return false;
  }
  // Drops a stone; true if that ends the game.
  bool drop(int column) {
    auto& mine = stones[static_cast<std::size_t>(turn)];
    mine |= std::uint64_t{1} << (column * 7 + height[static_cast<std::size_t>(column)]++);
    turn = 1 - turn;
    return ++played == kColumns * kRows || has_four(mine);
  }
};

void play_connect_four(Rng& rng) {
  ConnectFour game;
  std::array<int, ConnectFour::kColumns> open{};
  for (bool over = false; !over;) {
    std::uint32_t count = 0;
    for (int column = 0; column < ConnectFour::kColumns; ++column)
      if (game.height[static_cast<std::size_t>(column)] < ConnectFour::kRows)
        open[count++] = column;
    over = game.drop(open[rng.below(count)]);
  }
  bench_detail::keep(game);
}

const void* volatile kept = nullptr;

}  // namespace

void bench_detail::keep_address(const void* address) { kept = address; }

double reference_playouts_per_second(double seconds) {
  Rng rng(1);
  return bench_detail::median_rate(seconds, [&] {
    constexpr int kBatch = 1000;
    for (int i = 0; i < kBatch; ++i) play_connect_four(rng);
    return kBatch;
  });
}

}  // namespace farnorth
