// SHA-256 (FIPS 180-4), for the sums of records, the content of tile sets and one-way seeds.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace farnorth {

std::array<std::uint8_t, 32> sha256(std::string_view bytes);

// 64 hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// The first 64 bits, for seeds that tell nothing about what they were made from.
std::uint64_t one_way_hash(std::string_view bytes);

}  // namespace farnorth
