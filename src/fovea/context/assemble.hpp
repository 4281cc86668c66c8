// Puts what became of each picture in the places where the pictures were.
#pragma once

#include "fovea/content/blocks.hpp"

#include <span>
#include <variant>
#include <vector>

namespace fovea::context {

using Piece = std::variant<content::TextBlock, content::ImageBlock>;

// `pieces` has a list for each picture, in the order of pictures_in(messages).
std::vector<content::Message> assemble(
    const std::vector<content::Message>& messages, std::span<const std::vector<Piece>> pieces
);

}  // namespace fovea::context
