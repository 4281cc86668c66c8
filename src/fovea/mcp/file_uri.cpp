#include "fovea/mcp/file_uri.hpp"

namespace fovea::mcp {
namespace {

bool stands_for_itself(char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || std::string_view("/-._~").find(c) != std::string_view::npos;
}

}  // namespace

std::string file_uri(std::string_view path) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char c : path) {
        if (stands_for_itself(c)) {
            uri += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        uri += '%';
        uri += kDigits[byte >> 4];
        uri += kDigits[byte & 15];
    }
    return uri;
}

}  // namespace fovea::mcp
