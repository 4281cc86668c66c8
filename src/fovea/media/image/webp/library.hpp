// The calls to libwebp's decoder that decoding and validating share. Only the webp_*.cpp files
// include it.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <webp/decode.h>

namespace fovea::media {

// A decoder configuration, zeroed; fails only if the headers and the library do not fit together.
Result<WebPDecoderConfig> make_webp_config();

// Decodes one frame's chunks (ALPH, VP8, VP8L) into the memory that the configuration names.
Result<void> run_webp(ByteView data, WebPDecoderConfig& config);

}  // namespace fovea::media
