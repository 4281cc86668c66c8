// One call's tokens added to those of others. Dollars are not: who adds them knows by which price.
#pragma once

#include "fovea/providers/provider.hpp"

namespace fovea::providers {

inline void add_tokens(Usage& sum, const Usage& usage) {
    sum.input_tokens += usage.input_tokens;
    sum.output_tokens += usage.output_tokens;
    sum.cache_read_tokens += usage.cache_read_tokens;
    sum.cache_write_tokens += usage.cache_write_tokens;
    sum.cache_write_long_tokens += usage.cache_write_long_tokens;
    sum.reasoning_tokens += usage.reasoning_tokens;
}

}  // namespace fovea::providers
