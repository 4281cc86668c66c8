// Long runs of base64 in a text, found without changing it.
//
//     for (const Base64Run& run : find_base64(text)) …
//
// A run is one word of base64 or base64url, or several lines of one width (as mail and PEM have
// them), in plain text or inside a JSON string ("\n", "\/" and "\u002b" are read as what they mean),
// or in a URL ("%2B"). A data URL's "data:image/png;base64," belongs to its run. Found are
//
//   - runs of more than 1,000 characters,
//   - from 200 characters on those that begin as a picture or a PDF does.
//
// Left alone are hexadecimal digits, rulers ("-----"), and lines that are no picture and either short
// (lists of words and keys) or without a mix of small letters, capitals and digits (genes).
#pragma once

#include "fovea/base/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tools {

inline constexpr std::size_t kMaxShownBase64 = 1000;  // characters
inline constexpr std::size_t kLeastBase64Picture = 200;

enum class Base64Kind : std::uint8_t { Picture, Document, Other };

struct Base64Run {
    std::size_t begin = 0;  // in the text, with "data:…;base64,"
    std::size_t data = 0;   // where the base64 itself begins
    std::size_t end = 0;
    std::size_t characters = 0;  // of base64, without padding
    Base64Kind kind = Base64Kind::Other;

    std::size_t bytes() const { return characters * 3 / 4; }

    bool operator==(const Base64Run&) const = default;
};

// In their order, none over another. Takes time in proportion to the text.
std::vector<Base64Run> find_base64(std::string_view text);

// What a run holds; what is left over at its end (a run that was cut off) is dropped.
Bytes decode_run(std::string_view text, const Base64Run& run);

}  // namespace fovea::tools
