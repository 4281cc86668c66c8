// Lines of code with a little emphasis: comments recede, key words are bold, what a diff adds and takes away has the
// colours for that. It guesses by the name of the language and knows none of them well.
//
//     CodeLines code("cpp");
//     for (line : lines) print(code.line(line));
#pragma once

#include "fovea/tui/screen/styled_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::tui {

class CodeLines {
public:
    // As it stands behind the fence: "cpp", "python title=x". Unknown ones: no emphasis.
    explicit CodeLines(std::string_view language = {});

    // In order: comments and texts may go over several lines. Tabs become spaces.
    StyledLine line(std::string_view text);

private:
    enum class Family : std::uint8_t { Plain, Slashes, Hashes, Dashes, Diff };

    StyledLine diff_line(const std::string& text) const;

    Family family_ = Family::Plain;
    bool has_triple_quotes_ = false;
    std::string until_;  // what ends the comment or text that is open
    bool in_comment_ = false;
};

}  // namespace fovea::tui
