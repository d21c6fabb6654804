# The CMake package: find_package(atoll) gives atoll::core, atoll::search, atoll::agents, atoll::game_<name> and the rest.
include(CMakePackageConfigHelpers)

set(atoll_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/atoll")
foreach(layer engine search agents experiments)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${layer}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/atoll"
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(EXPORT atollTargets NAMESPACE atoll:: DESTINATION "${atoll_package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/atollConfig.cmake.in" "${PROJECT_BINARY_DIR}/atollConfig.cmake"
                              INSTALL_DESTINATION "${atoll_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/atollConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/atollConfig.cmake" "${PROJECT_BINARY_DIR}/atollConfigVersion.cmake"
        DESTINATION "${atoll_package_dir}")
