// The worker's end: does one job on untrusted bytes. Given to sandbox::serve() by fovea-worker's
// main.
#pragma once

#include "fovea/sandbox/serve.hpp"

namespace fovea::media {

sandbox::Answer handle_job(ByteView request, ByteView input, std::span<std::byte> output);

}  // namespace fovea::media
