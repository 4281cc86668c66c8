// A Look as part of a worker's answer.
//
//     write(out, look);
//     const auto look = read_look(in);
//     if (!look || !in.complete()) …
//
// What is read is hostile: nothing comes back unless every number is one that measure_look() can
// give.
#pragma once

#include "fovea/media/page/look.hpp"
#include "fovea/media/worker/message.hpp"

#include <optional>

namespace fovea::media {

void write(MessageWriter& out, const Look& look);

std::optional<Look> read_look(MessageReader& in);

}  // namespace fovea::media
