// A sensible player of Borealis, for the bot `greedy` and for playouts. Kept apart from the rules.
//
// Everything is valued in hundredths of a point, so that the policy is the same on every platform. It looks one action
// ahead: what an observation gives at once, what it opens, and what it costs.
#include <algorithm>
#include <cassert>

#include "farnorth/games/borealis/borealis.hpp"
#include "farnorth/games/borealis/policy_gains.hpp"

namespace farnorth::borealis {

namespace {

// Weights, found by matches of the policy against itself.
constexpr int kCampScientist = 60;  // a regroup will pay a point for him
constexpr int kPlayableCard = 35;   // a hand card that still fits somewhere
// What an observation brings more than a regroup, apart from its points.
constexpr int kActionWorth = 165;
constexpr int kStuckHand = 100;         // a regroup when hardly any card fits
constexpr int kBlindCard = 290;         // expected best use of an unseen card
constexpr int kWorthKeeping = 200;      // hand cards below this are replaced in a regroup,
constexpr int kWorthKeepingFirst = 50;  // and below this before the first turn
constexpr int kEndBonus = 400;          // for ending the game when ahead, against when behind
// With empty camps: only if no card fits, or nobody would ever end the game.
constexpr int kIdleRegroup = -2000;

int scoring_cards(const State& state, const Board& board) {
  return kPoint * (card_points(board, state.scoring[0]) + card_points(board, state.scoring[1]));
}

int best_opponent(const State& state, int players) {
  int best = 0;
  for (int seat = 0; seat < players; ++seat)
    if (seat != state.player.seat)
      best = std::max(best, total_points(state, state.board[static_cast<std::size_t>(seat)]));
  return best;
}

using Objectives = FixedVector<Objective, kObjectivesInPlay>;

// Those that the player may still claim.
Objectives open_objectives(const State& state) {
  Objectives open;
  for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
    if (!state.closed[i] && !state.claimed[i].contains(state.player))
      open.push_back(state.objective[i]);
  return open;
}

class Policy {
 public:
  Policy(const State& state, int players, Rng& rng)
      : state_(state),
        board_(state.board[state.player.seat]),
        hand_(state.hand[state.player.seat]),
        players_(players),
        lateness_(tallest_pile(state, players)),
        open_(open_objectives(state)),
        gains_(board_),
        groups_(groups_of(board_)),
        noise_(rng.next()) {}

  Move turn() {
    const int cards_before = scoring_cards(state_, board_);
    Move best = Move::regroup();
    int best_value = regroup_value();
    for (std::size_t i = 0; i < hand_.size(); ++i) {
      const Groups where = fitting(groups_, hand_[i]);
      for (const Location location : kAllLocations) {
        if (!fits_at(where, location)) continue;
        const int value = observe_value(i, location, cards_before) + jitter();
        if (value > best_value) {
          best_value = value;
          best = Move::observe(hand_[i], location);
        }
      }
    }
    return best;
  }

  Move take(bool draw_is_legal) {
    Move best = draw_is_legal ? Move::draw() : Move::take(state_.pool[0]);
    int best_value = draw_is_legal ? kBlindCard : -1;
    for (const Face face : state_.pool) {
      const int value = card_value(face) + jitter();
      if (value > best_value) {
        best_value = value;
        best = Move::take(face);
      }
    }
    return best;
  }

  Move gather() {
    const int returned = camp_scientists(board_);
    Move best = Move::gather(Location::left);
    int best_value = -1;
    for (const Location location : kAllLocations) {
      const int value = gather_value(location, returned) + jitter();
      if (value > best_value) {
        best_value = value;
        best = Move::gather(location);
      }
    }
    return best;
  }

  Move discard() {
    const int threshold = state_.phase == Phase::redraw ? kWorthKeepingFirst : kWorthKeeping;
    // Without scientists to gather, only new cards can help a hand that fits nowhere.
    const bool stuck =
        state_.phase == Phase::regroup_discard && camp_scientists(board_) == 0 && playable() == 0;
    for (const Face face : hand_)
      if (face >= state_.discard_floor && (stuck || gains_.best(face) < threshold))
        return Move::discard(face);
    return Move::done();
  }

 private:
  // Breaks ties at random. No decision compares more than 13 moves: one random word is enough.
  int jitter() {
    const int three_bits = static_cast<int>(noise_ & 7U);
    noise_ >>= 3U;
    return three_bits;
  }

  int playable() const {
    int cards = 0;
    for (const Face face : hand_) cards += fitting(groups_, face) != 0 ? 1 : 0;
    return cards;
  }

  int card_value(Face face) const {
    const int now = gains_.best(face, groups_);
    return now > 0 ? now + kPlayableCard : gains_.best(face) / 2;
  }

  // The board after an observation: pile, scientists and flag, without claims.
  Board observed(Face face, Location location) const {
    Board board = board_;
    const FaceRow& card = row(face);
    const std::size_t here = index(location);
    --board.scientists[here][index(card.left_mover)];
    ++board.scientists[left_of(location)][index(card.left_mover)];
    --board.scientists[here][index(card.right_mover)];
    ++board.scientists[right_of(location)][index(card.right_mover)];
    board.flag[here] =
        static_cast<std::uint8_t>(board.flag[here] + gains_.moves_flag(face, location));
    board.pile[here].push_back(face);
    return board;
  }

  Board gathered(Location location) const {
    Board board = board_;
    for (const Spot camp : {Spot::left_camp, Spot::right_camp})
      for (std::size_t colour = 0; colour < kColours; ++colour) {
        std::uint8_t& there = board.scientists[index(location)][colour];
        there = static_cast<std::uint8_t>(there + board.scientists[index(camp)][colour]);
        board.scientists[index(camp)][colour] = 0;
      }
    return board;
  }

  // Points of the open objectives that `after` would meet.
  int claims(const Board& after, int returned) const {
    int points = 0;
    for (const Objective objective : open_)
      if (meets(after, objective, returned)) points += kObjectivePoints * kPoint;
    return points;
  }

  int observe_value(std::size_t chosen, Location location, int cards_before) const {
    const Board after = observed(hand_[chosen], location);
    const Groups groups = moved(groups_, hand_[chosen], location);
    int value = gains_.at(hand_[chosen], location) + claims(after, 0);
    value += (scoring_cards(state_, after) - cards_before) * (2 + lateness_) / (2 + kFullLocation);
    if (location != Location::middle) value += kCampScientist;
    for (std::size_t i = 0; i < hand_.size(); ++i)
      value += i != chosen && fitting(groups, hand_[i]) != 0 ? kPlayableCard : 0;
    if (after.pile[index(location)].full()) {
      const int ahead = total_points(state_, after) - best_opponent(state_, players_);
      value += ahead > 0 ? kEndBonus : -kEndBonus;
    }
    return value;
  }

  int gather_value(Location location, int returned) const {
    const Board after = gathered(location);
    int value =
        claims(after, returned) + scoring_cards(state_, after) * lateness_ / (2 * kFullLocation);
    const Groups groups = groups_of(after);
    int best_card = 0;
    for (const Face face : hand_) {
      const int gain = gains_.best(face, groups);
      best_card = std::max(best_card, gain);
      value += gain / 2;
    }
    return value + best_card;
  }

  int regroup_value() const {
    const int camp = camp_scientists(board_);
    if (camp == 0) return kIdleRegroup;
    int value = kPoint * camp - kActionWorth;
    if (playable() < 2) value += kStuckHand;
    if (open_.contains(Objective::morning_shift) && camp >= row(Objective::morning_shift).number)
      value += kObjectivePoints * kPoint;
    return value;
  }

  const State& state_;
  const Board& board_;
  const Hand& hand_;
  const int players_;
  const int lateness_;
  const Objectives open_;
  const Gains gains_;
  const Groups groups_;
  std::uint64_t noise_;
};

}  // namespace

Move Borealis::scripted_move(const State& state, Rng& rng) const {
  Policy policy(state, setup.players, rng);
  switch (state.phase) {
    case Phase::turn: return policy.turn();
    case Phase::take: {
      const bool can_draw = !state.refreshed || setup.blind_draw_after_refresh;
      return policy.take(can_draw);
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
