#include "fovea/providers/anthropic/accepted_turns.hpp"

#include "fovea/providers/adapt.hpp"
#include "fovea/providers/turns.hpp"

#include <algorithm>
#include <set>
#include <string>
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

// Ids are letters, digits, "_" and "-" here, and none comes twice in a conversation. Those of other
// providers may be otherwise ("functions.crop:0"), and small servers count each reply's calls anew.
class CallIds {
public:
    std::string fresh(const std::string& id) {
        auto safe = id.empty() ? std::string("call") : id;
        std::ranges::replace_if(
            safe, [](char c) { return !is_allowed(c); }, '_'
        );
        auto unique = safe;
        for (int n = 2; !used_.insert(unique).second; ++n) unique = safe + "_" + std::to_string(n);
        return unique;
    }

private:
    static bool is_allowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    }

    std::set<std::string> used_;
};

// The results behind a message of calls stand in the order of the calls (turns.hpp).
void make_ids_safe(std::vector<Message>& messages) {
    CallIds ids;
    std::vector<std::string> calls;
    for (auto& message : messages) {
        if (message.role == Role::Assistant) calls.clear();
        std::size_t answered = 0;
        for (auto& block : message.content) {
            if (auto* use = std::get_if<ToolUseBlock>(&block)) {
                use->id = ids.fresh(use->id);
                calls.push_back(use->id);
            } else if (auto* result = std::get_if<ToolResultBlock>(&block)) {
                if (answered < calls.size()) result->tool_use_id = calls[answered++];
            }
        }
    }
}

bool wants_mark(const ContentBlock& block) {
    if (const auto* image = std::get_if<ImageBlock>(&block)) return image->cache_control;
    const auto* document = std::get_if<DocumentBlock>(&block);
    return document != nullptr && document->cache_control;
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
    auto turns = ordered_turns(messages);
    make_ids_safe(turns);
    return turns;
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
