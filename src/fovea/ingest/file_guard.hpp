// Who has the last word on a file inside the workspace. It is asked about the file that was opened,
// wherever links, spellings and folders above it led from, and not about the words that named it.
//
//     const FileGuard guard = [](const RealFile& file) -> std::optional<Objection> { … };
//     const auto workspace = TRY(Workspace::open({"."}, guard));
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace fovea::ingest {

// Something that was opened: a file, or a folder that is about to be listed.
struct RealFile {
    std::filesystem::path path;                         // absolute, without links
    std::span<const std::filesystem::path> roots = {};  // of the workspace, likewise
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t names = 1;  // hard links
};

struct Objection {
    enum class Kind : std::uint8_t {
        Own,   // a file of Fovea itself, never open to anybody
        Deny,  // by a rule
        Ask,   // by a rule, until a person agrees to the call
    };
    Kind kind = Kind::Own;
    std::string why;  // "the rule \"deny: filesystem_read(secrets/**)\" denies it"

    bool operator==(const Objection&) const = default;
};

// Nothing: it may be read. Several threads may ask at once.
using FileGuard = std::function<std::optional<Objection>(const RealFile& file)>;

}  // namespace fovea::ingest
