#include "fovea/net/http/server_origin.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/net/gate/ip_address.hpp"

#include <algorithm>
#include <string_view>

namespace fovea::net {

namespace {

Error strange(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

Error not_a_server() {
    return strange("must begin with http:// or https:// and name a host");
}

bool is_visible(char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != 0x7f;
}

bool in_host(char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
}

// "user:word@localhost:8080" of "http://user:word@localhost:8080/v1"; empty where there is none.
std::string_view authority_of(std::string_view url) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (url.size() <= scheme.size() || !same_word(url.substr(0, scheme.size()), scheme))
            continue;
        url.remove_prefix(scheme.size());
        return url.substr(0, url.find_first_of("/?#"));
    }
    return {};
}

struct Written {
    std::string_view host;  // with the brackets of IPv6
    std::string_view port;  // with its colon; empty: the usual one
};

Result<Written> split(std::string_view authority) {
    const auto at = authority.find('@');
    if (at != std::string_view::npos) {
        authority.remove_prefix(at + 1);
        if (authority.find('@') != std::string_view::npos) {
            return strange("has more than one @ before its path, so its host is not certain");
        }
    }
    const auto bracket = authority.starts_with('[') ? authority.find(']') : std::string_view::npos;
    const auto end = bracket == std::string_view::npos
                         ? std::min(authority.find(':'), authority.size())
                         : bracket + 1;
    return Written{authority.substr(0, end), authority.substr(end)};
}

Result<void> check_host(std::string_view host) {
    if (host.empty()) return not_a_server();
    if (host.starts_with('[')) return {};  // compared with what libcurl read
    if (same_word(host, "http") || same_word(host, "https")) {
        return strange(
            "has its scheme twice; its host would be called \"" + std::string(host) + "\""
        );
    }
    if (!std::ranges::all_of(host, in_host)) {
        return strange(
            "has a host with characters beyond ASCII letters, digits, dots and dashes (other "
            "letters "
            "are written in their xn-- form)"
        );
    }
    if (host.ends_with('.')) return strange("has a host that ends in a dot");
    return {};
}

Result<void> check_port(std::string_view port) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (port.empty()) return {};
    if (port[0] == ':' && port.size() > 1 && std::ranges::all_of(port.substr(1), is_digit)) {
        return {};
    }
    return strange("has a port that is not a number");
}

// Whether the host that is written is the one that libcurl read.
Result<void> check_same(const Written& written, const Origin& read) {
    if (written.host.starts_with('[')) {
        const auto one = parse_address(written.host.substr(1, written.host.size() - 2));
        const auto other =
            parse_address(std::string_view(read.host).substr(1, read.host.size() - 2));
        if (!one || !other || !(*one == *other)) {
            return strange("has an address in brackets that is not a plain IPv6 address");
        }
    } else if (!same_word(written.host, read.host)) {
        return strange(
            "has the host " + std::string(written.host) + ", which is " + read.host +
            " written in another way; write that address instead"
        );
    }
    if (!written.port.empty() && written.port.substr(1) != read.port) {
        return strange("has a port that is not a plain number");
    }
    return {};
}

}  // namespace

Result<Origin> server_origin(const std::string& url) {
    const auto authority = authority_of(url);
    if (authority.empty() || !std::ranges::all_of(url, is_visible)) return not_a_server();
    if (authority.find('\\') != std::string_view::npos) {
        return strange("has a backslash before its path, so its host is not certain");
    }
    const auto written = TRY(split(authority));
    TRY(check_host(written.host));
    TRY(check_port(written.port));
    auto read = origin_of(url);
    if (!read.ok()) return strange("is not an address that can be connected to");
    TRY(check_same(written, read.value()));
    return read;
}

}  // namespace fovea::net
