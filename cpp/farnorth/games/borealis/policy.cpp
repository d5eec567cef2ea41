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

// Weights, found by matches of the policy against itself.
constexpr int kSetGrowth = 45;  // a card that joins n of its species makes the next one worth n + 1
constexpr int kFlagStep = 40;   // deep spaces pay more
constexpr int kCampScientist = 60;  // a regroup will pay a point for him
constexpr int kPlayableCard = 35;   // a hand card that still fits somewhere
constexpr int kActionWorth =
    165;  // what an observation brings more than a regroup, apart from its points
constexpr int kStuckHand = 100;         // a regroup when hardly any card fits
constexpr int kBlindCard = 290;         // expected best use of an unseen card
constexpr int kWorthKeeping = 200;      // hand cards below this are replaced in a regroup,
constexpr int kWorthKeepingFirst = 50;  // and below this before the first turn
constexpr int kEndBonus = 400;          // for ending the game when ahead, against when behind
constexpr int kIdleRegroup =
    -2000;  // with empty camps: only if no card fits, or nobody would ever end the game

constexpr std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }

// The scientists of one place, a byte for each colour, so that they are moved and compared all at once.
using Group = std::uint32_t;

constexpr Group one(Colour colour) { return Group{1} << (8 * static_cast<unsigned>(colour)); }
constexpr Group movers(const FaceRow& card) { return one(card.left_mover) + one(card.right_mover); }
constexpr Group kBorrow = 0x808080;
constexpr bool has(Group group, Group needed) {  // B-OBS-1
  return (((group | kBorrow) - needed) & kBorrow) == kBorrow;
}

Group group_at(const Board& board, Spot spot) {
  const auto& count = board.scientists[index(spot)];
  return Group{count[0]} | Group{count[1]} << 8 | Group{count[2]} << 16;
}

using Groups = std::array<Group, kSpots>;

Groups groups_of(const Board& board) {
  Groups groups;
  for (std::size_t spot = 0; spot < kSpots; ++spot)
    groups[spot] = group_at(board, static_cast<Spot>(spot));
  return groups;
}

constexpr std::size_t left_of(Location location) {
  return location == Location::left ? index(Spot::left_camp) : index(location) - 1;
}
constexpr std::size_t right_of(Location location) {
  return location == Location::right ? index(Spot::right_camp) : index(location) + 1;
}

Groups moved(Groups groups, const FaceRow& card, Location location) {
  groups[index(location)] -= movers(card);
  groups[left_of(location)] += one(card.left_mover);
  groups[right_of(location)] += one(card.right_mover);
  return groups;
}

bool fits_somewhere(const Groups& groups, const FaceRow& card) {
  const Group needed = movers(card);
  return has(groups[0], needed) | has(groups[1], needed) | has(groups[2], needed);
}

// What cards would give at once at each location, prepared so that a card takes a few look-ups.
class Gains {
 public:
  explicit Gains(const Board& board) {
    for (std::size_t here = 0; here < kLocations; ++here) {
      std::array<std::uint8_t, kSpeciesCount> same{};
      for (const Face face : board.pile[here]) ++same[index(row(face).species)];
      for (std::size_t species = 0; species < kSpeciesCount; ++species)
        card_[here][species] = kCardGain[same[species]];
      const std::size_t space = board.flag[here];
      if (space == kLastSpace) continue;
      const VehiclePair& pair = kTrackVehicles[board.pattern][here][space];
      const int step =
          kPoint * (kTrackPoints[here][space + 1] - kTrackPoints[here][space]) + kFlagStep;
      flag_[here][index(pair.first)] = flag_[here][index(pair.second)] = step;
    }
  }

  int at(const FaceRow& card, Location location) const {
    return kPoint * card.stars + card_[index(location)][index(card.species)] +
           flag_[index(location)][index(card.vehicle)];
  }
  // At the best location, whether or not its scientists are there.
  int best(const FaceRow& card) const {
    return std::max(
        {at(card, Location::left), at(card, Location::middle), at(card, Location::right)});
  }
  // At the best location that has the scientists; 0 if none has.
  int best(const FaceRow& card, const Groups& groups) const {
    int best = 0;
    for (const Location location : kAllLocations) {
      const int gain = at(card, location);
      best = std::max(best, has(groups[index(location)], movers(card)) ? gain : 0);
    }
    return best;
  }

 private:
  // By the number of cards of its species that lie there.
  static constexpr auto kCardGain = [] {
    std::array<int, kFullLocation + 1> gain{};
    for (std::size_t same = 0; same < kFullLocation; ++same)
      gain[same] =
          kPoint * (kSetPoints[same + 1] - kSetPoints[same]) + kSetGrowth * static_cast<int>(same);
    return gain;
  }();

  int card_[kLocations][kSpeciesCount];
  int flag_[kLocations][kVehicles] = {};
};

int scoring_cards(const State& state, const Board& board) {
  return kPoint * (card_points(board, state.scoring[0]) + card_points(board, state.scoring[1]));
}

int points_so_far(const State& state, const Board& board) {
  return set_points(board) + track_points(board) + star_points(board) + board.points +
         card_points(board, state.scoring[0]) + card_points(board, state.scoring[1]);
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
      : state_(state),
        board_(state.board[state.player.seat]),
        hand_(state.hand[state.player.seat]),
        players_(players),
        rng_(rng),
        lateness_(tallest_pile(state)),
        gains_(board_),
        groups_(groups_of(board_)) {}

  Move turn() {
    const int cards_before = scoring_cards(state_, board_);
    Move best = Move::regroup();
    int best_value = regroup_value();
    for (std::size_t i = 0; i < hand_.size(); ++i)
      for (const Location location : kAllLocations) {
        if (!has(groups_[index(location)], movers(row(hand_[i])))) continue;
        const int value = observe_value(i, location, cards_before) + jitter();
        if (value > best_value) {
          best_value = value;
          best = Move::observe(hand_[i], location);
        }
      }
    return best;
  }

  Move take(bool draw_is_legal) {
    Move best = draw_is_legal ? Move::draw() : Move::take(state_.pool[0]);
    int best_value = draw_is_legal ? kBlindCard : -1;
    for (const Face face : state_.pool) {
      const int value = card_value(row(face)) + jitter();
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
      if (face >= state_.discard_floor && (stuck || gains_.best(row(face)) < threshold))
        return Move::discard(face);
    return Move::done();
  }

 private:
  int jitter() { return static_cast<int>(rng_.below(8)); }  // breaks ties at random

  int playable() const {
    int cards = 0;
    for (const Face face : hand_) cards += fits_somewhere(groups_, row(face)) ? 1 : 0;
    return cards;
  }

  int card_value(const FaceRow& card) const {
    const int now = gains_.best(card, groups_);
    return now > 0 ? now + kPlayableCard : gains_.best(card) / 2;
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
    if (moves_flag(board, card.vehicle, location)) ++board.flag[here];
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

  bool is_open(std::size_t objective) const {
    return !state_.closed[objective] && !state_.claimed[objective].contains(state_.player);
  }

  // Points of the open objectives that `after` would meet.
  int claims(const Board& after, int returned) const {
    int points = 0;
    for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
      if (is_open(i) && meets(after, state_.objective[i], returned))
        points += kObjectivePoints * kPoint;
    return points;
  }

  int observe_value(std::size_t chosen, Location location, int cards_before) const {
    const FaceRow& card = row(hand_[chosen]);
    const Board after = observed(hand_[chosen], location);
    const Groups groups = moved(groups_, card, location);
    int value = gains_.at(card, location) + claims(after, 0);
    value += (scoring_cards(state_, after) - cards_before) * (2 + lateness_) / (2 + kFullLocation);
    if (location != Location::middle) value += kCampScientist;
    for (std::size_t i = 0; i < hand_.size(); ++i)
      if (i != chosen && fits_somewhere(groups, row(hand_[i]))) value += kPlayableCard;
    if (after.pile[index(location)].full()) {
      const int ahead = points_so_far(state_, after) - best_opponent(state_, players_);
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
      const int gain = gains_.best(row(face), groups);
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
    for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
      if (state_.objective[i] == Objective::morning_shift && is_open(i) &&
          camp >= row(Objective::morning_shift).number)
        value += kObjectivePoints * kPoint;
    return value;
  }

  const State& state_;
  const Board& board_;
  const Hand& hand_;
  const int players_;
  Rng& rng_;
  const int lateness_;
  const Gains gains_;
  const Groups groups_;
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
