// Positions of Arctic Scavengers set up by words, and moves made by their texts.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "farnorth/games/scavengers/scavengers.hpp"
#include "farnorth/games/scavengers/seating.hpp"

namespace farnorth::scavengers {

// Parts between separators, without the spaces around them.
inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
  }
  return parts;
}

// "2 refugee, shovel"
inline Cards cards(std::string_view text) {
  Cards all;
  for (const std::string& part : split(text, ',')) {
    const std::size_t space = part.find(' ');
    const int copies = space == std::string::npos ? 1 : std::stoi(part.substr(0, space));
    const std::string id = space == std::string::npos ? part : part.substr(space + 1);
    int type = 0;
    while (type < kCardTypes && name(card_at(type)) != id) ++type;
    REQUIRE_MESSAGE(type < kCardTypes, "no such card: ", id);
    all.add(card_at(type), copies);
  }
  return all;
}

inline int total_of(Action action, std::string_view text, Leader leader = Leader::none) {
  return total(cards(text), ability(action, leader));
}

using Texts = std::vector<std::string>;

class Position {
 public:
  Scavengers game;
  State state;
  Memory memory;

  // Seat 0 gathers in round 3 and is initiator; hands, decks and discard piles are empty.
  explicit Position(int players = 3, int modules = 0, bool interrupts = true)
      : game(Setup{.players = static_cast<std::uint8_t>(players),
                   .gather_interrupts = interrupts,
                   .modules = static_cast<std::uint8_t>(modules)}),
        state(game.start()) {
    for (Cards& deck : state.deck) deck = {};
    for (int seat = 0; seat < players && modules >= 3; ++seat)
      state.hq.leader[at(seat)] = Leader::fanatic;
    state.phase = Phase::gather;
    state.round = 3;
    if (players > 2) top("field_crew");
  }
  // The game as it begins.
  static Position start(int players, int modules = 0) {
    Position position(players, modules);
    position.state = position.game.start();
    position.memory = position.game.start_memory();
    return position;
  }

  Position& hand(int seat, std::string_view text) {
    state.hand[at(seat)] = cards(text);
    return *this;
  }
  Position& hands(std::string_view text) {  // "{a, b} {} {c}"
    int seat = 0;
    for (const std::string& part : split(text, '}'))
      hand(seat++, std::string_view(part).substr(part.find('{') + 1));
    return *this;
  }
  Position& deck(int seat, std::string_view text) {  // known to all
    state.deck[at(seat)] = cards(text);
    return *this;
  }
  Position& open(int seat, std::string_view text) {
    state.discard[at(seat)] += cards(text);
    memory.ledger[at(seat)].open = cards(text);
    return *this;
  }
  Position& yard(std::string_view loose, const Texts& buried = {}) {
    state.yard = {};
    memory.yard_seen.clear();
    state.yard.loose = cards(loose);
    for (const std::string& card : buried) {
      state.yard.buried.push_back(game.to_move("add " + card).card);
      memory.yard_seen.push_back({});
    }
    return *this;
  }
  Position& top(std::string_view text) {
    if (state.top != Card::none) state.stack.add(state.top);
    state.top = game.to_move("add " + std::string(text)).card;
    state.stack.remove(state.top);
    return *this;
  }
  Position& round(int number) {
    state.round = static_cast<std::uint8_t>(number);
    return *this;
  }
  Position& food(int amount) {
    state.food = static_cast<std::uint8_t>(amount);
    return *this;
  }
  Position& leader(int seat, Leader leader) {
    state.hq.leader[at(seat)] = leader;
    return *this;
  }
  Position& site(int seat, Building building, int counter = 0) {
    state.hq.sites.insert_sorted({Player::at(seat), building, static_cast<std::uint8_t>(counter)});
    state.hq.plans.loose.remove(building);
    return *this;
  }
  // It is this seat's turn; seats from 0 to it have announced.
  Position& turn(int seat) {
    state.gatherer = state.player = Player::at(seat);
    return *this;
  }
  Position& initiator(int seat) {
    state.initiator = Player::at(seat);
    return turn(seat);
  }
  // The last seat ends its turn: the forces are revealed.
  Position& skirmish() {
    turn(game.players() - 1);
    return play("end");
  }
  // What all know: exactly the cards of each pool.
  Position& all_is_known() {
    for (std::size_t seat = 0; seat < game.setup.players; ++seat)
      memory.ledger[seat].known = state.deck[seat] + state.hand[seat];
    return *this;
  }
  // Puts the cards that are nowhere where they begin.
  Position& complete() {
    state.yard.loose = {};
    state.stack = {};
    for (int t = 0; t < kCardTypes; ++t) {
      const Card card = card_at(t);
      int copies = cards_in_the_game(card, game.players(), game.setup.modules);
      for (std::size_t seat = 0; seat < kMaxPlayers; ++seat)
        copies -= state.deck[seat].count(card) + state.hand[seat].count(card) +
                  state.discard[seat].count(card) + state.acted[seat].count(card);
      copies -= state.used.count(card) + state.field.count(card) + (state.top == card ? 1 : 0);
      copies -=
          static_cast<int>(std::count(state.yard.buried.begin(), state.yard.buried.end(), card));
      REQUIRE(copies >= 0);
      switch (row(card).origin) {
        case Origin::mercenary:
          state.hires[hire_place(card)] = static_cast<std::uint8_t>(copies);
          break;
        case Origin::contested: state.stack.add(card, copies); break;
        case Origin::starter:
        case Origin::junkyard: state.yard.loose.add(card, copies); break;
      }
    }
    return *this;
  }

  Texts legal() const {
    MoveList<Scavengers> moves;
    game.legal_moves(state, moves);
    Texts texts;
    for (const Move& move : moves) texts.push_back(game.to_text(move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  Texts hires() const {
    Texts all = legal(), found;
    for (const std::string& text : all)
      if (text.starts_with("hire ")) found.push_back(text);
    return found;
  }
  Texts outcomes() const {
    OutcomeList<Scavengers> all;
    game.outcomes(state, all);
    Texts texts;
    for (const auto& outcome : all) texts.push_back(game.to_text(outcome.move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  // Makes moves, "hunt; add scavenger; commit", each of which must be possible.
  Position& play(std::string_view texts) {
    for (const std::string& text : split(texts, ';')) {
      const Texts possible = game.actor(state).is_chance() ? outcomes() : legal();
      REQUIRE_MESSAGE(std::find(possible.begin(), possible.end(), text) != possible.end(),
                      "not possible here: ", text);
      const Move move = game.to_move(text);
      game.witness(memory, state, move);
      game.apply(state, move);
    }
    return *this;
  }
  // Deals these cards: "2 refugee, shovel".
  Position& deal(std::string_view text) {
    cards(text).for_each([&](Card card, int copies) {
      for (int i = 0; i < copies; ++i) play("deal " + std::string(name(card)));
    });
    return *this;
  }

  View view(int seat) const { return game.view(state, memory, Player::at(seat)); }
  bool asked(int seat) const {
    return state.phase == Phase::respond && state.player == Player::at(seat);
  }
  Cards used(int seat) const { return used_cards(state, Player::at(seat)); }
  Cards open_of(int seat) const { return memory.ledger[at(seat)].open; }
  Cards owned(int seat) const { return owned_cards(state, Player::at(seat)); }
  int fights(int seat) const { return fight_value(state, Player::at(seat)); }
  int people(int seat) const { return force_people(state, Player::at(seat)); }
  Texts buried() const {
    Texts texts;
    for (const Card card : state.yard.buried) texts.emplace_back(name(card));
    return texts;
  }

 private:
  static std::size_t at(int seat) { return static_cast<std::size_t>(seat); }
};

inline Texts moves(std::string_view text) {  // "end, hire thugs"
  Texts all = split(text, ',');
  std::sort(all.begin(), all.end());
  return all;
}

// Chi-square of counts against weights.
inline double chi_square(const std::vector<int>& counts, const std::vector<double>& weights) {
  double total = 0, weight = 0, sum = 0;
  for (const int count : counts) total += count;
  for (const double each : weights) weight += each;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * weights[i] / weight;
    sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return sum;
}

}  // namespace farnorth::scavengers
