#include "fovea/mcp/servers.hpp"

#include "fovea/mcp/mcp_tool.hpp"
#include "fovea/mcp/open_transport.hpp"

#include <system_error>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace fovea::mcp {
namespace {

std::vector<std::string> absolute(const std::vector<std::string>& roots) {
    std::vector<std::string> paths;
    for (const auto& root : roots) {
        std::error_code failed;
        auto path = std::filesystem::weakly_canonical(root, failed);
        if (!failed) paths.push_back(path.string());
    }
    return paths;
}

ClientSettings client_settings(const config::McpServerSettings& server, const ServersNeed& need) {
    ClientSettings settings;
    settings.version = need.version;
    settings.roots = absolute(need.roots);
    settings.call_timeout = std::chrono::seconds(server.timeout_s);
    return settings;
}

}  // namespace

McpServers::McpServers(const config::McpSettings& settings, const ServersNeed& need)
    : intake_(need.intake), log_(need.log) {
    for (const auto& [name, server] : settings.servers) {
        if (!server.enabled) continue;
        ConnectionSettings connection;
        connection.name = name;
        connection.client = client_settings(server, need);
        connection.log = need.log;
        connection.open_transport =
            [server = server, environment = need.environment, &client = need.client] {
                return open_transport(server, environment, client);
            };
        connections_.push_back(std::make_unique<Connection>(std::move(connection)));
    }
}

McpServers::~McpServers() {
    for (const auto& connection : connections_) connection->begin_close();
}

void McpServers::wait(std::chrono::milliseconds limit, const std::stop_token& stop) const {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + limit;
    for (const auto& connection : connections_) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        connection->wait_until_settled(std::max(left, std::chrono::milliseconds(0)), stop);
    }
}

std::vector<ServerStatus> McpServers::statuses() const {
    std::vector<ServerStatus> statuses;
    for (const auto& connection : connections_) statuses.push_back(connection->status());
    return statuses;
}

std::uint64_t McpServers::revision() const {
    std::uint64_t sum = 0;
    for (const auto& connection : connections_) sum += connection->revision();
    return sum;
}

std::vector<std::unique_ptr<tools::Tool>> McpServers::tools() const {
    std::vector<std::unique_ptr<tools::Tool>> tools;
    std::set<std::string> names;
    for (const auto& connection : connections_) {
        for (const auto& info : connection->tools()) {
            auto tool = std::make_unique<McpTool>(*connection, info, intake_);
            const auto& name = tool->spec().name;
            // Only a server that guesses a hash gets here.
            if (!names.insert(name).second) {
                if (log_)
                    log_("mcp " + connection->name() + ": a second tool " + name + " is left out");
                continue;
            }
            tools.push_back(std::move(tool));
        }
    }
    return tools;
}

}  // namespace fovea::mcp
