#include "fovea/gateway/way/wire_head.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <span>

namespace fovea::gateway {
namespace {

// RFC 9110, 7.6.1, and what the other side of this connection says anew.
constexpr std::string_view kOfOneConnection[] = {
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authenticate",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "content-length"};

// What speaks to this daemon, or would tell the server who speaks to it. Answers are read for what they cost, and some
// are healed: nobody packs them.
constexpr std::string_view kOfThisDaemon[] = {
    "host",
    "cookie",
    "expect",
    "origin",
    "referer",
    "accept-encoding",
    "x-request-id",
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip"};

constexpr std::string_view kKeys[] = {"authorization", "x-api-key", "api-key", "x-goog-api-key"};

bool is_in(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Words of Connection name further headers of this connection.
bool is_named_by(std::string_view connection, std::string_view name) {
    while (!connection.empty()) {
        const auto end = std::min(connection.find(','), connection.size());
        if (same_word(trimmed(connection.substr(0, end)), name)) return true;
        connection.remove_prefix(std::min(end + 1, connection.size()));
    }
    return false;
}

// Those of the program that go on, in their order, then the way's own.
template <class Add>
void each_header_to_server(const Asked& asked, const Way& way, Keys keys, const Add& add) {
    const auto ours = token_header_of(asked);
    std::string_view connection;
    for (const auto& [name, value] : asked.headers) {
        if (name == "connection") connection = value;
    }
    const auto is_ours = [&](std::string_view name) {
        return std::ranges::any_of(way.headers, [&](const auto& each) {
            return each.first == name;
        });
    };
    for (const auto& [name, value] : asked.headers) {
        if (is_in(kOfOneConnection, name) || is_in(kOfThisDaemon, name)) continue;
        if (name == kTokenHeader || name == ours || name.starts_with("sec-fetch-")) continue;
        if (is_in(kKeys, name) && keys == Keys::Ours) continue;
        if (!connection.empty() && is_named_by(connection, name)) continue;
        if (is_ours(name)) continue;
        add(name, value);
    }
    for (const auto& [name, value] : way.headers) add(name, value);
}

}  // namespace

std::string_view token_header_of(const Asked& asked) {
    for (const auto name : {kTokenHeader, std::string_view("authorization")}) {
        const auto is_it = [&](const auto& header) { return header.first == name; };
        if (std::ranges::any_of(asked.headers, is_it)) return name;
    }
    return "x-api-key";
}

bool brings_key(const Asked& asked) {
    const auto ours = token_header_of(asked);
    return std::ranges::any_of(asked.headers, [&](const auto& header) {
        return is_in(kKeys, header.first) && header.first != ours;
    });
}

Headers headers_to_server(const Asked& asked, const Way& way, Keys keys) {
    Headers headers;
    each_header_to_server(asked, way, keys, [&](const auto& name, const auto& value) {
        headers.emplace_back(name, value);
    });
    return headers;
}

std::string head_to_server(
    const Asked& asked,
    const Way& way,
    std::string_view path_end,
    const BodyLength& length,
    Keys keys
) {
    std::string head;
    head.reserve(1024);
    const auto add = [&head](std::string_view name, std::string_view value) {
        head.append(name).append(": ").append(value).append("\r\n");
    };
    head.append(asked.method).append(" ").append(way.path);
    const auto mark = std::min(path_end.find('?'), path_end.size());
    head.append(path_end.substr(0, mark)).append(way.query);
    if (mark < path_end.size()) {
        head.append(way.query.empty() ? "?" : "&").append(path_end.substr(mark + 1));
    }
    head.append(" HTTP/1.1\r\n");
    const bool is_usual = way.origin.port == (way.origin.scheme == "https" ? "443" : "80");
    add("host", is_usual ? way.origin.host : way.origin.host + ":" + way.origin.port);

    each_header_to_server(asked, way, keys, add);
    if (length.bytes) add("content-length", std::to_string(*length.bytes));
    if (!length.bytes && !length.is_none) add("transfer-encoding", "chunked");
    return head.append("\r\n");
}

// As many signs stand in its place: who was told a length is told the truth.
void hide_keys(std::string& text, const Way& way) {
    for (const auto& [name, value] : way.headers) {
        if (!is_in(kKeys, name)) continue;
        const auto key = value.substr(value.find(' ') + 1);  // behind "Bearer "
        if (key.empty()) continue;
        for (auto at = text.find(key); at != text.npos; at = text.find(key, at + key.size())) {
            text.replace(at, key.size(), key.size(), '*');
        }
    }
}

Headers head_to_client(const net::ResponseHead& head) {
    const auto connection = net::find_header(head.headers, "connection").value_or("");
    Headers headers;
    headers.reserve(head.headers.size());
    for (const auto& [name, value] : head.headers) {
        if (is_in(kOfOneConnection, name) || is_named_by(connection, name)) continue;
        if (name == "set-cookie" || name == "strict-transport-security" || name == "alt-svc")
            continue;
        headers.emplace_back(name, value);
    }
    return headers;
}

}  // namespace fovea::gateway
