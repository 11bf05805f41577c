// The searches for games written in Python.
#include "pygame.hpp"

#include <bit>
#include <cstring>

namespace zermelo {

namespace {

std::uint64_t joined(std::uint64_t sum, std::uint64_t next) { return mix(sum * 3 + next + 1); }

std::uint64_t hash_of_bytes(std::uint64_t kind, const char* data, std::size_t size) {
  std::uint64_t sum = mix(kind + size);
  for (std::size_t i = 0; i < size; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i, std::min<std::size_t>(8, size - i));
    sum = joined(sum, word);
  }
  return sum;
}

std::uint64_t hash_of_number(nb::handle value) {
  if (PyFloat_Check(value.ptr())) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number != std::floor(number) || std::isinf(number)) return joined(2, std::bit_cast<std::uint64_t>(number));
    return hash_of_number(nb::steal(PyLong_FromDouble(number)));
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) return joined(1, static_cast<std::uint64_t>(number));
  const std::string digits = nb::cast<std::string>(nb::module_::import_("builtins").attr("hex")(value));
  return hash_of_bytes(1, digits.data(), digits.size());
}

std::uint64_t hash_of_class(nb::handle value) {
  const std::string name = text_of(value.type().attr("__qualname__"));
  return hash_of_bytes(7, name.data(), name.size());
}

}  // namespace

std::uint64_t lasting_hash(nb::handle value) {
  PyObject* raw = value.ptr();
  if (value.is_none()) return mix(1);
  if (PyLong_Check(raw) || PyFloat_Check(raw)) return hash_of_number(value);
  if (PyBytes_Check(raw)) return hash_of_bytes(3, PyBytes_AsString(raw), static_cast<std::size_t>(PyBytes_Size(raw)));
  if (PyUnicode_Check(raw)) {
    const std::string text = text_of(value);
    return hash_of_bytes(4, text.data(), text.size());
  }
  if (PyTuple_Check(raw)) {
    std::uint64_t sum = mix(5);
    for (nb::handle each : nb::borrow<nb::tuple>(value)) sum = joined(sum, lasting_hash(each));
    return sum;
  }
  if (PyFrozenSet_Check(raw)) {
    std::uint64_t sum = mix(6);
    for (nb::handle each : value) sum += mix(lasting_hash(each));  // in no order
    return mix(sum);
  }
  if (nb::hasattr(value, "__dataclass_fields__")) {
    std::uint64_t sum = hash_of_class(value);
    for (nb::handle name : nb::getattr(value, "__dataclass_fields__"))
      sum = joined(sum, lasting_hash(nb::getattr(value, name)));
    return sum;
  }
  if (nb::isinstance(value, nb::module_::import_("enum").attr("Enum")))
    return joined(hash_of_class(value), lasting_hash(value.attr("name")));
  const std::string shown = repr_of(value);
  throw nb::type_error(("an endgame table needs states of plain data (numbers, text, tuples), not " + shown).c_str());
}

template class PositionOf<PythonPosition>;

}  // namespace zermelo
