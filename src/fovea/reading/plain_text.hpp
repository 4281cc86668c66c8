// Text out of a picture's codes, made safe to print: valid UTF-8 on one line.
//
// A barcode can hold any bytes. Line ends, tabs and the separators between fields become a space;
// other control characters, marks that turn the direction of writing, and what is not UTF-8 become
// U+FFFD, so that nothing in it can move a cursor or hide behind other text.
#pragma once

#include <string>
#include <string_view>

namespace fovea::reading {

std::string plain_text(std::string_view text);

// Nothing but arrows, dots, boxes and the like (U+2190 to U+2BFF): signs, and no words.
bool is_shapes(std::string_view text);

// One of the signs that say something of what they stand before: a plus, a minus or a dash, a tick, a cross.
bool is_mark(std::string_view text);

}  // namespace fovea::reading
