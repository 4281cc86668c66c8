// The OpenAI Responses API, the one to take for OpenAI: tools of its newest models work only here,
// and tool results may hold pictures. One file for each direction: request.cpp writes, reply.cpp and
// stream.cpp read, errors are those of all OpenAI APIs (openai_errors.hpp).
//
// Nothing is left with the provider ("store": false). What the model thought comes back encrypted,
// is kept in the signature of a ThinkingBlock and goes along with the next request.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <memory>
#include <string_view>

namespace fovea::providers::openai_responses {

constexpr std::string_view kKind = "openai_responses";

std::unique_ptr<Dialect> make_openai_responses();

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
);
Result<Reply, WireFailure> read_reply(std::string_view body);
std::unique_ptr<StreamReader> open_stream();

// A response object, with the output items it should hold: the end of a stream does not always
// repeat them.
Result<Reply, WireFailure> read_response(
    const boost::json::value& response, const boost::json::array& output
);

}  // namespace fovea::providers::openai_responses
