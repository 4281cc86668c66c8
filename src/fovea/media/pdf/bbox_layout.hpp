// Reads what `pdftotext -bbox-layout` writes: <page>, <flow>, <block>, <line> and <word> with their
// boxes. Not a reader of XML: the words come from a hostile document, and what does not look like
// poppler's own lines is passed over.
#pragma once

#include "fovea/media/pdf/pdf_text.hpp"

#include <string_view>
#include <vector>

namespace fovea::media {

// One entry for each <page>, in the order found; the first gets the number `first_page`.
std::vector<PdfPageText> read_bbox_layout(std::string_view written, std::uint32_t first_page);

}  // namespace fovea::media
