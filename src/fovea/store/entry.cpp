#include "fovea/store/entry.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/content/json.hpp"
#include "fovea/store/entry_body.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace fovea::store {
namespace {

namespace json = boost::json;
using content::BlobRef;

constexpr std::size_t kMaxBody = std::size_t{64} << 20;
constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxTitle = 80;

struct KindName {
    EntryKind kind;
    std::string_view name;
};

constexpr KindName kKinds[] = {
    {EntryKind::Message, "message"},
    {EntryKind::Description, "description"},
    {EntryKind::Telemetry, "telemetry"},
    {EntryKind::Consent, "consent"},
    {EntryKind::Usage, "usage"},
    {EntryKind::ImageState, "image_state"},
    {EntryKind::Title, "title"},
    {EntryKind::Compaction, "compaction"},
};

void add(std::vector<BlobRef>& to, const content::FileRef& source) {
    if (const auto* blob = content::blob_of(source)) to.push_back(*blob);
}

// Collects the blobs of any block, or of any part of a tool's result.
struct BlobCollector {
    CheckedEntry& into;

    void operator()(const content::ImageBlock& block) const { add(into.pictures, block.source); }
    void operator()(const content::DocumentBlock& block) const { add(into.others, block.source); }
    void operator()(const content::VideoBlock& block) const { add(into.others, block.source); }
    void operator()(const content::ToolResultBlock& block) const {
        for (const auto& output : block.content) std::visit(*this, output);
    }
    void operator()(const content::TextBlock&) const {}
    void operator()(const content::ToolUseBlock&) const {}
    void operator()(const content::ThinkingBlock&) const {}
};

// The first line, cut at a character, without what nobody sees; it is shown in terminals and on a page.
std::string title_from(std::string_view text) {
    const auto start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return {};
    text = text.substr(start);
    text = text.substr(0, text.find_first_of("\r\n"));
    std::string title;
    while (!text.empty()) {
        const auto length = std::max<std::size_t>(utf8_character_length(text), 1);
        if (title.size() + length > kMaxTitle) return title + "…";
        const auto code = first_character(text).code;
        if (is_control(code)) {
            title += ' ';
        } else if (!is_unseen(code)) {
            title += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return title;
}

// What was said, rather than what a picture is called: the line over the frames of a recording is no title.
std::string words_of(const std::vector<content::ContentBlock>& blocks) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto* text = std::get_if<content::TextBlock>(&blocks[i]);
        const bool is_caption =
            i + 1 < blocks.size() && std::holds_alternative<content::ImageBlock>(blocks[i + 1]);
        if (text != nullptr && !is_caption) return text->text;
    }
    return content::text_of(blocks);
}

Result<json::object> parse_body(const Entry& entry, const json::storage_ptr& storage) {
    if (entry.body.size() > kMaxBody) {
        return Error{ErrorCode::LimitExceeded, "an entry is larger than 64 MiB"};
    }
    json::parse_options options;
    options.max_depth = kMaxDepth;
    json::error_code failed;
    auto value = json::parse(entry.body, failed, storage, options);
    if (failed) return Error{ErrorCode::InvalidInput, "an entry is not JSON: " + failed.message()};
    if (!value.is_object()) return Error{ErrorCode::InvalidInput, "an entry is not an object"};
    return std::move(value.get_object());
}

Result<void> check_message(const json::object& body, CheckedEntry& checked) {
    const auto message = TRY(content::message_from_json(body));
    for (const auto& block : message.content) std::visit(BlobCollector{checked}, block);
    if (message.role == content::Role::User) {
        checked.title = title_from(words_of(message.content));
    }
    return {};
}

Result<void> check_other(const json::object& body, EntryKind kind, CheckedEntry& checked) {
    if (kind == EntryKind::Title) {
        const auto* title = body.if_contains("title");
        if (title == nullptr || !title->is_string()) {
            return Error{ErrorCode::InvalidInput, "title: not a string"};
        }
        checked.title = title_from(title->get_string());
    }
    const auto* blobs = body.if_contains("blobs");
    if (blobs == nullptr) return {};
    if (!blobs->is_array()) return Error{ErrorCode::InvalidInput, "blobs: not a list"};
    for (const auto& name : blobs->get_array()) {
        if (!name.is_string()) return Error{ErrorCode::InvalidInput, "blobs: not a hash"};
        checked.others.push_back({TRY(Sha256::from_hex(name.get_string()))});
    }
    return {};
}

}  // namespace

std::string_view name_of(EntryKind kind) {
    for (const auto& row : kKinds) {
        if (row.kind == kind) return row.name;
    }
    return "message";
}

Result<EntryKind> entry_kind_from_name(std::string_view name) {
    for (const auto& row : kKinds) {
        if (row.name == name) return row.kind;
    }
    return Error{
        ErrorCode::InvalidInput,
        "\"" + std::string(name.substr(0, 40)) + "\" is not a kind of entry"};
}

Entry message_entry(const content::Message& message, Time time) {
    return {0, EntryKind::Message, time, json::serialize(content::to_json(message))};
}

Result<content::Message> message_of(const Entry& entry) {
    if (entry.kind != EntryKind::Message) {
        return Error{
            ErrorCode::InvalidInput, "entry " + std::to_string(entry.seq) + " is not a message"};
    }
    BodyMemory memory;
    return content::message_from_json(TRY(body_in(memory, entry)));
}

Result<json::object> body_of(const Entry& entry) {
    return parse_body(entry, {});
}

Result<json::object> body_in(BodyMemory& memory, const Entry& entry) {
    return parse_body(entry, memory.storage());
}

Result<CheckedEntry> check_entry(const Entry& entry) {
    if (!is_storable(entry.time)) {
        return Error{ErrorCode::InvalidInput, "an entry's time is before 1970 or after 9999"};
    }
    BodyMemory memory;
    const auto body = TRY(body_in(memory, entry));
    CheckedEntry checked{.kind = entry.kind, .time = entry.time};
    if (entry.kind == EntryKind::Message) {
        TRY(check_message(body, checked));
    } else {
        TRY(check_other(body, entry.kind, checked));
    }
    checked.body = json::serialize(body);
    return checked;
}

}  // namespace fovea::store
