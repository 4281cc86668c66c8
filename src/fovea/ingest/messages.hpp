// Conversations that people and programs write down, and the turns they add: files come in, stored
// blocks come out.
//
//     [{"role": "user", "content": [
//         {"type": "image", "path": "shot.png", "alt": "the login screen"},
//         {"type": "text", "text": "what is wrong here?"}]},
//      {"role": "assistant", "content": "The button …"}]
//
// It is the stored form of content/json.hpp in which a file may also come along:
//
//     image, document   exactly one of "path" (as a person names one: relative to the current
//                       folder), "data" (base64 or a data URL; "mime" says what it should be),
//                       "sha256" (8 or more digits of a stored file) and "url" (https is fetched by
//                       the provider, a data URL is read here)
//     image             "crop": pixels [x, y, width, height], or as content/crop_json.hpp has it
//     tool_result       "content" is a string or blocks, images among them (C3)
//
// Every picture is checked whole before it is stored. Its type and size are what its bytes say: a
// wrong "mime" is corrected and noted, "width" and "height" are measured. An error has the place in
// front, "messages[3].content[1]: …", and the code of what went wrong there. What is not of this
// form is InvalidInput; too many images in one message is LimitExceeded, before any is read.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/transform/crop.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::ingest {

struct ReadMessages {
    std::vector<content::Message> messages;  // at least one
    std::vector<std::string> notes;          // what was corrected, with its place
};

// The whole array as text.
Result<ReadMessages> read_messages(
    std::string_view json, const Intake& intake, const std::stop_token& stop = {}
);

// The same from a file or standard input, 256 MiB at most.
Result<ReadMessages> read_messages_file(
    const Source& file, const Intake& intake, const std::stop_token& stop = {}
);

struct TurnImage {
    Source source;
    std::optional<media::Crop> crop = {};  // this part of it alone
};

// As they stand on a command line: --image NAME …, --crop [INDEX:]FORM … (media/transform/crop_list.hpp).
Result<std::vector<TurnImage>> named_images(
    std::span<const std::string> names, std::span<const std::string> crops
);

// What a person sends: the images in their order, then the text, which may be empty where there is
// an image. An error names every image that cannot be taken.
Result<content::Message> turn_message(
    const std::string& text,
    std::span<const TurnImage> images,
    const Intake& intake,
    const std::stop_token& stop = {}
);

// Pictures of a message, those in tools' results too.
std::size_t count_images(const content::Message& message);

// LimitExceeded when a session that holds `held` pictures has no room for those of the message.
Result<void> check_session_room(
    std::size_t held, const content::Message& message, std::size_t max_per_session
);

}  // namespace fovea::ingest
