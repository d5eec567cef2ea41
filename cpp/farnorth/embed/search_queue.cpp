#include "farnorth/embed/search_queue.hpp"

#include <algorithm>
#include <utility>

namespace farnorth::embed {

SearchQueue::~SearchQueue() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto& entry : entries_) entry->stop.store(true);
    changed_.notify_all();
  }
  thread_.join();
}

bool SearchQueue::push(Job job) {
  auto entry = std::make_shared<Entry>();
  entry->job = std::move(job);
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= kLongest) return false;
  entries_.push_back(std::move(entry));
  changed_.notify_all();
  return true;
}

bool SearchQueue::holds(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const auto& entry) { return entry->job.id == id; });
}

int SearchQueue::stop(std::optional<std::string_view> id) {
  const std::lock_guard lock(mutex_);
  int stopped = 0;
  for (const auto& entry : entries_) {
    if (id && entry->job.id != *id) continue;
    entry->stop.store(true);
    ++stopped;
  }
  return stopped;
}

void SearchQueue::drain(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  const auto is_done = [&] { return entries_.empty(); };
  if (changed_.wait_for(lock, patience, is_done)) return;
  for (const auto& entry : entries_) entry->stop.store(true);
  changed_.wait(lock, is_done);
}

void SearchQueue::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return closed_ || !entries_.empty(); });
    if (entries_.empty()) return;
    const std::shared_ptr<Entry> entry = entries_.front();
    lock.unlock();
    const std::function<void()> answer = run(*entry);
    // Whoever reads the answer may use its id again at once.
    lock.lock();
    entry->job.id = "null";
    lock.unlock();
    answer();
    lock.lock();
    entries_.pop_front();
    changed_.notify_all();
  }
}

std::function<void()> SearchQueue::run(const Entry& entry) {
  const Job& job = entry.job;
  try {
    Listener listener{.stop = &entry.stop};
    if (job.progress_microseconds) {
      listener.progress = job.on_progress;
      listener.progress_microseconds = *job.progress_microseconds;
    }
    return [&job, found = job.search(listener)] { job.on_end(found); };
  } catch (...) {
    return [&job, error = std::current_exception()] { job.on_error(error); };
  }
}

}  // namespace farnorth::embed
