#include "fovea/mcp/tool_name.hpp"

#include "fovea/base/digest.hpp"

#include <algorithm>
#include <cstddef>

namespace fovea::mcp {
namespace {

constexpr std::size_t kMaxName = 64;
constexpr std::size_t kHashDigits = 8;
constexpr std::size_t kMaxServer = 24;  // so that some of the tool's name is left

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

std::string plain(std::string_view text) {
    std::string name(text);
    std::ranges::replace_if(
        name, [](char c) { return !is_plain(c); }, '_'
    );
    return name;
}

// "__" ends the server's part, so it must not be in it: "a" with "b__c" and "a__b" with "c" are two.
bool is_ambiguous(std::string_view server) {
    return server.find("__") != std::string_view::npos || server.ends_with('_');
}

}  // namespace

std::string tool_name(std::string_view server, std::string_view tool) {
    auto name = "mcp__" + plain(server) + "__" + plain(tool);
    const bool same = std::ranges::all_of(server, is_plain) && std::ranges::all_of(tool, is_plain);
    if (same && !is_ambiguous(server) && name.size() <= kMaxName) return name;

    name = "mcp__" + plain(server.substr(0, kMaxServer)) + "__" + plain(tool);
    name.resize(std::min(name.size(), kMaxName - kHashDigits - 1));
    const auto whole = std::string(server) + '\0' + std::string(tool);
    return name + "_" + sha256(as_bytes(whole)).hex().substr(0, kHashDigits);
}

}  // namespace fovea::mcp
