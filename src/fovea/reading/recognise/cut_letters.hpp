// Letters that run over the edge of a picture: what is read of them may be the rest of a longer word.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/word.hpp"

#include <span>

namespace fovea::reading {

// Sets Word::cut of those words of a line whose letters reach the outermost pixels of the picture.
void mark_cut_letters(
    const media::Picture& picture, const media::TextLine& line, std::span<Word> words
);

}  // namespace fovea::reading
