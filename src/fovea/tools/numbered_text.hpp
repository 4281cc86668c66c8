// Lines of a file as a model reads them: numbered, valid UTF-8, long ones cut, base64 lifted out.
//
//     const auto window = TRY(read_window(file, {.first = 1, .lines = 2000}, intake, stop));
//
//          1	#include <cstdio>
//          2	const char* logo = "[image sha256:1a2b… 64x64]";
//
// Without numbers it is the text alone, for files that are attached to a prompt.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace_file.hpp"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::tools {

enum class Numbers { Shown, Hidden };

struct Window {
    std::uint64_t first = 1;  // line
    std::uint64_t lines = 2000;
    std::size_t max_characters = 50'000;
    std::size_t max_line_characters = 2000;
    Numbers numbers = Numbers::Shown;
};

struct WindowText {
    std::string text;
    std::vector<content::ToolOutput> blocks;  // what was in the text as base64
    std::uint64_t lines = 0;                  // shown
    bool more = false;                        // there are lines behind the last one
    std::uint64_t seen = 0;                   // lines of the file, as far as it was read
    bool binary = false;                      // then there is no text
};

Result<WindowText> read_window(
    ingest::WorkspaceFile& file,
    const Window& window,
    const ingest::Intake& intake,
    const std::stop_token& stop
);

}  // namespace fovea::tools
