#include "fovea/config/entry_fields.hpp"

#include "fovea/config/checks.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/setting_kinds.hpp"

#include <algorithm>

namespace fovea::config {
namespace {

constexpr std::int64_t kManyTokens = 100'000'000;
constexpr std::int64_t kManyBytes = std::int64_t{1} << 40;

std::vector<Setting<ModelSettings>> ability_fields() {
    using M = ModelSettings;
    return {
        text_setting("provider", "only for this provider", Own{&M::provider}),
        flag_setting("vision", "takes pictures", Own{&M::vision}),
        flag_setting("pdf", "takes PDF documents", Own{&M::pdf}),
        flag_setting("video", "takes video", Own{&M::video}),
        flag_setting("tools", "calls tools", Own{&M::tools}),
        flag_setting("json_schema", "follows a JSON schema", Own{&M::json_schema}),
        flag_setting(
            "tool_result_images", "takes pictures in tool results", Own{&M::tool_result_images}
        ),
        flag_setting("url_images", "takes a picture by its URL", Own{&M::url_images}),
        flag_setting(
            "cache_marks",
            "prompt caching is requested by marks in the request",
            Own{&M::cache_marks}
        ),
        integer_setting(
            "context", "tokens in total (context window)", Own{&M::context}, {1, kManyTokens}
        ),
        integer_setting("max_output", "tokens in an answer", Own{&M::max_output}, {1, kManyTokens}),
        text_setting("image_tokens", "rule for counting image tokens", Own{&M::image_tokens}),
        text_setting("grounding", "format of its bounding boxes", Own{&M::grounding}),
        text_setting("system_role", "role of the first message", Own{&M::system_role}),
        text_setting("max_tokens_field", "field of the token limit", Own{&M::max_tokens_field}),
        text_setting("image_detail", "`detail` to request", Own{&M::image_detail}),
    };
}

std::vector<Setting<ModelSettings>> limit_fields() {
    using M = ModelSettings;
    return {
        integer_setting(
            "max_image_px", "longest edge worth sending", Own{&M::max_image_px}, {16, 65535}
        ),
        integer_setting(
            "max_image_bytes", "of one picture, encoded", Own{&M::max_image_bytes}, {1, kManyBytes}
        ),
        integer_setting("max_images", "in one request", Own{&M::max_images}, {0, 100'000}),
        integer_setting(
            "max_request_bytes", "of one request", Own{&M::max_request_bytes}, {1024, kManyBytes}
        ),
        integer_setting("max_pdf_pages", "of one request", Own{&M::max_pdf_pages}, {0, 100'000}),
        integer_setting(
            "max_pdf_bytes", "of one document", Own{&M::max_pdf_bytes}, {0, kManyBytes}
        ),
        number_setting("price_in", "USD for a million tokens", Own{&M::price_in}, {0, 10'000}),
        number_setting("price_out", "USD for a million tokens", Own{&M::price_out}, {0, 10'000}),
        number_setting(
            "price_cache_read", "USD for a million tokens", Own{&M::price_cache_read}, {0, 10'000}
        ),
        number_setting(
            "price_cache_write", "USD for a million tokens", Own{&M::price_cache_write}, {0, 10'000}
        ),
        number_setting(
            "price_cache_write_1h",
            "USD for a million tokens",
            Own{&M::price_cache_write_1h},
            {0, 10'000}
        ),
    };
}

}  // namespace

std::vector<Setting<ProviderSettings>> provider_fields() {
    using P = ProviderSettings;
    auto key_file =
        text_setting("api_key_file", "file that holds the key, mode 0600", Own{&P::api_key_file});
    key_file.beside_file = true;
    return {
        word_setting("kind", "wire format", Own{&P::kind}, provider_kinds()),
        text_setting("base_url", "its URL", Own{&P::base_url}, check_base_url),
        text_setting(
            "api_key_env",
            "environment variable that holds the key",
            Own{&P::api_key_env},
            check_variable_name
        ),
        key_file,
        text_setting("api_version", "Anthropic's version header", Own{&P::api_version}),
        map_setting("headers", "further headers", Own{&P::headers}, check_headers),
        secret_setting("api_key", "the key; only in a file of mode 0600", Own{&P::api_key}),
    };
}

std::vector<Setting<ModelSettings>> model_fields() {
    auto fields = ability_fields();
    for (auto& field : limit_fields()) fields.push_back(std::move(field));
    return fields;
}

std::vector<Setting<McpServerSettings>> mcp_server_fields() {
    using M = McpServerSettings;
    return {
        text_setting("command", "program to start", Own{&M::command}),
        list_setting("args", "its arguments", Own{&M::args}),
        map_setting(
            "env", "its environment; `${NAME}` stands for a variable of Fovea's", Own{&M::env}
        ),
        text_setting("url", "URL to call instead of a program", Own{&M::url}, check_base_url),
        map_setting(
            "headers",
            "further headers; `${NAME}` stands for an environment variable",
            Own{&M::headers},
            check_headers
        ),
        integer_setting(
            "timeout_s",
            "timeout: seconds a call may take without progress",
            Own{&M::timeout_s},
            {1, 86'400}
        ),
        flag_setting("enabled", "false: the server is not used", Own{&M::enabled}),
    };
}

std::vector<Setting<HookSettings>> hook_fields() {
    using H = HookSettings;
    return {
        word_setting(
            "event",
            "event that runs it",
            Own{&H::event},
            {"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"}
        ),
        text_setting("matcher", "which tools it runs for: a glob", Own{&H::matcher}),
        text_setting("command", "command to run", Own{&H::command}, check_not_empty),
        flag_setting("async", "runs in the background", Own{&H::async}),
        integer_setting("timeout_s", "timeout in seconds", Own{&H::timeout_s}, {1, 3600}),
        list_setting(
            "pass_env", "names of further environment variables to pass on", Own{&H::pass_env}
        ),
    };
}

std::vector<Setting<AgentSettings>> agent_fields() {
    using A = AgentSettings;
    return {
        text_setting("id", "its name; \"main\" is the one that answers", Own{&A::id}),
        text_setting("brain.provider", "its model's provider", Own{&A::provider}),
        text_setting("brain.model", "its model's id", Own{&A::model}),
        flag_setting(
            "brain.vision",
            "whether it sees pictures; default: as the catalogue says",
            Own{&A::vision}
        ),
    };
}

Result<void> check_provider(const std::string& name, const ProviderSettings& provider) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.';
    };
    if (!std::ranges::all_of(name, is_plain)) {
        return invalid_setting(
            "a provider's name must be letters, digits, dashes, dots and underscores, not \"" +
            name + "\""
        );
    }
    if (provider.kind.empty() && default_provider(name) == nullptr) {
        return invalid_setting(
            "providers." + name + " needs a kind, such as kind = \"openai_compatible\""
        );
    }
    if (!provider.api_key_env.empty() && !provider.api_key_file.empty()) {
        return invalid_setting(
            "providers." + name + " has both api_key_env and api_key_file; give only one"
        );
    }
    return {};
}

Result<void> check_mcp_server(const std::string& name, const McpServerSettings& server) {
    if (server.command.empty() != server.url.empty()) return {};
    return invalid_setting(
        "mcp.servers." + name +
        (server.url.empty() ? " needs a command or a url"
                            : " has both a command and a url; keep one of them")
    );
}

Result<void> check_hook(const std::string& place, const HookSettings& hook) {
    if (!hook.event.empty() && !hook.command.empty()) return {};
    return invalid_setting(
        "hooks." + place + " has no " + (hook.event.empty() ? "event" : "command")
    );
}

Result<void> check_agent(const std::string& place, const AgentSettings& agent) {
    if (agent.id.empty()) return invalid_setting("agents." + place + " needs an id");
    if (agent.model.empty()) return invalid_setting("agents." + place + " needs brain.model");
    return {};
}

}  // namespace fovea::config
