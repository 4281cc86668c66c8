#include "fovea/providers/blindness.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace fovea::providers {
namespace {

constexpr std::string_view kWords[] = {
    "image input is not supported",           // llama.cpp, with status 500 and a hint at mmproj
    "is not a multimodal model",              // vLLM
    "does not support image",                 // Ollama, gateways
    "does not support vision",                //
    "doesn't support image",                  //
    "support image input",                    // OpenRouter, with 404: no endpoint does
    "unknown variant `image_url`",            // DeepSeek's text models
    "image_url is only supported by",         // OpenAI's text models
    "missing data required for image input",  // Ollama
    "image input modality is not enabled",    // Gemini
    "at most 0 image",                        // vLLM, where an operator allows none
};

}  // namespace

bool says_blind(const WireFailure& failure) {
    if (failure.kind != FailureKind::Unsupported) return false;
    std::string words = failure.message;
    std::ranges::transform(words, words.begin(), lower);
    return std::ranges::any_of(kWords, [&](std::string_view known) {
        return words.find(known) != std::string::npos;
    });
}

}  // namespace fovea::providers
