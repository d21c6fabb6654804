# cmake -DSOURCE=<our sources> -DWORK=<scratch> -DCXX=<compiler> -P AddGame.cmake
# Does what docs/adding-a-game.md says, to the letter, in a copy of the sources: nim becomes a game of the toolkit. Builds
# (without optimisation) its suite, its driver and its agents, and runs the suite.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
  message(STATUS "${output}")
endfunction()

file(REMOVE_RECURSE "${WORK}")
foreach(part CMakeLists.txt cmake engine search agents experiments tools tests)
  file(COPY "${SOURCE}/${part}" DESTINATION "${WORK}/atoll")
endforeach()

# A folder, and a name in the list.
set(folder "${WORK}/atoll/engine/nim")
file(READ "${SOURCE}/tests/toy/nim.hpp" game)
string(REPLACE "atl::toy::nim" "atl::nim" game "${game}")
file(WRITE "${folder}/nim.hpp" "${game}")
file(COPY "${SOURCE}/examples/new_game/" DESTINATION "${folder}")
file(READ "${WORK}/atoll/engine/CMakeLists.txt" list)
string(REGEX REPLACE "(set\\(ATOLL_GAMES) ([a-z])" "\\1 nim \\2" list "${list}")
file(WRITE "${WORK}/atoll/engine/CMakeLists.txt" "${list}")

set(build "${WORK}/build")
run(${CMAKE_COMMAND} -S "${WORK}/atoll" -B "${build}" -G Ninja "-DCMAKE_CXX_COMPILER=${CXX}" -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DATOLL_BUILD_TOOLS=OFF -DATOLL_BUILD_BENCHMARKS=OFF -DATOLL_CHECKS=ON)
run(${CMAKE_COMMAND} --build "${build}" --target nim_tests)
file(GLOB_RECURSE suite "${build}/nim_tests")
run(${suite})

run(${CMAKE_COMMAND} --build "${build}"
    --target atoll_agents_nim experiments/drivers/CMakeFiles/atoll_games.dir/nim_driver.cpp.o)
