// Large tables: zeroed memory that costs nothing until it is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#ifdef __linux__
#include <sys/mman.h>
#endif

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

  // Says that all of it will be in use soon: large pages save most of the cost of touching it here and there.
  void expect_full_use([[maybe_unused]] std::size_t size) {
#ifdef __linux__
    constexpr std::uintptr_t page = 4096;
    const auto begin = (reinterpret_cast<std::uintptr_t>(first_) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(first_ + size) / page * page;
    if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
  }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  T* first_;
};

}  // namespace zermelo
