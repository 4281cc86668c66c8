// What a box is called: the words that a model wrote around it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::proxy::grounding {

inline constexpr std::size_t kLongestLabel = 200;    // bytes; longer is a description, not a name
inline constexpr std::size_t kMostLabelText = 1024;  // bytes of a text that are looked at for one

// `Image-2:` before what is said of the second picture; "Image 2:" and "**image_2**:" are read too.
struct ImagePrefix {
    std::size_t number = 0;  // from 1, as written
    std::size_t length = 0;  // of the prefix
};
std::optional<ImagePrefix> image_prefix(std::string_view text);

// One line of valid UTF-8 of at most kLongestLabel bytes, without spaces around it.
std::string tidy_label(std::string_view text);

// The name in the words right before a box, on its line: "- **Save button** at" -> "Save button".
std::string words_before(std::string_view text);

// The text of a JSON string, between its quotation marks.
std::string unescape_json(std::string_view text);

}  // namespace fovea::proxy::grounding
