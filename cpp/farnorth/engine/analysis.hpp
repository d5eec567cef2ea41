// A search on a thread of its own: whoever asked for it follows it as it grows, and may end it at any moment.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "farnorth/search/bot.hpp"

namespace farnorth {

template <Game G>
class Analysis {
 public:
  // Begins at once; the viewer of `view` acts. `game` must outlive the analysis.
  Analysis(const G& game, std::unique_ptr<Bot<G>> bot, const typename G::View& view,
           const Budget& budget, std::int64_t report_microseconds)
      : bot_(std::move(bot)), thread_([this, &game, view, budget, report_microseconds] {
          search(game, view, budget, report_microseconds);
        }) {}
  ~Analysis() { stop(); }
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  // Ends the search, which notices within a few iterations, and its thread. What it had found may still be taken.
  void stop() {
    stop_.store(true);
    const std::lock_guard lock(ending_);  // whoever stops it, and how many of them
    if (thread_.joinable()) thread_.join();
  }

  // The newest decision, or nothing if none came within the time. One that nobody took in time is replaced by the next:
  // a slow reader never holds up the search. Throws what the bot threw.
  std::optional<Decision<G>> take(std::chrono::microseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return newest_ || is_done_; });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return std::exchange(newest_, std::nullopt);
  }

  // Whether nothing is left to take, now or later.
  bool is_over() const {
    const std::lock_guard lock(mutex_);
    return is_done_ && !newest_ && !error_;
  }

 private:
  void search(const G& game, const typename G::View& view, const Budget& budget,
              std::int64_t report_microseconds) {
    const Watch<G> watch{&stop_, [this](const Decision<G>& decision) { put(decision, false); },
                         report_microseconds};
    try {
      put(bot_->choose(game, view, budget, watch), true);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      is_done_ = true;
      changed_.notify_one();
    }
  }

  void put(Decision<G> decision, bool is_last) {
    const std::lock_guard lock(mutex_);
    newest_ = std::move(decision);
    is_done_ = is_last;
    changed_.notify_one();
  }

  std::unique_ptr<Bot<G>> bot_;
  std::atomic<bool> stop_{false};
  std::mutex ending_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Decision<G>> newest_;
  std::exception_ptr error_;
  bool is_done_ = false;
  std::thread thread_;  // last, so that all it uses is made before it starts
};

}  // namespace farnorth
