// A Look as part of a worker's answer.
//
//     write(out, look);
//     const auto look = read_look(in);
//     if (!look || !in.complete()) …
//
// What is read is hostile: nothing comes back unless every number is one that measure_look() can
// give.
#pragma once

#include "fovea/media/worker/message.hpp"
#include "fovea/reading/look.hpp"

#include <optional>

namespace fovea::reading {

void write(media::MessageWriter& out, const Look& look);

std::optional<Look> read_look(media::MessageReader& in);

}  // namespace fovea::reading
