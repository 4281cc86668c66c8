// How many pictures were shown on each day, and what they reached the model as in that turn.
//
//     PicturesByDay pictures;
//     pictures.add_session(entries, brought);      // of each session, from its first entry on
//     pictures.counts();                           // {"2026-03-01", "pixels"} -> 4
//
// A picture counts once for each turn that it was attached or brought by a tool in; "dropped" where it is
// not sent any more by the end of that turn.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/entry.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace fovea::serve {

class PicturesByDay {
public:
    using Counts = std::map<std::pair<std::string, std::string>, std::uint64_t>;

    // Entries up to `brought` came with a branch or a bundle: they were counted elsewhere.
    Result<void> add_session(std::span<const store::Entry> entries, std::uint64_t brought);

    const Counts& counts() const { return counts_; }

private:
    Counts counts_;
};

}  // namespace fovea::serve
