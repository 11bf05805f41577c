// Python classes from lists of fields (core/fields.hpp): properties, keyword arguments, stubs, and errors that name the
// field, what it was given and what was expected.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <string>

#include "core/features.hpp"
#include "core/game.hpp"

namespace zermelo {

namespace nb = nanobind;

// A value as Python shows it, cut to a length that fits into a sentence; whatever its repr does.
std::string shown(nb::handle value);

// " - did you mean …?" if one of the known words is close.
std::string did_you_mean(const std::string& word, const nb::object& known);

[[noreturn]] void refuse_type(const char* name, nb::handle value, const std::string& expected);
[[noreturn]] void refuse_value(const char* name, nb::handle value, const std::string& expected);

// How a type is written and read in Python: type() for stubs, words() where there are only some, from() and to().
template <class T>
struct Python;

template <>
struct Python<bool> {
  static std::string type() { return "bool"; }
  static bool from(const char* name, nb::handle value) {
    if (!PyBool_Check(value.ptr())) refuse_type(name, value, "expected True or False");
    return value.ptr() == Py_True;
  }
  static nb::object to(bool value) { return nb::bool_(value); }
};

template <>
struct Python<int> {
  static std::string type() { return "int"; }
  static int from(const char* name, nb::handle value) {
    int number = 0;
    if (PyBool_Check(value.ptr()) || !nb::try_cast(value, number, false))
      refuse_type(name, value, "expected a whole number");
    return number;
  }
  static nb::object to(int value) { return nb::int_(value); }
};

template <>
struct Python<std::uint64_t> {
  static std::string type() { return "int"; }
  static std::uint64_t from(const char* name, nb::handle value) {
    std::uint64_t number = 0;
    if (PyBool_Check(value.ptr()) || !nb::try_cast(value, number, false))
      refuse_type(name, value, "expected a whole number >= 0");
    return number;
  }
  static nb::object to(std::uint64_t value) { return nb::int_(value); }
};

template <>
struct Python<double> {
  static std::string type() { return "float"; }
  static double from(const char* name, nb::handle value);
  static nb::object to(double value) { return nb::float_(value); }
};

template <>
struct Python<std::string> {
  static std::string type() { return "str"; }
  static std::string from(const char* name, nb::handle value) {
    std::string text;
    if (!nb::isinstance<nb::str>(value) || !nb::try_cast(value, text)) refuse_type(name, value, "expected text");
    return text;
  }
  static nb::object to(const std::string& value) { return nb::cast(value); }
};

// Lists come back as tuples: what a class shows must not change under it.
template <class T>
struct Python<std::vector<T>> {
  static std::string type() { return "tuple[" + Python<T>::type() + ", ...]"; }
  static std::vector<T> from(const char* name, nb::handle value) {
    if (!nb::isinstance<nb::list>(value) && !nb::isinstance<nb::tuple>(value))
      refuse_type(name, value, "expected a tuple");
    std::vector<T> list;
    for (nb::handle each : value) list.push_back(Python<T>::from(name, each));
    return list;
  }
  static nb::object to(const std::vector<T>& value) {
    nb::list list;
    for (const T& each : value) list.append(Python<T>::to(each));
    return nb::tuple(list);
  }
};

// The words of an enumeration as a tuple.
template <class E>
nb::tuple words_of() {
  nb::list list;
  for (const std::string_view word : Words<E>::all) list.append(nb::str(word.data(), word.size()));
  return nb::tuple(list);
}

// The place of a word in the list; ValueError with the words there are.
template <class E>
std::size_t place_of(const char* name, nb::handle value, const std::string& word) {
  for (std::size_t i = 0; i < Words<E>::all.size(); ++i)
    if (Words<E>::all[i] == word) return i;
  std::string all;
  for (const std::string_view each : Words<E>::all) all += (all.empty() ? "'" : ", '") + std::string(each) + "'";
  refuse_value(name, value, "expected " + all + did_you_mean(word, words_of<E>()));
}

template <HasWords E>
struct Python<E> {
  static std::string type() {
    std::string all;
    for (const std::string_view each : Words<E>::all) all += (all.empty() ? "'" : ", '") + std::string(each) + "'";
    return "typing.Literal[" + all + "]";
  }
  static E from(const char* name, nb::handle value) {
    std::string word;
    if (!nb::isinstance<nb::str>(value) || !nb::try_cast(value, word)) refuse_type(name, value, "expected a word");
    return static_cast<E>(place_of<E>(name, value, word));
  }
  static nb::object to(E value) {
    const std::string_view word = Words<E>::all[static_cast<std::size_t>(value)];
    return nb::str(word.data(), word.size());
  }
};

// Several words joined by +.
template <>
struct Python<Orders> {
  static std::string type() { return "str"; }
  static Orders from(const char* name, nb::handle value) {
    const std::string text = Python<std::string>::from(name, value);
    Orders orders;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('+', begin), text.size());
      const std::size_t place = place_of<Orders>(name, value, text.substr(begin, end - begin));
      if (place > 0) orders.bits |= 1U << (place - 1);
      begin = end + 1;
    }
    return orders;
  }
  static nb::object to(const Orders& value) {
    std::string text;
    for (std::size_t i = 1; i < Words<Orders>::all.size(); ++i)
      if (value.bits >> (i - 1) & 1) text += (text.empty() ? "" : "+") + std::string(Words<Orders>::all[i]);
    return nb::cast(text.empty() ? "given" : text);
  }
};

// One row of a list, for command lines, pages, documents and stubs.
struct Field {
  std::string name, type, meaning;
  nb::object fallback;  // what it is unless something is said
  nb::tuple words;      // all that it can be, where they can be listed
};

template <class T>
nb::tuple words_if_any() {
  if constexpr (HasWords<T>) return words_of<T>();
  return nb::tuple();
}

template <class Struct>
std::vector<Field> rows_of() {
  std::vector<Field> rows;
  const Struct usual{};
  Struct::each_field([&]<class T>(const char* name, T Struct::* member, const char* meaning) {
    rows.push_back({name, Python<T>::type(), meaning, Python<T>::to(usual.*member), words_if_any<T>()});
  });
  return rows;
}

// Text that lives as long as the program, as nanobind wants it for signatures.
inline const char* kept(std::string text) {
  static std::deque<std::string> all;
  return all.emplace_back(std::move(text)).c_str();
}

// Sets the named field from a Python value; false if there is none of that name.
template <class Struct>
bool set_field(Struct& fields, const std::string& wanted, nb::handle value) {
  bool found = false;
  Struct::each_field([&]<class T>(const char* name, T Struct::* member, const char*) {
    if (wanted != name) return;
    fields.*member = Python<T>::from(name, value);
    found = true;
  });
  return found;
}

// The fields given by keyword, over those of `base`; TypeError for a name that there is not.
template <class Struct>
Struct with_fields(Struct base, const nb::kwargs& given, const char* what) {
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    if (set_field(base, name, value)) continue;
    nb::list known;
    for (const Field& each : rows_of<Struct>()) known.append(each.name);
    throw nb::type_error((std::string(what) + " has no field '" + name + "'" + did_you_mean(name, known)).c_str());
  }
  return base;
}

// Read-only properties for every row.
template <class Struct, class... Extra>
void bind_fields(nb::class_<Struct, Extra...>& bound) {
  Struct::each_field([&]<class T>(const char* name, T Struct::* member, const char* meaning) {
    const char* signature = kept("def " + std::string(name) + "(self) -> " + Python<T>::type());
    bound.def_prop_ro(
        name, [member](const Struct& self) { return Python<T>::to(self.*member); }, nb::sig(signature), meaning);
  });
}

// What every such class has besides: a list of its rows, comparison, and how it prints.
template <class Struct, class... Extra>
void bind_rows(nb::class_<Struct, Extra...>& bound, const char* name) {
  bound.def_static("fields", &rows_of<Struct>, "Every field: its name, type, usual value and what it means.");
  bound.def(
      "as_dict",
      [](const Struct& self) {
        nb::dict fields;
        Struct::each_field([&]<class T>(const char* field, T Struct::* member, const char*) {
          fields[field] = Python<T>::to(self.*member);
        });
        return fields;
      },
      nb::sig("def as_dict(self) -> dict[str, object]"));
  bound.def("__repr__", [name](const Struct& self) {
    const Struct usual{};
    std::string text;
    Struct::each_field([&]<class T>(const char* field, T Struct::* member, const char*) {
      const nb::object value = Python<T>::to(self.*member);
      if (value.equal(Python<T>::to(usual.*member))) return;
      text += (text.empty() ? "" : ", ") + std::string(field) + "=" + nb::cast<std::string>(nb::repr(value));
    });
    return std::string(name) + "(" + text + ")";
  });
}

}  // namespace zermelo
