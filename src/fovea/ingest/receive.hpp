// Whatever a source names, as bytes, with the type that its name or its server promises: for inputs
// that may be a picture, a document or a recording, where only the bytes say which (M2).
//
//     const Received file = TRY(receive(parse_source("-"), 256 << 20, {.fetch = fetch}, stop));
//     media::sniff(file.bytes);   is_corrected(file, "application/pdf");
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/ingest/source.hpp"

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>

namespace fovea::ingest {

struct Received {
    Bytes bytes;
    std::string promised;  // a MIME type; empty where nothing is promised
};

// How sources are read that are no files: "sha256:…", "https://…".
struct Doors {
    OpenBlobs stored = {};
    FetchUrl fetch = {};
};

// FileTooLarge for more than `max_bytes`.
Result<Received> receive(
    const Source& source,
    std::size_t max_bytes,
    const Doors& doors,
    const std::stop_token& stop = {}
);

// The type that a source promises: by its name, else by the server's word where that is about a
// picture, a PDF or a video. "application/octet-stream" promises nothing.
std::string promise_of(const Source& source, std::string_view content_type);

// Whether the bytes turned out to be of another type than was promised.
bool is_corrected(std::string_view promised, std::string_view mime);

}  // namespace fovea::ingest
