#include "fovea/mcp/open_transport.hpp"

#include "fovea/mcp/http_transport.hpp"
#include "fovea/mcp/variables.hpp"

#include <array>
#include <map>
#include <string>
#include <utility>

namespace fovea::mcp {
namespace {

constexpr std::array kPassedOn = {"PATH", "HOME", "LANG", "TERM", "TMPDIR"};

Result<Expanded> expand_named(
    const std::string& name, const std::string& value, const config::Environment& environment
) {
    auto expanded = expand(value, environment);
    if (expanded.ok()) return expanded;
    return Error{expanded.error().code, "for " + name + ", " + expanded.error().message};
}

Result<net::HttpHeaders> headers_of(
    const config::McpServerSettings& settings, const config::Environment& environment
) {
    net::HttpHeaders headers;
    for (const auto& [name, value] : settings.headers) {
        headers.push_back({name, TRY(expand_named(name, value, environment)).text});
    }
    return headers;
}

}  // namespace

Result<StdioSettings> stdio_settings(
    const config::McpServerSettings& settings, const config::Environment& environment
) {
    StdioSettings stdio;
    std::map<std::string, std::string> variables;
    for (const char* name : kPassedOn) {
        if (const char* value = environment(name)) variables[name] = value;
    }
    for (const auto& [name, value] : settings.env) {
        auto expanded = TRY(expand_named(name, value, environment));
        stdio.hidden.push_back(expanded.text);
        for (auto& each : expanded.from_variables) stdio.hidden.push_back(std::move(each));
        variables[name] = std::move(expanded.text);
    }
    stdio.command.program = settings.command;
    stdio.command.arguments = settings.args;
    for (const auto& [name, value] : variables) {
        stdio.command.environment.push_back(name + "=" + value);
    }
    return stdio;
}

Result<std::unique_ptr<Transport>> open_transport(
    const config::McpServerSettings& settings,
    const config::Environment& environment,
    net::HttpClient& client
) {
    if (!settings.url.empty()) {
        auto headers = TRY(headers_of(settings, environment));
        return std::unique_ptr<Transport>(std::make_unique<HttpTransport>(
            client, HttpTransportSettings{.url = settings.url, .headers = std::move(headers)}
        ));
    }
    return std::unique_ptr<Transport>(
        std::make_unique<StdioTransport>(TRY(stdio_settings(settings, environment)))
    );
}

}  // namespace fovea::mcp
