// A file that comes with a message, as what the conversation holds of it: a picture, a PDF document, or the
// frames of a recording with their times. What it is, its bytes say.
//
//     const auto blocks = TRY(blocks_of_file(blob, "clip.mp4", {.frames = 8}, machine, stop));
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/host/machine.hpp"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::host {

struct FileRoom {
    std::size_t image_bytes = 10u << 20;
    std::size_t document_bytes = 32u << 20;
    std::size_t frames = 8;  // of a recording
};

// So many bytes a file that begins like this may have; a recording as many as its carrier takes.
std::uint64_t most_bytes(ByteView head, const FileRoom& room);

// The file lies among the blobs. As the gate says of pictures; InvalidInput, DecodeFailed for documents and
// recordings that cannot be opened.
Result<std::vector<content::ContentBlock>> blocks_of_file(
    const content::BlobRef& blob,
    const std::string& filename,
    const FileRoom& room,
    Machine& machine,
    const std::stop_token& stop
);

}  // namespace fovea::host
