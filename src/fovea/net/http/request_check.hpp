// Looks at a request before any of it is sent.
#pragma once

#include "fovea/net/http/message.hpp"

#include <optional>
#include <string>

namespace fovea::net {

// Why it must not be sent: a method or header that would break the message's lines, or a header that
// is the client's own to write. The sentence names the header, never its value.
std::optional<std::string> fault_in(const HttpRequest& request);

}  // namespace fovea::net
