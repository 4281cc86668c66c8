#include "fovea/providers/anthropic/accepted_turns.hpp"

#include "fovea/providers/adapt.hpp"
#include "fovea/providers/call_form.hpp"
#include "fovea/providers/turns.hpp"

#include <algorithm>
#include <variant>

namespace fovea::providers::anthropic {
namespace {

using content::ContentBlock;
using content::DocumentBlock;
using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

bool wants_mark(const ContentBlock& block) {
    if (const auto* image = std::get_if<ImageBlock>(&block)) return image->cache_control;
    const auto* document = std::get_if<DocumentBlock>(&block);
    return document != nullptr && document->cache_control;
}

bool has_picture(const ContentBlock& block) {
    const auto* result = std::get_if<ToolResultBlock>(&block);
    if (result == nullptr) return std::holds_alternative<ImageBlock>(block);
    return std::ranges::any_of(result->content, [](const auto& output) {
        return std::holds_alternative<ImageBlock>(output);
    });
}

}  // namespace

std::vector<Message> accepted_turns(std::vector<Message> messages) {
    for (auto& message : messages) {
        const bool model = message.role == Role::Assistant;
        std::erase_if(message.content, [&](const ContentBlock& block) {
            const auto* thinking = std::get_if<ThinkingBlock>(&block);
            if (thinking != nullptr) return !model || thinking->signature.empty();
            return model ? std::holds_alternative<ToolResultBlock>(block)
                         : std::holds_alternative<ToolUseBlock>(block);
        });
        if (!model) continue;
        for (auto& block : message.content) {
            if (const auto* image = std::get_if<ImageBlock>(&block)) {
                block = TextBlock{placeholder(*image)};
            } else if (const auto* document = std::get_if<DocumentBlock>(&block)) {
                block = TextBlock{placeholder(*document)};
            }
        }
    }
    auto turns = ordered_turns(std::move(messages));
    shape_calls(turns, {.any_id_letters = false, .max_name = 128});
    return turns;
}

std::vector<const ContentBlock*> settled_ends(const std::vector<Message>& messages) {
    constexpr std::size_t kLookBack = 20;
    std::vector<const ContentBlock*> words;  // null for other blocks
    bool found = false;
    for (std::size_t m = 0; m < messages.size() && !found; ++m) {
        const auto& content = messages[m].content;
        for (std::size_t b = 0; b < content.size() && !found; ++b) {
            found = has_picture(content[b]);
            if (found && b > 0) words.back() = nullptr;  // its label
            if (found) break;
            words.push_back(std::holds_alternative<TextBlock>(content[b]) ? &content[b] : nullptr);
        }
    }
    if (!found) return {};  // without pictures nothing changes
    std::vector<const ContentBlock*> ends;
    for (auto at = words.size(); at > 0 && ends.size() < 2; --at) {
        if (words[at - 1] == nullptr) continue;
        ends.push_back(words[at - 1]);
        at = at > kLookBack ? at - kLookBack + 1 : 1;
    }
    return ends;
}

std::size_t count_marks(const std::vector<Message>& messages) {
    std::size_t marks = 0;
    for (const auto& message : messages) {
        for (const auto& block : message.content) {
            marks += wants_mark(block) ? 1 : 0;
            const auto* result = std::get_if<ToolResultBlock>(&block);
            if (result == nullptr) continue;
            for (const auto& output : result->content) {
                const auto one = std::visit([](const auto& o) { return ContentBlock{o}; }, output);
                marks += wants_mark(one) ? 1 : 0;
            }
        }
    }
    return marks;
}

}  // namespace fovea::providers::anthropic
