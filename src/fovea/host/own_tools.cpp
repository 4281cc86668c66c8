#include "fovea/host/own_tools.hpp"

#include "fovea/tools/browser_screenshot.hpp"
#include "fovea/tools/filesystem_glob.hpp"
#include "fovea/tools/filesystem_grep.hpp"
#include "fovea/tools/filesystem_read.hpp"
#include "fovea/tools/video_analyze.hpp"
#include "fovea/tools/vision_analyze.hpp"

#include <chrono>
#include <memory>
#include <string_view>
#include <utility>

namespace fovea::host {

Result<void> OwnTools::add_analyses(const FindStored& find_stored) {
    const auto sources = [&](std::string_view tool) {
        return tools::AnalysisSources{
            .workspace = files_.for_tool(tool, "vision"),
            .intake = machine_.intake(),
            .find_stored = find_stored};
    };
    const auto ask = [this](const analysis::AnalysisRequest& request, const std::stop_token& stop) {
        return analyst_.ask(request, stop);
    };
    TRY(box_.add(std::make_unique<tools::VisionAnalyze>(sources("vision_analyze"), ask)));
    return box_.add(std::make_unique<tools::VideoAnalyze>(sources("video_analyze"), ask));
}

Result<std::unique_ptr<OwnTools>> OwnTools::open(
    const Situation& situation,
    Machine& machine,
    Vision& vision,
    const FindStored& find_stored,
    const config::PermissionSettings& permissions
) {
    auto files = TRY(FileAccess::open(situation, permissions, machine.run_folder()));
    std::unique_ptr<OwnTools> tools(new OwnTools(situation, machine, vision, std::move(files)));
    TRY(tools->add_for_files());
    TRY(tools->add_analyses(find_stored));
    TRY(tools->add_analyze_image(find_stored));
    return tools;
}

OwnTools::OwnTools(const Situation& situation, Machine& machine, Vision& vision, FileAccess files)
    : situation_(situation),
      machine_(machine),
      vision_(vision),
      analyst_(situation, machine, vision),
      files_(std::move(files)) {}

Result<void> OwnTools::add_for_files() {
    const auto intake = machine_.intake();
    const auto files = [this](std::string_view tool) { return files_.for_tool(tool, "files"); };
    TRY(box_.add(std::make_unique<tools::FilesystemGlob>(files("filesystem_glob"))));
    TRY(box_.add(std::make_unique<tools::FilesystemGrep>(files("filesystem_grep"))));
    TRY(box_.add(std::make_unique<tools::FilesystemRead>(files("filesystem_read"), intake)));
    return box_.add(std::make_unique<tools::BrowserScreenshot>(
        files_.for_tool("browser_screenshot", "browser"),
        intake,
        [this](const browser::ShotRequest& request, const std::stop_token& stop) {
            return machine_.shoot(request, stop);
        }
    ));
}

Result<void> OwnTools::add_analyze_image(const FindStored& find_stored) {
    const auto& proxy = vision_.settings();
    if (!proxy::offers_tool(proxy)) return {};
    auto analyze = std::make_unique<tools::AnalyzeImage>(
        files_.for_tool("analyze_image", "vision"),
        machine_.intake(),
        tools::AnalyzeImageServices{
            .find_stored = find_stored,
            .look = vision_.look(),
            .check_model =
                [this](const std::string& model, const std::stop_token& stop) -> Result<void> {
                TRY(vision_.find_model(model, stop));
                return {};
            }},
        tools::AnalyzeImageSettings{
            .model = proxy.model,
            .timeout = std::chrono::seconds(situation_.settings().vision.timeout_s),
            .max_images = static_cast<std::size_t>(proxy.max_images_per_call)}
    );
    analyze_ = analyze.get();
    return box_.add(std::move(analyze));
}

providers::ToolSpec analyze_image_spec(const config::VisionSettings& settings) {
    return proxy::analyze_tool(
        {.max_images = static_cast<std::size_t>(settings.max_images_per_call)}
    );
}

}  // namespace fovea::host
