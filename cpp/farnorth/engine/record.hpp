// The record of a game: one JSON object on one line, in canonical form, from which the game can be replayed and checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "farnorth/core/game.hpp"
#include "farnorth/engine/match.hpp"

namespace farnorth {

inline constexpr int kRecordVersion = 1;

struct RecordEvent {
  std::string name;
  int block = 0;
  int rotation = 0;
};

struct RecordResult {
  std::vector<int> scores, places;
  struct Line {
    std::string heading;
    std::vector<int> points;
  };
  std::vector<std::vector<Line>> sheets;  // by seat
  std::string reason;                     // normal, ply-cap, forfeit
  std::vector<Forfeit> forfeits;
  std::vector<std::vector<std::string>> achievements;  // by seat; empty where the game has none
};

class JsonWriter;
// The fields `scores`, `places` and `sheets` of an object, as records have them.
void write_standing(JsonWriter& out, const RecordResult& result);

struct Record {
  std::string game;
  int rules_version = 0;
  std::string engine;
  std::string setup;  // JSON object
  std::string seed;
  std::vector<std::string> bots;  // spec by seat
  std::string date;               // UTC, as in 2026-01-31T12:00:00Z
  std::optional<RecordEvent> event;
  std::vector<std::string> moves;
  std::vector<DecisionNote> decisions;
  std::optional<RecordResult> result;  // none while the game is in play
};

// The line, without its newline. Its last field is the SHA-256 of the line without that field.
std::string to_line(const Record& record);

// Reads a line. Throws BadRecord if it is not exactly what to_line makes of its content, or its sum is wrong.
Record record_of(std::string_view line);

// Replays the moves by the rules and compares scores, places, sheets and achievements. `overrides` are options for what
// a record only names (Explorers: the file of a tile set). Throws BadRecord naming ply, expected and found.
void verify(const Record& record, const Options& overrides = {});

// The version of this engine, as in a record's `engine` field.
std::string engine_version();
// The time now, as in a record: 2026-01-31T12:00:00Z.
std::string utc_now();

template <Game G>
RecordResult result_of(const G& game, const typename G::State& state, EndReason reason,
                       const std::vector<Forfeit>& forfeits);

// The record of a finished match.
template <Game G>
Record record_of(const G& game, const Match<G>& match, const MatchOptions& options,
                 const std::vector<std::string>& bots, const std::string& date,
                 const std::optional<RecordEvent>& event);

}  // namespace farnorth

#include "farnorth/engine/record_inl.hpp"
