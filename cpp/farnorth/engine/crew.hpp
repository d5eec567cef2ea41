// Threads that share the same kind of work again and again: a range of items, a part each. They wait in between, and a
// round of work allocates nothing.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "farnorth/core/error.hpp"

namespace farnorth {

inline constexpr int kMostThreads = 1024;

// Throws BadData.
inline void check_threads(int threads) {
  if (threads < 1 || threads > kMostThreads)
    throw BadData("threads must be 1 to " + std::to_string(kMostThreads) + ", not " +
                  std::to_string(threads));
}

// Starts `count` threads that call work(i). Throws Error if the system has no more of them; those that were started are
// in the list and must be joined all the same.
template <class Work>
void add_threads(std::vector<std::thread>& threads, int count, Work work) {
  threads.reserve(threads.size() + static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    try {
      threads.emplace_back(work, i);
    } catch (const std::system_error& error) {
      throw Error("no thread " + std::to_string(i + 1) + " of " + std::to_string(count) +
                  " could be started: " + error.what());
    }
  }
}

class Crew {
 public:
  // The calling thread works too, so one thread means no other.
  explicit Crew(int threads) : parts_(threads) {
    check_threads(threads);
    try {
      add_threads(threads_, parts_ - 1, [this](int i) { wait(i + 1); });
    } catch (...) {
      end();
      throw;
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() { end(); }

  // Calls work(first, last) for parts of [0, items), and returns when all are done. Throws what a part threw.
  template <class Work>
  void share(int items, Work& work) {
    if (parts_ == 1) return work(0, items);
    {
      const std::lock_guard lock(mutex_);
      items_ = items;
      work_ = &work;
      call_ = [](void* given, int first, int last) { (*static_cast<Work*>(given))(first, last); };
      error_ = nullptr;
      busy_ = parts_ - 1;
      ++round_;
      begin_.notify_all();
    }
    do_part(0);
    std::unique_lock lock(mutex_);
    end_.wait(lock, [&] { return busy_ == 0; });
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
      begin_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
  }

  void wait(int part) {
    for (unsigned seen = 0;;) {
      {
        std::unique_lock lock(mutex_);
        begin_.wait(lock, [&] { return over_ || round_ != seen; });
        if (over_) return;
        seen = round_;
      }
      do_part(part);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) end_.notify_one();
    }
  }

  int border(int part) const {
    return static_cast<int>(static_cast<long long>(items_) * part / parts_);
  }

  void do_part(int part) {
    try {
      call_(work_, border(part), border(part + 1));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }

  const int parts_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  bool over_ = false;
  unsigned round_ = 0;
  int busy_ = 0, items_ = 0;
  void* work_ = nullptr;
  void (*call_)(void*, int, int) = nullptr;
  std::exception_ptr error_;
};

}  // namespace farnorth
