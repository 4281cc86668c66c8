// What becomes of a helper program that gave no answer, or complained.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/sandbox/job_failure.hpp"

#include <string>
#include <string_view>

namespace fovea::media {

// As for a worker: whatever the file did to its helper, it cannot be decoded. `missing` is for a
// helper that is not installed.
Error helper_error(const sandbox::JobFailure& failure, ErrorCode missing);

// The last line of what a program complained, safe to show: one line, valid UTF-8, no control
// characters, without the path of its input. "PROGRAM could not read it" where it said nothing.
std::string last_words(std::string_view complaints, std::string_view program);

}  // namespace fovea::media
