// The jobs about animations and contact sheets, as messages; see jobs.hpp.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/video/contact_sheet.hpp"
#include "fovea/media/video/sample_animation.hpp"
#include "fovea/media/worker/message.hpp"

namespace fovea::media {

void write(MessageWriter& out, const AnimationRequest& request);
AnimationRequest read_animation_request(MessageReader& in);

void write(MessageWriter& out, const SheetRequest& request);
Result<SheetRequest> read_sheet_request(MessageReader& in);

}  // namespace fovea::media
