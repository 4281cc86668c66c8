# Builds a file into a program.
#
#     fovea_embed(fovea_models fovea::models::kCatalogueJson catalogue.json)
#
# defines `const std::string_view kCatalogueJson` in namespace fovea::models, holding the file's bytes as they are
# (text or not). Code that uses it declares
#
#     namespace fovea::models { extern const std::string_view kCatalogueJson; }
#
# The assembler copies the bytes, and all files of a target are one source: four megabytes of weights as string literals
# took longer than the code that reads them.
function(fovea_embed target symbol file)
  get_filename_component(path "${file}" ABSOLUTE)
  string(REGEX MATCH "^(.*)::([^:]+)$" qualified "${symbol}")
  if(NOT qualified)
    message(FATAL_ERROR "fovea_embed: \"${symbol}\" has no namespace")
  endif()
  set(namespace "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")
  string(REPLACE "::" "_" label "${symbol}_bytes")

  # The size is a number of the source, so a file that changed has CMake run again.
  file(SIZE "${path}" size)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")

  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp")
  get_property(text TARGET "${target}" PROPERTY FOVEA_EMBEDDED)
  if(NOT text)
    target_sources("${target}" PRIVATE "${source}")
    file(GENERATE OUTPUT "${source}" CONTENT "$<TARGET_PROPERTY:${target},FOVEA_EMBEDDED>")
    set(text "// Made by cmake/embed.cmake.\n#include <string_view>\n")
  endif()
  string(APPEND text "
asm(R\"(
    .section .rodata
    .balign 64
    .globl ${label}
    .hidden ${label}
${label}:
    .incbin \"${path}\", 0, ${size}
    .byte 0
    .previous
)\");
extern \"C\" const char ${label}[];
namespace ${namespace} {
extern const std::string_view ${name};
constinit const std::string_view ${name}(${label}, ${size});
}
")
  set_property(TARGET "${target}" PROPERTY FOVEA_EMBEDDED "${text}")
  set_property(SOURCE "${source}" APPEND PROPERTY OBJECT_DEPENDS "${path}")
endfunction()
