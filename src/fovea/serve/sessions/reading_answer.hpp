// What local/ocr reads on a picture, as an answer: the same bytes give the same words.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/serve/http/route.hpp"
#include "fovea/serve/sessions/desk.hpp"

namespace fovea::serve {

Result<Response> answer_with_reading(
    SessionDesk& desk, const content::ImageBlock& image, const std::stop_token& stop
);

}  // namespace fovea::serve
