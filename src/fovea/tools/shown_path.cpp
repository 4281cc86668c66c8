#include "fovea/tools/shown_path.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

namespace fovea::tools {

std::string shown_path(std::string_view path) {
    std::string shown;
    for (; !path.empty();) {
        const auto character = first_character(path);
        const bool valid = utf8_character_length(path) != 0;
        shown += is_unseen(character.code) || !valid ? kReplacementCharacter
                                                     : path.substr(0, character.bytes);
        path.remove_prefix(character.bytes);
    }
    return shown;
}

}  // namespace fovea::tools
