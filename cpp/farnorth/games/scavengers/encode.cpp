// The observation vector: what a view shows, as numbers in [0, 1]. Seats are relative to the viewer: him first, then
// the next clockwise.
#include <algorithm>
#include <cassert>

#include "farnorth/core/encoding.hpp"
#include "farnorth/games/scavengers/scavengers.hpp"

namespace farnorth::scavengers {

namespace {

constexpr int kSeatCards = kMaxPlayers * kCardTypes;
constexpr auto kSlices = laid_out(std::array<EncodingSlice, 42>{{
    {.name = "phase", .size = kPhases},       // one-hot
    {.name = "round", .size = 1},             // / 16
    {.name = "to_act", .size = kMaxPlayers},  // one-hot, relative seat
    {.name = "gatherer", .size = kMaxPlayers},
    {.name = "initiator", .size = kMaxPlayers},
    {.name = "asked", .size = 1},
    {.name = "action", .size = 8},          // one-hot, as the enumerators
    {.name = "taken", .size = 7},           // actions of this turn
    {.name = "food", .size = 1},            // / 22, at most 1
    {.name = "due", .size = 1},             // / 22, at most 1
    {.name = "floor", .size = kCardTypes},  // one-hot while composing
    {.name = "top", .size = kCardTypes},    // one-hot if known
    {.name = "hires", .size = kHireTypes},  // / copies
    // Cards by type, each count / copies in the box.
    {.name = "hand", .size = kCardTypes},
    {.name = "own_deck", .size = kCardTypes},
    {.name = "own_discard", .size = kCardTypes},
    {.name = "own_stored", .size = kCardTypes},
    {.name = "used", .size = kCardTypes},
    {.name = "field", .size = kCardTypes},
    {.name = "looked_at", .size = kCardTypes},     // in the dig in progress, as far as known
    {.name = "buried_known", .size = kCardTypes},  // in the yard, in known places
    {.name = "sunk", .size = kCardTypes},
    {.name = "acted", .size = kMaxPlayers * kSpecials},  // / 8
    {.name = "force", .size = kSeatCards},               // of others, once revealed
    {.name = "open", .size = kSeatCards},                // discard pile, seen by all
    {.name = "known", .size = kSeatCards},               // of the pool
    {.name = "suspects", .size = kSeatCards},
    {.name = "old", .size = kSeatCards},
    {.name = "notes_pool", .size = kSeatCards},
    {.name = "notes_fresh", .size = kSeatCards},
    {.name = "counters",
     .size = kMaxPlayers * 4},  // missing, won, old_unknown, fresh_won / 20, at most 1
    {.name = "sizes", .size = kMaxPlayers * 4},  // deck, hand, fresh, left / 56, at most 1
    {.name = "yard_and_stack", .size = 3},       // loose, buried / 173, stack / 14
    {.name = "stored_sizes", .size = kMaxPlayers * kStoredIcons},  // / 9
    {.name = "locked", .size = kMaxPlayers * kStoredIcons},
    {.name = "sites",
     .size = kMaxPlayers * kBuildingTypes * 3},          // works, in building, disabled; / 3
    {.name = "leader", .size = kMaxPlayers * kLeaders},  // one-hot
    {.name = "offered", .size = kLeaders},
    {.name = "leader_state", .size = kMaxPlayers * 2},  // wounded, power used
    {.name = "plans", .size = kBuildingTypes + 1},      // looked at / 3; shuffled part / 12
    {.name = "removed", .size = kPersonTypes},
    {.name = "powers", .size = 3},  // helper, free med, cannibal's food / 3
}});
static_assert(kSlices.back().offset + kSlices.back().size == Scavengers::kEncodingSize);

using Slice = SliceOf<kSlices>;
using Writer = SliceWriter<kSlices>;

// Each type a share of its copies in the box, from place `first` of the slice on.
void add_counts(Writer& out, const Cards& cards, std::size_t first = 0) {
  cards.for_each(
      [&](Card card, int copies) { out.share(first + index(card), copies, row(card).copies); });
}
void write_counts(Writer& out, Slice slice, const Cards& cards) {
  out.begin(slice);
  add_counts(out, cards);
}

class Encoder {
 public:
  Encoder(const View& view, int players, std::span<float> numbers)
      : view_(view), seen_(view.seen), players_(players), out_(numbers) {}

  void write(Actor actor) {
    write_turn(actor);
    write_cards();
    write_seats();
    write_sizes();
    write_hq();
  }

 private:
  std::size_t relative(Player player) const {
    const int offset = player.seat - view_.viewer.seat;
    return static_cast<std::size_t>(offset < 0 ? offset + players_ : offset);
  }
  template <class F>
  void for_each_seat(F f) {
    for (int seat = 0; seat < players_; ++seat) f(Player::at(seat), relative(Player::at(seat)));
  }
  void seat_cards(Slice slice, auto cards_of) {
    out_.begin(slice);
    for_each_seat([&](Player seat, std::size_t place) {
      add_counts(out_, cards_of(seat.seat), place * kCardTypes);
    });
  }

  void write_turn(Actor actor) {
    out_.begin("phase");
    out_.set(index(seen_.phase));
    out_.begin("round");
    out_.share(0, seen_.round, kRounds);
    out_.begin("to_act");
    if (actor.is_player()) out_.set(relative(actor.player()));
    out_.begin("gatherer");
    out_.set(relative(seen_.gatherer));
    out_.begin("initiator");
    out_.set(relative(seen_.initiator));
    out_.begin("asked");
    out_.set(0, view_.asked ? 1.0F : 0.0F);
    out_.begin("action");
    out_.set(index(seen_.action));
    out_.begin("taken");
    for (std::size_t a = 0; a < index(Action::none); ++a)
      if (seen_.taken.contains(static_cast<Action>(a))) out_.set(a);
    out_.begin("food");
    out_.share(0, seen_.food, 22);
    out_.begin("due");
    out_.share(0, seen_.due, 22);
    out_.begin("floor");
    if (seen_.phase == Phase::pick) out_.set(index(seen_.floor));
    out_.begin("top");
    if (index(seen_.top) < kCardTypes) out_.set(index(seen_.top));
    out_.begin("hires");
    for (std::size_t h = 0; h < kHireTypes; ++h)
      out_.share(h, seen_.hires[h], row(kHires[h]).copies);
  }

  void write_cards() {
    const std::size_t me = view_.viewer.seat;
    write_counts(out_, "hand", seen_.hand[me]);
    write_counts(out_, "own_deck", seen_.deck[me]);
    write_counts(out_, "own_discard", seen_.discard[me]);
    write_counts(out_, "own_stored", stored_cards(seen_, view_.viewer));
    write_counts(out_, "used", seen_.used);
    write_counts(out_, "field", seen_.field);
    Cards looked, buried;
    for (std::size_t i = 0; i < seen_.yard.buried.size(); ++i) {
      if (seen_.yard.buried[i] == Card::unknown) continue;
      (i < seen_.yard.first_looked() ? buried : looked).add(seen_.yard.buried[i]);
    }
    write_counts(out_, "looked_at", looked);
    write_counts(out_, "buried_known", buried);
    write_counts(out_, "sunk", view_.sunk);
  }

  void write_seats() {
    out_.begin("acted");
    for_each_seat([&](Player seat, std::size_t place) {
      for (std::size_t i = 0; i < kSpecials; ++i)
        out_.share(place * kSpecials + i, seen_.acted[seat.seat].count(kSpecialCards[i]), 8);
    });
    seat_cards("force", [&](std::size_t seat) {
      return seat == view_.viewer.seat ? Cards{} : seen_.hand[seat];
    });
    seat_cards("open", [&](std::size_t seat) { return view_.ledger[seat].open; });
    seat_cards("known", [&](std::size_t seat) { return view_.ledger[seat].known; });
    seat_cards("suspects", [&](std::size_t seat) { return view_.ledger[seat].suspects; });
    seat_cards("old", [&](std::size_t seat) { return view_.ledger[seat].old; });
    seat_cards("notes_pool", [&](std::size_t seat) { return view_.notes[seat].pool; });
    seat_cards("notes_fresh", [&](std::size_t seat) { return view_.notes[seat].fresh; });
  }

  void write_sizes() {
    out_.begin("counters");
    for_each_seat([&](Player seat, std::size_t place) {
      const Ledger& ledger = view_.ledger[seat.seat];
      const std::array<int, 4> counters{ledger.missing, ledger.won, ledger.old_unknown,
                                        ledger.fresh_won};
      for (std::size_t i = 0; i < 4; ++i) out_.share(place * 4 + i, counters[i], 20);
    });
    out_.begin("sizes");
    for_each_seat([&](Player seat, std::size_t place) {
      const ZoneSizes& size = view_.size[seat.seat];
      const std::array<int, 4> sizes{size.deck, size.hand, size.fresh, size.left};
      for (std::size_t i = 0; i < 4; ++i) out_.share(place * 4 + i, sizes[i], 56);
    });
    out_.begin("yard_and_stack");
    out_.share(0, view_.loose_size, kAllCards);
    out_.share(1, static_cast<int>(seen_.yard.buried.size()), kAllCards);
    out_.share(2, view_.stack_size, kContestedCards);
  }

  void write_hq() {
    const Headquarters& hq = seen_.hq;
    out_.begin("stored_sizes");
    for_each_seat([&](Player seat, std::size_t place) {
      for (std::size_t i = 0; i < kStoredIcons; ++i)
        out_.share(place * kStoredIcons + i, view_.size[seat.seat].stored[i], 9);
    });
    out_.begin("locked");
    for_each_seat([&](Player seat, std::size_t place) {
      for (std::size_t i = 0; i < kStoredIcons; ++i)
        out_.share(place * kStoredIcons + i, hq.locked[seat.seat][i], 9);
    });
    write_sites();
    write_leaders();
    out_.begin("plans");
    for (std::size_t b = 0; b < kBuildingTypes; ++b) {
      const auto seen = std::count(hq.plans.buried.begin() + hq.plans.first_looked(),
                                   hq.plans.buried.end(), static_cast<Building>(b));
      out_.share(b, static_cast<int>(seen), 3);
    }
    out_.share(kBuildingTypes, view_.plans_size, kPlans);
    out_.begin("removed");
    for (std::size_t t = 0; t < kPersonTypes; ++t) out_.share(t, hq.removed[t], kCards[t].copies);
    out_.begin("powers");
    out_.set(0, hq.helper ? 1.0F : 0.0F);
    out_.set(1, hq.free_med ? 1.0F : 0.0F);
    out_.share(2, hq.cannibal_food, kCannibalFood);
  }

  void write_sites() {
    out_.begin("sites");
    std::array<int, kMaxPlayers * kBuildingTypes * 3> sites{};
    for (const Site& site : seen_.hq.sites) {
      const std::size_t condition = site.works() ? 0 : site.disabled() ? 2 : 1;
      ++sites[(relative(site.owner) * kBuildingTypes + index(site.building)) * 3 + condition];
    }
    for (std::size_t i = 0; i < sites.size(); ++i) out_.share(i, sites[i], 3);
  }

  void write_leaders() {
    const Headquarters& hq = seen_.hq;
    out_.begin("leader");
    for_each_seat([&](Player seat, std::size_t place) {
      if (index(hq.leader[seat.seat]) < kLeaders)
        out_.set(place * kLeaders + index(hq.leader[seat.seat]));
    });
    out_.begin("offered");
    for (const Leader leader : hq.offered[view_.viewer.seat]) out_.set(index(leader));
    out_.begin("leader_state");
    for_each_seat([&](Player seat, std::size_t place) {
      if (hq.wounded.contains(seat)) out_.set(place * 2);
      if (hq.power_used.contains(seat)) out_.set(place * 2 + 1);
    });
  }

  const View& view_;
  const State& seen_;
  const int players_;
  Writer out_;
};

}  // namespace

std::span<const EncodingSlice> Scavengers::encoding() { return kSlices; }

void Scavengers::encode(const View& view, std::span<float> numbers) const {
  assert(numbers.size() == static_cast<std::size_t>(kEncodingSize));
  Encoder(view, setup.players, numbers).write(actor(view));
}

}  // namespace farnorth::scavengers
