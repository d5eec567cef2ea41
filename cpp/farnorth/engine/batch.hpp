// Many games stepped at once, for programs that learn: every game makes one move, chance included, and what there is to
// see of it is written into arrays of the caller. A game that is over begins anew.
//
// Chance draws from a stream of each game's own, so the games are the same whatever the number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "farnorth/core/sha256.hpp"
#include "farnorth/engine/bots.hpp"
#include "farnorth/engine/crew.hpp"
#include "farnorth/engine/returns.hpp"
#include "farnorth/engine/table.hpp"
#include "farnorth/search/playout.hpp"

namespace farnorth {

// Where the games are written, a row a game. Observations and masks are for the player to act, in the game as it stands
// after the step; those that are null are not wanted.
struct BatchArrays {
  float* observations = nullptr;  // (games, G::kEncodingSize)
  std::int8_t* masks = nullptr;   // (games, G::kActionCount): 1 for legal moves
  float* rewards = nullptr;  // (games, players): returns of a game that ended in this step, else 0
  bool* done = nullptr;      // (games): it ended in this step, and what is seen is a new one
  std::int32_t* actors = nullptr;  // (games): the seat to act
};

struct BatchOptions {
  int games = 1;
  std::uint64_t seed = 0;
  int threads = 1;
  // If given, steps are those of this seat only, and the bots move for the others: one for each, in turn order after the
  // seat. They do what they would do in a match.
  std::optional<Player> seat{};
  std::vector<BotSpec> opponents{};
};

template <Game G>
class Batch {
 public:
  // Needs rewards, done and actors. The arrays must outlive the batch. Throws BadData for opponents that do not fit.
  Batch(const G& game, const BatchOptions& options, const BatchArrays& arrays)
      : game_(game),
        arrays_(arrays),
        seat_(options.seat),
        start_(start_table(game)),
        slots_(static_cast<std::size_t>(options.games)),
        crew_(std::min(options.threads, options.games)) {
    if (seat_) seat_opponents(options.opponents);
    reset(options.seed);
  }

  int size() const { return static_cast<int>(slots_.size()); }
  // What players know is kept only where it is asked for: it costs time.
  bool knows() const { return arrays_.observations != nullptr || seat_.has_value(); }

  // New games, from new streams.
  void reset(std::uint64_t seed) {
    const std::lock_guard lock(mutex_);
    each([&](std::size_t i) {
      slots_[i].key = hash_words(seed, i);
      slots_[i].rng = Rng(slots_[i].key);
      slots_[i].games = 0;
      begin(slots_[i]);
      write(i, false, {});
    });
  }

  // Makes the move of that id in each game. Throws IllegalMove, which names the game, before anything has changed.
  template <class Id>
  void step(std::span<const Id> actions) {
    const std::lock_guard lock(mutex_);
    std::atomic<std::size_t> wrong{slots_.size()};
    each([&](std::size_t i) {
      Slot& slot = slots_[i];
      slot.chosen = place_of(slot.legal, static_cast<std::int64_t>(actions[i]));
      if (slot.chosen < slot.legal.size()) return;
      std::size_t first = wrong.load();
      while (i < first && !wrong.compare_exchange_weak(first, i)) {
      }
    });
    if (wrong < slots_.size()) refuse(wrong, static_cast<std::int64_t>(actions[wrong]));
    each([&](std::size_t i) { play(i); });
  }

  // Makes a move in each game, all legal moves being equally likely.
  void step_random() {
    const std::lock_guard lock(mutex_);
    each([&](std::size_t i) {
      Slot& slot = slots_[i];
      slot.chosen = slot.rng.below(static_cast<std::uint32_t>(slot.legal.size()));
      play(i);
    });
  }

  // A game as it stands.
  Table<G> table(std::size_t i) {
    const std::lock_guard lock(mutex_);
    return slots_.at(i).table;
  }

 private:
  struct Slot {
    Table<G> table;
    MoveList<G> legal{};
    Rng rng{0};
    std::size_t chosen = 0;  // among the legal moves
    int ply = 0;
    std::uint64_t key = 0;    // of its streams
    std::uint32_t games = 0;  // begun
    std::array<std::unique_ptr<Bot<G>>, kMaxSeats> bots{};
  };

  void seat_opponents(const std::vector<BotSpec>& opponents) {
    const int players = game_.players();
    if (static_cast<int>(opponents.size()) != players - 1)
      throw BadData(std::to_string(opponents.size()) + " opponents for " +
                    std::to_string(players - 1) + " seats");
    for (Slot& slot : slots_)
      for (int i = 1; i < players; ++i)
        slot.bots[static_cast<std::size_t>((seat_->seat + i) % players)] =
            make_bot<G>(opponents[static_cast<std::size_t>(i - 1)]);
  }

  template <class Work>
  void each(Work work) {
    auto part = [&](int first, int last) {
      for (int i = first; i < last; ++i) work(static_cast<std::size_t>(i));
    };
    crew_.share(size(), part);
  }

  std::size_t place_of(const MoveList<G>& legal, std::int64_t action) const {
    std::size_t place = 0;
    while (place < legal.size() && game_.action_id(legal[place]) != action) ++place;
    return place;
  }

  [[noreturn]] void refuse(std::size_t i, std::int64_t action) const {
    const std::string where = "game " + std::to_string(i) + ": ";
    if (action < 0 || action >= G::kActionCount)
      throw IllegalMove(where + std::to_string(action) + " is no id of a move of " +
                        std::string(G::kName) + ": ids are from 0 to " +
                        std::to_string(G::kActionCount - 1));
    const std::string text = game_.to_text(game_.move_of(static_cast<int>(action)));
    throw IllegalMove(where + "move " + std::to_string(action) + ", " +
                      why_illegal(game_, slots_[i].table.state, text));
  }

  void make(Slot& slot, const typename G::Move& move) const {
    if (knows()) game_.witness(slot.table.memory, slot.table.state, move);
    game_.apply(slot.table.state, move);
    ++slot.ply;
  }
  // What a player of the batch's own would do.
  typename G::Move decide(Slot& slot, Player player) {
    game_.legal_moves(slot.table.state, slot.legal);
    if (slot.legal.size() == 1) return slot.legal[0];
    return slot.bots[player.seat]->choose(game_, view_of(game_, slot.table, player), {}, {}).move;
  }

  // Plays for chance and the opponents. False if that ends the game; as in matches, one without an end is scored as it
  // stands.
  bool go_on(Slot& slot) {
    for (Actor actor = game_.actor(slot.table.state); slot.ply < kPlyCap;
         actor = game_.actor(slot.table.state)) {
      if (actor.is_nobody()) return false;
      if (actor.is_chance()) {
        make(slot, game_.sample(slot.table.state, slot.rng));
      } else if (seat_ && !actor.is(*seat_)) {
        make(slot, decide(slot, actor.player()));
      } else {
        game_.legal_moves(slot.table.state, slot.legal);
        return true;
      }
    }
    return false;
  }

  void begin(Slot& slot) {
    do {
      slot.table = start_;
      slot.ply = 0;
      ++slot.games;
      if (seat_) start_bots(slot);
    } while (!go_on(slot));
  }
  // One way, so that nothing an opponent is given tells what chance will do.
  void start_bots(Slot& slot) const {
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
      if (slot.bots[seat])
        slot.bots[seat]->start(one_way_hash("farnorth batch " + std::to_string(slot.key) + " " +
                                            std::to_string(slot.games) + " " +
                                            std::to_string(seat)));
  }

  void play(std::size_t i) {
    Slot& slot = slots_[i];
    make(slot, slot.legal[slot.chosen]);
    if (go_on(slot)) return write(i, false, {});
    const Returns returns = returns_of(game_, slot.table.state);
    begin(slot);
    write(i, true, returns);
  }

  void write(std::size_t i, bool done, const Returns& returns) const {
    const Slot& slot = slots_[i];
    const Player player = game_.actor(slot.table.state).player();
    const auto players = static_cast<std::size_t>(game_.players());
    for (std::size_t seat = 0; seat < players; ++seat)
      arrays_.rewards[i * players + seat] = static_cast<float>(returns[seat]);
    arrays_.done[i] = done;
    arrays_.actors[i] = player.seat;
    if (arrays_.masks != nullptr) {
      std::int8_t* mask = arrays_.masks + i * static_cast<std::size_t>(G::kActionCount);
      std::fill_n(mask, G::kActionCount, std::int8_t{0});
      for (const auto& move : slot.legal) mask[game_.action_id(move)] = 1;
    }
    if (arrays_.observations != nullptr) {
      constexpr auto kSize = static_cast<std::size_t>(G::kEncodingSize);
      game_.encode(view_of(game_, slot.table, player), {arrays_.observations + i * kSize, kSize});
    }
  }

  const G& game_;
  const BatchArrays arrays_;
  const std::optional<Player> seat_;
  const Table<G> start_;
  std::vector<Slot> slots_;
  std::mutex mutex_;
  Crew crew_;
};

}  // namespace farnorth
