#include "fovea/providers/anthropic/thinking.hpp"

#include <algorithm>
#include <variant>

namespace fovea::providers::anthropic {
namespace {

// Enough for any one answer.
constexpr std::uint32_t kManyTokens = 32'000;

}  // namespace

std::uint32_t max_tokens_of(const Request& request, const ModelTraits& traits) {
    if (request.max_output_tokens > 0) return request.max_output_tokens;
    return traits.max_output > 0 ? std::min(traits.max_output, kManyTokens) : 8192;
}

std::uint32_t budget_of(const Wishes& wishes) {
    if (wishes.thinking_tokens > 0) return std::max(wishes.thinking_tokens, kLeastBudget);
    switch (effort_of(wishes)) {
        case Effort::None: return 0;
        case Effort::Minimal: return kLeastBudget;
        case Effort::Low: return 2048;
        case Effort::Unset:
        case Effort::Medium: return 8192;
        case Effort::High: return 16'384;
        case Effort::XHigh:
        case Effort::Max: return kManyTokens;
    }
    return 0;
}

bool wants_thinking(const Wishes& wishes) {
    if (wishes.thinking) return *wishes.thinking;
    const auto effort = effort_of(wishes);
    return effort != Effort::Unset && effort != Effort::None;
}

bool may_be_given_budget(const std::vector<content::Message>& turns) {
    for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
        const bool begins =
            turn->role == content::Role::User &&
            std::ranges::none_of(turn->content, [](const content::ContentBlock& block) {
                return std::holds_alternative<content::ToolResultBlock>(block);
            });
        if (begins) return true;
        if (turn->role == content::Role::Assistant && !turn->content.empty() &&
            !std::holds_alternative<content::ThinkingBlock>(turn->content.front())) {
            return false;
        }
    }
    return true;
}

}  // namespace fovea::providers::anthropic
