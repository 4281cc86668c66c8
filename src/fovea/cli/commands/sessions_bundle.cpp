// export and import.
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/sessions.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/people/human.hpp"
#include "fovea/store/bundle.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <system_error>

#include <filesystem>

namespace fovea::cli {
namespace {

namespace json = boost::json;

std::string entries_and_files(std::uint64_t entries, std::uint64_t files) {
    const auto words = entries == 1 ? "1 entry" : fmt::format("{} entries", entries);
    return words + ", " + people::counted(files, "file");
}

}  // namespace

Result<int> export_to_folder(const SessionsAction& action) {
    auto* const opened = TRY(action.opened(SessionsAction::For::Reading));
    const auto id = TRY(host::find_session(*opened->sessions, action.arguments.session));
    const auto& folder = action.arguments.folder;
    if (folder.empty()) return Error{ErrorCode::InvalidInput, "the folder's name is empty"};
    const auto done = TRY(store::export_session(*opened->sessions, *opened->blobs, id, folder));
    if (action.arguments.json) {
        print_line(json_text(json::object{
            {"session_id", id},
            {"folder", to_utf8(folder)},
            {"entries", done.entries},
            {"blobs", done.blobs}}));
    } else {
        print_line(fmt::format(
            "exported {} to {}: {}",
            id,
            printable(folder),
            entries_and_files(done.entries, done.blobs)
        ));
    }
    return kSuccess;
}

Result<int> import_from_folder(const SessionsAction& action) {
    const auto& folder = action.arguments.folder;
    std::error_code failed;
    if (!std::filesystem::is_directory(folder, failed)) {  // before a store is made for it
        return Error{ErrorCode::FileNotFound, "folder not found: " + folder};
    }
    auto* const opened = TRY(action.store.open());
    const auto done = TRY(store::import_session(
        *opened->sessions,
        *opened->blobs,
        folder,
        action.arguments.new_id ? store::IfTaken::NewId : store::IfTaken::Refuse
    ));
    if (action.arguments.json) {
        print_line(json_text(json::object{
            {"session_id", done.id},
            {"renamed", done.renamed},
            {"entries", done.entries},
            {"blobs", done.blobs}}));
    } else {
        print_line(fmt::format(
            "imported {}{}: {}",
            done.id,
            done.renamed ? " (its own name was already in use)" : "",
            entries_and_files(done.entries, done.blobs)
        ));
    }
    return kSuccess;
}

}  // namespace fovea::cli
