// A program of somebody else: a game with a search bot, and nothing but installed headers.
#include <farnorth/engine/bots.hpp>
#include <farnorth/engine/games.hpp>
#include <farnorth/engine/match.hpp>
#include <iostream>

int main() {
  using farnorth::borealis::Borealis;
  const Borealis game = Borealis::make({{"players", "3"}});
  const auto searcher = farnorth::make_bot<Borealis>(farnorth::parse_bot_spec("ismcts:its=100"));
  const auto greedy = farnorth::make_bot<Borealis>(farnorth::parse_bot_spec("greedy"));
  const auto random = farnorth::make_bot<Borealis>(farnorth::parse_bot_spec("random"));
  const auto match =
      farnorth::play_match<Borealis>(game, {searcher.get(), greedy.get(), random.get()},
                                     {"searcher", "greedy", "random"}, {.seed = "7"});
  for (const auto& move : match.moves) std::cout << game.to_text(move) << '\n';
  std::cout << "scores " << match.scores[0] << ' ' << match.scores[1] << ' ' << match.scores[2]
            << '\n';
}
