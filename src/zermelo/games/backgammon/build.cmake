# The vectors never leave this file, so that it does not matter how they would be passed between two.
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/bind.cpp" PROPERTIES COMPILE_OPTIONS -Wno-psabi)
