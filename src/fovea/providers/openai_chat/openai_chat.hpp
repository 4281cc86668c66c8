// The OpenAI Chat Completions API, and the servers that speak it too: DeepSeek, OpenRouter,
// llama.cpp, vLLM, LM Studio. Those are the kind "openai_compatible": the same words, less taken for
// granted. One file for each direction: request.cpp writes, reply.cpp and stream.cpp read, errors
// are those of all OpenAI APIs (openai_errors.hpp).
#pragma once

#include "fovea/providers/dialect.hpp"

#include <memory>
#include <string_view>

namespace fovea::providers::openai_chat {

constexpr std::string_view kKind = "openai_chat";
constexpr std::string_view kCompatible = "openai_compatible";

// One of the two kinds; any other name speaks like kCompatible.
std::unique_ptr<Dialect> make_openai_chat(std::string_view kind = kKind);

Result<WireRequest> write_request(
    std::string_view kind,
    const Request& request,
    const ModelTraits& traits,
    ReplyForm delivery,
    BlobSource& blobs
);
Result<Reply, WireFailure> read_reply(std::string_view kind, std::string_view body);
std::unique_ptr<StreamReader> open_stream(std::string_view kind);

}  // namespace fovea::providers::openai_chat
