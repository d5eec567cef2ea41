// Who acts, what he may do, and what chance may do.
#include <algorithm>
#include <cassert>

#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

// The two movers of a card as one number 0..8.
constexpr int mover_pair(Colour left, Colour right) {
  return kColours * static_cast<int>(left) + static_cast<int>(right);
}
constexpr auto kMoverPair = [] {
  std::array<std::uint8_t, kFaceCount> pairs{};
  for (std::size_t f = 0; f < pairs.size(); ++f)
    pairs[f] = static_cast<std::uint8_t>(mover_pair(kFaces[f].left_mover, kFaces[f].right_mover));
  return pairs;
}();

// kFitting[amber + 4 pink + 16 mint]: set of mover pairs that fit a location with so many scientists (B-OBS-1).
constexpr auto kFitting = [] {
  std::array<std::uint16_t, 64> sets{};
  for (std::size_t present = 0; present < sets.size(); ++present) {
    const std::size_t count[kColours] = {present & 3U, present >> 2U & 3U, present >> 4U};
    for (int left = 0; left < kColours; ++left)
      for (int right = 0; right < kColours; ++right) {
        const bool fit = left == right ? count[left] >= 2 : count[left] >= 1 && count[right] >= 1;
        if (fit)
          sets[present] = static_cast<std::uint16_t>(sets[present] | 1U << (3 * left + right));
      }
  }
  return sets;
}();

// All observe moves, ready to be copied.
constexpr auto kObserve = [] {
  std::array<std::array<Move, kLocations>, kFaceCount> all{};
  for (std::size_t face = 0; face < all.size(); ++face)
    for (const Location location : kAllLocations)
      all[face][static_cast<std::size_t>(location)] =
          Move::observe(Face{static_cast<std::uint8_t>(face)}, location);
  return all;
}();

std::uint16_t fitting(const Board& board, Location location) {
  const auto& count = board.scientists[static_cast<std::size_t>(location)];
  return kFitting[static_cast<std::size_t>(count[0] + 4 * count[1] + 16 * count[2])];
}

void add_turn_moves(const State& state, FixedVector<Move, Borealis::kMaxMoves>& moves) {
  const Board& board = state.board[state.player.seat];
  const std::array<std::uint16_t, kLocations> fitting_at{fitting(board, Location::left),
                                                         fitting(board, Location::middle),
                                                         fitting(board, Location::right)};
  const Hand& hand = state.hand[state.player.seat];
  for (std::size_t i = 0; i < hand.size(); ++i) {  // B-TURN-3: observe needs a card that fits
    const bool again = i > 0 && hand[i] == hand[i - 1];
    const int pair = kMoverPair[hand[i].id];
    for (const Location location : kAllLocations) {
      const auto here = static_cast<std::size_t>(location);
      const bool fits_here = (fitting_at[here] >> pair & 1U) != 0;
      moves.push_back_if(fits_here && !again, kObserve[hand[i].id][here]);
    }
  }
  moves.push_back(Move::regroup());  // B-TURN-3: always
}

void add_take_moves(const Setup& setup, const State& state,
                    FixedVector<Move, Borealis::kMaxMoves>& moves) {
  for (std::size_t i = 0; i < state.pool.size(); ++i)  // B-OBS-5: he cannot skip this
    moves.push_back_if(i == 0 || state.pool[i] != state.pool[i - 1], Move::take(state.pool[i]));
  // B-OBS-7
  if (!state.refreshed || setup.blind_draw_after_refresh) moves.push_back(Move::draw());
  // B-OBS-6, B-OBS-8: points are one number, any tokens pay
  if (!state.refreshed && state.board[state.player.seat].points >= kRefreshCost)
    moves.push_back(Move::refresh());
}

// B-REG-1, B-SETUP-8: any number of cards, in ascending order so that each choice has one sequence.
void add_discard_moves(const State& state, FixedVector<Move, Borealis::kMaxMoves>& moves) {
  const Hand& hand = state.hand[state.player.seat];
  for (std::size_t i = 0; i < hand.size(); ++i)
    moves.push_back_if(hand[i] >= state.discard_floor && (i == 0 || hand[i] != hand[i - 1]),
                       Move::discard(hand[i]));
  moves.push_back(Move::done());
}

bool pattern_is_dealt(const State& state, int pattern) {
  for (int seat = 0; seat < state.player.seat; ++seat)
    if (state.board[static_cast<std::size_t>(seat)].pattern == pattern) return true;
  return false;
}

int objectives_dealt(const State& state) {
  int dealt = 0;
  while (dealt < kObjectivesInPlay &&
         state.objective[static_cast<std::size_t>(dealt)] != Objective::none)
    ++dealt;
  return dealt;
}

// Boards, scoring cards and objectives are dealt uniformly.
Move sample_setup(const State& state, Rng& rng) {
  if (state.phase == Phase::deal_boards) {
    int pattern = 1;
    for (auto skip = rng.below(static_cast<std::uint32_t>(kPatterns - 1 - state.player.seat));;
         ++pattern)
      if (!pattern_is_dealt(state, pattern) && skip-- == 0)
        return Move::board(state.player, pattern);
  }
  if (state.phase == Phase::deal_scoring) {
    const int a = static_cast<int>(rng.below(kScoringCards));
    const int b = static_cast<int>(rng.below(kScoringCards - 1));
    const int other = b + (b >= a ? 1 : 0);  // any but a: each pair comes up in two ways
    return Move::scoring(static_cast<ScoringCard>(std::min(a, other)),
                         static_cast<ScoringCard>(std::max(a, other)));
  }
  const int first = kObjectivesPerType * objectives_dealt(state);
  return Move::objective(
      static_cast<Objective>(first + static_cast<int>(rng.below(kObjectivesPerType))));
}

bool reveals(Phase phase) {
  return phase == Phase::deal_pool || phase == Phase::refresh_deal || phase == Phase::refill;
}

}  // namespace

bool fits(const Board& board, Face face, Location location) {
  return (fitting(board, location) >> kMoverPair[face.id] & 1U) != 0;
}

void Borealis::legal_moves(const State& state, FixedVector<Move, kMaxMoves>& moves) const {
  moves.clear();
  if (state.phase == Phase::turn) {  // B-TURN-2: Observe or Regroup
    add_turn_moves(state, moves);
  } else if (state.phase == Phase::take) {
    add_take_moves(setup, state, moves);
  } else if (state.phase == Phase::redraw || state.phase == Phase::regroup_discard) {
    add_discard_moves(state, moves);
  } else if (state.phase == Phase::gather) {
    for (const Location location : kAllLocations)
      moves.push_back(Move::gather(location));  // B-REG-3
  }
}

void Borealis::legal_moves(const View& view, FixedVector<Move, kMaxMoves>& moves) const {
  moves.clear();
  if (actor(view).is(view.viewer)) legal_moves(view.seen, moves);
}

void Borealis::outcomes(const State& state,
                        FixedVector<Outcome<Move>, kMaxOutcomes>& outcomes) const {
  outcomes.clear();
  if (state.phase == Phase::deal_boards) {  // B-SETUP-2: a different pattern for each
    for (int pattern = 1; pattern < kPatterns; ++pattern)
      if (!pattern_is_dealt(state, pattern))
        outcomes.push_back({Move::board(state.player, pattern), 1});
  } else if (state.phase == Phase::deal_scoring) {  // B-SETUP-3: 45 pairs
    for (int a = 0; a < kScoringCards; ++a)
      for (int b = a + 1; b < kScoringCards; ++b)
        outcomes.push_back(
            {Move::scoring(static_cast<ScoringCard>(a), static_cast<ScoringCard>(b)), 1});
  } else if (state.phase == Phase::deal_objectives) {  // B-SETUP-4: one of each type
    const int first = kObjectivesPerType * objectives_dealt(state);
    for (int i = 0; i < kObjectivesPerType; ++i)
      outcomes.push_back({Move::objective(static_cast<Objective>(first + i)), 1});
  } else if (chance_acts(state.phase)) {  // a card of the deck
    const bool to_pool = reveals(state.phase);
    state.deck.for_each([&](Face face, int copies) {
      outcomes.push_back({to_pool ? Move::reveal(face) : Move::deal(state.player, face),
                          static_cast<std::uint32_t>(copies)});
    });
  }
}

Move Borealis::sample(const State& state, Rng& rng) const {
  if (state.phase >= Phase::deal_pool) {
    const Face face = state.deck.pick(rng);
    return reveals(state.phase) ? Move::reveal(face) : Move::deal(state.player, face);
  }
  return sample_setup(state, rng);
}

// ---- Luck ---------------------------------------------------------------------------------------

namespace {

enum class LuckDeck : std::uint8_t {
  animal_cards,
  patterns,
  scoring_cards,  // pairs of them
  objectives,     // of the first type; each type is a deck of its own, drawn from once
};

LuckSource from_deck(LuckDeck deck, int further = 0) {
  return {.deck = static_cast<std::uint8_t>(static_cast<int>(deck) + further)};
}

}  // namespace

LuckSource Borealis::luck_source(const State& state) const {
  if (state.phase == Phase::deal_boards) return from_deck(LuckDeck::patterns);
  if (state.phase == Phase::deal_scoring) return from_deck(LuckDeck::scoring_cards);
  if (state.phase == Phase::deal_objectives)
    return from_deck(LuckDeck::objectives, static_cast<int>(objectives_dealt(state)));
  LuckSource source = from_deck(LuckDeck::animal_cards);
  source.shuffle = state.shuffles;
  return source;
}

int Borealis::luck_card(const Move& move) {
  switch (move.kind) {
    case MoveKind::board: return move.pattern;
    case MoveKind::scoring:
      return kScoringCards * static_cast<int>(move.card) + static_cast<int>(move.other_card);
    case MoveKind::objective: return static_cast<int>(move.dealt);
    case MoveKind::reveal:
    case MoveKind::deal: return move.face.id;
    case MoveKind::observe:
    case MoveKind::take:
    case MoveKind::discard:
    case MoveKind::gather:
    case MoveKind::regroup:
    case MoveKind::draw:
    case MoveKind::refresh:
    case MoveKind::done: break;
  }
  assert(false && "players' moves draw no card");
  return 0;
}

Move Borealis::luck_move(const State& state, int card) const {
  if (state.phase == Phase::deal_boards) return Move::board(state.player, card);
  if (state.phase == Phase::deal_scoring)
    return Move::scoring(static_cast<ScoringCard>(card / kScoringCards),
                         static_cast<ScoringCard>(card % kScoringCards));
  if (state.phase == Phase::deal_objectives) return Move::objective(static_cast<Objective>(card));
  const Face face{static_cast<std::uint8_t>(card)};
  return reveals(state.phase) ? Move::reveal(face) : Move::deal(state.player, face);
}

}  // namespace farnorth::borealis
