// How a command ends that could not do its work.
#pragma once

#include "fovea/base/error.hpp"

#include <string_view>

namespace fovea::cli {

int exit_code_of(ErrorCode code);

// Says what went wrong, as JSON on stdout or as a sentence on stderr; returns the exit code.
//
//     fovea sessions show: FILE_NOT_FOUND: there is no session k3v9ab
int report_failure(std::string_view command, const Error& error, bool as_json);

// The same of a command that was not understood, with the place to read on; exit 64.
//
//     fovea describe: --question must not be empty
//     Try fovea describe --help.
int report_usage(std::string_view command, std::string_view problem, bool as_json);

}  // namespace fovea::cli
