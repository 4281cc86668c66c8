// One reader a dialect. Each fills `reading.request` from the body.
#pragma once

#include "fovea/gateway/inbound/reading.hpp"

namespace fovea::gateway {

Result<void> read_anthropic(const boost::json::value& body, Reading& reading);
Result<void> read_openai_chat(const boost::json::value& body, Reading& reading);
Result<void> read_openai_responses(const boost::json::value& body, Reading& reading);
Result<void> read_ollama(const boost::json::value& body, Reading& reading);

}  // namespace fovea::gateway
