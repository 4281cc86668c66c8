// Which pages of a document have to be looked at, because their text is not in the text layer (M9):
//
// - pages without any text, or with letters that mean nothing (a font that does not say which letters
//   its shapes are);
// - pages with little text that are covered by a picture: a scan with a stamp or an app's name on it.
//
//     const auto seen = TRY(pages_to_see(helpers, file, texts, stop));   // 2 5
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <map>
#include <span>
#include <stop_token>
#include <string_view>

namespace fovea::media {

// Sorted, as the texts are.
Result<PageNumbers> pages_to_see(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    std::span<const PdfPageText> texts,
    const std::stop_token& stop = {}
);

// Whether most of what a page says can be read.
bool has_readable_text(const PdfPageText& page);

// By page, the square points that its pictures cover, as `pdfimages -list` prints them. For tests.
std::map<std::uint32_t, double> read_picture_areas(std::string_view printed);

}  // namespace fovea::media
