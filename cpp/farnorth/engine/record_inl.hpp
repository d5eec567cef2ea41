// Templates of record.hpp.
#pragma once

#include "farnorth/engine/position.hpp"

namespace farnorth {

inline std::string_view reason_word(EndReason reason) {
  switch (reason) {
    case EndReason::normal: return "normal";
    case EndReason::ply_cap: return "ply-cap";
    case EndReason::forfeit: break;
  }
  return "forfeit";
}

template <Game G>
RecordResult result_of(const G& game, const typename G::State& state, EndReason reason,
                       const std::vector<Forfeit>& forfeits) {
  RecordResult result;
  const Scores scores = game.scores(state);
  const Places places = with_forfeits(game.ranking(state), game.players(), forfeits);
  for (int seat = 0; seat < game.players(); ++seat) {
    const Player player = Player::at(seat);
    result.scores.push_back(scores[player.seat]);
    result.places.push_back(places[player.seat]);
    auto& sheet = result.sheets.emplace_back();
    for (const Heading& heading : game.score_sheet(state, player)) {
      sheet.push_back({std::string(heading.name), {}});
      for (const int points : heading.points) sheet.back().points.push_back(points);
    }
    if constexpr (requires { game.achievements(state, player); }) {
      auto& reached = result.achievements.emplace_back();
      for (const std::string_view name : game.achievements(state, player))
        reached.emplace_back(name);
    }
  }
  result.reason = reason_word(reason);
  result.forfeits = forfeits;
  return result;
}

template <Game G>
Record record_of(const G& game, const Match<G>& match, const MatchOptions& options,
                 const std::vector<std::string>& bots, const std::string& date,
                 const std::optional<RecordEvent>& event) {
  Record record;
  record.game = G::kName;
  record.rules_version = G::kRulesVersion;
  record.engine = engine_version();
  JsonWriter setup;
  write_setup(setup, game);
  record.setup = setup.take();
  record.seed = options.seed;
  record.bots = bots;
  record.date = date;
  record.event = event;
  record.moves.reserve(match.moves.size());
  for (const auto& move : match.moves) record.moves.push_back(game.to_text(move));
  record.decisions = match.decisions;
  record.result = result_of(game, match.end.state, match.reason, match.forfeits);
  return record;
}

// Of moves that somebody made, up to the table `end`; without a result if the game goes on.
template <Game G>
Record record_of_moves(const G& game, std::vector<typename G::Move> moves, const Table<G>& end,
                       const std::string& seed, const std::vector<std::string>& bots,
                       const std::string& date) {
  Match<G> match;
  match.moves = std::move(moves);
  match.end = end;
  Record record = record_of(game, match, MatchOptions{.seed = seed}, bots, date, std::nullopt);
  if (!game.actor(end.state).is_nobody()) record.result.reset();
  return record;
}

// Throws BadData.
template <Game G>
void check_bots(const G& game, std::size_t bots) {
  if (bots != static_cast<std::size_t>(game.players()))
    throw BadData(std::to_string(bots) + " bots for " + std::to_string(game.players()) + " seats");
}

}  // namespace farnorth
