// Changes of words, in words.
#pragma once

#include "fovea/reading/answer/changes/moved_pieces.hpp"

#include <span>
#include <string>

namespace fovea::reading {

// `"Sign in" → "Log in"`; of long lines only what differs, with a word on either side.
std::string pair_text(const PiecePair& pair);

// The same without quotation marks, for the label of a box.
std::string pair_label(const PiecePair& pair);

// "12 px down", "3 px left and 12 px up"
std::string offset_text(const Offset& offset);

// A line for each distance: `- 12 px down: "Email address", "Password"`, the most common first.
std::string moved_text(std::span<const PiecePair> moved);

}  // namespace fovea::reading
