// A file as it is and as it would be: shown to a person, written, and put back.
//
//     print(change_text(change));
//     TRY(apply(change));      // what was there before is kept beside it
//     TRY(undo(back));         // and is not any more
#pragma once

#include "fovea/base/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace fovea::gateway {

struct FileChange {
    std::filesystem::path path;
    std::optional<std::string> before = {};  // none: there is no such file
    std::optional<std::string> after = {};   // none: there is none afterwards

    bool operator==(const FileChange&) const = default;
};

// None: there is no such file.
std::optional<std::string> read_text(const std::filesystem::path& path);

// Where what was there before is kept (".before-fovea"; empty: nothing was).
std::filesystem::path backup_of(const std::filesystem::path& path);

// What a person reads of a change: its lines that are new, and those that go.
std::string change_text(const FileChange& change);

// Writes it, with what was there before beside it.
Result<void> apply(const FileChange& change);
// The same the other way: what was kept goes.
Result<void> undo(const FileChange& change);

}  // namespace fovea::gateway
