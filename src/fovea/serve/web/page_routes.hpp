// The web client as routes: the page, which a token in the address opens, and what it is made of.
#pragma once

#include "fovea/serve/http/route.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fovea::serve {

using FindToken = std::function<bool(const std::string& secret, const std::string& peer)>;

// Over TLS, browsers are told to send the cookie over nothing else.
enum class Transport : std::uint8_t { Plain, Tls };

std::vector<Route> page_routes(FindToken find_token, Transport transport);

}  // namespace fovea::serve
