// A piece of Markdown that is whole (a paragraph, a heading, a quote, a table, with all that lies in it) as lines of
// so many columns. Read by md4c; anything is Markdown, so nothing is an error.
//
//     for (auto& line : markdown_block("**Install** libisal-dev", 80)) print(line);
//
// streaming_markdown.hpp cuts a text that is still being written into such pieces.
#pragma once

#include "fovea/tui/markdown/table_lines.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <optional>
#include <string_view>

namespace fovea::tui {

StyledText markdown_block(std::string_view text, int columns);

// The first table of the piece.
std::optional<Table> markdown_table(std::string_view text);

}  // namespace fovea::tui
