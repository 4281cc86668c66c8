// session.json of a bundle, both ways.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/entry.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::store {

struct BundledSession {
    std::string id;
    Time created;
    std::vector<Entry> entries;  // in order; their seq is their place

    bool operator==(const BundledSession&) const = default;
};

Result<std::string> to_bundle_text(const BundledSession& session);

// InvalidInput with the place, for whatever to_bundle_text() does not write.
Result<BundledSession> bundle_from_text(std::string_view text);

}  // namespace fovea::store
