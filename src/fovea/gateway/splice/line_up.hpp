// What became of the files of a conversation in a request that was made of it: both are the same but for the files, and for
// what was added at the end.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/providers/provider.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::gateway {

struct LinedUp {
    // For each file the blocks that go in its place; several files in a row that became another number of blocks are told
    // apart as well as can be, and their order is that of the request in any case.
    std::vector<std::vector<content::ContentBlock>> pieces;
    std::string behind_last;                 // words that were added to the last message
    std::vector<content::Message> messages;  // and messages behind it
};

// `files` are what the places of the body became, in their order, in `before`. None where they differ in anything else.
std::optional<LinedUp> line_up(
    std::span<const content::ContentBlock> files,
    const std::vector<content::Message>& before,
    const std::vector<content::Message>& after
);

}  // namespace fovea::gateway
