// The invariants of section 9 of the rules. Each has the name by which `broken_rule` reports it.
#include <algorithm>

#include "farnorth/core/invariant.hpp"
#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

namespace {

struct Checked {
  const Setup& setup;
  const State& state;
  const Memory& memory;

  std::size_t players() const { return setup.players; }
  std::size_t player() const { return state.player.seat; }
  const Board& board(std::size_t seat) const { return state.board[seat]; }
};

bool in(Phase phase, std::initializer_list<Phase> phases) {
  return std::find(phases.begin(), phases.end(), phase) != phases.end();
}

bool draws_from_deck(Phase phase) {
  return in(phase, {Phase::deal_pool, Phase::deal_hands, Phase::redraw_draw, Phase::refresh_deal,
                    Phase::refill, Phase::blind_draw, Phase::regroup_draw});
}

int cards_in_play(const Board& board) {
  int cards = 0;
  for (const CardPile& pile : board.pile) cards += static_cast<int>(pile.size());
  return cards;
}

bool has_full_location(const Board& board) {
  return std::any_of(board.pile.begin(), board.pile.end(),
                     [](const auto& pile) { return pile.full(); });
}

int claims_of(const State& state, std::size_t seat) {
  int claims = 0;
  for (const PlayerSet& claimants : state.claimed)
    claims += claimants.contains(Player::at(static_cast<int>(seat))) ? 1 : 0;
  return claims;
}

// Between his `observe` and the end of that action.
bool observing(const State& state) {
  return in(state.phase, {Phase::take, Phase::refresh_deal, Phase::refill, Phase::blind_draw});
}

bool fields_in_range(const Checked& c) {
  if (static_cast<int>(c.state.phase) >= kPhases || c.player() >= c.players()) return false;
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    if (c.board(seat).pattern >= kPatterns) return false;
    if (seat >= c.players() &&
        (c.board(seat) != Board{} || !c.state.hand[seat].empty() || !c.memory.held[seat].empty()))
      return false;  // absent players have nothing
    for (const std::uint8_t space : c.board(seat).flag)
      if (space > kLastSpace) return false;
    const auto all_faces_exist = [](const auto& faces) {
      return std::all_of(faces.begin(), faces.end(), [](Face f) { return f.id < kFaceCount; });
    };
    if (!all_faces_exist(c.state.hand[seat])) return false;
    for (const CardPile& pile : c.board(seat).pile)
      if (!all_faces_exist(pile)) return false;
  }
  return std::all_of(c.state.pool.begin(), c.state.pool.end(),
                     [](Face f) { return f.id < kFaceCount; });
}

bool cards_dealt_fit_phase(const Checked& c) {
  const Phase phase = c.state.phase;
  const bool scoring_due = phase <= Phase::deal_scoring;
  for (const ScoringCard card : c.state.scoring)
    if ((card == ScoringCard::none) != scoring_due) return false;
  if (!scoring_due && c.state.scoring[0] >= c.state.scoring[1]) return false;
  int dealt = 0;
  for (std::size_t type = 0; type < kObjectivesInPlay; ++type) {
    const Objective objective = c.state.objective[type];
    if (objective == Objective::none) continue;
    if (static_cast<std::size_t>(objective) / kObjectivesPerType != type ||
        dealt != static_cast<int>(type))
      return false;
    ++dealt;
  }
  if (scoring_due) return dealt == 0;
  return phase == Phase::deal_objectives ? dealt < kObjectivesInPlay : dealt == kObjectivesInPlay;
}

bool i1_every_card_once(const Checked& c) {
  std::array<int, kFaceCount> copies{};
  const auto count = [&](const auto& faces) {
    for (const Face face : faces) ++copies[face.id];
  };
  const auto count_set = [&](const Faces& faces) {
    faces.for_each([&](Face face, int n) { copies[face.id] += n; });
  };
  count_set(c.state.deck);
  count_set(c.state.discard);
  count(c.state.pool);
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    count(c.state.hand[seat]);
    for (const CardPile& pile : c.board(seat).pile) count(pile);
  }
  for (std::size_t face = 0; face < kFaceCount; ++face)
    if (copies[face] != kFaces[face].copies) return false;
  return true;
}

bool i2_pool_size(const Checked& c) {
  const std::size_t size = c.state.pool.size();
  if (c.state.phase < Phase::deal_pool) return size == 0;
  if (in(c.state.phase, {Phase::deal_pool, Phase::refresh_deal})) return size < kPoolCards;
  return c.state.phase == Phase::refill ? size == kPoolCards - 1 : size == kPoolCards;
}

bool i3_hand_sizes(const Checked& c) {
  const Phase phase = c.state.phase;
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const std::size_t size = c.state.hand[seat].size();
    if (phase <= Phase::deal_pool) {
      if (size != 0) return false;
    } else if (phase == Phase::deal_hands) {
      if (seat < c.player()   ? size != kHandCards
          : seat > c.player() ? size != 0
                              : size >= kHandCards)
        return false;
    } else if (seat != c.player()) {
      if (size != kHandCards) return false;
    } else if (in(phase, {Phase::take, Phase::refresh_deal, Phase::blind_draw})) {
      if (size != kHandCards - 1) return false;
    } else if (in(phase, {Phase::redraw_draw, Phase::regroup_draw})) {
      if (size >= kHandCards) return false;
    } else if (!in(phase, {Phase::redraw, Phase::regroup_discard}) && size != kHandCards) {
      return false;
    }
  }
  return true;
}

bool i4_scientists(const Checked& c) {
  for (std::size_t seat = 0; seat < c.players(); ++seat)
    for (std::size_t colour = 0; colour < kColours; ++colour) {
      int scientists = 0;
      for (const auto& spot : c.board(seat).scientists) scientists += spot[colour];
      if (scientists != kLocations) return false;
    }
  return true;
}

bool i5_camps(const Checked& c) {
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const Board& board = c.board(seat);
    const auto camp = [&](Spot spot) {
      int scientists = 0;
      for (const std::uint8_t n : board.scientists[static_cast<std::size_t>(spot)]) scientists += n;
      return scientists;
    };
    if (camp(Spot::left_camp) > cards_at(board, Location::left)) return false;
    if (camp(Spot::right_camp) > cards_at(board, Location::right)) return false;
  }
  return true;
}

bool i6_flags_follow_piles(const Checked& c) {
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    Board replayed;
    replayed.pattern = c.board(seat).pattern;
    for (const Location location : kAllLocations)
      for (const Face face : c.board(seat).pile[static_cast<std::size_t>(location)])
        if (moves_flag(replayed, row(face).vehicle, location))
          ++replayed.flag[static_cast<std::size_t>(location)];
    if (replayed.flag != c.board(seat).flag) return false;
  }
  return true;
}

bool i7_full_locations(const Checked& c) {
  bool any = false;
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const Board& board = c.board(seat);
    if (std::count_if(board.pile.begin(), board.pile.end(),
                      [](const auto& pile) { return pile.full(); }) > 1)
      return false;
    if (!has_full_location(board)) continue;
    any = true;
    const bool had_his_turn = seat < c.player() || (seat == c.player() && observing(c.state));
    if (c.state.phase != Phase::over && !had_his_turn) return false;
  }
  return c.state.phase != Phase::over || any;
}

bool i8_points_add_up(const Checked& c) {
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const Board& board = c.board(seat);
    // In `gather` the camps are already paid for.
    const bool paid = c.state.phase == Phase::gather && seat == c.player();
    const int earned = kStartPoints + cards_at(board, Location::left) +
                       cards_at(board, Location::right) - (paid ? 0 : camp_scientists(board)) +
                       kObjectivePoints * claims_of(c.state, seat);
    if (board.points > earned) return false;  // the difference was paid for refreshes
  }
  return true;
}

bool i9_no_overlooked_objective(const Checked& c) {
  if (c.state.phase <= Phase::deal_hands) return true;  // nothing is tested before the first turn
  for (std::size_t seat = 0; seat < c.players(); ++seat)
    for (std::size_t i = 0; i < kObjectivesInPlay; ++i)
      if (!c.state.closed[i] && !c.state.claimed[i].contains(Player::at(static_cast<int>(seat))) &&
          meets(c.board(seat), c.state.objective[i]))
        return false;
  return true;
}

bool i10_canonical(const Checked& c) {
  const auto sorted = [](const auto& items) { return std::is_sorted(items.begin(), items.end()); };
  if (!sorted(c.state.pool)) return false;
  std::array<bool, kHiddenDecks> held{};
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const HeldCards& cards = c.memory.held[seat];
    if (!sorted(c.state.hand[seat]) || !sorted(cards)) return false;
    if (!std::equal(cards.begin(), cards.end(), c.state.hand[seat].begin(),
                    c.state.hand[seat].end(),
                    [](const HeldCard& card, Face face) { return card.face == face; }))
      return false;
    for (const HeldCard& card : cards) {
      if (card.origin.is_open()) continue;
      if (card.origin.deck() > kHandCards * static_cast<int>(c.players()) - 1) return false;
      held[static_cast<std::size_t>(card.origin.deck())] = true;
    }
  }
  // From 1 on the numbers have no gap.
  return std::is_sorted(held.begin() + 1, held.end(), std::greater<>());
}

bool i11_deck_when_due(const Checked& c) {
  return !draws_from_deck(c.state.phase) || !c.state.deck.empty();
}

bool i12_claims(const Checked& c) {
  for (std::size_t i = 0; i < kObjectivesInPlay; ++i) {
    const PlayerSet& claimants = c.state.claimed[i];
    if (c.state.closed[i]) {
      if (claimants.empty()) return false;
      continue;
    }
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
      if (!claimants.contains(Player::at(static_cast<int>(seat)))) continue;
      const bool claimed_this_round =
          c.state.phase >= Phase::turn && c.state.phase != Phase::over &&
          (seat < c.player() || (seat == c.player() && observing(c.state)));
      if (!claimed_this_round) return false;
    }
  }
  return true;
}

bool i13_transient_fields(const Checked& c) {
  if (c.state.refreshed && !observing(c.state)) return false;
  const bool discarding = in(c.state.phase, {Phase::redraw, Phase::regroup_discard});
  if (!discarding && c.state.discard_floor != Face{}) return false;
  return c.state.phase != Phase::gather || camp_scientists(c.board(c.player())) > 0;
}

bool i14_before_first_turn(const Checked& c) {
  if (c.state.phase >= Phase::turn) return true;
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const Board& board = c.board(seat);
    if (cards_in_play(board) != 0 || board.points != kStartPoints || camp_scientists(board) != 0)
      return false;
    for (const Location location : kAllLocations)
      for (const std::uint8_t n : board.scientists[static_cast<std::size_t>(location)])
        if (n != 1) return false;
  }
  return true;
}

bool i15_patterns(const Checked& c) {
  std::array<int, kPatterns> dealt{};
  for (std::size_t seat = 0; seat < c.players(); ++seat) {
    const bool due = c.state.phase == Phase::deal_boards && seat >= c.player();
    const bool side_two = c.setup.side == Side::two && !due;
    if ((c.board(seat).pattern != 0) != side_two) return false;
    if (side_two && ++dealt[c.board(seat).pattern] > 1) return false;
  }
  return c.setup.side == Side::two || c.state.phase != Phase::deal_boards;
}

constexpr Invariant<Checked> kInvariants[] = {
    {"every field is in its range", fields_in_range},
    {"scoring cards and objectives in play fit the phase", cards_dealt_fit_phase},
    {"I1 every card is in exactly one place", i1_every_card_once},
    {"I2 the pool has the size of its phase", i2_pool_size},
    {"I3 hands have the size of their phase", i3_hand_sizes},
    {"I4 each player has 3 scientists of each colour", i4_scientists},
    {"I5 a camp holds at most as many scientists as cards lie beside it", i5_camps},
    {"I6 a flag's space follows from its pile", i6_flags_follow_piles},
    {"I7 a location is full only in the last round", i7_full_locations},
    {"I8 points add up", i8_points_add_up},
    {"I9 no open objective is overlooked", i9_no_overlooked_objective},
    {"I10 hands are in canonical form and origins have no gap", i10_canonical},
    {"I11 the deck has a card when one is due", i11_deck_when_due},
    {"I12 an objective is claimed in the round or closed", i12_claims},
    {"I13 refreshed, discard_floor and camps fit the phase", i13_transient_fields},
    {"I14 boards are as at the start before the first turn", i14_before_first_turn},
    {"I15 patterns are those of the side", i15_patterns},
};

}  // namespace

const char* Borealis::broken_rule(const State& state, const Memory& memory) const {
  return first_broken(kInvariants, Checked{setup, state, memory});
}

}  // namespace farnorth::borealis
