# The CMake package: find_package(atoll) gives atoll::core, atoll::search, atoll::agents, atoll::game_<name>, the harness, the
# command line (atoll::cli) and the suite that games pass (atoll::conformance).
include(CMakePackageConfigHelpers)

set(atoll_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/atoll")
foreach(layer engine search agents experiments tools)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${layer}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/atoll" COMPONENT atoll_headers
          FILES_MATCHING PATTERN "*.hpp"
          # What only our own tests and studies use.
          PATTERN "oracle" EXCLUDE PATTERN "studies" EXCLUDE PATTERN "cluster" EXCLUDE
          REGEX "/(golden_test|reference_[a-z_]*|both_games|differential|scene|packed|usage)\\.hpp$" EXCLUDE)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/tests/support" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/atoll/tests"
        COMPONENT atoll_headers FILES_MATCHING PATTERN "conformance*.hpp" PATTERN "chi_square.hpp" PATTERN "scale.hpp")
install(EXPORT atollTargets NAMESPACE atoll:: DESTINATION "${atoll_package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/atollConfig.cmake.in" "${PROJECT_BINARY_DIR}/atollConfig.cmake"
                              INSTALL_DESTINATION "${atoll_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/atollConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/atollConfig.cmake" "${PROJECT_BINARY_DIR}/atollConfigVersion.cmake"
        DESTINATION "${atoll_package_dir}")

# Everything that `cmake --install` copies, and nothing else: ./run install builds this.
get_property(targets GLOBAL PROPERTY ATOLL_PACKAGE_TARGETS)
add_custom_target(atoll_package)
add_dependencies(atoll_package ${targets})
