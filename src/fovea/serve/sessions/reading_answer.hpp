// What stands on a picture, as an answer: the same bytes give the same words.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/serve/http/route.hpp"
#include "fovea/serve/sessions/desk.hpp"

namespace fovea::serve {

// As local/ocr reads it.
Result<Response> answer_with_reading(
    SessionDesk& desk, const content::ImageBlock& image, const std::stop_token& stop
);

// As the page of a document says it itself; `size` is that of its picture.
Response answer_with_text(const media::PdfPageText& page, media::PixelSize size);

}  // namespace fovea::serve
