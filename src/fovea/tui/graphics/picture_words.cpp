#include "fovea/tui/graphics/picture_words.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

namespace fovea::tui {
namespace {

// As screen/ shows it.
std::string shown(std::string_view text) {
    std::string words;
    for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) {
        const auto character = first_character(text);
        const bool is_shown = !is_unseen(character.code) && character.code != 0xFFFD;
        words += is_shown ? text.substr(0, character.bytes) : kReplacementCharacter;
    }
    return words;
}

}  // namespace

std::string picture_words(media::PixelSize size, std::string_view mime, std::string_view filename) {
    std::string words;
    const auto add = [&](const std::string& word) {
        if (!word.empty()) words += (words.empty() ? "" : " ") + word;
    };
    if (size.pixels() > 0) add(std::to_string(size.width) + "x" + std::to_string(size.height));
    add(shorten_characters(shown(mime), 80));
    add(shorten_characters(shown(filename), 80));
    return words.empty() ? "[image]" : "[image: " + words + "]";
}

}  // namespace fovea::tui
