// What becomes of a job without an answer. Whatever the file did to its worker, for the caller it
// is a picture that cannot be decoded; only a missing or unprotected worker is our own failure.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/sandbox/job_failure.hpp"

namespace fovea::media {

Error to_error(const sandbox::JobFailure& failure);

}  // namespace fovea::media
