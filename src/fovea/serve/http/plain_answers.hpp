// Answers that need nothing but the request's head and its route, and how any answer begins.
#pragma once

#include "fovea/serve/http/message.hpp"
#include "fovea/serve/http/route.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::serve {

// The status line and headers; of `more`, those that the response does not have itself.
std::string head_of(
    const Response& response, const Headers& more, std::optional<std::uint64_t> size
);
bool has_no_body(int status);

// 405, or what OPTIONS is answered.
Response other_method(const std::string& method, const std::vector<std::string>& there_are);
// Why the body is not read; none where it is.
std::optional<Response> refused_body(const Request& request, const Route& route);
Response too_large(const Route& route);
Response too_busy();

}  // namespace fovea::serve
