// Kuhn and Leduc poker, and how much a best response wins against a strategy. In these small games the exploitability
// of search is known, so a search that is wrong in the tree of information sets shows it here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "search_toys.hpp"

namespace farnorth::test {

// What both games share: two players, betting rounds, a fold loses what was paid.
struct PokerState {
  std::array<std::uint8_t, 2> card{kNoCard, kNoCard};
  std::uint8_t table_card = kNoCard;  // Leduc
  std::array<std::uint8_t, 2> paid{1, 1};
  FixedVector<std::uint8_t, 10> history;  // actions; kRoundEnd between the rounds
  Player mover{};
  bool over = false;
  bool due_card = false;  // Leduc: the table card
  friend bool operator==(const PokerState&, const PokerState&) = default;

  static constexpr std::uint8_t kNoCard = 254, kHidden = 255, kRoundEnd = 9;
};

struct PokerView {
  Player viewer{};
  PokerState seen;
  friend bool operator==(const PokerView&, const PokerView&) = default;
};

// A poker game gives: kRanks, kCopies of each rank, and apply_action for a player's move.
template <class Poker>
struct PokerParts : ToyParts, ToyPlay<Poker> {
  using State = PokerState;
  using View = PokerView;
  static constexpr int kMinPlayers = 2, kMaxPlayers = 2;

  static Poker make(const Options&) { return {}; }
  int players() const { return 2; }
  State start() const { return {}; }
  Actor actor(const State& state) const {
    if (state.over) return Actor::nobody();
    if (state.card[1] == State::kNoCard || state.due_card) return Actor::chance();
    return Actor::of(state.mover);
  }
  Actor actor(const View& view) const { return actor(view.seen); }
  void outcomes(const State& state, FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
    outcomes.clear();
    for (int rank = 0; rank < Poker::kRanks; ++rank) {
      int left = Poker::kCopies;
      for (const std::uint8_t card : {state.card[0], state.card[1], state.table_card})
        left -= card == rank ? 1 : 0;
      if (left > 0) outcomes.push_back({chance_of(rank), static_cast<std::uint32_t>(left)});
    }
  }
  Move sample(const State& state, Rng& rng) const { return this->random_outcome(state, rng); }
  void apply(State& state, const Move& move) const {
    if (!move.chance) {
      static_cast<const Poker*>(this)->apply_action(state, move.what);
    } else if (state.due_card) {
      state.table_card = move.what;
      state.due_card = false;
    } else {
      state.card[state.card[0] == State::kNoCard ? 0 : 1] = move.what;
    }
  }
  // Who has the better hand: the pair, else the higher rank. -1: nobody.
  static int better_hand(const State& state) {
    if (state.card[0] == state.card[1]) return -1;
    for (const int seat : {0, 1})
      if (state.card[static_cast<std::size_t>(seat)] == state.table_card) return seat;
    return state.card[0] > state.card[1] ? 0 : 1;
  }
  static int winner(const State& state) {
    return state.paid[0] == state.paid[1]  ? better_hand(state)
           : state.paid[0] > state.paid[1] ? 0
                                           : 1;
  }
  // Chips won; the winner gets what the other has paid.
  Scores scores(const State& state) const {
    if (!state.over) return {};
    const int best = winner(state);
    if (best < 0) return {};
    const auto won = static_cast<std::int16_t>(state.paid[best == 0 ? 1 : 0]);
    return best == 0 ? Scores{won, static_cast<std::int16_t>(-won)}
                     : Scores{static_cast<std::int16_t>(-won), won};
  }
  Places ranking(const State& state) const { return places_of_two(scores(state)); }
  View view(const State& state, const Memory&, Player player) const {
    View view{player, state};
    if (state.card[1] != State::kNoCard) view.seen.card[1U - player.seat] = State::kHidden;
    return view;
  }
  State determinize(const View& view, Rng& rng) const {
    State world = view.seen;
    world.card[1U - view.viewer.seat] = State::kHidden;
    world.card[1U - view.viewer.seat] = this->random_outcome(world, rng).what;
    return world;
  }
  Move scripted_move(const State& state, Rng& rng) const { return this->random_move(state, rng); }
};

// Three cards, one bet of one chip.
struct Kuhn : PokerParts<Kuhn> {
  static constexpr int kRanks = 3, kCopies = 1, kPass = 0, kBet = 1;

  void legal_moves(const State&, MoveList<ToyParts>& moves) const {
    moves = {{.what = kPass}, {.what = kBet}};
  }
  void legal_moves(const View&, MoveList<ToyParts>& moves) const {
    moves = {{.what = kPass}, {.what = kBet}};
  }
  void apply_action(State& state, std::uint8_t action) const {
    const bool faces_bet = !state.history.empty() && state.history.back() == kBet;
    state.history.push_back(action);
    state.paid[state.mover.seat] = static_cast<std::uint8_t>(state.paid[state.mover.seat] + action);
    state.mover = Player::at(1 - state.mover.seat);
    state.over = faces_bet || (state.history.size() == 2 && action == kPass);
  }
};
static_assert(Game<Kuhn>);

// Three ranks twice, two rounds with a table card between, bets of two and four chips, two raises a round.
struct Leduc : PokerParts<Leduc> {
  static constexpr int kRanks = 3, kCopies = 2, kFold = 0, kCall = 1, kRaise = 2;

  static int raises(const State& state) {
    int raises = 0;
    for (const std::uint8_t action : state.history)
      raises = action == State::kRoundEnd ? 0 : raises + (action == kRaise ? 1 : 0);
    return raises;
  }
  static void legal_in(const State& state, MoveList<ToyParts>& moves) {
    moves.clear();
    if (state.paid[0] != state.paid[1]) moves.push_back({.what = kFold});
    moves.push_back({.what = kCall});
    if (raises(state) < 2) moves.push_back({.what = kRaise});
  }
  void legal_moves(const State& state, MoveList<ToyParts>& moves) const { legal_in(state, moves); }
  void legal_moves(const View& view, MoveList<ToyParts>& moves) const {
    legal_in(view.seen, moves);
  }
  void apply_action(State& state, std::uint8_t action) const {
    const std::size_t me = state.mover.seat, other = 1 - me;
    const bool second_round = state.history.contains(State::kRoundEnd);
    const bool opens = state.history.empty() || state.history.back() == State::kRoundEnd;
    state.history.push_back(action);
    state.mover = Player::at(static_cast<int>(other));
    if (action == kFold) {
      state.over = true;
      return;
    }
    state.paid[me] = static_cast<std::uint8_t>(state.paid[other] +
                                               (action == kRaise ? second_round ? 4 : 2 : 0));
    if (action == kRaise || opens) return;
    if (second_round) {
      state.over = true;
      return;
    }
    state.history.push_back(State::kRoundEnd);
    state.mover = {};
    state.due_card = true;
  }
};
static_assert(Game<Leduc>);

inline std::string information_set(const PokerView& view) {
  std::string key{static_cast<char>('0' + view.seen.card[view.viewer.seat]),
                  static_cast<char>('0' + view.seen.table_card % 10)};
  for (const std::uint8_t action : view.seen.history) key += static_cast<char>('0' + action);
  return key;
}

// Probabilities of the legal moves, by information set.
using Strategy = std::map<std::string, std::vector<double>>;

// What a best response wins against `strategy` a game, mean of both seats. 0 in an equilibrium.
template <class Poker>
class Exploitability {
 public:
  explicit Exploitability(const Strategy& strategy) : strategy_(strategy) {}

  double value() {
    double sum = 0;
    for (const int seat : {0, 1}) {
      responder_ = Player::at(seat);
      sum += best_response({{poker_.start(), 1.0}});
    }
    return sum / 2;
  }

 private:
  struct Weighted {
    PokerState state;
    double weight;
  };
  using Bundle = std::vector<Weighted>;

  // The responder cannot tell the states of a bundle apart, so he plays one move in all of them.
  double best_response(const Bundle& bundle) {
    std::map<std::string, Bundle> choices;
    double value = 0;
    for (const Weighted& each : bundle) value += expand(each, choices);
    for (const auto& [key, states] : choices) {
      MoveList<Poker> moves;
      poker_.legal_moves(states.front().state, moves);
      double best = -1e9;
      for (const ToyMove& move : moves) {
        Bundle after = states;
        for (Weighted& each : after) poker_.apply(each.state, move);
        best = std::max(best, best_response(after));
      }
      value += best;
    }
    return value;
  }

  // Plays on until the responder acts or the game ends; returns what ended games bring.
  double expand(const Weighted& from, std::map<std::string, Bundle>& choices) {
    const Actor actor = poker_.actor(from.state);
    if (actor.is_nobody()) return from.weight * poker_.scores(from.state)[responder_.seat];
    if (actor.is(responder_)) {
      choices[information_set(poker_.view(from.state, {}, responder_))].push_back(from);
      return 0;
    }
    double value = 0;
    const auto follow = [&](const ToyMove& move, double probability) {
      if (probability == 0) return;
      Weighted next{from.state, from.weight * probability};
      poker_.apply(next.state, move);
      value += expand(next, choices);
    };
    if (actor.is_chance()) {
      OutcomeList<Poker> outcomes;
      poker_.outcomes(from.state, outcomes);
      double total = 0;
      for (const auto& outcome : outcomes) total += outcome.weight;
      for (const auto& outcome : outcomes) follow(outcome.move, outcome.weight / total);
    } else {
      MoveList<Poker> moves;
      poker_.legal_moves(from.state, moves);
      const auto& play = strategy_.at(information_set(poker_.view(from.state, {}, actor.player())));
      for (std::size_t i = 0; i < moves.size(); ++i) follow(moves[i], play[i]);
    }
    return value;
  }

  Poker poker_;
  const Strategy& strategy_;
  Player responder_{};
};

// Asks `choose(view)` for the probabilities at every information set of the game.
template <class Poker, class Choose>
Strategy strategy_of(Choose choose) {
  const Poker poker;
  Strategy strategy;
  std::vector<PokerState> open{poker.start()};
  while (!open.empty()) {
    const PokerState state = open.back();
    open.pop_back();
    const Actor actor = poker.actor(state);
    std::vector<ToyMove> moves;
    if (actor.is_chance()) {
      OutcomeList<Poker> outcomes;
      poker.outcomes(state, outcomes);
      for (const auto& outcome : outcomes) moves.push_back(outcome.move);
    } else if (actor.is_player()) {
      MoveList<Poker> legal;
      poker.legal_moves(state, legal);
      moves.assign(legal.begin(), legal.end());
      const PokerView view = poker.view(state, {}, actor.player());
      auto& play = strategy[information_set(view)];
      if (play.empty()) play = choose(view);
    }
    for (const ToyMove& move : moves) {
      open.push_back(state);
      poker.apply(open.back(), move);
    }
  }
  return strategy;
}

}  // namespace farnorth::test
