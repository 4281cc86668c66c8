#include "fovea/gateway/way/refusals.hpp"

#include "fovea/providers/ask_again.hpp"
#include "fovea/providers/dialects.hpp"

namespace fovea::gateway {
namespace {

using Kind = providers::FailureKind;

bool is_about_files(int status, const Found& found) {
    if (found.images == 0 && found.documents == 0) return false;
    return status == 400 || status == 404 || status == 413 || status == 415 || status == 422 ||
           status == 500;
}

bool is_busy(int status) {
    return status == 408 || status == 409 || status == 429 || status >= 500;
}

// A request with files can be made to fit.
bool may_fit(const providers::WireFailure& failure, int status) {
    if (failure.limit || status == 413) return true;
    return failure.kind == Kind::ImageRejected || failure.kind == Kind::TooLarge ||
           failure.kind == Kind::Unsupported || failure.kind == Kind::BadRequest;
}

// Another server may answer where this one cannot.
bool is_of_this_server(Kind kind) {
    return kind == Kind::RateLimited || kind == Kind::Quota || kind == Kind::Transient ||
           kind == Kind::Unreachable;
}

}  // namespace

bool may_be_mended(int status, const Found& found) {
    return is_about_files(status, found) || is_busy(status);
}

Remedy remedy_for(const Refused& refused) {
    const auto status = refused.head.status;
    const auto dialect = providers::make_dialect(refused.kind);
    if (!dialect.ok()) return {};
    providers::Headers headers;
    for (const auto& [name, value] : refused.head.headers) headers.emplace_back(name, value);
    const auto failure = dialect.value()->read_failure(status, headers, std::string(refused.said));
    if (is_about_files(status, refused.found) && may_fit(failure, status)) return {.is_turn = true};
    if (refused.has_other_routes && is_of_this_server(failure.kind)) return {.is_turn = true};
    return {
        .wait = providers::wait_after_refusal(
            kPassedRetries,
            refused.retries,
            {.status = status, .headers = refused.head.headers},
            failure,
            std::chrono::system_clock::now(),
            refused.dice
        )};
}

}  // namespace fovea::gateway
