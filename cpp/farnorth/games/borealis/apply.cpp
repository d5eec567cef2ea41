// What a move does.
#include <cassert>

#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

// A card is due from the deck: if it is empty the discard pile becomes the deck now (B-DECK-1).
void need_card(State& state) {
  if (!state.deck.empty()) return;
  state.deck = state.discard;
  state.discard = {};
  ++state.shuffles;
  // B-DECK-2: 4 players have at most 19 cards each in play and 4 in hand, one of them missing; the pool shows 4.
  assert(state.deck.size() >= 5);
}

// kOpeners[pattern][location][space]: set of the vehicles that take a flag on that space one further.
constexpr auto kOpeners = [] {
  std::array<std::array<std::array<std::uint8_t, kLastSpace + 1>, kLocations>, kPatterns> openers{};
  for (std::size_t pattern = 0; pattern < kPatterns; ++pattern)
    for (std::size_t location = 0; location < kLocations; ++location)
      for (std::size_t space = 0; space < kLastSpace; ++space) {
        const VehiclePair& pair = kTrackVehicles[pattern][location][space];
        openers[pattern][location][space] = static_cast<std::uint8_t>(
            1U << static_cast<int>(pair.first) | 1U << static_cast<int>(pair.second));
      }
  return openers;
}();

void move_scientist(Board& board, Colour colour, Spot from, Spot to) {
  const auto c = static_cast<std::size_t>(colour);
  assert(board.scientists[static_cast<std::size_t>(from)][c] > 0);
  --board.scientists[static_cast<std::size_t>(from)][c];
  ++board.scientists[static_cast<std::size_t>(to)][c];
}

// B-OBS-3: left camp, left, middle, right, right camp are one step apart; no step is ever blocked.
constexpr Spot step_left(Location from) {
  switch (from) {
    case Location::left: return Spot::left_camp;
    case Location::middle: return Spot::left;
    case Location::right: break;
  }
  return Spot::middle;
}
constexpr Spot step_right(Location from) {
  switch (from) {
    case Location::left: return Spot::middle;
    case Location::middle: return Spot::right;
    case Location::right: break;
  }
  return Spot::right_camp;
}

void observe(State& state, Face face, Location location) {
  Board& board = state.board[state.player.seat];
  const FaceRow& card = row(face);
  state.hand[state.player.seat].erase_present(face);
  board.pile[static_cast<std::size_t>(location)].push_back(face);  // B-OBS-2: on top, for good
  const Spot here = static_cast<Spot>(location);
  move_scientist(board, card.left_mover, here, step_left(location));
  move_scientist(board, card.right_mover, here, step_right(location));
  // B-OBS-4: must move, one space, no other flag. Added rather than branched on: half the cards do.
  std::uint8_t& flag = board.flag[static_cast<std::size_t>(location)];
  flag = static_cast<std::uint8_t>(flag + (moves_flag(board, card.vehicle, location) ? 1 : 0));
}

void discard(State& state, Face face) {
  state.hand[state.player.seat].erase_present(face);
  state.discard.add(face);  // face up: B-SETUP-9, B-REG-1
  state.discard_floor = face;
}

// B-REG-3: everybody out of both camps. Returns how many they were.
int gather(Board& board, Location location) {
  const int gathered = camp_scientists(board);
  for (const Spot camp : {Spot::left_camp, Spot::right_camp})
    for (std::size_t colour = 0; colour < kColours; ++colour) {
      std::uint8_t& here = board.scientists[static_cast<std::size_t>(camp)][colour];
      std::uint8_t& there = board.scientists[static_cast<std::size_t>(location)][colour];
      there = static_cast<std::uint8_t>(there + here);
      here = 0;
    }
  return gathered;
}

void refresh(State& state) {  // B-OBS-6
  std::uint8_t& points = state.board[state.player.seat].points;
  points = static_cast<std::uint8_t>(points - kRefreshCost);
  for (const Face face : state.pool) state.discard.add(face);
  state.pool.clear();
  state.refreshed = true;
  state.phase = Phase::refresh_deal;
  need_card(state);
}

void deal_objective(State& state, Objective objective) {
  const auto type = static_cast<std::size_t>(objective) / kObjectivesPerType;
  state.objective[type] = objective;
  if (type + 1 == kObjectivesInPlay) state.phase = Phase::deal_pool;
}

bool some_location_is_full(const State& state) {
  for (const Board& board : state.board)
    for (const CardPile& pile : board.pile)
      if (pile.full()) return true;
  return false;
}

}  // namespace

int camp_scientists(const Board& board) {
  int count = 0;
  for (const Spot camp : {Spot::left_camp, Spot::right_camp})
    for (const std::uint8_t scientists : board.scientists[static_cast<std::size_t>(camp)])
      count += scientists;
  return count;
}

bool moves_flag(const Board& board, Vehicle vehicle, Location location) {
  const auto here = static_cast<std::size_t>(location);
  return (kOpeners[board.pattern][here][board.flag[here]] >> static_cast<int>(vehicle) & 1U) != 0;
}

// B-OBJ-2: automatic and at once. B-OBJ-3: called at these two moments only. B-OBJ-6: so none is ever overlooked.
void Borealis::claim(State& state, int gathered) const {
  Board& board = state.board[state.player.seat];
  for (std::size_t i = 0; i < kObjectivesInPlay; ++i) {
    if (state.closed[i] || state.claimed[i].contains(state.player)) continue;  // B-OBJ-4, B-OBJ-5
    if (!meets(board, state.objective[i], gathered)) continue;
    state.claimed[i].add(state.player);
    board.points = static_cast<std::uint8_t>(board.points + kObjectivePoints);
  }
}

void Borealis::start_action(State& state, Player player) const {
  state.player = player;
  state.phase = Phase::turn;
}

void Borealis::end_action(State& state) const {
  state.refreshed = false;
  start_action(state, next(state.player));  // B-TURN-1: p1 first, in every round
  if (state.player.seat != 0) return;
  // The round is over.
  for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
    if (!state.claimed[i].empty()) state.closed[i] = true;      // B-OBJ-4
  if (some_location_is_full(state)) state.phase = Phase::over;  // B-END-1, B-END-2
}

// The opening redraw of a player is done: B-SETUP-8.
void Borealis::after_redraw(State& state) const {
  state.player = next(state.player);
  state.phase = state.player.seat == 0 ? Phase::turn : Phase::redraw;
}

void Borealis::pay(State& state) const {
  Board& board = state.board[state.player.seat];
  const int camp = camp_scientists(board);
  board.points = static_cast<std::uint8_t>(board.points + camp);  // B-REG-2
  if (camp > 0)
    state.phase = Phase::gather;
  else
    end_action(state);  // nothing can newly hold: B-OBJ-2
}

// The player has discarded what he wanted, before his first turn or in a regroup.
void Borealis::finish_discards(State& state) const {
  const bool opening = state.phase == Phase::redraw;
  state.discard_floor = {};
  if (!state.hand[state.player.seat].full()) {
    state.phase = opening ? Phase::redraw_draw : Phase::regroup_draw;
    need_card(state);
  } else if (opening) {
    after_redraw(state);
  } else {
    pay(state);
  }
}

void Borealis::reveal(State& state, Face face) const {
  state.deck.remove(face);
  state.pool.insert_sorted(face);
  if (state.phase == Phase::refill)
    end_action(state);
  else if (!state.pool.full())
    need_card(state);
  else
    state.phase = state.phase == Phase::deal_pool ? Phase::deal_hands : Phase::take;  // B-SETUP-5
}

void Borealis::deal(State& state, Face face) const {
  Hand& hand = state.hand[state.player.seat];
  state.deck.remove(face);
  hand.insert_sorted(face);
  if (state.phase == Phase::blind_draw) {
    end_action(state);
  } else if (!hand.full()) {
    need_card(state);
  } else if (state.phase == Phase::deal_hands) {  // B-SETUP-7
    state.player = next(state.player);
    if (state.player.seat == 0) state.phase = Phase::redraw;
  } else if (state.phase == Phase::redraw_draw) {
    after_redraw(state);
  } else {
    pay(state);
  }
}

void Borealis::apply(State& state, const Move& move) const {
  switch (move.kind) {
    case MoveKind::observe:
      observe(state, move.face, move.location);
      claim(state, 0);
      state.phase = Phase::take;
      return;
    case MoveKind::regroup: state.phase = Phase::regroup_discard; return;
    case MoveKind::take:
      state.pool.erase_present(move.face);
      state.hand[state.player.seat].insert_sorted(move.face);
      state.phase = Phase::refill;
      need_card(state);
      return;
    case MoveKind::draw:
      state.phase = Phase::blind_draw;
      need_card(state);
      return;
    case MoveKind::refresh: return refresh(state);
    case MoveKind::discard: return discard(state, move.face);
    case MoveKind::done: return finish_discards(state);
    case MoveKind::gather:
      claim(state, gather(state.board[state.player.seat], move.location));
      end_action(state);
      return;
    case MoveKind::board:
      state.board[state.player.seat].pattern = move.pattern;
      state.player = next(state.player);
      if (state.player.seat == 0) state.phase = Phase::deal_scoring;
      return;
    case MoveKind::scoring:
      state.scoring = {move.card, move.other_card};
      state.phase = Phase::deal_objectives;
      return;
    case MoveKind::objective: return deal_objective(state, move.dealt);
    case MoveKind::reveal: return reveal(state, move.face);
    case MoveKind::deal: return deal(state, move.face);
  }
}

}  // namespace farnorth::borealis
