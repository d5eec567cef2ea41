// Games in progress without their types: what the C ABI and the engine protocol handle. Everything that depends on the
// type of a game is instantiated once, in session.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "farnorth/core/options.hpp"
#include "farnorth/core/player.hpp"
#include "farnorth/engine/json.hpp"
#include "farnorth/engine/record.hpp"
#include "farnorth/search/bot.hpp"

namespace farnorth::embed {

// ---- Searches ------------------------------------------------------------------------------------

// What a search found.
struct Found {
  struct Row {
    std::string move;
    std::uint32_t visits = 0;
  };
  std::string move;
  std::uint32_t iterations = 0;  // 0: nothing was searched
  std::int64_t microseconds = 0;
  std::vector<int> value;         // expected result by seat, per mille
  std::vector<Row> visits;        // most visited first
  std::vector<std::string> line;  // principal variation
};

struct Listener {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Found&)> progress = nullptr;  // on the thread that searches
  std::int64_t progress_microseconds = 100'000;          // between two reports
};

// A search ready to run, on any thread. It has its own copy of what the seat knows.
using Search = std::function<Found(const Listener&)>;

struct SearchRequest {
  std::optional<int> seat;  // the one to act if there is none
  std::string bot = "ismcts";
  // With a seed a new bot decides, and the answer depends on position, seed and limits only. Without, the seat has one
  // bot for the whole session, which decides as it would in a match with the session's seed.
  std::optional<std::uint64_t> seed;
  Budget budget{};
};

// ---- Sessions ------------------------------------------------------------------------------------

struct Facts {
  std::string_view game;
  int rules_version = 0;
  std::string setup;  // JSON object
  int players = 0;
  int actions = 0;  // ids of player moves are below this
  int chance_actions = 0;
  int observation_size = 0;
};

// A move as a caller names it: its text, or the id it has among the moves of the one who acts.
using MoveName = std::variant<std::string, std::int64_t>;

// A game in progress. Its methods throw the errors of core/error.hpp and then leave it as it was.
class Session {
 public:
  virtual ~Session() = default;
  virtual std::unique_ptr<Session> clone() const = 0;  // without the bots of its seats
  virtual const Facts& facts() const = 0;

  virtual Actor actor() const = 0;
  // Of the one who acts, chance included, in canonical order.
  virtual std::vector<std::int32_t> legal_ids() const = 0;
  virtual std::vector<std::string> legal_texts() const = 0;
  virtual std::vector<std::uint32_t> weights() const = 0;  // of chance's moves; empty elsewhere
  virtual std::string text_of(std::int64_t id) const = 0;
  virtual std::int32_t id_of(std::string_view text) const = 0;

  // All or none. A session with a seed plays chance by itself. Returns every move made, those of chance included.
  virtual std::vector<std::string> apply(std::span<const MoveName> moves) = 0;
  virtual int ply() const = 0;  // moves made since the session began

  virtual RecordResult result() const = 0;          // as if the game ended now
  virtual std::vector<double> returns() const = 0;  // see engine/returns.hpp
  virtual std::uint64_t hash() const = 0;
  virtual std::string position() const = 0;  // JSON, hidden parts included
  // JSON of what the player knows; with a world, one that a bot elsewhere can be given.
  virtual std::string view(Player player, bool with_world) const = 0;
  virtual void observe(Player player, std::span<float> out) const = 0;

  virtual Search search(const SearchRequest& request) = 0;
  // The record of the moves made. Throws BadData if the session did not begin at the start of the game.
  virtual std::string record(const std::vector<std::string>& bots,
                             const std::string& date) const = 0;
};

// Without a seed chance is the caller's.
std::unique_ptr<Session> new_session(std::string_view game, const Options& options,
                                     const std::optional<std::string>& seed);
// `position` is what Session::position gives: it names its game and options.
std::unique_ptr<Session> session_of(const JsonValue& position,
                                    const std::optional<std::string>& seed);

// `seat` as a Player. Throws BadData if the game has no such seat.
Player checked_seat(const Facts& facts, std::int64_t seat);

// ---- Bots that are given views -------------------------------------------------------------------

// A native bot in a seat of a game that somebody else runs.
class SeatedBot {
 public:
  virtual ~SeatedBot() = default;
  virtual const Facts& facts() const = 0;
  // `view` is what Session::view gives, with a world, of this seat, which acts.
  virtual Search search(const JsonValue& view, const Budget& budget) = 0;
};

std::unique_ptr<SeatedBot> seat_bot(std::string_view game, const Options& options, int seat,
                                    const std::string& spec, std::uint64_t seed);

// ---- The rest ------------------------------------------------------------------------------------

// A match between native bots, as the line of its record.
std::string play_record(std::string_view game, const Options& options,
                        const std::vector<std::string>& bots, const std::string& seed, int rotation,
                        const std::string& date);

// Throws BadData if `spec` is not one of a native bot.
void check_native_bot(std::string_view spec);

// The seed of a bot: 64-bit numbers are strings, since JavaScript loses them. Throws BadData.
std::uint64_t seed_number(const JsonValue& from);

// A list with an object for each game: name, title, summary, rules_version, players, actions, chance_actions,
// observation_size, options.
void write_games(JsonWriter& out);
// A list with an object for each native bot: name, summary, options.
void write_bots(JsonWriter& out);
// The members of an object: bestmove, sims, elapsed_ms, value, visits, pv.
void write_found(JsonWriter& out, const Found& found);
// The members of an object: over, scores, places, sheets, achievements where the game has them.
void write_result(JsonWriter& out, const Session& session);

}  // namespace farnorth::embed
