#include "fovea/proxy/basename.hpp"

#include "fovea/base/utf8.hpp"

namespace fovea::proxy {
namespace {

bool is_control(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

// A name with these could show as another: "photo<U+202E>gnp.exe".
bool turns_direction(char32_t code) {
    return code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string safe_basename(std::string_view path) {
    const auto text = to_utf8(path);
    const auto separator = text.find_last_of("/\\");
    auto rest = std::string_view(text);
    if (separator != std::string::npos) rest.remove_prefix(separator + 1);
    std::string name;
    while (!rest.empty()) {
        const auto character = first_character(rest);
        if (!is_control(character.code) && !turns_direction(character.code))
            name += rest.substr(0, character.bytes);
        rest.remove_prefix(character.bytes);
    }
    if (name.find_first_not_of('.') == std::string::npos) return {};
    return name;
}

}  // namespace fovea::proxy
