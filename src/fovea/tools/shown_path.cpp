#include "fovea/tools/shown_path.hpp"

#include "fovea/base/utf8.hpp"

namespace fovea::tools {

std::string shown_path(std::string_view path) {
    std::string shown;
    for (; !path.empty();) {
        const auto character = first_character(path);
        const bool control = character.code < 0x20 || character.code == 0x7f;
        const bool valid = utf8_character_length(path) != 0;
        shown += control || !valid ? kReplacementCharacter : path.substr(0, character.bytes);
        path.remove_prefix(character.bytes);
    }
    return shown;
}

}  // namespace fovea::tools
