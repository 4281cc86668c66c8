#include "fovea/gateway/dialect.hpp"

namespace fovea::gateway {

std::string_view name_of(Dialect dialect) {
    switch (dialect) {
        case Dialect::Anthropic: return "anthropic";
        case Dialect::OpenaiChat: return "openai_chat";
        case Dialect::OpenaiResponses: return "openai_responses";
        case Dialect::Ollama: return "ollama";
    }
    return "";
}

bool is_spoken_by(Dialect dialect, std::string_view provider_kind) {
    if (provider_kind == "openai_compatible") return dialect == Dialect::OpenaiChat;
    return provider_kind == name_of(dialect);
}

}  // namespace fovea::gateway
