#include "fovea/delivery/read_pages.hpp"

#include "fovea/media/pdf/page_reading.hpp"

#include <algorithm>
#include <utility>

namespace fovea::delivery {
namespace {

constexpr std::uint32_t kReadEdge = 2200;  // 200 dpi of a page: small print is still letters

}  // namespace

Result<std::vector<ReadPage>> read_pages(
    const StoredDocument& document,
    const media::PageNumbers& pages,
    const ReadPicture& read,
    const media::Progress& progress,
    const std::stop_token& stop
) {
    const auto texts = TRY(document.text(pages, progress, stop));
    media::PageNumbers scanned;
    for (const auto& page : texts) {
        if (page.lines.empty()) scanned.push_back(page.page);
    }
    auto pictures = TRY(document.pictures(scanned, kReadEdge, {}, stop));
    std::vector<ReadPage> all;
    for (const auto& text : texts) {
        const auto picture = std::ranges::find(pictures, text.page, &PagePicture::page);
        if (picture == pictures.end()) {
            all.push_back({text.page, media::reading_of(text), 1 / media::kPixelsPerPoint});
            continue;
        }
        all.push_back({text.page, TRY(read(picture->image)), 72.0 / std::max(picture->dpi, 1.0)});
        if (progress) progress(all.size(), texts.size());
    }
    return all;
}

}  // namespace fovea::delivery
