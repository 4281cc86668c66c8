#include "fovea/providers/turns.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace fovea::providers {
namespace {

using content::ContentBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

constexpr std::string_view kReplyToTools = "I have the results.";

bool is_empty_text(const ContentBlock& block) {
    const auto* text = std::get_if<TextBlock>(&block);
    return text != nullptr && text->text.find_first_not_of(" \t\r\n") == std::string::npos;
}

bool is_result(const ContentBlock& block) {
    return std::holds_alternative<ToolResultBlock>(block);
}

std::vector<Message> merged(std::vector<Message> messages) {
    std::vector<Message> result;
    result.reserve(messages.size());
    for (auto& message : messages) {
        if (message.role == Role::System) continue;
        std::erase_if(message.content, is_empty_text);
        if (message.content.empty()) continue;
        if (result.empty() || result.back().role != message.role) {
            result.push_back(std::move(message));
        } else {
            std::ranges::move(message.content, std::back_inserter(result.back().content));
        }
    }
    return result;
}

ToolResultBlock lost(const ToolUseBlock& use) {
    return {use.id, {TextBlock{"[The result of this call was lost.]"}}, true};
}

// One for each call. Ids may come twice: small servers number the calls of each reply anew.
std::vector<ContentBlock> results_of(const Message& calls, const Message& answers) {
    std::vector<const ToolResultBlock*> open;
    for (const auto& block : answers.content) {
        if (const auto* result = std::get_if<ToolResultBlock>(&block)) open.push_back(result);
    }
    std::vector<ContentBlock> results;
    for (const auto& block : calls.content) {
        const auto* use = std::get_if<ToolUseBlock>(&block);
        if (use == nullptr) continue;
        const auto found = std::ranges::find_if(open, [&](const ToolResultBlock* result) {
            return result->tool_use_id == use->id;
        });
        if (found == open.end()) {
            results.emplace_back(lost(*use));
        } else {
            results.emplace_back(**found);
            open.erase(found);
        }
    }
    return results;
}

void answer_calls(const Message& calls, Message& answers) {
    auto results = results_of(calls, answers);
    std::erase_if(answers.content, is_result);
    answers.content.insert(
        answers.content.begin(),
        std::make_move_iterator(results.begin()),
        std::make_move_iterator(results.end())
    );
}

}  // namespace

std::vector<Message> ordered_turns(std::vector<Message> messages) {
    std::vector<Message> result;
    result.reserve(messages.size());
    for (auto& message : merged(std::move(messages))) {
        if (message.role == Role::User) {
            answer_calls(result.empty() ? Message{} : result.back(), message);
            if (message.content.empty()) continue;
        } else if (!result.empty() && result.back().role == Role::Assistant) {
            // The user message between was only results of other calls.
            auto& last = result.back().content;
            last.insert(last.end(), message.content.begin(), message.content.end());
            continue;
        }
        result.push_back(std::move(message));
    }
    if (!result.empty() && result.back().role == Role::Assistant) {
        Message answers{Role::User, {}};
        answer_calls(result.back(), answers);
        if (!answers.content.empty()) result.push_back(std::move(answers));
    }
    return result;
}

std::vector<Message> with_reply_to_tools(std::vector<Message> turns) {
    std::vector<Message> result;
    for (auto& turn : turns) {
        const auto added = std::ranges::find_if_not(turn.content, is_result);
        if (added == turn.content.begin() || added == turn.content.end()) {
            result.push_back(std::move(turn));
            continue;
        }
        std::vector<ContentBlock> behind(
            std::make_move_iterator(added), std::make_move_iterator(turn.content.end())
        );
        turn.content.erase(added, turn.content.end());
        const auto role = turn.role;
        result.push_back(std::move(turn));
        result.push_back({Role::Assistant, {TextBlock{std::string(kReplyToTools)}}});
        result.push_back({role, std::move(behind)});
    }
    return result;
}

std::string system_text(const Request& request) {
    std::string text = request.system;
    for (const auto& message : request.messages) {
        if (message.role != Role::System) continue;
        if (!text.empty()) text += "\n\n";
        text += content::text_of(message.content);
    }
    return text;
}

}  // namespace fovea::providers
