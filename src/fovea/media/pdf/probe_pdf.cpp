#include "fovea/media/pdf/probe_pdf.hpp"

#include "fovea/media/pdf/pdf_helper.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

constexpr double kMaxSide = 1e7;  // points; a page of 3 km

// Walks over the words of a line.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) {}

    std::string_view next() {
        const auto start = std::min(rest_.find_first_not_of(' '), rest_.size());
        rest_.remove_prefix(start);
        const auto word = rest_.substr(0, std::min(rest_.find(' '), rest_.size()));
        rest_.remove_prefix(word.size());
        return word;
    }

    template <class Number>
    std::optional<Number> number() {
        const auto word = next();
        Number value{};
        const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
        if (read.ec != std::errc() || read.ptr != word.data() + word.size()) return std::nullopt;
        return value;
    }

private:
    std::string_view rest_;
};

bool is_side(std::optional<double> side) {
    return side && std::isfinite(*side) && *side > 0 && *side < kMaxSide;
}

// "Page    3 size:  595.92 x 842.88 pts (A4)", and "Page    3 rot:   90" behind it.
void read_page_line(Words words, PdfInfo& info) {
    const auto page = words.number<std::uint32_t>();
    const auto what = words.next();
    if (!page || *page == 0 || *page > kMaxPageSizes) return;
    if (what == "size:") {
        const auto width = words.number<double>();
        words.next();
        const auto height = words.number<double>();
        if (*page != info.sizes.size() + 1 || !is_side(width) || !is_side(height)) return;
        info.sizes.push_back({*width, *height});
    } else if (what == "rot:" && *page == info.sizes.size()) {
        const auto turn = words.number<int>();
        auto& size = info.sizes.back();
        if (turn == 90 || turn == 270) std::swap(size.width, size.height);
    }
}

// Whether the list of objects is where the file's last lines say. Poppler looks for the objects
// itself where it is not, without a word.
bool has_object_list(std::string_view file) {
    constexpr std::string_view kStart = "startxref";
    const auto start = file.rfind(kStart);
    if (start == file.npos) return false;
    auto rest = file.substr(start + kStart.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \r\n"), rest.size()));
    std::size_t offset = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), offset);
    if (read.ec != std::errc() || offset >= file.size()) return false;
    auto list = file.substr(offset);
    list.remove_prefix(std::min(list.find_first_not_of(" \r\n"), list.size()));
    if (list.starts_with("xref")) return true;
    Words words(list.substr(0, 40));  // or a stream: "12 0 obj"
    const bool numbered = words.number<std::uint32_t>() && words.number<std::uint32_t>();
    return numbered && words.next().starts_with("obj");
}

}  // namespace

Result<PdfInfo> read_pdf_info(std::string_view printed) {
    PdfInfo info;
    std::optional<std::uint32_t> pages;
    while (!printed.empty()) {
        const auto end = std::min(printed.find('\n'), printed.size());
        Words words(printed.substr(0, end));
        printed.remove_prefix(std::min(end + 1, printed.size()));
        // The document's title and author are printed first, and may hold line breaks and lies; what
        // comes last is what the program found itself.
        const auto name = words.next();
        if (name == "Pages:") {
            pages = words.number<std::uint32_t>();
            info.sizes.clear();
        }
        if (name == "Encrypted:") info.encrypted = words.next() == "yes";
        if (name == "Page") read_page_line(words, info);
    }
    if (!pages || *pages == 0) return Error{ErrorCode::DecodeFailed, "the PDF has no pages"};
    info.pages = *pages;
    if (info.sizes.size() != std::min(info.pages, kMaxPageSizes)) {
        return Error{
            ErrorCode::DecodeFailed,
            "the PDF is damaged: it claims " + std::to_string(info.pages) + " pages, and only " +
                std::to_string(info.sizes.size()) + " have a size"};
    }
    return info;
}

Result<PdfInfo> probe_pdf(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const PdfLimits& limits,
    const std::stop_token& stop
) {
    TRY(check_pdf(file, limits));
    const auto done = TRY(run_pdf_program(
        helpers,
        {.program = "pdfinfo",
         .package = "poppler-utils",
         .arguments =
             {"-f",
              "1",
              "-l",
              std::to_string(kMaxPageSizes),
              "-enc",
              "UTF-8",
              std::string(sandbox::kHelperInput)},
         .max_output = 4u << 20},
        file,
        stop
    ));
    auto info = TRY(read_pdf_info(as_text(done.output)));
    // Offsets count from the header, which may have something before it; some count from the file.
    const auto text = as_text(file);
    const auto header = std::min(text.find("%PDF-"), text.size());
    info.repaired = !has_object_list(text.substr(header)) && !has_object_list(text);
    return info;
}

}  // namespace fovea::media
