// The way to a server of the configuration, with its variables in place.
//
//     auto transport = TRY(open_transport(settings, environment, http));
//
// A program gets PATH, HOME, LANG, TERM and TMPDIR of ours and what its `env` says, nothing else: our
// keys are not for it. ConfigInvalid when a ${VARIABLE} is not set.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/secrets.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/mcp/stdio_transport.hpp"
#include "fovea/mcp/transport.hpp"
#include "fovea/net/http/sender.hpp"

#include <memory>

namespace fovea::mcp {

// The client outlives the transport.
Result<std::unique_ptr<Transport>> open_transport(
    const config::McpServerSettings& settings,
    const config::Environment& environment,
    net::HttpSender& client
);

Result<StdioSettings> stdio_settings(
    const config::McpServerSettings& settings, const config::Environment& environment
);

}  // namespace fovea::mcp
