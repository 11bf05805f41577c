# g++ 12 warns about its own AVX-512 headers (GCC bug 105593).
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/bind.cpp" PROPERTIES COMPILE_OPTIONS "-Wno-uninitialized;-Wno-maybe-uninitialized")
