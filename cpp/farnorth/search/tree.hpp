// The memory of a search tree: nodes and edges in two arenas, addressed by 32-bit numbers.
//
// A node is a block of edges. An edge is a move some iteration has tried there; its node is made at its second visit, so
// that the many edges visited once cost no node. The edges of a node lie side by side: choosing among them reads memory
// in order. A block that is full is copied to one twice its size, and its place is used again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace farnorth {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

struct Edge {
  std::uint32_t key = 0;  // the move and who makes it
  NodeId child = kNoNode;
  std::uint32_t visits = 0;     // iterations that took it
  std::uint32_t available = 0;  // iterations that could have taken it since it was made
  std::int64_t value = 0;       // sum of what they brought to the one who moves
};

class Tree {
 public:
  // The arenas never grow beyond what is reserved here; pages are used only as the tree needs them.
  explicit Tree(std::uint32_t max_nodes)
      : max_nodes_(max_nodes), max_slots_(kSlotsPerNode * max_nodes) {
    free_.fill(kNone);
    nodes_.reserve(max_nodes_);
    edges_.reserve(max_slots_);
  }

  void clear() {
    nodes_.clear();
    edges_.clear();
    free_.fill(kNone);
  }

  // kNoNode if the tree is full.
  NodeId add_node() {
    if (nodes_.size() >= max_nodes_) return kNoNode;
    nodes_.push_back({});
    return static_cast<NodeId>(nodes_.size() - 1);
  }

  // nullptr if the tree is full. Edges of this node move; those of others do not.
  Edge* add_edge(NodeId id, std::uint32_t key) {
    Node& node = nodes_[id];
    if (node.count == capacity(node) && !grow(node)) return nullptr;
    Edge& edge = edges_[node.first + node.count++];
    edge = {.key = key};
    return &edge;
  }

  std::span<Edge> edges(NodeId id) {
    const Node& node = nodes_[id];
    return {edges_.data() + node.first, node.count};
  }
  std::span<const Edge> edges(NodeId id) const {
    const Node& node = nodes_[id];
    return {edges_.data() + node.first, node.count};
  }

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t max_nodes() const { return max_nodes_; }

 private:
  struct Node {
    std::uint32_t first = 0;
    std::uint16_t count = 0;
    std::uint8_t size_class = 0;  // 0: no block; k: room for 2^k edges
  };
  // At most one edge is made for each node, rarely two; doubling and the places left behind take the rest.
  static constexpr std::uint32_t kSlotsPerNode = 4;
  static constexpr std::uint8_t kLargestClass = 15;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  static std::uint32_t capacity(const Node& node) {
    return node.size_class == 0 ? 0 : 1U << node.size_class;
  }

  bool grow(Node& node) {
    if (node.size_class == kLargestClass) return false;
    const auto larger = static_cast<std::uint8_t>(node.size_class + 1);
    const std::uint32_t block = take_block(larger);
    if (block == kNone) return false;
    std::copy_n(edges_.begin() + node.first, node.count, edges_.begin() + block);
    if (node.size_class > 0) leave_block(node.first, node.size_class);
    node.first = block;
    node.size_class = larger;
    return true;
  }

  std::uint32_t take_block(std::uint8_t size_class) {
    if (const std::uint32_t block = free_[size_class]; block != kNone) {
      free_[size_class] = edges_[block].child;
      return block;
    }
    const std::size_t block = edges_.size(), size = std::size_t{1} << size_class;
    if (block + size > max_slots_) return kNone;
    edges_.resize(block + size);
    return static_cast<std::uint32_t>(block);
  }

  // Blocks of one size that are free again form a list through their first edge.
  void leave_block(std::uint32_t block, std::uint8_t size_class) {
    edges_[block].child = free_[size_class];
    free_[size_class] = block;
  }

  std::uint32_t max_nodes_, max_slots_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::array<std::uint32_t, kLargestClass + 1> free_{};
};

}  // namespace farnorth
