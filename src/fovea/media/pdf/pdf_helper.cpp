#include "fovea/media/pdf/pdf_helper.hpp"

#include "fovea/media/image/sniff.hpp"
#include "fovea/media/small_file.hpp"
#include "fovea/media/worker/helper_error.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace fovea::media {
namespace {

constexpr int kQpdfWarned = 3;  // it wrote its output, and found something odd

// A small file on which a program works for longer was made for that.
constexpr std::chrono::seconds kSmallFileCpu{6};

bool contains_any(std::string_view text, std::span<const std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) {
        return text.find(word) != text.npos;
    });
}

// Poppler 22 and qpdf 11. A handler that neither knows (certificates, say) is a lock as well.
constexpr std::string_view kLocked[] = {
    "ncorrect password", "invalid password", "security handler", "unsupported encryption"};

// Poppler counts none, and finds then that the first is not there.
constexpr std::string_view kNoPages[] = {"the first page (1) can not be after the last page (0)"};

Error locked() {
    return {
        ErrorCode::InvalidInput,
        "the PDF is encrypted and needs a password; remove it first, for example with qpdf "
        "--password=… --decrypt in.pdf out.pdf"};
}

}  // namespace

Result<void> check_pdf(ByteView file, const PdfLimits& limits) {
    const auto found = sniff(file);
    if (found.mime != "application/pdf") {
        if (file.empty()) return refusal(found, 0);
        return Error{
            ErrorCode::UnsupportedFileType,
            "this is " + std::string(found.name) + " (" + std::string(found.mime) +
                "), not a PDF document"};
    }
    if (file.size() > limits.max_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "the PDF has " + std::to_string(file.size()) + " bytes, the limit is " +
                std::to_string(limits.max_bytes)};
    }
    return {};
}

Result<sandbox::HelperDone> run_pdf_program(
    sandbox::HelperPrograms& helpers,
    const PdfCommand& command,
    ByteView file,
    const std::stop_token& stop
) {
    sandbox::HelperCall call{
        .program = command.program,
        .package = command.package,
        .arguments = command.arguments,
        .input = file,
    };
    call.limits.max_output = command.max_output;
    if (file.size() < kSmallFile) call.limits.cpu = kSmallFileCpu;
    auto done = helpers.run(call, stop);
    if (!done) return helper_error(done.error(), ErrorCode::PdfNotSupported);
    const auto status = done.value().exit_status.value_or(0);
    const bool worked = status == 0 || (command.program == "qpdf" && status == kQpdfWarned);
    if (worked) return std::move(done).value();
    if (contains_any(done.value().complaints, kLocked)) return locked();
    if (contains_any(done.value().complaints, kNoPages)) {
        return Error{
            ErrorCode::DecodeFailed, "the PDF is damaged: it has no page that can be read"};
    }
    return Error{
        ErrorCode::DecodeFailed,
        "the PDF is damaged: " + last_words(done.value().complaints, command.program)};
}

}  // namespace fovea::media
