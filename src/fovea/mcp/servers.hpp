// All MCP servers of the configuration, and the tools that they bring (A3).
//
//     McpServers servers(settings.mcp, {.environment = …, .client = http, .intake = intake});
//     servers.wait(30s, stop);
//     for (auto& tool : servers.tools()) TRY(box.add(std::move(tool)));
//     for (const ServerStatus& each : servers.statuses()) …   // connected, failed (why), pending
//
// The constructor starts them beside each other and returns at once. The tools borrow from this
// object, which outlives them. When revision() has grown, tools() may be others. The destructor ends
// all servers in good order, beside each other, within a few seconds; none is left behind.
#pragma once

#include "fovea/config/secrets.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/mcp/connection.hpp"
#include "fovea/net/http/sender.hpp"
#include "fovea/tools/tool.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::mcp {

// What the servers are used with; client, gate and blobs outlive them.
struct ServersNeed {
    config::Environment environment;  // for ${NAME}; getenv
    net::HttpSender& client;          // its reach is local_only's
    ingest::Intake intake;
    std::vector<std::string> roots = {};  // of the workspace; relative ones are made absolute
    std::string version = "0";            // of this program
    // Called on several threads: what servers write beside the protocol.
    std::function<void(const std::string&)> log = {};
};

class McpServers {
public:
    McpServers(const config::McpSettings& settings, const ServersNeed& need);
    McpServers(const McpServers&) = delete;
    McpServers& operator=(const McpServers&) = delete;
    ~McpServers();

    // Until none is pending, or the time is over, or `stop`.
    void wait(std::chrono::milliseconds limit, const std::stop_token& stop) const;

    std::vector<ServerStatus> statuses() const;
    std::uint64_t revision() const;

    // Of all that are connected, and of those that ended since: a call starts them again.
    std::vector<std::unique_ptr<tools::Tool>> tools() const;

private:
    ingest::Intake intake_;
    std::function<void(const std::string&)> log_;
    std::vector<std::unique_ptr<Connection>> connections_;
};

}  // namespace fovea::mcp
