// The pages of a stored document as local/ocr reads them (P5): from the text layer, and from a picture
// of the page where there is none.
//
//     const auto read = [&](const content::ImageBlock& page) { return local.read(page, …); };
//     for (const ReadPage& page : TRY(read_pages(document, pages, read, {}, stop))) use(page.reading);
//
// No page is drawn whose text is in the document. LimitExceeded for more than kMaxReadPages, or for more
// pages that have to be drawn than one call takes (media::PdfLimits).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/reading/reading.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace fovea::delivery {

inline constexpr std::uint32_t kMaxReadPages = 2000;

struct ReadPage {
    std::uint32_t page = 0;
    reading::Reading reading;
    double points_per_pixel = 1;  // of the reading's boxes
};

using ReadPicture = std::function<Result<reading::Reading>(const content::ImageBlock& page)>;

Result<std::vector<ReadPage>> read_pages(
    const StoredDocument& document,
    const media::PageNumbers& pages,
    const ReadPicture& read,
    const media::Progress& progress,
    const std::stop_token& stop
);

}  // namespace fovea::delivery
