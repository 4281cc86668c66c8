#include "fovea/gateway/outbound/make_writer.hpp"

#include "fovea/gateway/outbound/writers.hpp"

#include <utility>

namespace fovea::gateway {

std::unique_ptr<ReplyWriter> make_writer(
    Dialect dialect, const ParsedRequest& request, AnswerFacts facts
) {
    switch (dialect) {
        case Dialect::Anthropic: return write_anthropic(request, std::move(facts));
        case Dialect::OpenaiChat: return write_openai_chat(request, std::move(facts));
        case Dialect::OpenaiResponses: return write_openai_responses(request, std::move(facts));
        case Dialect::Ollama: break;
    }
    return write_ollama(request, std::move(facts));
}

}  // namespace fovea::gateway
