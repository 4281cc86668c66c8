// The part of `fovea ingest` that is about documents and recordings: what they are, and with --out
// their pages and frames as pictures.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/commands/ingest.hpp"
#include "fovea/cli/opened_helpers.hpp"

#include <boost/json.hpp>

#include <optional>
#include <string>

namespace fovea::cli {

enum class MediaKind { Document, Video };

struct MediaDone {
    boost::json::object facts;  // without "input"
    std::string line;           // for a person, without the input's name
};

// By the first bytes of the file; none for pictures, other files, and what is no file.
std::optional<MediaKind> media_kind(const std::string& input);

Result<MediaDone> ingest_media(
    MediaKind kind,
    const std::string& input,
    const IngestArguments& arguments,
    std::uint32_t max_edge,
    OpenedHelpers& helpers
);

}  // namespace fovea::cli
