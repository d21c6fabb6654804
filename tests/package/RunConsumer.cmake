# cmake -DMODE=installed|subdirectory -DBUILD=<our build folder> -DSOURCE=<our sources> -DWORK=<scratch> -DCXX=<compiler> -P
# Builds and runs examples/cpp, a project with a game of its own, against the installed package, or with our sources as its
# subdirectory.

# run(<command>...): stops unless it ends with exit code 0. expect(<text> <command>...): unless it prints the text, too.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
  message(STATUS "${output}")
endfunction()
function(expect text)
  run(${ARGN})
  if(NOT output MATCHES "${text}")
    message(FATAL_ERROR "expected '${text}' of: ${ARGN}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
set(configure ${CMAKE_COMMAND} -S "${SOURCE}/examples/cpp" -B "${WORK}/build" -G Ninja "-DCMAKE_CXX_COMPILER=${CXX}"
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
if(MODE STREQUAL "subdirectory")
  run(${configure} "-DATOLL_SOURCE=${SOURCE}")
  run(${CMAKE_COMMAND} --build "${WORK}/build" --target shells_conformance)
  run("${WORK}/build/shells_conformance")
  return()
endif()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/prefix")
file(GLOB_RECURSE headers "${WORK}/prefix/include/*.hpp")
foreach(header IN LISTS headers)
  file(STRINGS "${header}" found REGEX "doctest|/oracle/|reference_rules")
  if(found)
    message(FATAL_ERROR "what only our tests use was installed: ${header}: ${found}")
  endif()
endforeach()

run(${configure} "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
run(${CMAKE_COMMAND} --build "${WORK}/build")
run("${WORK}/build/shells_conformance")

# Every verb works on a game of one's own, and its agents sit among the toolkit's.
set(shells ${CMAKE_COMMAND} -E chdir "${WORK}" "${WORK}/build/shells")
expect("shells" ${shells} games)
expect("sampler.*believer.*ismcts" ${shells} match shells --agents sampler believer ismcts:iterations=50 random
       --blocks 6 --seed 1 --store run.db)
expect("believer" ${shells} rate run.db)
expect("Wrote" ${shells} report run.db -o run.html)
run(${shells} export run.db --records games.jsonl)
expect("right" ${shells} replay games.jsonl)
expect("perft of shells" ${shells} perft shells --depth 2 --seed 1)
expect("effect" ${shells} seats shells --agents ismcts:iterations=20 --blocks 6 --seed 1)
# What one believes decides: the first shell holds the pearl half the time, but the believer points at the last.
foreach(agent "sampler 1" "believer 3")
  string(REPLACE " " ";" agent "${agent}")
  list(GET agent 0 name)
  list(GET agent 1 shell)
  run(${shells} match shells --agents ${name} random --blocks 1 --seed 3 --store ${name}.db)
  run(${shells} export ${name}.db --records ${name}.jsonl)
  expect("\"agents\":\\[\"${name}\",\"random\"\\],\"events\":\"~[123] ${shell}\"" ${CMAKE_COMMAND} -E cat
         "${WORK}/${name}.jsonl")
endforeach()

# A program of the library's pages.
run("${WORK}/build/ten_calls")
