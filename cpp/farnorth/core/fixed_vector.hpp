// A vector with room for a fixed number of items, kept inside its owner. Equality compares the items only.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <type_traits>

namespace farnorth {

template <class T, std::size_t Capacity>
class FixedVector {
  static_assert(std::is_trivially_copyable_v<T>);
  using Size = std::conditional_t<(Capacity < 256), std::uint8_t, std::uint16_t>;
  static_assert(Capacity < 65536);

 public:
  using value_type = T;

  constexpr FixedVector() = default;
  constexpr FixedVector(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }

  static constexpr std::size_t capacity() { return Capacity; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool full() const { return size_ == Capacity; }

  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

  constexpr T& operator[](std::size_t i) {
    assert(i < size_);
    return items_[i];
  }
  constexpr const T& operator[](std::size_t i) const {
    assert(i < size_);
    return items_[i];
  }
  constexpr T& back() { return (*this)[size_ - 1U]; }
  constexpr const T& back() const { return (*this)[size_ - 1U]; }

  // Overflow throws in every build: a bound that was wrong must not corrupt the neighbouring field.
  constexpr void push_back(const T& item) {
    if (size_ == Capacity) overflow();
    items_[size_++] = item;
  }
  // As push_back if `wanted`, without a branch on it: for candidates of which it cannot be foreseen which will do.
  constexpr void push_back_if(bool wanted, const T& item) {
    if (size_ == Capacity) {
      if (wanted) overflow();
      return;
    }
    items_[size_] = item;
    size_ = static_cast<Size>(size_ + (wanted ? 1 : 0));
  }
  constexpr void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  constexpr void clear() { size_ = 0; }
  constexpr void resize(std::size_t size) {  // new items are T{}
    if (size > Capacity) overflow();
    for (std::size_t i = size_; i < size; ++i) items_[i] = T{};
    size_ = static_cast<Size>(size);
  }

  constexpr void erase_at(std::size_t i) {
    assert(i < size_);
    std::copy(begin() + i + 1, end(), begin() + i);
    --size_;
  }

  // For vectors that are kept sorted (the canonical form of a small multiset). Where the item goes cannot be foreseen,
  // so it is carried along by comparisons without branches.
  constexpr void insert_sorted(const T& item) {
    if (size_ == Capacity) overflow();  // before anything has moved
    T carried = item;
    for (std::size_t i = 0; i < size_; ++i) {
      const T both[2] = {items_[i], carried};
      const std::size_t before = carried < items_[i] ? 1 : 0;
      items_[i] = both[before];
      carried = both[1 - before];
    }
    push_back(carried);
  }
  // Takes out one copy of an item that is there; likewise without branches.
  constexpr void erase_present(const T& item) {
    assert(contains(item));
    bool found = false;
    for (std::size_t i = 0; i + 1 < size_; ++i) {
      found = found || items_[i] == item;
      items_[i] = items_[i + (found ? 1 : 0)];
    }
    --size_;
  }
  constexpr bool contains(const T& item) const { return std::find(begin(), end(), item) != end(); }
  constexpr bool erase_first(const T& item) {  // false if there is none
    T* found = std::find(begin(), end(), item);
    if (found == end()) return false;
    erase_at(static_cast<std::size_t>(found - begin()));
    return true;
  }

  friend constexpr bool operator==(const FixedVector& a, const FixedVector& b) {
    return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  [[noreturn]] static void overflow() { throw std::length_error("FixedVector: capacity exceeded"); }

  std::array<T, Capacity> items_{};
  Size size_ = 0;
};

}  // namespace farnorth
