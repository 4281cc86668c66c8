// The content of a user frame as a message: words as they are, files through the gate.
//
//     const auto message = TRY(user_message(frame.content, intake, workspace, stop));
//
// An image or a document names its file in one way:
//
//     "source": {"type": "base64", "media_type": "image/png", "data": "…"}
//               {"type": "url", "url": "https://…"}, {"type": "file", "path": "…"},
//               {"type": "ref", "sha256": "…"}
//     "sha256": "…" | "path": "…" | "url": "…" | "data": "…" (base64 or a data URL)
//
// Paths lie inside the workspace (V11): whoever writes frames is a program. InvalidInput, with the
// place in front, for anything else.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"

#include <boost/json/fwd.hpp>

#include <stop_token>

namespace fovea::protocol {

Result<content::Message> user_message(
    const boost::json::value& content,
    const ingest::Intake& intake,
    const ingest::Workspace& workspace,
    const std::stop_token& stop
);

}  // namespace fovea::protocol
