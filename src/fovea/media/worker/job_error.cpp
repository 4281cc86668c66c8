#include "fovea/media/worker/job_error.hpp"

namespace fovea::media {

Error to_error(const sandbox::JobFailure& failure) {
    using Cause = sandbox::FailureCause;
    switch (failure.cause) {
        case Cause::Crashed:
        case Cause::TimedOut:
        case Cause::OutOfMemory:
        case Cause::PolicyViolation:
        case Cause::Killed:
        case Cause::ProtocolError:
            return {ErrorCode::DecodeFailed, "the decoder was stopped: " + failure.detail};
        case Cause::Cancelled: return {ErrorCode::Cancelled, "cancelled"};
        case Cause::CannotStart:
        case Cause::NotInstalled:
        case Cause::InvalidJob: return {ErrorCode::Internal, failure.detail};
    }
    return {ErrorCode::Internal, failure.detail};
}

}  // namespace fovea::media
