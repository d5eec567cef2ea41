// Numbers of move sequences from fixed positions, chance expanded: tests/perft/scavengers.txt.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "laws.hpp"
#include "perft.hpp"
#include "scavengers_position.hpp"

namespace farnorth::scavengers {
namespace {

Scavengers game_of(const std::string& setup) {
  Options options;
  for (const std::string& word : split(setup, ' ')) {
    const std::size_t equals = word.find('=');
    options[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return Scavengers::make(options);
}

TEST_CASE("perft of Arctic Scavengers") {
  const std::uint64_t largest = in_long_lane() ? UINT64_MAX : 3'000'000;
  int counted = 0;
  for_each_perft_line("scavengers", [&](const std::string& line) {
    const Texts parts = split(line, '|');
    REQUIRE(parts.size() == 4);
    const std::uint64_t expected = std::stoull(parts[3]);
    if (expected > largest) return;
    const Texts words = split(parts[1], ' ');
    REQUIRE(words.size() == 4);
    const Scavengers game = game_of(parts[0]);
    const State state = after_random_moves(game, std::stoull(words[1]), *to_int(words[3]));
    CHECK(perft(game, state, *to_int(parts[2])) == expected);
    ++counted;
  });
  CHECK(counted >= 20);
}

}  // namespace
}  // namespace farnorth::scavengers
