// A body that a program sent, as messages, tools and wishes of ours.
//
//     const auto request = TRY(read_request(Dialect::Anthropic, body, files));
//
// Lenient where servers are: fields that nobody knows are named in `dropped`. InvalidInput, with the place
// ("messages[3].content[0].source"), for what no server would take.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/gateway/dialect.hpp"

#include <string_view>

namespace fovea::gateway {

Result<ParsedRequest> read_request(Dialect dialect, std::string_view body, FileTaker& files);

// InvalidInput where a part of the conversation is not in the request.
Result<void> check_is_complete(const ParsedRequest& request);

// Of a body in which no model's name was found: what is wrong with it; empty: it names one after all.
std::string why_no_model(std::string_view body);

}  // namespace fovea::gateway
