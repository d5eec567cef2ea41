// What searchers written in Python need of a State, as compiled steps. See farnorth.interop.mcts.
#pragma once

#include <optional>
#include <vector>

#include "bind_game.hpp"
#include "farnorth/search/world.hpp"

namespace farnorth::bindings {

template <Game G>
std::optional<Player> seat_or_all(const G& game, int seat) {
  if (seat < 0) return std::nullopt;
  return checked_seat(game, seat);
}

template <Game G>
std::vector<double> as_shares(const G& game, const Values& values) {
  std::vector<double> shares;
  for (int seat = 0; seat < game.players(); ++seat)
    shares.push_back(static_cast<double>(values[static_cast<std::size_t>(seat)]) / kOne);
  return shares;
}

template <Game G>
py::dict search_state(const PyState<G>& s, int only, int random, int exploration,
                      const Budget& budget, std::uint64_t seed) {
  if (!s.actor().is_player())
    throw IllegalMove("nobody is to choose here: there is no move to search");
  TreeOptions options;
  options.playout.random = random;
  options.exploration = exploration;
  Mailbox mailbox;
  std::atomic<bool> stop{false};
  const Decision<G> decision = mailbox.serve_while(stop, [&] {
    return search_world<G>(s.game(), s.table.state, seat_or_all(s.game(), only), options, budget,
                           seed, {.stop = &stop});
  });
  return to_dict(*s.box, decision);
}

template <Game G>
void bind_world(Classes<G>& classes) {
  using S = PyState<G>;
  classes.state.def(
      "_step",
      [](const S& s, const py::object& move, int seat, std::uint64_t seed) {
        S next{s.box, s.table, {}};
        if (!move.is_none()) advance_checked(s.game(), next.table, to_move(s.game(), move));
        Rng rng(seed);
        advance_to(s.game(), next.table, seat_or_all(s.game(), seat), rng);
        return next;
      },
      py::arg("move"), py::arg("seat"), py::arg("seed"));
  classes.state.def("_utilities", [](const S& s) {
    return as_shares(s.game(), utilities(s.game(), s.table.state, {}));
  });
  classes.state.def(
      "_playout",
      [](const S& s, int random, std::uint64_t seed) {
        Rng rng(seed);
        typename G::State world = s.table.state;
        play_out(s.game(), world, rng, {.random = random});
        return as_shares(s.game(), utilities(s.game(), world, {}));
      },
      py::arg("random"), py::arg("seed"));
  classes.state.def(
      "_search",
      [](const S& s, int only, int random, int exploration, std::uint32_t iterations,
         std::int64_t microseconds, std::uint64_t seed) {
        return search_state(s, only, random, exploration, {iterations, microseconds}, seed);
      },
      py::arg("only"), py::arg("random"), py::arg("exploration"), py::arg("iterations"),
      py::arg("microseconds"), py::arg("seed"));
}

}  // namespace farnorth::bindings
