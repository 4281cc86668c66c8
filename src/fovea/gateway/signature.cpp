#include "fovea/gateway/signature.hpp"

namespace fovea::gateway {
namespace {

constexpr std::string_view kMark = "fovea:";

}  // namespace

std::string signature_for(Dialect client, const content::ThinkingBlock& thinking) {
    if (thinking.provider == name_of(client)) return thinking.signature;
    return std::string(kMark) + thinking.provider + ":" + thinking.signature;
}

content::ThinkingBlock thinking_of(
    Dialect client, std::string_view text, std::string_view signature
) {
    content::ThinkingBlock thinking{
        std::string(text), std::string(signature), std::string(name_of(client))};
    if (!signature.starts_with(kMark)) return thinking;
    const auto rest = signature.substr(kMark.size());
    const auto colon = rest.find(':');
    if (colon == std::string_view::npos) return thinking;
    thinking.provider = rest.substr(0, colon);
    thinking.signature = rest.substr(colon + 1);
    return thinking;
}

}  // namespace fovea::gateway
