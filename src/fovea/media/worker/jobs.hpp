// The jobs that workers do, as messages. Both ends use these functions, so they cannot disagree.
//
// The program sends encode(request); the worker answers encode_reply(result). What comes back from
// a worker is hostile until decoded here: every number is range-checked against what was sent.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/compare/compare.hpp"
#include "fovea/media/compare/frame.hpp"
#include "fovea/media/text/text_density.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/media/transform/thumbnail.hpp"
#include "fovea/media/video/contact_sheet.hpp"
#include "fovea/media/video/sample_animation.hpp"

#include <cstddef>
#include <variant>

namespace fovea::media {

struct CompareJob {
    CompareRequest request;
    std::uint64_t first_bytes = 0;  // the second file follows the first in the input
};

using Job = std::variant<
    PrepareRequest,
    CompareJob,
    FrameRequest,
    TextRequest,
    AnimationRequest,
    SheetRequest,
    ThumbnailRequest>;

Bytes encode(const Job& job);
Result<Job> decode_job(ByteView message);

Bytes encode_reply(const Result<PreparedPicture>& reply);
Bytes encode_reply(const Result<Compared>& reply);
Bytes encode_reply(const Result<Framed>& reply);
Bytes encode_reply(const Result<TextDensity>& reply);
Bytes encode_reply(const Result<SampledAnimation>& reply);
Bytes encode_reply(const Result<ContactSheet>& reply);
Bytes encode_reply(const Result<Thumbnail>& reply);

// `max_output` is the number of bytes that the worker said it wrote.
Result<PreparedPicture> decode_prepared(
    ByteView message, std::size_t input_bytes, std::size_t max_output
);
Result<Compared> decode_compared(ByteView message, std::size_t max_output);
Result<Framed> decode_framed(ByteView message, std::size_t max_output);
Result<TextDensity> decode_text_density(ByteView message);
Result<SampledAnimation> decode_sampled_animation(
    ByteView message, const AnimationRequest& request, std::size_t max_output
);
Result<ContactSheet> decode_contact_sheet(ByteView message, std::size_t max_output);
Result<Thumbnail> decode_thumbnail(
    ByteView message, const ThumbnailRequest& request, std::size_t max_output
);

}  // namespace fovea::media
