#include "fovea/gateway/way/refusals.hpp"

#include "fovea/providers/dialects.hpp"

namespace fovea::gateway {

bool may_be_healed(int status, const Found& found, bool has_other_routes) {
    const bool has_files = found.images > 0 || found.documents > 0;
    if (has_files && (status == 400 || status == 404 || status == 413 || status == 415 ||
                      status == 422 || status == 500)) {
        return true;
    }
    return has_other_routes && (status == 429 || status >= 500);
}

bool is_healable(
    std::string_view kind,
    const net::ResponseHead& head,
    const std::string& said,
    bool has_other_routes
) {
    const auto dialect = providers::make_dialect(kind);
    if (!dialect.ok()) return false;
    providers::Headers headers;
    for (const auto& [name, value] : head.headers) headers.emplace_back(name, value);
    const auto failure = dialect.value()->read_failure(head.status, headers, said);
    using Kind = providers::FailureKind;
    if (failure.limit || head.status == 413) return true;
    switch (failure.kind) {
        case Kind::ImageRejected:
        case Kind::TooLarge:
        case Kind::Unsupported:
        case Kind::BadRequest: return true;
        case Kind::RateLimited:
        case Kind::Quota:
        case Kind::Transient:
        case Kind::Unreachable: return has_other_routes;
        case Kind::Auth:
        case Kind::Stream:
        case Kind::NotFound:
        case Kind::Garbled:
        case Kind::TimedOut:
        case Kind::Cancelled:
        case Kind::Unsent: return false;
    }
    return false;
}

}  // namespace fovea::gateway
