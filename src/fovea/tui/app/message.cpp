#include "fovea/tui/app/message.hpp"

#include "fovea/delivery/check_documents.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/tools/attach_paths.hpp"

#include <utility>

namespace fovea::tui {

bool is_command(std::string_view words) {
    const auto name = words.substr(0, words.find_first_of(" \n"));
    return name.starts_with('/') && name.find('/', 1) == std::string_view::npos;
}

Result<content::Message> message_of(
    const std::string& words,
    std::vector<content::ContentBlock> blocks,
    Conversation& talk,
    const std::stop_token& stop
) {
    auto& machine = talk.machine();
    const auto intake = machine.intake();
    content::Message message{.role = content::Role::User, .content = std::move(blocks)};
    if (words.find_first_not_of(" \t\n") != std::string::npos) {
        const auto workspace = talk.live().equipment().files().for_typed();
        auto named = TRY(tools::attach_paths(words, workspace, intake, stop));
        for (auto& block : named.content) message.content.push_back(std::move(block));
    }
    const auto images = ingest::count_images(message);
    if (images > intake.max_images) {
        return Error{
            ErrorCode::LimitExceeded,
            "the message has " + std::to_string(images) + " pictures; images.max_per_message is " +
                std::to_string(intake.max_images)};
    }
    TRY(delivery::check_documents(message, machine.documents(), stop));
    return message;
}

}  // namespace fovea::tui
