#include "fovea/store/image_change.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/content/json_fields.hpp"
#include "fovea/store/entry_body.hpp"
#include "fovea/store/ledger.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace fovea::store {
namespace {

namespace json = boost::json;
using content::JsonFields;

constexpr std::uint64_t kMaxTokens = std::numeric_limits<std::uint32_t>::max();

template <class Value>
struct Name {
    Value value;
    std::string_view name;
};

constexpr Name<ImageState> kStates[] = {
    {ImageState::Pixels, "pixels"},
    {ImageState::Low, "low"},
    {ImageState::Described, "described"},
    {ImageState::Text, "text"},
    {ImageState::Quarantined, "quarantined"},
    {ImageState::NotSeen, "not_seen"},
};

constexpr Name<ImageAction> kActions[] = {
    {ImageAction::Deliver, "deliver"},
    {ImageAction::Pin, "pin"},
    {ImageAction::Unpin, "unpin"},
    {ImageAction::Drop, "drop"},
    {ImageAction::Restore, "restore"},
    {ImageAction::Quarantine, "quarantine"},
    {ImageAction::Fetch, "fetch"},
};

template <class Value, std::size_t Count>
std::string_view name_in(const Name<Value> (&rows)[Count], Value value) {
    for (const auto& row : rows) {
        if (row.value == value) return row.name;
    }
    return rows[0].name;
}

template <class Value, std::size_t Count>
Result<Value> read_name(
    const Name<Value> (&rows)[Count], JsonFields& fields, std::string_view field
) {
    const auto name = TRY(fields.needed_text(field));
    for (const auto& row : rows) {
        if (row.name == name) return row.value;
    }
    return fields.error(field, "\"" + name + "\" is unknown");
}

Result<content::FileRef> read_image(JsonFields& fields) {
    if (fields.has("url")) return content::FileRef{content::UrlRef{TRY(fields.text("url"))}};
    const auto digits = TRY(fields.needed_text("sha256"));
    return content::FileRef{content::BlobRef{TRY(Sha256::from_hex(digits))}};
}

Result<content::BlobRef> read_file(const json::value& body) {
    const auto* const blobs = body.get_object().if_contains("blobs");
    if (blobs == nullptr || !blobs->is_array() || blobs->get_array().size() != 1 ||
        !blobs->get_array()[0].is_string()) {
        return Error{ErrorCode::InvalidInput, "image_state.blobs: not one hash"};
    }
    return content::BlobRef{TRY(Sha256::from_hex(blobs->get_array()[0].get_string()))};
}

}  // namespace

std::string_view name_of(ImageState state) {
    return name_in(kStates, state);
}

Entry change_entry(const ImageChange& change, Time time) {
    json::object body{{"action", name_in(kActions, change.action)}};
    if (const auto* blob = content::blob_of(change.image)) {
        body["sha256"] = blob->sha256.hex();
    } else {
        body["url"] = to_utf8(std::get<content::UrlRef>(change.image).url);
    }
    if (change.action == ImageAction::Deliver) {
        body["state"] = name_of(change.state);
        if (change.tokens != 0) body["tokens"] = std::min(change.tokens, kMaxTokens);
    }
    if (!change.provider.empty()) body["provider"] = to_utf8(change.provider);
    if (!change.endpoint.empty()) body["endpoint"] = to_utf8(change.endpoint);
    if (!change.reason.empty()) body["reason"] = to_utf8(change.reason);
    // Where an entry names its blobs, so that it stays as long as the session does.
    if (change.file) body["blobs"] = json::array{change.file->sha256.hex()};
    return {0, EntryKind::ImageState, time, json::serialize(body)};
}

Result<ImageChange> change_of(const Entry& entry) {
    if (entry.kind != EntryKind::ImageState) {
        return Error{ErrorCode::InvalidInput, "an entry that is not about a picture's state"};
    }
    BodyMemory memory;
    const json::value body = TRY(body_in(memory, entry));
    auto fields = TRY(JsonFields::of(body, "image_state"));
    ImageChange change;
    change.action = TRY(read_name(kActions, fields, "action"));
    change.image = TRY(read_image(fields));
    if (change.action == ImageAction::Deliver) {
        change.state = TRY(read_name(kStates, fields, "state"));
        change.tokens = TRY(fields.number("tokens"));
    }
    change.provider = TRY(fields.text("provider"));
    change.endpoint = TRY(fields.text("endpoint"));
    change.reason = TRY(fields.text("reason"));
    if (change.action == ImageAction::Quarantine && change.provider.empty()) {
        return fields.error("provider", "missing");
    }
    if (change.action == ImageAction::Fetch) change.file = TRY(read_file(body));
    return change;
}

Result<void> change_image(
    SessionStore& sessions, std::string_view id, const ImageChange& change, Time time
) {
    const auto entries = TRY(sessions.read(id));
    const auto ledger = TRY(ledger_of(entries));
    if (std::ranges::find(ledger, change.image, &LedgerImage::image) == ledger.end()) {
        const auto* blob = content::blob_of(change.image);
        return Error{
            ErrorCode::FileNotFound,
            "session " + std::string(id) + " has no image " +
                (blob != nullptr ? "sha256:" + blob->sha256.hex() : "of that address")};
    }
    const auto entry = change_entry(change, time);
    TRY(change_of(entry));
    TRY(sessions.append(id, {&entry, 1}));
    return {};
}

}  // namespace fovea::store
