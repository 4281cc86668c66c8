#include "fovea/cli/commands/sessions.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

namespace fovea::cli {
namespace {

void take_session(CLI::App& command, SessionsArguments& arguments) {
    command.add_option("SID", arguments.session, "the session, or 6 characters of its name")
        ->required();
}

void take_images(CLI::App& command, SessionsArguments& arguments) {
    take_session(command, arguments);
    command
        .add_option("IMAGE", arguments.images, "its images: 8 digits or more of the id, or a URL")
        ->required();
}

void take_sessions(CLI::App& command, SessionsArguments& arguments) {
    command
        .add_option("SID", arguments.sessions, "the sessions, or 6 characters of each one's name")
        ->required();
}

void take_export(CLI::App& command, SessionsArguments& arguments) {
    take_session(command, arguments);
    command.add_option("DIR", arguments.folder, "a new or empty folder, or the same bundle")
        ->required();
}

void take_import(CLI::App& command, SessionsArguments& arguments) {
    command.add_option("DIR", arguments.folder, "a bundle that export wrote")->required();
    command.add_flag("--new-id", arguments.new_id, "where its name is taken, give it another");
}

void take_gc(CLI::App& command, SessionsArguments& arguments) {
    command
        .add_option(
            "--older-than",
            arguments.older_than,
            "days without use (default images.cleanup_after_days, 7; 0 there keeps all sessions)"
        )
        ->check(CLI::Range(0, 36500).description(""))
        ->type_name("DAYS");
    command.add_flag("--dry-run", arguments.dry_run, "say what would go, and remove nothing");
}

void take_fsck(CLI::App& command, SessionsArguments& arguments) {
    command.add_flag("--repair", arguments.repair, "remove what interrupted writes left behind");
}

void take_nothing(CLI::App&, SessionsArguments&) {}

struct Action {
    const char* name;
    const char* about;
    const char* notes;
    void (*add_options)(CLI::App& command, SessionsArguments& arguments);
    Result<int> (*run)(const SessionsAction& action);
};

constexpr Action kActions[] = {
    {"list",
     "all sessions, the last used first",
     "Examples:\n"
     "  fovea sessions list\n"
     "  fovea sessions list --json | head -1     the last one, for a script",
     take_nothing,
     list_sessions},
    {"show",
     "a conversation, its images as words",
     "Examples:\n"
     "  fovea sessions show k3v9ab\n"
     "  fovea sessions show k3v9ab --json        every entry; images as references, never bytes",
     take_session,
     show_session},
    {"images",
     "a session's images and what each last reached a model as",
     "States: pixels, low (the small variant), described, text, quarantined (refused by a "
     "server),\n"
     "not_seen. AGE counts turns. TOKENS is an estimate.\n"
     "\n"
     "Examples:\n"
     "  fovea sessions images k3v9ab\n"
     "  fovea sessions images k3v9ab --json      with the path of each file",
     take_session,
     list_images},
    {"pin",
     "images never age: they go to the model whole each time",
     "Example:\n  fovea sessions pin k3v9ab 1a2b3c4d",
     take_images,
     pin_images},
    {"unpin",
     "images age again",
     "Example:\n  fovea sessions unpin k3v9ab 1a2b3c4d",
     take_images,
     unpin_images},
    {"drop",
     "images are not sent any more; the text around them is",
     "Nothing is deleted: restore brings them back.\n\nExample:\n"
     "  fovea sessions drop k3v9ab 1a2b3c4d 5e6f7081",
     take_images,
     drop_images},
    {"restore",
     "images are sent again that were dropped, or quarantined after a refusal",
     "Example:\n  fovea sessions restore k3v9ab 1a2b3c4d",
     take_images,
     restore_images},
    {"export",
     "write a session as a folder: session.json and blobs/",
     "Fit for git: the same session always gives the same bytes, and exporting again brings the\n"
     "folder up to date.\n\nExample:\n  fovea sessions export k3v9ab bug-1234/",
     take_export,
     export_to_folder},
    {"import",
     "read such a folder back",
     "Every hash is checked; links and files that do not belong are refused.\n\nExamples:\n"
     "  fovea sessions import bug-1234/\n"
     "  fovea sessions import bug-1234/ --new-id   also where it was imported before",
     take_import,
     import_from_folder},
    {"gc",
     "delete sessions that were not used for days, and files that nobody needs",
     "Goes: sessions unused for DAYS with their images, files that no session names, old variants\n"
     "(they can be made again). Other programs may use the folder meanwhile.\n\nExamples:\n"
     "  fovea sessions gc --dry-run\n"
     "  fovea sessions gc --older-than 30",
     take_gc,
     collect_garbage},
    {"fsck",
     "read everything and say what is damaged",
     "Exit code 0 when all is well, 2 when something is damaged. Nothing but leftovers is ever\n"
     "changed.\n\nExample:\n  fovea sessions fsck --repair",
     take_fsck,
     check_everything},
    {"delete",
     "delete sessions, with the images that no other session has",
     "At once and for good.\n\nExample:\n  fovea sessions delete k3v9ab holiday",
     take_sessions,
     delete_sessions},
};

void add_action(
    CLI::App& parent,
    const Action& action,
    const std::shared_ptr<SessionsArguments>& arguments,
    Chosen& chosen
) {
    auto* command = parent.add_subcommand(action.name, action.about);
    command->footer(action.notes);
    action.add_options(*command, *arguments);
    command->add_flag("--json", arguments->json, "for programs: one JSON object a line");
    command->callback([&action, arguments, &chosen] {
        remove_guard(arguments->folder);
        chosen = {
            [&action, arguments](const Invocation& invocation) {
                const auto name = "fovea sessions " + std::string(action.name);
                if (invocation.keeping == host::Keeping::Nothing) {
                    fmt::print(stderr, "{}: --ephemeral is for runs that keep nothing\n", name);
                    return kUsage;
                }
                host::RunStore store(invocation.settings(), invocation.data);
                const auto code = action.run({*arguments, invocation.settings(), store});
                if (code.ok()) return code.value();
                return report_failure(name, code.error(), arguments->json);
            },
            arguments->json};
    });
}

}  // namespace

Result<store::Store*> SessionsAction::opened(For what) const {
    auto* const opened =
        TRY(what == For::Reading    ? store.open_to_read()
            : what == For::Deleting ? store.open_to_free()
                                    : store.open_existing());
    if (opened != nullptr) return opened;
    const auto folder = TRY(store.folder());
    return Error{
        ErrorCode::FileNotFound, "nothing is stored in " + folder.root.string() + " so far"};
}

void add_sessions(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<SessionsArguments>();
    auto* command = app.add_subcommand("sessions", "stored conversations and their images");
    command->require_subcommand(1);
    command->footer(
        "Sessions lie in --data DIR, else in $XDG_DATA_HOME/fovea, else in ~/.local/share/fovea.\n"
        "Exit codes: 0 done, 1 the store cannot be used, 2 no such session or image."
    );
    for (const auto& action : kActions) add_action(*command, action, arguments, chosen);
}

}  // namespace fovea::cli
