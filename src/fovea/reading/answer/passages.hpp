// The lines and cells of a page in one list, each with its place, its terms and how its letters
// look: what questions are answered from.
#pragma once

#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/page/page.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::reading {

struct Passage {
    std::string text;  // on one line, without indentation
    media::PixelRect box;
    double confidence = 0;
    std::vector<std::string> terms;  // see terms.hpp
    std::vector<std::size_t> words;  // indices in Reading::words

    bool figure = false;  // a number, an amount, a date, with little else
    BlockKind kind = BlockKind::Text;
    std::size_t block = 0;   // of the page
    std::size_t row = 0;     // line of the block, or row of the table
    std::size_t column = 0;  // of the table

    std::vector<media::PixelRect> panels =
        {};  // that it stands in, with others; the outermost first

    std::uint32_t letter_height = 0;
    std::optional<media::Colour> ink;
    std::optional<media::Colour> ground;
};

// In reading order. Empty lines and cells are left out.
std::vector<Passage> passages_of(const Page& page, const Reading& reading);

// Around those words of the passage that `wanted` says yes to; around all of it without any.
template <class Wanted>
media::PixelRect box_of_words(const Passage& passage, const Reading& reading, Wanted wanted) {
    media::PixelRect box;
    for (const auto word : passage.words) {
        if (word < reading.words.size() && wanted(reading.words[word].text)) {
            box = around(box, reading.words[word].box);
        }
    }
    return box.width > 0 ? box : passage.box;
}

// What a place on the page belongs to, in words: `row "Cirrus", column "Status"` in a table, else
// `near "Rejected files"` after the text that stands to the left or above; may be empty.
std::string place_of(
    const Page& page, const std::vector<Passage>& passages, const media::PixelRect& box
);

}  // namespace fovea::reading
