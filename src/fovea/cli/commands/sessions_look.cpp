// list, show and images.
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/sessions.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/people/conversation_text.hpp"
#include "fovea/people/human.hpp"
#include "fovea/people/table.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/store/ledger.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxId = 40;  // columns; names that people chose may have 64 characters

json::object to_json(const store::SessionInfo& session) {
    return {
        {"session_id", session.id},
        {"title", session.title},
        {"created", store::to_iso_text(session.created)},
        {"last_use", store::to_iso_text(session.last_use)},
        {"entries", session.entries},
        {"images", session.images}};
}

void print_sessions(const std::vector<store::SessionInfo>& sessions) {
    people::Table table(
        {{"SESSION"},
         {"LAST USED"},
         {"ENTRIES", people::Align::Right},
         {"IMAGES", people::Align::Right},
         {"TITLE"}}
    );
    for (const auto& session : sessions) {
        table.add(
            {people::clipped(session.id, kMaxId),
             people::human_time(session.last_use),
             std::to_string(session.entries),
             std::to_string(session.images),
             session.title}
        );
    }
    print_line(table.text(output_width()));
}

Result<json::object> to_json(
    const store::SessionInfo& session, const std::vector<store::Entry>& entries
) {
    auto object = to_json(session);
    json::array list;
    for (const auto& entry : entries) {
        list.push_back(json::object{
            {"seq", entry.seq},
            {"kind", store::name_of(entry.kind)},
            {"time", store::to_iso_text(entry.time)},
            {"body", TRY(store::body_of(entry))}});
    }
    object["entries"] = std::move(list);
    return object;
}

// "usage 3, image_state 1": what show leaves out; empty when that is nothing.
std::string other_entries(const std::vector<store::Entry>& entries) {
    std::map<std::string_view, std::size_t> counts;
    for (const auto& entry : entries) {
        if (entry.kind != store::EntryKind::Message) ++counts[store::name_of(entry.kind)];
    }
    std::string text;
    for (const auto& [kind, count] : counts) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind, count);
    }
    return text;
}

// The bytes that are there; none where the file is gone.
std::optional<std::uint64_t> stored_bytes(store::Store& opened, const store::LedgerImage& image) {
    const auto* blob = content::blob_of(image.image);
    if (blob == nullptr) return std::nullopt;
    const auto size = opened.blobs->size(*blob);
    return size.ok() ? std::optional(size.value()) : std::nullopt;
}

json::object to_json(store::Store& opened, const store::LedgerImage& image) {
    json::object object;
    protocol::put_file(object, image.image, "image_id");
    if (const auto* blob = content::blob_of(image.image)) {
        const auto bytes = stored_bytes(opened, image);
        object["stored"] = bytes.has_value();
        if (bytes) object["bytes"] = *bytes;
        if (bytes && opened.files != nullptr) {
            object["path"] = to_utf8(opened.files->path_of(*blob).string());
        }
    }
    object["mime"] = image.mime;
    object["width"] = image.size.width;
    object["height"] = image.size.height;
    object["filename"] = image.filename;
    object["alt"] = image.alt;
    object["state"] = store::name_of(image.state());
    object["provider"] = image.reached.provider;
    object["estimated_tokens"] = image.reached.tokens;
    object["tokens"] = image.reached.tokens;  // old name: docs/json.md
    object["age"] = image.age;
    object["first_seq"] = image.first_seq;
    object["last_seq"] = image.last_seq;
    object["pinned"] = image.pinned;
    object["dropped"] = image.dropped;
    object["quarantined_by"] =
        json::array(image.quarantined_by.begin(), image.quarantined_by.end());
    return object;
}

// "[pinned] [refused by anthropic] shot.png"
std::string marked_name(const store::LedgerImage& image, bool gone) {
    std::string text;
    if (gone) text += "[not stored any more] ";
    if (image.pinned) text += "[pinned] ";
    if (image.dropped) text += "[dropped] ";
    if (!image.quarantined_by.empty()) {
        text += fmt::format("[refused by {}] ", fmt::join(image.quarantined_by, ", "));
    }
    const auto* url = std::get_if<content::UrlRef>(&image.image);
    return text + (url != nullptr ? url->url : image.filename.empty() ? image.alt : image.filename);
}

void print_images(store::Store& opened, const std::vector<store::LedgerImage>& images) {
    people::Table table(
        {{"IMAGE"},
         {"STATE"},
         {"SIZE", people::Align::Right},
         {"BYTES", people::Align::Right},
         {"TOKENS", people::Align::Right},
         {"AGE", people::Align::Right},
         {"NAME"}}
    );
    for (const auto& image : images) {
        const bool is_blob = content::blob_of(image.image) != nullptr;
        const auto bytes = stored_bytes(opened, image);
        table.add(
            {is_blob ? host::short_id(image.image) : "(url)",
             std::string(store::name_of(image.state())),
             image.size.pixels() == 0 ? "" : people::human_size(image.size),
             bytes ? people::human_bytes(*bytes) : "",
             image.reached.tokens == 0 ? "" : std::to_string(image.reached.tokens),
             std::to_string(image.age),
             marked_name(image, is_blob && !bytes)}
        );
    }
    print_line(table.text(output_width()));
}

}  // namespace

Result<int> list_sessions(const SessionsAction& action) {
    auto* const opened = TRY(action.store.open_to_read());
    std::vector<store::SessionInfo> sessions;
    if (opened != nullptr) sessions = TRY(opened->sessions->list());
    if (action.arguments.json) {
        for (const auto& session : sessions) {
            if (!print_line(json_text(to_json(session)))) break;
        }
        return kSuccess;
    }
    if (sessions.empty()) {
        const auto folder = TRY(action.store.folder());
        fmt::print(stderr, "no sessions in {}\n", printable(folder.root.string()));
        return kSuccess;
    }
    print_sessions(sessions);
    return kSuccess;
}

Result<int> show_session(const SessionsAction& action) {
    auto* const opened = TRY(action.opened(SessionsAction::For::Reading));
    const auto id = TRY(host::find_session(*opened->sessions, action.arguments.session));
    const auto session = TRY(opened->sessions->info(id));
    const auto entries = TRY(opened->sessions->read(id));
    if (action.arguments.json) {
        print_line(json_text(TRY(to_json(session, entries))));
        return kSuccess;
    }
    const auto text = TRY(people::conversation_text(entries, [&](const content::BlobRef& blob) {
        const auto has = opened->blobs->has(blob);
        return has.ok() && has.value();
    }));
    print_line(fmt::format(
        "Session {}  {}\n{} to {}, {}, {}",
        session.id,
        printable(session.title),
        people::human_time(session.created),
        people::human_time(session.last_use),
        session.entries == 1 ? "1 entry" : fmt::format("{} entries", session.entries),
        people::counted(session.images, "image")
    ));
    if (!text.empty()) print_line("\n" + text);
    if (const auto others = other_entries(entries); !others.empty()) {
        print_line("\nand, with --json: " + others);
    }
    return kSuccess;
}

Result<int> list_images(const SessionsAction& action) {
    auto* const opened = TRY(action.opened(SessionsAction::For::Reading));
    const auto id = TRY(host::find_session(*opened->sessions, action.arguments.session));
    const auto entries = TRY(opened->sessions->read(id));
    const auto images = TRY(store::ledger_of(entries));
    if (action.arguments.json) {
        for (const auto& image : images) {
            if (!print_line(json_text(to_json(*opened, image)))) break;
        }
        return kSuccess;
    }
    if (images.empty()) {
        fmt::print(stderr, "no images in session {}\n", id);
        return kSuccess;
    }
    print_images(*opened, images);
    return kSuccess;
}

}  // namespace fovea::cli
