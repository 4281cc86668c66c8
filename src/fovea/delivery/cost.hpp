// What a reply cost, from the tokens that its provider reported and the price table (K3, H7).
#pragma once

#include "fovea/delivery/target.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/store/timestamp.hpp"

#include <string>

namespace fovea::delivery {

struct Cost {
    double usd = 0;
    bool is_known = true;       // false: there is no price or no usage, and 0 stands for it
    std::string pricing_as_of;  // the day of the prices; empty where the provider named the cost

    bool operator==(const Cost&) const = default;
};

// What the provider itself says it costs comes first. A local model costs nothing.
Cost cost_of(const providers::Usage& usage, const Target& target, store::Time now);

// Whether there is a price to count with.
bool has_price(const Target& target, store::Time now);

// For the log, where the price is not known: names the model and the lines to add.
std::string missing_price(const Target& target);

}  // namespace fovea::delivery
