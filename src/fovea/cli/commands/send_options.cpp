#include "fovea/cli/commands/send.hpp"
#include "fovea/cli/crop_help.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "Without --session one request is sent and nothing is kept. With --session the message and the "
    "reply\n"
    "are added to the session, which is created if it does not exist. Without --message the "
    "session is\n"
    "sent as it is, which retries a failed turn. For FILE of --messages see fovea render --help; "
    "it does\n"
    "not become a session, and its pictures are stored until fovea sessions gc.\n"
    "\n"
    "If the server refuses a picture, the turn continues without it, and the picture is no longer "
    "sent to\n"
    "that server and model.\n"
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
        command->add_option("--session", arguments->session, "the session to add to; may be new")
            ->type_name("SID");
    auto* messages =
        command
            ->add_option(
                "--messages", arguments->messages, "a conversation in a file; - for standard input"
            )
            ->type_name("FILE")
            ->excludes(session);
    command->add_option("--message", arguments->message, "the text of your message")
        ->type_name("TEXT")
        ->excludes(messages);
    command->add_option("--image", arguments->images, "a picture to attach; may be repeated")
        ->type_name("PATH")
        ->allow_extra_args(false)
        ->excludes(messages);
    command
        ->add_option("--crop", arguments->crops, "send only a part of a picture; may be repeated")
        ->type_name("[INDEX:]FORM")
        ->allow_extra_args(false)
        ->excludes(messages);
    command
        ->add_option(
            "--max-tokens", arguments->max_tokens, "maximum tokens of the reply (default 4096)"
        )
        ->check(CLI::Range(1, 1'000'000).description(""))
        ->type_name("N");
    command
        ->add_option(
            "--timeout",
            arguments->timeout_s,
            "timeout for the whole reply in seconds (default 600)"
        )
        ->check(CLI::Range(1, 86'400).description(""))
        ->type_name("S");
    command->add_flag("--stream", arguments->stream, "print the reply as it arrives");
    command->add_flag(
        "--json", arguments->json, "print one JSON object: text, usage, cost, receipt, session_id"
    );
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) { return run_send(*arguments, invocation); },
            arguments->json};
    });
}

}  // namespace fovea::cli
