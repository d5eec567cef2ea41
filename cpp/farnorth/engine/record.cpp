#include "farnorth/engine/record.hpp"

#include <algorithm>
#include <array>
#include <ctime>

#include "farnorth/core/sha256.hpp"
#include "farnorth/engine/games.hpp"

namespace farnorth {

namespace {

constexpr int kBig = 1'000'000'000;

}  // namespace

void write_standing(JsonWriter& out, const RecordResult& result) {
  out.key("scores").list(result.scores);
  out.key("places").list(result.places);
  out.key("sheets").list(result.sheets, [&](const auto& sheet) {
    out.begin_object();
    for (const RecordResult::Line& line : sheet) {
      out.key(line.heading);
      if (line.points.size() == 1)
        out.integer(line.points[0]);
      else
        out.list(line.points);
    }
    out.end_object();
  });
}

namespace {

void write_result(JsonWriter& out, const RecordResult& result) {
  out.begin_object();
  write_standing(out, result);
  out.key("reason").string(result.reason);
  out.key("forfeits").list(result.forfeits, [&](const Forfeit& forfeit) {
    out.begin_object().key("seat").integer(forfeit.player.seat).key("ply").integer(forfeit.ply);
    out.key("last").boolean(forfeit.last).key("error").string(forfeit.error).end_object();
  });
  if (!result.achievements.empty()) {
    out.key("achievements").list(result.achievements, [&](const auto& reached) {
      out.list(reached);
    });
  }
  out.end_object();
}

// Everything but the sum, and without the closing brace.
std::string body(const Record& record) {
  JsonWriter out;
  out.begin_object().key("farnorth_record").integer(kRecordVersion);
  out.key("game").string(record.game).key("rules_version").integer(record.rules_version);
  out.key("engine").string(record.engine).key("setup");
  std::string text = out.take() + record.setup;

  JsonWriter rest;
  rest.key("seed").string(record.seed).key("bots");
  rest.list(record.bots);
  rest.key("date").string(record.date);
  if (record.event) {
    rest.key("event").begin_object().key("name").string(record.event->name);
    rest.key("block").integer(record.event->block);
    rest.key("rotation").integer(record.event->rotation).end_object();
  }
  rest.key("moves").list(record.moves);
  if (!record.decisions.empty()) {
    rest.key("decisions");
    // A value is listed for every seat that the record has a bot for.
    rest.list(record.decisions, [&](const DecisionNote& note) {
      rest.begin_object().key("i").integer(note.ply).key("its").integer(note.iterations);
      rest.key("us").integer(note.microseconds).key("value").begin_list();
      for (std::size_t seat = 0; seat < record.bots.size(); ++seat) rest.integer(note.value[seat]);
      rest.end_list().end_object();
    });
  }
  rest.key("result");
  if (record.result)
    write_result(rest, *record.result);
  else
    rest.null();
  return text + "," + rest.take();
}

std::vector<int> read_numbers(const JsonValue& from) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < from.size(); ++i)
    numbers.push_back(static_cast<int>(from.at(i).integer(-kBig, kBig)));
  return numbers;
}
std::vector<std::string> read_strings(const JsonValue& from) {
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < from.size(); ++i) strings.push_back(from.at(i).word());
  return strings;
}

RecordResult read_result(const JsonValue& from) {
  RecordResult result;
  result.scores = read_numbers(from.at("scores"));
  result.places = read_numbers(from.at("places"));
  const JsonValue sheets = from.at("sheets");
  for (std::size_t seat = 0; seat < sheets.size(); ++seat) {
    auto& sheet = result.sheets.emplace_back();
    for (const std::string& heading : sheets.at(seat).keys()) {
      const JsonValue points = sheets.at(seat).at(heading);
      if (points.is_list())
        sheet.push_back({heading, read_numbers(points)});
      else
        sheet.push_back({heading, {static_cast<int>(points.integer(-kBig, kBig))}});
    }
  }
  result.reason = from.at("reason").word();
  const JsonValue forfeits = from.at("forfeits");
  for (std::size_t i = 0; i < forfeits.size(); ++i) {
    const JsonValue forfeit = forfeits.at(i);
    result.forfeits.push_back(
        {Player::at(static_cast<int>(forfeit.at("seat").integer(0, kMaxSeats - 1))),
         static_cast<int>(forfeit.at("ply").integer(0, kBig)), forfeit.at("error").word(),
         forfeit.at("last").boolean()});
  }
  if (from.has("achievements")) {
    const JsonValue achievements = from.at("achievements");
    for (std::size_t seat = 0; seat < achievements.size(); ++seat)
      result.achievements.push_back(read_strings(achievements.at(seat)));
  }
  return result;
}

std::vector<DecisionNote> read_decisions(const JsonValue& from, std::size_t seats) {
  std::vector<DecisionNote> notes;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const JsonValue each = from.at(i);
    DecisionNote& note = notes.emplace_back();
    note.ply = static_cast<int>(each.at("i").integer(0, kBig));
    note.iterations = static_cast<std::uint32_t>(each.at("its").integer(0, UINT32_MAX));
    note.microseconds = each.at("us").integer(0, INT64_MAX);
    const JsonValue value = each.at("value");
    if (value.size() != seats)
      value.fail("a value for each of " + std::to_string(seats) + " seats");
    for (std::size_t seat = 0; seat < seats; ++seat)
      note.value[seat] = static_cast<std::int16_t>(value.at(seat).integer(INT16_MIN, INT16_MAX));
  }
  return notes;
}

// The object as our writer would write it: integers and booleans as such, anything else as a string.
std::string canonical_setup(const JsonValue& from) {
  JsonWriter out;
  out.begin_object();
  for (const std::string& name : from.keys()) {
    const JsonValue value = from.at(name);
    out.key(name);
    if (value.is_integer())
      out.integer(value.integer(-kBig, kBig));
    else if (value.is_boolean())
      out.boolean(value.boolean());
    else
      out.string(value.word());
  }
  out.end_object();
  return out.take();
}

Record read_record(const JsonValue& from) {
  Record record;
  if (from.at("farnorth_record").integer(0, kBig) != kRecordVersion)
    throw BadRecord("farnorth_record: version " + std::to_string(kRecordVersion) +
                    " expected, found " + from.at("farnorth_record").scalar());
  record.game = from.at("game").word();
  record.rules_version = static_cast<int>(from.at("rules_version").integer(0, kBig));
  record.engine = from.at("engine").word();
  record.setup = canonical_setup(from.at("setup"));
  record.seed = from.at("seed").word();
  record.bots = read_strings(from.at("bots"));
  if (record.bots.size() > kMaxSeats)
    from.at("bots").fail("at most " + std::to_string(kMaxSeats) + " bots");
  record.date = from.at("date").word();
  if (from.has("event")) {
    const JsonValue event = from.at("event");
    record.event =
        RecordEvent{event.at("name").word(), static_cast<int>(event.at("block").integer(0, kBig)),
                    static_cast<int>(event.at("rotation").integer(0, kMaxSeats - 1))};
  }
  record.moves = read_strings(from.at("moves"));
  if (from.has("decisions"))
    record.decisions = read_decisions(from.at("decisions"), record.bots.size());
  if (!from.at("result").is_null()) record.result = read_result(from.at("result"));
  return record;
}

std::string text_of(const std::vector<int>& numbers) {
  JsonWriter out;
  out.list(numbers);
  return out.take();
}

// Compares the result a record claims with the one its moves give.
void compare(const RecordResult& claimed, const RecordResult& found, std::size_t ply) {
  const auto differ = [&](const std::string& what, const std::string& expected,
                          const std::string& got) {
    throw BadRecord("ply " + std::to_string(ply) + ": " + what + " replay to " + expected +
                    ", the record says " + got);
  };
  if (claimed.scores != found.scores)
    differ("scores", text_of(found.scores), text_of(claimed.scores));
  if (claimed.places != found.places)
    differ("places", text_of(found.places), text_of(claimed.places));
  JsonWriter expected, got;
  write_result(expected, found);
  write_result(got, claimed);
  if (expected.text() != got.text()) differ("results", expected.text(), got.text());
}

template <Game G>
void replay(const G& game, const Record& record) {
  Table<G> table = start_table(game);
  auto note = record.decisions.begin();
  for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
    if (note != record.decisions.end() && note->ply == static_cast<int>(ply)) {
      if (!game.actor(table.state).is_player())
        throw BadRecord("ply " + std::to_string(ply) + ": a decision where nobody decides");
      ++note;
    }
    try {
      advance_checked(game, table, game.to_move(record.moves[ply]));
    } catch (const IllegalMove& error) {
      throw BadRecord("ply " + std::to_string(ply) + ": " + error.what());
    }
  }
  if (note != record.decisions.end())
    throw BadRecord("decisions: i " + std::to_string(note->ply) +
                    " is no later move than the one before it");
  if (!record.result) return;
  const bool over = game.actor(table.state).is_nobody();
  const std::string& reason = record.result->reason;
  const bool out = std::any_of(record.result->forfeits.begin(), record.result->forfeits.end(),
                               [](const Forfeit& forfeit) { return forfeit.last; });
  const EndReason due = out ? EndReason::forfeit : over ? EndReason::normal : EndReason::ply_cap;
  if (!over && reason == reason_word(EndReason::normal))
    throw BadRecord("ply " + std::to_string(record.moves.size()) + ": the game is not over");
  for (const Forfeit& forfeit : record.result->forfeits)
    if (forfeit.player.seat >= game.players() ||
        forfeit.ply > static_cast<int>(record.moves.size()))
      throw BadRecord("forfeits: no such seat or ply");
  compare(*record.result, result_of(game, table.state, due, record.result->forfeits),
          record.moves.size());
}

}  // namespace

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

std::string engine_version() { return "farnorth " FARNORTH_VERSION; }

std::string to_line(const Record& record) {
  const std::string text = body(record);
  return text + ",\"sum\":\"" + sha256_hex(text + "}") + "\"}";
}

Record record_of(std::string_view line) {
  try {
    const JsonValue document = JsonValue::parse(line);
    const Record record = read_record(document);
    const std::string sum = document.at("sum").word();
    const std::string expected = to_line(record);
    if (expected == line) return record;
    const std::string_view expected_sum =
        std::string_view(expected).substr(expected.size() - 66, 64);  // ..."}
    if (sum != expected_sum)
      throw BadRecord("sum: " + std::string(expected_sum) + " expected, found " + quoted(sum));
    throw BadRecord("the line is not in canonical form");
  } catch (const BadData& error) {
    throw BadRecord(error.what());
  }
}

void verify(const Record& record, const Options& overrides) {
  try {
    Options options = read_setup(JsonValue::parse(record.setup));
    for (const auto& [name, value] : overrides) options[name] = value;
    with_game(record.game, options, [&]<Game G>(const G& game) {
      if (record.rules_version != G::kRulesVersion)
        throw BadRecord("rules_version: this engine plays version " +
                        std::to_string(G::kRulesVersion) + " of " + record.game +
                        ", the record is of version " + std::to_string(record.rules_version));
      JsonWriter setup;
      write_setup(setup, game);
      if (setup.text() != record.setup)
        throw BadRecord("setup: " + setup.text() + " expected, found " + record.setup);
      if (record.bots.size() != static_cast<std::size_t>(game.players()))
        throw BadRecord("bots: one for each of " + std::to_string(game.players()) +
                        " seats expected, found " + std::to_string(record.bots.size()));
      replay(game, record);
    });
  } catch (const BadData& error) {
    throw BadRecord(error.what());
  }
}

}  // namespace farnorth
