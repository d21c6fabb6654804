# cmake -DMODE=installed|subdirectory -DBUILD=<our build folder> -DSOURCE=<our sources> -DWORK=<scratch> -DCXX=... -DFLAGS=... -P
# Builds and runs the consumer project against the installed package, or with our sources as its subdirectory.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGV}\n${output}")
  endif()
  message(STATUS "${output}")
endfunction()

file(REMOVE_RECURSE "${WORK}")
set(configure ${CMAKE_COMMAND} -S "${SOURCE}/tests/package" -B "${WORK}/build" -G Ninja "-DCMAKE_CXX_COMPILER=${CXX}"
    -DCMAKE_BUILD_TYPE=Release)
if(MODE STREQUAL "installed")
  run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/prefix")
  run(${configure} "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
else()
  run(${configure} "-DATOLL_SOURCE=${SOURCE}")
endif()
run(${CMAKE_COMMAND} --build "${WORK}/build" --target consumer)
run("${WORK}/build/consumer")
