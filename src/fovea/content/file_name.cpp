#include "fovea/content/file_name.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>

namespace fovea::content {
namespace {

constexpr std::size_t kMost = 255;  // bytes, as NAME_MAX

}  // namespace

std::string plain_file_name(std::string_view said) {
    said = said.substr(said.rfind('/') + 1);
    std::string name;
    while (!said.empty()) {
        const auto [code, bytes] = first_character(said);
        if (!is_unseen(code)) {
            const auto character =
                utf8_character_length(said) == 0 ? kReplacementCharacter : said.substr(0, bytes);
            if (name.size() + character.size() > kMost) break;
            name += character;
        }
        said.remove_prefix(bytes);
    }
    return name == "." || name == ".." ? std::string() : name;
}

}  // namespace fovea::content
