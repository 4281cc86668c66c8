#include "fovea/base/json_text.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/outbound/wire_words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>

namespace fovea::gateway {
namespace {

using boost::json::object;

struct Kind {
    int status;
    std::string_view anthropic;
    std::string_view openai;
    std::string_view openai_code;  // empty: null
};

constexpr std::array<Kind, 12> kKinds = {{
    {400, "invalid_request_error", "invalid_request_error", ""},
    {401, "authentication_error", "invalid_request_error", "invalid_api_key"},
    {402, "billing_error", "insufficient_quota", "insufficient_quota"},
    {403, "permission_error", "invalid_request_error", ""},
    {404, "not_found_error", "invalid_request_error", "model_not_found"},
    {409, "conflict_error", "invalid_request_error", ""},
    {413, "request_too_large", "invalid_request_error", ""},
    {429, "rate_limit_error", "rate_limit_exceeded", "rate_limit_exceeded"},
    {500, "api_error", "server_error", ""},
    {503, "overloaded_error", "server_error", ""},
    {504, "timeout_error", "server_error", ""},
    {529, "overloaded_error", "server_error", ""},
}};

const Kind& kind_of(int status) {
    constexpr int kServer = 500;
    const auto* const exact = std::ranges::find(kKinds, status, &Kind::status);
    if (exact != kKinds.end()) return *exact;
    return *std::ranges::find(kKinds, status >= kServer ? kServer : 400, &Kind::status);
}

// The upstream's own word, where it is one that this API's clients know.
std::string_view anthropic_type(const ApiError& error) {
    const bool known = std::ranges::find(kKinds, error.type, &Kind::anthropic) != kKinds.end();
    return known ? std::string_view(error.type) : kind_of(error.status).anthropic;
}

// Agents look for these words, and make their conversation shorter.
std::string anthropic_message(const ApiError& error) {
    constexpr std::string_view kTooLong = "prompt is too long";
    if (!error.is_too_long || error.message.find(kTooLong) != std::string::npos) {
        return error.message;
    }
    return std::string(kTooLong) + ": " + error.message;
}

object openai_error(const ApiError& error) {
    const auto& kind = kind_of(error.status);
    object body{{"message", error.message}, {"type", kind.openai}, {"param", nullptr}};
    if (error.is_too_long) {
        body["code"] = kContextTooLong;
    } else if (kind.openai_code.empty() || error.type == kNoSuchPath) {
        body["code"] = nullptr;
    } else {
        body["code"] = kind.openai_code;
    }
    return body;
}

}  // namespace

std::string error_body(Dialect dialect, const ApiError& error) {
    switch (dialect) {
        case Dialect::Anthropic:
            return json_text(
                {{"type", "error"},
                 {"error",
                  {{"type", anthropic_type(error)}, {"message", anthropic_message(error)}}}}
            );
        case Dialect::OpenaiChat:
        case Dialect::OpenaiResponses: return json_text({{"error", openai_error(error)}});
        case Dialect::Ollama: break;
    }
    return json_text({{"error", error.message}});
}

}  // namespace fovea::gateway
