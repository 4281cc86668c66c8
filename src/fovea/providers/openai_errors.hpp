// What a refusal of OpenAI means, and of the servers that speak like it (DeepSeek, OpenRouter,
// llama.cpp, vLLM, LM Studio).
//
// All say {"error": {"message", "type", "param", "code"}}, more or less: the code may be a number,
// the error a mere text, the body a page of a proxy in between. The words decide before the status:
// llama.cpp says 500 for pictures it will never take, OpenAI 429 for money that is gone.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>

namespace fovea::providers {

WireFailure read_openai_failure(int status, const Headers& headers, std::string_view body);

// The error inside an answer that began well: of a whole reply, `error` of its body; of a stream,
// which counts as broken where it could be tried again.
WireFailure openai_reply_failure(const boost::json::value& error);
WireFailure openai_stream_failure(const boost::json::value& error);

}  // namespace fovea::providers
