// For tests: small conversations.
#pragma once

#include "fovea/content/blocks.hpp"

#include <string>
#include <utility>
#include <vector>

namespace fovea::context {

// A picture whose file is named after one letter.
inline content::ImageBlock picture(char letter, media::PixelSize size = {800, 600}) {
    const std::string name(1, letter);
    return {
        .source = content::BlobRef{sha256(as_bytes(name))},
        .mime = "image/png",
        .size = size,
        .filename = name + ".png",
        .alt = "picture " + name};
}

inline content::Message user(std::vector<content::ContentBlock> blocks) {
    return {content::Role::User, std::move(blocks)};
}

inline content::Message says(std::string text) {
    return {content::Role::User, {content::TextBlock{std::move(text)}}};
}

inline content::Message answers(std::string text) {
    return {content::Role::Assistant, {content::TextBlock{std::move(text)}}};
}

inline content::Message tool_shows(content::ImageBlock image) {
    return user({content::ToolResultBlock{"t1", {content::TextBlock{"shot"}, std::move(image)}}});
}

}  // namespace fovea::context
