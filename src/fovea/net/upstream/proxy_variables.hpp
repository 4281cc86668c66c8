// Whether the environment wants a proxy between us and a server, as libcurl reads it: http_proxy in lower case alone,
// https_proxy and all_proxy in both, no_proxy with what needs none; nothing on this machine does. Who asks servers without
// libcurl leaves those to it.
//
//     if (asks_proxy(origin, environment)) …
#pragma once

#include "fovea/net/http/origin.hpp"

#include <functional>

namespace fovea::net {

bool asks_proxy(
    const Origin& origin, const std::function<const char*(const char* name)>& environment
);

}  // namespace fovea::net
