// An input of `fovea describe`, and what its bytes say that it is.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/media_facts.hpp"
#include "fovea/ingest/receive.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/transform/crop.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::cli {

struct DescribeInput {
    ingest::Source source;
    std::optional<host::MediaKind> kind = {};       // none: a picture, or what is refused as one
    std::optional<ingest::Received> received = {};  // the bytes of what lies in no file
    std::optional<media::Crop> crop = {};
};

// Of a file the first bytes are looked at, whatever else is named is read whole. A file that cannot be
// read is found when it is.
Result<DescribeInput> look_at_input(
    const std::string& name,
    const ingest::Doors& doors,
    std::size_t max_picture_bytes,
    const std::stop_token& stop
);

}  // namespace fovea::cli
