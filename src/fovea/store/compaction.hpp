// That earlier messages of a session go out as a summary from now on. The messages themselves stay where
// they are: the session can be shown, exported and asked about as before.
//
//     TRY(sessions.append(id, {{compaction_entry({.summary = …, .through = 41, .kept = {38}}, now)}}));
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/entry.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::store {

struct Compaction {
    std::string summary;
    std::uint64_t through = 0;        // the seq of the last message that it stands for
    std::vector<std::uint64_t> kept;  // messages before that which still go out as they are

    bool operator==(const Compaction&) const = default;
};

Entry compaction_entry(const Compaction& compaction, Time time);

// InvalidInput for an entry of another kind or form.
Result<Compaction> compaction_of(const Entry& entry);

}  // namespace fovea::store
