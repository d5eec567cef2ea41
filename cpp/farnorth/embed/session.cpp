#include "farnorth/embed/session.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "farnorth/engine/bots.hpp"
#include "farnorth/engine/games.hpp"
#include "farnorth/engine/luck.hpp"
#include "farnorth/engine/match.hpp"
#include "farnorth/engine/position.hpp"
#include "farnorth/engine/returns.hpp"
#include "farnorth/games/borealis/fields.hpp"
#include "farnorth/games/explorers/fields.hpp"
#include "farnorth/games/scavengers/fields.hpp"

namespace farnorth::embed {

namespace {

template <Game G>
using GamePtr = std::shared_ptr<const G>;

template <Game G>
Facts facts_of(const G& game) {
  JsonWriter setup;
  write_setup(setup, game);
  return {G::kName,        G::kRulesVersion, setup.take(),    game.players(),
          G::kActionCount, G::kChanceCount,  G::kEncodingSize};
}

// ---- Searches ------------------------------------------------------------------------------------

// A bot and its lock: searches of one seat come one after the other, whichever threads they run on.
template <Game G>
class SharedBot {
 public:
  explicit SharedBot(std::unique_ptr<Bot<G>> bot) : bot_(std::move(bot)) {}

  Decision<G> choose(const G& game, const typename G::View& view, const Budget& budget,
                     const Watch<G>& watch) {
    if (searcher_.load() == std::this_thread::get_id())
      throw BadData("progress of a search cannot begin another with the same bot");
    const std::lock_guard lock(mutex_);
    searcher_.store(std::this_thread::get_id());
    try {
      Decision<G> decision = bot_->choose(game, view, budget, watch);
      searcher_.store({});
      return decision;
    } catch (...) {
      searcher_.store({});
      throw;
    }
  }

 private:
  std::mutex mutex_;
  std::atomic<std::thread::id> searcher_;  // who holds the lock
  std::unique_ptr<Bot<G>> bot_;
};

template <Game G>
std::shared_ptr<SharedBot<G>> started_bot(std::string_view spec, std::uint64_t seed) {
  std::unique_ptr<Bot<G>> bot = make_bot<G>(parse_bot_spec(spec));
  bot->start(seed);
  return std::make_shared<SharedBot<G>>(std::move(bot));
}

template <Game G>
Found found_of(const G& game, const Decision<G>& decision) {
  Found found;
  found.move = game.to_text(decision.move);
  found.iterations = decision.iterations;
  found.microseconds = decision.microseconds;
  if (decision.iterations > 0)
    found.value.assign(decision.value.begin(), decision.value.begin() + game.players());
  for (const MoveStats<G>& row : decision.table)
    found.visits.push_back({game.to_text(row.move), row.visits});
  for (const auto& move : decision.line) found.line.push_back(game.to_text(move));
  return found;
}

template <Game G>
Search search_of(GamePtr<G> game, const typename G::View& view,
                 std::shared_ptr<SharedBot<G>> shared, const Budget& budget) {
  if (!game->actor(view).is(view.viewer))
    throw IllegalMove("seat " + std::to_string(view.viewer.seat) + " does not act here");
  return [game = std::move(game), shared = std::move(shared), budget,
          seen = std::make_shared<const typename G::View>(view)](const Listener& listener) {
    // A forced move is asked of nobody, as in a match: it must not move the bot's random numbers on.
    MoveList<G> moves;
    game->legal_moves(*seen, moves);
    if (moves.size() == 1) return found_of(*game, Decision<G>{.move = moves[0]});
    Watch<G> watch{.stop = listener.stop, .progress_microseconds = listener.progress_microseconds};
    if (listener.progress)
      watch.progress = [&](const Decision<G>& so_far) {
        listener.progress(found_of(*game, so_far));
      };
    return found_of(*game, shared->choose(*game, *seen, budget, watch));
  };
}

// ---- Sessions ------------------------------------------------------------------------------------

template <Game G>
class SessionOf final : public Session {
 public:
  SessionOf(GamePtr<G> game, Table<G> table, const std::optional<std::string>& seed,
            bool from_start)
      : game_(std::move(game)),
        facts_(facts_of(*game_)),
        seed_(seed.value_or("0")),
        from_start_(from_start),
        play_{std::move(table), {}, {}} {
    if (seed) play_.luck.emplace(deal_seed(*seed));
    play_chance();
  }

  std::unique_ptr<Session> clone() const override {
    auto copy = std::make_unique<SessionOf>(*this);
    copy->bots_.clear();
    return copy;
  }

  const Facts& facts() const override { return facts_; }
  Actor actor() const override { return game_->actor(state()); }
  int ply() const override { return static_cast<int>(play_.moves.size()); }

  std::vector<std::int32_t> legal_ids() const override {
    std::vector<std::int32_t> ids;
    for (const Move& move : legal()) ids.push_back(id(move));
    return ids;
  }
  std::vector<std::string> legal_texts() const override {
    std::vector<std::string> texts;
    for (const Move& move : legal()) texts.push_back(game_->to_text(move));
    return texts;
  }
  std::vector<std::uint32_t> weights() const override {
    std::vector<std::uint32_t> weights;
    if (!actor().is_chance()) return weights;
    OutcomeList<G> outcomes;
    game_->outcomes(state(), outcomes);
    for (const auto& outcome : outcomes) weights.push_back(outcome.weight);
    return weights;
  }

  std::string text_of(std::int64_t id) const override { return game_->to_text(move_of(id)); }
  std::int32_t id_of(std::string_view text) const override { return id(game_->to_move(text)); }

  std::vector<std::string> apply(std::span<const MoveName> names) override {
    const std::size_t before = play_.moves.size();
    // A single move needs no copy to go back to: it is refused before anything changes.
    const std::optional<Play> saved = names.size() > 1 ? std::optional(play_) : std::nullopt;
    try {
      for (const MoveName& name : names) make(name);
    } catch (...) {
      if (saved) play_ = *saved;
      throw;
    }
    std::vector<std::string> made;
    for (std::size_t i = before; i < play_.moves.size(); ++i)
      made.push_back(game_->to_text(play_.moves[i]));
    return made;
  }

  RecordResult result() const override { return result_of(*game_, state(), EndReason::normal, {}); }
  std::vector<double> returns() const override {
    const Returns returns = returns_of(*game_, state());
    return {returns.begin(), returns.begin() + game_->players()};
  }
  std::uint64_t hash() const override {
    return hash_words(hash_of(play_.table.state), hash_of(play_.table.memory));
  }
  std::string position() const override { return to_json(*game_, play_.table); }
  std::string view(Player player, bool with_world) const override {
    const typename G::View view = view_of(*game_, play_.table, player);
    return with_world ? to_json_with_world(*game_, view) : to_json(*game_, view);
  }
  void observe(Player player, std::span<float> out) const override {
    game_->encode(view_of(*game_, play_.table, player), out);
  }

  Search search(const SearchRequest& request) override {
    if (!actor().is_player()) throw IllegalMove("no seat acts here");
    const Player player = request.seat ? checked_seat(facts_, *request.seat) : actor().player();
    return search_of<G>(game_, view_of(*game_, play_.table, player), bot_for(request, player),
                        request.budget);
  }

  std::string record(const std::vector<std::string>& bots, const std::string& date) const override {
    if (!from_start_) throw BadData("a game that began at a position has no record");
    check_bots(*game_, bots.size());
    return to_line(record_of_moves(*game_, play_.moves, play_.table, seed_, bots, date));
  }

 private:
  using Move = typename G::Move;
  struct Play {
    Table<G> table;
    std::optional<Luck<G>> luck;  // the deal of a seed, if there is one
    std::vector<Move> moves;
  };

  const typename G::State& state() const { return play_.table.state; }

  std::vector<Move> legal() const {
    if (actor().is_player()) {
      MoveList<G> moves;
      game_->legal_moves(state(), moves);
      return {moves.begin(), moves.end()};
    }
    std::vector<Move> moves;
    if (!actor().is_chance()) return moves;
    OutcomeList<G> outcomes;
    game_->outcomes(state(), outcomes);
    for (const auto& outcome : outcomes) moves.push_back(outcome.move);
    return moves;
  }

  std::int32_t id(const Move& move) const {
    return game_->is_chance(move) ? game_->chance_id(move) : game_->action_id(move);
  }
  Move move_of(std::int64_t id) const {
    const auto small = static_cast<int>(std::clamp<std::int64_t>(id, -1, INT32_MAX));
    return actor().is_chance() ? game_->chance_of(small) : game_->move_of(small);
  }
  void make(const MoveName& name) {
    const auto* text = std::get_if<std::string>(&name);
    const Move move =
        text != nullptr ? game_->to_move(*text) : move_of(std::get<std::int64_t>(name));
    advance_checked(*game_, play_.table, move);
    play_.moves.push_back(move);
    play_chance();
  }
  void play_chance() {
    while (play_.luck && actor().is_chance()) {
      const Move move = play_.luck->draw(*game_, state());
      advance(*game_, play_.table, move);
      play_.moves.push_back(move);
    }
  }

  std::shared_ptr<SharedBot<G>> bot_for(const SearchRequest& request, Player player) {
    if (request.seed) return started_bot<G>(request.bot, *request.seed);
    std::shared_ptr<SharedBot<G>>& bot = bots_[{player.seat, request.bot}];
    if (!bot) {
      try {
        bot = started_bot<G>(request.bot, bot_seed(seed_, 0, player));
      } catch (...) {
        bots_.erase({player.seat, request.bot});
        throw;
      }
    }
    return bot;
  }

  GamePtr<G> game_;
  Facts facts_;
  std::string seed_;
  bool from_start_;
  Play play_;
  std::map<std::pair<int, std::string>, std::shared_ptr<SharedBot<G>>> bots_;
};

template <Game G>
class SeatedBotOf final : public SeatedBot {
 public:
  SeatedBotOf(GamePtr<G> game, Player player, const std::string& spec, std::uint64_t seed)
      : game_(std::move(game)),
        facts_(facts_of(*game_)),
        player_(player),
        bot_(started_bot<G>(spec, seed)) {}

  const Facts& facts() const override { return facts_; }

  Search search(const JsonValue& view, const Budget& budget) override {
    const typename G::View seen = view_from_json(*game_, view.text());
    if (seen.viewer != player_)
      throw BadData("view: one of seat " + std::to_string(player_.seat) + " expected, found seat " +
                    std::to_string(seen.viewer.seat));
    return search_of<G>(game_, seen, bot_, budget);
  }

 private:
  GamePtr<G> game_;
  Facts facts_;
  Player player_;
  std::shared_ptr<SharedBot<G>> bot_;
};

// Calls f(a shared game) with the game of that name and options.
template <class F>
auto with_shared_game(std::string_view name, const Options& options, F f) {
  return with_game(name, options,
                   [&]<Game G>(G game) { return f(std::make_shared<const G>(std::move(game))); });
}

}  // namespace

Player checked_seat(const Facts& facts, std::int64_t seat) {
  if (seat < 0 || seat >= facts.players)
    throw BadData("seat " + std::to_string(seat) + " of a game with " +
                  std::to_string(facts.players) + " players");
  return Player::at(static_cast<int>(seat));
}

std::unique_ptr<Session> new_session(std::string_view game, const Options& options,
                                     const std::optional<std::string>& seed) {
  return with_shared_game(
      game, options, [&]<Game G>(GamePtr<G> shared) -> std::unique_ptr<Session> {
        return std::make_unique<SessionOf<G>>(shared, start_table(*shared), seed, true);
      });
}

std::unique_ptr<Session> session_of(const JsonValue& position,
                                    const std::optional<std::string>& seed) {
  return with_shared_game(position.at("game").word(), read_setup(position.at("setup")),
                          [&]<Game G>(GamePtr<G> shared) -> std::unique_ptr<Session> {
                            return std::make_unique<SessionOf<G>>(
                                shared, table_from_json(*shared, position.text()), seed, false);
                          });
}

std::unique_ptr<SeatedBot> seat_bot(std::string_view game, const Options& options, int seat,
                                    const std::string& spec, std::uint64_t seed) {
  return with_shared_game(game, options,
                          [&]<Game G>(GamePtr<G> shared) -> std::unique_ptr<SeatedBot> {
                            const Player player = checked_seat(facts_of(*shared), seat);
                            return std::make_unique<SeatedBotOf<G>>(shared, player, spec, seed);
                          });
}

std::string play_record(std::string_view game, const Options& options,
                        const std::vector<std::string>& bots, const std::string& seed, int rotation,
                        const std::string& date) {
  return with_game(game, options, [&]<Game G>(const G& made) {
    check_bots(made, bots.size());
    std::vector<std::unique_ptr<Bot<G>>> owned;
    std::vector<Bot<G>*> seated;
    std::vector<std::string> specs;
    for (const std::string& text : bots) {
      const BotSpec spec = parse_bot_spec(text);
      owned.push_back(make_bot<G>(spec));
      seated.push_back(owned.back().get());
      specs.push_back(spec.text());
    }
    const MatchOptions match_options{.seed = seed, .rotation = rotation};
    const Match<G> match = play_match<G>(made, seated, specs, match_options);
    return to_line(record_of(made, match, match_options, specs, date, std::nullopt));
  });
}

void check_native_bot(std::string_view spec) {
  const BotSpec parsed = parse_bot_spec(spec);
  const BotOptions checked(parsed);
}

std::uint64_t seed_number(const JsonValue& from) {
  const std::string text = from.word();
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc{} || end != text.data() + text.size())
    from.fail("a whole number below 2^64 in a string");
  return seed;
}

// ---- JSON ----------------------------------------------------------------------------------------

namespace {

void write_option_specs(JsonWriter& out, std::span<const OptionSpec> specs) {
  out.begin_list();
  for (const OptionSpec& spec : specs) {
    out.begin_object().key("name").string(spec.name).key("default").string(spec.default_value);
    out.key("allowed").string(allowed_values(spec));
    out.key("summary").string(spec.summary).end_object();
  }
  out.end_list();
}

}  // namespace

void write_games(JsonWriter& out) {
  out.begin_list();
  for_each_game(
      [&]<Game G>() {
        out.begin_object().key("name").string(G::kName).key("title").string(G::kTitle);
        out.key("summary").string(G::kSummary).key("rules_version").integer(G::kRulesVersion);
        out.key("players").begin_list().integer(G::kMinPlayers).integer(G::kMaxPlayers).end_list();
        out.key("actions").integer(G::kActionCount).key("chance_actions").integer(G::kChanceCount);
        out.key("observation_size").integer(G::kEncodingSize).key("options");
        write_option_specs(out, G::options());
        out.end_object();
      },
      Games{});
  out.end_list();
}

void write_bots(JsonWriter& out) {
  out.begin_list();
  for (const NativeBot& bot : native_bots()) {
    out.begin_object().key("name").string(bot.name).key("summary").string(bot.summary);
    out.key("options").begin_list();
    for (const BotOption& option : bot.options) {
      out.begin_object().key("name").string(option.name);
      out.key("default").string(option.default_value);
      if (option.words.empty()) {
        out.key("lowest").integer(option.lowest).key("highest").integer(option.highest);
      } else {
        out.key("words").list(option.words);
      }
      out.key("summary").string(option.summary).end_object();
    }
    out.end_list().end_object();
  }
  out.end_list();
}

void write_found(JsonWriter& out, const Found& found) {
  out.key("bestmove").string(found.move).key("sims").integer(found.iterations);
  out.key("elapsed_ms").integer(found.microseconds / 1000).key("value").list(found.value);
  out.key("visits").begin_object();
  for (const Found::Row& row : found.visits) out.key(row.move).integer(row.visits);
  out.end_object().key("pv").list(found.line);
}

void write_result(JsonWriter& out, const Session& session) {
  const RecordResult result = session.result();
  out.key("over").boolean(session.actor().is_nobody());
  write_standing(out, result);
  if (result.achievements.empty()) return;
  out.key("achievements").begin_list();
  for (const auto& reached : result.achievements) out.list(reached);
  out.end_list();
}

}  // namespace farnorth::embed
