// Options and the first state.
#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

constexpr std::array<std::string_view, 2> kSides{"I", "II"};

constexpr std::array kOptions{
    OptionSpec{.name = "players",
               .kind = OptionSpec::Kind::integer,
               .default_value = "2",
               .summary = "number of players",
               .lowest = Borealis::kMinPlayers,
               .highest = Borealis::kMaxPlayers},
    OptionSpec{.name = "side",
               .kind = OptionSpec::Kind::word,
               .default_value = "I",
               .summary = "side of the player boards: I, or II with a different pattern for each",
               .words = kSides},
    OptionSpec{.name = "blind_draw_after_refresh",
               .kind = OptionSpec::Kind::boolean,
               .default_value = "true",
               .summary = "after a refresh a card may still be drawn unseen from the deck"},
};

}  // namespace

std::span<const OptionSpec> Borealis::options() { return kOptions; }

Borealis::Borealis(const Setup& chosen) : setup(chosen) {
  // B-SETUP-1
  if (setup.players < kMinPlayers || setup.players > kMaxPlayers)
    throw BadData("option players of borealis must be " + range_text(kMinPlayers, kMaxPlayers));
}

Borealis Borealis::make(const Options& given) {
  const Options all = complete_options(kName, kOptions, given);
  return Borealis(Setup{
      .players = static_cast<std::uint8_t>(*to_int(all.at("players"))),
      .side = all.at("side") == "I" ? Side::one : Side::two,
      .blind_draw_after_refresh = all.at("blind_draw_after_refresh") == "true",
  });
}

Options Borealis::setup_options() const {
  return {
      {"players", std::to_string(setup.players)},
      {"side", setup.side == Side::one ? "I" : "II"},
      {"blind_draw_after_refresh", setup.blind_draw_after_refresh ? "true" : "false"},
  };
}

State Borealis::start() const {
  State state;
  state.phase = setup.side == Side::two ? Phase::deal_boards : Phase::deal_scoring;
  state.deck = Faces::whole_deck();
  for (int seat = 0; seat < setup.players; ++seat) {  // B-SETUP-6
    Board& board = state.board[static_cast<std::size_t>(seat)];
    for (const Location location : kAllLocations)
      board.scientists[static_cast<std::size_t>(location)].fill(1);
    board.points = kStartPoints;
  }
  return state;
}

}  // namespace farnorth::borealis
