// A PDF document of some pages of another, for models that take documents but not so many pages
// (M9).
//
//     const Bytes small = TRY(cut_pages(helpers, file, {.pages = {120, 121}}, stop));
//
// The pages keep their text, fonts and pictures; outlines, scripts, attachments and restrictions on
// copying stay behind. The same pages give the same bytes. qpdf runs as a program in the cage and not
// as a library in a worker: the cage is there for poppler anyway, and C++ over hostile bytes is best
// in a process that ends after each document.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/pdf_limits.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <cstddef>
#include <stop_token>

namespace fovea::media {

struct CutRequest {
    PageNumbers pages;                  // as parse_pages() gives them
    std::size_t max_bytes = 32u << 20;  // of the result; more is FileTooLarge
    PdfLimits limits = {};
};

Result<Bytes> cut_pages(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const CutRequest& request,
    const std::stop_token& stop = {}
);

}  // namespace fovea::media
