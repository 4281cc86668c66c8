// Which pages somebody means: "7", "1-3", "1-3,7", "5-" (to the end).
//
//     const auto pages = TRY(parse_pages("1-3,7", info.pages));     // 1 2 3 7
//
// Pages count from 1. The result is sorted and has each page once. What is no range, and what lies
// outside of the document, is InvalidInput that names the pages there are.
#pragma once

#include "fovea/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::media {

using PageNumbers = std::vector<std::uint32_t>;

Result<PageNumbers> parse_pages(std::string_view text, std::uint32_t page_count);

// 1 to page_count.
PageNumbers all_pages(std::uint32_t page_count);

struct PageRun {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    bool operator==(const PageRun&) const = default;
};

// Neighbours together: 1 2 3 7 is 1-3 and 7. Of sorted pages.
std::vector<PageRun> runs_of(std::span<const std::uint32_t> pages);

// Back into text: "1-3,7".
std::string page_text(std::span<const std::uint32_t> pages);

}  // namespace fovea::media
