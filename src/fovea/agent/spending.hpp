// What a run has cost so far, by model, and whether there is money for one more call (H7).
//
//     if (spending.would_exceed(budget, target, estimated)) stop();   // before the call
//     spending.add(target.name, usage, cost);
#pragma once

#include "fovea/agent/run_result.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/delivery/target.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace fovea::agent {

class Spending {
public:
    void add(
        const delivery::Target& target, const providers::Usage& usage, const delivery::Cost& cost
    );
    // Of a model that was asked on the way: the vision model, a tool's.
    void add(const std::string& model, const providers::Usage& usage);

    double usd() const { return usd_; }
    const providers::Usage& usage() const { return usage_; }
    const std::map<std::string, ModelUsage>& by_model() const { return by_model_; }

private:
    void add_to(ModelUsage& model, const providers::Usage& usage, double usd);

    double usd_ = 0;
    providers::Usage usage_;
    std::map<std::string, ModelUsage> by_model_;
};

struct InputTokens {
    std::uint64_t cached = 0;  // that the provider has seen before
    std::uint64_t fresh = 0;
};

// The least that such a call can cost: what was seen before is cached, and the answer is one token.
// 0 where there is no price.
double least_cost(const delivery::Target& target, const InputTokens& input, store::Time now);

}  // namespace fovea::agent
