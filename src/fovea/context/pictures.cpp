#include "fovea/context/pictures.hpp"

#include <algorithm>
#include <variant>

namespace fovea::context {
namespace {

using content::ImageBlock;
using content::Message;
using content::ToolResultBlock;

bool begins_turn(const Message& message) {
    return message.role == content::Role::User &&
           std::ranges::any_of(message.content, [](const content::ContentBlock& block) {
               return !std::holds_alternative<ToolResultBlock>(block);
           });
}

void append_block(
    const content::ContentBlock& block, const Appearance& here, std::vector<Appearance>& found
) {
    Appearance seen = here;
    if (const auto* image = std::get_if<ImageBlock>(&block)) {
        seen.image = image;
        found.push_back(seen);
    }
    const auto* result = std::get_if<ToolResultBlock>(&block);
    if (result == nullptr) return;
    for (std::size_t i = 0; i < result->content.size(); ++i) {
        seen.place.output = i;
        seen.image = std::get_if<ImageBlock>(&result->content[i]);
        if (seen.image != nullptr) found.push_back(seen);
    }
}

}  // namespace

std::vector<std::uint32_t> turns_of(const std::vector<Message>& messages) {
    std::vector<std::uint32_t> turns;
    turns.reserve(messages.size());
    std::uint32_t begun = 0;
    for (const auto& message : messages) {
        if (begins_turn(message)) ++begun;
        turns.push_back(begun == 0 ? 0 : begun - 1);
    }
    return turns;
}

std::vector<Appearance> pictures_in(const std::vector<Message>& messages) {
    const auto turns = static_cast<std::uint32_t>(std::ranges::count_if(messages, begins_turn));
    std::uint32_t turn = 0;
    std::vector<Appearance> found;
    for (std::size_t m = 0; m < messages.size(); ++m) {
        const bool begins = begins_turn(messages[m]);
        if (begins) ++turn;
        Appearance here;
        here.age = turns - turn;
        here.is_latest = here.age == 0 && (begins || m + 1 == messages.size());
        for (std::size_t b = 0; b < messages[m].content.size(); ++b) {
            here.place = {m, b, std::nullopt};
            append_block(messages[m].content[b], here, found);
        }
    }
    return found;
}

const ImageBlock* picture_at(const Place& place, std::span<const Appearance> pictures) {
    const auto found = std::ranges::lower_bound(pictures, place, {}, &Appearance::place);
    return found != pictures.end() && found->place == place ? found->image : nullptr;
}

}  // namespace fovea::context
