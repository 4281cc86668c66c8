#include "fovea/cli/commands/models.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kModelsNotes =
    "The first column is what --model, --to, model and vision.model take; the provider may be left "
    "out. Models\n"
    "of open_weights run on servers of many: say whose, as in ollama/…\n"
    "Prices are USD for a million tokens, as of the day in the last column; what is not known is "
    "shown as -\n"
    "and counts as no, or as 0 for a price. [models.\"id\"] in the configuration adds a model or "
    "corrects one.\n"
    "\n"
    "Examples:\n"
    "  fovea models --vision                          models that see\n"
    "  fovea models --provider anthropic --json\n"
    "  fovea models show anthropic/claude-sonnet-4-6  every value and where it came from\n"
    "  fovea models show ollama/llava                 the server is asked, too";

constexpr const char* kShowNotes =
    "ID is \"provider/id\", or an id that the configuration or the catalogue knows. Ollama, "
    "llama.cpp and OpenRouter are asked "
    "what the model\n"
    "can do (for at most a few seconds; answers are kept for ten minutes), unless --offline.\n"
    "For each value the first that knows it wins: config, server, catalogue, wire format.";

void add_show(CLI::App& models, Chosen& chosen) {
    const auto arguments = std::make_shared<ModelArguments>();
    auto* command =
        models.add_subcommand("show", "all that is known of one model, and who says so");
    command->footer(kShowNotes);
    command->add_option("ID", arguments->name, "the model")->required();
    command->add_flag("--json", arguments->json, "one JSON object");
    command->add_flag("--offline", arguments->offline, "ask no server");
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
    auto* command = app.add_subcommand("models", "what each model can do and costs");
    command->footer(kModelsNotes);
    command->add_flag("--json", arguments->json, "one JSON object");
    command->add_option("--provider", arguments->provider, "only those of this provider")
        ->type_name("NAME");
    command->add_flag("--vision", arguments->vision, "only those that see");
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
