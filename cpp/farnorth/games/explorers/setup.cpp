// Options and the first state.
#include <algorithm>
#include <utility>

#include "farnorth/games/explorers/explorers.hpp"

namespace farnorth::explorers {

namespace {

constexpr std::array kOptions{
    OptionSpec{.name = "players",
               .kind = OptionSpec::Kind::integer,
               .default_value = "2",
               .summary = "number of players; 1 is the solo game",
               .lowest = Explorers::kMinPlayers,
               .highest = Explorers::kMaxPlayers},
    OptionSpec{.name = "board",
               .kind = OptionSpec::Kind::text,
               .default_value = "A",
               .summary = "start board: A, B, C, D, or one of the user's tile set"},
    OptionSpec{.name = "tiles",
               .kind = OptionSpec::Kind::text,
               .default_value = kProposedName,
               .summary = "tile set: proposed, or the path of a tile file, or the text of one"},
    OptionSpec{.name = "window",
               .kind = OptionSpec::Kind::integer,
               .default_value = "12",
               .summary = "how far from the middle of the board tiles may lie",
               .lowest = kSmallestWindow,
               .highest = kLargestWindow},
    OptionSpec{.name = "tiles_sha256",
               .kind = OptionSpec::Kind::text,
               .default_value = "",
               .summary = "if given, the tile set must have this hash"},
};

const StartBoard& find_board(const TileSet& set, const std::string& id) {
  const auto found = std::find_if(set.boards.begin(), set.boards.end(),
                                  [&](const StartBoard& board) { return board.id == id; });
  if (found == set.boards.end())
    throw BadOption("board " + word_or_quoted(id) + " is not in tile set " +
                    word_or_quoted(set.name));
  return *found;
}

std::shared_ptr<const TileSet> find_tiles(const std::string& name) {
  if (name == kProposedName) return proposed_tile_set();
  return name.starts_with('{') ? parse_tile_set(name, "tiles") : load_tile_set(name);
}

void check(const Setup& setup, const StartBoard& board) {
  if (setup.players < Explorers::kMinPlayers ||
      setup.players > Explorers::kMaxPlayers)  // N-SETUP-1
    throw BadData("players must be " + range_text(Explorers::kMinPlayers, Explorers::kMaxPlayers));
  if (setup.window < kSmallestWindow || setup.window > kLargestWindow)
    throw BadData("window must be " + range_text(kSmallestWindow, kLargestWindow));
  for (std::size_t i = 0; i < kFixedTiles; ++i)
    if (distance(board.fixed_tiles[i].cell, Cell::kCentre) > setup.window)
      throw BadData("board " + board.id + " fixed tile " + std::to_string(i) +
                    " lies outside window " + std::to_string(setup.window));
}

}  // namespace

std::span<const OptionSpec> Explorers::options() { return kOptions; }

Explorers::Explorers(const Setup& chosen, std::shared_ptr<const TileSet> tiles)
    : setup{chosen.players, chosen.window, chosen.board, tiles->name}, tiles_(std::move(tiles)) {
  const StartBoard& board = find_board(*tiles_, setup.board);
  check(setup, board);
  chart_ = std::make_shared<const Chart>(*tiles_, board, setup.window);
}

Explorers Explorers::make(const Options& given) {
  const Options all = complete_options(kName, kOptions, given);
  const std::shared_ptr<const TileSet> set = find_tiles(all.at("tiles"));
  const std::string& sha256 = all.at("tiles_sha256");
  if (!sha256.empty() && sha256 != set->sha256)
    throw BadData("tile set " + word_or_quoted(set->name) + " has the hash " + set->sha256 +
                  ", not " + quoted(sha256));
  return Explorers(Setup{.players = static_cast<std::uint8_t>(*to_int(all.at("players"))),
                         .window = static_cast<std::uint8_t>(*to_int(all.at("window"))),
                         .board = all.at("board"),
                         .tiles = set->name},
                   set);
}

Options Explorers::setup_options() const {
  return {
      {"players", std::to_string(setup.players)},
      {"board", setup.board},
      {"tiles", setup.tiles},
      {"window", std::to_string(setup.window)},
      {"tiles_sha256", tiles_->sha256},
  };
}

Options Explorers::portable_options() const {
  Options options = setup_options();
  if (!tiles_->source.empty()) options["tiles"] = tiles_->source;
  return options;
}

State Explorers::start() const {
  State state;
  state.phase = is_solo() ? Phase::deal_captains : Phase::deal_tiles;  // N-SOLO-1, N-SETUP-3
  state.stack = Tiles::all();
  state.map = chart_->start;
  state.strengths = tiles_->strengths;
  state.blanks = tiles_->blanks;
  state.skulls = tiles_->skulls;
  for (std::size_t seat = 0; seat < setup.players; ++seat) {  // N-SETUP-5
    state.clan[seat].mainland = kVikings - kVikingsAboardAtStart;
    state.clan[seat].aboard[kViking] = kVikingsAboardAtStart;
  }
  return state;
}

}  // namespace farnorth::explorers
