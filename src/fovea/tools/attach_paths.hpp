// `@path` in a prompt attaches that file (A4): a prompt becomes the message that is sent.
//
//     const auto message = TRY(attach_paths("what is wrong in @shot.png?", workspace, intake, stop));
//     // an ImageBlock, then TextBlock{"what is wrong in @shot.png?"}
//
// Pictures and PDFs come as blocks, in the order in which they are named; then text files, each in a
// fence below its name; last the prompt as it was written, but for "@@word", which becomes "@word".
// How a path is written is in prompt_paths.hpp. It lies in the workspace (V11); the longest reading
// that names a file there counts, and a file that is named twice is attached once.
//
// What names no file stays text. Where it can hardly be anything but a path (is_clearly_path), and is
// no folder of the workspace, it is FileNotFound instead, in the same words whether the file is missing
// or lies outside: an answer about a picture that was never attached would be worse. So it is for one
// that the workspace closes, with the reason. A file that is
// there and cannot be taken is the error that the gate has for it, with its name in front; all of them
// are told together; UnsupportedFileType for binary files of other kinds, and for text or nothing at all
// in a file whose name says picture, PDF or video; LimitExceeded for more pictures than the intake
// allows. Whoever attaches others too counts all of them afterwards.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"

#include <stop_token>
#include <string_view>

namespace fovea::tools {

Result<content::Message> attach_paths(
    std::string_view prompt,
    const ingest::Workspace& workspace,
    const ingest::Intake& intake,
    const std::stop_token& stop
);

}  // namespace fovea::tools
