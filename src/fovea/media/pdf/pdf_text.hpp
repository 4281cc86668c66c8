// The text that a PDF document carries, word by word with its place on the page (M9).
//
//     const auto pages = TRY(pdf_text(helpers, file, {.pages = {120, 121}}, stop));
//     pages[0].lines[0].words[0].text;       plain_text(pages[0]);
//
// Places are points from the top left of the page as it is shown; a picture of the page drawn at
// `dpi` has them at dpi / 72 times that. A scanned page has no text: its list is empty, and one has
// to look at its picture.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/pdf_limits.hpp"
#include "fovea/media/progress.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::media {

struct PdfBox {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    bool operator==(const PdfBox&) const = default;
};

struct PdfWord {
    std::string text;  // valid UTF-8
    PdfBox box;

    bool operator==(const PdfWord&) const = default;
};

struct PdfLine {
    std::uint32_t block = 0;  // lines of one paragraph or cell have the same number
    std::vector<PdfWord> words;

    bool operator==(const PdfLine&) const = default;
};

struct PdfPageText {
    std::uint32_t page = 0;
    double width = 0;  // points
    double height = 0;
    std::vector<PdfLine> lines;  // in reading order

    bool operator==(const PdfPageText&) const = default;
};

struct PdfTextRequest {
    PageNumbers pages;  // as parse_pages() gives them
    PdfLimits limits = {};
    Progress progress = {};
};

Result<std::vector<PdfPageText>> pdf_text(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const PdfTextRequest& request,
    const std::stop_token& stop = {}
);

// Words with a space between, lines on lines of their own, an empty line between blocks.
std::string plain_text(const PdfPageText& page);

// LimitExceeded for more pages than one call may have, InvalidInput for none.
Result<void> check_page_count(std::size_t pages, const PdfLimits& limits);

}  // namespace fovea::media
