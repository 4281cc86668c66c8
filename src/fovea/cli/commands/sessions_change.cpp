// pin, unpin, drop, restore and delete.
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/sessions.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/protocol/error_json.hpp"
#include "fovea/store/ledger.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

void print_change(
    const std::string& session, const store::LedgerImage& image, std::string_view done, bool as_json
) {
    if (!as_json) {
        const auto name = image.filename.empty() ? "" : "  " + printable(image.filename);
        print_line(fmt::format("{} {}{}", done, printable(host::short_id(image.image)), name));
        return;
    }
    json::object object = {{"session_id", session}, {"done", done}};
    protocol::put_file(object, image.image, "image_id");
    print_line(json_text(object));
}

// All images are found before the first is changed, so that a typing mistake changes nothing.
Result<int> change_images(
    const SessionsAction& action, store::ImageAction change, std::string_view done
) {
    auto* const opened = TRY(action.opened(SessionsAction::For::Changing));
    const auto id = TRY(host::find_session(*opened->sessions, action.arguments.session));
    const auto stored = TRY(opened->sessions->read(id));
    const auto ledger = TRY(store::ledger_of(stored));
    std::vector<store::LedgerImage> images;
    for (const auto& given : action.arguments.images) {
        images.push_back(TRY(host::find_image(ledger, given)));
    }
    std::vector<store::Entry> entries;
    for (const auto& image : images) {
        entries.push_back(
            store::change_entry({.action = change, .image = image.image}, store::system_now())
        );
    }
    TRY(opened->sessions->append(id, entries));
    for (const auto& image : images) print_change(id, image, done, action.arguments.json);
    return kSuccess;
}

Result<std::string> delete_one(store::SessionStore& sessions, const std::string& given) {
    auto id = TRY(host::find_session(sessions, given));
    TRY(sessions.delete_session(id));
    return id;
}

}  // namespace

Result<int> pin_images(const SessionsAction& action) {
    return change_images(action, store::ImageAction::Pin, "pinned");
}

Result<int> unpin_images(const SessionsAction& action) {
    return change_images(action, store::ImageAction::Unpin, "unpinned");
}

Result<int> drop_images(const SessionsAction& action) {
    return change_images(action, store::ImageAction::Drop, "dropped");
}

Result<int> restore_images(const SessionsAction& action) {
    return change_images(action, store::ImageAction::Restore, "restored");
}

Result<int> delete_sessions(const SessionsAction& action) {
    auto* const opened = TRY(action.opened(SessionsAction::For::Deleting));
    int code = kSuccess;
    for (const auto& given : action.arguments.sessions) {
        const auto deleted = delete_one(*opened->sessions, given);
        if (deleted.ok() && action.arguments.json) {
            print_line(json_text(json::object{{"session_id", deleted.value()}, {"deleted", true}}));
        } else if (deleted.ok()) {
            print_line("deleted " + deleted.value());
        } else if (action.arguments.json) {
            print_line(json_text(json::object{
                {"session_id", to_utf8(given)}, {"error", protocol::error_json(deleted.error())}}));
        } else {
            report_failure("fovea sessions delete", deleted.error(), false);
        }
        if (!deleted.ok()) code = std::max(code, exit_code_of(deleted.error().code));
    }
    return code;
}

}  // namespace fovea::cli
