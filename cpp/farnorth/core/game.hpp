// The contract: everything that search, matches, records, bindings and tests know about a game.
//
// A game is a small immutable value that holds its Setup and tables. Rules are pure functions over plain data:
// a State is what physically is, a Memory what players can have learned by watching, a View what one player knows.
// Chance is an actor. Copy, never undo.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "farnorth/core/error.hpp"
#include "farnorth/core/fixed_vector.hpp"
#include "farnorth/core/options.hpp"
#include "farnorth/core/player.hpp"
#include "farnorth/core/rng.hpp"

namespace farnorth {

// A chance move and its weight; probability = weight / sum of weights.
template <class Move>
struct Outcome {
  Move move;
  std::uint32_t weight = 0;
  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

// The deck a chance move draws from, and how often that deck has been shuffled. See engine/luck.hpp.
struct LuckSource {
  std::uint8_t deck = 0;
  std::uint16_t shuffle = 0;
  friend constexpr bool operator==(LuckSource, LuckSource) = default;
};

// One line of a score sheet: a heading of the rules, and a player's points under it (usually one number).
struct Heading {
  std::string_view name;
  FixedVector<std::int16_t, 4> points;
  friend bool operator==(const Heading&, const Heading&) = default;
};
using ScoreSheet = std::vector<Heading>;

// Indexed by seat; entries beyond the players of the game are 0.
using Scores = std::array<std::int16_t, kMaxSeats>;
using Places = std::array<std::uint8_t, kMaxSeats>;  // 1 = first; shared places possible

// A named part of the observation vector.
struct EncodingSlice {
  std::string_view name;
  int offset = 0;
  int size = 0;
};

template <class G>
using MoveList = FixedVector<typename G::Move, G::kMaxMoves>;

template <class G>
using OutcomeList = FixedVector<Outcome<typename G::Move>, G::kMaxOutcomes>;

template <class T>
concept PlainData = std::is_trivially_copyable_v<T> && std::equality_comparable<T>;

template <class G>
concept Game = requires(const G game, const typename G::State state, typename G::State& changing,
                        const typename G::Memory memory, typename G::Memory& learning,
                        const typename G::View view, const typename G::Move move, Player player,
                        MoveList<G>& moves, OutcomeList<G>& outcomes, Rng& rng, int id,
                        std::string_view text, const Options& options, std::span<float> numbers) {
  requires PlainData<typename G::State>;
  requires PlainData<typename G::Memory>;
  requires PlainData<typename G::View>;
  requires PlainData<typename G::Move> && sizeof(typename G::Move) <= 8;
  // What is known is never mistaken for what is.
  requires !std::is_convertible_v<typename G::View, typename G::State>;

  { G::kName } -> std::convertible_to<std::string_view>;
  { G::kTitle } -> std::convertible_to<std::string_view>;    // as printed on the box
  { G::kSummary } -> std::convertible_to<std::string_view>;  // the rules in a few sentences
  { G::kRulesVersion } -> std::convertible_to<int>;          // rises with any change of behaviour
  { G::kMinPlayers } -> std::convertible_to<int>;
  { G::kMaxPlayers } -> std::convertible_to<int>;
  { G::kMaxMoves } -> std::convertible_to<int>;  // proved beside it
  { G::kMaxOutcomes } -> std::convertible_to<int>;
  { G::kActionCount } -> std::convertible_to<int>;
  { G::kChanceCount } -> std::convertible_to<int>;
  { G::kEncodingSize } -> std::convertible_to<int>;

  // Setup. `setup_options` is what a record's header needs to make an equal game again.
  { G::options() } -> std::same_as<std::span<const OptionSpec>>;
  { G::make(options) } -> std::same_as<G>;  // throws BadData
  { game.setup_options() } -> std::same_as<Options>;
  { game.players() } -> std::same_as<int>;

  // Play.
  { game.start() } -> std::same_as<typename G::State>;
  { game.actor(state) } -> std::same_as<Actor>;
  // Of the player to act; canonical order.
  { game.legal_moves(state, moves) } -> std::same_as<void>;
  { game.outcomes(state, outcomes) } -> std::same_as<void>;  // of chance to act; canonical order
  { game.sample(state, rng) } -> std::same_as<typename G::Move>;
  { game.apply(changing, move) } -> std::same_as<void>;  // deterministic; `move` must be legal

  // Result. Defined at every state, as if the game ended there.
  { game.scores(state) } -> std::same_as<Scores>;
  { game.score_sheet(state, player) } -> std::same_as<ScoreSheet>;
  { game.ranking(state) } -> std::same_as<Places>;

  // Knowledge.
  { game.start_memory() } -> std::same_as<typename G::Memory>;
  { game.witness(learning, state, move) } -> std::same_as<void>;  // state = before the move
  { game.shown(state, move, player) } -> std::same_as<typename G::Move>;
  { game.view(state, memory, player) } -> std::same_as<typename G::View>;
  { game.actor(view) } -> std::same_as<Actor>;
  { game.legal_moves(view, moves) } -> std::same_as<void>;  // none unless the viewer acts
  { game.determinize(view, rng) } -> std::same_as<typename G::State>;
  // The Memory that goes with a determinized world (it may depend on which hidden card went where).
  { game.memory_of(view, state) } -> std::same_as<typename G::Memory>;
  { view.viewer } -> std::convertible_to<Player>;

  // Names and numbers of moves. Player moves and chance moves have ranges of their own.
  { game.is_chance(move) } -> std::same_as<bool>;
  { game.action_id(move) } -> std::same_as<int>;
  { game.move_of(id) } -> std::same_as<typename G::Move>;  // throws IllegalMove
  { game.chance_id(move) } -> std::same_as<int>;
  { game.chance_of(id) } -> std::same_as<typename G::Move>;  // throws IllegalMove
  { game.to_text(move) } -> std::same_as<std::string>;       // hidden fields read `?`
  { game.to_move(text) } -> std::same_as<typename G::Move>;  // throws IllegalMove

  // Luck: the card a chance move draws, and the move that draws that card here.
  { game.luck_source(state) } -> std::same_as<LuckSource>;
  { game.luck_card(move) } -> std::same_as<int>;
  { game.luck_move(state, id) } -> std::same_as<typename G::Move>;

  // Self-check: nullptr if every invariant of the rules holds, else the name of the first that fails.
  { game.broken_rule(state, memory) } -> std::same_as<const char*>;

  // Observation vector.
  { G::encoding() } -> std::same_as<std::span<const EncodingSlice>>;
  { game.encode(view, numbers) } -> std::same_as<void>;  // numbers.size() == kEncodingSize

  // policy.cpp, kept apart from the rules: a sensible move, for playouts in worlds where all is known.
  { game.scripted_move(state, rng) } -> std::same_as<typename G::Move>;
};

}  // namespace farnorth
