#include "fovea/agent/spending.hpp"

#include "fovea/models/price.hpp"
#include "fovea/providers/sum_usage.hpp"

#include <chrono>

namespace fovea::agent {

void Spending::add_to(ModelUsage& model, const providers::Usage& usage, double usd) {
    providers::add_tokens(model.usage, usage);
    model.cost_usd += usd;
    ++model.calls;
    providers::add_tokens(usage_, usage);
    usd_ += usd;
    usage_.cost_usd = usd_;
}

void Spending::add(
    const delivery::Target& target, const providers::Usage& usage, const delivery::Cost& cost
) {
    auto& model = by_model_[target.name];
    model.is_priced = model.is_priced && cost.is_known;
    model.context = target.can.context.value.value_or(0);
    model.max_output = target.can.max_output.value.value_or(0);
    add_to(model, usage, cost.usd);
}

void Spending::add(const std::string& model, const providers::Usage& usage) {
    add_to(by_model_[model], usage, usage.cost_usd);
}

double least_cost(const delivery::Target& target, const InputTokens& input, store::Time now) {
    if (target.is_local()) return 0;
    const models::TokenCounts tokens{
        .input = input.cached + input.fresh, .cache_read = input.cached, .output = 1};
    const auto nano_usd = models::cost_of(
        target.can.prices.value, tokens, std::chrono::floor<std::chrono::seconds>(now)
    );
    return nano_usd ? static_cast<double>(*nano_usd) / 1e9 : 0;
}

}  // namespace fovea::agent
