// The moves a decision is about, what a search has found about each, and the Decision made of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "farnorth/search/bot.hpp"
#include "farnorth/search/utility.hpp"

namespace farnorth {

template <Game G>
class RootMoves {
 public:
  // The legal moves of a View, which are the same in every world it allows; or of a State.
  template <class Position>
  void start(const G& game, const Position& position) {
    players_ = game.players();
    game.legal_moves(position, moves_);
    results_.assign(moves_.size(), {});
  }

  // What earlier decisions of the turn found about a move: they kept the values of the player only.
  void recall(std::size_t i, Player player, std::uint32_t visits, std::int64_t value) {
    results_[i].recalled = visits;
    results_[i].visits += visits;
    results_[i].sum[player.seat] += value;
    player_ = player;
  }

  std::size_t size() const { return moves_.size(); }
  const typename G::Move& operator[](std::size_t i) const { return moves_[i]; }
  std::uint32_t visits(std::size_t i) const { return results_[i].visits; }
  double mean(std::size_t i, Player player) const {
    return static_cast<double>(results_[i].sum[player.seat]) / std::max(1U, results_[i].visits);
  }

  void add(std::size_t i, const Values& values) {
    ++results_[i].visits;
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat) results_[i].sum[seat] += values[seat];
  }

  // Visits by which the most visited move leads the next one.
  std::uint32_t lead() const {
    std::uint32_t first = 0, second = 0;
    for (const Result& result : results_) {
      second = std::max(second, std::min(first, result.visits));
      first = std::max(first, result.visits);
    }
    return first - second;
  }

  // Is move a to be preferred to b? The robust choice: most visits, then value, then canonical order.
  auto by_visits(Player player) const {
    return [this, player](std::size_t a, std::size_t b) {
      if (visits(a) != visits(b)) return visits(a) > visits(b);
      return mean(a, player) != mean(b, player) ? mean(a, player) > mean(b, player) : a < b;
    };
  }
  auto by_value(Player player) const {
    return [this, player](std::size_t a, std::size_t b) {
      return mean(a, player) != mean(b, player) ? mean(a, player) > mean(b, player) : a < b;
    };
  }

  template <class Preferred>
  Decision<G> decision(Preferred preferred) const {
    std::vector<std::size_t> order(moves_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), preferred);
    Decision<G> decision;
    decision.move = moves_[order.front()];
    decision.line = {decision.move};
    Result all;
    for (const Result& result : results_) {
      all.visits += result.visits;
      all.recalled += result.recalled;
      for (std::size_t seat = 0; seat < kMaxSeats; ++seat) all.sum[seat] += result.sum[seat];
    }
    decision.iterations = all.visits - all.recalled;
    decision.value = per_mille(all, all);
    for (const std::size_t i : order)
      if (results_[i].visits > 0)
        decision.table.push_back({moves_[i], results_[i].visits, per_mille(results_[i], all)});
    return decision;
  }

 private:
  struct Result {
    std::uint32_t visits = 0;
    std::uint32_t recalled = 0;  // of them
    std::array<std::int64_t, kMaxSeats> sum{};
  };

  // What was recalled has no values of the other seats. Two players share one whole; of more the visits since tell, and
  // for a move without any those of all moves.
  std::array<std::int16_t, kMaxSeats> per_mille(const Result& result, const Result& all) const {
    std::array<std::int16_t, kMaxSeats> value{};
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
      const bool complete = result.recalled == 0 || seat == player_.seat;
      const Result& source = complete || result.visits > result.recalled ? result : all;
      const std::uint32_t visits = complete ? source.visits : source.visits - source.recalled;
      const std::int64_t whole = std::int64_t{std::max(1U, visits)} * kOne;
      value[seat] = static_cast<std::int16_t>((1000 * source.sum[seat] + whole / 2) / whole);
    }
    if (players_ == 2 && result.recalled > 0)
      value[1U - player_.seat] = static_cast<std::int16_t>(1000 - value[player_.seat]);
    return value;
  }

  MoveList<G> moves_;
  std::vector<Result> results_;
  int players_ = 0;
  Player player_{};  // whose values were recalled
};

}  // namespace farnorth
