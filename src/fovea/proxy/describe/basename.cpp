#include "fovea/proxy/describe/basename.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

namespace fovea::proxy {

std::string safe_basename(std::string_view path) {
    const auto text = to_utf8(path);
    const auto separator = text.find_last_of("/\\");
    auto rest = std::string_view(text);
    if (separator != std::string::npos) rest.remove_prefix(separator + 1);
    std::string name;
    while (!rest.empty()) {
        const auto character = first_character(rest);
        if (!is_unseen(character.code)) name += rest.substr(0, character.bytes);
        rest.remove_prefix(character.bytes);
    }
    if (name.find_first_not_of('.') == std::string::npos) return {};
    return name;
}

}  // namespace fovea::proxy
