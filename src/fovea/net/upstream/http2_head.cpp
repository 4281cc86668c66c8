#include "fovea/net/upstream/http2_head.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea::net {
namespace {

constexpr std::string_view kOfOneConnection[] = {
    "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "host"};

std::string_view take_until(std::string_view& text, std::string_view end) {
    const auto at = std::min(text.find(end), text.size());
    const auto taken = text.substr(0, at);
    text.remove_prefix(std::min(at + end.size(), text.size()));
    return taken;
}

// nghttp2 copies them before they go.
std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
}

}  // namespace

Http2Head::Http2Head(std::string_view text, const Origin& origin) {
    auto line = take_until(text, "\r\n");
    const auto method = take_until(line, " ");
    const auto path = take_until(line, " ");
    std::string_view host;
    std::vector<std::pair<std::string_view, std::string_view>> others;
    while (!text.empty()) {
        auto value = take_until(text, "\r\n");
        const auto name = take_until(value, ":");
        value = trimmed(value, " \t");
        if (name == "host") host = value;
        if (name == "transfer-encoding" || (name == "content-length" && value != "0")) {
            has_body_ = true;
        }
        if (!name.empty() &&
            std::ranges::find(kOfOneConnection, name) == std::end(kOfOneConnection))
            others.emplace_back(name, value);
    }
    fields_.reserve(others.size() + 4);
    add(":method", method);
    add(":scheme", origin.scheme);
    add(":authority", host.empty() ? std::string_view(origin.host) : host);
    add(":path", path);
    for (const auto& [name, value] : others) add(name, value);
}

void Http2Head::add(std::string_view name, std::string_view value) {
    fields_.push_back(
        {bytes_of(name), bytes_of(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE}
    );
}

}  // namespace fovea::net
