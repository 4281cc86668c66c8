// What documents and recordings are, and where a folder is named, their pages and frames as pictures in it.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/engines.hpp"
#include "fovea/ingest/receive.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::host {

enum class MediaKind { Document, Video };

struct MediaWanted {
    std::optional<std::string> pages =
        {};  // of documents: "1-3,7"; none: all that the limits allow
    std::optional<std::size_t> frames = {};  // of recordings, at most
    std::optional<std::string> folder = {};  // for pictures of them; none: none are made
    std::uint32_t max_edge = 0;              // of those
};

struct MediaFacts {
    boost::json::object facts;  // without "input"
    std::string line;           // for a person, without the input's name
};

// By the first bytes; none for pictures, other files, and what lies in no file.
std::optional<MediaKind> media_kind(ByteView bytes);
std::optional<MediaKind> media_kind(
    const ingest::Source& source, const ingest::OpenBlobs& stored = {}
);

std::size_t max_bytes_of(MediaKind kind);

Result<MediaFacts> media_facts(
    MediaKind kind,
    const ingest::Received& file,
    const MediaWanted& wanted,
    Engines& engines,
    const std::stop_token& stop
);

// A recording that lies in a file, which is not read into memory.
Result<MediaFacts> recording_facts(
    const ingest::FileSource& source,
    const MediaWanted& wanted,
    Engines& engines,
    const std::stop_token& stop
);

}  // namespace fovea::host
