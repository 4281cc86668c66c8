// The Anthropic Messages API. One file for each direction: request.cpp writes, reply.cpp and
// stream.cpp read, errors.cpp tells what a refusal means.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <memory>
#include <string_view>

namespace fovea::providers::anthropic {

constexpr std::string_view kKind = "anthropic";

// Thinking goes back as it came. What was redacted has no words, and its data stands in the
// signature behind this prefix; thinking without words and without the prefix was left out of the
// reply, and goes back as thinking.
constexpr std::string_view kRedacted = "redacted_thinking:";

std::unique_ptr<Dialect> make_anthropic();

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
);
Result<Reply, WireFailure> read_reply(std::string_view body);
std::unique_ptr<StreamReader> open_stream();
WireFailure read_failure(int status, const Headers& headers, std::string_view body);

}  // namespace fovea::providers::anthropic
