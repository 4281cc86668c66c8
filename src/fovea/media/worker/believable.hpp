// Whether what a worker says of a picture can be true. A worker that a hostile file took over may answer in
// perfect form, and what it says is stored, cached and told to models: so it is held against what the
// program knows itself, the first bytes of the file and the limits that it set.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/media/video/sample_animation.hpp"

namespace fovea::media {

// `file` is what the worker was given.
bool is_believable(const PictureFacts& facts, ByteView file, const Limits& limits);
bool is_believable(const PreparedPicture& prepared, const PrepareRequest& request, ByteView file);
bool is_believable(const SampledAnimation& sampled, const AnimationRequest& request, ByteView file);

// The bytes, where they begin as a file of that type does.
Result<Bytes> of_type(Bytes bytes, ImageType type);

}  // namespace fovea::media
