#include "fovea/providers/dialects.hpp"

#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/openai_chat/openai_chat.hpp"
#include "fovea/providers/openai_responses/openai_responses.hpp"

#include <string>

namespace fovea::providers {
namespace {

constexpr DialectEntry kDialects[] = {
    {"anthropic", anthropic::make_anthropic},
    {"gemini", gemini::make_gemini},
    {"ollama", ollama::make_ollama},
    {"openai_chat", [] { return openai_chat::make_openai_chat(openai_chat::kKind); }},
    {"openai_compatible", [] { return openai_chat::make_openai_chat(openai_chat::kCompatible); }},
    {"openai_responses", openai_responses::make_openai_responses},
};

}  // namespace

std::span<const DialectEntry> dialects() {
    return kDialects;
}

Result<std::unique_ptr<Dialect>> make_dialect(std::string_view kind) {
    std::string known;
    for (const auto& entry : kDialects) {
        if (entry.kind == kind) return entry.make();
        known += (known.empty() ? "" : ", ") + std::string(entry.kind);
    }
    return Error{
        ErrorCode::ConfigInvalid,
        "Unknown provider kind \"" + std::string(kind) + "\"; use one of " + known + "."};
}

}  // namespace fovea::providers
