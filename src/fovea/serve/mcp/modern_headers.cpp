#include "fovea/serve/mcp/modern_headers.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/json_members.hpp"

#include <boost/json.hpp>

namespace fovea::serve {
namespace {

constexpr std::int64_t kHeaderMismatch = -32020;
constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";

// What is not plain comes as =?base64?…?=.
std::optional<std::string> decoded(std::string_view value) {
    constexpr std::string_view kBegin = "=?base64?";
    constexpr std::string_view kEnd = "?=";
    value = trimmed(value);
    if (!value.starts_with(kBegin) || !value.ends_with(kEnd) ||
        value.size() < kBegin.size() + kEnd.size()) {
        return std::string(value);
    }
    value.remove_prefix(kBegin.size());
    value.remove_suffix(kEnd.size());
    const auto bytes = decode_base64(value);
    if (!bytes.ok()) return std::nullopt;
    return std::string(as_text(bytes.value()));
}

Result<void, mcp::RpcError> expect(
    const Request& http, std::string_view name, std::string_view wanted
) {
    const auto given = http.header(name);
    if (given && decoded(*given) == wanted) return {};
    return mcp::RpcError{
        kHeaderMismatch,
        "the header " + std::string(name) + (given ? " differs from the body" : " is missing")};
}

}  // namespace

std::optional<std::string> modern_version(const mcp::Request& request) {
    const auto* meta = request.params.if_contains("_meta");
    if (meta == nullptr || !meta->is_object()) return std::nullopt;
    const auto* version = meta->get_object().if_contains(kVersionKey);
    if (version == nullptr || !version->is_string()) return std::nullopt;
    return std::string(version->get_string());
}

Result<void, mcp::RpcError> check_modern_headers(const Request& http, const mcp::Request& request) {
    const auto version = modern_version(request);
    if (!version) {
        return mcp::RpcError{
            mcp::kInvalidParams, "params._meta lacks its \"" + std::string(kVersionKey) + "\""};
    }
    TRY(expect(http, "mcp-protocol-version", *version));
    TRY(expect(http, "mcp-method", request.method));
    if (request.method == "tools/call" || request.method == "prompts/get") {
        TRY(expect(http, "mcp-name", text_in(request.params, "name")));
    }
    if (request.method == "resources/read") {
        TRY(expect(http, "mcp-name", text_in(request.params, "uri")));
    }
    return {};
}

}  // namespace fovea::serve
