#include "fovea/models/server_metadata.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_members.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace fovea::models {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDepth = 32;

Result<json::object> read_object(std::string_view body, std::string_view whose) {
    auto value = parse_foreign_json(body, kMaxDepth);
    if (!value.ok() || !value.value().is_object()) {
        return Error{
            ErrorCode::LlmError,
            "what " + std::string(whose) + " says about its models is not JSON"};
    }
    return std::move(value.value().get_object());
}

const json::value* find(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value == nullptr || value->is_null() ? nullptr : value;
}

std::optional<std::uint32_t> find_count(const json::object& object, std::string_view key) {
    const auto* value = find(object, key);
    if (value == nullptr) return std::nullopt;
    json::error_code failed;
    const auto count = value->to_number<std::uint32_t>(failed);
    return failed || count == 0 ? std::nullopt : std::optional(count);
}

bool has_word(const json::array& words, std::string_view word) {
    return std::ranges::any_of(words, [&](const json::value& each) {
        return each.is_string() && each.get_string() == json::string_view(word.data(), word.size());
    });
}

// "0.000003" USD a token. OpenRouter writes -1 where the price depends on the route.
std::optional<std::uint64_t> find_price(const json::object& pricing, std::string_view key) {
    const auto text = text_in(pricing, key);
    double usd = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), usd);
    if (text.empty() || status != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    if (!(usd >= 0 && usd <= 0.01)) return std::nullopt;
    return static_cast<std::uint64_t>(std::llround(usd * 1e12));
}

ServerMetadata read_openrouter_model(const json::object& model) {
    ServerMetadata told;
    if (const auto* architecture = object_in(model, "architecture")) {
        if (const auto* inputs = array_in(*architecture, "input_modalities")) {
            told.vision = has_word(*inputs, "image");
            told.pdf = has_word(*inputs, "file");
            told.video = has_word(*inputs, "video");
        }
    }
    if (const auto* parameters = array_in(model, "supported_parameters")) {
        told.tools = has_word(*parameters, "tools");
        told.json_schema = has_word(*parameters, "structured_outputs");
    }
    told.context = find_count(model, "context_length");
    if (const auto* top = object_in(model, "top_provider"))
        told.max_output = find_count(*top, "max_completion_tokens");
    if (const auto* pricing = object_in(model, "pricing")) {
        told.prices = {
            .input = find_price(*pricing, "prompt"),
            .cache_read = find_price(*pricing, "input_cache_read"),
            .cache_write = find_price(*pricing, "input_cache_write"),
            .output = find_price(*pricing, "completion"),
        };
    }
    return told;
}

}  // namespace

Result<ServerMetadata> read_ollama_show(std::string_view body) {
    const auto reply = TRY(read_object(body, "Ollama"));
    ServerMetadata told;
    if (const auto* capabilities = array_in(reply, "capabilities")) {
        told.vision = has_word(*capabilities, "vision");
        told.tools = has_word(*capabilities, "tools");
    } else if (object_in(reply, "projector_info") != nullptr) {
        told.vision = true;  // servers from before "capabilities"
    }
    if (const auto* info = object_in(reply, "model_info")) {
        const auto family = std::string(text_in(*info, "general.architecture"));
        told.context = find_count(*info, family + ".context_length");
    }
    return told;
}

Result<ServerMetadata> read_llamacpp_props(std::string_view body) {
    const auto reply = TRY(read_object(body, "llama.cpp"));
    ServerMetadata told;
    if (const auto* modalities = object_in(reply, "modalities"))
        told.vision = flag_in(*modalities, "vision");
    if (const auto* template_can = object_in(reply, "chat_template_caps"))
        told.tools = flag_in(*template_can, "supports_tools");
    if (const auto* defaults = object_in(reply, "default_generation_settings"))
        told.context = find_count(*defaults, "n_ctx");
    return told;
}

Result<std::optional<ServerMetadata>> read_openrouter_models(
    std::string_view body, std::string_view id
) {
    const auto reply = TRY(read_object(body, "OpenRouter"));
    const auto* models = array_in(reply, "data");
    if (models == nullptr) {
        return Error{ErrorCode::LlmError, "what OpenRouter says about its models has no \"data\""};
    }
    for (const auto& each : *models) {
        const auto* model = each.if_object();
        if (model != nullptr && text_in(*model, "id") == id) {
            return std::optional(read_openrouter_model(*model));
        }
    }
    return std::optional<ServerMetadata>();
}

}  // namespace fovea::models
