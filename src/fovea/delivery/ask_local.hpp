// A turn for local/ocr, which reads and does not converse: it gets the files of the newest message that
// has any, as originals, and the person's last words as the question.
//
// Pictures alone are told as `fovea describe` tells them. Where documents are among them, pages and
// pictures are told as one thing, page by page, from the text layer first (read_pages.hpp).
#pragma once

#include "fovea/delivery/deliver.hpp"

#include <stop_token>

namespace fovea::delivery {

// Failed when there is nothing to read, or nothing of it can be read; a file that cannot be read among
// others that can is named in the answer.
Result<Delivered, Failed> ask_local(
    const Conversation& conversation,
    const Services& services,
    const Options& options,
    const Events& events,
    const std::stop_token& stop
);

}  // namespace fovea::delivery
