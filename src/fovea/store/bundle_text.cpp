#include "fovea/store/bundle_text.hpp"

#include "fovea/base/pretty_json.hpp"
#include "fovea/content/json_fields.hpp"
#include "fovea/store/session_id.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::store {
namespace {

namespace json = boost::json;
using content::JsonFields;

constexpr std::string_view kFormat = "fovea-session";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kMaxDepth = 72;  // an entry's 64, and what is around it

Result<Entry> read_entry(const json::value& value, const std::string& place) {
    auto fields = TRY(JsonFields::of(value, place));
    Entry entry;
    const auto kind = TRY(fields.needed_text("kind"));
    entry.kind = TRY(entry_kind_from_name(kind));
    const auto time = TRY(fields.needed_text("time"));
    entry.time = TRY(time_from_iso_text(time));
    const auto* body = fields.take("body");
    if (body == nullptr || !body->is_object()) return fields.error("body", "not an object");
    entry.body = json::serialize(*body);
    TRY(fields.nothing_else());
    return entry;
}

Result<void> check_format(JsonFields& fields) {
    if (TRY(fields.text("format")) != kFormat) {
        return fields.error("format", "not \"" + std::string(kFormat) + "\"");
    }
    const auto version = TRY(fields.number("version"));
    if (version != kVersion) {
        return fields.error(
            "version", std::to_string(version) + " is not supported by this version"
        );
    }
    return {};
}

}  // namespace

Result<std::string> to_bundle_text(const BundledSession& session) {
    json::array entries;
    for (const auto& entry : session.entries) {
        entries.push_back(json::object{
            {"kind", name_of(entry.kind)},
            {"time", to_iso_text(entry.time)},
            {"body", TRY(body_of(entry))},
        });
    }
    return to_pretty_json(json::object{
        {"format", kFormat},
        {"version", kVersion},
        {"id", session.id},
        {"created", to_iso_text(session.created)},
        {"entries", std::move(entries)},
    });
}

Result<BundledSession> bundle_from_text(std::string_view text) {
    json::parse_options options;
    options.max_depth = kMaxDepth;
    json::error_code failed;
    const auto value = json::parse(text, failed, {}, options);
    if (failed) {
        return Error{ErrorCode::InvalidInput, "session.json is not JSON: " + failed.message()};
    }
    auto fields = TRY(JsonFields::of(value, "session.json"));
    TRY(check_format(fields));
    BundledSession session;
    session.id = TRY(fields.needed_text("id"));
    TRY(check_session_id(session.id));
    const auto created = TRY(fields.needed_text("created"));
    session.created = TRY(time_from_iso_text(created));
    const auto* entries = fields.take("entries");
    if (entries == nullptr || !entries->is_array()) return fields.error("entries", "not a list");
    TRY(fields.nothing_else());
    for (const auto& item : entries->get_array()) {
        const auto seq = session.entries.size() + 1;
        auto entry = TRY(read_entry(item, "entry " + std::to_string(seq)));
        entry.seq = seq;
        session.entries.push_back(std::move(entry));
    }
    return session;
}

}  // namespace fovea::store
