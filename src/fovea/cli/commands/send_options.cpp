#include "fovea/cli/commands/send.hpp"
#include "fovea/cli/crop_help.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "Without --session one request is sent and nothing of it is kept. With --session the turn is "
    "added to the session, which is made where there is none of that "
    "name, and\n"
    "the reply is kept. Without --message the session is sent as it stands, so a turn that failed "
    "can be\n"
    "sent again. FILE of --messages is as in fovea render --help; it is no session, and its\n"
    "pictures are stored until fovea sessions gc.\n"
    "\n"
    "A picture that the server refuses is left out from then on, for that server and model; the "
    "turn\n"
    "goes on.\n"
    "\n" FOVEA_CROP_FORMS
    "\n"
    "Examples:\n"
    "  fovea send --image shot.png --message \"what does it say?\"\n"
    "  fovea send --session work --image shot.png --message \"what is wrong here?\"\n"
    "  fovea send --session work --message \"and the second field?\" --stream\n"
    "  fovea send --model openai/gpt-5-mini --messages talk.json --json";

}  // namespace

void add_send(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<SendArguments>();
    auto* command = app.add_subcommand("send", "send one request to a model");
    command->footer(kNotes);
    command
        ->add_option(
            "--model",
            arguments->model,
            "provider/model, or an id of fovea models (default: model of the configuration)"
        )
        ->type_name("MODEL");
    auto* session =
        command
            ->add_option("--session", arguments->session, "the session it is added to; may be new")
            ->type_name("SID");
    auto* messages =
        command
            ->add_option(
                "--messages", arguments->messages, "a conversation in a file; - for standard input"
            )
            ->type_name("FILE")
            ->excludes(session);
    command->add_option("--message", arguments->message, "your words")
        ->type_name("TEXT")
        ->excludes(messages);
    command->add_option("--image", arguments->images, "a picture to go with it; may be repeated")
        ->type_name("PATH")
        ->allow_extra_args(false)
        ->excludes(messages);
    command->add_option("--crop", arguments->crops, "send a part alone; may be repeated")
        ->type_name("[INDEX:]FORM")
        ->allow_extra_args(false)
        ->excludes(messages);
    command
        ->add_option(
            "--max-tokens", arguments->max_tokens, "length of the reply at most (default 4096)"
        )
        ->check(CLI::Range(1, 1'000'000).description(""))
        ->type_name("N");
    command
        ->add_option("--timeout", arguments->timeout_s, "seconds for the whole reply (default 600)")
        ->check(CLI::Range(1, 86'400).description(""))
        ->type_name("S");
    command->add_flag("--stream", arguments->stream, "print the words as they come");
    command->add_flag(
        "--json", arguments->json, "one object: text, usage, cost, receipt, session_id"
    );
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) { return run_send(*arguments, invocation); },
            arguments->json};
    });
}

}  // namespace fovea::cli
