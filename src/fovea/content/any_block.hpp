// Whether a conversation holds a block of some kind, those inside tool results among them.
//
//     if (!any_block<DocumentBlock>(messages)) return;    // nothing to open
//     any_block<ImageBlock>(messages, [](const ImageBlock& image) { return blob_of(image.source) == nullptr; });
#pragma once

#include "fovea/content/blocks.hpp"

#include <algorithm>
#include <variant>
#include <vector>

namespace fovea::content {

template <class Block, class Matches>
bool any_block(const std::vector<Message>& messages, const Matches& matches) {
    const auto is_one = [&](const auto& block) {
        const auto* one = std::get_if<Block>(&block);
        return one != nullptr && matches(*one);
    };
    return std::ranges::any_of(messages, [&](const Message& message) {
        return std::ranges::any_of(message.content, [&](const ContentBlock& block) {
            const auto* result = std::get_if<ToolResultBlock>(&block);
            return result != nullptr ? std::ranges::any_of(result->content, is_one) : is_one(block);
        });
    });
}

template <class Block>
bool any_block(const std::vector<Message>& messages) {
    return any_block<Block>(messages, [](const Block&) { return true; });
}

}  // namespace fovea::content
