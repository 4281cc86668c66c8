// A conversation as this API accepts it: turns in order (turns.hpp), ids of calls that are safe and
// come once, and nothing where it is refused: a result from the model, a call from the user, thinking
// that nobody signed. Pictures and documents from the model become their placeholders.
#pragma once

#include "fovea/content/blocks.hpp"

#include <cstddef>
#include <vector>

namespace fovea::providers::anthropic {

std::vector<content::Message> accepted_turns(std::vector<content::Message> messages);

// Where to keep what is before the first picture: pictures become words from the oldest on, so that
// part stays as it is, also when others change; not the words right before a picture, which may be its
// label and go with it. The last words of it, and before them the last that
// are as far back as Anthropic looks for what it kept (20 blocks), so that what was kept there before
// several pictures changed at once is found. At most two, the last one first.
std::vector<const content::ContentBlock*> settled_ends(const std::vector<content::Message>& messages
);

// How many blocks ask for a mark of the prompt cache, those inside of tool results included.
std::size_t count_marks(const std::vector<content::Message>& messages);

}  // namespace fovea::providers::anthropic
