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
#include "farnorth/search/flat.hpp"
#include "farnorth/search/greedy.hpp"
#include "farnorth/search/ismcts.hpp"
#include "farnorth/search/pimc.hpp"
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
  std::vector<std::string_view>
      words{};  // if there are any: one of them, which stands for its place here
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
  // Of a bot that searches: `its` and `ms`, or a preset in place of `its`. All 0: as the match says.
  Budget budget() const;

 private:
  const BotOption& find(std::string_view name) const;
  std::int64_t number(const BotOption& option, std::string_view value) const;

  const BotSpec& spec_;
  const NativeBot& bot_;
};

// A bot that has a budget of its own, whatever the match allows.
template <Game G>
class BudgetedBot final : public Bot<G> {
 public:
  BudgetedBot(std::unique_ptr<Bot<G>> bot, const Budget& budget)
      : bot_(std::move(bot)), budget_(budget) {}

  void start(std::uint64_t seed) override { bot_->start(seed); }
  Decision<G> choose(const G& game, const typename G::View& view, const Budget&,
                     const Watch<G>& watch) override {
    return bot_->choose(game, view, budget_, watch);
  }

 private:
  std::unique_ptr<Bot<G>> bot_;
  Budget budget_;
};

// Places among the words of the option `opponents`.
inline constexpr std::int64_t kOpponentsAuto = 0, kOpponentsInTree = 2;

template <Game G>
std::unique_ptr<Bot<G>> make_search_bot(const BotSpec& spec, const BotOptions& options) {
  TreeOptions tree = default_tree<G>();
  // An option of -1 leaves what suits the game.
  const auto set = [&](int& value, std::string_view option) {
    if (const std::int64_t given = options[option]; given >= 0) value = static_cast<int>(given);
  };
  set(tree.playout.random, "random");
  set(tree.playout.moves, "moves");
  if (spec.name == "flat") {
    // It takes the best of all moves after a few playouts each. Where there are so many that search needs a prior, there
    // is always one whose outlook is too good, and nothing behind it finds that out: then it plays to the end.
    if (options["moves"] < 0 && tree.prior > 0) tree.playout.moves = 0;
    return std::make_unique<FlatBot<G>>(FlatOptions{.playout = tree.playout});
  }
  set(tree.prior, "prior");
  tree.exploration = static_cast<int>(options["exploration"]);
  tree.max_nodes = static_cast<std::uint32_t>(options["max_nodes"]);
  if (spec.name == "ismcts") {
    if (const std::int64_t opponents = options["opponents"]; opponents != kOpponentsAuto)
      tree.opponents_in_tree_up_to = opponents == kOpponentsInTree ? kMaxSeats : 0;
    return std::make_unique<IsmctsBot<G>>(
        IsmctsOptions{.tree = tree, .reuse = options["reuse"] != 0});
  }
  return std::make_unique<PimcBot<G>>(
      PimcOptions{.worlds = static_cast<std::uint32_t>(options["worlds"]), .tree = tree});
}

template <Game G>
std::unique_ptr<Bot<G>> make_bot(const BotSpec& spec) {
  const BotOptions options(spec);
  if (spec.name == "random") return std::make_unique<RandomBot<G>>();
  if (spec.name == "greedy")
    return std::make_unique<GreedyBot<G>>(static_cast<int>(options["worlds"]));
  std::unique_ptr<Bot<G>> bot = make_search_bot<G>(spec, options);
  const Budget budget = options.budget();
  if (budget.iterations == 0 && budget.microseconds == 0) return bot;
  return std::make_unique<BudgetedBot<G>>(std::move(bot), budget);
}

}  // namespace farnorth
