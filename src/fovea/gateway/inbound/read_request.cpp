#include "fovea/gateway/inbound/read_request.hpp"

#include "fovea/gateway/inbound/readers.hpp"
#include "fovea/gateway/tool_names.hpp"
#include "fovea/providers/wire_json.hpp"

#include <utility>

namespace fovea::gateway {
namespace {

Result<void> read_as(Dialect dialect, const boost::json::value& body, Reading& reading) {
    switch (dialect) {
        case Dialect::Anthropic: return read_anthropic(body, reading);
        case Dialect::OpenaiChat: return read_openai_chat(body, reading);
        case Dialect::OpenaiResponses: return read_openai_responses(body, reading);
        case Dialect::Ollama: return read_ollama(body, reading);
    }
    return {};
}

}  // namespace

Result<ParsedRequest> read_request(Dialect dialect, std::string_view body, FileTaker& files) {
    const auto json = TRY(BodyJson::parse(body));
    Reading reading(json, files);
    reading.request.model = TRY(reading.needed_text(json.root(), "model", ""));
    if (reading.request.model.empty()) return error_at("model", "empty");
    TRY(read_as(dialect, json.root(), reading));
    rename_tools(reading.request);
    return std::move(reading.request);
}

Result<void> check_is_complete(const ParsedRequest& request) {
    if (request.lies_with_server.empty()) return {};
    return error_at(
        request.lies_with_server, "conversations are not stored here; send all of \"input\""
    );
}

std::string why_no_model(std::string_view body) {
    const auto json = BodyJson::parse(body);
    if (!json.ok()) return json.error().message;
    const auto& named = providers::field_at(json.value().root(), "model");
    if (named.is_string()) return {};
    if (!named.is_null()) return "model: not a string";
    return "the request names no model";
}

}  // namespace fovea::gateway
