#include "farnorth/engine/bots.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>

#include "farnorth/core/text.hpp"

namespace farnorth {

namespace {

// Options that all searching bots share; their defaults are those of the search.
std::vector<BotOption> search_options(std::vector<BotOption> more) {
  std::vector<BotOption> options{
      {"its", "iterations a decision; 0 = as the match says, 2000 if it says nothing", "0", 0,
       budgets::kMostIterations},
      {"preset",
       "iterations a decision by name: 200, 2000, 20000 or 200000",
       "none",
       0,
       0,
       {"none", "fast", "standard", "strong", "max"}},
      {"ms", "milliseconds a decision; 0 = no limit", "0", 0, budgets::kMostMilliseconds},
      {"random",
       "per mille of playout moves that are random instead of scripted; -1 = what suits the game",
       "-1", -1, 1000},
      {"moves",
       "moves for each player in a playout before the position is valued by what it promises; "
       "0 = to the end, -1 = what suits the game",
       "-1", -1, 100'000},
  };
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

const std::vector<NativeBot>& list() {
  static const BotOption exploration{
      "exploration", "per mille: the constant of the confidence bound", "500", 0, 100'000};
  static const BotOption prior{
      "prior",
      "per mille of the choice that the scripted policy has beforehand; 0 = none, -1 = what suits "
      "the game",
      "-1", -1, 1000};
  static const BotOption max_nodes{
      "max_nodes", "nodes of the trees before they stop growing; one takes some 110 bytes",
      "524288", 1 << 14, 1 << 22};
  static const std::vector<NativeBot> bots{
      {"random", "every legal move equally likely", {}},
      {"greedy",
       "the scripted policy of the game, asked in a few worlds that fit what the seat knows",
       {{"worlds", "worlds asked", "3", 1, 32}}},
      {"flat", "flat Monte Carlo: playouts after each move, no tree", search_options({})},
      {"pimc", "determinized UCT: one tree a world, visits summed",
       search_options({exploration,
                       prior,
                       {"worlds", "worlds, each with a tree", "20", 1, 10'000},
                       max_nodes})},
      {"ismcts", "information set Monte Carlo tree search: one tree over all worlds",
       search_options({exploration,
                       prior,
                       {"opponents",
                        "how the others choose: by the scripted policy, or in the tree, each for "
                        "his own good; auto = what suits the game",
                        "auto",
                        0,
                        0,
                        {"auto", "scripted", "tree"}},
                       {"reuse",
                        "in matches: whether a decision goes on with the tree of the one before it "
                        "in the turn",
                        "yes",
                        0,
                        0,
                        {"no", "yes"}},
                       max_nodes})},
  };
  return bots;
}

const NativeBot& find_native(const BotSpec& spec) {
  for (const NativeBot& bot : list())
    if (bot.name == spec.name) return bot;
  std::vector<std::string_view> known;
  for (const NativeBot& bot : list()) known.push_back(bot.name);
  throw BadData("no bot is called " + quoted(spec.name) + "; the native bots are " + joined(known));
}

// Like to_int, which stops at six digits: iterations may be a billion.
std::optional<std::int64_t> to_number(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_whole = error == std::errc() && end == word.data() + word.size();
  if (!is_whole || (word.size() > 1 && word.starts_with('0'))) return std::nullopt;
  return value;
}

}  // namespace

BotOptions::BotOptions(const BotSpec& spec) : spec_(spec), bot_(find_native(spec)) {
  for (const auto& [name, value] : spec.options) number(find(name), value);
  const auto is_given = [&](std::string_view option) {
    return std::any_of(spec.options.begin(), spec.options.end(),
                       [&](const auto& given) { return given.first == option; });
  };
  if (is_given("its") && is_given("preset"))
    throw BadData("bot " + spec.name + ": give its or preset, not both");
}

Budget BotOptions::budget() const {
  constexpr std::array<Budget, 5> kPresets{Budget{}, budgets::kFast, budgets::kStandard,
                                           budgets::kStrong, budgets::kMax};
  Budget budget = kPresets[static_cast<std::size_t>((*this)["preset"])];
  if (const std::int64_t iterations = (*this)["its"]; iterations > 0)
    budget.iterations = static_cast<std::uint32_t>(iterations);
  budget.microseconds = 1000 * (*this)["ms"];
  return budget;
}

std::int64_t BotOptions::operator[](std::string_view name) const {
  const BotOption& option = find(name);
  for (const auto& [given, value] : spec_.options)
    if (given == name) return number(option, value);
  return number(option, option.default_value);
}

const BotOption& BotOptions::find(std::string_view name) const {
  for (const BotOption& option : bot_.options)
    if (option.name == name) return option;
  std::vector<std::string_view> known;
  for (const BotOption& option : bot_.options) known.push_back(option.name);
  throw BadData("bot " + spec_.name + " has no option " + quoted(name) +
                (known.empty() ? "; it has none" : "; its options are " + joined(known)));
}

std::int64_t BotOptions::number(const BotOption& option, std::string_view value) const {
  if (!option.words.empty()) {
    const auto found = std::find(option.words.begin(), option.words.end(), value);
    if (found != option.words.end()) return found - option.words.begin();
    throw BadData("option " + std::string(option.name) + " of bot " + spec_.name +
                  " must be one of " + joined(option.words) + ", not " + quoted(value));
  }
  const std::optional<std::int64_t> read = to_number(value);
  if (!read || *read < option.lowest || *read > option.highest)
    throw BadData("option " + std::string(option.name) + " of bot " + spec_.name + " must be " +
                  std::to_string(option.lowest) + " to " + std::to_string(option.highest) +
                  ", not " + quoted(value));
  return *read;
}

std::string BotSpec::text() const {
  std::string text = name;
  for (const auto& [option, value] : options) text += ":" + option + "=" + value;
  return text;
}

BotSpec parse_bot_spec(std::string_view text) {
  BotSpec spec;
  const auto fail = [&](std::string_view why) {
    throw BadData("not a bot spec: " + quoted(text) + " (" + std::string(why) +
                  "); write name or name:option=value:...");
  };
  std::size_t start = 0;
  for (bool first = true; start <= text.size(); first = false) {
    const std::size_t end = std::min(text.find(':', start), text.size());
    const std::string_view part = text.substr(start, end - start);
    start = end + 1;
    if (first) {
      if (part.empty()) fail("no name");
      spec.name = part;
      continue;
    }
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string_view::npos || equals + 1 == part.size())
      fail(quoted(part) + " is not option=value");
    const std::string name(part.substr(0, equals));
    for (const auto& [given, value] : spec.options)
      if (given == name) fail("option " + name + " twice");
    spec.options.emplace_back(name, part.substr(equals + 1));
  }
  return spec;
}

std::span<const NativeBot> native_bots() { return list(); }

}  // namespace farnorth
