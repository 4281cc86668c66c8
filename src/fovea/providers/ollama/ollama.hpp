// Ollama's own API, /api/chat. One file for each direction: request.cpp writes, reply.cpp and
// stream.cpp read, errors.cpp tells what a refusal means.
//
// It takes pictures as base64 only, beside the text of a message and not between its words; no
// documents, no URLs, and nothing but text from tools. Whatever the traits say, the rest becomes
// text or moves to a user message.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <memory>
#include <string_view>

namespace fovea::providers::ollama {

constexpr std::string_view kKind = "ollama";

std::unique_ptr<Dialect> make_ollama();

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
);
Result<Reply, WireFailure> read_reply(std::string_view body);
std::unique_ptr<StreamReader> open_stream();
WireFailure read_failure(int status, const Headers& headers, std::string_view body);

}  // namespace fovea::providers::ollama
