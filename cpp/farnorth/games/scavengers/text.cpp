// Text forms and numbers of moves. Sections 7 and 10 of the rules.
#include <cassert>
#include <optional>

#include "farnorth/core/text.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

namespace {

constexpr auto ids_of(const auto& rows) {
  std::array<std::string_view, std::tuple_size_v<std::remove_cvref_t<decltype(rows)>>> ids;
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = rows[i].id;
  return ids;
}
constexpr auto kCardIds = ids_of(kCards);
constexpr auto kBuildingIds = ids_of(kBuildings);

struct PlainWord {
  MoveKind kind;
  std::string_view word;
};
constexpr std::array kPlainWords{PlainWord{MoveKind::pass, "pass"},
                                 PlainWord{MoveKind::end, "end"},
                                 PlainWord{MoveKind::commit, "commit"},
                                 PlainWord{MoveKind::dig, "dig"},
                                 PlainWord{MoveKind::draw, "draw"},
                                 PlainWord{MoveKind::hunt, "hunt"},
                                 PlainWord{MoveKind::trash, "trash"},
                                 PlainWord{MoveKind::build, "build"},
                                 PlainWord{MoveKind::keep_none, "keep none"},
                                 PlainWord{MoveKind::save, "save"},
                                 PlainWord{MoveKind::unseen, "?"}};

// First ids of the ranges of player moves, section 10. The plain moves `pass` to `build` are their kinds.
constexpr int kKeepNone = 8, kKeep = 9, kAdd = 37, kSnipe = 65, kDisarm = 145, kHire = 190,
              kKeepPlan = 470, kStore = 474, kTake = 502, kSave = 530, kChoose = 531, kPower = 541,
              kFanatic = 557, kDisable = 697, kWound = 717, kRepair = 722, kHeal = 786;
constexpr int kMedkitChoices = 4, kMedicChoices = 7;  // of a hire: 0 to 3, 0 to 6
constexpr int kHireChoices = kMedkitChoices * kMedicChoices;
static_assert(static_cast<int>(MoveKind::keep_none) == kKeepNone);
static_assert(kSnipe + kMaxPlayers * kPersonTypes == kDisarm);
static_assert(kDisarm + kMaxPlayers * kToolTypes == kHire);
static_assert(kHire + kHireTypes * kHireChoices == kKeepPlan);
static_assert(kRepair + kBuildingTypes * kPersonTypes == kHeal);
static_assert(kHeal + 3 == Scavengers::kActionCount);
// Of chance moves.
constexpr int kDeal = 5, kReveal = 33, kTop = 61, kPlan = 89, kOffer = 93;
static_assert(kOffer + kLeaders == Scavengers::kChanceCount);

constexpr std::array kHealing{Card::medkit, Card::pills, Card::medic};

[[noreturn]] void not_a_move(std::string_view text) {
  throw IllegalMove("not a move of scavengers: " + quoted(text));
}

std::string seat_text(Player player) { return std::to_string(player.seat); }
std::string text_of(std::string_view verb, auto noun) {
  return std::string(verb) + ' ' + std::string(name(noun));
}
std::string text_of(std::string_view verb, Player player, Card card) {
  return std::string(verb) + ' ' + seat_text(player) + ' ' + std::string(name(card));
}

// Others see the store, not the card.
std::string stored_text(std::string_view verb, const Move& move) {
  const std::string text = text_of(verb, move.card);
  return move.card == Card::unknown ? text + ' ' + std::string(name(move.building)) : text;
}

std::string hire_text(const Move& move) {
  std::string text = text_of("hire", move.card);
  if (move.medkits > 0) text += " medkits " + std::to_string(move.medkits);
  if (move.medics > 0) text += " medics " + std::to_string(move.medics);
  return text;
}

// The words of a move text, read one after the other.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), words_(split_words(text)) {}

  std::string_view verb() const { return words_[0]; }
  std::size_t words() const { return words_.size(); }
  bool done() const { return next_ == words_.size(); }
  std::string_view word() {
    if (done()) not_a_move(text_);
    return words_[next_++];
  }
  bool is(std::string_view expected) {  // reads the word if it is this one
    if (done() || words_[next_] != expected) return false;
    ++next_;
    return true;
  }
  Card card(std::uint32_t allowed = (1U << kCardTypes) - 1) {
    const std::optional<int> place = index_of(kCardIds, word());
    if (!place || (allowed >> *place & 1U) == 0) not_a_move(text_);
    return card_at(*place);
  }
  Building building() { return static_cast<Building>(place_in(kBuildingIds)); }
  Leader leader() { return static_cast<Leader>(place_in(kLeaderNames)); }
  Player player() { return Player::at(number(0, kMaxPlayers - 1)); }
  int number(int lowest, int highest) {
    const std::optional<int> value = to_int(word());
    if (!value || *value < lowest || *value > highest) not_a_move(text_);
    return *value;
  }

 private:
  int place_in(std::span<const std::string_view> names) {
    const std::optional<int> place = index_of(names, word());
    if (!place) not_a_move(text_);
    return *place;
  }

  std::string_view text_;
  Words words_;
  std::size_t next_ = 1;
};

Move read_hire(Reader& reader) {
  const Card card = reader.card();
  if (!row(card).for_hire()) return Move::plain(MoveKind::unseen);
  const int medkits = reader.is("medkits") ? reader.number(1, kMedkitChoices - 1) : 0;
  const int medics = reader.is("medics") ? reader.number(1, kMedicChoices - 1) : 0;
  return Move::hire(card, medkits, medics);
}

Move read_keep(Reader& reader) {
  for (std::size_t b = 0; b < kBuildingTypes; ++b)
    if (reader.is(kBuildingIds[b])) return Move::of(MoveKind::keep_plan, static_cast<Building>(b));
  return Move::of(MoveKind::keep, reader.card());
}

// `unseen` if the verb is unknown.
Move read_move(Reader& reader) {
  const std::string_view verb = reader.verb();
  const auto attack = [&](MoveKind kind, std::uint32_t allowed) {
    const Player player = reader.player();
    return Move::at(kind, player, reader.card(allowed));
  };
  constexpr std::uint32_t kAny = (1U << kCardTypes) - 1;
  if (verb == "add") return Move::of(MoveKind::add, reader.card());
  if (verb == "keep") return read_keep(reader);
  if (verb == "snipe") return attack(MoveKind::snipe, kPersons);
  if (verb == "disarm") return attack(MoveKind::disarm, kTools);
  if (verb == "hire") return read_hire(reader);
  if (verb == "deal") return Move::of(MoveKind::deal, reader.card());
  if (verb == "reveal") return Move::of(MoveKind::reveal, reader.card());
  if (verb == "top") return Move::of(MoveKind::top, reader.card());
  if (verb == "first") return Move::first(reader.player());
  if (verb == "store") return Move::of(MoveKind::store, reader.card());
  if (verb == "take") return Move::of(MoveKind::take, reader.card());
  if (verb == "choose") return Move::of(MoveKind::choose, reader.leader());
  if (verb == "offer") return Move::of(MoveKind::offer, reader.leader());
  if (verb == "plan") return Move::of(MoveKind::plan, reader.building());
  if (verb == "power") return Move::of(MoveKind::power, reader.card(kPersons));
  if (verb == "fanatic") return attack(MoveKind::fanatic, kAny);
  if (verb == "wound") return Move::wound(reader.player());
  if (verb == "heal")
    return Move::of(MoveKind::heal, reader.card(type_bit(Card::medkit) | type_bit(Card::pills) |
                                                type_bit(Card::medic)));
  if (verb == "disable") {
    const Player player = reader.player();
    return Move::disable(player, reader.building());
  }
  if (verb == "repair") {
    const Building building = reader.building();
    return Move::repair(building, reader.card(kPersons));
  }
  return Move::plain(MoveKind::unseen);
}

}  // namespace

std::string_view name(Card card) { return index(card) < kCardTypes ? row(card).id : "?"; }
std::string_view name(Building building) {
  return index(building) < kBuildingTypes ? row(building).id : "?";
}
std::string_view name(Leader leader) {
  return index(leader) < kLeaders ? kLeaderNames[index(leader)] : "?";
}

std::string Scavengers::to_text(const Move& move) {
  switch (move.kind) {
    case MoveKind::pass:
    case MoveKind::end:
    case MoveKind::commit:
    case MoveKind::dig:
    case MoveKind::draw:
    case MoveKind::hunt:
    case MoveKind::trash:
    case MoveKind::build:
    case MoveKind::keep_none:
    case MoveKind::save:
    case MoveKind::unseen:
      for (const PlainWord& plain : kPlainWords)
        if (plain.kind == move.kind) return std::string(plain.word);
      break;
    case MoveKind::keep: return text_of("keep", move.card);
    case MoveKind::keep_hidden: return text_of("keep ? discard", move.card);
    case MoveKind::add: return text_of("add", move.card);
    case MoveKind::snipe: return text_of("snipe", move.player, move.card);
    case MoveKind::disarm: return text_of("disarm", move.player, move.card);
    case MoveKind::hire: return hire_text(move);
    case MoveKind::keep_plan: return text_of("keep", move.building);
    case MoveKind::store: return stored_text("store", move);
    case MoveKind::take: return stored_text("take", move);
    case MoveKind::choose: return text_of("choose", move.leader);
    case MoveKind::power: return text_of("power", move.card);
    case MoveKind::fanatic: return text_of("fanatic", move.player, move.card);
    case MoveKind::disable:
      return "disable " + seat_text(move.player) + ' ' + std::string(name(move.building));
    case MoveKind::wound: return "wound " + seat_text(move.player);
    case MoveKind::repair:
      return text_of("repair", move.building) + ' ' + std::string(name(move.card));
    case MoveKind::heal: return text_of("heal", move.card);
    case MoveKind::first: return "first " + seat_text(move.player);
    case MoveKind::deal: return text_of("deal", move.card);
    case MoveKind::reveal: return text_of("reveal", move.card);
    case MoveKind::top: return text_of("top", move.card);
    case MoveKind::plan: return text_of("plan", move.building);
    case MoveKind::offer: return text_of("offer", move.leader);
  }
  return {};
}

Move Scavengers::to_move(std::string_view text) {
  Reader reader(text);
  for (const PlainWord& plain : kPlainWords)
    if (plain.word == text && plain.kind != MoveKind::unseen) return Move::plain(plain.kind);
  const Move move = read_move(reader);
  if (move.kind == MoveKind::unseen || !reader.done()) not_a_move(text);
  return move;
}

int Scavengers::action_id(const Move& move) {
  const int card = static_cast<int>(move.card), seat = move.player.seat;
  const int building = static_cast<int>(move.building);
  switch (move.kind) {
    case MoveKind::pass:
    case MoveKind::end:
    case MoveKind::commit:
    case MoveKind::dig:
    case MoveKind::draw:
    case MoveKind::hunt:
    case MoveKind::trash:
    case MoveKind::build:
    case MoveKind::keep_none: return static_cast<int>(move.kind);
    case MoveKind::keep: return kKeep + card;
    case MoveKind::add: return kAdd + card;
    case MoveKind::snipe: return kSnipe + kPersonTypes * seat + card;
    case MoveKind::disarm: return kDisarm + kToolTypes * seat + card - kFirstTool;
    case MoveKind::hire:
      return kHire + kHireChoices * kHirePlace[index(move.card)] + kMedicChoices * move.medkits +
             move.medics;
    case MoveKind::keep_plan: return kKeepPlan + building;
    case MoveKind::store: return kStore + card;
    case MoveKind::take: return kTake + card;
    case MoveKind::save: return kSave;
    case MoveKind::choose: return kChoose + static_cast<int>(move.leader);
    case MoveKind::power: return kPower + card;
    case MoveKind::fanatic: return kFanatic + kCardTypes * seat + card;
    case MoveKind::disable: return kDisable + kBuildingTypes * seat + building;
    case MoveKind::wound: return kWound + seat;
    case MoveKind::repair: return kRepair + kPersonTypes * building + card;
    case MoveKind::heal:
      return kHeal + static_cast<int>(std::find(kHealing.begin(), kHealing.end(), move.card) -
                                      kHealing.begin());
    case MoveKind::first:
    case MoveKind::deal:
    case MoveKind::reveal:
    case MoveKind::top:
    case MoveKind::plan:
    case MoveKind::offer:
    case MoveKind::unseen:
    case MoveKind::keep_hidden: break;
  }
  throw IllegalMove("this move has no action id: " + to_text(move));
}

Move Scavengers::move_of(int id) {
  const auto player = [](int seat) { return Player::at(seat); };
  const auto building = [](int b) { return static_cast<Building>(b); };
  if (id < 0 || id >= kActionCount)
    throw IllegalMove("action ids of scavengers are " + range_text(0, kActionCount - 1) + ", not " +
                      std::to_string(id));
  if (id < kKeep) return Move::plain(static_cast<MoveKind>(id));
  if (id < kAdd) return Move::of(MoveKind::keep, card_at(id - kKeep));
  if (id < kSnipe) return Move::of(MoveKind::add, card_at(id - kAdd));
  if (id < kDisarm)
    return Move::at(MoveKind::snipe, player((id - kSnipe) / kPersonTypes),
                    card_at((id - kSnipe) % kPersonTypes));
  if (id < kHire)
    return Move::at(MoveKind::disarm, player((id - kDisarm) / kToolTypes),
                    card_at(kFirstTool + (id - kDisarm) % kToolTypes));
  if (id < kKeepPlan) {
    const int choice = (id - kHire) % kHireChoices;
    return Move::hire(kHires[static_cast<std::size_t>((id - kHire) / kHireChoices)],
                      choice / kMedicChoices, choice % kMedicChoices);
  }
  if (id < kStore) return Move::of(MoveKind::keep_plan, building(id - kKeepPlan));
  if (id < kTake) return Move::of(MoveKind::store, card_at(id - kStore));
  if (id < kSave) return Move::of(MoveKind::take, card_at(id - kTake));
  if (id == kSave) return Move::plain(MoveKind::save);
  if (id < kPower) return Move::of(MoveKind::choose, static_cast<Leader>(id - kChoose));
  if (id < kFanatic) return Move::of(MoveKind::power, card_at(id - kPower));
  if (id < kDisable)
    return Move::at(MoveKind::fanatic, player((id - kFanatic) / kCardTypes),
                    card_at((id - kFanatic) % kCardTypes));
  if (id < kWound)
    return Move::disable(player((id - kDisable) / kBuildingTypes),
                         building((id - kDisable) % kBuildingTypes));
  if (id < kRepair) return Move::wound(player(id - kWound));
  if (id < kHeal)
    return Move::repair(building((id - kRepair) / kPersonTypes),
                        card_at((id - kRepair) % kPersonTypes));
  return Move::of(MoveKind::heal, kHealing[static_cast<std::size_t>(id - kHeal)]);
}

int Scavengers::chance_id(const Move& move) {
  const int card = static_cast<int>(move.card);
  if (move.kind == MoveKind::first) return move.player.seat;
  if (move.kind == MoveKind::deal) return kDeal + card;
  if (move.kind == MoveKind::reveal) return kReveal + card;
  if (move.kind == MoveKind::top) return kTop + card;
  if (move.kind == MoveKind::plan) return kPlan + static_cast<int>(move.building);
  if (move.kind == MoveKind::offer) return kOffer + static_cast<int>(move.leader);
  throw IllegalMove("players' moves have no chance id: " + to_text(move));
}

Move Scavengers::chance_of(int id) {
  if (id < 0 || id >= kChanceCount)
    throw IllegalMove("chance ids of scavengers are " + range_text(0, kChanceCount - 1) + ", not " +
                      std::to_string(id));
  if (id < kDeal) return Move::first(Player::at(id));
  if (id < kReveal) return Move::of(MoveKind::deal, card_at(id - kDeal));
  if (id < kTop) return Move::of(MoveKind::reveal, card_at(id - kReveal));
  if (id < kPlan) return Move::of(MoveKind::top, card_at(id - kTop));
  if (id < kOffer) return Move::of(MoveKind::plan, static_cast<Building>(id - kPlan));
  return Move::of(MoveKind::offer, static_cast<Leader>(id - kOffer));
}

}  // namespace farnorth::scavengers
