#include "farnorth/embed/protocol.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <utility>

#include "farnorth/core/text.hpp"
#include "farnorth/engine/games.hpp"
#include "farnorth/engine/position.hpp"

namespace farnorth::embed {

namespace {

constexpr std::size_t kLongestId = 256;
constexpr std::size_t kLongestMessage = 400;

// A request that is understood and refused.
struct Refusal : Error {
  Refusal(std::string_view why, const std::string& message) : Error(message), code(why) {}
  std::string_view code;
};

std::string_view code_of(const Error& error) {
  if (const auto* refusal = dynamic_cast<const Refusal*>(&error)) return refusal->code;
  if (dynamic_cast<const IllegalMove*>(&error) != nullptr) return "illegal_action";
  if (dynamic_cast<const BadOption*>(&error) != nullptr) return "bad_option";
  return "bad_request";
}

// An error may quote what is not UTF-8, and much of it.
std::string clean(std::string_view message) {
  std::string text(message.substr(0, kLongestMessage));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return text;
}

JsonWriter begin(const std::string& id) {
  JsonWriter out;
  out.begin_object().key("id").raw(id);
  return out;
}
JsonWriter begin_ok(const std::string& id) {
  JsonWriter out = begin(id);
  out.key("ok").boolean(true);
  return out;
}

JsonValue parsed(std::string_view line) {
  try {
    return JsonValue::parse(line);
  } catch (const BadData& error) {
    throw Refusal("bad_json", error.what());
  }
}

// An id as JSON: a string, an integer or null.
std::string id_text(const JsonValue& id) {
  std::string text = id.text();
  if (!id.is_word() && !id.is_integer() && !id.is_null()) id.fail("a string or an integer");
  if (text.size() > kLongestId)
    throw BadData("id: at most " + std::to_string(kLongestId) + " bytes expected");
  return text;
}
std::string id_of(const JsonValue& request) {
  return request.has("id") ? id_text(request.at("id")) : "null";
}

std::optional<std::string> seed_text(const JsonValue& request) {
  if (!request.has("seed") || request.at("seed").is_null()) return std::nullopt;
  return request.at("seed").word();
}

std::optional<int> optional_integer(const JsonValue& from, std::string_view key, std::int64_t low,
                                    std::int64_t high) {
  if (!from.has(key) || from.at(key).is_null()) return std::nullopt;
  return static_cast<int>(from.at(key).integer(low, high));
}

// A time in milliseconds, as microseconds.
std::optional<std::int64_t> optional_time(const JsonValue& from, std::string_view key) {
  if (!from.has(key) || from.at(key).is_null()) return std::nullopt;
  return static_cast<std::int64_t>(1000 * from.at(key).number(0, budgets::kMostMilliseconds));
}

// Limits on a decision, whose members have the names given.
Budget budget_of(const JsonValue& request, std::string_view key, std::string_view iterations,
                 std::string_view milliseconds) {
  Budget budget;
  if (!request.has(key) || request.at(key).is_null()) return budget;
  const JsonValue limit = request.at(key);
  if (!limit.is_object()) limit.fail("an object");
  budget.iterations = static_cast<std::uint32_t>(
      optional_integer(limit, iterations, 0, budgets::kMostIterations).value_or(0));
  budget.microseconds = optional_time(limit, milliseconds).value_or(0);
  // Known elsewhere; a host that asks for it must not believe that it is kept.
  if (limit.has("nodes"))
    throw BadData(std::string(key) + ".nodes: not known here, " + std::string(iterations) +
                  " limits a search");
  return budget;
}

// Where a clock runs and nothing else limits a decision: what a match would propose.
Budget with_clock(Budget budget, const JsonValue& request, int seat) {
  if (budget.iterations != 0 || budget.microseconds != 0) return budget;
  if (!request.has("clock") || request.at("clock").is_null()) return budget;
  const JsonValue clock = request.at("clock");
  const JsonValue left = clock.at("remaining_ms").at(static_cast<std::size_t>(seat));
  const auto remaining = static_cast<std::int64_t>(
      1000 * left.number(-budgets::kMostMilliseconds, budgets::kMostMilliseconds));
  budget.microseconds = share_of_clock(remaining, optional_time(clock, "inc_ms").value_or(0));
  return budget;
}

// farnorth.CHANCE for chance, null when the game is over.
void write_actor(JsonWriter& out, Actor actor) {
  if (actor.is_nobody())
    out.null();
  else
    out.integer(actor.is_chance() ? -1 : actor.player().seat);
}

void write_place(JsonWriter& out, const Session& session) {
  std::array<char, 17> hash{};
  std::snprintf(hash.data(), hash.size(), "%016" PRIx64, session.hash());
  out.key("to_move");
  write_actor(out, session.actor());
  out.key("ply").integer(session.ply()).key("hash").string(hash.data());
}

void write_rules(JsonWriter& out) {
  out.key("rules").begin_object();
  for_each_game([&]<Game G>() { out.key(G::kName).integer(G::kRulesVersion); }, Games{});
  out.end_object();
}

// What `go` can be told, for hosts that build a form of it.
void write_go_options(JsonWriter& out, const std::string& bot) {
  out.key("options").begin_list();
  out.begin_object().key("name").string("bot").key("type").string("string");
  out.key("default").string(bot).end_object();
  const auto number = [&](std::string_view name, std::int64_t standard, std::int64_t highest) {
    out.begin_object().key("name").string(name).key("type").string("int");
    out.key("default").integer(standard).key("min").integer(0).key("max").integer(highest);
    out.end_object();
  };
  number("sims", budgets::kStandard.iterations, budgets::kMostIterations);
  number("time_ms", 0, budgets::kMostMilliseconds);
  number("report_ms", 0, budgets::kMostMilliseconds);
  out.end_list();
}

}  // namespace

LineReader::Read LineReader::next(std::string& line) {
  using Traits = std::streambuf::traits_type;
  line.clear();
  bool too_long = false;
  for (auto c = in_.sbumpc(); !Traits::eq_int_type(c, Traits::eof()); c = in_.sbumpc()) {
    if (c == '\n') return too_long ? Read::too_long : Read::line;
    if (line.size() == kLongestLine) too_long = true;
    if (!too_long) line += Traits::to_char_type(c);
  }
  if (too_long) return Read::too_long;
  return line.empty() ? Read::end : Read::line;  // a last line without its newline
}

Engine::Engine(Settings settings, std::function<void(const std::string&)> send)
    : settings_(std::move(settings)), send_(std::move(send)) {
  check_native_bot(settings_.bot);
}

Engine::Handler Engine::handler_of(std::string_view verb) {
  static constexpr std::array<std::pair<std::string_view, Handler>, 15> kVerbs{{
      {"hello", &Engine::hello},
      {"new", &Engine::open},
      {"apply", &Engine::apply},
      {"legal", &Engine::legal},
      {"view", &Engine::view},
      {"state", &Engine::state},
      {"info", &Engine::info},
      {"result", &Engine::result},
      {"close", &Engine::close},
      {"go", &Engine::go},
      {"stop", &Engine::stop},
      {"ping", &Engine::ping},
      {"quit", &Engine::quit},
      {"start", &Engine::start},
      {"move", &Engine::move},
  }};
  for (const auto& [name, handler] : kVerbs)
    if (name == verb) return handler;
  std::string known;
  for (const auto& [name, handler] : kVerbs)
    known += (known.empty() ? "" : ", ") + std::string(name);
  throw Refusal("unknown_command",
                "no command is called " + quoted(verb) + "; the commands are " + known);
}

bool Engine::take(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find_first_not_of(" \t") == std::string_view::npos) return true;
  std::string id = "null";
  addressed_ = nullptr;
  try {
    const JsonValue request = parsed(line);
    if (!request.is_object()) request.fail("an object");
    id = id_of(request);
    (this->*handler_of(request.at("cmd").word()))(request, id);
  } catch (...) {
    fail(id, std::current_exception(), addressed_);
  }
  return !quit_;
}

void Engine::refuse_long_line() {
  fail("null",
       std::make_exception_ptr(Refusal(
           "line_too_long", "a line has at most " + std::to_string(kLongestLine) + " bytes")),
       nullptr);
}

void Engine::finish(std::chrono::milliseconds patience) { searches_.drain(patience); }

// ---- Answers -------------------------------------------------------------------------------------

void Engine::answer(JsonWriter& out) {
  out.end_object();
  const std::lock_guard lock(sending_);
  send_(out.text());
}

void Engine::fail(const std::string& id, std::exception_ptr error, const Session* session) {
  std::string_view code = "internal";
  std::string message = "out of order";
  try {
    std::rethrow_exception(std::move(error));
  } catch (const Error& known) {
    code = code_of(known);
    message = known.what();
  } catch (const std::bad_alloc&) {
    code = "no_memory";
    message = "not enough memory";
  } catch (const std::exception& unknown) {
    message = unknown.what();
  }
  JsonWriter out = begin(id);
  out.key("ok").boolean(false).key("error").begin_object();
  out.key("code").string(code).key("message").string(clean(message));
  if (code == "illegal_action" && session != nullptr) {
    out.key("legal").list(session->legal_texts());
  }
  out.end_object();
  answer(out);
}

void Engine::queue(SearchQueue::Job job) {
  const std::string id = job.id;
  if (id != "null" && searches_.holds(id))
    throw Refusal("id_in_use", "a search with this id is not done yet");
  job.on_error = [this, id](std::exception_ptr error) { fail(id, std::move(error), nullptr); };
  if (!searches_.push(std::move(job)))
    throw Refusal("too_many_searches",
                  "at most " + std::to_string(SearchQueue::kLongest) + " searches can wait");
}

// ---- Life cycle ----------------------------------------------------------------------------------

void Engine::hello(const JsonValue& request, const std::string& id) {
  const auto version = optional_integer(request, "protocol", 0, 1 << 20);
  if (version && *version != kProtocolVersion)
    throw Refusal(
        "unsupported_protocol",
        "this engine speaks version " + std::to_string(kProtocolVersion) + " of the protocol");
  const std::string role = request.has("role") ? request.at("role").word() : "engine";
  if (role != "engine" && role != "bot") request.at("role").fail("engine or bot");
  JsonWriter out = begin_ok(id);
  out.key("protocol").integer(kProtocolVersion).key("role").string(role);
  out.key("name").string(role == "bot" ? settings_.bot : "farnorth");
  out.key("engine").string("farnorth").key("version").string(FARNORTH_VERSION);
  write_rules(out);
  if (role == "engine") {
    write_go_options(out, settings_.bot);
    out.key("games");
    write_games(out);
    out.key("bots");
    write_bots(out);
    out.key("limits").begin_object().key("line_bytes").integer(kLongestLine);
    out.key("sessions").integer(kMostSessions);
    out.key("searches").integer(SearchQueue::kLongest).end_object();
  }
  answer(out);
}

void Engine::ping(const JsonValue&, const std::string& id) {
  JsonWriter out = begin_ok(id);
  answer(out);
}

void Engine::quit(const JsonValue&, const std::string& id) {
  searches_.stop(std::nullopt);
  searches_.drain(std::chrono::hours(1));
  quit_ = true;
  JsonWriter out = begin_ok(id);
  answer(out);
}

// ---- The engine role: it owns the games ----------------------------------------------------------

Session& Engine::session_of_request(const JsonValue& request) {
  const std::string name = request.at("session").word();
  const auto found = sessions_.find(name);
  if (found == sessions_.end())
    throw Refusal("unknown_session", "no session is called " + quoted(name));
  addressed_ = found->second.get();
  return *found->second;
}

void Engine::open(const JsonValue& request, const std::string& id) {
  if (sessions_.size() >= kMostSessions)
    throw Refusal("too_many_sessions",
                  "at most " + std::to_string(kMostSessions) + " sessions can be open; close one");
  std::unique_ptr<Session> session;
  if (request.has("state")) {
    session = session_of(request.at("state"), seed_text(request));
  } else {
    Options options;
    if (request.has("options")) options = read_setup(request.at("options"));
    if (request.has("players")) options["players"] = request.at("players").scalar();
    session = new_session(request.at("game").word(), options, seed_text(request));
  }
  std::string name = "s";
  name += std::to_string(++opened_);
  JsonWriter out = begin_ok(id);
  out.key("session").string(name);
  write_place(out, *session);
  sessions_.emplace(name, std::move(session));
  answer(out);
}

void Engine::close(const JsonValue& request, const std::string& id) {
  session_of_request(request);
  sessions_.erase(request.at("session").word());
  JsonWriter out = begin_ok(id);
  answer(out);
}

void Engine::apply(const JsonValue& request, const std::string& id) {
  Session& session = session_of_request(request);
  const JsonValue actions = request.at("actions");
  std::vector<MoveName> names;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const JsonValue action = actions.at(i);
    if (action.is_integer())
      names.emplace_back(action.integer(0, INT32_MAX));
    else
      names.emplace_back(action.word());
  }
  const std::vector<std::string> made = session.apply(names);
  JsonWriter out = begin_ok(id);
  out.key("played").list(made);
  write_place(out, session);
  answer(out);
}

void Engine::legal(const JsonValue& request, const std::string& id) {
  const Session& session = session_of_request(request);
  JsonWriter out = begin_ok(id);
  out.key("seat");
  write_actor(out, session.actor());
  out.key("actions").list(session.legal_texts()).key("ids").list(session.legal_ids());
  if (session.actor().is_chance()) {
    out.key("weights").list(session.weights());
  }
  answer(out);
}

void Engine::view(const JsonValue& request, const std::string& id) {
  const Session& session = session_of_request(request);
  const JsonValue seat = request.at("seat");
  const Player player = checked_seat(session.facts(), seat.integer(INT32_MIN, INT32_MAX));
  const bool with_world = request.has("world") && request.at("world").boolean();
  JsonWriter out = begin_ok(id);
  out.key("view").raw(session.view(player, with_world));
  answer(out);
}

void Engine::state(const JsonValue& request, const std::string& id) {
  const Session& session = session_of_request(request);
  JsonWriter out = begin_ok(id);
  out.key("state").raw(session.position());
  answer(out);
}

void Engine::info(const JsonValue& request, const std::string& id) {
  const Session& session = session_of_request(request);
  const Facts& facts = session.facts();
  JsonWriter out = begin_ok(id);
  out.key("game").string(facts.game).key("rules_version").integer(facts.rules_version);
  out.key("setup").raw(facts.setup).key("players").integer(facts.players);
  write_place(out, session);
  answer(out);
}

void Engine::result(const JsonValue& request, const std::string& id) {
  const Session& session = session_of_request(request);
  JsonWriter out = begin_ok(id);
  write_result(out, session);
  answer(out);
}

void Engine::go(const JsonValue& request, const std::string& id) {
  Session& session = session_of_request(request);
  SearchRequest wanted;
  wanted.bot = request.has("bot") ? request.at("bot").word() : settings_.bot;
  wanted.seat = optional_integer(request, "seat", 0, kMaxSeats - 1);
  if (request.has("seed") && !request.at("seed").is_null())
    wanted.seed = seed_number(request.at("seed"));
  const Actor actor = session.actor();
  const int seat = wanted.seat.value_or(actor.is_player() ? actor.player().seat : 0);
  wanted.budget = with_clock(budget_of(request, "limit", "sims", "time_ms"), request, seat);
  SearchQueue::Job job;
  if (const auto report = optional_time(request, "report_ms"))
    job.progress_microseconds = std::max<std::int64_t>(1000, *report);
  job.id = id;
  job.search = session.search(wanted);
  job.on_progress = [this, id](const Found& found) {
    JsonWriter out = begin(id);
    out.key("info").begin_object().key("sims").integer(found.iterations);
    out.key("elapsed_ms").integer(found.microseconds / 1000).key("best").string(found.move);
    out.key("value").list(found.value).key("pv").list(found.line).end_object();
    answer(out);
  };
  job.on_end = [this, id](const Found& found) {
    JsonWriter out = begin_ok(id);
    write_found(out, found);
    answer(out);
  };
  queue(std::move(job));
}

void Engine::stop(const JsonValue& request, const std::string& id) {
  const int stopped = request.has("target") ? searches_.stop(id_text(request.at("target")))
                                            : searches_.stop(std::nullopt);
  JsonWriter out = begin_ok(id);
  out.key("stopped").integer(stopped);
  answer(out);
}

// ---- The bot role: a seat of somebody else's game ------------------------------------------------

void Engine::start(const JsonValue& request, const std::string& id) {
  const int seat = static_cast<int>(request.at("seat").integer(0, kMaxSeats - 1));
  std::unique_ptr<SeatedBot> bot =
      seat_bot(request.at("game").word(), read_setup(request.at("setup")), seat, settings_.bot,
               seed_number(request.at("seed")));
  const std::int64_t rules = request.at("rules_version").integer(0, INT32_MAX);
  if (rules != bot->facts().rules_version)
    throw Refusal("rules_version", "this bot plays version " +
                                       std::to_string(bot->facts().rules_version) +
                                       " of the rules, not " + std::to_string(rules));
  bots_[seat] = std::move(bot);
  JsonWriter out = begin_ok(id);
  answer(out);
}

void Engine::move(const JsonValue& request, const std::string& id) {
  const int seat = static_cast<int>(request.at("seat").integer(0, kMaxSeats - 1));
  const auto bot = bots_.find(seat);
  if (bot == bots_.end())
    throw Refusal("not_started", "no game was started for seat " + std::to_string(seat));
  SearchQueue::Job job;
  job.id = id;
  job.search = bot->second->search(
      request.at("view"), with_clock(budget_of(request, "budget", "its", "ms"), request, seat));
  job.on_end = [this, id](const Found& found) {
    JsonWriter out = begin_ok(id);
    out.key("move").string(found.move).key("its").integer(found.iterations);
    out.key("us").integer(found.microseconds).key("value").list(found.value);
    answer(out);
  };
  queue(std::move(job));
}

}  // namespace farnorth::embed
