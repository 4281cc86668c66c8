# Builds a file into a program.
#
#     fovea_embed(fovea_models fovea::models::kCatalogueJson catalogue.json)
#
# adds a source to the target that defines `const std::string_view kCatalogueJson` in namespace
# fovea::models, holding the file's bytes as they are (text or not). Code that uses it declares
#
#     namespace fovea::models { extern const std::string_view kCatalogueJson; }
#
# The source is made again only when the file, or this one, changes.

if(CMAKE_SCRIPT_MODE_FILE)
    # At build time: cmake -DINPUT=… -DOUTPUT=… -DSYMBOL=… -P embed.cmake
    file(READ "${INPUT}" bytes HEX)

    # Every byte is escaped, so no escape can run into a digit behind it; a string compiles many times
    # faster than a list of numbers. One line holds 4096 bytes. CMake's expressions have no counts, so a
    # line is cut by position.
    string(LENGTH "${bytes}" digits)
    set(lines "")
    set(at 0)
    while(at LESS digits)
        string(SUBSTRING "${bytes}" ${at} 8192 line)
        string(REGEX REPLACE "(..)" "\\\\x\\1" line "${line}")
        string(APPEND lines "    \"${line}\"\n")
        math(EXPR at "${at} + 8192")
    endwhile()
    if(lines STREQUAL "")
        set(lines "    \"\"\n")
    endif()
    math(EXPR size "${digits} / 2")

    string(REGEX MATCH "^(.*)::([^:]+)$" qualified "${SYMBOL}")
    set(namespace "${CMAKE_MATCH_1}")
    set(name "${CMAKE_MATCH_2}")
    if(NOT qualified)
        message(FATAL_ERROR "fovea_embed: \"${SYMBOL}\" has no namespace")
    endif()

    file(WRITE "${OUTPUT}"
"// Made by cmake/embed.cmake.
#include <string_view>

#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace ${namespace} {

extern const std::string_view ${name};
constinit const std::string_view ${name}(
${lines},
    ${size});

}  // namespace ${namespace}
")
    return()
endif()

set(FOVEA_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(fovea_embed target symbol file)
    get_filename_component(input "${file}" ABSOLUTE)
    string(REPLACE "::" "_" stem "${symbol}")
    set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${stem}.cpp")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DINPUT=${input}" "-DOUTPUT=${output}" "-DSYMBOL=${symbol}"
                -P "${FOVEA_EMBED_SCRIPT}"
        DEPENDS "${input}" "${FOVEA_EMBED_SCRIPT}"
        COMMENT "Embedding ${file}"
        VERBATIM)
    target_sources("${target}" PRIVATE "${output}")
endfunction()
