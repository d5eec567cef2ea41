// Many matches at once: seed blocks on threads, delivered in order.
//
// A block is one deal with all cyclic rotations of the bots over the seats. The number of threads changes nothing but
// the time it takes: every match has its own seed and its own bots, and the sink gets the games in order.
#pragma once

#include <atomic>
#include <chrono>
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

#include "farnorth/engine/match.hpp"

namespace farnorth {

template <Game G>
struct Entrant {
  std::string spec;
  std::function<std::unique_ptr<Bot<G>>()> make;  // called on the thread that plays
};

struct RunOptions {
  std::string seed = "0";
  int first_block = 0;
  int blocks = 1;
  int threads = 1;
  MatchOptions match;  // seed, rotation and stop are set for each match
};

template <Game G>
struct Finished {
  int block = 0, rotation = 0;
  std::array<int, kMaxSeats> entrant{};  // by seat
  MatchOptions options;
  Match<G> match;
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

template <Game G>
class Runner {
 public:
  Runner(const G& game, std::vector<Entrant<G>> entrants, const RunOptions& options)
      : game_(game),
        entrants_(std::move(entrants)),
        options_(options),
        total_(options.blocks * game.players()) {
    if (entrants_.empty()) throw BadData("no bots were given");
    if (static_cast<int>(entrants_.size()) > game.players())
      throw BadData(std::to_string(entrants_.size()) + " bots for " +
                    std::to_string(game.players()) + " seats; use a tournament, or --players");
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
  // Called once no more games will be played, before the threads are waited for.
  std::function<void()> on_stop = [] {};

  // Plays everything. `sink` gets each game, in order, on the calling thread. `idle` is called there every few
  // milliseconds; when it returns false the run stops, with what was finished already delivered. If a match fails its
  // error is thrown once all games before it are delivered.
  void run(const std::function<void(Finished<G>&&)>& sink, const std::function<bool()>& idle) {
    std::vector<std::thread> threads;
    for (int i = 0; i < std::min(std::max(options_.threads, 1), total_); ++i)
      threads.emplace_back([this] { work(); });
    try {
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
    finished.block = options_.first_block + index / players;
    finished.rotation = index % players;
    finished.entrant = seating(players, static_cast<int>(entrants_.size()), finished.rotation);
    finished.options = options_.match;
    finished.options.seed = block_seed(options_.seed, finished.block);
    finished.options.rotation = finished.rotation;
    finished.options.stop = &stop_;
    std::vector<Bot<G>*> seated;
    std::vector<std::string> names;
    for (int seat = 0; seat < players; ++seat) {
      const int entrant = finished.entrant[static_cast<std::size_t>(seat)];
      const Entrant<G>& who = entrants_[static_cast<std::size_t>(entrant)];
      std::unique_ptr<Bot<G>>& bot = bots[{entrant, seat}];
      if (!bot) bot = who.make();
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
        ready_.wait_for(lock, kIdle, [&] { return woken_ || done_.contains(index); });
        woken_ = false;
        for (auto found = done_.find(index);
             found != done_.end() && found->first == index + static_cast<int>(batch.size());
             found = done_.erase(found))
          batch.push_back(std::move(found->second));
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
