// How much writing is on a stored picture, measured once and then remembered by its hash.
//
//     const TextOn text_on = remembered_text(blobs, known, limits, measure_in(workers));
//     if (const auto text = text_on(image, stop)) is_dense(*text, image.size, limits);
//
// The file is decoded in the sandbox. A picture that is gone, cannot be read or took too long has no
// answer: it goes as any other does, and it is measured again next time.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/text/text_density.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/read_into.hpp"
#include "fovea/store/result_cache.hpp"

#include <functional>
#include <optional>
#include <stop_token>

namespace fovea::context {

using TextOn = std::function<
    std::optional<media::TextDensity>(const content::ImageBlock&, const std::stop_token&)>;

using MeasureStep = std::function<Result<media::TextDensity>(
    const store::PutFile& put, const media::TextRequest& request, const std::stop_token& stop
)>;

// In the sandbox. `workers` is asked for only when something must be measured.
MeasureStep measure_in(std::function<Result<media::PictureWorkers*>()> workers);

// Of the part of the picture that is meant. Borrows the blobs and what is known.
TextOn remembered_text(
    store::BlobStore& blobs,
    const store::ResultCache& known,
    const media::Limits& limits,
    MeasureStep measure
);

}  // namespace fovea::context
