#include "fovea/providers/server_memory.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/providers/endpoint_url.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::providers {
namespace {

namespace json = boost::json;
using models::ServerMetadata;
using models::TokenPrices;

constexpr std::pair<const char*, std::optional<bool> ServerMetadata::*> kFlags[] = {
    {"vision", &ServerMetadata::vision},
    {"pdf", &ServerMetadata::pdf},
    {"video", &ServerMetadata::video},
    {"tools", &ServerMetadata::tools},
    {"json_schema", &ServerMetadata::json_schema},
};

constexpr std::pair<const char*, std::optional<std::uint32_t> ServerMetadata::*> kCounts[] = {
    {"context", &ServerMetadata::context},
    {"max_output", &ServerMetadata::max_output},
};

constexpr std::pair<const char*, std::optional<std::uint64_t> TokenPrices::*> kPrices[] = {
    {"input", &TokenPrices::input},
    {"cache_read", &TokenPrices::cache_read},
    {"cache_write", &TokenPrices::cache_write},
    {"cache_write_long", &TokenPrices::cache_write_long},
    {"output", &TokenPrices::output},
};

json::object to_json(const ServerMetadata& told) {
    json::object object;
    for (const auto& [name, member] : kFlags) {
        if (told.*member) object[name] = *(told.*member);
    }
    for (const auto& [name, member] : kCounts) {
        if (told.*member) object[name] = *(told.*member);
    }
    for (const auto& [name, member] : kPrices) {
        if (told.prices.*member) object[name] = *(told.prices.*member);
    }
    return object;
}

template <class Number>
void read_number(const json::object& object, const char* name, std::optional<Number>& into) {
    const auto* value = object.if_contains(name);
    json::error_code failed;
    if (value == nullptr) return;
    const auto number = value->to_number<Number>(failed);
    if (!failed) into = number;
}

ServerMetadata from_json(const json::object& object) {
    ServerMetadata told;
    for (const auto& [name, member] : kFlags) {
        const auto* value = object.if_contains(name);
        if (value != nullptr && value->is_bool()) told.*member = value->get_bool();
    }
    for (const auto& [name, member] : kCounts) read_number(object, name, told.*member);
    for (const auto& [name, member] : kPrices) read_number(object, name, told.prices.*member);
    return told;
}

// Hashed: an address may have a password in it, and keys lie on disk as they are.
std::string key_of(const config::ProviderSettings& provider, const std::string& id) {
    const auto whole = provider.kind + "\n" + server_root(provider.base_url) + "\n" + id;
    return "server metadata 1 " + sha256(as_bytes(whole)).hex();
}

}  // namespace

std::optional<ServerAnswer> ServerMemory::find(
    const config::ProviderSettings& provider, const std::string& id, std::chrono::sys_seconds now
) const {
    const auto kept = cache_.get(key_of(provider, id));
    if (!kept) return std::nullopt;
    json::error_code failed;
    const auto value = json::parse(*kept, failed);
    const auto* object = failed ? nullptr : value.if_object();
    if (object == nullptr) return std::nullopt;
    std::optional<std::int64_t> at;
    read_number(*object, "at", at);
    ServerAnswer answer;
    if (const auto* told = object->if_contains("told")) {
        if (told->is_object()) answer.told = from_json(told->get_object());
    }
    if (const auto* why = object->if_contains("why_not")) {
        if (why->is_string()) answer.why_not = std::string(why->get_string());
    }
    // A clock that was set back makes answers from the future; they are as old as any.
    const auto kept_for = answer.why_not.empty() ? kKept : kFailureKept;
    const auto age = now.time_since_epoch() - std::chrono::seconds(at.value_or(0));
    if (!at || age < std::chrono::seconds(0) || age >= kept_for) return std::nullopt;
    return answer;
}

void ServerMemory::keep(
    const config::ProviderSettings& provider,
    const std::string& id,
    const ServerAnswer& answer,
    std::chrono::sys_seconds now
) const {
    json::object object{{"at", now.time_since_epoch().count()}, {"why_not", answer.why_not}};
    if (answer.told) object["told"] = to_json(*answer.told);
    cache_.put(key_of(provider, id), json::serialize(object));
}

ServerAnswer ServerMemory::ask(
    net::HttpSender& client,
    const config::ProviderSettings& provider,
    const std::string& id,
    const net::HttpHeaders& headers,
    std::chrono::sys_seconds now,
    const std::stop_token& stop
) const {
    if (!can_tell_of_models(provider.kind)) return {};
    if (auto known = find(provider, id, now)) return *std::move(known);
    const auto told = ask_server(client, provider, id, headers, kAskTimeout, stop);
    ServerAnswer answer;
    if (told.ok()) {
        answer.told = told.value();
    } else {
        answer.why_not = told.error().message;
        if (told.error().code == ErrorCode::Cancelled) return answer;
    }
    keep(provider, id, answer, now);
    return answer;
}

}  // namespace fovea::providers
