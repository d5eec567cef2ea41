// Bot specs: `name[:option=value[:option=value]...]`, and the native bots they name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "farnorth/core/error.hpp"
#include "farnorth/search/bot.hpp"
#include "farnorth/search/greedy.hpp"
#include "farnorth/search/random.hpp"

namespace farnorth {

struct BotSpec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;  // in the order given

  std::string text() const;
};

// Throws BadData if the text is not a spec. Whether a bot of that name exists is another question.
BotSpec parse_bot_spec(std::string_view text);

struct BotOption {
  std::string_view name, summary, default_value;
  std::int64_t lowest = 0, highest = 0;
};
struct NativeBot {
  std::string_view name, summary;
  std::vector<BotOption> options;
};
// The bots that are written in C++.
std::span<const NativeBot> native_bots();

// The options of a native bot, given or default, checked. Throws BadData naming the unknown bot, option or value, and
// what there is.
class BotOptions {
 public:
  explicit BotOptions(const BotSpec& spec);
  std::int64_t operator[](std::string_view name) const;

 private:
  const BotOption& find(std::string_view name) const;
  std::int64_t number(const BotOption& option, std::string_view value) const;

  const BotSpec& spec_;
  const NativeBot& bot_;
};

template <Game G>
std::unique_ptr<Bot<G>> make_bot(const BotSpec& spec) {
  const BotOptions options(spec);
  if (spec.name == "random") return std::make_unique<RandomBot<G>>();
  return std::make_unique<GreedyBot<G>>(static_cast<int>(options["worlds"]));
}

}  // namespace farnorth
