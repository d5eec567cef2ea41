// Random numbers that are the same on every platform: own generator, own bounded draws, own shuffle.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace farnorth {

// Mixes a word so that every input bit changes every output bit with probability 1/2
// (the finaliser of SplitMix64; Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

// Hash of a few words, for keyed streams: hash_words(seed, decision, world).
template <class... Words>
constexpr std::uint64_t hash_words(Words... words) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  ((hash = mix(hash ^ static_cast<std::uint64_t>(words)) + 0x9e3779b97f4a7c15ULL), ...);
  return mix(hash);
}

// SplitMix64: eight bytes of state, so a stream can be keyed by (seed, decision, world) for nothing.
class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }

  // Uniform in [0, bound), without bias (Lemire: Fast random integer generation in an interval, 2019).
  constexpr std::uint32_t below(std::uint32_t bound) {
    assert(bound > 0);
    std::uint64_t product = (next() >> 32U) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32U) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32U);
  }

  // Fisher-Yates.
  template <class Items>
  constexpr void shuffle(Items& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace farnorth
