// Options and the first state.
#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

namespace {

constexpr std::array<std::string_view, kModules + 1> kModuleWords{"none", "1", "2", "3", "4"};

constexpr std::array kOptions{
    OptionSpec{.name = "players",
               .kind = OptionSpec::Kind::integer,
               .default_value = "2",
               .summary = "number of players",
               .lowest = Scavengers::kMinPlayers,
               .highest = Scavengers::kMaxPlayers},
    OptionSpec{.name = "gather_interrupts",
               .kind = OptionSpec::Kind::boolean,
               .default_value = "true",
               .summary = "snipers and saboteurs may answer a dig, draw or hunt"},
    OptionSpec{.name = "modules",
               .kind = OptionSpec::Kind::word,
               .default_value = "none",
               .summary = "HQ expansion: none, or the modules 1 to this one",
               .words = kModuleWords},
};

}  // namespace

std::span<const OptionSpec> Scavengers::options() { return kOptions; }

Scavengers::Scavengers(const Setup& chosen) : setup(chosen) {
  // S-SETUP-1
  if (setup.players < kMinPlayers || setup.players > kMaxPlayers)
    throw BadData("option players of scavengers must be " + range_text(kMinPlayers, kMaxPlayers));
  if (setup.modules > kModules)
    throw BadData("option modules of scavengers must be none or " + range_text(1, kModules));
}

Scavengers Scavengers::make(const Options& given) {
  const Options all = complete_options(kName, kOptions, given);
  return Scavengers(Setup{
      .players = static_cast<std::uint8_t>(*to_int(all.at("players"))),
      .gather_interrupts = all.at("gather_interrupts") == "true",
      .modules = static_cast<std::uint8_t>(*index_of(kModuleWords, all.at("modules"))),
  });
}

Options Scavengers::setup_options() const {
  return {
      {"players", std::to_string(setup.players)},
      {"gather_interrupts", setup.gather_interrupts ? "true" : "false"},
      {"modules", std::string(kModuleWords[setup.modules])},
  };
}

State Scavengers::start() const {
  State state;
  for (int t = 0; t < kCardTypes; ++t) {
    const Card card = card_at(t);
    const int copies = supply(card, setup.players, setup.modules);
    switch (row(card).origin) {
      case Origin::starter: break;  // S-SETUP-3
      case Origin::mercenary:
        state.hires[hire_place(card)] = static_cast<std::uint8_t>(copies);
        break;  // S-SETUP-6
      case Origin::junkyard:
        state.yard.loose.add(card, copies);
        break;                                                       // S-SETUP-5, S-TWO-1, S-M1-1
      case Origin::contested: state.stack.add(card, copies); break;  // S-SETUP-4
    }
  }
  for (std::size_t seat = 0; seat < setup.players; ++seat) state.deck[seat] = kStarterDeck;
  if (setup.modules >= 2)  // S-M2-1
    for (std::size_t b = 0; b < kBuildingTypes; ++b)
      state.hq.plans.loose.add(static_cast<Building>(b), kBuildings[b].copies);
  if (setup.modules >= 3) state.phase = Phase::offer;  // S-M3-1
  return state;
}

Memory Scavengers::start_memory() const {
  Memory memory;
  for (std::size_t seat = 0; seat < setup.players; ++seat) memory.ledger[seat].known = kStarterDeck;
  return memory;
}

}  // namespace farnorth::scavengers
