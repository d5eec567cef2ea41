// What a position promises each player beyond the points he has, for playouts that stop before the end.
#include <algorithm>
#include <functional>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/borealis/outlook_weights.hpp"
#include "farnorth/games/borealis/policy_gains.hpp"

namespace farnorth::borealis {

namespace {

// What tells how much a player will still get.
enum Feature : std::size_t {
  always,        // 1
  cards,         // in play
  tallest,       // cards at the fullest location
  to_act,        // 1 if he still acts in this round
  in_camps,      // scientists
  movers,        // of the 6 pairs of colours that a card may ask for, those that some location has
  fits_now,      // hand cards that fit somewhere
  best_now,      // points the best of them gives at once, in tenths
  second_now,    // and the second
  hand_later,    // the same added up over the hand, wherever the scientists are
  pool_later,    // the best card of the pool, wherever the scientists are
  pairs,         // species that have 2 cards at a location,
  threes,        // 3,
  fours,         // 4,
  more,          // or more
  next_step,     // points of the next space of all tracks
  second_step,   // and of the one after
  objectives,    // that he may still claim
  card_in_play,  // each scoring card: 1 if it is in play
  card_points_now = card_in_play + kScoringCards,  // what it gives now
  kFeatures = card_points_now + kScoringCards
};
static_assert(kFeatures == Borealis::kOutlookFeatures);

using Features = std::array<std::int16_t, kFeatures>;

void set(Features& features, std::size_t feature, int value) {
  features[feature] = static_cast<std::int16_t>(value);
}

constexpr int kTenth = kPoint / 10;

// The pairs of colours that some location has.
int movers_at_hand(Groups groups) {
  static constexpr std::array<Groups, 6> kPairs = [] {
    std::array<Groups, 6> pairs{};
    std::size_t i = 0;
    for (int a = 0; a < kColours; ++a)
      for (int b = a; b < kColours; ++b)
        pairs[i++] = in_each_place(one(static_cast<Colour>(a)) + one(static_cast<Colour>(b)));
    return pairs;
  }();
  int there = 0;
  for (const Groups pair : kPairs) there += places_with(groups, pair) != 0 ? 1 : 0;
  return there;
}

void add_cards(const State& state, const Hand& hand, const Gains& gains, Groups groups,
               Features& features) {
  int fit = 0, best = 0, second = 0, later = 0, pool = 0;
  for (const Face face : hand) {
    later += gains.best(face);
    if (fitting(groups, face) == 0) continue;
    ++fit;
    const int now = gains.best(face, groups);
    second = std::max(second, std::min(best, now));
    best = std::max(best, now);
  }
  for (const Face face : state.pool) pool = std::max(pool, gains.best(face));
  set(features, fits_now, fit);
  set(features, best_now, best / kTenth);
  set(features, second_now, second / kTenth);
  set(features, hand_later, later / kTenth);
  set(features, pool_later, pool / kTenth);
}

void add_sets(const Board& board, Features& features) {
  for (const CardPile& pile : board.pile) {
    std::array<int, kSpeciesCount> count{};
    for (const Face face : pile) ++count[index(row(face).species)];
    for (const int n : count)
      if (n >= 2) ++features[pairs + static_cast<std::size_t>(std::min(n, 5) - 2)];
  }
}

void add_tracks(const Board& board, Features& features) {
  int next = 0, after = 0;
  for (std::size_t track = 0; track < kLocations; ++track) {
    const std::size_t space = board.flag[track];
    const auto& points = kTrackPoints[track];
    if (space < kLastSpace) next += points[space + 1] - points[space];
    if (space + 1 < kLastSpace) after += points[space + 2] - points[space + 1];
  }
  set(features, next_step, next);
  set(features, second_step, after);
}

}  // namespace

std::size_t Borealis::outlook_stage(const State& state) const {
  return static_cast<std::size_t>(tallest_pile(state, setup.players));
}

const OutlookModel<Borealis::kOutlookFeatures>& Borealis::outlook_model(std::size_t stage) const {
  return kOutlookModels[static_cast<std::size_t>(setup.players - kMinPlayers)][stage];
}

void Borealis::outlook_features(const State& state,
                                OutlookFeatures<kOutlookFeatures>& features) const {
  for (std::size_t seat = 0; seat < setup.players; ++seat) {
    const Board& board = state.board[seat];
    Features& own = features[seat];
    own.fill(0);
    const Gains gains(board);
    const Groups groups = groups_of(board);
    std::size_t in_play = 0, highest = 0;
    for (const CardPile& pile : board.pile) {
      in_play += pile.size();
      highest = std::max(highest, pile.size());
    }
    set(own, always, 1);
    set(own, cards, static_cast<int>(in_play));
    set(own, tallest, static_cast<int>(highest));
    const bool acts = state.player.seat == seat && state.phase == Phase::turn;
    set(own, to_act, acts || seat > state.player.seat ? 1 : 0);
    set(own, in_camps, camp_scientists(board));
    set(own, movers, movers_at_hand(groups));
    add_cards(state, state.hand[seat], gains, groups, own);
    add_sets(board, own);
    add_tracks(board, own);
    for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
      if (!state.closed[i] && !state.claimed[i].contains(Player::at(static_cast<int>(seat))))
        ++own[objectives];
    for (const ScoringCard card : state.scoring) {
      set(own, card_in_play + index(card), 1);
      set(own, card_points_now + index(card), card_points(board, card));
    }
  }
}

}  // namespace farnorth::borealis
