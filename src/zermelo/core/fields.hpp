// Lists of fields, written once.
//
// What a search is asked, what a game declares and what a search counts are spoken of in Python, on the command line, on
// pages and in documents. Each such struct lists its members in one macro, a row for each:
//
//     FIELD(type, name, default, "what it means")
//
// ZERMELO_FIELDS(Struct, LIST) makes the members of it, and Struct::each_field(visit), which calls
// visit("name", &Struct::name, "what it means") for every row. The binding (bind/fields.hpp) makes classes, keyword
// arguments, stubs and help texts from that, so that a row is all there is to add.
#pragma once

#include <array>
#include <string_view>

namespace zermelo {

// How the values of an enumeration are written, in their order: Words<E>::all.
template <class E>
struct Words;

template <class E>
concept HasWords = requires { Words<E>::all; };

}  // namespace zermelo

#define ZERMELO_MEMBER(type, name, otherwise, meaning) type name = otherwise;
#define ZERMELO_VISIT(type, name, otherwise, meaning) visit(#name, &Self::name, meaning);
#define ZERMELO_FIELDS(Struct, LIST)      \
  LIST(ZERMELO_MEMBER)                    \
  template <class Visit>                  \
  static void each_field(Visit&& visit) { \
    using Self = Struct;                  \
    LIST(ZERMELO_VISIT)                   \
  }
