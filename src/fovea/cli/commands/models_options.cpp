#include "fovea/cli/commands/models.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kModelsNotes =
    "Use the first column for --model, --to, model and vision.model; the provider may be left out. "
    "Models\n"
    "of open_weights run on many servers: name yours, as in ollama/…\n"
    "Prices are USD per million tokens, as of the day in the last column. Unknown values are shown "
    "as -\n"
    "and count as no, an unknown price as 0. [models.\"id\"] in the configuration adds or corrects "
    "a model.\n"
    "\n"
    "Examples:\n"
    "  fovea models --vision                          models with vision\n"
    "  fovea models --provider anthropic --json\n"
    "  fovea models show anthropic/claude-sonnet-4-6  every value and where it came from\n"
    "  fovea models show ollama/llava                 also asks the server";

constexpr const char* kShowNotes =
    "ID is \"provider/id\", or an id of the configuration or the catalogue. Ollama, llama.cpp and "
    "OpenRouter\n"
    "are asked what the model can do (answers are cached for ten minutes), unless --offline is "
    "given.\n"
    "For each value the first source that has it wins: config, server, catalogue, wire format.";

void add_show(CLI::App& models, Chosen& chosen) {
    const auto arguments = std::make_shared<ModelArguments>();
    auto* command = models.add_subcommand(
        "show", "show everything known about one model, and where it comes from"
    );
    command->footer(kShowNotes);
    command->add_option("ID", arguments->name, "the model")->required();
    command->add_flag("--json", arguments->json, "print one JSON object");
    command->add_flag("--offline", arguments->offline, "do not ask any server");
    command->callback([arguments, &chosen] {
        remove_guard(arguments->name);
        chosen = {
            [arguments](const Invocation& invocation) {
                return show_model(*arguments, invocation);
            },
            arguments->json};
    });
}

}  // namespace

void add_models(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<ModelsArguments>();
    auto* command = app.add_subcommand("models", "list models: what each can do and costs");
    command->footer(kModelsNotes);
    command->add_flag("--json", arguments->json, "print one JSON object");
    command->add_option("--provider", arguments->provider, "only models of this provider")
        ->type_name("NAME");
    command->add_flag("--vision", arguments->vision, "only models with vision");
    add_show(*command, chosen);
    command->callback([arguments, command, &chosen] {
        if (!command->get_subcommands().empty()) return;
        chosen = {
            [arguments](const Invocation& invocation) {
                return list_models(*arguments, invocation.settings());
            },
            arguments->json};
    });
}

}  // namespace fovea::cli
