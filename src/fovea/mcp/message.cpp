#include "fovea/mcp/message.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/mcp/broken_message.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxId = 1000;    // it stands in each answer again
constexpr std::size_t kMaxDepth = 128;  // schemas of tools nest deeper than the library's default

BadMessage not_a_message(
    std::string why, std::optional<Id> id = {}, std::int64_t code = kInvalidRequest
) {
    return {std::move(id), {code, "not a valid JSON-RPC message: " + std::move(why)}};
}

Result<json::value, BadMessage> parse_json(std::string_view text) {
    if (text.size() > kMaxMessage) return not_a_message("it is " + too_large_words(text.size()));
    auto value = parse_foreign_json(text, kMaxDepth);
    if (value.ok()) return std::move(value).value();
    if (value.error().code == ErrorCode::LimitExceeded) {
        return not_a_message(value.error().message, {}, kInternalError);
    }
    auto bad = not_a_message(value.error().message, {}, kParseError);
    const auto broken = look_at_broken(text);
    bad.id = broken.id;
    bad.is_answer = broken.is_answer;
    return bad;
}

std::optional<Id> id_in(const json::object& object) {
    const auto* id = object.if_contains("id");
    if (id == nullptr) return std::nullopt;
    if (const auto* text = id->if_string()) {
        return text->size() > kMaxId ? std::nullopt : std::optional(Id{std::string(*text)});
    }
    if (const auto* number = id->if_int64()) return Id{*number};
    return std::nullopt;
}

RpcError error_in(const json::value& value) {
    RpcError error;
    const auto* object = value.if_object();
    if (object == nullptr) return error;
    if (const auto* code = object->if_contains("code"); code != nullptr && code->is_int64()) {
        error.code = code->get_int64();
    }
    if (const auto* text = object->if_contains("message"); text != nullptr && text->is_string()) {
        error.message = text->get_string();
    }
    if (const auto* data = object->if_contains("data"); data != nullptr && data->is_object()) {
        error.data = data->get_object();
    }
    return error;
}

Result<json::object, BadMessage> params_in(json::object& object) {
    auto* params = object.if_contains("params");
    if (params == nullptr || params->is_null()) return json::object();
    if (!params->is_object()) return not_a_message("its params are not an object", id_in(object));
    return std::move(params->get_object());
}

Result<Message, BadMessage> call_in(json::object& object, std::string method) {
    auto params = TRY(params_in(object));
    if (!object.contains("id")) {
        return Message(Notification{std::move(method), std::move(params)});
    }
    auto id = id_in(object);
    if (!id) return not_a_message("its id is neither a short string nor an integer");
    return Message(Request{std::move(*id), std::move(method), std::move(params)});
}

json::value to_json(const Id& id) {
    if (const auto* text = std::get_if<std::string>(&id)) return json::value(*text);
    return std::get<std::int64_t>(id);
}

Result<Message, BadMessage> message_in(json::value value) {
    auto* object = value.if_object();
    if (object == nullptr) return not_a_message("it is not an object");
    if (const auto* method = object->if_contains("method")) {
        if (!method->is_string()) {
            return not_a_message("its method is not a string", id_in(*object));
        }
        return call_in(*object, std::string(method->get_string()));
    }
    // Some servers write both, and null for the one that is not meant.
    const auto* error = object->if_contains("error");
    auto* result = object->if_contains("result");
    if (error != nullptr && (!error->is_null() || result == nullptr)) {
        return Message(Response{id_in(*object), error_in(*error)});
    }
    if (result != nullptr) return Message(Response{id_in(*object), std::move(*result)});
    auto bad = not_a_message("it has neither a method nor a result nor an error", id_in(*object));
    // JSON of another kind, such as a log's, may have an id too.
    bad.is_answer = bad.id && object->contains("jsonrpc");
    return bad;
}

struct Fill {
    json::object& object;

    void operator()(const Request& request) const {
        object["id"] = to_json(request.id);
        call(request.method, request.params);
    }
    void operator()(const Notification& notification) const {
        call(notification.method, notification.params);
    }
    void operator()(const Response& response) const {
        object["id"] = response.id ? to_json(*response.id) : json::value(nullptr);
        if (const auto* error = std::get_if<RpcError>(&response.outcome)) {
            json::object told{{"code", error->code}, {"message", error->message}};
            if (!error->data.empty()) told["data"] = error->data;
            object["error"] = std::move(told);
        } else {
            object["result"] = std::get<json::value>(response.outcome);
        }
    }

private:
    void call(const std::string& method, const json::object& params) const {
        object["method"] = method;
        if (!params.empty()) object["params"] = params;
    }
};

}  // namespace

std::optional<std::int64_t> number_of(const Id& id) {
    if (const auto* number = std::get_if<std::int64_t>(&id)) return *number;
    const auto& text = std::get<std::string>(id);
    std::int64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [stopped, failed] = std::from_chars(text.data(), end, number);
    if (failed != std::errc() || stopped != end) return std::nullopt;
    return number;
}

Result<Message, BadMessage> read_message(std::string_view text) {
    return message_in(TRY(parse_json(text)));
}

std::vector<Result<Message, BadMessage>> read_messages(std::string_view text) {
    std::vector<Result<Message, BadMessage>> messages;
    auto value = parse_json(text);
    if (!value.ok()) {
        messages.emplace_back(value.error());
    } else if (auto* batch = value.value().if_array(); batch != nullptr && !batch->empty()) {
        for (auto& each : *batch) messages.push_back(message_in(std::move(each)));
    } else {
        messages.push_back(message_in(std::move(value).value()));
    }
    return messages;
}

Result<Message> parse_message(std::string_view text) {
    auto message = read_message(text);
    if (!message.ok()) return Error{ErrorCode::InvalidInput, message.error().error.message};
    return std::move(message).value();
}

std::string write_message(const Message& message) {
    json::object object{{"jsonrpc", "2.0"}};
    std::visit(Fill{object}, message);
    return json_text(std::move(object));
}

std::string too_large_words(std::uint64_t bytes, std::uint64_t most) {
    constexpr double kMiB = 1 << 20;
    return fmt::format(
        "too large: {:.1f} MiB ({} bytes), the limit is {:.1f} MiB",
        static_cast<double>(bytes) / kMiB,
        bytes,
        static_cast<double>(most) / kMiB
    );
}

}  // namespace fovea::mcp
