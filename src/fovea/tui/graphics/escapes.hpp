// Pieces of control sequences that the encoders of pictures share.
#pragma once

#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"

#include <string>
#include <string_view>

namespace fovea::tui {

inline constexpr std::string_view kStringEnd = "\x1b\\";

inline std::string base64_of(ByteView bytes) {
    std::string text(base64_size(bytes.size()), '\0');
    const auto written = encode_base64(bytes, text);
    text.resize(written.ok() ? written.value() : 0);
    return text;
}

// A control sequence that tmux hands on to the terminal outside.
inline std::string through_tmux(std::string_view sequence) {
    std::string wrapped = "\x1bPtmux;";
    for (const char letter : sequence) {
        if (letter == '\x1b') wrapped += '\x1b';
        wrapped += letter;
    }
    return wrapped += kStringEnd;
}

}  // namespace fovea::tui
