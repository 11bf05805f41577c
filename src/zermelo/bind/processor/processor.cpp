// What the processor can do: the one question that must be answered before a form of the core is loaded.
//
// A module of its own, in the plain C interface of Python, so that it runs on any x86-64 processor. The answer comes from
// the instruction CPUID and from the system's promise (XGETBV) to keep the wide registers, not from files of one system.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if defined(__x86_64__) || defined(_M_X64)
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

namespace {

struct Registers {
  unsigned a, b, c, d;
};

Registers cpuid(unsigned leaf, unsigned sub) {
  Registers found{0, 0, 0, 0};
#if defined(_MSC_VER)
  int out[4];
  __cpuid(out, static_cast<int>(leaf & 0x80000000u));
  if (static_cast<unsigned>(out[0]) < leaf) return found;
  __cpuidex(out, static_cast<int>(leaf), static_cast<int>(sub));
  found = {static_cast<unsigned>(out[0]), static_cast<unsigned>(out[1]), static_cast<unsigned>(out[2]),
           static_cast<unsigned>(out[3])};
#else
  __get_cpuid_count(leaf, sub, &found.a, &found.b, &found.c, &found.d);  // leaves zeros where there is no such leaf
#endif
  return found;
}

// The registers that the system keeps: bits 1 and 2 are AVX, bits 5 to 7 AVX-512 besides.
unsigned kept_registers() {
  if (!(cpuid(1, 0).c >> 27 & 1)) return 0;
#if defined(_MSC_VER)
  return static_cast<unsigned>(_xgetbv(0));
#else
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
#endif
}

struct Flag {
  const char* name;
  unsigned word;  // where it stands: ECX of leaf 1, EBX of leaf 7, ECX of leaf 0x80000001
  unsigned bit;
  unsigned kept;  // which registers the system must keep for it
};

constexpr unsigned AVX = 0x6, AVX512 = 0xe6;
constexpr Flag FLAGS[] = {
    {"avx", 0, 28, AVX},         {"f16c", 0, 29, AVX},        {"fma", 0, 12, AVX},         {"movbe", 0, 22, 0},
    {"avx2", 1, 5, AVX},         {"bmi1", 1, 3, 0},           {"bmi2", 1, 8, 0},           {"abm", 2, 5, 0},
    {"avx512f", 1, 16, AVX512},  {"avx512dq", 1, 17, AVX512}, {"avx512cd", 1, 28, AVX512}, {"avx512bw", 1, 30, AVX512},
    {"avx512vl", 1, 31, AVX512},
};

PyObject* flags(PyObject*, PyObject*) {
  const unsigned words[] = {cpuid(1, 0).c, cpuid(7, 0).b, cpuid(0x80000001u, 0).c};
  const unsigned kept = kept_registers();
  PyObject* found = PySet_New(nullptr);
  for (const Flag& flag : FLAGS) {
    if (!found || !(words[flag.word] >> flag.bit & 1) || (kept & flag.kept) != flag.kept) continue;
    PyObject* name = PyUnicode_FromString(flag.name);
    const bool bad = !name || PySet_Add(found, name) != 0;
    Py_XDECREF(name);
    if (bad) Py_CLEAR(found);
  }
  return found;
}

}  // namespace
#else
namespace {
PyObject* flags(PyObject*, PyObject*) { return PySet_New(nullptr); }
}  // namespace
#endif

namespace {
PyMethodDef methods[] = {{"flags", flags, METH_NOARGS, "What the processor and the system can do, by name."},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "_processor", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};
}  // namespace

PyMODINIT_FUNC PyInit__processor() { return PyModule_Create(&module); }
