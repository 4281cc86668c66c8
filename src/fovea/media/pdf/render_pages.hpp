// Pages of a PDF document as pictures (M9).
//
//     TRY(render_pages(helpers, file, info, {.pages = {120, 121}}, [&](RenderedPage page) {
//         return keep(page.png);
//     }, stop));
//
// Each page is drawn at the resolution at which it just fits: large enough for the target's longest
// edge, never finer than max_dpi. The pictures are PNG and go through the same door as any other
// picture. One page is in memory at a time.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/pdf_limits.hpp"
#include "fovea/media/pdf/probe_pdf.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace fovea::media {

struct RenderRequest {
    PageNumbers pages;  // as parse_pages() gives them
    std::uint32_t max_edge = 1568;
    std::uint64_t max_pixels = 4'000'000;  // of one page
    double max_dpi = 300;                  // finer shows no more than paper does
    PdfLimits limits = {};
};

struct RenderedPage {
    std::uint32_t page = 0;
    double dpi = 0;  // a point of the page is dpi / 72 pixels
    PixelSize size;
    Bytes png;
};

// Called for each page in turn; an error from it ends the work and is returned.
using OnPage = std::function<Result<void>(RenderedPage)>;

// The document's info comes from probe_pdf().
Result<void> render_pages(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const PdfInfo& info,
    const RenderRequest& request,
    const OnPage& on_page,
    const std::stop_token& stop = {}
);

// The longest edge in pixels that a page of this size gets.
std::uint32_t edge_for(const PdfPageSize& page, const RenderRequest& request);

}  // namespace fovea::media
