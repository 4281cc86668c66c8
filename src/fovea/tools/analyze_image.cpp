#include "fovea/tools/analyze_image.hpp"

#include <filesystem>
#include <utility>

namespace fovea::tools {

AnalyzeImage::AnalyzeImage(
    ingest::Workspace workspace,
    const ingest::Intake& intake,
    AnalyzeImageServices services,
    AnalyzeImageSettings settings
)
    : workspace_(std::move(workspace)),
      intake_(intake),
      services_(std::move(services)),
      settings_(std::move(settings)),
      spec_(proxy::analyze_tool({.max_images = settings_.max_images})) {}

Result<content::ImageBlock> AnalyzeImage::find(
    const std::string& name, const ToolCall& call, const std::stop_token& stop
) const {
    if (services_.only_stored || name.starts_with("sha256:")) return services_.find_stored(name);
    const auto workspace = workspace_for(call, workspace_);
    auto bytes = TRY(workspace.read(name, intake_.gate.max_file_bytes));
    const auto filename = std::filesystem::path(name).filename().string();
    return ingest::take_image_bytes(std::move(bytes), filename, intake_, stop);
}

Analyzed AnalyzeImage::analyze(const ToolCall& call, const std::stop_token& stop) const {
    const auto input = proxy::parse_analyze_input(call.input, {.max_images = settings_.max_images});
    if (!input.ok()) return {.outcome = failed(input.error())};
    proxy::AnalyzeServices services{
        .find = [&](const std::string& name) { return find(name, call, stop); },
        .look = services_.look,
        .now = services_.now};
    if (services_.check_model) {
        services.check_model = [&](const std::string& model) {
            return services_.check_model(model, stop);
        };
    }
    auto seen = proxy::analyze_image(
        input.value(), services, {.model = settings_.model, .timeout = settings_.timeout}, stop
    );
    Analyzed analyzed{.outcome = said(std::move(seen.text))};
    analyzed.outcome.is_error = seen.error.has_value();
    analyzed.outcome.error = std::move(seen.error);
    analyzed.outcome.entries = std::move(seen.entries);
    if (!analyzed.outcome.is_error && !seen.description.from_cache) {
        analyzed.outcome.usage = seen.description.usage;
        analyzed.outcome.usage_model = input.value().model.value_or(settings_.model);
    }
    analyzed.description = std::move(seen.description);
    return analyzed;
}

ToolOutcome AnalyzeImage::run(const ToolCall& call, const std::stop_token& stop) {
    return analyze(call, stop).outcome;
}

}  // namespace fovea::tools
