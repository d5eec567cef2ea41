// Searches on a thread of their own, one after the other, so that whoever asked for them can go on listening.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "farnorth/embed/session.hpp"

namespace farnorth::embed {

class SearchQueue {
 public:
  struct Job {
    std::string id;  // as JSON; several may have none ("null")
    Search search;
    std::optional<std::int64_t> progress_microseconds;  // none: no reports
    std::function<void(const Found&)> on_progress;
    std::function<void(const Found&)> on_end;
    std::function<void(std::exception_ptr)> on_error;
  };
  static constexpr std::size_t kLongest = 64;  // jobs waiting and running

  SearchQueue() : thread_([this] { work(); }) {}
  ~SearchQueue();

  // False if the queue is full.
  bool push(Job job);
  bool holds(std::string_view id) const;
  // Has the searches of that id (or all) end now with what they have found; those that wait search a single iteration.
  // Returns how many there were.
  int stop(std::optional<std::string_view> id);
  // Waits until all is done; what is not done by then is stopped.
  void drain(std::chrono::milliseconds patience);

 private:
  struct Entry {
    Job job;
    std::atomic<bool> stop{false};
  };

  void work();
  static std::function<void()> run(const Entry& entry);  // returns what tells the answer

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Entry>> entries_;  // the first one runs
  bool closed_ = false;
  std::thread thread_;  // last: it uses all the others
};

}  // namespace farnorth::embed
