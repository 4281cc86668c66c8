# Warnings, sanitizers, ccache and the fast linker: the same for every target of ours.
add_library(fovea_options INTERFACE)
target_compile_options(fovea_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wswitch-enum -Wold-style-cast -Werror
  -Wno-missing-field-initializers  # Settings{.max_edge = 2000} leaves the rest at its defaults on purpose
  -fstack-protector-strong -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 sees overflows that are not there once Result and std::vector are inlined (GCC PR 105562, 105329).
  target_compile_options(fovea_options INTERFACE -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
    -Wno-maybe-uninitialized -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Counts it as -Wconversion, which g++ does not; a brace of small numbers for sizes is clear enough.
  target_compile_options(fovea_options INTERFACE -Wno-sign-conversion)
endif()
target_include_directories(fovea_options INTERFACE "${PROJECT_SOURCE_DIR}/src")
if(FOVEA_GROUP_SOURCES)
  target_include_directories(fovea_options INTERFACE "${PROJECT_SOURCE_DIR}")
  # A type that uses a local name is in a header for whoever sees only the group; local names of one source are
  # shadowed in another.
  target_compile_options(fovea_options INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage> $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(FOVEA_SANITIZE STREQUAL "address")
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=undefined)
elseif(FOVEA_SANITIZE STREQUAL "thread")
  # Asio's fences are nothing that the sanitizer understands; what they order is ordered by locks as well.
  set(flags -fsanitize=thread $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
endif()
if(FOVEA_FUZZ)
  list(APPEND flags -fsanitize=fuzzer-no-link)
endif()
if(flags)
  target_compile_options(fovea_options INTERFACE ${flags})
  target_link_options(fovea_options INTERFACE ${flags})
else()
  target_compile_definitions(fovea_options INTERFACE $<$<CONFIG:Release,RelWithDebInfo>:_FORTIFY_SOURCE=2>)
  target_link_options(fovea_options INTERFACE -Wl,-z,relro,-z,now)
endif()

find_program(FOVEA_CCACHE ccache)
if(FOVEA_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${FOVEA_CCACHE})
endif()
find_program(FOVEA_MOLD mold)
if(FOVEA_MOLD)
  target_link_options(fovea_options INTERFACE -fuse-ld=mold)
endif()
