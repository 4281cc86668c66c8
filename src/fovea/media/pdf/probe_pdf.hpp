// What a PDF document is, without drawing anything of it (M9).
//
//     const PdfInfo info = TRY(probe_pdf(helpers, file, {}, stop));
//     info.pages;  info.sizes[0].width;
//
// Damaged and locked are told apart: DecodeFailed, and InvalidInput that says how to take a password
// off. A document that only forbids printing or copying opens.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/pdf/pdf_limits.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace fovea::media {

// Of the page as it is shown, upright; in points, 72 to the inch.
struct PdfPageSize {
    double width = 0;
    double height = 0;

    bool operator==(const PdfPageSize&) const = default;
};

// More sizes are not asked for: a file of some bytes can claim millions of pages.
inline constexpr std::uint32_t kMaxPageSizes = 5000;

struct PdfInfo {
    std::uint32_t pages = 0;
    bool encrypted = false;          // but opens without a password
    bool repaired = false;           // its list of objects was broken; some pages may be lost
    std::vector<PdfPageSize> sizes;  // of the first kMaxPageSizes pages

    bool operator==(const PdfInfo&) const = default;
};

Result<PdfInfo> probe_pdf(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const PdfLimits& limits = {},
    const std::stop_token& stop = {}
);

// What pdfinfo printed; for tests and the fuzzer.
Result<PdfInfo> read_pdf_info(std::string_view printed);

}  // namespace fovea::media
