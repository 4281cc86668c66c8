#include "fovea/delivery/read_pages.hpp"

#include "fovea/media/pdf/pages_to_see.hpp"
#include "fovea/reading/page_reading.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fovea::delivery {
namespace {

constexpr std::uint32_t kReadEdge = 2200;  // 200 dpi of a page: small print is still letters

constexpr std::size_t kTextPagesAtOnce = 100;

Result<std::vector<media::PdfPageText>> read_text(
    const StoredDocument& document,
    const media::PageNumbers& pages,
    const media::Progress& progress,
    const std::stop_token& stop
) {
    TRY(media::check_page_count(pages.size(), {.max_pages = kMaxReadPages}));
    std::vector<media::PdfPageText> texts;
    for (std::size_t first = 0; first < pages.size(); first += kTextPagesAtOnce) {
        const auto last = std::min(first + kTextPagesAtOnce, pages.size());
        const media::PageNumbers some(
            pages.begin() + static_cast<std::ptrdiff_t>(first),
            pages.begin() + static_cast<std::ptrdiff_t>(last)
        );
        media::Progress tell;
        if (progress) {
            tell = [&](std::size_t done, std::size_t) { progress(first + done, pages.size()); };
        }
        std::ranges::move(TRY(document.text(some, tell, stop)), std::back_inserter(texts));
    }
    return texts;
}

std::size_t count_words(const media::PdfPageText& page) {
    std::size_t words = 0;
    for (const auto& line : page.lines) words += line.words.size();
    return words;
}

}  // namespace

Result<std::vector<ReadPage>> read_pages(
    const StoredDocument& document,
    const media::PageNumbers& pages,
    const ReadPicture& read,
    const media::Progress& progress,
    const std::stop_token& stop
) {
    const auto texts = TRY(read_text(document, pages, progress, stop));
    const auto seen = TRY(document.to_see(texts, stop));
    const auto pictures = TRY(document.pictures(seen, kReadEdge, {}, stop));
    std::vector<ReadPage> all;
    for (const auto& text : texts) {
        const auto picture = std::ranges::find(pictures, text.page, &PagePicture::page);
        if (picture == pictures.end()) {
            all.push_back({text.page, reading::reading_of(text), 1 / reading::kPixelsPerPoint});
            continue;
        }
        auto reading = TRY(read(picture->image));
        // A drawing with few words in it: the layer has them exactly.
        if (reading.words.size() <= count_words(text) && media::has_readable_text(text)) {
            all.push_back({text.page, reading::reading_of(text), 1 / reading::kPixelsPerPoint});
        } else {
            const auto scale = 72.0 / std::max(picture->dpi, 1.0);
            all.push_back({text.page, std::move(reading), scale});
        }
        if (progress) progress(all.size(), texts.size());
    }
    return all;
}

}  // namespace fovea::delivery
