#include "fovea/media/pdf/page_ranges.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

namespace fovea::media {
namespace {

constexpr std::size_t kMaxText = 4096;  // a longer list is no list that somebody wrote

std::string there_are(std::uint32_t page_count) {
    return page_count == 1 ? "the document has only page 1"
                           : "the document has pages 1 to " + std::to_string(page_count);
}

Error not_a_range(std::string_view text, std::uint32_t page_count) {
    return {
        ErrorCode::InvalidInput,
        "\"" + std::string(text.substr(0, 80)) +
            "\" is not a valid page range; write 7, 1-3 or 1-3,7 (" + there_are(page_count) + ")"};
}

// Numbers beyond 32 bits stay recognisable as numbers: they are pages that do not exist.
std::optional<std::uint64_t> number_in(std::string_view text) {
    text = trimmed(text, " ");
    std::uint64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ptr != end || text.empty()) return std::nullopt;
    if (read.ec == std::errc::result_out_of_range) return UINT64_MAX;
    return number;
}

Result<PageRun> parse_run(std::string_view part, std::uint32_t page_count) {
    const auto dash = part.find('-');
    const auto first = number_in(part.substr(0, dash));
    auto last = first;
    if (dash != part.npos) {
        const auto behind = trimmed(part.substr(dash + 1), " ");
        last = behind.empty() ? std::optional<std::uint64_t>(page_count) : number_in(behind);
    }
    if (!first || !last) return not_a_range(part, page_count);
    for (const auto page : {*first, *last}) {
        if (page >= 1 && page <= page_count) continue;
        const auto name =
            page == UINT64_MAX ? std::string(trimmed(part, " ")) : std::to_string(page);
        return Error{ErrorCode::InvalidInput, "no page " + name + ": " + there_are(page_count)};
    }
    if (*first > *last) {
        return Error{
            ErrorCode::InvalidInput,
            "the pages \"" + std::string(trimmed(part, " ")) + "\" are in the wrong order; " +
                there_are(page_count)};
    }
    return PageRun{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
}

}  // namespace

Result<PageNumbers> parse_pages(std::string_view text, std::uint32_t page_count) {
    if (trimmed(text, " ").empty() || text.size() > kMaxText) return not_a_range(text, page_count);
    std::vector<PageRun> runs;
    for (std::string_view rest = text;;) {
        const auto comma = rest.find(',');
        runs.push_back(TRY(parse_run(rest.substr(0, comma), page_count)));
        if (comma == rest.npos) break;
        rest.remove_prefix(comma + 1);
    }
    // Joined before they are spelt out, so that a thousand times "1-" costs one list.
    std::ranges::sort(runs, {}, &PageRun::first);
    PageNumbers pages;
    for (const PageRun& run : runs) {
        const auto next = pages.empty() ? run.first : std::max(run.first, pages.back() + 1);
        for (std::uint64_t page = next; page <= run.last; ++page) {
            pages.push_back(static_cast<std::uint32_t>(page));
        }
    }
    return pages;
}

PageNumbers all_pages(std::uint32_t page_count) {
    PageNumbers pages(page_count);
    std::iota(pages.begin(), pages.end(), 1U);
    return pages;
}

std::vector<PageRun> runs_of(std::span<const std::uint32_t> pages) {
    std::vector<PageRun> runs;
    for (const auto page : pages) {
        if (!runs.empty() && runs.back().last + 1 == page) {
            runs.back().last = page;
        } else {
            runs.push_back({page, page});
        }
    }
    return runs;
}

std::string page_text(std::span<const std::uint32_t> pages) {
    std::string text;
    for (const PageRun& run : runs_of(pages)) {
        if (!text.empty()) text += ",";
        text += std::to_string(run.first);
        if (run.last != run.first) text += "-" + std::to_string(run.last);
    }
    return text;
}

}  // namespace fovea::media
