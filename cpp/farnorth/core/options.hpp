// The options of a game: described once, and from that parsed, checked, listed in help and written into records.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "farnorth/core/error.hpp"
#include "farnorth/core/text.hpp"

namespace farnorth {

struct OptionSpec {
  enum class Kind : std::uint8_t { integer, boolean, word, text };

  std::string_view name;
  Kind kind = Kind::text;
  std::string_view default_value;
  std::string_view summary;
  int lowest = 0, highest = 0;                   // integer
  std::span<const std::string_view> words = {};  // word
};

// Option values by name, in text form: {"players": "3", "side": "II"}.
using Options = std::map<std::string, std::string, std::less<>>;

inline const OptionSpec* find_option(std::span<const OptionSpec> specs, std::string_view name) {
  for (const OptionSpec& spec : specs)
    if (spec.name == name) return &spec;
  return nullptr;
}

// What the option may be, as a person would say it.
inline std::string allowed_values(const OptionSpec& spec) {
  switch (spec.kind) {
    case OptionSpec::Kind::integer:
      return std::to_string(spec.lowest) + " to " + std::to_string(spec.highest);
    case OptionSpec::Kind::boolean: return "true or false";
    case OptionSpec::Kind::word: return joined(spec.words, " or ");
    case OptionSpec::Kind::text: return "a text";
  }
  return {};
}

inline constexpr std::string_view kTrue = "true", kFalse = "false";

// The rules write options that are on or off so; everywhere else they are true or false.
inline std::string canonical_value(const OptionSpec& spec, std::string_view given) {
  if (spec.kind == OptionSpec::Kind::boolean && given == "on") given = kTrue;
  if (spec.kind == OptionSpec::Kind::boolean && given == "off") given = kFalse;
  return std::string(given);
}

inline bool is_allowed(const OptionSpec& spec, std::string_view value) {
  switch (spec.kind) {
    case OptionSpec::Kind::integer: {
      const std::optional<int> number = to_int(value);
      return number && *number >= spec.lowest && *number <= spec.highest;
    }
    case OptionSpec::Kind::boolean: return value == kTrue || value == kFalse;
    case OptionSpec::Kind::word: return index_of(spec.words, value).has_value();
    case OptionSpec::Kind::text: return true;
  }
  return false;
}

// Every option of `specs` with its given or default value. Throws BadOption naming what is unknown or not allowed.
inline Options complete_options(std::string_view game, std::span<const OptionSpec> specs,
                                const Options& given) {
  Options all;
  for (const auto& [name, value] : given) {
    const OptionSpec* spec = find_option(specs, name);
    if (spec == nullptr) {
      std::vector<std::string_view> known;
      for (const OptionSpec& each : specs) known.push_back(each.name);
      throw BadOption(std::string(game) + " has no option " + farnorth::quoted(name) +
                      "; its options are " + joined(known));
    }
    const std::string canonical = canonical_value(*spec, value);
    if (!is_allowed(*spec, canonical))
      throw BadOption("option " + name + " of " + std::string(game) + " must be " +
                      allowed_values(*spec) + ", not " + farnorth::quoted(value));
    all.emplace(name, canonical);
  }
  for (const OptionSpec& spec : specs)
    all.try_emplace(std::string(spec.name), std::string(spec.default_value));
  return all;
}

}  // namespace farnorth
