#include "fovea/analysis/citations.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace fovea::analysis {
namespace {

using std::chrono::milliseconds;

// A number at the beginning, taken away from the text.
std::optional<std::uint32_t> take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end == text.data()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool take(std::string_view& text, std::string_view word) {
    if (text.size() < word.size()) return false;
    const auto same = std::ranges::equal(text.substr(0, word.size()), word, [](char a, char b) {
        return a == b || (a >= 'A' && a <= 'Z' && a + ('a' - 'A') == b);
    });
    if (same) text.remove_prefix(word.size());
    return same;
}

// "page 3", "pages 3-5", "p. 3"; the pages themselves.
std::vector<std::uint32_t> pages_in(std::string_view text) {
    if (!take(text, "pages ") && !take(text, "page ") && !take(text, "pp. ") &&
        !take(text, "p. ")) {
        return {};
    }
    std::vector<std::uint32_t> pages;
    while (const auto first = take_number(text)) {
        pages.push_back(*first);
        if (take(text, "-") || take(text, "\u2013")) {
            const auto last = take_number(text);
            if (!last || *last < *first || *last - *first > 100) return {};
            for (auto page = *first + 1; page <= *last; ++page) pages.push_back(page);
        }
        if (!take(text, ", ") && !take(text, ",")) break;
    }
    if (!text.empty()) return {};
    return pages;
}

// "5:02", "1:05:02.5"
std::optional<milliseconds> time_in(std::string_view text) {
    std::uint64_t seconds = 0;
    int parts = 0;
    for (; parts < 3; ++parts) {
        const auto number = take_number(text);
        if (!number || (parts > 0 && *number > 59)) return std::nullopt;
        seconds = seconds * 60 + *number;
        if (!take(text, ":")) break;
    }
    if (parts == 0 || parts == 3) return std::nullopt;
    std::uint64_t thousandths = 0;
    if (take(text, ".")) {
        std::uint64_t unit = 100;
        for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1)) {
            thousandths += unit * static_cast<std::uint64_t>(text[0] - '0');
            unit /= 10;
        }
    }
    if (!text.empty()) return std::nullopt;
    return milliseconds(seconds * 1000 + thousandths);
}

void add(std::vector<Citation>& to, Citation citation) {
    if (std::ranges::find(to, citation) == to.end()) to.push_back(std::move(citation));
}

}  // namespace

std::vector<Citation> read_citations(std::string_view text, const Citable& citable) {
    constexpr std::size_t kLongest = 40;
    std::vector<Citation> found;
    for (auto at = text.find('['); at != text.npos; at = text.find('[', at + 1)) {
        const auto end = text.substr(at, kLongest).find(']');
        if (end == text.npos) continue;
        const auto inside = text.substr(at + 1, end - 1);
        if (const auto* document = citable.document ? &*citable.document : nullptr) {
            for (const auto page : pages_in(inside)) {
                const bool exists = std::ranges::find(citable.pages, page) != citable.pages.end();
                if (exists) add(found, {.file = *document, .page = page});
            }
        }
        if (!citable.video) continue;
        const auto time = time_in(inside);
        if (time && *time <= citable.duration) add(found, {.file = *citable.video, .time = *time});
    }
    return found;
}

std::vector<Citation> cite_boxes(
    std::span<const content::LabelledBox> boxes, std::span<const Origin> origins
) {
    std::vector<Citation> citations;
    for (const auto& seen : boxes) {
        if (seen.image >= origins.size()) continue;
        const auto& origin = origins[seen.image];
        const auto unit = [&](std::uint32_t pixels) { return pixels * origin.scale; };
        citations.push_back(
            {.file = origin.file,
             .page = origin.page,
             .time = origin.time,
             .box =
                 std::array{
                     unit(seen.box.x),
                     unit(seen.box.y),
                     unit(seen.box.x + seen.box.width),
                     unit(seen.box.y + seen.box.height)},
             .label = seen.label}
        );
    }
    return citations;
}

}  // namespace fovea::analysis
