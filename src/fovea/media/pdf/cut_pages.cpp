#include "fovea/media/pdf/cut_pages.hpp"

#include "fovea/media/pdf/pdf_helper.hpp"
#include "fovea/media/pdf/pdf_text.hpp"

#include <string>
#include <utility>

namespace fovea::media {

Result<Bytes> cut_pages(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const CutRequest& request,
    const std::stop_token& stop
) {
    TRY(check_pdf(file, request.limits));
    TRY(check_page_count(request.pages.size(), request.limits));
    // From an empty document, because one that starts from the whole keeps whatever its outline and
    // its forms refer to, which may be every page.
    auto done = TRY(run_pdf_program(
        helpers,
        {.program = "qpdf",
         .package = "qpdf",
         .arguments =
             {"--empty",
              "--deterministic-id",
              "--object-streams=generate",
              "--pages",
              std::string(sandbox::kHelperInput),
              page_text(request.pages),
              "--",
              "-"}},
        file,
        stop
    ));
    if (!as_text(done.output).starts_with("%PDF-")) {
        return Error{ErrorCode::DecodeFailed, "the PDF is damaged: pages could not be extracted"};
    }
    if (done.output.size() > request.max_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "pages " + page_text(request.pages) + " alone have " +
                std::to_string(done.output.size()) + " bytes, the limit is " +
                std::to_string(request.max_bytes)};
    }
    return std::move(done.output);
}

}  // namespace fovea::media
