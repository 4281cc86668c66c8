#include "fovea/media/pdf/pages_to_see.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/media/pdf/pdf_helper.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace fovea::media {
namespace {

// A page that says more than this has its text in the layer, whatever lies behind it.
constexpr std::size_t kFewWords = 40;
constexpr double kCovered = 0.5;  // of the page

// One letter of so many may be lost: bullets often are. Where the letters are numbers of shapes, the
// blank is among the lost ones, and it is every sixth.
constexpr std::size_t kLostOf = 12;

std::size_t count_words(const PdfPageText& page) {
    std::size_t words = 0;
    for (const PdfLine& line : page.lines) words += line.words.size();
    return words;
}

// For private use, or no character at all.
bool means_nothing(char32_t code) {
    return code == 0xFFFD || (code >= 0x80 && code < 0xA0) || (code >= 0xE000 && code < 0xF900) ||
           code >= 0xF0000;
}

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.empty()) return fields;
        const auto end = std::min(line.find(' '), line.size());
        fields.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

std::optional<double> number_in(std::string_view field) {
    double number = 0;
    const auto* const end = field.data() + field.size();
    const auto read = std::from_chars(field.data(), end, number);
    const bool whole = read.ec == std::errc() && read.ptr == end;
    return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

}  // namespace

bool has_readable_text(const PdfPageText& page) {
    std::size_t letters = 0;
    std::size_t lost = 0;
    for (const PdfLine& line : page.lines) {
        for (const PdfWord& word : line.words) {
            for (std::string_view rest = word.text; !rest.empty();) {
                const auto letter = first_character(rest);
                rest.remove_prefix(letter.bytes);
                ++letters;
                if (means_nothing(letter.code)) ++lost;
            }
        }
    }
    return letters > 0 && lost * kLostOf <= letters;
}

// "   1     0 image    1240  1754  gray    1   8  jpeg   no         4  0   150   150 84.7K 4.0%"
std::map<std::uint32_t, double> read_picture_areas(std::string_view printed) {
    constexpr std::size_t kWidth = 3;
    constexpr std::size_t kFields = 16;  // a picture within the page's own stream has one less
    std::map<std::uint32_t, double> areas;
    while (!printed.empty()) {
        const auto end = std::min(printed.find('\n'), printed.size());
        const auto fields = fields_of(printed.substr(0, end));
        printed.remove_prefix(std::min(end + 1, printed.size()));
        if (fields.size() + 1 < kFields || fields[2] == "smask") continue;
        const auto page = number_in(fields[0]);
        const auto width = number_in(fields[kWidth]);
        const auto height = number_in(fields[kWidth + 1]);
        const auto across = number_in(fields[fields.size() - 4]);  // pixels to the inch
        const auto down = number_in(fields[fields.size() - 3]);
        if (!page || !width || !height || !across || !down) continue;
        if (*page < 1 || *page > 1e9 || *across < 1 || *down < 1) continue;
        areas[static_cast<std::uint32_t>(*page)] += *width / *across * *height / *down * 72 * 72;
    }
    return areas;
}

Result<PageNumbers> pages_to_see(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    std::span<const PdfPageText> texts,
    const std::stop_token& stop
) {
    PageNumbers doubtful;
    for (const PdfPageText& page : texts) {
        if (has_readable_text(page) && count_words(page) <= kFewWords) {
            doubtful.push_back(page.page);
        }
    }
    std::map<std::uint32_t, double> areas;
    for (const PageRun& run : runs_of(doubtful)) {
        const auto listed = TRY(run_pdf_program(
            helpers,
            {.program = "pdfimages",
             .package = "poppler-utils",
             .arguments =
                 {"-list",
                  "-f",
                  std::to_string(run.first),
                  "-l",
                  std::to_string(run.last),
                  std::string(sandbox::kHelperInput)},
             .max_output = 4u << 20},
            file,
            stop
        ));
        areas.merge(read_picture_areas(as_text(listed.output)));
    }
    PageNumbers seen;
    for (const PdfPageText& page : texts) {
        const auto area = areas.find(page.page);
        const bool covered =
            area != areas.end() && area->second >= kCovered * page.width * page.height;
        if (covered || !has_readable_text(page)) seen.push_back(page.page);
    }
    return seen;
}

}  // namespace fovea::media
