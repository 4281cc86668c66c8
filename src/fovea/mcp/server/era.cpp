#include "fovea/mcp/server/era.hpp"

#include "fovea/mcp/server/client_host.hpp"
#include "fovea/mcp/server/elicitation.hpp"
#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 4> kLegacyVersions = {
    kNewestLegacy, "2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kClientKey = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view kServerKey = "io.modelcontextprotocol/serverInfo";

bool is_legacy(std::string_view version) {
    return std::ranges::find(kLegacyVersions, version) != kLegacyVersions.end();
}

Era legacy(const Agreed& agreed) {
    return {
        .modern = false,
        .version = agreed.version.empty() ? std::string(kNewestLegacy) : agreed.version,
        .structured_alone = agreed.structured_alone};
}

bool is_structured_alone(const json::object& meta) {
    const auto* client = meta.if_contains(kClientKey);
    return client != nullptr && client->is_object() && reads_structured_alone(client->get_object());
}

RpcError lacks(std::string_view key) {
    return {kInvalidParams, "params._meta lacks \"" + std::string(key) + "\""};
}

// Methods that only the modern era has: without _meta they are modern requests that lack it.
bool only_modern(std::string_view method) {
    return method == "server/discover";
}

}  // namespace

std::string agree_on(std::string_view wanted) {
    return std::string(is_legacy(wanted) ? wanted : kNewestLegacy);
}

json::array supported_versions() {
    json::array versions{kModernVersion};
    for (const auto version : kLegacyVersions) versions.emplace_back(version);
    return versions;
}

Result<Era, RpcError> era_of(const Request& request, const Agreed& agreed) {
    static const json::object kNone;
    const auto* given = request.params.if_contains("_meta");
    const auto& meta = given != nullptr && given->is_object() ? given->get_object() : kNone;
    const auto* version = meta.if_contains(kVersionKey);
    const auto* capabilities = meta.if_contains(kCapabilitiesKey);
    if (version == nullptr) {
        const bool modern = capabilities != nullptr || only_modern(request.method);
        if (modern) return lacks(kVersionKey);
        return legacy(agreed);
    }
    if (!version->is_string()) {
        return RpcError{kInvalidParams, "\"" + std::string(kVersionKey) + "\" must be a string"};
    }
    const std::string_view name = version->get_string();
    if (is_legacy(name)) {
        return legacy({std::string(name), is_structured_alone(meta) || agreed.structured_alone});
    }
    if (name != kModernVersion) {
        return RpcError{
            kUnsupportedVersion,
            "unsupported protocol version",
            {{"supported", supported_versions()}, {"requested", clean_line(name, 40)}}};
    }
    if (capabilities == nullptr || !capabilities->is_object()) return lacks(kCapabilitiesKey);
    return Era{
        .modern = true,
        .version = std::string(name),
        .can_elicit = can_elicit(capabilities->get_object()),
        .structured_alone = is_structured_alone(meta)};
}

json::object seal(
    json::object result,
    const Era& era,
    const std::string& server_version,
    std::optional<Keeping> keeping
) {
    if (!era.modern) return result;
    if (!result.contains("resultType")) result["resultType"] = "complete";
    if (keeping) {
        result["ttlMs"] = keeping->time.count();
        result["cacheScope"] = keeping->for_everybody ? "public" : "private";
    }
    auto& meta = result["_meta"];
    if (!meta.is_object()) meta.emplace_object();
    meta.as_object()[kServerKey] = {{"name", "fovea"}, {"version", server_version}};
    return result;
}

}  // namespace fovea::mcp
