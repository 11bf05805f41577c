// What the binding of field lists shares: showing values, suggestions, refusals.
#include "fields.hpp"

#include <cmath>

namespace zermelo {

namespace {

constexpr std::size_t LONGEST = 120;

std::string cut_short(std::string text) {
  if (text.size() <= LONGEST) return text;
  std::size_t end = LONGEST;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // never inside a character
  return text.substr(0, end) + "…";
}

}  // namespace

std::string shown(nb::handle value) {
  PyObject* raw = PyObject_Repr(value.ptr());
  std::string text;
  if (raw && nb::try_cast(nb::steal(raw), text)) return cut_short(std::move(text));
  PyErr_Clear();
  return "a " + nb::cast<std::string>(nb::str(value.type().attr("__name__"))) + " that cannot be shown";
}

std::string did_you_mean(const std::string& word, const nb::object& known) {
  return nb::cast<std::string>(nb::module_::import_("zermelo.errors").attr("did_you_mean")(word, known));
}

void refuse_type(const char* name, nb::handle value, const std::string& expected) {
  throw nb::type_error((std::string(name) + "=" + shown(value) + ": " + expected).c_str());
}

void refuse_value(const char* name, nb::handle value, const std::string& expected) {
  throw nb::value_error((std::string(name) + "=" + shown(value) + ": " + expected).c_str());
}

double Python<double>::from(const char* name, nb::handle value) {
  double number = NAN;
  if (PyFloat_Check(value.ptr()) || (PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr()))) {
    number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred()) PyErr_Clear(), number = NAN;  // too large
  }
  if (std::isnan(number)) refuse_type(name, value, "expected a number");
  return number;
}

}  // namespace zermelo
