# g++ packs positions into vectors to no good: a tenth of the solver's time.
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/bind.cpp" PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)
