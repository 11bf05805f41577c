# The same numbers on every machine: a product and a sum stay two roundings, whether or not the processor has both in one.
# Nobody asks which operation raised a floating-point exception, so that choices between two numbers need no branch.
# The vectors never leave this file, so that it does not matter how they would be passed between two.
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/bind.cpp" PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON  # which is compiled without these options
  COMPILE_OPTIONS "-ffp-contract=off;-fno-trapping-math;-fno-math-errno;-Wno-psabi")
