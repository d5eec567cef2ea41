// How long a decision may go on: iterations, time, a stop from outside; and when to report progress.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include "farnorth/search/bot.hpp"

namespace farnorth {

template <Game G>
class Pace {
 public:
  Pace(const Budget& budget, const Watch<G>& watch)
      : watch_(watch),
        start_(Clock::now()),
        iterations_(budget.iterations > 0 ? budget.iterations : kNoLimit),
        microseconds_(budget.microseconds) {
    if (budget.iterations == 0 && budget.microseconds == 0)
      iterations_ = budgets::kStandard.iterations;
  }

  // May the iteration after `done` others begin? The first always may, so that every decision rests on something.
  bool allows(std::uint32_t done) {
    if (done == 0) return true;
    if (done >= iterations_) return false;
    if (done % kCheckEvery != 0) return true;
    if (watch_.stop != nullptr && watch_.stop->load(std::memory_order_relaxed)) return false;
    return microseconds_ == 0 || elapsed() < microseconds_;
  }

  // Iterations still to come after `done` others, at most.
  std::uint32_t left(std::uint32_t done) const { return iterations_ - done; }

  bool report_is_due(std::uint32_t done) {
    if (!watch_.progress || done % kCheckEvery != 0) return false;
    if (elapsed() < next_report_) return false;
    next_report_ = elapsed() + watch_.progress_microseconds;
    return true;
  }

  std::int64_t elapsed() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  // Small enough for the slowest playouts to keep within a millisecond, and the clock costs far less than they do.
  static constexpr std::uint32_t kCheckEvery = 4;
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  const Watch<G>& watch_;
  Clock::time_point start_;
  std::uint32_t iterations_;
  std::int64_t microseconds_;
  std::int64_t next_report_ = watch_.progress_microseconds;
};

}  // namespace farnorth
