// Runs one of the PDF programs on a document and says in our words what it said in its own.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/pdf/pdf_limits.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::media {

struct PdfCommand {
    std::string program;
    std::string package;
    std::vector<std::string> arguments;
    std::size_t max_output = 64u << 20;
};

// By its first bytes and its size: UnsupportedFileType, FileTooLarge.
Result<void> check_pdf(ByteView file, const PdfLimits& limits);

// InvalidInput when the document wants a password, DecodeFailed when it is damaged or was too much
// for the program, PdfNotSupported when the program is not installed.
Result<sandbox::HelperDone> run_pdf_program(
    sandbox::HelperPrograms& helpers,
    const PdfCommand& command,
    ByteView file,
    const std::stop_token& stop
);

}  // namespace fovea::media
