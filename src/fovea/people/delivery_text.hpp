// What became of a turn, for people.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/render_context.hpp"

#include <string>
#include <vector>

namespace fovea::people {

// Lines for a person about pictures that lost something in being fitted: "[downscaled] shot.png: 3000x2000 …".
std::vector<std::string> losses(
    const std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
);

// The calls of tools in a reply, a line each.
std::string calls_text(const std::vector<content::ContentBlock>& content);

// The words of a reply, and its calls of tools.
std::string reply_text(const std::vector<content::ContentBlock>& content);

// "shot.png", else the beginning of its hash or its URL.
std::string name_of(const content::ImageBlock& image);

}  // namespace fovea::people
