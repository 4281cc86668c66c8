// The part of `fovea ingest` that is about documents and recordings: what they are, and with --out
// their pages and frames as pictures.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/commands/ingest.hpp"
#include "fovea/host/engines.hpp"
#include "fovea/ingest/receive.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::cli {

enum class MediaKind { Document, Video };

struct MediaDone {
    boost::json::object facts;  // without "input"
    std::string line;           // for a person, without the input's name
};

// By the first bytes; none for pictures, other files, and what lies in no file.
std::optional<MediaKind> media_kind(ByteView bytes);
std::optional<MediaKind> media_kind(
    const ingest::Source& source, const ingest::OpenBlobs& stored = {}
);

std::size_t max_bytes_of(MediaKind kind);

Result<MediaDone> ingest_media(
    MediaKind kind,
    const ingest::Received& file,
    const IngestArguments& arguments,
    std::uint32_t max_edge,
    host::Engines& engines,
    const std::stop_token& stop
);

// A recording that lies in a file, which is not read into memory.
Result<MediaDone> ingest_recording(
    const ingest::FileSource& source,
    const IngestArguments& arguments,
    std::uint32_t max_edge,
    host::Engines& engines,
    const std::stop_token& stop
);

}  // namespace fovea::cli
