// A stored file as an answer: whole, in part, or not at all for who has it.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/serve/http/long_answer.hpp"
#include "fovea/serve/http/stored_bytes.hpp"
#include "fovea/store/blobs.hpp"

#include <string>

namespace fovea::serve {

// Borrows the store until it is written.
inline Result<Response> answer_with_blob(
    const Request& request,
    store::BlobStore& blobs,
    const content::BlobRef& blob,
    const std::string& mime,
    const std::string& filename
) {
    const auto size = TRY(blobs.size(blob));
    return answer_with(
        request,
        {.etag = "sha256-" + blob.sha256.hex(),
         .mime = mime.empty() ? "application/octet-stream" : mime,
         .filename = filename,
         .size = size,
         .read = [&blobs, blob](std::uint64_t offset, std::size_t most) -> Result<std::string> {
             const auto part = TRY(blobs.read_part(blob, offset, most));
             return std::string(as_text(part));
         }}
    );
}

}  // namespace fovea::serve
