// Bytes as a program: any sequence of calls of the C interface, with any arguments, and lines of the engine protocol.
// Whatever comes, there is a status or an answer and never a crash.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "farnorth/embed/farnorth.h"
#include "farnorth/embed/protocol.hpp"

namespace farnorth::fuzz {

inline void demand(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  std::uint32_t next(int bytes = 1) {
    std::uint32_t value = 0;
    for (; bytes > 0 && !rest_.empty(); --bytes) {
      value = value << 8U | rest_.front();
      rest_ = rest_.subspan(1);
    }
    return value;
  }
  std::string text(std::size_t size) {
    size = std::min(size, rest_.size());
    const std::string text(reinterpret_cast<const char*>(rest_.data()), size);
    rest_ = rest_.subspan(size);
    return text;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

// The calls that the bytes say. A state that one call makes is there for later ones, also after it was freed.
class Calls {
 public:
  explicit Calls(std::span<const std::uint8_t> bytes) : in_(bytes) {}
  ~Calls() {
    for (farnorth_state* state : states_) farnorth_state_free(state);
  }

  // Returns how many calls did what was asked.
  int run() {
    int done = call(0) == FARNORTH_OK ? 1 : 0;
    for (int calls = 0; !in_.empty() && calls < kMostCalls; ++calls) {
      const int status = call(in_.next() % 24);
      demand(status >= FARNORTH_OK && status < FARNORTH_INTERNAL, farnorth_last_error());
      demand(farnorth_last_error() != nullptr, "no last error");
      if (status == FARNORTH_OK) ++done;
    }
    return done;
  }

 private:
  static constexpr int kMostCalls = 200;
  static constexpr std::size_t kMostStates = 6;

  farnorth_state* state() {
    const std::uint32_t which = in_.next();
    if (which == 255) return nullptr;
    if (which == 254) return reinterpret_cast<farnorth_state*>(std::uintptr_t{in_.next(4)});
    return states_.empty() ? nullptr : states_[which % states_.size()];
  }
  void keep(farnorth_state* made) {
    if (made == nullptr) return;
    if (states_.size() < kMostStates) {
      states_.push_back(made);
    } else {
      farnorth_state*& old = states_[in_.next() % kMostStates];
      farnorth_state_free(old);
      old = made;
    }
  }

  // A text that may mean something, or any bytes.
  const char* text() {
    static constexpr std::array kTexts{"borealis",
                                       "explorers",
                                       "scavengers",
                                       "{}",
                                       "{\"side\":\"II\"}",
                                       "{\"players\":3}",
                                       "1",
                                       "{\"sims\":3}",
                                       "{\"sims\":4,\"seed\":\"5\"}",
                                       "{\"time_ms\":1,\"bot\":\"pimc:worlds=2\"}",
                                       "[\"greedy\",\"random\"]",
                                       "[\"random\",\"random\",\"random\"]",
                                       "done",
                                       "[",
                                       "\xff\xfe"};
    const std::size_t which = in_.next() % (kTexts.size() + 4);
    if (which < kTexts.size()) return kTexts[which];
    if (which == kTexts.size()) return nullptr;
    if (which == kTexts.size() + 1)
      return answer_.c_str();  // of an earlier call: a position, a record
    given_.push_back(in_.text(in_.next() % 64));
    return given_.back().c_str();
  }

  // A buffer that is just so large: what is written beyond it, the sanitizer sees.
  template <class Give>
  int give_text(Give give) {
    const std::size_t cap = in_.next() % 4 == 0 ? in_.next() : std::size_t{1} << 20U;
    std::vector<char> buffer(cap);
    std::size_t need = 0;
    const int status = give(cap == 0 ? nullptr : buffer.data(), cap, &need);
    demand(status != FARNORTH_TOO_SMALL || need > cap, "too small, and it would have fitted");
    if (status == FARNORTH_OK) {
      demand(need <= cap && buffer[need - 1] == '\0', "a text without its end");
      answer_.assign(buffer.data(), need - 1);
    }
    return status;
  }
  template <class T, class Give>
  int give_list(Give give) {
    std::vector<T> items(in_.next() % 2 == 0 ? in_.next() % 8 : 20'000);
    std::size_t need = 0;
    const int status = give(items.empty() ? nullptr : items.data(), items.size(), &need);
    if (status == FARNORTH_OK) demand(need <= items.size(), "more than the buffer holds");
    return status;
  }

  static int on_progress(const char* found, void* user) {
    demand(found != nullptr && found[0] == '{', "progress without an object");
    return ++*static_cast<int*>(user) > 2 ? 1 : 0;
  }

  int call(std::uint32_t which) {
    farnorth_state* made = nullptr;
    int number = 0, status = 0;
    std::int32_t id = 0;
    std::uint64_t hash = 0;
    switch (which) {
      case 0: {  // a game that there is
        static constexpr std::array kGames{"borealis", "explorers", "scavengers"};
        const char* game = kGames[in_.next() % kGames.size()];
        status = farnorth_state_new(game, 0, nullptr, in_.next() % 2 == 0 ? nullptr : "1", &made);
        demand(status == FARNORTH_OK, farnorth_last_error());
        keep(made);
        return status;
      }
      case 1: {
        const char* game = text();
        const int players = static_cast<int>(in_.next() % 7) - 1;
        const char* options = text();
        status = farnorth_state_new(game, players, options, text(), &made);
        keep(made);
        return status;
      }
      case 2: {
        const char* position = text();
        status = farnorth_state_from_json(position, text(), &made);
        keep(made);
        return status;
      }
      case 3:
        status = farnorth_state_clone(state(), &made);
        keep(made);
        return status;
      case 4: return farnorth_state_free(state());  // its handle stays among the others
      case 5: return farnorth_state_players(state(), in_.next() == 0 ? nullptr : &number);
      case 6: return farnorth_state_actor(state(), &number);
      case 7: return farnorth_state_hash(state(), &hash);
      case 8:
      case 9:
      case 10: return play_on(state());
      case 11: {
        farnorth_state* const given = state();
        return farnorth_state_apply(given, static_cast<std::int32_t>(in_.next(4)));
      }
      case 12: {
        farnorth_state* const given = state();
        return farnorth_state_apply_text(given, text());
      }
      case 13: {
        farnorth_state* const given = state();
        return farnorth_state_move_id(given, text(), &id);
      }
      default: return ask(which, state());
    }
  }

  // Makes a few legal moves.
  int play_on(farnorth_state* given) {
    std::vector<std::int32_t> ids(20'000);
    for (std::uint32_t moves = in_.next() % 64; moves > 0; --moves) {
      std::size_t count = 0;
      const int status = farnorth_state_legal(given, ids.data(), ids.size(), &count);
      if (status != FARNORTH_OK || count == 0) return status;
      const std::int32_t id = ids[(in_.next() * 7 + moves) % count];
      demand(farnorth_state_apply(given, id) == FARNORTH_OK, "a legal move was refused");
    }
    return FARNORTH_OK;
  }

  int ask(std::uint32_t which, farnorth_state* given) {
    const int seat = static_cast<int>(in_.next() % 8) - 2;
    switch (which) {
      case 14:
        return give_text([&](char* b, std::size_t c, std::size_t* n) {
          return farnorth_state_json(given, seat, b, c, n);
        });
      case 15:
        return give_text([&](char* b, std::size_t c, std::size_t* n) {
          return farnorth_state_view(given, seat, b, c, n);
        });
      case 16:
        return give_text([&](char* b, std::size_t c, std::size_t* n) {
          return farnorth_state_legal_texts(given, b, c, n);
        });
      case 17: {
        const char* limits = text();
        int reports = 0;
        if (limits == nullptr) limits = "{\"sims\":2}";  // not the 2,000 of the default
        return give_text([&](char* b, std::size_t c, std::size_t* n) {
          return farnorth_search(given, seat, limits, on_progress, &reports, b, c, n);
        });
      }
      case 18: {
        const char* bots = text();
        return give_text([&](char* b, std::size_t c, std::size_t* n) {
          return farnorth_state_record(given, bots, b, c, n);
        });
      }
      case 19: return farnorth_verify_record(text());
      case 20:
        return give_list<float>([&](float* o, std::size_t c, std::size_t* n) {
          return farnorth_state_observation(given, seat, o, c, n);
        });
      case 21:
        return give_list<double>([&](double* o, std::size_t c, std::size_t* n) {
          return farnorth_state_returns(given, o, c, n);
        });
      case 22:
        return give_list<std::uint8_t>([&](std::uint8_t* o, std::size_t c, std::size_t* n) {
          return farnorth_state_legal_mask(given, o, c, n);
        });
      default:
        return give_text([&](char* b, std::size_t c, std::size_t* n) {
          return farnorth_state_move_text(given, static_cast<std::int32_t>(in_.next(4)), b, c, n);
        });
    }
  }

  Bytes in_;
  std::vector<farnorth_state*> states_;
  std::deque<std::string> given_;  // texts stay where they are: calls hold on to them
  std::string answer_;
};

inline int call_anything(std::span<const std::uint8_t> bytes) { return Calls(bytes).run(); }

// The bytes as lines for an engine: every line that is not blank gets an answer. Returns how many were done.
inline int say_anything(std::span<const std::uint8_t> bytes) {
  int answers = 0, done = 0;
  embed::Engine engine({.bot = "ismcts:its=2"}, [&](const std::string& line) {
    demand(line.starts_with("{\"id\":") && line.ends_with("}"), line.c_str());
    demand(line.find('\n') == std::string::npos, "an answer on two lines");
    if (line.find("\"info\":{\"sims\"") == std::string::npos) ++answers;
    if (line.find("\"ok\":true") != std::string::npos) ++done;
  });
  int asked = 0;
  Bytes in(bytes);
  std::string rest = in.text(bytes.size());
  for (bool on = true; on && !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string line = rest.substr(0, end);
    rest.erase(0, end + 1);
    const std::string_view shown =
        line.ends_with('\r') ? std::string_view(line).substr(0, line.size() - 1) : line;
    if (shown.find_first_not_of(" \t") != std::string_view::npos) ++asked;
    on = engine.take(line);
  }
  engine.finish(std::chrono::milliseconds(200));
  demand(answers == asked, "a request without an answer, or one with two");
  return done;
}

}  // namespace farnorth::fuzz
