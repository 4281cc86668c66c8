// The result frame of Claude Code, one for each message of the user.
//
//     Totals totals;
//     totals.add(result);
//     frame(result_json(result, totals));
//
// `usage` is of this message; the cost and `modelUsage` are of the process so far. What differs from
// one error to the next is the subtype; a failure of the model's server is, as there, a "success"
// with is_error and the words in `result`.
#pragma once

#include "fovea/agent/run_result.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace fovea::protocol::claude {

struct Totals {
    double cost_usd = 0;
    std::map<std::string, agent::ModelUsage> by_model = {};
    std::uint64_t results = 0;

    void add(const agent::RunResult& result);
};

// Without uuid and session_id.
boost::json::object result_json(const agent::RunResult& result, const Totals& totals);

// The word for what went wrong in api_retry and assistant frames.
std::string_view error_word(std::string_view category);

}  // namespace fovea::protocol::claude
