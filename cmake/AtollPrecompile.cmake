# Precompiled headers. Reading the standard library is a third to a half of what most files cost to compile. Files still
# include what they use, and are built without this wherever a compiler cache is: a cache does better with whole files.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(atoll_precompile_default OFF)
else()
  set(atoll_precompile_default ON)
endif()
option(ATOLL_PRECOMPILE "Precompile headers that many files include" ${atoll_precompile_default})

set(atoll_standard_headers
  <algorithm> <array> <atomic> <bit> <chrono> <cmath> <concepts> <cstdint> <functional> <map> <memory> <mutex> <numeric>
  <optional> <set> <span> <sstream> <string> <string_view> <tuple> <utility> <variant> <vector>)

# The standard headers, once for all targets that are compiled alike.
if(ATOLL_PRECOMPILE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # forgets which of them are the system's, and reports false faults in std::string
    target_compile_options(atoll_warnings INTERFACE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/atoll_standard.cpp" "// Holds the precompiled standard headers.\n")
  add_library(atoll_standard OBJECT "${CMAKE_CURRENT_BINARY_DIR}/atoll_standard.cpp")
  target_link_libraries(atoll_standard PRIVATE atoll_base atoll_warnings OpenMP::OpenMP_CXX)
  target_precompile_headers(atoll_standard PRIVATE ${atoll_standard_headers})
endif()

# atoll_precompile(<target> [<header>...]): the standard headers for a target; with these besides, in a file of its own.
function(atoll_precompile target)
  if(NOT ATOLL_PRECOMPILE)
    return()
  endif()
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${atoll_standard_headers} ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM atoll_standard)
  endif()
endfunction()
