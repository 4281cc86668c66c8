# One folder of src/fovea: a static library `fovea_<name>` and a test binary `fovea_<name>_test`.
#
#   fovea_folder(media
#     SOURCES image/png.cpp image/png_test.cpp …   files ending in _test.cpp go to the test binary
#     PUBLIC  image/decode.hpp …                   installed headers
#     DEPS    base sandbox                         folders of ours, lower in the layer list
#     LIBS    PkgConfig::deflate …                 libraries, private to the folder
#     HOT                                          it works on pixels or much data: optimised in every build: in full, or a little under a sanitizer
#     TEST_NEEDS fovea-reader …)                   programs that its tests start
function(fovea_folder name)
  cmake_parse_arguments(arg "HOT" "" "SOURCES;PUBLIC;DEPS;LIBS;TEST_NEEDS" ${ARGN})
  set(tests ${arg_SOURCES})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  set(sources ${arg_SOURCES})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(TRANSFORM arg_DEPS PREPEND fovea_)

  if(sources)
    fovea_group_sources(grouped fovea_${name} ${sources})
    add_library(fovea_${name} STATIC ${grouped})
    target_link_libraries(fovea_${name} PUBLIC ${arg_DEPS} PRIVATE fovea_options ${arg_LIBS})
    target_include_directories(fovea_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
    if(arg_HOT AND NOT FOVEA_FUZZ)
      target_compile_options(fovea_${name} PRIVATE $<IF:$<BOOL:${FOVEA_SANITIZE}>,-O1,-O2>)
    endif()
  else()
    add_library(fovea_${name} INTERFACE)
    target_link_libraries(fovea_${name} INTERFACE ${arg_DEPS} ${arg_LIBS})
  endif()

  if(FOVEA_TESTS AND tests)
    fovea_test(fovea_${name}_test TOGETHER 50 SOURCES ${tests} LIBS fovea_${name} ${arg_LIBS} NEEDS ${arg_TEST_NEEDS})
  endif()
endfunction()

# A GoogleTest binary. Every test in it is a test of ctest, with a process of its own; with TOGETHER n, a process runs about
# n of them: starting one for each, and the model's server and the judges that it asks, took longer than most tests do.
# ALONE: nothing else runs meanwhile. Paths come from tests/support/test_paths.hpp: an absolute one on the command line would make
# every object new to the compiler cache in another clone.
function(fovea_test name)
  cmake_parse_arguments(arg "ALONE" "TOGETHER" "SOURCES;LIBS;NEEDS" ${ARGN})
  fovea_group_sources(grouped ${name} ${arg_SOURCES})
  add_executable(${name} ${grouped})
  target_link_libraries(${name} PRIVATE fovea_options ${arg_LIBS} fovea_test_paths
    GTest::gmock GTest::gtest GTest::gtest_main)
  # Half of a build is tests, and optimising them takes longer than running them.
  target_compile_options(${name} PRIVATE -O0 -g1 -U_FORTIFY_SOURCE)
  if(arg_NEEDS)
    add_dependencies(${name} ${arg_NEEDS})
  endif()
  string(REGEX REPLACE "^fovea_(.*)_test$" "\\1" label ${name})
  if(arg_TOGETHER)
    fovea_test_processes(${name} ${label} ${arg_TOGETHER} ${arg_SOURCES})
  else()
    gtest_discover_tests(${name} TEST_PREFIX "${label}: " DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS "${label}" TIMEOUT 300 RUN_SERIAL "${arg_ALONE}")
  endif()
endfunction()

# Counts the tests in the sources; those with parameters as one.
function(fovea_test_processes name label together)
  set(count 0)
  foreach(source IN LISTS ARGN)
    get_filename_component(file "${source}" ABSOLUTE)
    file(STRINGS "${file}" tests REGEX "^(TYPED_)?TEST(_F|_P)?\\(")
    list(LENGTH tests here)
    math(EXPR count "${count} + ${here}")
  endforeach()
  math(EXPR last "${count} / ${together}")
  math(EXPR total "${last} + 1")
  foreach(i RANGE ${last})
    math(EXPR number "${i} + 1")
    set(test "${label}: ${number} of ${total}")
    add_test(NAME "${test}" COMMAND ${name})
    set_tests_properties("${test}" PROPERTIES LABELS "${label}" TIMEOUT 600
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${total};GTEST_SHARD_INDEX=${i}")
  endforeach()
endfunction()

# A program that tests start: test_paths::program(name) is its path.
function(fovea_test_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE fovea_options ${arg_LIBS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()
