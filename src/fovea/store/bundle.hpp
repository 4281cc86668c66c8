// A session as a folder that can be carried, compared and kept in git (S4):
//
//     DIR/session.json          {"format": "fovea-session", "version": 1, "id", "created", "entries"}
//     DIR/blobs/<sha256>.bin    each blob that an entry names, and nothing else
//
// The same session always gives the same bytes. Exporting again into its folder brings it up to
// date; a folder that holds anything else is refused. What is imported comes from anywhere: hashes
// are checked, links are not followed, and missing or foreign files are refused. Files are for their
// owner alone.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/sessions.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace fovea::store {

struct Exported {
    std::uint64_t entries = 0;
    std::uint64_t blobs = 0;

    bool operator==(const Exported&) const = default;
};

Result<Exported> export_session(
    SessionStore& sessions,
    BlobStore& blobs,
    std::string_view id,
    const std::filesystem::path& folder
);

enum class IfTaken { Refuse, NewId };  // when there is a session of that name already

struct Imported {
    std::string id;
    bool renamed = false;  // its own name was taken
    std::uint64_t entries = 0;
    std::uint64_t blobs = 0;

    bool operator==(const Imported&) const = default;
};

Result<Imported> import_session(
    SessionStore& sessions,
    BlobStore& blobs,
    const std::filesystem::path& folder,
    IfTaken if_taken = IfTaken::Refuse
);

}  // namespace fovea::store
