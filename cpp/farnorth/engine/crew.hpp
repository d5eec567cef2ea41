// Threads that share the same kind of work again and again: a range of items, a part each. They wait in between, and a
// round of work allocates nothing.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace farnorth {

class Crew {
 public:
  // The calling thread works too, so one thread means no other.
  explicit Crew(int threads) : parts_(std::max(threads, 1)) {
    for (int part = 1; part < parts_; ++part) threads_.emplace_back([this, part] { wait(part); });
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
      begin_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
  }

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
