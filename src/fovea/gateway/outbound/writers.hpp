// One writer a dialect.
#pragma once

#include "fovea/gateway/outbound/make_writer.hpp"

#include <memory>

namespace fovea::gateway {

std::unique_ptr<ReplyWriter> write_anthropic(const ParsedRequest& request, AnswerFacts facts);
std::unique_ptr<ReplyWriter> write_openai_chat(const ParsedRequest& request, AnswerFacts facts);
std::unique_ptr<ReplyWriter> write_openai_responses(
    const ParsedRequest& request, AnswerFacts facts
);
std::unique_ptr<ReplyWriter> write_ollama(const ParsedRequest& request, AnswerFacts facts);

}  // namespace fovea::gateway
