#include "fovea/protocol/claude/init_json.hpp"

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/protocol/claude/encoder.hpp"

#include <boost/json.hpp>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

json::array names(const std::vector<std::string>& from) {
    json::array array;
    for (const auto& name : from) array.emplace_back(to_utf8(name));
    return array;
}

}  // namespace

json::object init_json(const agent::Started& started, const std::string& permission_mode) {
    json::array servers, plugins;
    for (const auto& server : started.mcp_servers) {
        json::object row{{"name", to_utf8(server.name)}, {"status", server.status}};
        if (!server.reason.empty()) row["error"] = to_utf8(server.reason);
        servers.push_back(std::move(row));
    }
    for (const auto& plugin : started.plugins) {
        plugins.push_back({{"name", to_utf8(plugin)}, {"path", ""}});
    }
    return {
        {"type", "system"},
        {"subtype", "init"},
        {"cwd", to_utf8(started.cwd)},
        {"model", to_utf8(started.model)},
        {"tools", names(started.tools)},
        {"mcp_servers", std::move(servers)},
        {"permissionMode", permission_mode},
        {"slash_commands", json::array()},
        {"agents", json::array()},
        {"skills", names(started.skills)},
        {"plugins", std::move(plugins)},
        {"output_style", "default"},
        {"apiKeySource", "none"},
        {"claude_code_version", kProtocolVersion},
        {"capabilities", json::array{"interrupt_receipt_v1"}},
    };
}

json::object fovea_json(const agent::Started& started) {
    return {
        {"resumed", started.resumed},
        {"bare", started.bare},
        {"context_files", names(started.context_files)},
        {"settings_sources", names(started.settings_sources)},
        {"pricing", {{"as_of", started.pricing_as_of}}},
        {"input_blocks", {"text", "image", "document"}},
    };
}

json::object hook_json(const agent::HookFired& fired) {
    const auto key = fired.event + '\n' + fired.command + '\n' + fired.tool_use_id;
    return {
        {"hook_id", sha256(as_bytes(key)).hex().substr(0, 16)},
        {"hook_name", to_utf8(fired.tool.empty() ? fired.event : fired.event + ":" + fired.tool)},
        {"hook_event", fired.event}};
}

}  // namespace fovea::protocol::claude
