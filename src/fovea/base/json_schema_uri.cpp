#include "fovea/base/json_schema_uri.hpp"

#include <algorithm>

namespace fovea::schema_uri {

std::string escaped(std::string_view name) {
    std::string out;
    for (const char c : name) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return out;
}

std::string decoded(std::string_view text) {
    std::string out;
    const auto digit = [](char c) -> int {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 &&
            digit(text[i + 2]) >= 0) {
            out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string resolved(const std::string& base, std::string_view uri) {
    while (uri.starts_with("./")) uri.remove_prefix(2);
    if (uri.empty()) return base;
    if (uri.find(':') != std::string_view::npos) return std::string(uri);
    const auto authority = base.find("://");
    if (uri.starts_with('/')) {
        const auto end = authority == std::string::npos
                             ? 0
                             : std::min(base.find('/', authority + 3), base.size());
        return base.substr(0, end) + std::string(uri);
    }
    const auto slash = base.rfind('/');
    if (slash == std::string::npos || (authority != std::string::npos && slash < authority + 3)) {
        return std::string(uri);
    }
    return base.substr(0, slash + 1) + std::string(uri);
}

std::pair<std::string_view, std::string_view> split_fragment(std::string_view uri) {
    const auto hash = uri.find('#');
    if (hash == std::string_view::npos) return {uri, {}};
    return {uri.substr(0, hash), uri.substr(hash + 1)};
}

}  // namespace fovea::schema_uri
