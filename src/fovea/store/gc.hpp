// Removes what nobody needs any more (S6): sessions unused for some days, and blobs that no session
// names.
//
// A blob that was put a moment ago may be named by the next append, so it stays for the time of
// grace; put() starts that time anew. Even with no grace at all nothing that a session names can go:
// an append is refused while a blob that it names is being removed (removal.hpp).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/store.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::store {

enum class GcMode { Remove, DryRun };  // DryRun: says what would go, and changes nothing

struct GcSettings {
    GcMode mode = GcMode::Remove;
    Time now;
    std::chrono::milliseconds grace = std::chrono::hours(1);
    std::optional<std::chrono::days> unused_sessions = {};  // cleanup_after_days; none: they stay
};

struct GcReport {
    std::vector<std::string> sessions;  // that were deleted
    std::uint64_t blobs = 0;            // removed, besides those that went with the sessions
    std::uint64_t bytes = 0;            // of those

    bool operator==(const GcReport&) const = default;
};

Result<GcReport> collect_garbage(const Store& store, const GcSettings& settings);

}  // namespace fovea::store
