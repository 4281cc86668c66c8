#include "fovea/media/pdf/pdf_text.hpp"

#include "fovea/media/pdf/bbox_layout.hpp"
#include "fovea/media/pdf/pdf_helper.hpp"

#include <algorithm>
#include <iterator>

namespace fovea::media {
namespace {

// One start of the program for so many pages; where somebody wants to hear how far it is, for fewer.
constexpr std::uint32_t kPagesAtOnce = 200;
constexpr std::uint32_t kPagesToTell = 25;

Result<std::vector<PdfPageText>> read_run(
    sandbox::HelperPrograms& helpers, ByteView file, const PageRun& run, const std::stop_token& stop
) {
    const auto done = TRY(run_pdf_program(
        helpers,
        {.program = "pdftotext",
         .package = "poppler-utils",
         .arguments =
             {"-bbox-layout",
              "-cropbox",
              "-enc",
              "UTF-8",
              "-f",
              std::to_string(run.first),
              "-l",
              std::to_string(run.last),
              std::string(sandbox::kHelperInput),
              "-"}},
        file,
        stop
    ));
    auto pages = read_bbox_layout(as_text(done.output), run.first);
    if (pages.size() != run.last - run.first + 1) {
        return Error{
            ErrorCode::DecodeFailed,
            "the PDF is damaged: of pages " + std::to_string(run.first) + " to " +
                std::to_string(run.last) + " only " + std::to_string(pages.size()) +
                " could be read"};
    }
    return pages;
}

}  // namespace

Result<void> check_page_count(std::size_t pages, const PdfLimits& limits) {
    if (pages == 0) return Error{ErrorCode::InvalidInput, "no page was requested"};
    if (pages > limits.max_pages) {
        return Error{
            ErrorCode::LimitExceeded,
            std::to_string(pages) + " pages were requested; the limit per call is " +
                std::to_string(limits.max_pages) + "; request fewer, for example 1-" +
                std::to_string(limits.max_pages)};
    }
    return {};
}

Result<std::vector<PdfPageText>> pdf_text(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const PdfTextRequest& request,
    const std::stop_token& stop
) {
    TRY(check_pdf(file, request.limits));
    TRY(check_page_count(request.pages.size(), request.limits));
    const auto at_once = request.progress ? kPagesToTell : kPagesAtOnce;
    std::vector<PdfPageText> all;
    for (const PageRun& run : runs_of(request.pages)) {
        for (auto first = run.first; first <= run.last; first += at_once) {
            const auto last = std::min(run.last, first + at_once - 1);
            auto pages = TRY(read_run(helpers, file, {first, last}, stop));
            std::ranges::move(pages, std::back_inserter(all));
            if (request.progress) request.progress(all.size(), request.pages.size());
        }
    }
    return all;
}

std::string plain_text(const PdfPageText& page) {
    std::string text;
    std::uint32_t block = 0;
    for (const PdfLine& line : page.lines) {
        if (!text.empty() && line.block != block) text += "\n";
        block = line.block;
        for (std::size_t i = 0; i < line.words.size(); ++i) {
            if (i > 0) text += " ";
            text += line.words[i].text;
        }
        text += "\n";
    }
    return text;
}

}  // namespace fovea::media
