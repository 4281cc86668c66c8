#include "fovea/cli/commands/render.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "Prints the body of the request, byte for byte as fovea send would send it, and opens no "
    "connection.\n"
    "The same conversation gives the same bytes again. No key is needed.\n"
    "\n"
    "A model without vision gets descriptions of its pictures: local/ocr makes them on this "
    "machine, those\n"
    "of another vision model come from the cache. If something would have to be fetched first (a\n"
    "description, the file of a URL, what a server says about its models), nothing is printed and "
    "the error\n"
    "NO_CANDIDATE names it. --unreachable prints the request as it would be if no server answered, "
    "with\n"
    "text in place of such pictures.\n"
    "\n"
    "FILE is a JSON array: [{\"role\": \"user\", \"content\": \"text\" or [blocks]}], with blocks\n"
    "  {\"type\": \"text\", \"text\": …}   {\"type\": \"document\", \"path\": …}\n"
    "  {\"type\": \"image\", \"path\" | \"data\" and \"mime\" | \"sha256\" | \"url\": …, \"crop\": "
    "\"r=top-left\"}\n"
    "  {\"type\": \"tool_use\", \"id\", \"name\", \"input\"}\n"
    "  {\"type\": \"tool_result\", \"tool_use_id\", \"content\", \"is_error\"}\n"
    "Paths are relative to the current folder.\n"
    "\n"
    "Examples:\n"
    "  fovea render --to anthropic/claude-sonnet-4-6 --messages talk.json\n"
    "  fovea render --to openai/gpt-5-mini --session work --json   with URL, headers and receipt";

}  // namespace

void add_render(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<RenderArguments>();
    auto* command = app.add_subcommand(
        "render", "print the request that a model would get, without sending it"
    );
    command->footer(kNotes);
    command->add_option("--to", arguments->model, "provider/model, or an id of fovea models")
        ->type_name("MODEL")
        ->required();
    auto* session =
        command->add_option("--session", arguments->session, "a stored session")->type_name("SID");
    command
        ->add_option(
            "--messages", arguments->messages, "a conversation in a file; - for standard input"
        )
        ->type_name("FILE")
        ->excludes(session);
    command->add_flag("--stream", arguments->stream, "the request for a streamed reply");
    command->add_flag(
        "--unreachable",
        arguments->unreachable,
        "as if no server answered: text in place of what would have to be fetched"
    );
    command->add_flag(
        "--json",
        arguments->json,
        "print one JSON object: URL, headers (without the key), body, receipt"
    );
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_render(*arguments, invocation);
            },
            true};
    });
}

}  // namespace fovea::cli
