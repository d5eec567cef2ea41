// A sensible player of Borealis, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// Everything is valued in hundredths of a point, so that the policy is the same on every platform. It looks one action
// ahead: what an observation gives at once, what it opens, and what it costs.
#include <algorithm>
#include <cassert>

#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

constexpr int kPoint = 100;

// Weights, found by matches of greedy against itself.
constexpr int kSetGrowth = 45;       // a card that joins n of its species makes the next one worth n + 1
constexpr int kFlagStep = 40;        // deep spaces pay more
constexpr int kCampScientist = 60;   // a regroup will pay a point for him
constexpr int kPlayableCard = 35;    // a hand card that still fits somewhere
constexpr int kActionWorth = 330;    // what a good observation brings: a regroup gives that up
constexpr int kBlindCard = 290;      // expected best use of an unseen card
constexpr int kWorthKeeping = 200;   // hand cards below this are replaced
constexpr int kEndBonus = 400;       // for ending the game when ahead, against when behind

std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }

// What a card would give at once at a location, whether or not its scientists are there.
int gain_at(const Board& board, const FaceRow& card, Location location) {
  const CardPile& pile = board.pile[index(location)];
  std::size_t same = 0;
  for (const Face face : pile) same += row(face).species == card.species ? 1 : 0;
  int gain = kPoint * card.stars;
  gain += kPoint * (kSetPoints[std::min<std::size_t>(same + 1, kFullLocation)] - kSetPoints[same]) +
          kSetGrowth * static_cast<int>(same);
  if (moves_flag(board, card.vehicle, location)) {
    const auto& values = kTrackPoints[index(location)];
    const std::size_t space = board.flag[index(location)];
    gain += kPoint * (values[space + 1] - values[space]) + kFlagStep;
  }
  return gain;
}

int best_gain(const Board& board, Face face, bool only_if_it_fits) {
  int best = 0;
  for (const Location location : kAllLocations)
    if (!only_if_it_fits || fits(board, face, location))
      best = std::max(best, gain_at(board, row(face), location));
  return best;
}

bool fits_somewhere(const Board& board, Face face) {
  return fits(board, face, Location::left) || fits(board, face, Location::middle) ||
         fits(board, face, Location::right);
}

// Points of the open objectives that `player` does not yet have and would meet on `board`.
int claimable(const State& state, const Board& board, Player player, int gathered) {
  int points = 0;
  for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
    if (!state.closed[i] && !state.claimed[i].contains(player) &&
        meets(board, state.objective[i], gathered))
      points += kObjectivePoints * kPoint;
  return points;
}

int scoring_cards(const State& state, const Board& board) {
  return kPoint * (card_points(board, state.scoring[0]) + card_points(board, state.scoring[1]));
}

int points_so_far(const State& state, const Board& board) {
  return set_points(board) + track_points(board) + star_points(board) + board.points +
         card_points(board, state.scoring[0]) + card_points(board, state.scoring[1]);
}

// The board after playing `face`: pile, scientists and flag, without claims.
Board played(Board board, Face face, Location location) {
  const FaceRow& card = row(face);
  const std::size_t here = index(location);
  const std::size_t left = here == 0 ? index(Spot::left_camp) : here - 1;
  const std::size_t right = here == 2 ? index(Spot::right_camp) : here + 1;
  --board.scientists[here][index(card.left_mover)];
  ++board.scientists[left][index(card.left_mover)];
  --board.scientists[here][index(card.right_mover)];
  ++board.scientists[right][index(card.right_mover)];
  if (moves_flag(board, card.vehicle, location)) ++board.flag[here];
  board.pile[here].push_back(face);
  return board;
}

Board gathered_at(Board board, Location location) {
  for (const Spot camp : {Spot::left_camp, Spot::right_camp})
    for (std::size_t colour = 0; colour < kColours; ++colour) {
      std::uint8_t& there = board.scientists[index(location)][colour];
      there = static_cast<std::uint8_t>(there + board.scientists[index(camp)][colour]);
      board.scientists[index(camp)][colour] = 0;
    }
  return board;
}

// How urgent the end is: 0 at the start, 7 with a full location. Scoring cards count fully only near the end.
int tallest_pile(const State& state) {
  std::size_t tallest = 0;
  for (const Board& board : state.board)
    for (const CardPile& pile : board.pile) tallest = std::max(tallest, pile.size());
  return static_cast<int>(tallest);
}

int best_opponent(const State& state, int players) {
  int best = 0;
  for (int seat = 0; seat < players; ++seat)
    if (seat != state.player.seat)
      best = std::max(best, points_so_far(state, state.board[static_cast<std::size_t>(seat)]));
  return best;
}

class Policy {
 public:
  Policy(const State& state, int players, Rng& rng)
      : state_(state), board_(state.board[state.player.seat]), hand_(state.hand[state.player.seat]),
        players_(players), rng_(rng), lateness_(tallest_pile(state)) {}

  Move turn() {
    const int cards_before = scoring_cards(state_, board_);
    Move best = Move::regroup();
    int best_value = regroup_value();
    for (std::size_t i = 0; i < hand_.size(); ++i)
      for (const Location location : kAllLocations) {
        if ((i > 0 && hand_[i] == hand_[i - 1]) || !fits(board_, hand_[i], location)) continue;
        const int value = observe_value(i, location, cards_before) + jitter();
        if (value > best_value) {
          best_value = value;
          best = Move::observe(hand_[i], location);
        }
      }
    return best;
  }

  Move take(bool draw_is_legal, bool refresh_is_legal) {
    Move best = Move::take(state_.pool[0]);
    int best_value = -1;
    for (const Face face : state_.pool) {
      const int value = card_value(face) + jitter();
      if (value > best_value) {
        best_value = value;
        best = Move::take(face);
      }
    }
    if (draw_is_legal && best_value < kBlindCard) {
      best_value = kBlindCard;
      best = Move::draw();
    }
    // Four new cards offer more than one unseen card, but cost a point.
    if (refresh_is_legal && best_value < kBlindCard + kPoint / 4 && lateness_ >= 4 &&
        best_value < kBlindCard + kPoint / 2)
      return best;
    return best;
  }

  Move gather() {
    const int returned = camp_scientists(board_);
    Move best = Move::gather(Location::left);
    int best_value = -1;
    for (const Location location : kAllLocations) {
      const Board after = gathered_at(board_, location);
      int value = claimable(state_, after, state_.player, returned) +
                  scoring_cards(state_, after) * lateness_ / (2 * kFullLocation) + jitter();
      int best_card = 0;
      for (const Face face : hand_) {
        const int gain = best_gain(after, face, true);
        best_card = std::max(best_card, gain);
        value += gain / 2;
      }
      value += best_card;
      if (value > best_value) {
        best_value = value;
        best = Move::gather(location);
      }
    }
    return best;
  }

  Move discard() {
    for (const Face face : hand_)
      if (face >= state_.discard_floor && best_gain(board_, face, false) < keep_threshold())
        return Move::discard(face);
    return Move::done();
  }

 private:
  int jitter() { return static_cast<int>(rng_.below(8)); }  // breaks ties at random

  int keep_threshold() const { return state_.phase == Phase::redraw ? kPoint / 2 : kWorthKeeping; }

  int card_value(Face face) const {
    const int now = best_gain(board_, face, true);
    return now > 0 ? now + kPlayableCard : best_gain(board_, face, false) / 2;
  }

  int observe_value(std::size_t card, Location location, int cards_before) {
    const Board after = played(board_, hand_[card], location);
    int value = gain_at(board_, row(hand_[card]), location);
    value += claimable(state_, after, state_.player, 0);
    value += (scoring_cards(state_, after) - cards_before) * (2 + lateness_) / (2 + kFullLocation);
    if (location != Location::middle) value += kCampScientist;
    for (std::size_t i = 0; i < hand_.size(); ++i)
      if (i != card && fits_somewhere(after, hand_[i])) value += kPlayableCard;
    if (after.pile[index(location)].full()) {
      const int ahead = points_so_far(state_, after) - best_opponent(state_, players_);
      value += ahead > 0 ? kEndBonus : -kEndBonus;
    }
    return value;
  }

  int regroup_value() const {
    const int camp = camp_scientists(board_);
    int value = kPoint * camp - kActionWorth + kActionWorth / 2;
    int playable = 0;
    for (const Face face : hand_) playable += fits_somewhere(board_, face) ? 1 : 0;
    if (camp > 0 && playable < 2) value += kPoint;
    bool morning_shift = false;
    for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
      morning_shift = morning_shift || (state_.objective[i] == Objective::morning_shift &&
                                        !state_.closed[i] && !state_.claimed[i].contains(state_.player));
    if (morning_shift && camp >= row(Objective::morning_shift).number)
      value += kObjectivePoints * kPoint;
    return value;
  }

  const State& state_;
  const Board& board_;
  const Hand& hand_;
  const int players_;
  Rng& rng_;
  const int lateness_;
};

}  // namespace

Move Borealis::scripted_move(const State& state, Rng& rng) const {
  Policy policy(state, setup.players, rng);
  switch (state.phase) {
    case Phase::turn: return policy.turn();
    case Phase::take: {
      const bool can_draw = !state.refreshed || setup.blind_draw_after_refresh;
      const bool can_refresh = !state.refreshed && state.board[state.player.seat].points >= kRefreshCost;
      return policy.take(can_draw, can_refresh);
    }
    case Phase::gather: return policy.gather();
    case Phase::redraw:
    case Phase::regroup_discard: return policy.discard();
    case Phase::deal_boards:
    case Phase::deal_scoring:
    case Phase::deal_objectives:
    case Phase::deal_pool:
    case Phase::deal_hands:
    case Phase::redraw_draw:
    case Phase::refresh_deal:
    case Phase::refill:
    case Phase::blind_draw:
    case Phase::regroup_draw:
    case Phase::over: break;
  }
  assert(false && "only a player has a policy");
  return {};
}

}  // namespace farnorth::borealis
