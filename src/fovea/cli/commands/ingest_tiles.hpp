// What `fovea ingest --for MODEL` says of a picture that such a model gets in pieces: planned as a turn
// plans it (context/fit_request.hpp), so that both tell the same.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/context/fit_request.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/ingest/ingest.hpp"
#include "fovea/media/worker/picture_workers.hpp"

#include <functional>
#include <optional>
#include <stop_token>

namespace fovea::cli {

struct SentInTiles {
    media::PixelSize overview;
    std::vector<media::PixelRect> tiles;
    double scale = 1;
    std::uint64_t tokens = 0;  // of all of them
};

// Nothing where it goes in one piece. `read` brings the original, when its text has to be measured.
std::optional<SentInTiles> sent_in_tiles(
    const ingest::Ingested& picture,
    const delivery::Target& target,
    const std::function<Result<Bytes>()>& read,
    media::PictureWorkers& workers,
    const std::stop_token& stop
);

}  // namespace fovea::cli
