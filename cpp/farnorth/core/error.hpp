// Errors at the boundary: what a caller, a file or a bot can get wrong. Inside, `assert` guards what cannot happen.
#pragma once

#include <stdexcept>
#include <string>

namespace farnorth {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A move text that no grammar knows, or a move that the position does not allow.
struct IllegalMove : Error {
  using Error::Error;
};

// An option, data file or position that breaks its format or a rule.
struct BadData : Error {
  using Error::Error;
};

// An option that does not exist, or a value that it cannot have: the caller's mistake, not a file's.
struct BadOption : BadData {
  using BadData::BadData;
};

// A record that is damaged or does not replay.
struct BadRecord : Error {
  using Error::Error;
};

// A bot that failed: raised, answered nonsense, ran out of time.
struct BotError : Error {
  using Error::Error;
};

}  // namespace farnorth
