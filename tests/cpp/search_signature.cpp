// Golden signatures: the same search on every compiler, optimisation level and machine.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/explorers/explorers.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"
#include "search_bots.hpp"

namespace farnorth::test {

namespace {

// Moves, visits and values of all decisions at the same positions.
template <Game G>
std::uint64_t signature(const G& game, Bot<G>& bot) {
  constexpr int kPositions = 6;
  Positions<G> play(game, 2026);
  std::uint64_t hash = 0;
  for (std::uint64_t i = 0; i < kPositions; ++i) {
    const Table<G>& table = play.next(9);
    bot.start(i);
    const Decision<G> decision = bot.choose(
        game, view_of(game, table, game.actor(table.state).player()), {.iterations = 50}, {});
    for (const MoveStats<G>& stats : decision.table) {
      hash = hash_words(hash, game.action_id(stats.move), stats.visits);
      for (const std::int16_t value : stats.value) hash = hash_words(hash, value);
    }
    for (const typename G::Move& move : decision.line)
      hash = hash_words(hash, game.action_id(move));
  }
  return hash;
}

using Lines = std::map<std::string, std::string>;

template <Game G>
void sign(int players, Lines& lines) {
  const G game = G::make({{"players", std::to_string(players)}});
  auto entrants = searching_bots<G>();
  entrants.push_back(ismcts_as_played<G>());
  for (const auto& entrant : entrants) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx",
                  static_cast<unsigned long long>(signature(game, *entrant.bot)));
    lines[std::string(G::kName) + " " + std::to_string(players) + " " + entrant.name] = text;
  }
}

Lines expected() {
  std::ifstream file(std::string(FARNORTH_TESTS_DIR) + "/signature.txt");
  Lines lines;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t space = line.rfind(' ');
    lines[line.substr(0, space)] = line.substr(space + 1);
  }
  return lines;
}

}  // namespace

TEST_CASE("search: signatures") {
  Lines found;
  for (const int players : {2, 4}) sign<borealis::Borealis>(players, found);
  for (const int players : {1, 2}) sign<explorers::Explorers>(players, found);
  for (const int players : {2, 5}) sign<scavengers::Scavengers>(players, found);
  const Lines golden = expected();
  for (const auto& line : found) {
    const std::string& name = line.first;
    const std::string& text = line.second;
    CAPTURE(name);
    CHECK_MESSAGE(golden.contains(name), "not in signature.txt: ", name, " ", text);
    if (golden.contains(name)) CHECK_MESSAGE(golden.at(name) == text, name, " ", text);
  }
  CHECK(found.size() == golden.size());
}

}  // namespace farnorth::test
