// The one door for pictures: whatever a person or a tool names comes in here, and what comes out
// was identified by its bytes, checked whole in a sandbox and fitted to its target.
//
//     const Ingested picture = TRY(ingest(parse_source("shot.png"), workers, settings, stop));
//
// There is no second way in for what goes to a model; `fovea compare` reads through the same source
// and decodes in the same workers. Callers on several threads share one PictureWorkers.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/result.hpp"
#include "fovea/ingest/receive.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/media/worker/picture_workers.hpp"

#include <cstdint>
#include <stop_token>
#include <string>

namespace fovea::ingest {

struct Settings {
    media::PrepareRequest request;
    std::size_t max_file_bytes = 32u << 20;
    bool keep_bytes = false;  // fill Ingested::prepared_bytes
    Doors doors = {};         // for what is no file
};

struct Ingested {
    Sha256 sha256;  // of the bytes received: the picture's name
    std::size_t bytes = 0;
    bool mime_corrected = false;  // the name promised another type than the bytes are
    media::PreparedPicture prepared;
    Sha256 prepared_sha256;
    Bytes prepared_bytes;  // only when asked for
};

Result<Ingested> ingest(
    const Source& source,
    media::PictureWorkers& workers,
    const Settings& settings,
    const std::stop_token& stop = {}
);

// The same for bytes that are here already.
Result<Ingested> ingest(
    const Received& file,
    media::PictureWorkers& workers,
    const Settings& settings,
    const std::stop_token& stop = {}
);

}  // namespace fovea::ingest
