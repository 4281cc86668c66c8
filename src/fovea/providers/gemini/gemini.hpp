// Google Gemini, generateContent. One file for each direction: request.cpp writes, reply.cpp and
// stream.cpp read, errors.cpp tells what a refusal means.
//
// Gemini signs parts of its replies, calls of tools above all, and refuses a conversation in which a
// signature is missing. A signed part is kept as two blocks: a ThinkingBlock without text that has
// the signature, and behind it the part itself. The request joins them again. A ThinkingBlock with
// text is a thought of its own.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <memory>
#include <string_view>

namespace fovea::providers::gemini {

constexpr std::string_view kKind = "gemini";

std::unique_ptr<Dialect> make_gemini();

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
);
Result<Reply, WireFailure> read_reply(std::string_view body);
std::unique_ptr<StreamReader> open_stream();
WireFailure read_failure(int status, const Headers& headers, std::string_view body);

}  // namespace fovea::providers::gemini
