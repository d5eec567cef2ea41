// Random numbers are the same everywhere for ever: records, deals and ratings depend on them.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "farnorth/core/bits.hpp"
#include "farnorth/core/rng.hpp"

namespace farnorth {
namespace {

TEST_CASE("Rng is SplitMix64") {
  // The values published with the algorithm for these seeds.
  CHECK(Rng(0).next() == 0xe220a8397b1dcdafULL);
  Rng rng(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
        4593380528125082431ULL, 16408922859458223821ULL})
    CHECK(rng.next() == expected);
}

// Numbers of this and the next two tests come from a second implementation, in Python.
TEST_CASE("below and shuffle give the numbers they always gave") {
  Rng rng(2026);
  for (const std::uint32_t expected : {5U, 2U, 4U, 2U, 4U, 4U, 5U, 4U, 2U, 1U, 2U, 5U})
    CHECK(rng.below(6) == expected);
  for (const std::uint32_t expected : {31U, 28U, 64U, 15U, 22U, 31U, 62U, 58U})
    CHECK(rng.below(100) == expected);
  for (const std::uint32_t expected : {1907598892U, 1955416256U, 456110514U, 1327758816U})
    CHECK(rng.below(3'000'000'000) == expected);

  std::vector<int> cards(10);
  std::iota(cards.begin(), cards.end(), 0);
  Rng(1).shuffle(cards);
  CHECK(cards == std::vector<int>{9, 0, 1, 4, 8, 2, 3, 7, 6, 5});
  std::vector<int> more(20);
  std::iota(more.begin(), more.end(), 0);
  Rng(2).shuffle(more);
  CHECK(more ==
        std::vector<int>{6, 16, 7, 0, 1, 18, 2, 15, 12, 19, 8, 3, 9, 17, 5, 4, 13, 10, 14, 11});
}

TEST_CASE("hash_words depends on every word and on their order") {
  CHECK(hash_words() == 16294208416658607535ULL);
  CHECK(hash_words(0) == 12035550249420947055ULL);
  CHECK(hash_words(1, 2, 3) == 8946099157182655218ULL);
  CHECK(hash_words(3, 2, 1) == 3310818401699132689ULL);
  std::set<std::uint64_t> seen;
  for (int a = 0; a < 50; ++a)
    for (int b = 0; b < 50; ++b) seen.insert(hash_words(a, b));
  CHECK(seen.size() == 2500);
}

double chi_square(const std::vector<int>& counts) {
  const double expected =
      std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (const int n : counts) sum += (n - expected) * (n - expected) / expected;
  return sum;
}

TEST_CASE("below is unbiased") {
  Rng rng(7);
  for (const std::uint32_t bound : {2U, 3U, 7U, 99U}) {
    std::vector<int> counts(bound);
    for (int i = 0; i < 100'000; ++i) ++counts[rng.below(bound)];
    CAPTURE(bound);
    // Five standard deviations above the mean of chi-square.
    const double freedom = bound - 1;
    CHECK(chi_square(counts) < freedom + 5 * std::sqrt(2 * freedom) + 10);
  }
  // A bound for which taking the remainder, or the upper half of a product, would favour one third by 1/4.
  const std::uint32_t large = 3U << 30U;
  std::vector<int> thirds(3);
  for (int i = 0; i < 90'000; ++i) ++thirds[rng.below(large) >> 30U];
  CHECK(chi_square(thirds) < 30);
  for (int i = 0; i < 100; ++i) CHECK(rng.below(1) == 0);
}

TEST_CASE("shuffle makes every order equally often") {
  Rng rng(11);
  std::vector<int> counts(24);
  for (int i = 0; i < 48'000; ++i) {
    std::array<int, 4> cards{0, 1, 2, 3};
    rng.shuffle(cards);
    int index = 0;  // Lehmer code
    for (std::size_t a = 0; a < 4; ++a) {
      int smaller = 0;
      for (std::size_t b = a + 1; b < 4; ++b) smaller += cards[b] < cards[a] ? 1 : 0;
      index = index * static_cast<int>(4 - a) + smaller;
    }
    ++counts[static_cast<std::size_t>(index)];
  }
  CHECK(chi_square(counts) < 23 + 5 * 6.8);
}

TEST_CASE("nth_bit finds each set bit") {
  for (const std::uint64_t word : {std::uint64_t{1}, ~std::uint64_t{0}, std::uint64_t{1} << 63U,
                                   std::uint64_t{0x8001}, std::uint64_t{0xf0f0'0000'dead'beef}}) {
    int k = 0;
    for (int bit = 0; bit < 64; ++bit)
      if ((word >> bit & 1U) != 0) CHECK(nth_bit(word, k++) == bit);
  }
  Rng rng(3);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t word = rng.next() & rng.next() & rng.next();
    int k = 0;
    bool all_found = true;
    for (int bit = 0; bit < 64; ++bit)
      if ((word >> bit & 1U) != 0) all_found = all_found && nth_bit(word, k++) == bit;
    CHECK(all_found);
  }
}

}  // namespace
}  // namespace farnorth
