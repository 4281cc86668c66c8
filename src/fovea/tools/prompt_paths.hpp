// Where a prompt names files: `@shot.png`, `@"my shot.png"`, `@my\ shot.png`. Looks at no file.
//
//     for (PromptPath path = next_prompt_path(prompt, 0); …)
//
// An "@" counts at the beginning of a word: behind white space, an opening bracket, a quote, a comma.
// The one of an address (a@b.c) does not. A word ends at white space; what stands at its end may be
// punctuation, so there are several readings, the longest first: "a.png)." is "a.png).", "a.png)" or
// "a.png". "@@word" means a plain "@word".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tools {

struct PathReading {
    std::string path;     // quotes and backslashes undone
    std::size_t end = 0;  // in the prompt

    bool operator==(const PathReading&) const = default;
};

struct PromptPath {
    std::size_t begin = 0;              // of the "@"
    std::vector<PathReading> readings;  // empty: an escaped "@"

    bool operator==(const PromptPath&) const = default;
};

// The first one at or behind `from`.
std::optional<PromptPath> next_prompt_path(std::string_view prompt, std::size_t from);

// Whether it can hardly be anything but a file's name: it ends as a picture's or a PDF's does (but for
// "2x.png", which is what people call a size), or begins with "./", "../" or "~/".
bool is_clearly_path(std::string_view path);

}  // namespace fovea::tools
