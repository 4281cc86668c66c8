#include "fovea/ingest/messages.hpp"

#include "fovea/content/json.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/ingest/message_files.hpp"
#include "fovea/media/transform/crop_list.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace fovea::ingest {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxFile = std::size_t{256} << 20;
constexpr std::size_t kMaxDepth = 64;

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

Result<json::value> parse(std::string_view text) {
    json::parse_options options;
    options.max_depth = kMaxDepth;
    json::parser parser({}, options);
    json::error_code failed;
    const auto done = parser.write_some(text.data(), text.size(), failed);
    if (!failed && done < text.size()) failed = json::error::extra_data;
    if (failed) {
        const auto line = 1 + std::ranges::count(text.substr(0, done), '\n');
        return invalid(
            "messages are not JSON: " + failed.message() + ", line " + std::to_string(line)
        );
    }
    return parser.release();
}

bool is_of_type(const json::value& block, std::string_view type) {
    const auto* object = block.if_object();
    const auto* name = object != nullptr ? object->if_contains("type") : nullptr;
    return name != nullptr && name->is_string() && name->get_string() == type;
}

json::array* content_of(json::value& holder) {
    auto* object = holder.if_object();
    auto* content = object != nullptr ? object->if_contains("content") : nullptr;
    return content != nullptr ? content->if_array() : nullptr;
}

std::size_t images_in(json::value& holder) {
    std::size_t images = 0;
    auto* blocks = content_of(holder);
    if (blocks == nullptr) return 0;
    for (auto& block : *blocks) {
        if (is_of_type(block, "image")) ++images;
        if (is_of_type(block, "tool_result")) images += images_in(block);
    }
    return images;
}

// What `holder` (a message, or a tool's result) has in its list. Whatever is not a block is found
// when the message is read.
void take_files_in(
    json::value& holder, const std::string& place, FileTaker& taker, BadInputs& bad
) {
    auto* blocks = content_of(holder);
    if (blocks == nullptr) return;
    for (std::size_t i = 0; i < blocks->size(); ++i) {
        auto& block = (*blocks)[i];
        const auto here = place + ".content[" + std::to_string(i) + "]";
        Result<void> taken;
        if (is_of_type(block, "image")) taken = taker.image(block.get_object(), here);
        if (is_of_type(block, "document")) taken = taker.document(block.get_object(), here);
        if (!taken.ok()) bad.add(here, taken.error());
        if (is_of_type(block, "tool_result")) take_files_in(block, here, taker, bad);
    }
}

Result<void> check_role(const json::value& message, const std::string& place) {
    const auto* object = message.if_object();
    const auto* role = object != nullptr ? object->if_contains("role") : nullptr;
    if (role == nullptr || !role->is_string() || role->get_string() != "tool") return {};
    return invalid(
        place + ".role: \"tool\" is not a valid role; write a tool's result as a block " +
        R"({"type": "tool_result", "tool_use_id", "content"} of a user message)"
    );
}

Error too_many(const std::string& what, std::size_t images, std::size_t limit) {
    return {
        ErrorCode::LimitExceeded,
        what + " has " + std::to_string(images) + " images; images.max_per_message is " +
            std::to_string(limit)};
}

Result<content::ImageBlock> take_turn_image(
    const TurnImage& wanted, const Intake& intake, const std::stop_token& stop
) {
    auto image = TRY(take_image(wanted.source, intake, stop));
    if (!wanted.crop) return image;
    if (content::blob_of(image.source) == nullptr) {
        return invalid(
            "a picture that the provider fetches by URL cannot be cropped; download it and give "
            "its path"
        );
    }
    image.crop = TRY(media::resolve(*wanted.crop, image.size));
    return image;
}

}  // namespace

Result<ReadMessages> read_messages(
    std::string_view text, const Intake& intake, const std::stop_token& stop
) {
    if (text.size() > kMaxFile) {
        return Error{ErrorCode::FileTooLarge, "the messages are larger than 256 MiB"};
    }
    auto root = TRY(parse(text));
    auto* list = root.if_array();
    if (list == nullptr) return invalid("messages must be a list: [{\"role\", \"content\"}, …]");
    if (list->empty()) return invalid("the list of messages is empty");
    const auto place_of = [](std::size_t i) { return "messages[" + std::to_string(i) + "]"; };

    // Cheap checks first: nothing is read for a file that is refused.
    for (std::size_t i = 0; i < list->size(); ++i) {
        TRY(check_role((*list)[i], place_of(i)));
        const auto images = images_in((*list)[i]);
        if (images > intake.max_images) return too_many(place_of(i), images, intake.max_images);
    }
    ReadMessages read;
    FileTaker taker(intake, stop, read.notes);
    BadInputs bad;
    for (std::size_t i = 0; i < list->size(); ++i) {
        take_files_in((*list)[i], place_of(i), taker, bad);
        if (stop.stop_requested()) break;
        if (bad.any()) continue;
        read.messages.push_back(TRY(content::message_from_json((*list)[i], place_of(i))));
        (*list)[i] = nullptr;
    }
    if (bad.any()) return bad.error();
    if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    return read;
}

Result<ReadMessages> read_messages_file(
    const Source& file, const Intake& intake, const std::stop_token& stop
) {
    const auto bytes = TRY(read_source(file, kMaxFile));
    auto read = read_messages(as_text(bytes), intake, stop);
    if (read.ok()) return read;
    return Error{read.error().code, name_of(file) + ": " + read.error().message};
}

Result<std::vector<TurnImage>> named_images(
    std::span<const std::string> names, std::span<const std::string> crops
) {
    const auto parts = TRY(media::parse_crops(crops, names.size()));
    std::vector<TurnImage> images;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto part = parts.find(i);
        const auto crop = part == parts.end() ? std::nullopt : std::optional(part->second);
        images.push_back({parse_source(names[i]), crop});
    }
    return images;
}

Result<content::Message> turn_message(
    const std::string& text,
    std::span<const TurnImage> images,
    const Intake& intake,
    const std::stop_token& stop
) {
    if (text.empty() && images.empty())
        return invalid("the message is empty: give a text or an image");
    if (images.size() > intake.max_images) {
        return too_many("the message", images.size(), intake.max_images);
    }
    content::Message message{content::Role::User, {}};
    BadInputs bad;
    for (const auto& wanted : images) {
        if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
        auto image = take_turn_image(wanted, intake, stop);
        if (!image.ok()) {
            bad.add(name_of(wanted.source), image.error());
            continue;
        }
        message.content.emplace_back(std::move(image).value());
    }
    if (bad.any()) return bad.error();
    if (!text.empty()) message.content.emplace_back(content::TextBlock{text});
    return message;
}

std::size_t count_images(const content::Message& message) {
    std::size_t images = 0;
    for (const auto& block : message.content) {
        if (std::holds_alternative<content::ImageBlock>(block)) ++images;
        const auto* result = std::get_if<content::ToolResultBlock>(&block);
        if (result == nullptr) continue;
        for (const auto& output : result->content) {
            if (std::holds_alternative<content::ImageBlock>(output)) ++images;
        }
    }
    return images;
}

Result<void> check_session_room(
    std::size_t held, const content::Message& message, std::size_t max_per_session
) {
    const auto added = count_images(message);
    if (added == 0 || held + added <= max_per_session) return {};
    return Error{
        ErrorCode::LimitExceeded,
        "the session has " + std::to_string(held) + " images; this would add " +
            std::to_string(added) + " more; images.max_per_session is " +
            std::to_string(max_per_session)};
}

}  // namespace fovea::ingest
