// Numbers of move sequences from fixed positions, chance expanded: tests/perft/explorers.txt.
#include <sstream>

#include "farnorth/games/explorers/explorers.hpp"
#include "perft.hpp"

namespace farnorth::explorers {
namespace {

TEST_CASE("perft of Explorers") {
  const int lines = for_each_perft_line("explorers", [](const std::string& line) {
    // players board window seed plies : counts of depth 1, 2, ...
    std::istringstream in(line);
    int players = 0, window = 0, plies = 0;
    std::uint64_t seed = 0;
    std::string board, colon;
    in >> players >> board >> window >> seed >> plies >> colon;
    const Explorers game(Setup{.players = static_cast<std::uint8_t>(players),
                               .window = static_cast<std::uint8_t>(window),
                               .board = board});
    const State state = after_random_moves(game, seed, plies);
    int depth = 0;
    for (std::uint64_t expected = 0; in >> expected;) {
      ++depth;
      CAPTURE(depth);
      CHECK(perft(game, state, depth, true) == expected);
    }
    REQUIRE(depth > 0);
  });
  CHECK(lines >= 10);
}

}  // namespace
}  // namespace farnorth::explorers
