// Files that come into a conversation: checked at the gate, put among the blobs, and named by a
// block.
//
//     const Intake intake{.gate = gate, .blobs = *store.blobs, .max_images = 10};
//     const content::ImageBlock image = TRY(take_image(parse_source("shot.png"), intake, stop));
//
// A picture is decoded whole in a worker before it is stored; a PDF is known by its first bytes. An
// https URL stays one: whoever answers fetches it, or take_image_behind() where nobody does.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/admit.hpp"
#include "fovea/store/blobs.hpp"

#include <cstddef>
#include <stop_token>
#include <string>

namespace fovea::ingest {

struct Intake {
    const Gate& gate;             // gate.stored: where "sha256" is looked up
    store::BlobStore& blobs;      // what comes in is put here; both may be the same
    std::size_t max_images = 10;  // of a message
    std::size_t max_document_bytes = 32u << 20;
};

Result<content::ImageBlock> take_image(
    const Source& source, const Intake& intake, const std::stop_token& stop = {}
);
// One that lies among the blobs already.
Result<content::ImageBlock> take_stored_image(
    const content::BlobRef& blob,
    const std::string& filename,
    const Intake& intake,
    const std::stop_token& stop = {}
);
Result<content::ImageBlock> take_image_bytes(
    Bytes bytes, std::string filename, const Intake& intake, const std::stop_token& stop = {}
);

Result<content::DocumentBlock> take_document(const Source& source, const Intake& intake);
Result<content::DocumentBlock> take_document_bytes(
    Bytes bytes, std::string filename, const Intake& intake
);

// What an https URL names, fetched through the gate and stored: for models whose provider opens no
// URLs.
Result<content::ImageBlock> take_image_behind(
    const std::string& url, const Intake& intake, const std::stop_token& stop = {}
);

// A URL that goes to a provider as it is, and is opened there, maybe by a server on this network:
// what the gate would refuse by its looks (net/gate/url_rules.hpp) or for the address in it is UrlBlocked.
// No name is resolved.
Result<content::UrlRef> take_url(const std::string& url, const Gate& gate);

}  // namespace fovea::ingest
