// Tools that need more than one round (modern): the result says what is missing, and the same call comes again
// with it. What they remember in between travels with the client, signed.
#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/foreign_json.hpp"
#include "fovea/serve/conformance/mcp_fixtures.hpp"
#include "fovea/serve/http/request_id.hpp"

#include <boost/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <optional>
#include <span>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using Outcome = FixtureTool::Outcome;

constexpr std::int64_t kMissingCapability = -32021;

std::string signature_of(const std::string& data) {
    static const std::string secret = random_name(32);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    ::HMAC(
        ::EVP_sha256(),
        secret.data(),
        static_cast<int>(secret.size()),
        reinterpret_cast<const unsigned char*>(data.data()),
        data.size(),
        digest.data(),
        &size
    );
    std::string text(base64_size(size), '\0');
    encode_base64(std::as_bytes(std::span(digest).first(size)), text).value();
    return text;
}

std::string sealed(json::object state) {
    state["nonce"] = random_name(16);
    const auto data = json::serialize(state);
    return json::serialize(json::object{{"data", data}, {"signature", signature_of(data)}});
}

// Nothing for what was changed on its way.
std::optional<json::object> unsealed(const std::string& text) {
    const auto outer = parse_foreign_json(text, 8);
    if (!outer.ok() || !outer.value().is_object()) return std::nullopt;
    const auto data = text_at(outer.value().get_object(), {"data"});
    if (text_at(outer.value().get_object(), {"signature"}) != signature_of(data)) {
        return std::nullopt;
    }
    const auto inner = parse_foreign_json(data, 8);
    if (!inner.ok() || !inner.value().is_object()) return std::nullopt;
    return inner.value().get_object();
}

json::object form(const std::string& message, const char* field, const char* type = "string") {
    json::object properties;
    properties[field] = {{"type", type}};
    return {
        {"method", "elicitation/create"},
        {"params",
         {{"mode", "form"},
          {"message", message},
          {"requestedSchema",
           {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", json::array{field}}}}}}};
}

json::object sampling(const std::string& words) {
    const json::object content{{"type", "text"}, {"text", words}};
    return {
        {"method", "sampling/createMessage"},
        {"params",
         {{"messages", json::array{json::object{{"role", "user"}, {"content", content}}}},
          {"maxTokens", 100}}}};
}

json::object roots() {
    return {{"method", "roots/list"}, {"params", json::object()}};
}

Outcome ask(json::object requests, std::optional<json::object> state = {}) {
    json::object result{{"resultType", "input_required"}, {"inputRequests", std::move(requests)}};
    if (state) result["requestState"] = sealed(std::move(*state));
    return result;
}

const json::object* response(const mcp::MethodCall& call, std::string_view name) {
    return object_at(call.request.params, {"inputResponses", name});
}

std::string roots_count(const json::object& answer) {
    const auto* list = answer.if_contains("roots");
    return std::to_string(list != nullptr && list->is_array() ? list->get_array().size() : 0);
}

const json::object* capabilities(const mcp::MethodCall& call) {
    return object_at(call.request.params, {"_meta", "io.modelcontextprotocol/clientCapabilities"});
}

bool can(const mcp::MethodCall& call, std::string_view what) {
    const auto* all = capabilities(call);
    return all != nullptr && all->contains(what);
}

// What came back of an earlier round; an error where it was tampered with.
std::variant<std::optional<json::object>, mcp::RpcError> state_of(const mcp::MethodCall& call) {
    const auto* given = call.request.params.if_contains("requestState");
    if (given == nullptr) return std::optional<json::object>();
    auto state = given->is_string() ? unsealed(std::string(given->get_string())) : std::nullopt;
    if (!state) return mcp::RpcError{mcp::kInvalidParams, "requestState was not made here"};
    return state;
}

FixtureTool tool(
    std::string name,
    std::function<Outcome(const mcp::MethodCall&, const std::optional<json::object>& state)> run
) {
    return {
        .name = std::move(name),
        .about = "Needs more than one round",
        .run =
            [run = std::move(run)](const mcp::MethodCall& call, const std::stop_token&) -> Outcome {
            const auto state = state_of(call);
            if (const auto* wrong = std::get_if<mcp::RpcError>(&state)) return *wrong;
            return run(call, std::get<std::optional<json::object>>(state));
        },
        .eras = mcp::Eras::Modern};
}

using State = std::optional<json::object>;

Outcome ask_name(const mcp::MethodCall& call, const State&) {
    if (const auto* name = response(call, "user_name")) {
        return text_result("Hello, " + text_at(*name, {"content", "name"}, "unknown") + "!");
    }
    return ask({{"user_name", form("What is your name?", "name")}});
}

Outcome ask_model(const mcp::MethodCall& call, const State&) {
    if (const auto* sample = response(call, "sample_request")) {
        return text_result("Sampling result: " + text_at(*sample, {"content", "text"}, "none"));
    }
    return ask({{"sample_request", sampling("What is the capital of France?")}});
}

Outcome ask_roots(const mcp::MethodCall& call, const State&) {
    if (const auto* listed = response(call, "roots_request")) {
        return text_result("Found " + roots_count(*listed) + " root(s)");
    }
    return ask({{"roots_request", roots()}});
}

// With the state that was given along; `words` once it is back.
auto confirm(const char* kind, const char* words) {
    return [kind, words](const mcp::MethodCall& call, const State& state) -> Outcome {
        if (state && text_at(*state, {"kind"}) == kind && response(call, "confirm") != nullptr) {
            return text_result(words);
        }
        return ask(
            {{"confirm", form("Please confirm", "ok", "boolean")}}, json::object{{"kind", kind}}
        );
    };
}

Outcome ask_three(const mcp::MethodCall& call, const State& state) {
    const auto* name = response(call, "user_name");
    const auto* greeting = response(call, "greeting");
    const auto* listed = response(call, "client_roots");
    if (state && name != nullptr && greeting != nullptr && listed != nullptr) {
        return text_result(
            "Name: " + text_at(*name, {"content", "name"}, "unknown") +
            "; Greeting: " + text_at(*greeting, {"content", "text"}, "Hello there!") +
            "; Roots: " + roots_count(*listed)
        );
    }
    return ask(
        {{"user_name", form("What is your name?", "name")},
         {"greeting", sampling("Generate a greeting")},
         {"client_roots", roots()}},
        json::object{{"kind", "multiple-inputs"}}
    );
}

Outcome ask_twice(const mcp::MethodCall& call, const State& state) {
    const auto* round = state ? state->if_contains("round") : nullptr;
    const auto* first = response(call, "step1");
    const auto* second = response(call, "step2");
    if (round != nullptr && *round == 1 && first != nullptr) {
        return ask(
            {{"step2", form("Step 2: What is your favorite color?", "color")}},
            json::object{{"round", 2}, {"name", text_at(*first, {"content", "name"}, "unknown")}}
        );
    }
    if (round != nullptr && *round == 2 && second != nullptr) {
        return text_result(
            "Multi-round complete for " + text_at(*state, {"name"}, "friend") + " who likes " +
            text_at(*second, {"content", "color"}, "unknown")
        );
    }
    return ask({{"step1", form("Step 1: What is your name?", "name")}}, json::object{{"round", 1}});
}

// Asks for nothing that the client did not say it can.
Outcome ask_what_they_can(const mcp::MethodCall& call, const State&) {
    const auto* given = object_at(call.request.params, {"inputResponses"});
    if (given != nullptr && !given->empty()) return text_result("capabilities-ok");
    json::object requests;
    if (can(call, "elicitation")) requests["elicit_input"] = form("Elicitation input", "value");
    if (can(call, "sampling")) requests["sample_input"] = sampling("Sample request");
    if (requests.empty()) return text_result("No supported capabilities declared");
    return ask(std::move(requests), json::object{{"kind", "capabilities-test"}});
}

Outcome need_sampling(const mcp::MethodCall& call, const State&) {
    if (can(call, "sampling")) return text_result("Success");
    return mcp::RpcError{
        kMissingCapability,
        "the client does not offer sampling",
        {{"requiredCapabilities", {{"sampling", json::object()}}}}};
}

}  // namespace

Outcome asking_prompt(const mcp::MethodCall& call) {
    if (const auto* context = response(call, "user_context")) {
        const auto words =
            "Prompt with context: " + text_at(*context, {"content", "context"}, "unknown");
        const json::object content{{"type", "text"}, {"text", words}};
        return json::object{
            {"messages", json::array{json::object{{"role", "user"}, {"content", content}}}}};
    }
    return ask({{"user_context", form("What context should the prompt use?", "context")}});
}

std::vector<FixtureTool> round_tools() {
    return {
        tool("test_missing_capability", need_sampling),
        tool("test_input_required_result_elicitation", ask_name),
        tool("test_input_required_result_sampling", ask_model),
        tool("test_input_required_result_list_roots", ask_roots),
        tool(
            "test_input_required_result_request_state",
            confirm("request-state", "state-ok: requestState validated")
        ),
        tool("test_input_required_result_multiple_inputs", ask_three),
        tool("test_input_required_result_multi_round", ask_twice),
        tool(
            "test_input_required_result_tampered_state",
            confirm("tamper-test", "integrity-ok: state verified")
        ),
        tool("test_input_required_result_capabilities", ask_what_they_can),
        tool(
            "test_streaming_elicitation",
            [](const mcp::MethodCall&, const State&) -> Outcome {
                return text_result("Streaming complete");
            }
        ),
    };
}

}  // namespace fovea::serve
