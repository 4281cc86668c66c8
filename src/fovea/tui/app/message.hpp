// What a person wrote as the message that is sent: pictures that are attached, files that the words name, the words.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/tui/app/conversation.hpp"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

// "/model x", and not "/home/ann/notes.txt says".
bool is_command(std::string_view words);

// As attach_paths() says of files; LimitExceeded for more pictures than a message may have.
Result<content::Message> message_of(
    const std::string& words,
    std::vector<content::ContentBlock> blocks,
    Conversation& talk,
    const std::stop_token& stop
);

}  // namespace fovea::tui
