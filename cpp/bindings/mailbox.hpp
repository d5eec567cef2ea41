// Calls that must run on the thread which called into C++, with the GIL: the code of Python bots.
//
// Matches run on threads of their own, so that the calling thread is free to notice Ctrl-C. A match that needs Python
// posts its call here and waits.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "farnorth/engine/match.hpp"

namespace farnorth::bindings {

namespace py = pybind11;

class Mailbox {
 public:
  std::function<void()> wake = [] {};  // tells the calling thread that there is a call

  // From a match: has `call` run, and throws what it throws. Throws Stopped once the mailbox is closed.
  void run(std::function<void()> call) {
    Letter letter{std::move(call), nullptr, false};
    std::unique_lock lock(mutex_);
    if (closed_) throw Stopped{};
    letters_.push_back(&letter);
    lock.unlock();
    wake();
    lock.lock();
    answered_.wait(lock, [&] { return letter.answered; });
    if (letter.error) std::rethrow_exception(letter.error);
  }

  // On the calling thread, with the GIL: runs the calls that wait. An interrupt is thrown here; the match that asked
  // gets Stopped.
  void serve() {
    for (;;) {
      std::unique_lock lock(mutex_);
      if (letters_.empty()) return;
      Letter& letter = *letters_.front();
      letters_.pop_front();
      lock.unlock();
      std::exception_ptr interrupt;
      try {
        letter.call();
      } catch (const py::error_already_set&) {
        interrupt = std::current_exception();
        letter.error = std::make_exception_ptr(Stopped{});
      } catch (...) {
        letter.error = std::current_exception();
      }
      lock.lock();
      letter.answered = true;
      answered_.notify_all();
      lock.unlock();
      if (interrupt) std::rethrow_exception(interrupt);
    }
  }

  // No call is answered any more.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (Letter* letter : letters_) {
      letter->error = std::make_exception_ptr(Stopped{});
      letter->answered = true;
    }
    letters_.clear();
    answered_.notify_all();
  }

  // Runs `work` on a thread and serves its calls meanwhile. Called with the GIL. On Ctrl-C sets `stop`, waits for the
  // work to notice, and throws KeyboardInterrupt.
  template <class Work>
  auto serve_while(std::atomic<bool>& stop, Work work) -> decltype(work()) {
    std::optional<decltype(work())> result;
    std::exception_ptr error;
    bool done = false;
    std::mutex mutex;
    std::condition_variable changed;
    bool called = false;
    wake = [&] {
      const std::lock_guard lock(mutex);
      called = true;
      changed.notify_one();
    };
    std::thread thread([&] {
      try {
        result = work();
      } catch (...) {
        error = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_one();
    });
    const auto finish = [&] {
      const py::gil_scoped_release release;
      thread.join();
    };
    try {
      for (bool over = false; !over;) {
        {
          const py::gil_scoped_release release;
          std::unique_lock lock(mutex);
          changed.wait_for(lock, std::chrono::milliseconds(5), [&] { return done || called; });
          over = done;
          called = false;
        }
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        serve();
      }
    } catch (...) {
      stop.store(true);
      close();
      finish();
      throw;
    }
    finish();
    if (error) std::rethrow_exception(error);
    return std::move(*result);
  }

 private:
  struct Letter {
    std::function<void()> call;
    std::exception_ptr error;
    bool answered;
  };

  std::mutex mutex_;
  std::condition_variable answered_;
  std::deque<Letter*> letters_;
  bool closed_ = false;
};

}  // namespace farnorth::bindings
