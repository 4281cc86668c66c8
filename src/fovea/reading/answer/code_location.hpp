// "File and line" as stack traces, compilers and test runners write it:
//
//     at fitToBudget (/srv/app/attachments.js:142:31)      Node, Java, C#
//     File "app.py", line 12, in main                      Python
//     main.cpp:12:5: error: …   main.cs(12,5): error …     compilers
//     --> src/main.rs:10:5                                 Rust
//
// A single space that reading put inside of a name ("attachments. js:142") is overlooked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::reading {

struct CodeLocation {
    std::string file;
    std::uint32_t line = 0;
    std::optional<std::uint32_t> column;
    std::string function;  // where the line names it

    bool operator==(const CodeLocation&) const = default;
};

// The first place in the text that names a source file and a line.
std::optional<CodeLocation> find_location(std::string_view text);

// "12:5 error …", as linters write it below the name of the file; the file is empty.
std::optional<CodeLocation> find_position(std::string_view text);

// The whole text is the path of a source file.
bool is_source_path(std::string_view text);

// How the line that names it is built, which says in what order a trace is to be read.
enum class FrameStyle : std::uint8_t {
    None,      // no frame: a message with a place, or only a mention
    At,        // "at f (…)", the failing one first
    File,      // Python's, the failing one last
    Numbered,  // "#0 0x… in f", the failing one first
    Pointer,   // "--> file:line:column", below the message that it belongs to
    Bare,      // nothing but the place, as Go's traces have it, the failing one first
};

FrameStyle frame_style(std::string_view text);

// Runtime, standard library or an installed package: not where one would look for the fault.
bool is_library(const CodeLocation& location);

}  // namespace fovea::reading
