// A picture that was let in: its bytes as received, its name, and what it is. For whoever works on
// the original (crops, descriptions, storing it); ingest() is for whoever wants it prepared.
//
//     const Admitted picture = TRY(admit(parse_source("shot.png"), gate, stop));
//     picture.sha256;  picture.facts.size;
//
// The same checks as in ingest(): type by the bytes, every pixel decoded in a worker. What was
// checked once is remembered by its hash, so that a picture known from before starts no worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/result.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/result_cache.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace fovea::ingest {

struct Admitted {
    Bytes bytes;
    Sha256 sha256;
    std::string filename;  // basename; empty where there is none
    media::PictureFacts facts;
    std::uint64_t phash = 0;
};

struct Gate {
    media::Limits limits;
    std::size_t max_file_bytes = 32u << 20;
    const store::ResultCache& known;
    // Asked for only when a picture must be checked. It outlives the call.
    std::function<Result<media::PictureWorkers*>()> workers;
    OpenBlobs stored = {};              // for "sha256:…"; without it nothing is stored
    FetchUrl fetch = {};                // for "https://…"; without it no URL is read
    net::AddressPolicy addresses = {};  // of URLs that others open (intake.hpp)
};

struct Checked {
    media::PictureFacts facts;
    std::uint64_t phash = 0;
};

Result<Admitted> admit(const Source& source, const Gate& gate, const std::stop_token& stop = {});

// The same for bytes that are here already.
Result<Admitted> admit_bytes(
    Bytes bytes, std::string filename, const Gate& gate, const std::stop_token& stop = {}
);

// The same for a picture that lies among the blobs: it goes from there into the worker, piece by piece.
Result<Checked> check_stored(
    const content::BlobRef& blob,
    store::BlobStore& blobs,
    const Gate& gate,
    const std::stop_token& stop = {}
);

}  // namespace fovea::ingest
