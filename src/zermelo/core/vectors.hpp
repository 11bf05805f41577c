// How wide the processor's vectors are, for kernels that are written with the compiler's vector types: a type that is wider
// than a register is worked on in memory, an order of magnitude slower (g++ 12).
#pragma once

namespace zermelo {

#if defined(__AVX512F__) && defined(__AVX512BW__)
inline constexpr int VECTOR_BYTES = 64;
inline constexpr int VECTOR_REGISTERS = 32;
#elif defined(__AVX2__)
inline constexpr int VECTOR_BYTES = 32;
inline constexpr int VECTOR_REGISTERS = 16;
#else
inline constexpr int VECTOR_BYTES = 16;
inline constexpr int VECTOR_REGISTERS = 16;
#endif

}  // namespace zermelo
