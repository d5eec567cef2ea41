// Many matches at once: seed blocks on threads.
//
// A block is one deal with all cyclic rotations of the bots over the seats. The number of threads changes nothing but
// the time it takes: every match has its own seed and its own bots, and the sink gets the games in order if that is asked
// for.
#pragma once

#include <atomic>
#include <chrono>
#include <climits>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "farnorth/engine/crew.hpp"
#include "farnorth/engine/match.hpp"

namespace farnorth {

template <Game G>
struct Entrant {
  std::string spec;
  std::function<std::unique_ptr<Bot<G>>(int seat)> make;  // called on the thread that plays
};

// A game to be played: which rotation of which block, and which entrant sits where.
struct Slot {
  int block = 0, rotation = 0;
  std::array<int, kMaxSeats> entrant{};  // by seat
};

// The games of a run, by number. Many runs are longer than anybody waits for, so a slot is made when it is played.
struct Slots {
  int size = 0;
  std::function<Slot(int number)> at{};  // from any thread
};

struct RunOptions {
  std::string seed = "0";
  Slots slots{};
  int threads = 1;
  bool in_order = true;  // deliver the games in the order of the slots, else as they are finished
  MatchOptions match{};  // seed, rotation and stop are set for each match
};

template <Game G>
struct Finished {
  Slot slot;
  MatchOptions options;
  Match<G> match;
  std::string line{};  // what `write` made of it
};

// Seed of a block, readable: run seed 7, block 12 is "7/12". It names the deal in the record.
inline std::string block_seed(const std::string& run_seed, int block) {
  return run_seed + "/" + std::to_string(block);
}

// Which entrant sits where: seat s of rotation r gets number s + r; with more seats than entrants the last of them
// takes what is left.
inline std::array<int, kMaxSeats> seating(int players, int entrants, int rotation) {
  std::array<int, kMaxSeats> entrant{};
  for (int seat = 0; seat < players; ++seat)
    entrant[static_cast<std::size_t>(seat)] = std::min((seat + rotation) % players, entrants - 1);
  return entrant;
}

// Whole blocks of these entrants.
inline Slots slots_of_blocks(int players, int entrants, int first_block, std::int64_t blocks) {
  if (entrants > players)
    throw BadData(std::to_string(entrants) + " bots for " + std::to_string(players) +
                  " seats; use a tournament, or --players");
  if (blocks > INT_MAX / players)
    throw BadData("a run has at most " + std::to_string(INT_MAX) + " games");
  return {static_cast<int>(blocks) * players, [=](int number) {
            const int rotation = number % players;
            return Slot{first_block + number / players, rotation,
                        seating(players, entrants, rotation)};
          }};
}

// Games one by one, each between some of the entrants.
inline Slots slots_of_list(std::vector<Slot> list, int players, int entrants) {
  for (const Slot& slot : list)
    for (int seat = 0; seat < players; ++seat)
      if (const int who = slot.entrant[static_cast<std::size_t>(seat)]; who < 0 || who >= entrants)
        throw BadData("no bot has the number " + std::to_string(who));
  const int size = static_cast<int>(list.size());
  return {size,
          [list = std::move(list)](int number) { return list[static_cast<std::size_t>(number)]; }};
}

template <Game G>
class Runner {
 public:
  Runner(const G& game, std::vector<Entrant<G>> entrants, const RunOptions& options)
      : game_(game),
        entrants_(std::move(entrants)),
        options_(options),
        total_(options_.slots.size) {
    if (entrants_.empty()) throw BadData("no bots were given");
    check_threads(options_.threads);
  }

  const std::string& spec(int entrant) const {
    return entrants_[static_cast<std::size_t>(entrant)].spec;
  }

  // From any thread: has `idle` called soon.
  void wake() {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    ready_.notify_one();
  }
  // If set, writes down each game on the thread that played it: there are many of those, and only one that delivers.
  std::function<std::string(const Finished<G>&)> write = nullptr;
  // Called once no more games will be played, before the threads are waited for.
  std::function<void()> on_stop = [] {};

  // Plays everything. `sink` gets each game, on the calling thread. `idle` is called there every few
  // milliseconds; when it returns false the run stops, with what was finished already delivered. If a match fails its
  // error is thrown once all games before it are delivered.
  void run(const std::function<void(Finished<G>&&)>& sink, const std::function<bool()>& idle) {
    std::vector<std::thread> threads;
    try {
      add_threads(threads, std::min(options_.threads, total_), [this](int) { work(); });
      deliver(sink, idle);
    } catch (...) {
      finish(threads);
      throw;
    }
    finish(threads);
  }

 private:
  static constexpr int kAhead = 4096;  // games finished but not yet delivered, at most
  static constexpr std::chrono::milliseconds kIdle{5};

  void finish(std::vector<std::thread>& threads) {
    {
      const std::lock_guard lock(mutex_);
      stop_.store(true);
      room_.notify_all();
    }
    on_stop();
    for (std::thread& thread : threads) thread.join();
  }

  void work() {
    // One bot for each entrant and seat, made once: bots keep their buffers from game to game.
    std::map<std::pair<int, int>, std::unique_ptr<Bot<G>>> bots;
    for (;;) {
      const int index = next_.fetch_add(1);
      if (index >= total_) return;
      {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] { return stop_.load() || index < delivered_ + kAhead; });
      }
      if (stop_.load()) return;
      Outcome outcome;
      try {
        outcome.game = play(index, bots);
        if (write) outcome.game->line = write(*outcome.game);
      } catch (...) {
        outcome.error = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      done_.emplace(index, std::move(outcome));
      ready_.notify_one();
    }
  }

  std::optional<Finished<G>> play(int index,
                                  std::map<std::pair<int, int>, std::unique_ptr<Bot<G>>>& bots) {
    const int players = game_.players();
    Finished<G> finished;
    finished.slot = options_.slots.at(index);
    finished.options = options_.match;
    finished.options.seed = block_seed(options_.seed, finished.slot.block);
    finished.options.rotation = finished.slot.rotation;
    finished.options.stop = &stop_;
    std::vector<Bot<G>*> seated;
    std::vector<std::string> names;
    for (int seat = 0; seat < players; ++seat) {
      const int entrant = finished.slot.entrant[static_cast<std::size_t>(seat)];
      const Entrant<G>& who = entrants_[static_cast<std::size_t>(entrant)];
      std::unique_ptr<Bot<G>>& bot = bots[{entrant, seat}];
      if (!bot) bot = who.make(seat);
      seated.push_back(bot.get());
      names.push_back(who.spec);
    }
    finished.match = play_match<G>(game_, seated, names, finished.options);
    finished.options.stop = nullptr;
    return finished;
  }

  void deliver(const std::function<void(Finished<G>&&)>& sink, const std::function<bool()>& idle) {
    auto last_idle = std::chrono::steady_clock::now();
    for (int index = 0; index < total_;) {
      std::deque<Outcome> batch;
      {
        std::unique_lock lock(mutex_);
        const auto next_is_done = [&] {
          return !done_.empty() && (!options_.in_order ||
                                    done_.begin()->first == index + static_cast<int>(batch.size()));
        };
        ready_.wait_for(lock, kIdle, [&] { return woken_ || next_is_done(); });
        woken_ = false;
        for (; next_is_done(); done_.erase(done_.begin()))
          batch.push_back(std::move(done_.begin()->second));
      }
      for (Outcome& outcome : batch) {
        if (outcome.error) std::rethrow_exception(outcome.error);
        sink(std::move(*outcome.game));
        ++index;
      }
      if (!batch.empty()) {
        const std::lock_guard lock(mutex_);
        delivered_ = index;
        room_.notify_all();
      }
      const auto now = std::chrono::steady_clock::now();
      if (batch.empty() || now - last_idle > kIdle) {
        last_idle = now;
        if (!idle()) throw Stopped{};
      }
    }
  }

  struct Outcome {
    std::optional<Finished<G>> game;
    std::exception_ptr error;
  };

  const G& game_;
  std::vector<Entrant<G>> entrants_;
  RunOptions options_;
  const int total_;
  std::atomic<int> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable ready_, room_;
  std::map<int, Outcome> done_;
  int delivered_ = 0;
  bool woken_ = false;
};

}  // namespace farnorth
