// Worlds that fit what a player sees and knows: determinize, memory_of. Section 5.5 of the rules.
#include <algorithm>
#include <cassert>

#include "farnorth/games/scavengers/play.hpp"

namespace farnorth::scavengers {

namespace {

constexpr int kPatientTries = 4096;  // after that suspects that must have left are drawn first
constexpr int kStoreTries = 256;     // after that what stores lack is dealt to the cards dug
constexpr int kMostTries = 1 << 20;

const Cards& cards_of_the_game(const Setup& setup) {
  static const auto kTable = [] {
    std::array<std::array<Cards, kModules + 1>, kMaxPlayers + 1> table;
    for (int players = 2; players <= kMaxPlayers; ++players)
      for (int modules = 0; modules <= kModules; ++modules)
        for (int t = 0; t < kCardTypes; ++t)
          table[static_cast<std::size_t>(players)][static_cast<std::size_t>(modules)].add(
              card_at(t), cards_in_the_game(card_at(t), players, modules));
    return table;
  }();
  return kTable[setup.players][setup.modules];
}

// Cards that must be somewhere: a multiset whose entries may be negative for a while. Each byte is raised by kZero.
class Pot {
 public:
  explicit Pot(const Cards& cards) : words_(cards.words()) {
    for (std::uint64_t& word : words_) word += kZero;
  }
  void add(Card card) { words_[index(card) / 8] += std::uint64_t{1} << (index(card) % 8 * 8); }
  void remove(Card card) { words_[index(card) / 8] -= std::uint64_t{1} << (index(card) % 8 * 8); }
  void add(const Cards& cards) {
    for (std::size_t w = 0; w < Cards::kWords; ++w) words_[w] += cards.words()[w];
  }
  void remove(const Cards& cards) {
    for (std::size_t w = 0; w < Cards::kWords; ++w) words_[w] -= cards.words()[w];
  }
  bool negative(Card card) const {
    return (words_[index(card) / 8] >> (index(card) % 8 * 8) & 0xffU) < 0x40U;
  }
  bool negative() const {
    for (const std::uint64_t word : words_)
      if (((word + kZero) & 2 * kZero) != 2 * kZero) return true;
    return false;
  }
  Cards cards() const {  // none negative
    std::array<std::uint64_t, Cards::kWords> words = words_;
    for (std::uint64_t& word : words) word -= kZero;
    return Cards::of_words(words);
  }

 private:
  static constexpr std::uint64_t kZero = 0x4040404040404040ULL;
  std::array<std::uint64_t, Cards::kWords> words_;
};

double unit(Rng& rng) { return static_cast<double>(rng.next() >> 11U) * 0x1p-53; }

// How many of `drawn` cards are marked, if `marked` of all cards are and at least `least` of the drawn must be.
int sample_marked(int marked, int others, int drawn, int least, Rng& rng) {
  const int low = std::max({0, least, drawn - others}), high = std::min(marked, drawn);
  assert(low <= high);
  // Weights relative to that of `low`: C(marked, j) C(others, drawn - j).
  const auto grow = [&](double weight, int j) {
    return weight * static_cast<double>((marked - j) * (drawn - j)) /
           static_cast<double>((j + 1) * (others - drawn + j + 1));
  };
  double sum = 0, weight = 1;
  for (int j = low; j <= high; weight = grow(weight, j++)) sum += weight;
  double point = unit(rng) * sum;
  int j = low;
  for (weight = 1; j < high && point >= weight; weight = grow(weight, j++)) point -= weight;
  return j;
}

// Worlds go on from a window in which others may be asked.
bool resumes_window(const View& view) { return in_window(view.seen) && !view.asked; }

// What one opponent's cards are in the world being made.
struct Opponent {
  Player seat;
  int hand = 0;             // cards to deal to his hand: none once the forces are open
  Cards known, noted, old;  // his pool; `old` is part of `known`
  Cards fresh_noted;
  Cards suspects;
  int won = 0, dug = 0;              // unknown cards of the pool without a note
  int fresh_won = 0, fresh_dug = 0;  // the same in `fresh`
  int missing = 0, old_unknown = 0;
  bool fits_hand = true;  // step 3
};

class World {
 public:
  World(const View& view, const Setup& setup, Rng& rng)
      : view_(view), setup_(setup), rng_(rng), world_(view.seen), pot_(cards_of_the_game(setup)) {}

  State make() {
    list_opponents();
    fill_pot();
    deal_leaders();
    deal_plans();
    for (; !try_to_deal(); ++tries_)
      if (tries_ == kMostTries) throw BadData("no position of scavengers fits this view");
    resume();
    return world_;
  }

 private:
  Player viewer() const { return view_.viewer; }

  void list_opponents() {
    const bool open_forces = forces_are_open(view_.seen);
    for (int i = 0; i < setup_.players; ++i) {
      if (i == viewer().seat) continue;
      const auto seat = static_cast<std::size_t>(i);
      const Ledger& ledger = view_.ledger[seat];
      const Notes& notes = view_.notes[seat];
      const ZoneSizes& size = view_.size[seat];
      const int hand = open_forces ? 0 : size.hand;
      const int stored = size.stored[0] + size.stored[1] + size.stored[2];
      const int unknown =
          size.deck + hand + size.left + stored + ledger.missing - ledger.known.size();
      Opponent& q = opponents_[count_++];
      q.seat = Player::at(i);
      q.hand = hand;
      q.known = ledger.known;
      q.suspects = ledger.suspects;
      q.old = ledger.old;
      q.noted = notes.pool;
      q.fresh_noted = notes.fresh;
      q.missing = ledger.missing;
      q.old_unknown = ledger.old_unknown;
      const int unnoted = unknown - notes.pool.size();
      q.won = std::clamp(ledger.won - notes.pool.size(kContestedMask), 0, unnoted);
      q.dug = unnoted - q.won;
      const int fresh = size.fresh - notes.fresh.size();
      q.fresh_won = std::clamp(ledger.fresh_won - notes.fresh.size(kContestedMask), 0, fresh);
      q.fresh_dug = fresh - q.fresh_won;
    }
  }

  void fill_pot() {  // step 1
    const State& seen = view_.seen;
    for (std::size_t h = 0; h < kHireTypes; ++h)
      for (int i = 0; i < seen.hires[h]; ++i) pot_.remove(kHires[h]);
    pot_.remove(seen.used);
    if (seen.phase != Phase::pick) pot_.remove(seen.field);
    const bool open_forces = forces_are_open(seen);
    for (std::size_t seat = 0; seat < setup_.players; ++seat) {
      // Of others these are the open parts.
      pot_.remove(seen.deck[seat]);
      pot_.remove(seen.hand[seat]);
      pot_.remove(seen.discard[seat]);
      if (!open_forces && !seen.acted[seat].empty()) pot_.remove(seen.acted[seat].cards());
    }
    for (const StoredCard& stored : seen.hq.stored) pot_.remove(stored.card);
    for (std::size_t t = 0; t < kPersonTypes; ++t)
      for (int i = 0; i < seen.hq.removed[t]; ++i) pot_.remove(card_at(static_cast<int>(t)));
    for (std::size_t i = 0; i < count_; ++i) {
      pot_.remove(opponents_[i].known);
      pot_.remove(opponents_[i].noted);
      pot_.remove(opponents_[i].fresh_noted);
    }
    for (const Card card : seen.yard.buried) {
      if (card == Card::unknown)
        ++hidden_buried_;
      else
        pot_.remove(card);
    }
    if (seen.top != Card::none && seen.top != Card::unknown) pot_.remove(seen.top);
  }

  // Steps 2 to 6. False if the guess does not work out.
  bool try_to_deal() {
    std::array<Opponent, kMaxPlayers> guess = opponents_;
    Pot pot = pot_;
    for (std::size_t i = 0; i < count_; ++i) {
      Opponent& q = guess[i];
      if (q.missing > 0) draw_missing(q, pot);
      if (q.old.size() + std::max(0, q.old_unknown) > q.hand) return false;
    }
    if (pot.negative()) return false;
    const Cards all = pot.cards();
    const Cards contested = all.only(kContestedMask);
    if (!contested.includes(view_.sunk)) return false;
    int won = 0;
    for (std::size_t i = 0; i < count_; ++i) won += guess[i].won + guess[i].fresh_won;
    const int stack = view_.stack_size + (view_.seen.top == Card::unknown ? 1 : 0);
    const int free = contested.size() - stack - won;  // e of the rules
    if (free < view_.sunk.size()) return false;
    return deal(guess, all - contested, contested - view_.sunk, free - view_.sunk.size());
  }

  // Step 2: which cards a player has trashed unseen.
  void draw_missing(Opponent& q, Pot& pot) {
    if (tries_ >= kPatientTries) draw_negative(q, pot);
    const Cards marked = Cards::common(q.old, q.suspects);
    Cards plain = q.suspects - marked;
    Cards left = marked;
    const int others = plain.size() + q.noted.size() + q.won + q.dug;
    const int j = sample_marked(marked.size(), others, q.missing, q.old.size() - q.hand, rng_);
    for (int i = 0; i < j; ++i) {
      const Card card = left.draw(rng_);
      q.old.remove(card);
      q.known.remove(card);
      pot.add(card);
    }
    for (int i = j; i < q.missing; ++i) draw_other(q, pot, plain);
    q.missing = 0;
  }
  void draw_other(Opponent& q, Pot& pot, Cards& plain) {
    const int suspects = plain.size(), noted = q.noted.size();
    int k =
        static_cast<int>(rng_.below(static_cast<std::uint32_t>(suspects + noted + q.won + q.dug)));
    if (k < suspects) {
      const Card card = plain.at(static_cast<std::uint32_t>(k));
      plain.remove(card);
      q.known.remove(card);
      pot.add(card);
      return;
    }
    --q.old_unknown;
    if ((k -= suspects) < noted) {
      const Card card = q.noted.at(static_cast<std::uint32_t>(k));
      q.noted.remove(card);
      pot.add(card);
    } else if (k - noted < q.won) {
      --q.won;
    } else {
      --q.dug;
    }
  }
  // Most of the suspects without whom the pot stays negative; which of them is left to luck, since it may be another's
  // card that was trashed.
  void draw_negative(Opponent& q, Pot& pot) {
    q.suspects.for_each([&](Card card, int copies) {
      for (int i = 0; i < copies && q.missing > 0 && pot.negative(card); ++i) {
        if (rng_.below(4) == 0) continue;
        const bool is_old = q.old.contains(card);
        // What else is missing must be enough for the old cards that his hand has no room for.
        if (!is_old && q.missing <= q.old.size() - q.hand) continue;
        q.suspects.remove(card);
        q.known.remove(card);
        if (is_old) q.old.remove(card);
        pot.add(card);
        --q.missing;
      }
    });
  }

  // Steps 4 to 6. `rest`: the pot without contested faces; of `contested`, `left_over` lie in yard or dug.
  bool deal(std::array<Opponent, kMaxPlayers>& guess, Cards rest, Cards contested, int left_over) {
    rest += view_.sunk;
    for (int i = 0; i < left_over; ++i) rest.add(contested.draw(rng_));
    for (std::size_t i = 0; i < count_; ++i)
      if (!deal_pool(guess[i], rest, contested)) return false;
    if (view_.seen.top == Card::unknown) world_.top = contested.draw(rng_);
    world_.stack = contested;
    if (hidden_buried_ > 0)
      for (std::size_t i = 0; i < world_.yard.buried.size(); ++i)
        if (view_.seen.yard.buried[i] == Card::unknown) world_.yard.buried[i] = rest.draw(rng_);
    world_.yard.loose = rest;
    assert(rest.size() == view_.loose_size);
    return true;
  }

  bool deal_pool(const Opponent& q, Cards& rest, Cards& contested) {
    const std::size_t seat = q.seat.seat;
    const ZoneSizes& size = view_.size[seat];
    Cards unknown = q.noted;
    for (int i = 0; i < q.won; ++i) unknown.add(contested.draw(rng_));
    int dug = q.dug;
    if (tries_ >= kStoreTries) dug -= stock_stores(q, unknown, rest);
    for (int i = 0; i < dug; ++i) unknown.add(rest.draw(rng_));
    Cards discard = view_.seen.discard[seat] + q.fresh_noted;
    for (int i = 0; i < q.fresh_won; ++i) discard.add(contested.draw(rng_));
    for (int i = 0; i < q.fresh_dug; ++i) discard.add(rest.draw(rng_));

    Cards hand = q.old;
    for (int i = 0; i < q.old_unknown; ++i) hand.add(unknown.draw(rng_));
    Cards pool = q.known - q.old + unknown;
    if (!deal_stores(q.seat, pool)) return false;
    for (int i = hand.size(); i < q.hand; ++i) hand.add(pool.draw(rng_));
    for (int i = 0; i < size.left; ++i) discard.add(pool.draw(rng_));
    if (!forces_are_open(view_.seen)) world_.hand[seat] = hand;
    world_.discard[seat] = discard;
    world_.deck[seat] = pool;
    assert(pool.size() == size.deck);
    return true;
  }

  // Many cards stored unseen are hardly ever dealt by luck alone: what his stores lack is dealt to the cards he dug.
  // Returns how many of these it dealt.
  int stock_stores(const Opponent& q, Cards& unknown, Cards& rest) {
    int dealt = 0;
    for (std::size_t icon = 0; icon < kStoredIcons; ++icon) {
      int lacking =
          view_.size[q.seat.seat].stored[icon] - (q.known - q.old + unknown).size(kIconMasks[icon]);
      for (Cards fit = rest.only(kIconMasks[icon]); lacking > 0 && dealt < q.dug && !fit.empty();
           --lacking, ++dealt) {
        const Card card = fit.draw(rng_);
        rest.remove(card);
        unknown.add(card);
      }
    }
    return dealt;
  }

  static constexpr std::array kIconMasks{kPersonMask, kToolMask, Cards::mask_of(kMedicine)};

  bool deal_stores(Player owner, Cards& pool) {
    for (std::size_t icon = 0; icon < kStoredIcons; ++icon) {
      const int stored = view_.size[owner.seat].stored[icon];
      if (stored == 0) continue;
      Cards fit = pool.only(kIconMasks[icon]);
      if (fit.size() < stored) return false;
      world_.hq.stored =
          without(world_.hq.stored, owner, static_cast<Icon>(icon));  // of a try that failed
      for (int i = 0; i < stored; ++i) {
        const Card card = fit.draw(rng_);
        pool.remove(card);
        world_.hq.stored.insert_sorted({owner, card});
      }
    }
    return true;
  }
  static FixedVector<StoredCard, kMostStored> without(
      const FixedVector<StoredCard, kMostStored>& all, Player owner, Icon icon) {
    FixedVector<StoredCard, kMostStored> kept;
    for (const StoredCard& stored : all)
      if (stored.owner != owner || row(stored.card).icon != icon) kept.push_back(stored);
    return kept;
  }

  void deal_leaders() {
    if (setup_.modules < 3 || view_.seen.phase > Phase::choose) return;
    FixedVector<Leader, kLeaders> left;
    for (std::size_t l = 0; l < kLeaders; ++l)
      if (!view_.seen.hq.offered[viewer().seat].contains(static_cast<Leader>(l)))
        left.push_back(static_cast<Leader>(l));
    rng_.shuffle(left);
    for (std::size_t seat = 0; seat < setup_.players; ++seat) {
      if (seat == viewer().seat) continue;
      OfferedLeaders& offered = world_.hq.offered[seat];
      for (int i = 0; i < view_.leaders_offered[seat]; ++i) {
        offered.insert_sorted(left.back());
        left.pop_back();
      }
      Leader& chosen = world_.hq.leader[seat];
      if (chosen == Leader::unknown) chosen = offered[rng_.below(kLeadersOffered)];
    }
  }

  void deal_plans() {
    if (setup_.modules < 2) return;
    auto& plans = world_.hq.plans;
    Plans left;
    for (std::size_t b = 0; b < kBuildingTypes; ++b)
      left.add(static_cast<Building>(b), kBuildings[b].copies);
    for (const Site& site : view_.seen.hq.sites) left.remove(site.building);
    for (const Building building : plans.buried)
      if (building != Building::unknown) left.remove(building);
    for (Building& building : plans.buried) {
      if (building != Building::unknown) continue;
      building = left.pick(rng_);
      left.remove(building);
    }
    plans.loose = left;
  }

  // The organizer's two cards are somewhere in his hand.
  void choose_drawn() {
    auto& drawn = world_.hq.drawn;
    if (drawn.empty() || drawn[0] != Card::unknown) return;
    Cards hand = world_.hand[world_.gatherer.seat];
    for (Card& card : drawn) card = hand.draw(rng_);
  }

  void resume() {  // step 7
    choose_drawn();
    if (!resumes_window(view_)) return;
    NobodyWatches nobody;
    resume_window(setup_, view_, world_, nobody);
  }

  const View& view_;
  const Setup& setup_;
  Rng& rng_;
  State world_;
  Pot pot_;
  std::array<Opponent, kMaxPlayers> opponents_{};
  std::size_t count_ = 0;
  int hidden_buried_ = 0;
  int tries_ = 0;
};

// Puts cards that a look has taken from the front of the buried part back there.
template <class Pile>
void undo_look(Pile& pile) {
  std::rotate(pile.buried.begin(), pile.buried.begin() + pile.first_looked(), pile.buried.end());
  pile.looked = 0;
}

// A world as it was before its window was resumed. In the meantime an action may have taken effect, up to the first
// card of chance: a deck that ran out was shuffled, or buried cards were looked at.
State before_resumption(const View& view, const State& world) {
  State before = view.seen;
  before.deck = world.deck;
  before.hand = world.hand;
  before.discard = world.discard;
  before.stack = world.stack;
  before.top = world.top;
  before.yard = world.yard;
  before.hq.plans = world.hq.plans;
  before.hq.stored = world.hq.stored;
  const std::size_t gatherer = world.gatherer.seat;
  if (world.deck_shuffles[gatherer] != before.deck_shuffles[gatherer])
    std::swap(before.deck[gatherer], before.discard[gatherer]);
  undo_look(before.yard);
  undo_look(before.hq.plans);
  return before;
}

// The split of an opponent's discard pile in a world: the part left unused holds what his pool is known to hold.
Cards fresh_part(const View& view, const State& world, std::size_t seat) {
  const Ledger& ledger = view.ledger[seat];
  const Notes& notes = view.notes[seat];
  Cards fresh = world.discard[seat] - ledger.open;
  int left = view.size[seat].left;
  if (left == 0) return fresh;
  Cards movable = fresh - notes.fresh;
  Cards pool = world.deck[seat] + stored_cards(world, Player::at(static_cast<int>(seat)));
  if (!forces_are_open(world)) pool += world.hand[seat];
  const auto leave = [&](const Cards& wanted) {
    Cards::common(wanted, movable).for_each([&](Card card, int copies) {
      const int moved = std::min(copies, left);
      movable.remove(card, moved);
      fresh.remove(card, moved);
      left -= moved;
    });
  };
  const Cards lacking = Cards::beyond(ledger.known + notes.pool, pool);
  leave(Cards::beyond(lacking, ledger.suspects));
  leave(Cards::common(lacking, ledger.suspects));
  leave(movable - movable.only(kContestedMask));
  leave(movable);
  return fresh;
}

}  // namespace

State Scavengers::determinize(const View& view, Rng& rng) const {
  return World(view, setup, rng).make();
}

Memory Scavengers::memory_of(const View& view, const State& world) const {
  Memory memory;
  memory.ledger = view.ledger;
  const bool resumes = resumes_window(view);
  const State before = resumes ? before_resumption(view, world) : world;
  for (std::size_t seat = 0; seat < setup.players; ++seat)
    if (seat != view.viewer.seat) memory.ledger[seat].fresh = fresh_part(view, before, seat);
  memory.notes[view.viewer.seat] = view.notes;
  memory.sunk[view.viewer.seat] = view.sunk;
  memory.yard_seen = view.yard_seen;
  memory.plans_seen = view.plans_seen;
  memory.window_from = view.window_from;
  if (view.passed) memory.passed.add(view.viewer);
  if (resumes) witness_resumption(setup, view, before, memory);
  return memory;
}

}  // namespace farnorth::scavengers
