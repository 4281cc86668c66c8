#include "fovea/mcp/server/client_host.hpp"

#include "fovea/base/json_members.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

using Version = std::array<int, 3>;

struct Host {
    std::string_view name;
    Version since;
};

// Claude Code: since 2.0.21 (github.com/anthropics/claude-code/issues/9962), measured by others up to
// 2.1.280 (issues/79944). Codex: core, convert_call_tool_result, seen in 0.92 and later.
constexpr std::array<Host, 2> kHosts{{
    {"claude-code", {2, 0, 21}},
    {"codex-mcp-client", {0, 92, 0}},
}};

// "2.1.280-beta" is 2.1.280; what is missing is 0.
Version version_of(std::string_view text) {
    Version version{};
    for (auto& number : version) {
        const auto* end = text.data() + text.size();
        const auto [rest, wrong] = std::from_chars(text.data(), end, number);
        if (wrong != std::errc{} || rest == end || *rest != '.') break;
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + 1);
    }
    return version;
}

}  // namespace

bool reads_structured_alone(const json::object& client) {
    const auto name = text_in(client, "name");
    const auto version = version_of(text_in(client, "version"));
    return std::ranges::any_of(kHosts, [&](const Host& host) {
        return host.name == name && version >= host.since;
    });
}

}  // namespace fovea::mcp
