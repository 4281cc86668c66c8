// How much Claude is told to think, in the words of models of either age: tokens for those up to 4.6, an effort for later ones.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/provider.hpp"

#include <cstdint>
#include <vector>

namespace fovea::providers::anthropic {

constexpr std::uint32_t kLeastBudget = 1024;  // fewer are refused

// The API wants a number, also from who named none.
std::uint32_t max_tokens_of(const Request& request, const ModelTraits& traits);

bool wants_thinking(const Wishes& wishes);

// How many tokens the wish amounts to.
std::uint32_t budget_of(const Wishes& wishes);

// A budget is refused where the last calls of the model have no thought before them, which are those
// of a model of another provider.
bool may_be_given_budget(const std::vector<content::Message>& turns);

}  // namespace fovea::providers::anthropic
