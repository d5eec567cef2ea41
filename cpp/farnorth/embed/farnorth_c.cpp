// The C interface: sessions behind handles, errors as statuses.
#include <algorithm>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "farnorth/core/text.hpp"
#include "farnorth/embed/farnorth.h"
#include "farnorth/embed/session.hpp"
#include "farnorth/engine/position.hpp"

namespace {

using namespace farnorth;
using namespace farnorth::embed;

thread_local std::string last_error;
thread_local std::string last_text;

// What a caller did wrong with the interface itself.
struct Misuse : Error {
  Misuse(farnorth_status why, const std::string& what) : Error(what), status(why) {}
  farnorth_status status;
};

void note(const char* what) noexcept {
  try {
    last_error = what;
  } catch (...) {
    last_error.clear();
  }
}

// Runs the body of a function. No exception leaves.
template <class Body>
int guarded(Body body) noexcept {
  try {
    return body();
  } catch (const Misuse& error) {
    return note(error.what()), error.status;
  } catch (const IllegalMove& error) {
    return note(error.what()), FARNORTH_ILLEGAL_MOVE;
  } catch (const BadRecord& error) {
    return note(error.what()), FARNORTH_BAD_RECORD;
  } catch (const Error& error) {
    return note(error.what()), FARNORTH_BAD_DATA;
  } catch (const std::bad_alloc&) {
    return note("not enough memory"), FARNORTH_NO_MEMORY;
  } catch (const std::exception& error) {
    return note(error.what()), FARNORTH_INTERNAL;
  } catch (...) {
    return note("an exception of a callback"), FARNORTH_INTERNAL;
  }
}

// ---- Handles -------------------------------------------------------------------------------------

// States by ticket. A ticket is never given twice, so that one which was freed is known to be gone.
class Handles {
 public:
  farnorth_state* add(std::shared_ptr<Session> session) {
    const std::unique_lock lock(mutex_);
    const std::uintptr_t ticket = ++last_;
    sessions_.emplace(ticket, std::move(session));
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a ticket is never followed.
    return reinterpret_cast<farnorth_state*>(ticket);
  }
  std::shared_ptr<Session> find(const farnorth_state* handle) const {
    const std::shared_lock lock(mutex_);
    const auto found = sessions_.find(reinterpret_cast<std::uintptr_t>(handle));
    if (found == sessions_.end()) throw Misuse(FARNORTH_BAD_HANDLE, "no such state");
    return found->second;
  }
  void remove(farnorth_state* handle) {
    const std::unique_lock lock(mutex_);
    if (sessions_.erase(reinterpret_cast<std::uintptr_t>(handle)) == 0)
      throw Misuse(FARNORTH_BAD_HANDLE, "no such state");
  }

 private:
  mutable std::shared_mutex mutex_;
  std::uintptr_t last_ = 0;
  std::unordered_map<std::uintptr_t, std::shared_ptr<Session>> sessions_;
};

// Lives as long as the process: other threads may call while it ends.
Handles& handles() {
  static auto* const all = new Handles;
  return *all;
}

// ---- Arguments -----------------------------------------------------------------------------------

template <class T>
T& checked(T* pointer, const char* name) {
  if (pointer == nullptr)
    throw Misuse(FARNORTH_BAD_ARGUMENT, std::string(name) + " must not be NULL");
  return *pointer;
}

std::string_view text_of(const char* text, const char* name) { return &checked(text, name); }

std::optional<std::string> optional_text(const char* text) {
  if (text == nullptr) return std::nullopt;
  JsonWriter().string(text);  // it comes back in JSON, so it has to be UTF-8
  return text;
}

Player seat_of(const Session& session, int seat) {
  if (seat < 0 || seat >= session.facts().players)
    throw Misuse(FARNORTH_BAD_ARGUMENT, "no seat " + std::to_string(seat) + " in a game with " +
                                            std::to_string(session.facts().players) + " players");
  return Player::at(seat);
}

Options options_of(int players, const char* options_json) {
  Options options;
  if (options_json != nullptr) options = read_setup(JsonValue::parse(options_json));
  if (players != 0) options["players"] = std::to_string(players);
  return options;
}

std::vector<std::string> list_of(const char* json, const char* name) {
  const JsonValue list = JsonValue::parse(text_of(json, name));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < list.size(); ++i) texts.push_back(list.at(i).word());
  return texts;
}

// ---- Answers -------------------------------------------------------------------------------------

farnorth_status too_small(std::size_t need, std::size_t cap) {
  note((std::to_string(need) + " needed, the buffer holds " + std::to_string(cap)).c_str());
  return FARNORTH_TOO_SMALL;
}

// Writes an answer and its terminating zero.
farnorth_status give(std::string text, char* buffer, std::size_t cap, std::size_t* need) {
  const std::size_t size = text.size() + 1;
  if (need != nullptr) *need = size;
  if (cap < size) {
    last_text = std::move(text);
    return too_small(size, cap);
  }
  std::copy_n(text.c_str(), size, &checked(buffer, "buffer"));
  return FARNORTH_OK;
}

template <class T, class List>
farnorth_status give_list(const List& list, T* out, std::size_t cap, std::size_t* need) {
  if (need != nullptr) *need = list.size();
  if (cap < list.size()) return too_small(list.size(), cap);
  if (list.size() > 0) std::copy(list.begin(), list.end(), &checked(out, "the array"));
  return FARNORTH_OK;
}

template <class Write>
std::string object(Write write) {
  JsonWriter out;
  out.begin_object();
  write(out);
  out.end_object();
  return out.take();
}

SearchRequest request_of(const char* limits_json, std::int64_t& report_ms) {
  SearchRequest request;
  if (limits_json == nullptr) return request;
  const JsonValue limits = JsonValue::parse(limits_json);
  if (!limits.is_object()) limits.fail("an object");
  const auto number = [&](std::string_view key, std::int64_t standard, std::int64_t highest) {
    return limits.has(key) ? limits.at(key).integer(0, highest) : standard;
  };
  request.budget.iterations =
      static_cast<std::uint32_t>(number("sims", 0, budgets::kMostIterations));
  request.budget.microseconds = 1000 * number("time_ms", 0, budgets::kMostMilliseconds);
  report_ms = std::max<std::int64_t>(1, number("report_ms", report_ms, budgets::kMostMilliseconds));
  if (limits.has("bot")) request.bot = limits.at("bot").word();
  if (limits.has("seed")) request.seed = seed_number(limits.at("seed"));
  return request;
}

}  // namespace

extern "C" {

int farnorth_abi_version(void) { return FARNORTH_ABI_VERSION; }

const char* farnorth_version(void) { return FARNORTH_VERSION; }

const char* farnorth_last_error(void) { return last_error.c_str(); }

int farnorth_last_text(char* buffer, size_t cap, size_t* need) {
  return guarded([&] { return give(last_text, buffer, cap, need); });
}

int farnorth_games(char* buffer, size_t cap, size_t* need) {
  return guarded([&] {
    JsonWriter out;
    write_games(out);
    return give(out.take(), buffer, cap, need);
  });
}

int farnorth_bots(char* buffer, size_t cap, size_t* need) {
  return guarded([&] {
    JsonWriter out;
    write_bots(out);
    return give(out.take(), buffer, cap, need);
  });
}

int farnorth_state_new(const char* game, int players, const char* options_json, const char* seed,
                       farnorth_state** out) {
  return guarded([&] {
    farnorth_state*& handle = checked(out, "out");
    handle = handles().add(
        new_session(text_of(game, "game"), options_of(players, options_json), optional_text(seed)));
    return FARNORTH_OK;
  });
}

int farnorth_state_from_json(const char* position_json, const char* seed, farnorth_state** out) {
  return guarded([&] {
    farnorth_state*& handle = checked(out, "out");
    handle = handles().add(
        session_of(JsonValue::parse(text_of(position_json, "position_json")), optional_text(seed)));
    return FARNORTH_OK;
  });
}

int farnorth_state_clone(const farnorth_state* state, farnorth_state** out) {
  return guarded([&] {
    farnorth_state*& handle = checked(out, "out");
    handle = handles().add(handles().find(state)->clone());
    return FARNORTH_OK;
  });
}

int farnorth_state_free(farnorth_state* state) {
  return guarded([&] {
    if (state != nullptr) handles().remove(state);
    return FARNORTH_OK;
  });
}

int farnorth_state_info(const farnorth_state* state, char* buffer, size_t cap, size_t* need) {
  return guarded([&] {
    const std::shared_ptr<Session> session = handles().find(state);
    const Facts& facts = session->facts();
    return give(object([&](JsonWriter& out) {
                  out.key("game").string(facts.game);
                  out.key("rules_version").integer(facts.rules_version);
                  out.key("setup").raw(facts.setup).key("players").integer(facts.players);
                  out.key("actions").integer(facts.actions);
                  out.key("chance_actions").integer(facts.chance_actions);
                  out.key("observation_size").integer(facts.observation_size);
                }),
                buffer, cap, need);
  });
}

int farnorth_state_players(const farnorth_state* state, int* players) {
  return guarded([&] {
    checked(players, "players") = handles().find(state)->facts().players;
    return FARNORTH_OK;
  });
}

int farnorth_state_actor(const farnorth_state* state, int* actor) {
  return guarded([&] {
    const Actor acting = handles().find(state)->actor();
    checked(actor, "actor") = acting.is_nobody()   ? FARNORTH_NOBODY
                              : acting.is_chance() ? FARNORTH_CHANCE
                                                   : acting.player().seat;
    return FARNORTH_OK;
  });
}

int farnorth_state_hash(const farnorth_state* state, uint64_t* hash) {
  return guarded([&] {
    checked(hash, "hash") = handles().find(state)->hash();
    return FARNORTH_OK;
  });
}

int farnorth_state_legal(const farnorth_state* state, int32_t* ids, size_t cap, size_t* need) {
  return guarded([&] { return give_list(handles().find(state)->legal_ids(), ids, cap, need); });
}

int farnorth_state_legal_texts(const farnorth_state* state, char* buffer, size_t cap,
                               size_t* need) {
  return guarded([&] {
    std::string lines;
    for (const std::string& text : handles().find(state)->legal_texts()) lines += text + "\n";
    return give(std::move(lines), buffer, cap, need);
  });
}

int farnorth_state_weights(const farnorth_state* state, uint32_t* weights, size_t cap,
                           size_t* need) {
  return guarded([&] { return give_list(handles().find(state)->weights(), weights, cap, need); });
}

int farnorth_state_move_text(const farnorth_state* state, int32_t id, char* buffer, size_t cap,
                             size_t* need) {
  return guarded([&] { return give(handles().find(state)->text_of(id), buffer, cap, need); });
}

int farnorth_state_move_id(const farnorth_state* state, const char* text, int32_t* id) {
  return guarded([&] {
    checked(id, "id") = handles().find(state)->id_of(text_of(text, "text"));
    return FARNORTH_OK;
  });
}

int farnorth_state_apply(farnorth_state* state, int32_t id) {
  return guarded([&] {
    const MoveName name = std::int64_t{id};
    handles().find(state)->apply({&name, 1});
    return FARNORTH_OK;
  });
}

int farnorth_state_apply_text(farnorth_state* state, const char* text) {
  return guarded([&] {
    const MoveName name = std::string(text_of(text, "text"));
    handles().find(state)->apply({&name, 1});
    return FARNORTH_OK;
  });
}

int farnorth_state_scores(const farnorth_state* state, int32_t* scores, size_t cap, size_t* need) {
  return guarded(
      [&] { return give_list(handles().find(state)->result().scores, scores, cap, need); });
}

int farnorth_state_places(const farnorth_state* state, int32_t* places, size_t cap, size_t* need) {
  return guarded(
      [&] { return give_list(handles().find(state)->result().places, places, cap, need); });
}

int farnorth_state_returns(const farnorth_state* state, double* returns, size_t cap, size_t* need) {
  return guarded([&] { return give_list(handles().find(state)->returns(), returns, cap, need); });
}

int farnorth_state_result(const farnorth_state* state, char* buffer, size_t cap, size_t* need) {
  return guarded([&] {
    const std::shared_ptr<Session> session = handles().find(state);
    return give(object([&](JsonWriter& out) { write_result(out, *session); }), buffer, cap, need);
  });
}

int farnorth_state_json(const farnorth_state* state, int seat, char* buffer, size_t cap,
                        size_t* need) {
  return guarded([&] {
    const std::shared_ptr<Session> session = handles().find(state);
    return give(seat == -1 ? session->position() : session->view(seat_of(*session, seat), false),
                buffer, cap, need);
  });
}

int farnorth_state_view(const farnorth_state* state, int seat, char* buffer, size_t cap,
                        size_t* need) {
  return guarded([&] {
    const std::shared_ptr<Session> session = handles().find(state);
    return give(session->view(seat_of(*session, seat), true), buffer, cap, need);
  });
}

int farnorth_state_observation(const farnorth_state* state, int seat, float* numbers, size_t cap,
                               size_t* need) {
  return guarded([&]() -> int {
    const std::shared_ptr<Session> session = handles().find(state);
    const Player player = seat_of(*session, seat);
    const auto size = static_cast<std::size_t>(session->facts().observation_size);
    if (need != nullptr) *need = size;
    if (cap < size) return too_small(size, cap);
    session->observe(player, {&checked(numbers, "numbers"), size});
    return FARNORTH_OK;
  });
}

int farnorth_state_legal_mask(const farnorth_state* state, uint8_t* mask, size_t cap,
                              size_t* need) {
  return guarded([&] {
    const std::shared_ptr<Session> session = handles().find(state);
    std::vector<std::uint8_t> legal(static_cast<std::size_t>(session->facts().actions));
    if (session->actor().is_player())
      for (const std::int32_t id : session->legal_ids()) legal[static_cast<std::size_t>(id)] = 1;
    return give_list(legal, mask, cap, need);
  });
}

int farnorth_search(farnorth_state* state, int seat, const char* limits_json,
                    farnorth_progress progress, void* user, char* buffer, size_t cap,
                    size_t* need) {
  return guarded([&] {
    const std::shared_ptr<Session> session = handles().find(state);
    std::int64_t report_ms = 100;
    SearchRequest request = request_of(limits_json, report_ms);
    request.seat = seat_of(*session, seat).seat;
    const auto text = [](const Found& found) {
      return object([&](JsonWriter& out) { write_found(out, found); });
    };
    std::atomic<bool> stop{false};
    Listener listener{.stop = &stop, .progress_microseconds = 1000 * report_ms};
    if (progress != nullptr)
      listener.progress = [&](const Found& found) {
        if (progress(text(found).c_str(), user) != 0) stop.store(true);
      };
    return give(text(session->search(request)(listener)), buffer, cap, need);
  });
}

int farnorth_play(const char* game, int players, const char* options_json, const char* bots_json,
                  const char* seed, char* buffer, size_t cap, size_t* need) {
  return guarded([&] {
    return give(play_record(text_of(game, "game"), options_of(players, options_json),
                            list_of(bots_json, "bots_json"), std::string(text_of(seed, "seed")), 0,
                            utc_now()),
                buffer, cap, need);
  });
}

int farnorth_state_record(const farnorth_state* state, const char* bots_json, char* buffer,
                          size_t cap, size_t* need) {
  return guarded([&] {
    return give(handles().find(state)->record(list_of(bots_json, "bots_json"), utc_now()), buffer,
                cap, need);
  });
}

int farnorth_verify_record(const char* line) {
  return guarded([&] {
    verify(record_of(text_of(line, "line")));
    return FARNORTH_OK;
  });
}

}  // extern "C"
