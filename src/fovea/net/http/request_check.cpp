#include "fovea/net/http/request_check.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>

namespace fovea::net {

namespace {

// RFC 9110, 5.6.2.
bool is_token(std::string_view text) {
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') ||
               kMarks.find(c) != std::string_view::npos;
    });
}

bool fits_in_a_line(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
    });
}

}  // namespace

std::optional<std::string> fault_in(const HttpRequest& request) {
    if (!is_token(request.method)) return "not a valid HTTP method";
    for (const auto& [name, value] : request.headers) {
        if (!is_token(name)) return "not a valid header name";
        if (!fits_in_a_line(value)) return "the header " + name + " has a control character";
        if (same_word(name, "content-length") || same_word(name, "transfer-encoding")) {
            return "the header " + name + " is set automatically";
        }
    }
    return std::nullopt;
}

}  // namespace fovea::net
