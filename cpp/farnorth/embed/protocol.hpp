// The engine protocol: JSON lines, one object a line. python/farnorth/protocol/PROTOCOL.md describes it.
//
// An Engine is fed lines by one thread and answers through `send`, from that thread or from the one that searches.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

#include "farnorth/embed/search_queue.hpp"
#include "farnorth/embed/session.hpp"

namespace farnorth::embed {

inline constexpr int kProtocolVersion = 1;
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;  // bytes, without the newline
inline constexpr std::size_t kMostSessions = 64;

// Lines of a stream. What is too long is read over and reported, so that memory stays bounded.
class LineReader {
 public:
  explicit LineReader(std::streambuf& in) : in_(in) {}

  enum class Read { line, too_long, end };
  Read next(std::string& line);

 private:
  std::streambuf& in_;
};

class Engine {
 public:
  struct Settings {
    std::string bot = "ismcts";  // for `go` that names none, and for the bot role
  };
  // `send` gets one line at a time, without its newline.
  Engine(Settings settings, std::function<void(const std::string&)> send);

  // Answers a line, or starts what will. False after `quit`.
  bool take(std::string_view line);
  void refuse_long_line();
  // End of input: what is queued is finished, within `patience`.
  void finish(std::chrono::milliseconds patience);

 private:
  using Handler = void (Engine::*)(const JsonValue& request, const std::string& id);
  static Handler handler_of(std::string_view verb);

  void hello(const JsonValue& request, const std::string& id);
  void open(const JsonValue& request, const std::string& id);
  void apply(const JsonValue& request, const std::string& id);
  void legal(const JsonValue& request, const std::string& id);
  void view(const JsonValue& request, const std::string& id);
  void state(const JsonValue& request, const std::string& id);
  void info(const JsonValue& request, const std::string& id);
  void result(const JsonValue& request, const std::string& id);
  void close(const JsonValue& request, const std::string& id);
  void go(const JsonValue& request, const std::string& id);
  void stop(const JsonValue& request, const std::string& id);
  void ping(const JsonValue& request, const std::string& id);
  void quit(const JsonValue& request, const std::string& id);
  void start(const JsonValue& request, const std::string& id);
  void move(const JsonValue& request, const std::string& id);

  Session& session_of_request(const JsonValue& request);
  void queue(SearchQueue::Job job);
  void answer(JsonWriter& out);
  void fail(const std::string& id, std::exception_ptr error, const Session* session);

  Settings settings_;
  std::function<void(const std::string&)> send_;
  std::mutex sending_;
  std::map<std::string, std::unique_ptr<Session>, std::less<>> sessions_;
  std::int64_t opened_ = 0;
  std::map<int, std::unique_ptr<SeatedBot>> bots_;  // by seat
  const Session* addressed_ = nullptr;              // by the request being answered
  bool quit_ = false;
  SearchQueue searches_;  // last: its thread uses the rest
};

}  // namespace farnorth::embed
