// Whoever reads pictures on this machine: local/ocr (local_ocr.hpp), or a script in its place.
#pragma once

#include "fovea/providers/provider.hpp"
#include "fovea/reading/reading.hpp"

#include <chrono>
#include <stop_token>

namespace fovea::reading {

class PictureReader : public providers::Provider {
public:
    // What stands on a stored picture, for whoever tells several as one. Boxes are pixels of the whole.
    virtual Result<Reading> read(
        const content::ImageBlock& image,
        providers::BlobSource& blobs,
        std::chrono::milliseconds time,
        const std::stop_token& stop
    ) = 0;
};

}  // namespace fovea::reading
