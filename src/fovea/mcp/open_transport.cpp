#include "fovea/mcp/open_transport.hpp"

#include "fovea/config/plain_variables.hpp"
#include "fovea/mcp/http_transport.hpp"
#include "fovea/mcp/variables.hpp"

#include <string>
#include <utility>

namespace fovea::mcp {
namespace {

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
    auto variables = config::plain_variables(environment);
    for (const auto& [name, value] : settings.env) {
        auto expanded = TRY(expand_named(name, value, environment));
        stdio.hidden.push_back(expanded.text);
        for (auto& each : expanded.from_variables) stdio.hidden.push_back(std::move(each));
        variables[name] = std::move(expanded.text);
    }
    stdio.command.program = settings.command;
    stdio.command.arguments = settings.args;
    stdio.command.environment = config::assignments(variables);
    return stdio;
}

Result<std::unique_ptr<Transport>> open_transport(
    const config::McpServerSettings& settings,
    const config::Environment& environment,
    net::HttpSender& client
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
