#include "fovea/tui/graphics/picture_words.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/base/shorten.hpp"

namespace fovea::tui {

std::string picture_words(media::PixelSize size, std::string_view mime, std::string_view filename) {
    std::string words;
    const auto add = [&](const std::string& word) {
        if (!word.empty()) words += (words.empty() ? "" : " ") + word;
    };
    if (size.pixels() > 0) add(std::to_string(size.width) + "x" + std::to_string(size.height));
    add(shorten_characters(printable(mime), 80));
    add(shorten_characters(printable(filename), 80));
    return words.empty() ? "[image]" : "[image: " + words + "]";
}

}  // namespace fovea::tui
