# How every target of the project is made: requirements on targets, no global flags.
include(GNUInstallDirs)

# What a layer's users need too: the language, the architecture, no fused multiply-add (results must not depend on it).
add_library(atoll_base INTERFACE)
add_library(atoll::base ALIAS atoll_base)
target_compile_features(atoll_base INTERFACE cxx_std_20)
target_compile_options(atoll_base INTERFACE -ffp-contract=off)
target_include_directories(atoll_base INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/atoll>)
set(atoll_arch "${ATOLL_ARCH}")
if(NOT atoll_arch AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(atoll_arch x86-64-v2)
endif()
if(atoll_arch)
  target_compile_options(atoll_base INTERFACE -march=${atoll_arch})
endif()
if(ATOLL_CHECKS)
  target_compile_definitions(atoll_base INTERFACE ATOLL_CHECKS)
endif()
if(ATOLL_SANITIZE)
  target_compile_options(atoll_base INTERFACE -fsanitize=${ATOLL_SANITIZE} -fno-omit-frame-pointer
                                              -fno-sanitize-recover=undefined)
  target_link_options(atoll_base INTERFACE -fsanitize=${ATOLL_SANITIZE})
  target_compile_definitions(atoll_base INTERFACE _GLIBCXX_ASSERTIONS)
endif()


# Warnings for our own code, linked privately.
add_library(atoll_warnings INTERFACE)
target_compile_options(atoll_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(ATOLL_WERROR)
  target_compile_options(atoll_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(atoll_warnings INTERFACE -Wno-restrict) # false reports in std::string at -O3
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(atoll_warnings INTERFACE -Wno-deprecated-declarations) # std::stable_sort of libstdc++ 12
endif()

# atoll_add_library(<name> SOURCES ... PUBLIC ... PRIVATE ... PRECOMPILE ...): static library atoll_<name>, alias atoll::<name>, part of the
# package. Without SOURCES it is headers only.
# PRECOMPILE: headers that many of its files include, besides the standard ones (AtollPrecompile.cmake).
# Header-only dependencies of its .cpp files go in as $<BUILD_INTERFACE:...>: users of the package do not need them.
function(atoll_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PUBLIC;PRIVATE;PRECOMPILE")
  if(arg_SOURCES)
    add_library(atoll_${name} STATIC ${arg_SOURCES})
    target_link_libraries(atoll_${name} PUBLIC atoll_base ${arg_PUBLIC}
                                        PRIVATE $<BUILD_INTERFACE:atoll_warnings> ${arg_PRIVATE})
    atoll_precompile(atoll_${name} ${arg_PRECOMPILE})
  else()
    add_library(atoll_${name} INTERFACE)
    target_link_libraries(atoll_${name} INTERFACE atoll_base ${arg_PUBLIC})
  endif()
  add_library(atoll::${name} ALIAS atoll_${name})
  set_target_properties(atoll_${name} PROPERTIES EXPORT_NAME ${name})
  atoll_install_target(atoll_${name})
endfunction()

# Puts a target into the package, and among what the target atoll_package builds.
function(atoll_install_target target)
  if(ATOLL_INSTALL)
    install(TARGETS ${target} EXPORT atollTargets)
    set_property(GLOBAL APPEND PROPERTY ATOLL_PACKAGE_TARGETS ${target})
  endif()
endfunction()

# atoll_add_tests(<name> SOURCES ... LINK ...): one doctest program; each case is a CTest test, each suite a label.
# Cases in the suite "slow" run with `./run test slow` only.
function(atoll_add_tests name)
  if(NOT ATOLL_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE atoll_test_support ${arg_LINK} atoll_warnings)
  target_compile_definitions(${name} PRIVATE ATOLL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  atoll_precompile(${name})
  set_property(GLOBAL APPEND PROPERTY ATOLL_TEST_PROGRAMS ${name})  # for the test that counts cases
  doctest_discover_tests(${name} TEST_PREFIX "${name}: " ADD_LABELS 1 PROPERTIES TIMEOUT 3600)
endfunction()

# atoll_add_game(<name> SOURCES ... ORACLE ... TESTS ... CLASSES ...): library atoll::game_<name> and its tests, for engine/<name>/.
# ORACLE: the rules once more, literal and slow (engine/<name>/oracle/); built with the tests only and never installed.
# CLASSES: further game classes for some of the game's rules, each in engine/<name>/<class>/<class>.hpp.
function(atoll_add_game name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;ORACLE;TESTS;CLASSES")
  atoll_add_library(game_${name} SOURCES ${arg_SOURCES} PUBLIC atoll::core)
  if(arg_ORACLE AND ATOLL_BUILD_TESTS)
    add_library(atoll_oracle_${name} STATIC ${arg_ORACLE})
    target_link_libraries(atoll_oracle_${name} PUBLIC atoll::game_${name} PRIVATE atoll_warnings)
  endif()
  if(arg_TESTS)
    atoll_add_tests(${name}_tests SOURCES ${arg_TESTS} LINK $<TARGET_NAME_IF_EXISTS:atoll_oracle_${name}>
                                                            atoll::game_${name})
  endif()
  set_property(GLOBAL PROPERTY ATOLL_CLASSES_${name} ${arg_CLASSES})
endfunction()

# The classes of a game, its own one first, as paths below engine/: reef_encounter reef_encounter/second_kind.
function(atoll_game_classes name result)
  get_property(classes GLOBAL PROPERTY ATOLL_CLASSES_${name})
  list(TRANSFORM classes PREPEND "${name}/")
  set(${result} ${name} ${classes} PARENT_SCOPE)
endfunction()

# For such a path, in the caller's scope: game_id (reef_encounter_second_kind), game_class (its C++ name below atl::),
# game_folder and game_header; what the files generated per class are made from.
function(atoll_describe_game_class path)
  string(REPLACE "/" "_" id "${path}")
  string(REPLACE "/" "::" class "${path}")
  get_filename_component(last "${path}" NAME)
  set(game_id "${id}" PARENT_SCOPE)
  set(game_class "${class}::Game" PARENT_SCOPE)
  set(game_folder "engine/${path}" PARENT_SCOPE)
  set(game_header "engine/${path}/${last}.hpp" PARENT_SCOPE)
endfunction()

# For the game class described last: the name of a function with its positions for benchmarks (bench_positions.txt in its
# folder) and the source of it, both empty if it has none.
macro(atoll_bench_positions name sources)
  set(${name} "")
  set(${sources} "")
  if(EXISTS "${PROJECT_SOURCE_DIR}/${game_folder}/bench_positions.txt")
    set(${name} ${game_id}_bench_positions)
    atoll_embed("${PROJECT_SOURCE_DIR}/${game_folder}/bench_positions.txt" atl ${${name}} ${sources})
  endif()
endmacro()

# atoll_embed(<file> <namespace> <name> <result>): a source file with the function <namespace>::<name>(), which returns the
# bytes of the file. They become part of the program, so that it needs no path of this machine.
set(ATOLL_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/EmbedFile.cmake")
function(atoll_embed file namespace name result)
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  add_custom_command(OUTPUT "${source}"
    COMMAND ${CMAKE_COMMAND} "-DIN=${file}" "-DOUT=${source}" -DNAMESPACE=${namespace} -DNAME=${name}
            -P "${ATOLL_EMBED_SCRIPT}"
    DEPENDS "${file}" "${ATOLL_EMBED_SCRIPT}" COMMENT "Embedding ${name}" VERBATIM)
  set(${result} "${source}" PARENT_SCOPE)
endfunction()

set_target_properties(atoll_base PROPERTIES EXPORT_NAME base)
atoll_install_target(atoll_base)
