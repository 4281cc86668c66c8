// The pictures of a conversation in the order in which a model meets them, those inside tool
// results among them, each with its age.
//
//     for (const Appearance& seen : pictures_in(messages)) use(*seen.image, seen.age);
//
// A turn begins with each user message that is more than results of tools; the last one is the open
// turn, and its pictures have age 0.
#pragma once

#include "fovea/content/blocks.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fovea::context {

// Where in the conversation.
struct Place {
    std::size_t message = 0;
    std::size_t block = 0;
    std::optional<std::size_t> output;  // inside a tool result

    auto operator<=>(const Place&) const = default;  // the order in which a model meets them
};

struct Appearance {
    Place place;
    const content::ImageBlock* image = nullptr;  // inside the messages that were given
    std::uint32_t age = 0;                       // turns; 0: the open one
    bool is_latest = false;  // attached by the person in the open turn, or in the last message
};

// The turn that each message belongs to, from 0; what stands before the first turn belongs to it.
std::vector<std::uint32_t> turns_of(const std::vector<content::Message>& messages);

std::vector<Appearance> pictures_in(const std::vector<content::Message>& messages);

// The picture at that place, of those that pictures_in() found; none where there is none.
const content::ImageBlock* picture_at(const Place& place, std::span<const Appearance> pictures);

}  // namespace fovea::context
