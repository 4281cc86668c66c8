// The text layer of a PDF page in the form that recognised text has, so that both are laid out and
// questioned alike.
#pragma once

#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/reading/reading.hpp"

namespace fovea::reading {

// Pixels for a point: boxes are whole numbers, and a point is coarse for a small letter.
inline constexpr double kPixelsPerPoint = 4;

Reading reading_of(const media::PdfPageText& page);

}  // namespace fovea::reading
