// The headers of a modern request, which say what its body says, so that whoever stands between need not read
// it (protocols.md 2.5). One that is missing or says something else is an error.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/message.hpp"
#include "fovea/serve/http/message.hpp"

#include <optional>
#include <string>

namespace fovea::serve {

// The version that its _meta names; none: a legacy message.
std::optional<std::string> modern_version(const mcp::Request& request);

Result<void, mcp::RpcError> check_modern_headers(const Request& http, const mcp::Request& request);

}  // namespace fovea::serve
