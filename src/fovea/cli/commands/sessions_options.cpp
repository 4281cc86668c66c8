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
    command
        .add_option(
            "SID", arguments.session, "the session's name, or its first 6 or more characters"
        )
        ->required();
}

void take_images(CLI::App& command, SessionsArguments& arguments) {
    take_session(command, arguments);
    command
        .add_option(
            "IMAGE",
            arguments.images,
            "images of the session: the first 8 or more digits of the id, or a URL"
        )
        ->required();
}

void take_sessions(CLI::App& command, SessionsArguments& arguments) {
    command
        .add_option(
            "SID",
            arguments.sessions,
            "the sessions' names, or the first 6 or more characters of each"
        )
        ->required();
}

void take_export(CLI::App& command, SessionsArguments& arguments) {
    take_session(command, arguments);
    command
        .add_option(
            "DIR",
            arguments.folder,
            "a new or empty folder, or an earlier export of the same session"
        )
        ->required();
}

void take_import(CLI::App& command, SessionsArguments& arguments) {
    command.add_option("DIR", arguments.folder, "a folder written by sessions export")->required();
    command.add_flag("--new-id", arguments.new_id, "if the name is taken, use a new one");
}

void take_gc(CLI::App& command, SessionsArguments& arguments) {
    command
        .add_option(
            "--older-than",
            arguments.older_than,
            "days without use (default: images.cleanup_after_days, which is 7; 0 there keeps all "
            "sessions)"
        )
        ->check(CLI::Range(0, 36500).description(""))
        ->type_name("DAYS");
    command.add_flag(
        "--dry-run", arguments.dry_run, "show what would be removed, and remove nothing"
    );
}

void take_fsck(CLI::App& command, SessionsArguments& arguments) {
    command.add_flag("--repair", arguments.repair, "remove leftovers of interrupted writes");
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
     "list all sessions, most recently used first",
     "Examples:\n"
     "  fovea sessions list\n"
     "  fovea sessions list --json | head -1     the most recent one, for a script",
     take_nothing,
     list_sessions},
    {"show",
     "show a conversation, with images as text",
     "Examples:\n"
     "  fovea sessions show k3v9ab\n"
     "  fovea sessions show k3v9ab --json        every entry; images as references, never bytes",
     take_session,
     show_session},
    {"images",
     "list a session's images and how each was last sent to a model",
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
     "pin images: always send them in full, whatever their age",
     "Example:\n  fovea sessions pin k3v9ab 1a2b3c4d",
     take_images,
     pin_images},
    {"unpin",
     "unpin images: old ones are sent smaller or as text again",
     "Example:\n  fovea sessions unpin k3v9ab 1a2b3c4d",
     take_images,
     unpin_images},
    {"drop",
     "stop sending images; the text around them is still sent",
     "Nothing is deleted: restore brings them back.\n\nExample:\n"
     "  fovea sessions drop k3v9ab 1a2b3c4d 5e6f7081",
     take_images,
     drop_images},
    {"restore",
     "send images again that were dropped, or quarantined after a refusal",
     "Example:\n  fovea sessions restore k3v9ab 1a2b3c4d",
     take_images,
     restore_images},
    {"export",
     "write a session as a folder: session.json and blobs/",
     "Suitable for git: the same session always gives the same bytes, and exporting again updates "
     "the\n"
     "folder.\n\nExample:\n  fovea sessions export k3v9ab bug-1234/",
     take_export,
     export_to_folder},
    {"import",
     "read an exported folder back",
     "Every hash is checked; symbolic links and unexpected files are refused.\n\nExamples:\n"
     "  fovea sessions import bug-1234/\n"
     "  fovea sessions import bug-1234/ --new-id   even if it was imported before",
     take_import,
     import_from_folder},
    {"gc",
     "delete unused sessions and files that no session needs",
     "Deletes sessions unused for DAYS with their images, files that no session refers to, and "
     "old\n"
     "variants (they can be made again). Other processes may use the folder at the same "
     "time.\n\nExamples:\n"
     "  fovea sessions gc --dry-run\n"
     "  fovea sessions gc --older-than 30",
     take_gc,
     collect_garbage},
    {"fsck",
     "check all stored data and report damage",
     "Exit codes: 0 no damage, 2 something is damaged. Only leftovers of interrupted writes are "
     "ever\n"
     "removed.\n\nExample:\n  fovea sessions fsck --repair",
     take_fsck,
     check_everything},
    {"delete",
     "delete sessions, and the images that no other session has",
     "Without confirmation; this cannot be undone.\n\nExample:\n  fovea sessions delete k3v9ab "
     "holiday",
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
    command->add_flag("--json", arguments->json, "print JSON, one object per line");
    command->callback([&action, arguments, &chosen] {
        remove_guard(arguments->folder);
        chosen = {
            [&action, arguments](const Invocation& invocation) {
                const auto name = "fovea sessions " + std::string(action.name);
                if (invocation.keeping == host::Keeping::Nothing) {
                    return report_usage(
                        name,
                        "cannot be used with --ephemeral, which keeps nothing",
                        arguments->json
                    );
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
        ErrorCode::FileNotFound, "there are no sessions in " + folder.root.string() + " yet"};
}

void add_sessions(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<SessionsArguments>();
    auto* command = app.add_subcommand("sessions", "manage stored conversations and their images");
    command->require_subcommand(1);
    command->footer(
        "Sessions are stored in --data DIR, else in $XDG_DATA_HOME/fovea, else in "
        "~/.local/share/fovea.\n"
        "Exit codes: 0 success, 1 the store cannot be used, 2 no such session or image."
    );
    for (const auto& action : kActions) add_action(*command, action, arguments, chosen);
}

}  // namespace fovea::cli
