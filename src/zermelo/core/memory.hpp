// Large tables: zeroed memory that costs nothing until it is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace zermelo {

// `size` values, all bits zero, beginning at a cache line. Throws std::bad_alloc when there is not that much memory.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t LINE = 64;

 public:
  explicit ZeroedArray(std::size_t size) : memory_(std::calloc(size * sizeof(T) + LINE, 1)) {
    if (!memory_) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    first_ = reinterpret_cast<T*>((address + LINE - 1) / LINE * LINE);
  }
  T& operator[](std::size_t i) const { return first_[i]; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  T* first_;
};

}  // namespace zermelo
