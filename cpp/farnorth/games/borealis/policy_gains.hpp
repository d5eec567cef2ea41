// What cards would give at once, and where they fit, in a few machine instructions a card: for the policy and the outlook.
//
// Not for others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "farnorth/games/borealis/borealis.hpp"

namespace farnorth::borealis {

inline constexpr int kPoint = 100;  // values are hundredths of a point

// Weights, found by matches of the policy against itself.
inline constexpr int kSetGrowth =
    45;  // a card that joins n of its species makes the next one worth n + 1
inline constexpr int kFlagStep = 40;  // deep spaces pay more

constexpr std::size_t index(auto enumerator) { return static_cast<std::size_t>(enumerator); }

// The scientists of the three locations in one word, so that they are moved and compared all at once: a field of 7 bits
// for each location and colour, of which the count (at most 9) takes the lower ones.
using Groups = std::uint64_t;
inline constexpr int kField = 7, kPlace = kColours * kField;
inline constexpr Groups kAllPlaces = (Groups{1} << (kLocations * kPlace)) - 1;
constexpr Groups in_each_place(Groups group) {
  return group | group << kPlace | group << (2 * kPlace);
}

constexpr Groups one(Colour colour) { return Groups{1} << (kField * static_cast<int>(colour)); }
constexpr Groups group_of(const std::array<std::uint8_t, kColours>& count) {
  return Groups{count[0]} | Groups{count[1]} << kField | Groups{count[2]} << (2 * kField);
}
constexpr Groups at(Groups group, Location location) {
  return group << (kPlace * static_cast<int>(location));
}

inline Groups groups_of(const Board& board) {
  return at(group_of(board.scientists[0]), Location::left) |
         at(group_of(board.scientists[1]), Location::middle) |
         at(group_of(board.scientists[2]), Location::right);
}

// What the policy asks of a card, by face.
struct CardKeys {
  Groups left, right;  // its movers,
  Groups needed;       // and both of them in each place
  std::uint8_t species_shift, vehicle_bit;
  std::int16_t stars;  // in hundredths
};
inline constexpr auto kKeys = [] {
  std::array<CardKeys, kFaceCount> keys{};
  for (std::size_t f = 0; f < keys.size(); ++f) {
    const FaceRow& card = kFaces[f];
    keys[f] = {.left = one(card.left_mover),
               .right = one(card.right_mover),
               .needed = in_each_place(one(card.left_mover) + one(card.right_mover)),
               .species_shift = static_cast<std::uint8_t>(8 * index(card.species)),
               .vehicle_bit = static_cast<std::uint8_t>(1U << index(card.vehicle)),
               .stars = static_cast<std::int16_t>(kPoint * card.stars)};
  }
  return keys;
}();
constexpr const CardKeys& keys(Face face) { return kKeys[face.id]; }

// The locations that have `needed`, the same in each place, as bits that fits_at reads. The top bit of a field stands after
// the subtraction if the count was enough.
constexpr Groups places_with(Groups groups, Groups needed) {
  constexpr Groups kTop = Groups{1} << (kField - 1);
  constexpr Groups kTops = in_each_place(kTop | kTop << kField | kTop << (2 * kField));
  const Groups enough = (groups | kTops) - needed;
  return enough & enough >> kField & enough >> (2 * kField) & in_each_place(kTop);
}
// B-OBS-1: the locations where a card fits.
constexpr Groups fitting(Groups groups, Face face) {
  return places_with(groups, keys(face).needed);
}
constexpr bool fits_at(Groups fitting, Location location) {
  return (fitting >> (kPlace * static_cast<int>(location) + kField - 1) & 1U) != 0;
}

// B-OBS-3. Who moves into a camp leaves the word at one of its ends.
constexpr Groups moved(Groups groups, Face face, Location location) {
  const Groups left = at(keys(face).left, location), right = at(keys(face).right, location);
  return (groups - left - right + (left >> kPlace) + (right << kPlace)) & kAllPlaces;
}
constexpr std::size_t left_of(Location location) {
  return location == Location::left ? index(Spot::left_camp) : index(location) - 1;
}
constexpr std::size_t right_of(Location location) {
  return location == Location::right ? index(Spot::right_camp) : index(location) + 1;
}

// The number of cards of each species in a pile, a byte for each.
using SpeciesCounts = std::uint64_t;

// What cards would give at once at each location, prepared so that a card takes a few look-ups.
class Gains {
 public:
  explicit Gains(const Board& board) {
    for (std::size_t here = 0; here < kLocations; ++here) {
      for (const Face face : board.pile[here])
        species_[here] += SpeciesCounts{1} << keys(face).species_shift;
      const FlagStep& step = kSteps[board.pattern][here][board.flag[here]];
      vehicles_[here] = step.vehicles;
      flag_step_[here] = step.gain;
    }
  }

  bool moves_flag(Face face, Location location) const {  // B-OBS-4
    return (vehicles_[index(location)] & keys(face).vehicle_bit) != 0;
  }
  int at(Face face, Location location) const {
    const CardKeys& card = keys(face);
    return card.stars + kCardGain[species_[index(location)] >> card.species_shift & 0xff] +
           (moves_flag(face, location) ? flag_step_[index(location)] : 0);
  }
  // At the best location, whether or not its scientists are there.
  int best(Face face) const {
    return std::max(
        {at(face, Location::left), at(face, Location::middle), at(face, Location::right)});
  }
  // At the best location that has the scientists; 0 if none has.
  int best(Face face, Groups groups) const {
    const Groups where = fitting(groups, face);
    int best = 0;
    for (const Location location : kAllLocations)
      best = std::max(best, fits_at(where, location) ? at(face, location) : 0);
    return best;
  }

 private:
  // By the number of cards of its species that lie there.
  static constexpr auto kCardGain = [] {
    std::array<std::int16_t, kFullLocation + 1> gain{};
    for (std::size_t same = 0; same < kFullLocation; ++same)
      gain[same] = static_cast<std::int16_t>(kPoint * (kSetPoints[same + 1] - kSetPoints[same]) +
                                             kSetGrowth * static_cast<int>(same));
    return gain;
  }();

  // The next step of a flag.
  struct FlagStep {
    std::uint8_t vehicles;  // that make it, as bits; none on the last space
    std::int16_t gain;
  };
  static constexpr auto kSteps = [] {
    std::array<std::array<std::array<FlagStep, kLastSpace + 1>, kLocations>, kPatterns> steps{};
    for (std::size_t pattern = 0; pattern < kPatterns; ++pattern)
      for (std::size_t here = 0; here < kLocations; ++here)
        for (std::size_t space = 0; space < kLastSpace; ++space) {
          const VehiclePair& pair = kTrackVehicles[pattern][here][space];
          const int points = kTrackPoints[here][space + 1] - kTrackPoints[here][space];
          steps[pattern][here][space] = {
              .vehicles =
                  static_cast<std::uint8_t>(1U << index(pair.first) | 1U << index(pair.second)),
              .gain = static_cast<std::int16_t>(kPoint * points + kFlagStep)};
        }
    return steps;
  }();

  SpeciesCounts species_[kLocations] = {};
  std::uint8_t vehicles_[kLocations] = {};  // that move the flag, as bits
  int flag_step_[kLocations] = {};
};

// How urgent the end is: 0 at the start, 7 with a full location. Scoring cards count fully only near the end.
inline int tallest_pile(const State& state, int players) {
  std::size_t tallest = 0;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat)
    for (const CardPile& pile : state.board[seat].pile) tallest = std::max(tallest, pile.size());
  return static_cast<int>(tallest);
}

}  // namespace farnorth::borealis
